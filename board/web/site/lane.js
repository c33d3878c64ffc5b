/**
 * @file A worker that searches, for one purpose: what is asked of it, and how it is made to stop.
 *
 * A worker that searches hears nothing, and memory that two workers share is not to be had from hosts that only serve files.
 * So each search is given the address of a blob, and asks now and then whether it is still there: to stop the search is to
 * revoke the address. Should a browser not allow that, the worker is ended and another takes its place; only what it had
 * in its hash table is lost then.
 */

/** MiB for the hash table of each engine. */
const HASH = 32;
/** Milliseconds in which a search that is to end has to answer. */
const PATIENCE = 400;

/** @typedef {{run: number, variant: string, search: string}} Job */
/**
 * @typedef {object} Listener
 * @property {(run: number, text: string) => void} thought
 * @property {(text: string) => void} failed What the reader is to be told.
 */

const blob = new Blob(['go on']);

/** A lane: one search at a time. */
export class Lane {
  /** @type {Listener} */
  #listener;
  /** @type {() => Promise<WebAssembly.Module>} */
  #code;
  /** @type {Worker | null} */
  #worker = null;
  /** The game that the worker's engine plays. */
  #game = '';
  /** @type {Job | null} */
  #job = null;
  /** The address that means "go on" to the search that runs. */
  #goOn = '';
  /** Nobody listens to it any more. */
  #cancelled = false;
  /** What it has found so far. */
  #last = '';
  /** @type {Job | null} */
  #next = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {() => Promise<WebAssembly.Module>} code
   * @param {Listener} listener
   */
  constructor(code, listener) {
    this.#code = code;
    this.#listener = listener;
  }

  /** @param {Job} job */
  start(job) {
    if (this.#job) this.#next = job;
    else void this.#begin(job);
  }

  /** @param {number} run */
  hurry(run) {
    if (this.#job?.run === run) this.#stop();
  }

  /** @param {number} run */
  cancel(run) {
    if (this.#next?.run === run) this.#next = null;
    if (this.#job?.run !== run) return;
    this.#cancelled = true;
    this.#stop();
  }

  /** @param {Job} job */
  async #begin(job) {
    this.#job = job;
    this.#cancelled = false;
    this.#last = '';
    this.#goOn = URL.createObjectURL(blob);
    if (job.variant !== this.#game || !this.#worker) {
      this.#drop();
      this.#game = job.variant;
      const module = await this.#code().catch(() => null);
      // It has been given up meanwhile.
      if (this.#job !== job) return undefined;
      if (!module) return this.#fail('The engine could not be loaded.');
      this.#worker = new Worker('search.js', { type: 'module', name: job.variant });
      this.#worker.onmessage = (message) => this.#hear(message.data);
      this.#worker.onerror = () => this.#fail('The engine has failed.');
      this.#worker.postMessage({ module, hash: HASH, probe: URL.createObjectURL(blob), ...job });
    }
    this.#worker.postMessage({ run: job.run, search: job.search, goOn: this.#goOn });
    return undefined;
  }

  /** @param {{run: number, text: string, done: boolean} | {failed: string}} message */
  #hear(message) {
    if ('failed' in message) return this.#fail(message.failed);
    if (message.run !== this.#job?.run) return undefined;
    this.#last = message.text;
    if (message.done) return this.#end(message.text);
    if (!this.#cancelled) this.#listener.thought(message.run, message.text);
    return undefined;
  }

  #stop() {
    URL.revokeObjectURL(this.#goOn);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      // Before there is anything to answer with, it is given all the time it needs.
      if (!this.#cancelled && !this.#last) return;
      this.#drop();
      this.#end(this.#answer());
    }, PATIENCE);
  }

  /** What was found last, as the answer. */
  #answer() {
    const thought = this.#last ? JSON.parse(this.#last) : { depth: 0, nodes: 0, time: { secs: 0, nanos: 0 }, lines: [] };
    return JSON.stringify({ ...thought, best: thought.lines[0]?.moves[0] ?? null, done: true });
  }

  /** @param {string} why */
  #fail(why) {
    this.#drop();
    if (this.#job && !this.#cancelled) this.#listener.failed(why);
    this.#end(this.#answer());
  }

  /** @param {string} text */
  #end(text) {
    clearTimeout(this.#timer);
    URL.revokeObjectURL(this.#goOn);
    const job = this.#job;
    const next = this.#next;
    this.#job = this.#next = null;
    if (next) void this.#begin(next);
    if (job && !this.#cancelled) this.#listener.thought(job.run, text);
  }

  #drop() {
    this.#worker?.terminate();
    this.#worker = null;
  }
}
