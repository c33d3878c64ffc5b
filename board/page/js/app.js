/**
 * @file The page: connects to the session, shows the view for the address, and reports connection and role.
 */
import { Client } from './client.js';
import { button, el, icon, put } from './dom.js';
import { announce } from './announce.js';
import { loadLanguage } from './language.js';
import { defineAgain } from './own.js';
import { loadPieces } from './pieces.js';
import { applyTheme } from './settings.js';
import { toast } from './toast.js';
import { homeView } from './views/home.js';

/** @typedef {{element: HTMLElement, title: string, leave?: () => void}} View */

/** The language of the views, which are shown once it is loaded. */
const language = loadLanguage();
const client = new Client();
const main = /** @type {HTMLElement} */ (document.getElementById('main'));
const banner = /** @type {HTMLElement} */ (document.getElementById('banner'));
/** Milliseconds after which the code of the other views is loaded, so that they need no server. */
const LOAD_AHEAD_MS = 1500;

/** @type {View | null} */
let view = null;
let shows = 0;

/**
 * Returns what creates the view for an address such as `#/learn/empire/2`, with its part of the menu. The code of a view is
 * loaded when it is shown.
 * @param {string[]} parts
 * @returns {[string, Promise<() => View>]}
 */
function route([name = '', ...rest]) {
  if (client.hall) return ['home', import('./host/hall.js').then(({ hallRoute }) => () => hallRoute(client, name, rest))];
  switch (name) {
    case 'link': return ['game', import('./link/link.js').then(({ linkView }) => () => linkView(client))];
    case 'friend': return ['home', import('./link/friend.js').then(({ friendView }) => () => friendView(client, rest))];
    case 'game': return ['game', import('./views/game.js').then(({ gameView }) => () => gameView(client))];
    case 'games': return ['games', import('./views/games.js').then(({ gamesView }) => () => gamesView(client, rest))];
    case 'learn': return ['learn', import('./views/learn.js').then(({ learnView }) => () => learnView(client, rest))];
    case 'own': return ['home', import('./views/own.js').then(({ ownView }) => () => ownView(client))];
    case 'mistakes': return ['game', import('./views/mistakes.js').then(({ mistakesView }) => () => mistakesView(client, rest))];
    case 'setup': return ['home', import('./views/setup.js').then(({ setupView }) => () => setupView(client, rest))];
    default: return ['home', Promise.resolve(() => homeView(client))];
  }
}

async function loadAhead() {
  await import('./views/game.js');
  await Promise.all([import('./views/learn.js'), import('./views/games.js'), import('./views/setup.js'), import('./views/settings.js'), import('./views/own.js'), import('./link/friend.js')]);
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

/**
 * Stands for a view whose code could not be loaded. Firefox tries that again only in a page that is loaded anew.
 * @returns {View}
 */
function unloadedView() {
  const again = button('Load again', () => location.reload(), { class: 'button primary' });
  return { title: '', element: el('section', {}, el('p', {}, 'This page could not be loaded.'), again) };
}

/** Shows the view for the address. */
async function show() {
  // Without the catalogue only the first page can be shown, which is part of the document.
  if (!client.catalogue) return;
  const [name, loaded] = route(location.hash.replace(/^#\/?/, '').split('/').map(decoded));
  for (const link of document.querySelectorAll('[data-nav]')) {
    if (link.getAttribute('data-nav') === name) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  const mine = ++shows;
  const make = await Promise.all([loaded, language]).then(([make]) => make, () => unloadedView);
  if (mine !== shows) return;
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
  if (box) put(box, button('Settings', () => void import('./views/settings.js').then(({ settingsDialog }) => settingsDialog(() => void show())), { class: 'button quiet' }, icon('gear')));
}

let shown = false;
client.on('connection', (connection) => {
  showBanner();
  if (connection === 'lost') announce('Connection lost. Reconnecting.', true);
  if (connection !== 'open') return;
  if (shown) toast('Connected again.');
  void defineAgain(client);
});
client.on('role', showBanner);
client.on('catalogue', () => {
  // The cards of the first page.
  if (shown && /^#?\/?$/.test(location.hash)) void show();
});
client.on('notice', ({ text }) => toast(text));
client.on('state', (state) => {
  const link = document.querySelector('[data-nav="game"]');
  if (link) /** @type {HTMLElement} */ (link).hidden = !state || Boolean(client.hall);
  for (const other of document.querySelectorAll('[data-nav="learn"], [data-nav="games"]')) {
    /** @type {HTMLElement} */ (other).hidden = Boolean(client.hall);
  }
  if (!shown) {
    shown = true;
    void show();
    // What could not be loaded is loaded when it is shown.
    setTimeout(() => void loadAhead().catch(() => {}), LOAD_AHEAD_MS);
  }
});
addEventListener('hashchange', () => void show());
addEventListener('unhandledrejection', (event) => {
  if (event.reason instanceof Error) toast(event.reason.message);
});

applyTheme();
await language;
tools();
const sprite = document.getElementById('sprite');
if (sprite) void loadPieces(sprite);
void show();
