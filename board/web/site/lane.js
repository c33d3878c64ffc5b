/**
 * @file The host's side of a worker that searches for one purpose.
 *
 * A searching worker receives no messages, and shared memory needs headers that plain hosts do not send. So each search gets
 * the address of a blob and polls it: the search stops when the address is revoked. If a browser does not allow that, the
 * worker is replaced and its hash table is lost.
 */

/** MiB for the hash table of each engine. */
const HASH = 32;
/** Milliseconds after which a search that does not stop is terminated. */
const STOP_TIMEOUT_MS = 400;

/** @typedef {{run: number, variant: string, search: string, definitions: string}} Job */
/**
 * @typedef {object} Listener
 * @property {(run: number, text: string) => void} thought
 * @property {(text: string) => void} failed Reports an error to the player.
 */

const blob = new Blob(['continue']);

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
  /** The address that the running search polls. */
  #permit = '';
  /** The reports of the job are ignored. */
  #cancelled = false;
  /** The last report. */
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
    this.#permit = URL.createObjectURL(blob);
    const game = `${job.variant} ${job.definitions}`;
    if (game !== this.#game || !this.#worker) {
      this.#drop();
      this.#game = game;
      const module = await this.#code().catch(() => null);
      // The job was cancelled meanwhile.
      if (this.#job !== job) return undefined;
      if (!module) return this.#fail('The engine could not be loaded.');
      this.#worker = new Worker('search.js', { type: 'module', name: job.variant });
      this.#worker.onmessage = (message) => this.#receive(message.data);
      this.#worker.onerror = () => this.#fail('The engine has stopped with an error.');
      this.#worker.postMessage({ module, hash: HASH, probe: URL.createObjectURL(blob), ...job });
    }
    this.#worker.postMessage({ run: job.run, search: job.search, permit: this.#permit });
    return undefined;
  }

  /** @param {{run: number, text: string, done: boolean} | {failed: string}} message */
  #receive(message) {
    if ('failed' in message) return this.#fail(message.failed);
    if (message.run !== this.#job?.run) return undefined;
    this.#last = message.text;
    if (message.done) return this.#end(message.text);
    if (!this.#cancelled) this.#listener.thought(message.run, message.text);
    return undefined;
  }

  #stop() {
    URL.revokeObjectURL(this.#permit);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      // Without a first report there is no answer yet.
      if (!this.#cancelled && !this.#last) return;
      this.#drop();
      this.#end(this.#answer());
    }, STOP_TIMEOUT_MS);
  }

  /** Returns the last report as the final one. */
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
    URL.revokeObjectURL(this.#permit);
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
