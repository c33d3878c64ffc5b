/**
 * @file The drawings of pieces and marks: one sprite, made of the files in `pieces/`, so that a piece is a `<use>`.
 */
import { svg } from './dom.js';
/** @import {Piece, Side} from './types.js' */

const NAMES = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king', 'tower', 'eagle', 'cardinal', 'duke', 'soldier',
  'crown', 'check', 'gamble', 'price'];

/**
 * Puts one symbol for each drawing into the document. A drawing that cannot be had is left out: its squares still
 * have their names.
 * @param {Element} sprite The `<svg>` that holds the symbols.
 * @returns {Promise<void>}
 */
export async function loadPieces(sprite) {
  await Promise.all(NAMES.map(async (name) => {
    const answer = await fetch(`pieces/${name}.svg`);
    if (!answer.ok) return;
    const drawing = new DOMParser().parseFromString(await answer.text(), 'image/svg+xml').documentElement;
    const symbol = svg('symbol', { id: `d-${name}`, viewBox: '0 0 100 100' });
    symbol.append(...drawing.childNodes);
    sprite.append(symbol);
  }));
}

/**
 * A piece, 100 units wide, with his crown if he is to wear one.
 * @param {{side: Side, drawing: string}} piece
 * @param {boolean} [crowned]
 * @returns {SVGGElement}
 */
export function pieceDrawing(piece, crowned = false) {
  return svg('g', { class: `piece ${piece.side}` },
    svg('use', { href: `#d-${piece.drawing}`, width: 100, height: 100, class: 'body' }),
    crowned ? svg('use', { href: '#d-crown', width: 100, height: 100, class: 'crown' }) : null);
}

/**
 * A piece as a picture in running text or on a button.
 * @param {{side: Side, drawing: string}} piece
 * @param {boolean} [crowned]
 * @returns {SVGSVGElement}
 */
export function pieceIcon(piece, crowned = false) {
  return svg('svg', { class: 'piece-icon', viewBox: '0 0 100 100', 'aria-hidden': 'true' }, pieceDrawing(piece, crowned));
}

/**
 * Whether a piece wears a crown: a royal where governments are.
 * @param {Piece} piece
 * @param {{governments?: unknown}} position
 * @returns {boolean}
 */
export function wearsCrown(piece, position) {
  return piece.royal && Boolean(position.governments);
}
