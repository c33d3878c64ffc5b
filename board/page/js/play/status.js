/**
 * @file The state of the game, in a sentence below the board.
 */
import { sideName } from '../words.js';
/** @import {GameInfo, GameState, Side} from '../messages.js' */

/**
 * Returns the sentence.
 * @param {GameState} state
 * @param {GameInfo} game
 * @param {boolean} [hosted] `true` at a hosted table, which pauses only until both seats are taken.
 * @returns {string}
 */
export function statusWords(state, game, hosted = false) {
  if (state.result) return state.result.words;
  if (state.paused) return hosted ? 'Waiting for the opponent…' : 'The game is paused.';
  if (game.simultaneous) return together(state);
  const side = /** @type {Side} */ (state.position.turn);
  if (state.thinking) return `${sideName(side)} is thinking…`;
  const check = state.position.check.length > 0 ? checkWords(state) : '';
  const alone = state.players.white.kind !== state.players.black.kind;
  return `${check}${alone && state.mayMove[side] ? 'Your move' : `${sideName(side)} to move`}.`;
}

/** @param {GameState} state */
function checkWords(state) {
  const names = state.position.check.map((square) => `the ${state.position.board[square]?.name ?? 'king'} on ${square}`);
  return `Check to ${names.join(' and ')}. `;
}

/** @param {GameState} state */
function together(state) {
  const may = (/** @type {Side[]} */ (['white', 'black'])).filter((side) => state.mayMove[side]);
  if (state.thinking && may.length === 0) return 'The engine is choosing in secret…';
  const people = state.players.white.kind !== 'engine' && state.players.black.kind !== 'engine';
  if (state.sealed.length > 0 && may.length > 0) {
    return `${people ? 'The opponent' : 'The engine'} has chosen. Choose your move: both are revealed together.`;
  }
  if (people && state.sealed.length > 0) return 'Your choice is sealed until the opponent has chosen.';
  if (may.length === 2) return 'Both sides choose in secret, in any order.';
  if (may.length === 1) return `${sideName(may[0] ?? 'white')} chooses; the other choice is kept secret.`;
  return 'Both sides choose…';
}
