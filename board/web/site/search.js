/**
 * @file The worker that searches: one engine of one game. The first message creates it, each other message is a search.
 */
import init, { Engine } from './wasm/board_web.js';
import { load } from './load.js';

/** Milliseconds between two polls of a search's permit. */
const POLL_INTERVAL_MS = 40;

/** @type {Promise<Engine> | undefined} */
let engine;
/** `true` if the browser allows synchronous requests in a worker. */
let canPoll = false;

/** @param {string} address */
function exists(address) {
  try {
    const request = new XMLHttpRequest();
    request.open('GET', address, false);
    request.send();
    return request.status === 200;
  } catch {
    return false;
  }
}

/**
 * @param {string} permit
 * @returns {() => boolean}
 */
function stopped(permit) {
  let next = 0;
  let over = false;
  return () => {
    const now = performance.now();
    if (over || now < next || !canPoll) return over;
    over = !exists(permit);
    next = performance.now() + POLL_INTERVAL_MS;
    return over;
  };
}

/** @param {{module: WebAssembly.Module, variant: string, hash: number, probe: string}} wanted */
async function make({ module, variant, hash, probe }) {
  canPoll = exists(probe);
  URL.revokeObjectURL(probe);
  await init({ module_or_path: module });
  const owner = Engine.networkOwner(variant);
  const network = owner ? await load(`nets/${owner}.net.gz`) : new ArrayBuffer(0);
  return new Engine(variant, hash, new Uint8Array(network));
}

addEventListener('message', async ({ data }) => {
  try {
    if ('module' in data) {
      engine = make(data);
      await engine;
      return;
    }
    const made = await engine;
    made?.think(data.search, stopped(data.permit), (/** @type {string} */ text) => {
      postMessage({ run: data.run, text, done: text.endsWith('"done":true}') });
    });
  } catch (error) {
    const why = navigator.onLine ? error : 'there is no network, and its files were not loaded before';
    postMessage({ failed: `The engine for this game cannot be loaded: ${why}.` });
  }
});
