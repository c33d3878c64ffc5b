/**
 * @file The rules of a game and the moves of its pieces.
 */
import { el, put } from '../dom.js';
import { pieceIcon } from '../pieces.js';
import { capital } from '../words.js';
/** @import {Client} from '../client.js' */
/** @import {GameInfo} from '../messages.js' */

/**
 * Creates the panel. The rules are loaded when they are opened.
 * @param {Client} client
 * @param {GameInfo} game
 * @returns {HTMLElement}
 */
export function rulesPanel(client, game) {
  const page = el('div', { class: 'rules-page' }, 'Loading…');
  const details = el('details', { class: 'rules-details' }, el('summary', {}, 'All the rules'), page);
  details.addEventListener('toggle', () => void fill(client, game.variant, page), { once: true });
  return el('div', { class: 'rules' }, el('p', {}, game.about), el('ul', { class: 'pieces-list' }, ...game.pieceTypes.map((type) => {
    const { white, black } = type.name;
    const name = white === black ? white : `${white} or ${black}`;
    return el('li', {}, pieceIcon({ side: 'white', drawing: type.drawing }), el('span', {}, el('strong', {}, capital(name)), ` ${type.about}`));
  })), details);
}

/**
 * @param {Client} client
 * @param {string} variant
 * @param {HTMLElement} page
 */
async function fill(client, variant, page) {
  try {
    const { html } = await client.request('learn', 'rulesPage', { variant });
    const parsed = new DOMParser().parseFromString(html, 'text/html');
    put(page, ...parsed.body.childNodes);
    for (const table of page.querySelectorAll('table, pre')) table.setAttribute('tabindex', '0');
  } catch (error) {
    put(page, error instanceof Error ? error.message : String(error));
  }
}
