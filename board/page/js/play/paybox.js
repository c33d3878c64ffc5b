/**
 * @file The box of a payment: the piece to bribe, the price, the pieces paid so far and the missing part.
 */
import { button, el, put } from '../dom.js';
import { pieceIcon } from '../pieces.js';
/** @import {Board} from '../board.js' */
/** @import {PaymentView} from '../messages.js' */

/**
 * @typedef {object} Purse
 * @property {(square: string) => void} takeBack
 * @property {() => void} pay
 * @property {() => void} cancel
 */

/**
 * Fills the box.
 * @param {HTMLElement} box
 * @param {Board} board
 * @param {PaymentView} payment
 * @param {Purse} purse
 */
export function showPurse(box, board, payment, purse) {
  const pieces = board.position?.board ?? {};
  const target = pieces[payment.target];
  const paid = payment.paid.map((square) => {
    const piece = pieces[square];
    return button(`Take back the ${piece?.name ?? 'piece'} on ${square}`, () => purse.takeBack(square), { class: 'coin' },
      piece ? pieceIcon(piece) : square, el('span', { class: 'coin-square' }, square), el('span', { class: 'coin-cross', 'aria-hidden': 'true' }, '×'));
  });
  // A box that became lower would move on the page.
  box.style.minHeight = box.hidden ? '' : `${box.offsetHeight}px`;
  put(box,
    el('div', { class: 'purse-head' }, target ? pieceIcon(target) : null,
      el('div', {}, el('strong', {}, `Bribe the ${target?.name ?? 'piece'} on ${payment.target}`),
        el('div', { class: 'purse-price' }, `Price: ${payment.price}`))),
    el('div', { class: 'coins' }, ...(paid.length > 0 ? paid : [el('span', { class: 'faint' }, 'Choose the pieces to pay: those with a coin.')])),
    el('div', { class: 'purse-needs', 'aria-live': 'polite' }, payment.move ? 'The payment is complete.' : `Still needed: ${payment.needs}`),
    el('div', { class: 'row-of-buttons' },
      button('Pay', purse.pay, { class: 'button primary', disabled: !payment.move }),
      button('Cancel', purse.cancel)));
  box.hidden = false;
}
