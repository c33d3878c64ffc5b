/**
 * @file The worker that searches: one engine of one game. The first message makes it, each other one is a search.
 */
import init, { Engine, networkOwner } from './wasm/board_web.js';
import { load } from './load.js';

/** Milliseconds between two looks whether a search is still wanted. */
const EVERY = 40;

/** @type {Promise<Engine> | undefined} */
let engine;
/** Whether the browser lets a worker ask for an address while it searches. */
let canAsk = false;

/** @param {string} address */
function isThere(address) {
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
 * @param {string} goOn
 * @returns {() => boolean}
 */
function stopped(goOn) {
  let next = 0;
  let over = false;
  return () => {
    const now = performance.now();
    if (over || now < next || !canAsk) return over;
    over = !isThere(goOn);
    next = performance.now() + EVERY;
    return over;
  };
}

/** @param {{module: WebAssembly.Module, variant: string, hash: number, probe: string}} wanted */
async function make({ module, variant, hash, probe }) {
  canAsk = isThere(probe);
  URL.revokeObjectURL(probe);
  await init({ module_or_path: module });
  const owner = networkOwner(variant);
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
    made?.think(data.search, stopped(data.goOn), (/** @type {string} */ text) => {
      postMessage({ run: data.run, text, done: text.endsWith('"done":true}') });
    });
  } catch (error) {
    const why = navigator.onLine ? error : 'there is no network, and its files were not loaded before';
    postMessage({ failed: `The engine for this game cannot be loaded: ${why}.` });
  }
});
