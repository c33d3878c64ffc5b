/**
 * @file Playing a friend by link: a form for a new game, and a field for a link.
 */
import { button, el, labelled, put, select } from '../dom.js';
import { keep, settings } from '../settings.js';
import { begin } from '../views/newgame.js';
import { followLink, isSite } from './link.js';
/** @import {Client} from '../client.js' */
/** @import {Player, Side} from '../messages.js' */

/**
 * Creates the view; `['empire']` selects a game.
 * @param {Client} client
 * @param {string[]} parts
 * @returns {import('../app.js').View}
 */
export function friendView(client, [variant = '']) {
  const games = client.catalogue?.games ?? [];
  const fields = {
    game: select(games.map((game) => [game.variant, game.title]), variant, { name: 'game' }),
    side: select([['white', 'White'], ['black', 'Black'], ['', 'Random']], 'white', { name: 'side' }),
    name: el('input', { class: 'input', name: 'name', maxlength: 40, autocomplete: 'nickname', value: settings().name }),
    site: el('input', { class: 'input', name: 'site', type: 'url', value: settings().site, placeholder: 'https://' }),
    link: el('textarea', { class: 'input mono', name: 'link', rows: 3, spellcheck: 'false' }),
  };
  const fault = el('p', { class: 'fault', role: 'alert' });
  const start = async () => {
    const name = fields.name.value.trim();
    keep({ name, site: fields.site.value.trim() });
    const side = /** @type {Side} */ (fields.side.value || (Math.random() < 0.5 ? 'white' : 'black'));
    /** @type {Player} */
    const me = name ? { kind: 'human', name } : { kind: 'human' };
    /** @type {Player} */
    const friend = { kind: 'remote' };
    await begin(client, { variant: fields.game.value, white: side === 'white' ? me : friend, black: side === 'white' ? friend : me });
  };
  const open = async () => {
    fault.textContent = '';
    const refusal = await followLink(client, fields.link.value);
    if (refusal) put(fault, `${refusal}.`);
  };
  const form = (/** @type {() => Promise<void>} */ act, /** @type {Node[]} */ ...children) => el('form', { class: 'form', on: {
    submit: (/** @type {Event} */ event) => {
      event.preventDefault();
      void act();
    },
  } }, ...children);
  const element = el('div', { class: 'page people' }, el('h1', {}, 'Play a friend by link'),
    el('p', { class: 'lead' }, 'Play a move, send the link, and open the link that comes back, on any day. The game is part of the link: no server receives it. '
      + 'Whoever has the link can answer it.'),
    el('div', { class: 'hall-columns' }, form(start, el('h2', {}, 'New game'), labelled('Game', fields.game), labelled('Your side', fields.side), labelled('Your name', fields.name),
      ...(isSite() ? [] : [labelled('Site for the links', fields.site,
        'The address of this board as a static site. Without it the friend pastes the link into the field below.')]),
      el('div', { class: 'row-of-buttons' }, el('button', { type: 'submit', class: 'button primary' }, 'Start'))),
    form(open, el('h2', {}, 'Open a link'), labelled('The link', fields.link), fault,
      el('div', { class: 'row-of-buttons' }, button('Open', () => void open(), { class: 'button' })))));
  return { title: 'Play a friend', element };
}
