/**
 * @file The drawings of men and marks: one sprite, made of the files in `pieces/`, so that a man is a `<use>`.
 */
import { svg } from './dom.js';
/** @import {Man, Side} from './types.js' */

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
 * A man, 100 units wide, with his crown if he is to wear one.
 * @param {{side: Side, drawing: string}} man
 * @param {boolean} [crowned]
 * @returns {SVGGElement}
 */
export function manDrawing(man, crowned = false) {
  return svg('g', { class: `man ${man.side}` },
    svg('use', { href: `#d-${man.drawing}`, width: 100, height: 100, class: 'body' }),
    crowned ? svg('use', { href: '#d-crown', width: 100, height: 100, class: 'crown' }) : null);
}

/**
 * A man as a picture in running text or on a button.
 * @param {{side: Side, drawing: string}} man
 * @param {boolean} [crowned]
 * @returns {SVGSVGElement}
 */
export function manIcon(man, crowned = false) {
  return svg('svg', { class: 'man-icon', viewBox: '0 0 100 100', 'aria-hidden': 'true' }, manDrawing(man, crowned));
}

/**
 * Whether a man wears a crown: a royal where governments are.
 * @param {Man} man
 * @param {{governments?: unknown}} position
 * @returns {boolean}
 */
export function wearsCrown(man, position) {
  return man.royal && Boolean(position.governments);
}
