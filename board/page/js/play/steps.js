/**
 * @file Steps through a game: buttons, arrow keys, Home, End, and the wheel over the board.
 */
import { button, el, icon } from '../dom.js';

/** Pixels of the wheel for one step. */
const WHEEL_PIXELS = 60;

/**
 * Creates the buttons and connects keys and wheel.
 * @param {HTMLElement} board The element over which the wheel steps.
 * @param {(to: 'first' | 'back' | 'forward' | 'last') => void} step
 */
export function steps(board, step) {
  const element = el('div', { class: 'walk', role: 'group', 'aria-label': 'Step through the game' },
    button('First position', () => step('first'), { class: 'button quiet' }, icon('first')),
    button('Previous move', () => step('back'), { class: 'button quiet' }, icon('back')),
    button('Next move', () => step('forward'), { class: 'button quiet' }, icon('forward')),
    button('Last position', () => step('last'), { class: 'button quiet' }, icon('last')));
  const keys = /** @type {const} */ ({ ArrowLeft: 'back', ArrowRight: 'forward', Home: 'first', End: 'last' });
  const keyDown = (/** @type {KeyboardEvent} */ event) => {
    const to = keys[/** @type {keyof typeof keys} */ (event.key)];
    const target = /** @type {HTMLElement} */ (event.target);
    if (!to || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || target.closest?.('input, textarea, select, dialog, .top')) return;
    event.preventDefault();
    step(to);
  };
  let rolled = 0;
  board.addEventListener('wheel', (event) => {
    if (event.ctrlKey) return;
    event.preventDefault();
    rolled += event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * WHEEL_PIXELS;
    for (; Math.abs(rolled) >= WHEEL_PIXELS; rolled -= Math.sign(rolled) * WHEEL_PIXELS) step(rolled < 0 ? 'back' : 'forward');
  }, { passive: false });
  addEventListener('keydown', keyDown);
  return { element, leave: () => removeEventListener('keydown', keyDown) };
}
