/**
 * @file The list of moves with their events.
 */
import { button, el, icon, put } from '../dom.js';
import { pieceIcon } from '../pieces.js';
import { commentForm } from './comment.js';
import { capital, commentWords, entryWords, eventWords, pieceTypeDrawing, valueText } from '../words.js';
/** @import {Client} from '../client.js' */
/** @import {GameEvent, GameInfo, GameState, HistoryEntry} from '../messages.js' */

/** Events with a line of their own in the list. */
const LISTED_EVENTS = ['coup', 'bribe', 'gamble', 'penalty', 'clash', 'swap', 'relocation'];

/**
 * Creates the list. `show` fills it.
 * @param {Client} client
 * @param {(plies: number) => void} go Shows the game after a number of plies.
 */
export function historyPanel(client, go) {
  const list = el('ol', { class: 'history', 'aria-label': 'Moves', tabindex: 0 });
  let count = 0;
  let at = 0;
  const step = (/** @type {number} */ plies) => go(Math.min(Math.max(plies, 0), count));
  const walk = el('div', { class: 'walk', role: 'group', 'aria-label': 'Step through the game' },
    button('First position', () => step(0), { class: 'button quiet' }, icon('first')),
    button('Previous move', () => step(at - 1), { class: 'button quiet' }, icon('back')),
    button('Next move', () => step(at + 1), { class: 'button quiet' }, icon('forward')),
    button('Last position', () => step(count), { class: 'button quiet' }, icon('last')));
  const comment = commentForm(client);
  const write = button('Comment', () => client.state && comment.open(client.state, at, write),
    { class: 'button quiet', title: 'Comment on this move' }, icon('pen'));
  walk.append(write);
  const element = el('div', { class: 'history-box' }, list, walk, comment.element);
  /** @type {HistoryEntry[]} */
  let drawn = [];

  /**
   * @param {GameState} state
   * @param {number} plies The number of plies before the position shown.
   */
  const show = (state, plies) => {
    count = state.history.length;
    at = plies;
    comment.show(state);
    // Each state has a new list, with the current comments.
    if (drawn !== state.history) {
      drawn = state.history;
      put(list, ...lines(state, client.game(state.position.variant), go));
    }
    for (const move of list.querySelectorAll('.move')) {
      const here = Number(move.getAttribute('data-ply')) + 1 === plies;
      move.classList.toggle('here', here);
      if (here) {
        move.setAttribute('aria-current', 'step');
        scrollWithin(list, /** @type {HTMLElement} */ (move));
      } else move.removeAttribute('aria-current');
    }
  };
  return { element, show };
}

/**
 * Scrolls a list to one of its lines, without scrolling the page.
 * @param {HTMLElement} list
 * @param {HTMLElement} line
 */
function scrollWithin(list, line) {
  const top = line.offsetTop - list.offsetTop;
  if (top < list.scrollTop || top + line.offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = top - list.clientHeight / 2;
  }
}

/**
 * @param {GameState} state
 * @param {GameInfo} game
 * @param {(plies: number) => void} go
 */
function lines(state, game, go) {
  /** @type {HTMLElement[]} */
  const preface = state.comment ? [el('li', { class: 'preface' }, el('p', { class: 'comment' }, commentWords(state.comment)))] : [];
  if (state.history.length === 0) return [...preface, el('li', { class: 'faint' }, 'No move has been played yet.')];
  /** @type {HTMLElement[]} */
  const items = [];
  for (const entry of state.history) {
    const number = game.simultaneous || entry.moves[0]?.side === 'white' || items.length === 0;
    if (number) items.push(el('li', { class: 'pair' }, el('span', { class: 'number' }, `${entry.number}.`)));
    const line = /** @type {HTMLElement} */ (items.at(-1));
    if (number && entry.moves[0]?.side === 'black') line.append(el('span', { class: 'faint' }, '…'));
    line.append(moveButton(entry, game, go));
    const listed = entry.events.filter((event) => LISTED_EVENTS.includes(event.event));
    const comment = commentWords(entry.comment ?? '');
    if (listed.length > 0 || comment) line.append(el('div', { class: 'entry-events' },
      ...listed.map((event) => eventLine(event, game, entry)), comment ? el('p', { class: 'comment' }, comment) : null));
  }
  return [...preface, ...items];
}

/**
 * @param {HistoryEntry} entry
 * @param {GameInfo} game
 * @param {(plies: number) => void} go
 */
function moveButton(entry, game, go) {
  const texts = entry.moves.map((made) => {
    const gamble = entry.events.find((event) => event.event === 'gamble' && event.side === made.side);
    const isVoid = gamble?.event === 'gamble' && !gamble.played;
    return el('span', { class: isVoid ? 'san void' : 'san' }, made.san);
  });
  return el('button', {
    type: 'button', class: 'move', 'data-ply': entry.ply, 'aria-label': entryWords(entry, game), on: { click: () => go(entry.ply + 1) },
  }, ...texts, entry.value ? el('span', { class: 'move-value' }, valueText(entry.value)) : null);
}

/**
 * @param {GameEvent} event
 * @param {GameInfo} game
 * @param {HistoryEntry} entry
 */
function eventLine(event, game, entry) {
  const text = capital(eventWords(event, game, entry.moves[0]?.side ?? 'white'));
  if (event.event !== 'coup') return el('p', { class: `event ${event.event}` }, text);
  const drawing = pieceTypeDrawing(game, event.letter);
  return el('p', { class: 'event coup' }, drawing ? pieceIcon({ side: event.side, drawing }, true) : icon('crown'), text);
}
