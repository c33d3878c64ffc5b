/**
 * @file Games as files.
 */
import { attempt } from './toast.js';
/** @import {Client} from './client.js' */

/**
 * Lets the browser save games as PGN.
 * @param {Client} client
 * @param {number[]} games
 * @param {boolean} values With comments and values.
 */
export async function savePgn(client, games, values) {
  await attempt(client.request('export', { games, values }).then(({ text }) => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], { type: 'application/vnd.chess-pgn' }));
    link.download = games.length === 1 ? `upheaval-${games[0]}.pgn` : 'upheaval.pgn';
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }));
}
