/**
 * @file The purse at the board: whom to win over, for how much, what is paid so far and what still counts.
 */
import { button, el, put } from '../dom.js';
import { manIcon } from '../pieces.js';
/** @import {Board} from '../board.js' */
/** @import {Payment} from '../types.js' */

/**
 * @typedef {object} Purse
 * @property {(square: string) => void} takeBack
 * @property {() => void} pay
 * @property {() => void} cancel
 */

/**
 * Fills the purse.
 * @param {HTMLElement} box
 * @param {Board} board
 * @param {Payment} payment
 * @param {Purse} purse
 */
export function showPurse(box, board, payment, purse) {
  const men = board.position?.board ?? {};
  const target = men[payment.target];
  const paid = payment.paid.map((square) => {
    const man = men[square];
    return button(`Take back the ${man?.name ?? 'man'} on ${square}`, () => purse.takeBack(square), { class: 'coin' },
      man ? manIcon(man) : square, el('span', { class: 'coin-square' }, square), el('span', { class: 'coin-cross', 'aria-hidden': 'true' }, '×'));
  });
  put(box,
    el('div', { class: 'purse-head' }, target ? manIcon(target) : null,
      el('div', {}, el('strong', {}, `Win over the ${target?.name ?? 'man'} on ${payment.target}`),
        el('div', { class: 'purse-price' }, `Price: ${payment.price}`))),
    el('div', { class: 'coins' }, ...(paid.length > 0 ? paid : [el('span', { class: 'faint' }, 'Choose who pays: the men with a coin.')])),
    el('div', { class: 'purse-needs', 'aria-live': 'polite' }, payment.move ? 'That is enough.' : `Still needed: ${payment.needs}`),
    el('div', { class: 'row-of-buttons' },
      button('Pay', purse.pay, { class: 'button primary', disabled: !payment.move }),
      button('Leave it', purse.cancel)));
  box.hidden = false;
}
