/**
 * @file Places in the game on the board and its variations.
 */
/** @import {GameState, HistoryEntry} from '../messages.js' */

/** @typedef {{variation?: number | undefined, ply: number}} At A number of plies in the game, or in a variation. */

/**
 * Returns the last move before a place.
 * @param {GameState} state
 * @param {At} at
 * @returns {HistoryEntry | undefined}
 */
export function entryAt(state, { variation, ply }) {
  if (variation === undefined) return state.history[ply - 1];
  const line = state.variations?.[variation];
  if (!line) return undefined;
  return ply > line.ply ? line.entries[ply - line.ply - 1] : entryAt(state, at(line.parent ?? undefined, ply));
}

/**
 * Returns a place in the line to which it belongs: a variation before its first move is the line that it leaves.
 * @param {GameState} state
 * @param {At} place
 * @returns {At}
 */
export function settled(state, { variation, ply }) {
  const line = variation === undefined ? undefined : state.variations?.[variation];
  return line && ply <= line.ply ? settled(state, at(line.parent ?? undefined, ply)) : at(variation, ply);
}

/**
 * Returns the number of plies at the end of the game, or of a variation.
 * @param {GameState} state
 * @param {number | undefined} variation
 * @returns {number}
 */
export function endOf(state, variation) {
  const line = variation === undefined ? undefined : state.variations?.[variation];
  return line ? line.ply + line.entries.length : state.history.length;
}

/**
 * @param {number | undefined} variation
 * @param {number} ply
 * @returns {At}
 */
function at(variation, ply) {
  return variation === undefined ? { ply } : { variation, ply };
}
