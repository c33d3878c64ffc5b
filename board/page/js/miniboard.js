/**
 * @file Small pictures of positions, for cards and lists.
 */
import { svg } from './dom.js';
import { arrowMark, squareMark } from './marks.js';
import { pieceDrawing } from './pieces.js';
import { place, readBoard, rows } from './squares.js';
/** @import {GameInfo} from './messages.js' */

/** @typedef {{marks?: import('./marks.js').Mark[], arrows?: import('./marks.js').Arrow[], royals?: string[]}} Scene Marks, arrows and crowns. */

/**
 * Draws a position.
 * @param {GameInfo} game
 * @param {string} fen
 * @param {Scene} [scene]
 * @returns {SVGSVGElement}
 */
export function miniboard(game, fen, { marks = [], arrows = [], royals = [] } = {}) {
  const picture = svg('svg', { class: 'miniboard', viewBox: `0 0 ${game.files * 100} ${game.ranks * 100}`, 'aria-hidden': 'true' });
  picture.append(...rows(game, 'white').flatMap((row, y) => row.map((_, x) => svg('rect', {
    class: (x + y) % 2 === 0 ? 'light' : 'dark', x: x * 100, y: y * 100, width: 100.5, height: 100.5,
  }))));
  const at = (/** @type {string} */ square) => /** @type {[number, number]} */ (place(square, game, 'white').map((unit) => unit * 100));
  const drawn = (/** @type {boolean} */ over) => marks.filter((mark) => Boolean(mark.over) === over).map((mark) => squareMark(mark, ...at(mark.square)));
  picture.append(...drawn(false));
  for (const [square, letter] of readBoard(fen)) {
    const drawing = game.pieceTypes.find((kind) => kind.letter === letter.toLowerCase())?.drawing;
    if (!drawing) continue;
    const [x, y] = at(square);
    const piece = pieceDrawing({ side: letter === letter.toLowerCase() ? 'black' : 'white', drawing }, royals.includes(square));
    piece.setAttribute('transform', `translate(${x} ${y})`);
    picture.append(piece);
  }
  picture.append(...drawn(true), ...arrows.map((arrow) => arrowMark(arrow, at(arrow.from), at(arrow.to))));
  return picture;
}
