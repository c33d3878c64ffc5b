/**
 * @file Turns of Apocalypse: the sealed choice, its verification, and the probabilities it was drawn from.
 */
import { button, el, icon, put } from '../dom.js';
import { sha256 } from '../hash.js';
import { attempt } from '../toast.js';
import { capital, eventWords, sideName } from '../words.js';
import { oddsBars, strategyBars } from './odds.js';
/** @import {Client} from '../client.js' */
/** @import {GameState, HistoryEntry, MoveMade, Sealed} from '../messages.js' */

/**
 * Creates the panel. `show` fills it.
 * @param {Client} client
 */
export function turnsPanel(client) {
  const now = el('div', { class: 'seal-now' });
  const past = el('div', { class: 'seal-past' });
  const element = el('div', { class: 'turns' }, now, past);
  /** @type {HistoryEntry | undefined} */
  let drawn;

  /**
   * @param {GameState} state
   * @param {number} plies
   */
  const show = (state, plies) => {
    put(now, ...(state.result ? [] : state.sealed.map(sealCard)),
      state.thinking ? el('p', { class: 'faint' }, 'The engine is choosing. Then you choose.') : null);
    const entry = state.history[plies - 1];
    if (entry === drawn) return;
    drawn = entry;
    put(past, entry ? turnCard(client, entry) : null);
  };
  return { element, show };
}

/** @param {Sealed} seal */
function sealCard(seal) {
  return el('div', { class: 'seal-card' }, el('span', { class: 'wax', 'aria-hidden': 'true' }, icon('seal')),
    el('div', {}, el('strong', {}, `${sideName(seal.side)}’s choice is sealed`),
      el('p', { class: 'faint' }, 'This is the hash of a choice made before the other one. It is verified when both are revealed.'),
      el('code', { class: 'hash' }, seal.hash)));
}

/**
 * @param {Client} client
 * @param {HistoryEntry} entry
 */
function turnCard(client, entry) {
  const game = client.game(client.state?.position.variant ?? '');
  const whose = entry.moves.find((made) => made.sealed)?.side;
  const drawn = entry.moves.find((made) => made.side === whose)?.move ?? null;
  const both = el('div', {});
  const showBoth = async () => {
    await attempt(client.request('position', 'odds', { ply: entry.ply }).then((strategies) => put(both, strategyBars(strategies, {
      white: entry.moves.find((made) => made.side === 'white')?.move ?? '',
      black: entry.moves.find((made) => made.side === 'black')?.move ?? '',
    }))));
  };
  return el('div', {},
    el('h3', {}, `Turn ${entry.number}`),
    el('div', { class: 'reveal' }, ...entry.moves.map((made) => revealed(made))),
    el('ul', { class: 'events' }, ...entry.events.map((event) => el('li', {}, capital(eventWords(event, game, entry.moves[0]?.side ?? 'white'))))),
    entry.odds && entry.odds.length > 0 ? oddsBars(entry.odds, `${sideName(whose ?? 'black')}’s odds in this turn`, drawn) : null,
    entry.odds ? button('Show the odds of both sides', () => void showBoth()) : null, both);
}

/** @param {MoveMade} made */
function revealed(made) {
  const check = el('span', { class: 'seal-check faint' });
  if (made.sealed?.nonce) verify(made, made.sealed, check);
  return el('div', { class: `revealed ${made.side}` }, el('span', { class: 'swatch', 'aria-hidden': 'true' }),
    el('span', {}, el('span', { class: 'faint' }, `${sideName(made.side)} `), el('strong', {}, made.san)), check);
}

/**
 * Computes the hash of a choice and compares it with the hash shown before.
 * @param {MoveMade} made
 * @param {Sealed} seal
 * @param {HTMLElement} place
 */
function verify(made, seal, place) {
  const holds = sha256(`${made.move} ${seal.nonce}`) === seal.hash;
  place.classList.toggle('fault', !holds);
  put(place, holds ? '✓ verified' : '✗ does not match its seal');
  place.title = seal.hash;
}
