/**
 * @file Tabs.
 */
import { el } from '../dom.js';

let made = 0;

/**
 * Creates tabs with their panels. Arrow keys without Shift select a tab.
 * @param {{name: string, content: HTMLElement}[]} panels
 * @returns {HTMLElement}
 */
export function tabs(panels) {
  const id = `tabs-${made++}`;
  const heads = panels.map(({ name }, i) => el('button', {
    type: 'button', class: 'tab', role: 'tab', id: `${id}-${i}`, 'aria-controls': `${id}-${i}-panel`, on: { click: () => open(i) },
  }, name));
  const bodies = panels.map(({ content }, i) => el('div', {
    class: 'tab-panel', role: 'tabpanel', id: `${id}-${i}-panel`, 'aria-labelledby': `${id}-${i}`, tabindex: 0,
  }, content));

  /** @param {number} chosen */
  const open = (chosen) => {
    heads.forEach((head, i) => {
      head.setAttribute('aria-selected', String(i === chosen));
      head.tabIndex = i === chosen ? 0 : -1;
    });
    bodies.forEach((body, i) => {
      body.hidden = i !== chosen;
    });
  };
  let isPointed = false;
  const list = el('div', { class: 'tab-list', role: 'tablist', on: { click: (/** @type {MouseEvent} */ event) => {
    isPointed = event.detail > 0;
  }, focusout: () => {
    isPointed = false;
  }, keydown: (/** @type {KeyboardEvent} */ event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    // After a click on a tab, and with Shift, the arrow keys step through the game.
    if (!step || isPointed || event.shiftKey) return;
    event.preventDefault();
    const at = heads.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    const next = (at + step + heads.length) % heads.length;
    open(next);
    heads[next]?.focus();
  } } }, ...heads);
  open(0);
  return el('div', { class: 'tabs' }, list, ...bodies);
}
