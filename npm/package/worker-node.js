/** @file The worker of `engine-node.js`. */
import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { Uci, initSync } from './engine/engine.js';

let stops = 0;
initSync({ module: readFileSync(new URL('./engine/engine_bg.wasm', import.meta.url)) });
const uci = new Uci((line) => parentPort.postMessage(line), () => Atomics.load(workerData, 0) !== stops);

parentPort.on('message', (message) => {
  stops = message.stops;
  if (!uci.line(message.line)) parentPort.close();
});
