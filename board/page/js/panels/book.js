/**
 * @file Moves of the opening book.
 */
import { Refusal } from '../client.js';
import { el, put } from '../dom.js';
import { countText } from '../words.js';
/** @import {Client} from '../client.js' */
/** @import {Arrow} from '../marks.js' */
/** @import {BookLine, BookView, Place} from '../messages.js' */

/** Maximum number of moves shown one by one. */
const MAX_MOVES = 12;

/**
 * Creates the panel. `follow` sets the position.
 * @param {Client} client
 * @param {(arrows: Arrow[]) => void} point Shows a move on the board.
 */
export function bookPanel(client, point) {
  const element = el('div', { class: 'book' });
  let asked = 0;
  return {
    element,
    /** @param {Place | undefined} place */
    async follow(place) {
      const mine = ++asked;
      try {
        const book = await client.request('position', 'book', { place });
        if (mine === asked) put(element, ...pageOf(book, point));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (mine === asked && error.code !== 'lost') put(element, el('p', { class: 'faint' }, error.message));
      }
    },
  };
}

/**
 * @param {BookView} book
 * @param {(arrows: Arrow[]) => void} point
 */
function pageOf(book, point) {
  const about = el('p', { class: 'faint' }, `Games of the engine against itself: ${book.about.join('; ')}.`);
  const games = book.moves.reduce((sum, move) => sum + move.games, 0);
  if (games === 0) return [el('p', {}, 'No book game reached this position.'), about];
  const shown = book.moves.slice(0, MAX_MOVES);
  const rest = book.moves.slice(MAX_MOVES);
  const heads = el('li', { class: 'book-heads faint', 'aria-hidden': 'true' }, el('span', {}, 'Move'), el('span', {}, 'Played'), el('span', { class: 'book-games' }, 'Games'), el('span', { class: 'book-white' }, 'White'));
  const more = rest.length > 0 ? [el('p', { class: 'faint' }, `${rest.length} more moves in ${countText(rest.reduce((sum, move) => sum + move.games, 0))} games.`)] : [];
  return [el('ul', { class: 'book-moves' }, heads, ...shown.map((move) => row(move, games, point))), ...more, about];
}

/**
 * @param {BookLine} move
 * @param {number} games The games that reached the position.
 * @param {(arrows: Arrow[]) => void} point
 */
function row(move, games, point) {
  const fill = el('span', { class: 'odds-fill' });
  fill.style.width = `${(100 * move.games / games).toFixed(1)}%`;
  const [from, to] = move.arrow;
  const show = () => point([{ from, to, kind: 'other', strength: 1 }]);
  const white = Math.round(100 * move.white / move.games);
  return el('li', { tabindex: 0, 'aria-label': `${move.san}: ${move.games} games, White scored ${white} per cent`,
    on: { mouseenter: show, focus: show, mouseleave: () => point([]), blur: () => point([]) } },
  el('b', {}, move.san), el('span', { class: 'odds-track' }, fill),
  el('span', { class: 'book-games' }, countText(move.games)), el('span', { class: 'book-white' }, `${white} %`));
}
