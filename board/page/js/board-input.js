/**
 * @file Pointer and keys on the board's cells. A press selects at once, without waiting for the release; a press that moves
 * becomes a drag.
 */
import { fileAndRank, squareAt } from './squares.js';
/** @import {Board} from './board.js' */

/** CSS pixels of movement from which a press is a drag. */
const DRAG_PIXELS = 5;

/**
 * @typedef {object} Press
 * @property {string} square
 * @property {number} x
 * @property {number} y
 * @property {boolean} selected `true` if its piece can be dragged.
 * @property {boolean} moving
 */

/**
 * Connects pointer and keys with the cells of a board.
 * @param {Board} board
 * @param {HTMLElement} grid
 */
export function follow(board, grid) {
  followPointer(board, grid);
  followPen(board, grid);
  grid.addEventListener('keydown', (event) => keyDown(board, event));
  grid.addEventListener('focusin', (event) => {
    // After a click the arrow keys step through the game; they move the cursor once the board has the focus by a key. With Shift they always step.
    board.byKeys ||= !board.focusing;
    const square = /** @type {HTMLElement} */ (event.target).dataset['square'];
    if (square) board.owner?.hover(square);
  });
}

/**
 * @param {Board} board
 * @param {HTMLElement} grid
 */
function followPointer(board, grid) {
  /** @type {Press | null} */
  let press = null;
  /** @type {string | null} */
  let over = null;

  grid.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    const square = board.squareUnder(event.clientX, event.clientY);
    if (!square || !board.owner) return;
    event.preventDefault();
    board.byKeys = false;
    board.touched = event.pointerType === 'touch';
    board.draw([]);
    board.focus(square);
    grid.setPointerCapture(event.pointerId);
    const selected = board.owner.press(square) === 'drag';
    press = { square, x: event.clientX, y: event.clientY, selected, moving: false };
  });
  // Without this, Chromium delays messages from the server until the touch ends.
  grid.addEventListener('touchstart', (event) => event.preventDefault(), { passive: false });
  grid.addEventListener('pointermove', (event) => {
    const square = board.squareUnder(event.clientX, event.clientY);
    if (square !== over) {
      over = square;
      board.owner?.hover(square);
    }
    if (!press?.selected) return;
    press.moving ||= Math.hypot(event.clientX - press.x, event.clientY - press.y) > DRAG_PIXELS;
    if (press.moving) board.carry(press.square, { x: event.clientX, y: event.clientY });
  });
  grid.addEventListener('pointerup', (event) => {
    const done = press;
    press = null;
    if (!done) return;
    if (!done.moving) {
      board.owner?.again(done.square);
      return;
    }
    board.carry(done.square, null);
    const to = board.squareUnder(event.clientX, event.clientY);
    if (to && to !== done.square) board.owner?.drop(done.square, to);
  });
  grid.addEventListener('pointercancel', () => {
    if (press?.moving) board.carry(press.square, null);
    press = null;
  });
  grid.addEventListener('pointerleave', () => {
    over = null;
    board.owner?.hover(null);
  });
}

/**
 * Draws circles and arrows, green, or red with Shift: with the right button, with a second finger while the first one holds a
 * square, or with the key A on both squares.
 * @param {Board} board
 * @param {HTMLElement} grid
 */
function followPen(board, grid) {
  /** @type {string | null} */
  let from = null;
  const isPen = (/** @type {PointerEvent} */ event) => event.button === 2 || !event.isPrimary;
  const kind = (/** @type {MouseEvent | KeyboardEvent} */ event) => (event.shiftKey ? 'red' : 'green');
  grid.addEventListener('contextmenu', (event) => event.preventDefault());
  grid.addEventListener('pointerdown', (event) => {
    from = isPen(event) ? board.squareUnder(event.clientX, event.clientY) : null;
    if (!from) return;
    board.owner?.cancel();
    grid.setPointerCapture(event.pointerId);
  });
  grid.addEventListener('pointerup', (event) => {
    if (!isPen(event)) return;
    const to = board.squareUnder(event.clientX, event.clientY);
    if (from && to) board.drawMore({ from, to, kind: kind(event) });
    from = null;
  });
  grid.addEventListener('keydown', (event) => {
    const to = board.cursor;
    if (event.key.toLowerCase() === 'a' && !event.ctrlKey && !event.altKey && !event.metaKey) {
      // A circle marks the start until the arrow replaces it.
      if (from !== to) board.drawMore({ from: from ?? to, to, kind: kind(event) });
      if (from && from !== to) board.drawMore({ from, to: from, kind: kind(event) });
      from = from ? null : to;
    } else if (['Enter', ' ', 'Escape'].includes(event.key)) {
      from = null;
      board.draw([]);
    }
  });
}

/**
 * @param {Board} board
 * @param {KeyboardEvent} event
 */
function keyDown(board, event) {
  const turn = board.below === 'white' ? 1 : -1;
  /** @type {Record<string, [number, number]>} */
  const steps = { ArrowLeft: [-turn, 0], ArrowRight: [turn, 0], ArrowUp: [0, turn], ArrowDown: [0, -turn] };
  const step = board.byKeys && !event.shiftKey ? steps[event.key] : undefined;
  if (step) {
    const [file, rank] = fileAndRank(board.cursor);
    const limit = (/** @type {number} */ at, /** @type {number} */ size) => Math.min(Math.max(at, 0), size - 1);
    board.focus(squareAt(limit(file + step[0], board.size.files), limit(rank + step[1], board.size.ranks)));
  } else if (event.key === 'Enter' || event.key === ' ') {
    board.touched = false;
    board.owner?.press(board.cursor);
    board.owner?.again(board.cursor);
  } else if (event.key === 'Escape') {
    board.owner?.cancel();
  } else {
    return;
  }
  event.preventDefault();
}
