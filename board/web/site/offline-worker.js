/**
 * @file The service worker: caches the files of one build, so that the site works offline. The files of the next build are
 * loaded in the background and replace them when no page of the old build is open.
 *
 * `site.py` fills in the names below.
 */

/** The hash of all files. */
const BUILD = '@BUILD@';
/** The files of the first page. @type {string[]} */
const FIRST = ['@FIRST@'];
/** The files of single games and of languages. @type {string[]} */
const REST = ['@REST@'];

const here = /** @type {ServiceWorkerGlobalScope & typeof globalThis} */ (/** @type {unknown} */ (self));
const scope = new URL(here.registration.scope);
/** The prefix of the caches of this folder's site. */
const PREFIX = `upheaval ${scope.pathname} `;
const CACHE = PREFIX + BUILD;

/** Creates a request that bypasses the browser's cache. @param {string} name */
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
