/**
 * @file Questions in a dialog.
 */
import { button, el } from './dom.js';

/**
 * Asks a question.
 * @param {string} title
 * @param {string} text
 * @param {string} yes The button that agrees.
 * @returns {Promise<boolean>}
 */
export function ask(title, text, yes) {
  return new Promise((resolve) => {
    const close = (/** @type {string} */ value) => dialog.close(value);
    const dialog = el('dialog', { class: 'dialog', 'aria-labelledby': 'ask-title' }, el('div', { class: 'form' },
      el('h2', { id: 'ask-title' }, title), el('p', {}, text),
      el('div', { class: 'row-of-buttons end' }, button('Cancel', () => close('')), button(yes, () => close('yes'), { class: 'button primary' }))));
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'yes');
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
