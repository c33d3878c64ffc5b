/**
 * @file Saves games as files.
 */
import { attempt } from './toast.js';
/** @import {Client} from './client.js' */

/** Maximum number of games in one export. */
const MAX_EXPORT = 1000;

/**
 * Saves games as PGN.
 * @param {Client} client
 * @param {number[]} games
 * @param {boolean} values `true` to include values and the comments of a review.
 */
export async function savePgn(client, games, values) {
  await attempt((async () => {
    const texts = [];
    for (let i = 0; i === 0 || i < games.length; i += MAX_EXPORT) {
      texts.push((await client.request('library', 'export', { games: games.slice(i, i + MAX_EXPORT), values })).text);
    }
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob(texts, { type: 'application/vnd.chess-pgn' }));
    link.download = games.length === 1 ? `upheaval-${games[0]}.pgn` : 'upheaval.pgn';
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  })());
}
