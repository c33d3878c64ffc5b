/**
 * @file A sentence at a square of the board: why a move may not be made.
 */
import { el } from '../dom.js';
import { place } from '../squares.js';
/** @import {Board} from '../board.js' */

/** Milliseconds that a bubble stays, and for each letter. */
const STAY = 3500;
const STAY_FOR_A_LETTER = 45;

/**
 * Shows a sentence at a square. It goes by itself, and with the next press.
 * @param {Board} board
 * @param {string} square
 * @param {string} text
 */
export function say(board, square, text) {
  hush(board);
  const [x, y] = place(square, board.size, board.below);
  const bubble = el('div', { class: 'bubble' }, text);
  const below = y < 1;
  bubble.classList.toggle('below', below);
  bubble.style.setProperty('--x', String((x + 0.5) / board.size.files));
  bubble.style.setProperty('--y', String((below ? y + 1 : y) / board.size.ranks));
  board.popups.append(bubble);
  setTimeout(() => bubble.remove(), STAY + text.length * STAY_FOR_A_LETTER);
}

/**
 * Takes the sentence away.
 * @param {Board} board
 */
export function hush(board) {
  for (const bubble of board.popups.querySelectorAll('.bubble')) bubble.remove();
}
