/**
 * @file The evaluation bar beside the board.
 */
import { el } from '../dom.js';
import { translated } from '../language.js';
/** @import {Side} from '../messages.js' */

/** Creates the bar, invisible until there is a value. */
export function evaluationBar() {
  const fill = el('div', { class: 'evaluation-fill' });
  const element = el('div', { class: 'evaluation off', role: 'meter', 'aria-label': 'Evaluation, White’s share', 'aria-valuemin': 0, 'aria-valuemax': 100, 'aria-valuenow': 50 }, fill);
  return {
    element,
    /**
     * @param {number | null} bar
     * @param {string} words
     */
    show(bar, words) {
      element.classList.toggle('off', bar === null);
      if (bar === null) return;
      fill.style.setProperty('--share', String(bar));
      element.setAttribute('aria-valuenow', String(Math.round(bar * 100)));
      element.setAttribute('aria-valuetext', translated(words));
      element.title = translated(words);
    },
    /** @param {Side} below */
    turn(below) {
      element.classList.toggle('turned', below === 'black');
    },
  };
}
