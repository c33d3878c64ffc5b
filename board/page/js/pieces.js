/**
 * @file Drawings of pieces and marks: a sprite made of the files in `pieces/`; each piece is a `<use>`.
 */
import { svg } from './dom.js';
import { own } from './own.js';
import { settings } from './settings.js';
/** @import {PieceView, Side} from './messages.js' */

const NAMES = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king', 'tower', 'eagle', 'cardinal', 'duke', 'soldier',
  'crown', 'check', 'gamble', 'price'];

/** Letters of drawings in place of their first letter. @type {Record<string, string>} */
const LETTERS = { knight: 'N' };

/**
 * Adds a symbol for each drawing to the document. Drawings that cannot be loaded are left out.
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
 * Draws a piece, 100 units wide, with or without a crown.
 * @param {{side: Side, drawing: string}} piece
 * @param {boolean} [crowned]
 * @returns {SVGGElement}
 */
export function pieceDrawing(piece, crowned = false) {
  // A piece type of the player's own has a picture of the player, or a letter.
  const [, letter = ''] = piece.drawing.split('letter-');
  const pictures = letter ? own().pieces : {};
  const picture = pictures[piece.side.slice(0, 1) + letter] ?? pictures[letter];
  if (picture) return svg('g', { class: `piece ${piece.side}` }, svg('image', { href: picture, width: 100, height: 100 }));
  if (letter || settings().pieces === 'letters') {
    return svg('g', { class: `piece ${piece.side} letters` }, svg('circle', { cx: 50, cy: 50, r: 38 }),
      svg('text', { x: 50, y: 68, 'text-anchor': 'middle' }, letter.toUpperCase() || (LETTERS[piece.drawing] ?? piece.drawing.slice(0, 1).toUpperCase())),
      crowned ? svg('use', { href: '#d-crown', x: 29, y: -1, width: 72, height: 72, class: 'crown' }) : null);
  }
  return svg('g', { class: `piece ${piece.side}` },
    svg('use', { href: `#d-${piece.drawing}`, width: 100, height: 100, class: 'body' }),
    crowned ? svg('use', { href: '#d-crown', x: 29, y: -1, width: 72, height: 72, class: 'crown' }) : null);
}

/**
 * Draws a piece for text or a button.
 * @param {{side: Side, drawing: string}} piece
 * @param {boolean} [crowned]
 * @returns {SVGSVGElement}
 */
export function pieceIcon(piece, crowned = false) {
  return svg('svg', { class: 'piece-icon', viewBox: '0 0 100 100', 'aria-hidden': 'true' }, pieceDrawing(piece, crowned));
}

/**
 * Returns `true` if a piece wears a crown: royals in games with governments.
 * @param {PieceView} piece
 * @param {{governments?: unknown}} position
 * @returns {boolean}
 */
export function wearsCrown(piece, position) {
  return piece.royal && Boolean(position.governments);
}
