/**
 * @file The first page: the games to choose from. Its text is part of `index.html`, so that it is shown before the session
 * answers; this file adds pictures and buttons.
 */
import { button, el, put } from '../dom.js';
import { miniboard } from '../miniboard.js';
import { keep, settings } from '../settings.js';
import { capital } from '../words.js';
import { newGameDialog, playAtOnce } from './newgame.js';
/** @import {Client} from '../client.js' */
/** @import {GameInfo} from '../messages.js' */

/** Positions that show what is special in a game. @type {Record<string, import('../miniboard.js').Scene & {fen: string}>} */
const SCENES = {
  insurrection: { fen: 'q3k2r/5ppp/8/8/8/8/4q3/4K2R w - - 0 1', marks: [{ kind: 'selected', square: 'e1' }, { kind: 'coup', square: 'e2', over: true }], arrows: [{ from: 'e1', to: 'e2', kind: 'threat' }], royals: ['e1', 'e8'] },
  anarchism: { fen: '4k3/3n4/8/2p5/3P4/8/5N2/4K3 w - - 0 1', marks: [{ kind: 'selected', square: 'd4' }, { kind: 'capture', square: 'c5', over: true }], arrows: [{ from: 'd4', to: 'c5', kind: 'threat' }], royals: ['d4', 'e8'] },
  subversion: { fen: 'k7/8/5p2/4r3/3N4/2B5/P7/6K1 w - - 0 1', marks: [{ kind: 'target', square: 'e5' }, { kind: 'paid', square: 'd4', over: true }, { kind: 'paid', square: 'c3', over: true }] },
  empire: { fen: '4k3/8/2n5/8/3E4/8/5q2/4K3 w - - 0 1', marks: [...['a4', 'b4', 'c4', 'e4', 'g4', 'h4', 'd1', 'd3', 'd5', 'd7', 'd8', 'a1', 'b2', 'a7', 'b6', 'e5', 'g7', 'h8', 'f6'].map((square) => /** @type {import('../marks.js').Mark} */ ({ kind: 'moveOnly', square })), { kind: 'capture', square: 'c6', over: true }] },
  apocalypse: { fen: 'n1ppn/p3p/1p3/P2NP/NPPP1 w - - 0 1 00', arrows: [{ from: 'd2', to: 'c4', kind: 'white', strength: 0.6 }, { from: 'b3', to: 'b2', kind: 'black', strength: 0.6 }] },
};

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
