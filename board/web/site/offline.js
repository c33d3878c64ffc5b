/**
 * @file Makes the site work offline: starts the service worker, which later loads the other games' networks.
 */

/** Milliseconds before the other files are loaded. */
const DELAY_MS = 8000;

async function begin() {
  // Available on encrypted and local sites only.
  if (!('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register('offline-worker.js');
  const { active } = await navigator.serviceWorker.ready;
  const { connection } = /** @type {{connection?: {saveData?: boolean}}} */ (navigator);
  if (!connection?.saveData) setTimeout(() => active?.postMessage('rest'), DELAY_MS);
}

begin().catch((error) => console.warn(`The site will not work offline: ${error}`));
