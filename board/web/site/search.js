/**
 * @file The worker that searches: one engine of one game. The first message creates it, each other message is a search. A message with a
 * task makes it a worker that measures games.
 */
import init, { Engine } from './wasm/board_web.js';
import { load } from './load.js';
import { stopped, usePolls } from './permit.js';

/** @type {Promise<Engine> | undefined} */
let engine;

/** @param {{module: WebAssembly.Module, variant: string, hash: number, probe: string, definitions: string}} wanted */
async function make({ module, variant, hash, probe, definitions }) {
  usePolls(probe);
  URL.revokeObjectURL(probe);
  await init({ module_or_path: module });
  const owner = Engine.networkOwner(variant, definitions);
  const network = owner ? await load(`nets/${owner}.net.gz`) : new ArrayBuffer(0);
  return new Engine(variant, hash, new Uint8Array(network), definitions);
}

addEventListener('message', async ({ data }) => {
  try {
    if ('task' in data) {
      await init({ module_or_path: data.module });
      Engine.measure(data.task, (/** @type {string} */ text) => postMessage({ text }));
      postMessage({ ended: true });
      return;
    }
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
