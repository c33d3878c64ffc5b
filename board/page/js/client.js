/**
 * @file The connection to the session: requests, answers, events, and the latest state.
 */
import { connect } from './transport.js';
/** @import {TableList, TableRole, Side, Analysis, Catalogue, ErrorCode, GameInfo, GameState, Measurement, Reply, Request, ReviewReport} from './messages.js' */

/**
 * The answers that carry data, by request. All other requests are answered with `done`.
 * @typedef {{hello: 'welcome', view: 'position', validate: 'position', choices: 'choices', pay: 'payment', explain: 'explanation',
 *   odds: 'strategies', book: 'book', new: 'game', open: 'game', list: 'games', import: 'imported', export: 'pgn', analyse: 'run',
 *   link: 'link', picture: 'picture', openTable: 'seat', takeSeat: 'seat', enter: 'table',
 *   hint: 'run', threat: 'run', review: 'run', measure: 'run', lessons: 'lessons', puzzle: 'puzzle', check: 'verdict',
 *   solution: 'solution', define: 'defined', vary: 'varied', rulesPage: 'rulesPage'}} Answers
 */

/** A refused request. */
export class Refusal extends Error {
  /** @param {{code: ErrorCode | 'lost', message: string, field?: string | null}} answer */
  constructor(answer) {
    super(answer.message);
    /** The reason, for the program. */
    this.code = answer.code;
    /** The invalid field, if known. */
    this.field = answer.field;
  }
}

/**
 * @typedef {object} Events
 * @property {GameState | null} state
 * @property {{plays: boolean, pages: number}} role
 * @property {Analysis} analysis
 * @property {ReviewReport} review
 * @property {Measurement} measurement
 * @property {{text: string}} notice
 * @property {Catalogue} catalogue
 * @property {TableList} tables
 * @property {'connecting' | 'open' | 'lost' | 'broken'} connection
 */

/** The session. */
export class Client {
  /** @type {GameState | null} */
  state = null;
  /** @type {Catalogue | null} */
  catalogue = null;
  plays = false;
  /** The tables, if this page is at the hall of a host. @type {TableList | null} */
  hall = null;
  /** The seats of the hosted game and this page's part in it. @type {TableRole | null} */
  table = null;
  /** Enters the table again after the connection was lost. @type {(() => Promise<void>) | null} */
  rejoin = null;
  /** `true` if the game has just come by a link, until the board has shown its last move. */
  arrived = false;
  pages = 1;
  /** @type {Events['connection']} */
  connection = 'connecting';
  /** The arrival of the last state in milliseconds of `performance.now()`, from which clocks count. */
  received = 0;

  #next = 1;
  #order = [...document.querySelectorAll('#cards [data-variant]')].map((card) => card.getAttribute('data-variant'));
  /** @type {Map<number, {resolve: (answer: any) => void, reject: (error: Error) => void}>} */
  #waiting = new Map();
  /** @type {Map<string, Set<(value: any) => void>>} */
  #listeners = new Map();
  /** @type {import('./transport.js').Transport} */
  #transport;

  constructor() {
    this.#transport = connect({
      opened: () => this.#hello(),
      received: (text) => this.#receive(text),
      closed: (again) => this.#lost(again),
    });
  }

  /**
   * Sends a request to a part of the session. Rejects with a {@link Refusal}.
   * @template {Request['part']} Part
   * @template {Extract<Request, {part: Part}>['type']} Type
   * @param {Part} part
   * @param {Type} type
   * @param {Omit<Extract<Request, {part: Part, type: Type}>, 'part' | 'type'>} [fields]
   * @returns {Promise<Extract<Reply, {type: Type extends keyof Answers ? Answers[Type] : 'done'}>>}
   */
  request(part, type, fields) {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      if (this.connection !== 'open' && type !== 'hello') {
        reject(new Refusal({ code: 'lost', message: 'The board is not connected.' }));
        return;
      }
      this.#waiting.set(id, { resolve, reject });
      this.#transport.send(JSON.stringify({ id, part, type, ...fields }));
    });
  }

  /**
   * Adds a listener. Returns a function that removes it.
   * @template {keyof Events} K
   * @param {K} type
   * @param {(value: Events[K]) => void} listener
   * @returns {() => void}
   */
  on(type, listener) {
    const set = this.#listeners.get(type) ?? new Set();
    this.#listeners.set(type, set.add(listener));
    return () => set.delete(listener);
  }

  /**
   * Returns the catalogue's entry of a game.
   * @param {string} variant
   * @returns {GameInfo}
   */
  game(variant) {
    const game = this.catalogue?.games.find((each) => each.variant === variant);
    if (!game) throw new Error(`unknown game: ${variant}`);
    return game;
  }

  /**
   * Returns the place of a game in lists: as on the first page, then the others.
   * @param {GameInfo} game
   */
  #place({ variant }) {
    const place = this.#order.indexOf(variant);
    return place < 0 ? this.#order.length : place;
  }

  /**
   * Shows the game of a hosted table, as this page's seat sees it.
   * @param {GameState} state
   */
  adopt(state) {
    this.#state(state);
  }

  /** Forgets the hosted table. */
  left() {
    this.table = null;
    this.state = null;
  }

  /** Connects now instead of later. */
  retry() {
    this.#transport.retry();
  }

  async #hello() {
    try {
      const welcome = await this.request('session', 'hello', { protocol: 2 });
      this.#offer(welcome.catalogue);
      this.plays = welcome.plays;
      this.#connection('open');
      this.#emit('role', { plays: this.plays, pages: this.pages });
      this.hall = welcome.hall ?? null;
      if (this.hall && this.rejoin) await this.rejoin();
      else this.#state(welcome.state);
    } catch (error) {
      this.#connection('broken');
      this.#emit('notice', { text: error instanceof Error ? error.message : String(error) });
    }
  }

  /** @param {Catalogue} catalogue */
  #offer(catalogue) {
    this.catalogue = catalogue;
    catalogue.games.sort((a, b) => this.#place(a) - this.#place(b));
  }

  /** @param {string} text */
  #receive(text) {
    const message = JSON.parse(text);
    if (typeof message.id === 'number') {
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (message.type === 'error') waiting?.reject(new Refusal(message));
      else waiting?.resolve(message);
    } else if (message.type === 'state') {
      this.#state(message);
    } else {
      if (message.type === 'role') {
        this.plays = message.plays;
        this.pages = message.pages;
        this.table = message.table ?? null;
      }
      if (message.type === 'tables') this.hall = message;
      if (message.type === 'catalogue') this.#offer(message);
      this.#emit(message.type, message);
    }
  }

  /** @param {GameState | null} state With all moves, or those after `kept`. */
  #state(state) {
    if (state?.kept) state.history = [...(this.state?.history.slice(0, state.kept) ?? []), ...state.history];
    if (state && this.hall) seatView(state, this.table?.side ?? null);
    this.received = performance.now();
    this.state = state;
    this.#emit('state', state);
  }

  /** @param {boolean} again */
  #lost(again) {
    for (const { reject } of this.#waiting.values()) reject(new Refusal({ code: 'lost', message: 'The connection was lost.' }));
    this.#waiting.clear();
    this.#connection(again ? 'lost' : 'broken');
  }

  /** @param {Events['connection']} connection */
  #connection(connection) {
    this.connection = connection;
    this.#emit('connection', connection);
  }

  /**
   * @template {keyof Events} K
   * @param {K} type
   * @param {Events[K]} value
   */
  #emit(type, value) {
    for (const listener of [...(this.#listeners.get(type) ?? [])]) listener(value);
  }
}

/**
 * Limits a state to what this page may do at a hosted table; the other players are at other pages.
 * @param {GameState} state
 * @param {Side | null} seat
 */
function seatView(state, seat) {
  state.canUndo = false;
  for (const side of /** @type {Side[]} */ (['white', 'black'])) {
    if (side === seat) continue;
    state.mayMove[side] = false;
    state.mayResign[side] = false;
    state.players[side] = { kind: 'remote', name: state.names[side] };
  }
}
