/**
 * @file Creates elements. Text is never parsed as HTML.
 */

import { translated } from './language.js';

const SVG = 'http://www.w3.org/2000/svg';

/** Attributes with text. */
const TEXTS = new Set(['alt', 'aria-label', 'title']);

/** @typedef {Node | string | null | undefined | false} Child */
/** @typedef {Record<string, any>} Props Attributes by name; `on` holds listeners by event, `class` may be a list. */

/**
 * Sets attributes and listeners. `true` sets an attribute without a value; `false`, `null` and `undefined` set none.
 * @param {Element} element
 * @param {Props} props
 */
function setProps(element, props) {
  for (const [name, value] of Object.entries(props)) {
    if (name === 'on') {
      for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    } else if (value !== false && value !== null && value !== undefined) {
      const text = value === true ? '' : String(value);
      element.setAttribute(name, TEXTS.has(name) ? translated(text) : text);
    }
  }
}

/**
 * Creates an HTML element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Props} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  setProps(element, props);
  put(element, ...children);
  return element;
}

/**
 * Creates an SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Props} [props]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, props = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  setProps(element, props);
  put(element, ...children);
  return element;
}

/**
 * Replaces the children of an element.
 * @param {Element} element
 * @param {...Child} children
 */
export function put(element, ...children) {
  element.replaceChildren(.../** @type {(Node | string)[]} */ (children.filter((child) => child || child === ''))
    .map((child) => (typeof child === 'string' ? translated(child) : child)));
}

/**
 * Creates a button.
 * @param {string} label
 * @param {() => void} act
 * @param {Props} [props]
 * @param {...Child} children Its contents instead of the label, which is then for screen readers.
 * @returns {HTMLButtonElement}
 */
export function button(label, act, props = {}, ...children) {
  const hidden = children.length > 0 ? { 'aria-label': label, title: label } : {};
  return el('button', { type: 'button', class: 'button', ...hidden, ...props, on: { click: act } },
    ...(children.length > 0 ? children : [label]));
}

/**
 * Creates a labelled field of a form.
 * @param {string} label
 * @param {HTMLElement} field
 * @param {string} [help]
 * @returns {HTMLLabelElement}
 */
export function labelled(label, field, help) {
  return el('label', { class: 'field' }, el('span', { class: 'field-name' }, label), field,
    help ? el('span', { class: 'field-help' }, help) : null);
}

/**
 * Creates a list of options.
 * @param {[string, string][]} options Values and names.
 * @param {string} [chosen]
 * @param {Props} [props]
 * @returns {HTMLSelectElement}
 */
export function select(options, chosen, props = {}) {
  return el('select', { class: 'input', ...props },
    ...options.map(([value, name]) => el('option', { value, selected: value === chosen }, name)));
}

/**
 * Creates an icon from the sprite in `index.html`.
 * @param {string} name
 * @returns {SVGSVGElement}
 */
export function icon(name) {
  return svg('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('use', { href: `#i-${name}` }));
}
