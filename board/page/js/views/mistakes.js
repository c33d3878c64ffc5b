/**
 * @file Mistakes of the game on the board as puzzles: find the better move.
 */
import { el } from '../dom.js';
import { mistakes } from '../panels/review.js';
import { exercise } from './exercise.js';
import { taskTable } from './learn.js';
/** @import {Client} from '../client.js' */

/**
 * Creates the view of one mistake.
 * @param {Client} client
 * @param {string[]} parts
 * @returns {import('../app.js').View}
 */
export function mistakesView(client, [number = '0']) {
  const { state } = client;
  const found = state ? mistakes(state) : [];
  const at = Number(number);
  const entry = found[at];
  const title = 'Learn from the mistakes';
  const back = el('a', { class: 'button', href: '#/game' }, 'Back to the game');
  if (!state || !entry) return { title, element: el('div', { class: 'empty' }, el('h1', {}, found.length > 0 ? 'That was the last mistake' : 'No mistakes to learn from'), back) };
  const game = client.game(state.position.variant);
  const side = entry.moves[0]?.side ?? 'white';
  const played = entry.moves[0]?.san ?? '';
  const better = entry.note?.betterMove ?? '';
  const { board, side: about, leave } = exercise(client, game, {
    task: `mistake ${at}`, heading: `mistake ${at + 1} of ${found.length}`, title: `${entry.number}${side === 'white' ? '.' : '…'} ${played} was ${entry.note?.fault === 'blunder' ? 'a blunder' : 'a mistake'}`,
    text: 'Find a better move.', hints: [], fen: state.start, before: state.history.slice(0, entry.ply).flatMap(({ moves }) => moves.map((made) => made.move)), side,
    next: `#/mistakes/${at + 1}`, nextName: at + 1 < found.length ? 'Next mistake' : 'Finish',
    judge: ([move]) => Promise.resolve(move === better ? { verdict: 'solved', text: `Correct: ${entry.note?.better} is better.` }
      : { verdict: 'wrong', text: move === entry.moves[0]?.move ? 'This is the move of the game. Try another.' : 'Legal, but the engine prefers another move. Try again.' }),
    solution: () => Promise.resolve(better), solved: () => undefined,
  });
  return { title, element: taskTable(board, about, 'Mistakes', el('div', { class: 'form padded' }, back)), leave };
}
