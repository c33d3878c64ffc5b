/**
 * @file The choice of a promotion: a column of pieces on the board, from the promotion square on.
 */
import { el, put } from '../dom.js';
import { pieceIcon } from '../pieces.js';
import { place } from '../squares.js';
/** @import {Board} from '../board.js' */
/** @import {Side, Step} from '../messages.js' */

/**
 * @typedef {object} Option
 * @property {Step} step
 * @property {string} name
 * @property {string} drawing
 * @property {boolean} crowned
 */

/**
 * Shows the pieces. Arrow keys select one, Escape or a click elsewhere cancels.
 * @param {Board} board
 * @param {string} square
 * @param {Side} side
 * @param {Option[]} options
 * @param {(option: Option | null) => void} preview Shows the effect of an option.
 * @returns {Promise<Option | null>}
 */
export function pick(board, square, side, options, preview) {
  const [x, y] = place(square, board.size, board.below);
  const up = y >= board.size.ranks / 2;
  return new Promise((resolve) => {
    const done = (/** @type {Option | null} */ option) => {
      put(board.popups);
      preview(null);
      board.focus(square);
      resolve(option);
    };
    // The tap that opened the picker ends as a click on the picker: only clicks that began here count.
    let pressed = false;
    const chosen = (/** @type {MouseEvent} */ event, /** @type {Option} */ option) => {
      if (pressed || event.detail === 0) done(option);
    };
    const buttons = options.map((option) => el('button', {
      type: 'button', class: 'pick', role: 'menuitem', 'aria-label': option.name, title: option.name,
      on: { click: (/** @type {MouseEvent} */ event) => chosen(event, option), focus: () => preview(option), pointerenter: () => preview(option) },
    }, pieceIcon({ side, drawing: option.drawing }, option.crowned)));
    const menu = el('div', { class: 'picker', role: 'menu', 'aria-label': 'Promote to' }, ...(up ? [...buttons].reverse() : buttons));
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
