/**
 * @file The list of moves with their events.
 */
import { el, icon, put } from '../dom.js';
import { pieceIcon } from '../pieces.js';
import { settings } from '../settings.js';
import { commentForm } from './comment.js';
import { capital, commentWords, entryWords, eventWords, pieceTypeDrawing, pieceTypeName, valueText } from '../words.js';
/** @import {Client} from '../client.js' */
/** @import {GameEvent, GameInfo, GameState, HistoryEntry} from '../messages.js' */

/** Events with a line of their own in the list. */
const LISTED_EVENTS = ['becomes', 'coup', 'bribe', 'gamble', 'penalty', 'clash', 'swap', 'relocation'];

/** The signs of mistakes. */
export const SIGNS = { inaccuracy: '?!', mistake: '?', blunder: '??' };

/**
 * Creates the list. `show` fills it.
 * @param {Client} client
 * @param {(plies: number) => void} go Shows the game after a number of plies.
 */
export function historyPanel(client, go) {
  const list = el('ol', { class: 'history', 'aria-label': 'Moves', tabindex: 0 });
  const comment = commentForm(client);
  const element = el('div', { class: 'history-box' }, list, comment.element);
  /** @type {HistoryEntry[]} */
  let drawn = [];
  let values = false;

  /**
   * @param {GameState} state
   * @param {number} plies The number of plies before the position shown.
   */
  const show = (state, plies) => {
    comment.show(state);
    // Each state has a new list, with the current comments.
    if (drawn !== state.history || values !== showsValues(state)) {
      drawn = state.history;
      values = showsValues(state);
      put(list, ...lines(state, client.game(state.position.variant), go, values));
    }
    for (const move of list.querySelectorAll('button.move')) {
      const here = Number(move.getAttribute('data-ply')) + 1 === plies;
      move.classList.toggle('here', here);
      if (here) {
        move.setAttribute('aria-current', 'step');
        scrollWithin(list, /** @type {HTMLElement} */ (move.closest('li')));
      } else move.removeAttribute('aria-current');
    }
    if (plies === 0) list.scrollTop = 0;
  };
  return { element, show, comment };
}

/**
 * Returns `true` if the list shows the engine's values: not while a person plays against an engine, unless the settings say so.
 * @param {GameState} state
 */
export function showsValues(state) {
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
 * @param {(plies: number) => void} go
 * @param {boolean} values
 */
function lines(state, game, go, values) {
  /** @type {HTMLElement[]} */
  const preface = state.comment ? [el('li', { class: 'preface' }, el('p', { class: 'comment' }, commentWords(state.comment)))] : [];
  if (state.history.length === 0) return [...preface, el('li', { class: 'faint' }, 'No move has been played yet.')];
  /** @type {HTMLElement[]} */
  const items = [];
  // A line ends with events or a comment: the reply begins a line of its own.
  let ended = true;
  for (const entry of state.history) {
    const black = !game.simultaneous && entry.moves[0]?.side === 'black';
    if (ended || !black) items.push(el('li', { class: 'pair' }, el('span', { class: 'number' }, `${entry.number}.`), black ? el('span', { class: 'move gap' }, '…') : null));
    const line = /** @type {HTMLElement} */ (items.at(-1));
    line.append(moveButton(entry, game, go, values));
    const listed = entry.events.filter((event) => LISTED_EVENTS.includes(event.event));
    const comment = commentWords(entry.comment ?? '');
    ended = listed.length > 0 || comment !== '';
    if (ended) line.append(el('div', { class: 'entry-events' },
      ...listed.map((event) => eventLine(event, game, entry)), comment ? el('p', { class: 'comment' }, comment) : null));
  }
  return [...preface, ...items];
}

/**
 * @param {HistoryEntry} entry
 * @param {GameInfo} game
 * @param {(plies: number) => void} go
 * @param {boolean} values
 */
function moveButton(entry, game, go, values) {
  const texts = entry.moves.map((made) => {
    const gamble = entry.events.find((event) => event.event === 'gamble' && event.side === made.side);
    const isVoid = gamble?.event === 'gamble' && !gamble.played;
    return el('span', { class: isVoid ? 'san void' : 'san' }, made.san);
  });
  const fault = values && entry.note?.fault;
  return el('button', {
    type: 'button', class: 'move', 'data-ply': entry.ply, 'aria-label': entryWords(entry, game), on: { click: () => go(entry.ply + 1) },
  }, ...texts, fault ? el('span', { class: `glyph ${fault}` }, SIGNS[fault]) : null, values && entry.value ? el('span', { class: 'move-value' }, valueText(entry.value)) : null);
}

/**
 * @param {GameEvent} event
 * @param {GameInfo} game
 * @param {HistoryEntry} entry
 */
function eventLine(event, game, entry) {
  const text = capital(eventWords(event, game, entry.moves[0]?.side ?? 'white'));
  if (event.event === 'becomes') return el('p', { class: 'event becomes' }, `The ${pieceTypeName(game, event.was, entry.moves[0]?.side ?? 'white')} ${text.toLowerCase()}.`);
  if (event.event !== 'coup') return el('p', { class: `event ${event.event}` }, text);
  const drawing = pieceTypeDrawing(game, event.letter);
  return el('p', { class: 'event coup' }, drawing ? pieceIcon({ side: event.side, drawing }, true) : icon('crown'), text);
}
