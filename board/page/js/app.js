/**
 * @file The page: connects to the session, shows the view for the address, and reports connection and role.
 */
import { Client } from './client.js';
import { button, icon, put } from './dom.js';
import { announce } from './announce.js';
import { hallRoute } from './host/hall.js';
import { loadLanguage } from './language.js';
import { friendView } from './link/friend.js';
import { linkView } from './link/link.js';
import { loadPieces } from './pieces.js';
import { applyTheme } from './settings.js';
import { toast } from './toast.js';
import { gameView } from './views/game.js';
import { gamesView } from './views/games.js';
import { homeView } from './views/home.js';
import { learnView } from './views/learn.js';
import { mistakesView } from './views/mistakes.js';
import { settingsDialog } from './views/settings.js';
import { setupView } from './views/setup.js';

/** @typedef {{element: HTMLElement, title: string, leave?: () => void}} View */

const client = new Client();
const main = /** @type {HTMLElement} */ (document.getElementById('main'));
const banner = /** @type {HTMLElement} */ (document.getElementById('banner'));
/** @type {View | null} */
let view = null;

/**
 * Returns the view for an address such as `#/learn/empire/2`.
 * @param {string[]} parts
 * @returns {[string, () => View]}
 */
function route([name = '', ...rest]) {
  if (client.hall) return ['home', () => hallRoute(client, name, rest)];
  switch (name) {
    case 'link': return ['game', () => linkView(client)];
    case 'friend': return ['home', () => friendView(client, rest)];
    case 'game': return ['game', () => gameView(client)];
    case 'games': return ['games', () => gamesView(client, rest)];
    case 'learn': return ['learn', () => learnView(client, rest)];
    case 'mistakes': return ['game', () => mistakesView(client, rest)];
    case 'setup': return ['home', () => setupView(client, rest)];
    default: return ['home', () => homeView(client)];
  }
}

/**
 * Decodes a part of the address; one that is malformed stays as it is.
 * @param {string} part
 */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Shows the view for the address. */
function show() {
  const [name, make] = route(location.hash.replace(/^#\/?/, '').split('/').map(decoded));
  for (const link of document.querySelectorAll('[data-nav]')) {
    if (link.getAttribute('data-nav') === name) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  // Without the catalogue only the first page can be shown, which is part of the document.
  if (!client.catalogue) return;
  const first = view === null;
  view?.leave?.();
  view = make();
  put(main, view.element);
  document.title = view.title ? `${view.title} – Upheaval` : 'Upheaval';
  scrollTo(0, 0);
  if (!first && !document.querySelector('dialog[open]')) main.focus({ preventScroll: true });
}

/** Shows a strip above the page if the page is not connected or only watches. */
function showBanner() {
  banner.hidden = false;
  if (client.connection === 'lost') {
    put(banner, 'Connection lost. Reconnecting…', button('Try now', () => client.retry()));
  } else if (client.connection === 'broken') {
    put(banner, 'The board is not running. Start it again and open its address.');
  } else if (client.connection === 'open' && !client.plays && !client.hall) {
    put(banner, 'Another page is playing. This page watches.',
      button('Play here', () => void client.request('session', 'sit'), { class: 'button primary' }));
  } else {
    banner.hidden = true;
  }
}

/** Fills the upper right corner. */
function tools() {
  const box = document.getElementById('tools');
  if (box) put(box, button('Settings', () => settingsDialog(show), { class: 'button quiet' }, icon('gear')));
}

let shown = false;
client.on('connection', (connection) => {
  showBanner();
  if (connection === 'lost') announce('Connection lost. Reconnecting.', true);
  if (connection !== 'open') return;
  if (shown) toast('Connected again.');
});
client.on('role', showBanner);
client.on('notice', ({ text }) => toast(text));
client.on('state', (state) => {
  const link = document.querySelector('[data-nav="game"]');
  if (link) /** @type {HTMLElement} */ (link).hidden = !state || Boolean(client.hall);
  for (const other of document.querySelectorAll('[data-nav="learn"], [data-nav="games"]')) {
    /** @type {HTMLElement} */ (other).hidden = Boolean(client.hall);
  }
  if (!shown) {
    shown = true;
    show();
  }
});
addEventListener('hashchange', show);
addEventListener('unhandledrejection', (event) => {
  if (event.reason instanceof Error) toast(event.reason.message);
});

applyTheme();
await loadLanguage();
tools();
const sprite = document.getElementById('sprite');
if (sprite) void loadPieces(sprite);
show();
