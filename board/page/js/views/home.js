/**
 * @file The first page: the games to choose from. Its text is part of `index.html`, so that it is shown before the session
 * answers; this file adds pictures and buttons.
 */
import { button, el, put } from '../dom.js';
import { SCENES } from '../scenes.js';
import { miniboard } from '../miniboard.js';
import { keep, settings } from '../settings.js';
import { capital } from '../words.js';
import { newGameDialog, playAtOnce } from './newgame.js';
/** @import {Client} from '../client.js' */
/** @import {GameInfo} from '../messages.js' */

const page = /** @type {HTMLElement} */ (document.getElementById('home'));

/**
 * Creates the first page.
 * @param {Client} client
 * @returns {import('../app.js').View}
 */
export function homeView(client) {
  const more = page.querySelector('#more-games');
  for (const game of client.catalogue?.games ?? []) {
    let card = page.querySelector(`[data-variant="${game.variant}"]`);
    if (!card) {
      card = el('li', { class: 'card plain', 'data-variant': game.variant }, el('div', { class: 'card-text' }, el('h3', {}, game.title), el('p', {}, game.about)));
      more?.querySelector('ul')?.append(card);
      more?.removeAttribute('hidden');
    }
    fill(card, client, game);
  }
  const { state } = client;
  const resume = page.querySelector('#resume');
  if (resume) put(resume, state ? resumeCard(client, state) : null);
  return { element: page, title: '' };
}

/**
 * @param {Element} card
 * @param {Client} client
 * @param {GameInfo} game
 */
function fill(card, client, game) {
  if (card.querySelector('.card-buttons')) return;
  const picture = card.querySelector('.card-picture');
  const scene = SCENES[game.variant];
  if (picture) put(picture, miniboard(game, scene?.fen ?? game.start, scene));
  card.append(el('div', { class: 'card-buttons' },
    button(`Play ${game.title}`, () => void playAtOnce(client, game), { class: 'button primary' }, 'Play'), sides(),
    button(`Options for ${game.title}`, () => newGameDialog(client, game.variant), {}, 'Options'),
    el('a', { class: 'text-link', href: `#/learn/${game.variant}`, 'aria-label': `Learn ${game.title}` }, 'Learn')));
}

/** Creates the choice of the player's side, which is the same on all cards. */
function sides() {
  const draw = () => {
    for (const each of document.querySelectorAll('.side-choice')) each.setAttribute('aria-pressed', String(each.getAttribute('data-side') === settings().side));
  };
  return el('span', { class: 'side-choices', role: 'group', 'aria-label': 'Your side' }, ...(/** @type {const} */ (['white', 'random', 'black'])).map((side) => (
    button(`Play ${side === 'random' ? 'a random side' : capital(side)}`, () => {
      keep({ side });
      draw();
    }, { class: 'side-choice', 'data-side': side, 'aria-pressed': String(settings().side === side) }, el('span', { class: `swatch ${side}` })))));
}

/**
 * @param {Client} client
 * @param {import('../messages.js').GameState} state
 */
function resumeCard(client, state) {
  const game = client.game(state.position.variant);
  const count = state.history.length;
  const words = state.result ? state.result.words : `${count} ${count === 1 ? 'move' : 'moves'} played.`;
  return el('a', { class: 'resume', href: '#/game' }, miniboard(game, state.position.fen),
    el('span', {}, el('strong', {}, state.result ? `Back to ${game.title}` : `Continue ${game.title}`),
      el('span', { class: 'faint' }, ` ${state.names.white} against ${state.names.black}. ${words}`)));
}
