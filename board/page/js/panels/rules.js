/**
 * @file The rules of a game and the moves of its pieces.
 */
import { el, put, svg } from '../dom.js';
import { squareMark } from '../marks.js';
import { pieceIcon } from '../pieces.js';
import { capital } from '../words.js';
/** @import {Client} from '../client.js' */
/** @import {MarkKind} from '../marks.js' */
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
  details.addEventListener('toggle', () => void loadRules(client, game.variant, page), { once: true });
  return el('div', { class: 'rules' }, el('p', {}, game.about), el('ul', { class: 'pieces-list' }, ...game.pieceTypes.map((type) => {
    const { white, black } = type.name;
    const name = white === black ? white : `${white} or ${black}`;
    return el('li', {}, pieceIcon({ side: 'white', drawing: type.drawing }), el('span', {}, el('strong', {}, capital(name)), ` ${type.about}`));
  })), legend(game), details);
}

/** Marks of the board, with the property of the games that have them. @type {[MarkKind, string, (keyof GameInfo)?][]} */
const MARKS = [['step', 'can move there; could also capture there'], ['moveOnly', 'can move there, not capture'], ['capture', 'can capture'],
  ['premove', 'chosen in advance'], ['check', 'in check'], ['coup', 'a coup: the government falls', 'governments'],
  ['turnable', 'can be bribed', 'bribes'], ['payer', 'can be paid', 'bribes'], ['paid', 'paid', 'bribes'],
  ['harmless', 'cannot be captured by the selected piece', 'campmate'], ['camp', 'the king wins here', 'campmate'],
  ['guard', 'must stay between the kings', 'faceOff'], ['gamble', 'a gamble on the opponent’s choice', 'simultaneous']];

/** @param {GameInfo} game */
function legend(game) {
  const marks = MARKS.filter(([, , property]) => !property || game[property]);
  return el('details', {}, el('summary', {}, 'Marks on the board'), el('ul', { class: 'legend' }, ...marks.map(([kind, words]) => el('li', {},
    svg('svg', { viewBox: '0 0 100 100', 'aria-hidden': 'true' }, svg('rect', { width: 100, height: 100, class: 'legend-square' }), squareMark({ kind, square: 'a1' }, 0, 0)), words))));
}

/**
 * Loads the rules of a game into an element.
 * @param {Client} client
 * @param {string} variant
 * @param {HTMLElement} page
 */
export async function loadRules(client, variant, page) {
  try {
    const { html } = await client.request('learn', 'rulesPage', { variant });
    const parsed = new DOMParser().parseFromString(html, 'text/html');
    put(page, ...parsed.body.childNodes);
    for (const table of page.querySelectorAll('table, pre')) table.setAttribute('tabindex', '0');
  } catch (error) {
    put(page, error instanceof Error ? error.message : String(error));
  }
}
