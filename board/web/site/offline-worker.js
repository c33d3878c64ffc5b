/**
 * @file The service worker: keeps the site's files, so that it works without a network. What it keeps are the files of one
 * build; those of the next are loaded beside them, and take their place when no page is open that still uses the old ones.
 *
 * The script that builds the site writes the names below.
 */

/** The build's number, made from all its files. */
const BUILD = '@BUILD@';
/** What the page needs to begin. @type {string[]} */
const FIRST = ['@FIRST@'];
/** What only some games need. @type {string[]} */
const REST = ['@REST@'];

const here = /** @type {ServiceWorkerGlobalScope & typeof globalThis} */ (/** @type {unknown} */ (self));
const scope = new URL(here.registration.scope);
/** Sites in other folders of the host have caches of their own. */
const PREFIX = `upheaval ${scope.pathname} `;
const CACHE = PREFIX + BUILD;

/** Asks the host whether what the browser has loaded before is still right. @param {string} name */
const fresh = (name) => new Request(new URL(name, scope), { cache: 'no-cache' });

here.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FIRST.map(fresh))));
});

here.addEventListener('activate', (event) => {
  const isOld = (/** @type {string} */ name) => name.startsWith(PREFIX) && name !== CACHE;
  const names = caches.keys().then((all) => all.filter(isOld));
  event.waitUntil(names.then((old) => Promise.all(old.map((name) => caches.delete(name)))));
  event.waitUntil(here.clients.claim());
});

here.addEventListener('message', (event) => {
  if (event.data === 'rest') event.waitUntil(keepRest());
});

async function keepRest() {
  const cache = await caches.open(CACHE);
  for (const name of REST) {
    if (!await cache.match(new URL(name, scope))) await cache.add(fresh(name));
  }
}

/** @param {Request} request */
async function answer(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request, { ignoreSearch: request.mode === 'navigate' });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok && response.status === 200) await cache.put(request, response.clone());
  return response;
}

here.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method === 'GET' && request.url.startsWith(scope.href)) event.respondWith(answer(request));
});
