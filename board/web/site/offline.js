/**
 * @file Lets the site work without a network once it was loaded: starts the service worker, and has it fetch the other
 * games' networks when the page has come to rest.
 */

/** Milliseconds after loading. */
const REST = 8000;

async function begin() {
  // Browsers offer it to encrypted and to local sites only.
  if (!('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register('offline-worker.js');
  const { active } = await navigator.serviceWorker.ready;
  const { connection } = /** @type {{connection?: {saveData?: boolean}}} */ (navigator);
  if (!connection?.saveData) setTimeout(() => active?.postMessage('rest'), REST);
}

begin().catch((error) => console.warn(`The site will not work offline: ${error}`));
