/**
 * @file Small pictures of positions, for cards and lists.
 */
import { svg } from './dom.js';
import { pieceDrawing } from './pieces.js';
import { place, readBoard, rows } from './squares.js';
/** @import {GameInfo} from './messages.js' */

/**
 * Draws a position.
 * @param {GameInfo} game
 * @param {string} fen
 * @returns {SVGSVGElement}
 */
export function miniboard(game, fen) {
  const picture = svg('svg', { class: 'miniboard', viewBox: `0 0 ${game.files * 100} ${game.ranks * 100}`, 'aria-hidden': 'true' });
  picture.append(...rows(game, 'white').flatMap((row, y) => row.map((_, x) => svg('rect', {
    class: (x + y) % 2 === 0 ? 'light' : 'dark', x: x * 100, y: y * 100, width: 100.5, height: 100.5,
  }))));
  for (const [square, letter] of readBoard(fen)) {
    const drawing = game.pieceTypes.find((kind) => kind.letter === letter.toLowerCase())?.drawing;
    if (!drawing) continue;
    const [x, y] = place(square, game, 'white');
    const piece = pieceDrawing({ side: letter === letter.toLowerCase() ? 'black' : 'white', drawing });
    piece.setAttribute('transform', `translate(${x * 100} ${y * 100})`);
    picture.append(piece);
  }
  return picture;
}
