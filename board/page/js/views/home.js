/**
 * @file The first page: the games to choose from. Its text is part of `index.html`, so that it is shown before the session
 * answers; this file adds pictures and buttons.
 */
import { button, el, put } from '../dom.js';
import { miniboard } from '../miniboard.js';
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
  const cards = page.querySelector('#cards');
  for (const game of client.catalogue?.games ?? []) {
    let card = page.querySelector(`[data-variant="${game.variant}"]`);
    if (!card) {
      card = el('li', { class: 'card', 'data-variant': game.variant }, el('div', { class: 'card-picture' }),
        el('div', { class: 'card-text' }, el('h2', {}, game.title), el('p', {}, game.about)));
      cards?.append(card);
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
  if (picture) put(picture, miniboard(game, game.start));
  card.append(el('div', { class: 'card-buttons' },
    button(`Play ${game.title}`, () => void playAtOnce(client, game), { class: 'button primary' }, 'Play'),
    button(`Options for ${game.title}`, () => newGameDialog(client, game.variant), {}, 'Options'),
    el('a', { class: 'text-link', href: `#/learn/${game.variant}`, 'aria-label': `Learn ${game.title}` }, 'Learn')));
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
