/** @file The engine in a worker of Node.js. */
import { Worker } from 'node:worker_threads';

/** The stack of searches, which are recursive. */
const STACK_MB = 32;

export class Engine {
  onmessage = null;
  onerror = null;
  /** The number of stops so far. A search that was sent before a stop ends. */
  #stops = new Int32Array(new SharedArrayBuffer(4));
  #worker = new Worker(new URL('./worker-node.js', import.meta.url),
    { workerData: this.#stops, resourceLimits: { stackSizeMb: STACK_MB } });

  constructor() {
    this.#worker.on('message', (data) => this.onmessage?.({ data }));
    this.#worker.on('error', (error) => this.onerror?.(error));
  }

  postMessage(line) {
    if (/^\s*(stop|ponderhit|quit)\b/.test(line)) Atomics.add(this.#stops, 0, 1);
    this.#worker.postMessage({ line, stops: this.#stops[0] });
  }

  terminate() {
    void this.#worker.terminate();
  }
}
