/**
 * @file The list of moves with their events.
 */
import { button, el, icon, put } from '../dom.js';
import { pieceIcon } from '../pieces.js';
import { settings } from '../settings.js';
import { attempt } from '../toast.js';
import { commentForm } from './comment.js';
import { becomesWords, capital, commentWords, entryWords, eventWords, pieceTypeDrawing, valueText } from '../words.js';
/** @import {Client} from '../client.js' */
/** @import {At} from '../play/lines.js' */
/** @import {GameEvent, GameInfo, GameState, HistoryEntry} from '../messages.js' */

/** Events with a line of their own in the list. */
const LISTED_EVENTS = ['becomes', 'coup', 'bribe', 'gamble', 'penalty', 'clash', 'swap', 'relocation'];

/** Glyphs of moves by their number in PGN. @type {Record<number, string>} */
const NAGS = { 1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!' };

/** The signs of mistakes. */
export const SIGNS = { inaccuracy: '?!', mistake: '?', blunder: '??' };

/**
 * Creates the list. `show` fills it.
 * @param {Client} client
 * @param {(at: At) => void} go Shows a position of the game.
 */
export function historyPanel(client, go) {
  const list = el('ol', { class: 'history', 'aria-label': 'Moves', tabindex: 0 });
  const comment = commentForm(client);
  const tools = el('div', { class: 'row-of-buttons variation-tools', hidden: true });
  const element = el('div', { class: 'history-box' }, list, tools, comment.element);
  /** @type {HistoryEntry[]} */
  let drawn = [];
  let values = false;

  /**
   * @param {GameState} state
   * @param {At} at The position shown.
   */
  const show = (state, at) => {
    comment.show(state);
    // Each state has a new list, with the current comments.
    if (drawn !== state.history || values !== showsValues(state)) {
      drawn = state.history;
      values = showsValues(state);
      put(list, ...lines(state, client.game(state.position.variant), go, values));
    }
    for (const move of list.querySelectorAll('button.move')) {
      const here = move.getAttribute('data-at') === nameOf(at);
      move.classList.toggle('here', here);
      if (here) {
        move.setAttribute('aria-current', 'step');
        scrollWithin(list, /** @type {HTMLElement} */ (move.closest('.variation, li')));
      } else move.removeAttribute('aria-current');
    }
    if (at.ply === 0) list.scrollTop = 0;
    const { variation } = at;
    tools.hidden = variation === undefined;
    if (variation === undefined) return;
    const change = (/** @type {'promote' | 'cut'} */ type, /** @type {{ply?: number}} */ fields = {}) => void attempt(
      client.request('game', type, /** @type {any} */ ({ version: client.state?.version ?? 0, variation, ...fields })).then(() => go({ ply: state.variations?.[variation]?.ply ?? 0 })));
    put(tools, button('Promote the variation', () => change('promote'), { class: 'button small' }, 'Promote'),
      button('Delete from this move on', () => change('cut', { ply: at.ply - 1 }), { class: 'button small' }, 'Delete from here'));
  };
  return { element, show, comment };
}

/**
 * Returns `true` if the list shows the engine's values: not while a person plays against an engine, unless the settings do.
 * @param {GameState} state
 */
function showsValues(state) {
  return Boolean(state.result) || settings().values || state.players.white.kind === state.players.black.kind;
}

/**
 * Scrolls a list to one of its lines, without scrolling the page.
 * @param {HTMLElement} list
 * @param {HTMLElement} line
 */
function scrollWithin(list, line) {
  const [top, bottom] = [line.offsetTop, line.offsetTop + line.offsetHeight];
  if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
  if (top < list.scrollTop) list.scrollTop = top;
}

/**
 * @param {GameState} state
 * @param {GameInfo} game
 * @param {(at: At) => void} go
 * @param {boolean} values
 */
function lines(state, game, go, values) {
  /** @type {HTMLElement[]} */
  const preface = state.comment ? [el('li', { class: 'preface' }, el('p', { class: 'comment' }, new Text(commentWords(state.comment))))] : [];
  if (state.history.length === 0) return [...preface, el('li', { class: 'faint' }, 'No move has been played yet.')];
  /** @type {HTMLElement[]} */
  const items = [];
  // A line ends with events or a comment: the reply begins a line of its own.
  let ended = true;
  for (const entry of state.history) {
    const black = !game.simultaneous && entry.moves[0]?.side === 'black';
    if (ended || !black) items.push(el('li', { class: 'pair' }, el('span', { class: 'number' }, `${entry.number}.`), black ? el('span', { class: 'move gap' }, '…') : null));
    const line = /** @type {HTMLElement} */ (items.at(-1));
    line.append(moveButton(entry, { ply: entry.ply + 1 }, game, go, values));
    const listed = entry.events.filter((event) => LISTED_EVENTS.includes(event.event));
    const comment = commentWords(entry.comment ?? '');
    const others = variationsAt(state, undefined, entry.ply, game, go, values);
    ended = listed.length > 0 || comment !== '' || others.length > 0;
    if (ended) line.append(el('div', { class: 'entry-events' },
      ...listed.map((event) => eventLine(event, game, entry)), comment ? el('p', { class: 'comment' }, new Text(comment)) : null, ...others));
  }
  return [...preface, ...items];
}

/**
 * Draws the variations that leave a line after a number of plies.
 * @param {GameState} state
 * @param {number | undefined} parent
 * @param {number} ply
 * @param {GameInfo} game
 * @param {(at: At) => void} go
 * @param {boolean} values
 * @returns {HTMLElement[]}
 */
function variationsAt(state, parent, ply, game, go, values) {
  return (state.variations ?? []).flatMap((line, variation) => {
    if ((line.parent ?? undefined) !== parent || line.ply !== ply) return [];
    return [el('div', { class: 'variation' }, ...line.entries.flatMap((entry, i) => {
      const white = entry.moves[0]?.side === 'white';
      const comment = commentWords(entry.comment ?? '');
      return [white || i === 0 ? el('span', { class: 'faint' }, `${entry.number}${white ? '.' : '…'}`) : null,
        moveButton(entry, { variation, ply: entry.ply + 1 }, game, go, values),
        comment ? el('span', { class: 'comment' }, new Text(comment)) : null, ...variationsAt(state, variation, entry.ply, game, go, values)];
    }))];
  });
}

/**
 * Returns the name of a place for `data-at`.
 * @param {At} at
 */
function nameOf({ variation, ply }) {
  return `${variation ?? 'game'} ${ply}`;
}

/**
 * @param {HistoryEntry} entry
 * @param {At} at
 * @param {GameInfo} game
 * @param {(at: At) => void} go
 * @param {boolean} values
 */
function moveButton(entry, at, game, go, values) {
  const texts = entry.moves.map((made) => {
    const gamble = entry.events.find((event) => event.event === 'gamble' && event.side === made.side);
    const isVoid = gamble?.event === 'gamble' && !gamble.played;
    return el('span', { class: isVoid ? 'san void' : 'san' }, made.san);
  });
  const fault = values && entry.note?.fault;
  return el('button', {
    type: 'button', class: 'move', 'data-at': nameOf(at), 'aria-label': entryWords(entry, game), on: { click: () => go(at) },
  }, ...texts, entry.nag ? el('span', { class: 'glyph' }, NAGS[entry.nag] ?? `$${entry.nag}`) : fault ? el('span', { class: `glyph ${fault}` }, SIGNS[fault]) : null, values && entry.value ? el('span', { class: 'move-value' }, valueText(entry.value)) : null);
}

/**
 * @param {GameEvent} event
 * @param {GameInfo} game
 * @param {HistoryEntry} entry
 */
function eventLine(event, game, entry) {
  const mover = entry.moves[0]?.side ?? 'white';
  if (event.event === 'becomes') return el('p', { class: 'event becomes' }, becomesWords(event, game, mover));
  const text = capital(eventWords(event, game, mover));
  if (event.event !== 'coup') return el('p', { class: `event ${event.event}` }, text);
  const drawing = pieceTypeDrawing(game, event.letter);
  return el('p', { class: 'event coup' }, drawing ? pieceIcon({ side: event.side, drawing }, true) : icon('crown'), text);
}
