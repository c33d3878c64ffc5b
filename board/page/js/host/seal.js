/**
 * @file Choices of Apocalypse at a hosted table: the page seals a choice with a nonce of its own and reveals it when both sides
 * have sealed theirs. Choice and nonce are stored before the hash is sent, so that a killed browser can still reveal them.
 */
import { sha256 } from '../hash.js';
/** @import {Client} from '../client.js' */
/** @import {GameInfo, GameState, Side} from '../messages.js' */

const KEY = 'upheaval-sealed';

/** @typedef {{table: number, ply: number, side: Side, move: string, nonce: string}} Choice */

/** @type {Choice[]} */
let kept = read();

/** @returns {Choice[]} */
function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]');
  } catch {
    return [];
  }
}

/** @param {Choice[]} choices */
function write(choices) {
  kept = choices;
  try {
    localStorage.setItem(KEY, JSON.stringify(choices));
  } catch {
    // Without storage a choice is lost with the page.
  }
}

/**
 * Plays a move, or seals a choice at a hosted table.
 * @param {Client} client
 * @param {GameInfo} info
 * @param {string} move
 * @param {Side} side
 */
export async function playMove(client, info, move, side) {
  const version = client.state?.version ?? 0;
  if (!client.hall || !info.simultaneous || !client.state) {
    await client.request('game', 'play', { version, move, ...(info.simultaneous ? { side } : {}) });
    return;
  }
  const nonce = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const ply = client.state.history.length;
  const { game } = client.state;
  write([...read().filter((choice) => choice.table !== game || choice.side !== side), { table: game, ply, side, move, nonce }]);
  await client.request('game', 'commit', { version, side, ply, hash: sha256(`${move} ${nonce}`) });
}

/**
 * Reveals this page's choice if both sides have sealed theirs.
 * @param {Client} client
 * @param {GameState} state
 */
export function revealSealed(client, state) {
  const side = client.table?.side;
  if (!side || state.result || state.sealed.length < 2) return;
  const ply = state.history.length;
  const choice = [...kept, ...read()].find((each) => each.table === state.game && each.ply === ply && each.side === side);
  if (!choice) return;
  // A second page of the player may have revealed it already.
  client.request('game', 'reveal', { version: state.version, side, ply, move: choice.move, nonce: choice.nonce }).catch(() => undefined);
}
