/**
 * @file Games as files.
 */
import { attempt } from './toast.js';
/** @import {Client} from './client.js' */

/** Games that the session exports at a time. */
const MOST = 1000;

/**
 * Lets the browser save games as PGN.
 * @param {Client} client
 * @param {number[]} games
 * @param {boolean} values With comments and values.
 */
export async function savePgn(client, games, values) {
  await attempt((async () => {
    const texts = [];
    for (let i = 0; i < games.length; i += MOST) {
      texts.push((await client.request('library', 'export', { games: games.slice(i, i + MOST), values })).text);
    }
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob(texts, { type: 'application/vnd.chess-pgn' }));
    link.download = games.length === 1 ? `upheaval-${games[0]}.pgn` : 'upheaval.pgn';
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  })());
}
