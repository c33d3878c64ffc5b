/**
 * @file A bubble at a square of the board: the reason why a move is illegal.
 */
import { el } from '../dom.js';
import { place } from '../squares.js';
/** @import {Board} from '../board.js' */

/** Milliseconds that a bubble is shown, plus those for each letter. */
const SHOWN_MS = 3500;
const SHOWN_MS_PER_LETTER = 45;

/**
 * Shows a bubble until some time has passed or the next press.
 * @param {Board} board
 * @param {string} square
 * @param {string} text
 */
export function showBubble(board, square, text) {
  hideBubble(board);
  const [x, y] = place(square, board.size, board.below);
  const bubble = el('div', { class: 'bubble' }, text);
  const below = y < 1;
  bubble.classList.toggle('below', below);
  bubble.style.setProperty('--x', String((x + 0.5) / board.size.files));
  bubble.style.setProperty('--y', String((below ? y + 1 : y) / board.size.ranks));
  board.popups.append(bubble);
  setTimeout(() => bubble.remove(), SHOWN_MS + text.length * SHOWN_MS_PER_LETTER);
}

/**
 * Hides the bubble.
 * @param {Board} board
 */
export function hideBubble(board) {
  for (const bubble of board.popups.querySelectorAll('.bubble')) bubble.remove();
}
