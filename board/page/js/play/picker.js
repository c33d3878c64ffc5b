/**
 * @file The choice of what a pawn becomes: a column of pieces on the board that begins at the pawn's goal.
 */
import { el, put } from '../dom.js';
import { pieceIcon } from '../pieces.js';
import { place } from '../squares.js';
/** @import {Board} from '../board.js' */
/** @import {Side, Step} from '../types.js' */

/**
 * @typedef {object} Option
 * @property {Step} step
 * @property {string} name
 * @property {string} drawing
 * @property {boolean} crowned
 */

/**
 * Asks. Arrow keys go through the pieces, Escape or a click elsewhere chooses none.
 * @param {Board} board
 * @param {string} square
 * @param {Side} side
 * @param {Option[]} options
 * @param {(option: Option | null) => void} look What is looked at before the choice.
 * @returns {Promise<Option | null>}
 */
export function pick(board, square, side, options, look) {
  const [x, y] = place(square, board.size, board.below);
  const up = y >= board.size.ranks / 2;
  return new Promise((resolve) => {
    const done = (/** @type {Option | null} */ option) => {
      put(board.popups);
      look(null);
      board.focus(square);
      resolve(option);
    };
    // The tap that opened the picker ends as a click on what is under the finger now: only a press that began here counts.
    let pressed = false;
    const chosen = (/** @type {MouseEvent} */ event, /** @type {Option} */ option) => {
      if (pressed || event.detail === 0) done(option);
    };
    const buttons = options.map((option) => el('button', {
      type: 'button', class: 'pick', role: 'menuitem', 'aria-label': option.name, title: option.name,
      on: { click: (/** @type {MouseEvent} */ event) => chosen(event, option), focus: () => look(option), pointerenter: () => look(option) },
    }, pieceIcon({ side, drawing: option.drawing }, option.crowned)));
    const menu = el('div', { class: 'picker', role: 'menu', 'aria-label': 'The pawn becomes' }, ...(up ? [...buttons].reverse() : buttons));
    menu.style.setProperty('--x', String(x));
    menu.style.setProperty(up ? '--from-below' : '--y', String(up ? board.size.ranks - 1 - y : y));
    menu.classList.toggle('up', up);
    const veil = el('div', { class: 'veil', on: { pointerdown: () => done(null) } });
    menu.addEventListener('pointerdown', () => {
      pressed = true;
    });
    menu.addEventListener('keydown', (event) => {
      const order = [...menu.querySelectorAll('button')];
      const at = order.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
      if (event.key === 'Escape') done(null);
      else if (event.key === 'ArrowDown' || event.key === 'ArrowRight') order[(at + 1) % order.length]?.focus();
      else if (event.key === 'ArrowUp' || event.key === 'ArrowLeft') order[(at + order.length - 1) % order.length]?.focus();
      else return;
      event.preventDefault();
    });
    put(board.popups, veil, menu);
    buttons[0]?.focus();
  });
}
