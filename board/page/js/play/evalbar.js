/**
 * @file The evaluation bar beside the board.
 */
import { el } from '../dom.js';
/** @import {Side} from '../messages.js' */

/** Creates the bar, hidden until there is a value. */
export function evaluationBar() {
  const fill = el('div', { class: 'evaluation-fill' });
  const element = el('div', { class: 'evaluation', role: 'meter', 'aria-label': 'Evaluation, White’s share', 'aria-valuemin': 0, 'aria-valuemax': 100, 'aria-valuenow': 50, hidden: true }, fill);
  return {
    element,
    /**
     * @param {number | null} bar
     * @param {string} words
     */
    show(bar, words) {
      element.hidden = bar === null;
      if (bar === null) return;
      fill.style.setProperty('--share', String(bar));
      element.setAttribute('aria-valuenow', String(Math.round(bar * 100)));
      element.setAttribute('aria-valuetext', words);
      element.title = words;
    },
    /** @param {Side} below */
    turn(below) {
      element.classList.toggle('turned', below === 'black');
    },
  };
}
