/**
 * @file Runs the session with its store and engines. Each page has a number and a function that receives texts.
 */
import init, { Board } from './wasm/board_web.js';
import { Kept } from './kept.js';
import { Lane } from './lane.js';
import { load } from './load.js';

/** The session's environment. */
export class Host {
  /** @type {Board} */
  #board;
  /** @type {Kept | null} */
  #kept;
  /** @type {Map<number, (text: string) => void>} */
  #pages = new Map();
  #nextPage = 1;
  /** @type {Map<string, Lane>} */
  #lanes = new Map();
  /** The lane or measurement of each run that may still be active. @type {Map<number, Pick<Lane, 'hurry' | 'cancel'>>} */
  #runs = new Map();
  /** The games whose puzzles are being loaded. @type {Set<string>} */
  #loading = new Set();
  /** The last write and send, on which the next ones wait. */
  #flow = Promise.resolve();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #clock;
  /** @type {() => Promise<WebAssembly.Module>} */
  #code;

  /**
   * @param {Board} board
   * @param {Kept | null} kept
   * @param {() => Promise<WebAssembly.Module>} code
   */
  constructor(board, kept, code) {
    this.#board = board;
    this.#kept = kept;
    this.#code = code;
    this.#settle();
  }

  static async open() {
    const module = load('wasm/board_web.wasm.gz').then(WebAssembly.compile);
    const kept = await Kept.open().catch(() => null);
    const { games, onBoard } = await kept?.read() ?? { games: [], onBoard: undefined };
    await init({ module_or_path: module });
    return new Host(new Board(games, onBoard), kept, () => module);
  }

  /**
   * Adds a page and returns its number.
   * @param {(text: string) => void} receive
   */
  enter(receive) {
    this.#pages.set(this.#nextPage, receive);
    if (!this.#kept) receive(notice('This browser cannot store games.'));
    return this.#nextPage++;
  }

  /**
   * @param {number} page
   * @param {string} text
   */
  send(page, text) {
    this.#board.request(page, text);
    this.#settle();
  }

  /** @param {number} page */
  leave(page) {
    this.#pages.delete(page);
    this.#board.gone(page);
    this.#settle();
  }

  /** Executes the session's orders, stores its changes and sends its messages. */
  #settle() {
    for (const order of this.#board.take_orders()) this.#execute(order);
    for (const game of this.#board.wanted_puzzles()) {
      if (!this.#loading.has(game)) void this.#addPuzzles(game);
    }
    const changes = this.#board.take_changes();
    const messages = this.#board.take_messages();
    this.#flow = this.#flow.then(async () => {
      if (changes.length) await this.#keep(changes);
      for (let i = 0; i < messages.length; i += 2) this.#pages.get(messages[i])?.(messages[i + 1]);
    });
    clearTimeout(this.#clock);
    const wait = this.#board.next_tick();
    if (wait !== undefined) {
      this.#clock = setTimeout(() => {
        this.#board.tick();
        this.#settle();
      }, wait + 1);
    }
  }

  /** @param {string} game */
  async #addPuzzles(game) {
    this.#loading.add(game);
    const bytes = await load(`puzzles/${game}.epd.gz`).catch(() => null);
    this.#loading.delete(game);
    if (!bytes) this.#broadcast(notice('The puzzles could not be loaded.'));
    this.#board.add_puzzles(game, bytes ? new TextDecoder().decode(bytes) : undefined);
    this.#settle();
  }

  /** @param {import('./kept.js').Change[]} changes */
  async #keep(changes) {
    try {
      await this.#kept?.write(changes);
    } catch (error) {
      this.#broadcast(notice(`This game cannot be stored: ${error}`));
    }
  }

  /** @param {string} text */
  #broadcast(text) {
    for (const receive of this.#pages.values()) receive(text);
  }

  /** @param {any[]} order */
  #execute([what, run, name, variant, search, definitions]) {
    if (what === 'start') {
      const lane = this.#lane(name);
      for (const [old, its] of this.#runs) if (its === lane) this.#runs.delete(old);
      this.#runs.set(run, lane);
      lane.start({ run, variant, search, definitions });
    } else if (what === 'measure') {
      void this.#measure(run, name);
    } else if (what === 'hurry') {
      this.#runs.get(run)?.hurry(run);
    } else {
      this.#runs.get(run)?.cancel(run);
      this.#runs.delete(run);
    }
  }

  /**
   * Measures games in a worker of its own, which ends when the measurement is cancelled.
   * @param {number} run
   * @param {string} task
   */
  async #measure(run, task) {
    const worker = new Worker('search.js', { type: 'module', name: 'measure' });
    this.#runs.set(run, { hurry: () => undefined, cancel: () => worker.terminate() });
    const report = (/** @type {string} */ text) => {
      this.#board.measured(run, text);
      this.#settle();
    };
    const fail = (/** @type {string} */ why) => {
      worker.terminate();
      this.#broadcast(notice(why));
      report('');
    };
    worker.onmessage = ({ data }) => {
      if (data.failed) fail(data.failed);
      else if (data.text) report(data.text);
      else {
        worker.terminate();
        this.#runs.delete(run);
      }
    };
    worker.onerror = () => fail('The engine has stopped with an error.');
    const module = await this.#code().catch(() => null);
    if (module) worker.postMessage({ module, task });
    else fail('The engine could not be loaded.');
  }

  /** @param {string} name */
  #lane(name) {
    let lane = this.#lanes.get(name);
    if (!lane) {
      lane = new Lane(this.#code, {
        thought: (run, text) => {
          this.#board.thought(run, text);
          this.#settle();
        },
        failed: (text) => this.#broadcast(notice(text)),
      });
      this.#lanes.set(name, lane);
    }
    return lane;
  }
}

/** @param {string} text */
function notice(text) {
  return JSON.stringify({ type: 'notice', text });
}
