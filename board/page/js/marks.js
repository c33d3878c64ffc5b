/**
 * @file Marks on squares, and arrows. Marks differ by shape, not only by colour.
 */
import { svg } from './dom.js';
import { pieceDrawing } from './pieces.js';
/** @import {Side} from './messages.js' */

/**
 * @typedef {'last' | 'selected' | 'capture' | 'step' | 'moveOnly' | 'harmless' | 'check' | 'line' | 'guard' | 'camp'
 *   | 'premove' | 'payer' | 'paid' | 'target' | 'shown' | 'gamble' | 'turnable' | 'becomes' | 'coup'} MarkKind
 * @typedef {{kind: MarkKind, square: string, label?: string, over?: boolean, piece?: {side: Side, drawing: string}}} Mark
 *   `label` is for screen readers, `over` puts the mark above the pieces, `piece` is for `becomes`.
 * @typedef {{from: string, to: string, kind: 'best' | 'other' | 'threat' | 'better' | 'green' | 'red' | 'white' | 'black', strength?: number}} Arrow
 */

/**
 * Draws a mark.
 * @param {Mark} mark
 * @param {number} x
 * @param {number} y
 * @returns {SVGGElement}
 */
export function squareMark(mark, x, y) {
  const drawing = svg('g', { class: `mark ${mark.kind}`, transform: `translate(${x} ${y})` });
  drawing.append(...SHAPES[mark.kind](mark));
  return drawing;
}

const whole = () => svg('rect', { width: 100, height: 100 });
const use = (/** @type {string} */ name) => svg('use', { href: `#d-${name}`, width: 100, height: 100 });

/** @type {Record<MarkKind, (mark: Mark) => SVGElement[]>} */
const SHAPES = {
  last: () => [whole()],
  // Corners cut off: a move that is played when the opponent has moved.
  premove: () => [svg('path', { d: 'M30 0H70L100 30V70L70 100H30L0 70V30z' })],
  selected: () => [whole(), svg('rect', { x: 3, y: 3, width: 94, height: 94, class: 'edge' })],
  // A ring around a piece: it can be captured.
  capture: () => [svg('circle', { cx: 50, cy: 50, r: 44, class: 'halo' }), svg('circle', { cx: 50, cy: 50, r: 44 })],
  // A full dot: the piece can move there, and could capture there.
  step: () => [svg('circle', { cx: 50, cy: 50, r: 15 })],
  // A hollow diamond: the piece can only move there.
  moveOnly: () => [svg('path', { d: 'M50 29 71 50 50 71 29 50z' })],
  // A cross in the corner: the piece reaches the square but cannot capture there.
  harmless: () => [svg('path', { d: 'M72 8 92 28M92 8 72 28' })],
  check: () => [use('check')],
  line: () => [svg('path', { d: 'M0 0h100v100H0z' }), svg('path', { d: 'M50 0V100', class: 'hatch' })],
  guard: () => [svg('path', { d: 'M50 4 90 20V52Q90 84 50 97 10 84 10 52V20z' })],
  camp: () => [whole(), svg('path', { d: 'M36 78V26l30 10-30 12', class: 'flag' })],
  payer: () => [svg('circle', { cx: 50, cy: 50, r: 46 }), use('price')],
  paid: () => [whole(), svg('path', { d: 'M20 52 42 74 82 28' })],
  target: () => [whole(), svg('path', { d: 'M6 30V6H30M70 6H94V30M94 70V94H70M30 94H6V70' })],
  turnable: () => [svg('path', { d: 'M6 24V6H24M76 6H94V24M94 76V94H76M24 94H6V76' })],
  shown: () => [whole(), svg('path', { d: 'M8 8 92 92' })],
  gamble: () => [use('gamble')],
  // A badge with the piece type after the capture.
  becomes: (mark) => [svg('circle', { cx: 80, cy: 80, r: 21 }),
    ...(mark.piece ? [svg('g', { transform: 'translate(62 61) scale(.36)' }, pieceDrawing(mark.piece))] : [])],
  // A falling crown: a coup.
  coup: () => [svg('circle', { cx: 21, cy: 22, r: 21 }),
    svg('g', { transform: 'translate(21 22) rotate(155) scale(.85) translate(-79 -17)' }, use('crown'))],
};

/**
 * Draws a circle around a square.
 * @param {Arrow} arrow
 * @param {[number, number]} at
 * @returns {SVGGElement}
 */
export function circleMark(arrow, [x, y]) {
  return svg('g', { class: `arrow ${arrow.kind}` }, svg('circle', { cx: x + 50, cy: y + 50, r: 45 }));
}

/**
 * Draws an arrow between the centres of two squares.
 * @param {Arrow} arrow
 * @param {[number, number]} from
 * @param {[number, number]} to
 * @returns {SVGGElement}
 */
export function arrowMark(arrow, [x, y], [u, v]) {
  const length = Math.hypot(u - x, v - y) || 1;
  const [dx, dy] = [(u - x) / length, (v - y) / length];
  const width = 7 + 9 * (arrow.strength ?? 1);
  const head = width * 2.1;
  const [sx, sy] = [x + 50 + dx * 22, y + 50 + dy * 22];
  const [ex, ey] = [u + 50 - dx * 8, v + 50 - dy * 8];
  const [bx, by] = [ex - dx * head, ey - dy * head];
  const side = (/** @type {number} */ px, /** @type {number} */ py, /** @type {number} */ w) => `${px - dy * w} ${py + dx * w}`;
  const points = [side(sx, sy, width / 2), side(bx, by, width / 2), side(bx, by, head * 0.62), `${ex} ${ey}`,
    side(bx, by, -head * 0.62), side(bx, by, -width / 2), side(sx, sy, -width / 2)];
  return svg('g', { class: `arrow ${arrow.kind}` }, svg('path', { d: `M${points.join('L')}z` }));
}
