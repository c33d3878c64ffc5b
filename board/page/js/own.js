/**
 * @file The player's own games, stored by the browser: their definitions, and pictures of their pieces.
 */
/** @import {Client} from './client.js' */

/** @typedef {{text: string, pieces: Record<string, string>}} Own Definitions in the format of variants.ini; addresses of pictures by name: `n`, `wn`. */

const KEY = 'upheaval-own';

/** @type {Own} */
const NOTHING = { text: '', pieces: {} };

/** What was read last: every piece asks for its picture. */
let read = { stored: '{}', value: NOTHING };

/**
 * Returns what is stored.
 * @returns {Own}
 */
export function own() {
  try {
    const stored = localStorage.getItem(KEY) ?? '{}';
    if (stored !== read.stored) read = { stored, value: { ...NOTHING, ...JSON.parse(stored) } };
    return read.value;
  } catch {
    return NOTHING;
  }
}

/**
 * Changes what is stored. Without storage it is lost with the page.
 * @param {Partial<Own>} changes
 */
export function keepOwn(changes) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...own(), ...changes }));
  } catch {
    return;
  }
}

/**
 * Defines the stored games again after the session was started.
 * @param {Client} client
 */
export async function defineAgain(client) {
  const { text } = own();
  if (text && client.plays && !client.hall) await client.request('library', 'define', { text }).catch(() => undefined);
}
