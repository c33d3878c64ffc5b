/**
 * @file The game on the board: board, players, status, and the panels beside it.
 */
import { announce } from '../announce.js';
import { Board } from '../board.js';
import { button, el, icon, put } from '../dom.js';
import { savePgn } from '../download.js';
import { actions } from '../play/actions.js';
import { positionMarks } from '../play/choice-marks.js';
import { Chooser } from '../play/chooser.js';
import { evaluationBar } from '../play/evalbar.js';
import { playerBar } from '../play/players.js';
import { statusWords } from '../play/status.js';
import { tabs } from '../panels/tabs.js';
import { analysisPanel } from '../panels/analysis.js';
import { bookPanel } from '../panels/book.js';
import { historyPanel } from '../panels/history.js';
import { reviewPanel } from '../panels/review.js';
import { rulesPanel } from '../panels/rules.js';
import { turnsPanel } from '../panels/turns.js';
import { play as sound } from '../sound.js';
import { other } from '../squares.js';
import { copy } from '../toast.js';
import { capital, entryWords, eventWords } from '../words.js';
import { newGameDialog } from './newgame.js';
/** @import {Client} from '../client.js' */
/** @import {Arrow} from '../marks.js' */
/** @import {GameState, HistoryEntry, PositionView, Side} from '../messages.js' */

/** Milliseconds between two updates of the clocks. */
const TICK_MS = 100;
/** Milliseconds that a ribbon is shown. */
const RIBBON_MS = 2600;

/**
 * Creates the view of the game on the board.
 * @param {Client} client
 * @returns {import('../app.js').View}
 */
export function gameView(client) {
  if (!client.state) {
    return { title: 'Board', element: el('div', { class: 'empty' }, el('h1', {}, 'No game yet'),
      el('a', { class: 'button primary', href: '#/' }, 'Choose a game')) };
  }
  const element = el('div', { class: 'view' });
  let table = new Table(client, client.state);
  put(element, table.element);
  const off = client.on('state', (state) => {
    if (!state) return;
    if (state.game !== table.game) {
      table.leave();
      table = new Table(client, state);
      put(element, table.element);
    } else table.show(state);
  });
  return { title: client.game(client.state.position.variant).title, element, leave: () => {
    off();
    table.leave();
  } };
}

/** One game with its controls and panels. */
class Table {
  /** The number of plies before the position shown; `null` for the latest position. @type {number | null} */
  #viewed = null;
  /** @type {PositionView} */
  #shown;
  /** @type {GameState} */
  #state;
  /** @type {Arrow[]} */
  #better = [];
  #asked = 0;

  /**
   * @param {Client} client
   * @param {GameState} state
   */
  constructor(client, state) {
    this.client = client;
    this.game = state.game;
    this.info = client.game(state.position.variant);
    this.#state = state;
    this.#shown = state.position;
    this.board = new Board(this.info, `${this.info.title} board`);
    this.purse = el('div', { class: 'purse', hidden: true });
    this.caption = el('p', { class: 'caption' });
    this.status = el('p', { class: 'status' });
    this.ribbon = el('div', { class: 'ribbon', 'aria-hidden': 'true' });
    this.bars = { white: playerBar(client, 'white'), black: playerBar(client, 'black') };
    this.evaluation = evaluationBar();
    this.actions = actions(client, {
      flip: () => this.#flip(), hint: () => this.analysis.hint(), again: () => newGameDialog(client, this.info.variant),
    });
    this.history = historyPanel(client, (plies) => this.#goTo(plies));
    this.analysis = analysisPanel(client, {
      point: (arrows) => this.board.point([...arrows, ...this.#better]),
      weigh: (bar, words) => this.evaluation.show(bar, words),
    });
    this.book = this.info.book ? bookPanel(client, (arrows) => this.board.point([...arrows, ...this.#better])) : null;
    this.review = reviewPanel(client, (plies, better) => this.#goTo(plies, better));
    this.turns = this.info.simultaneous ? turnsPanel(client) : null;
    this.chooser = new Chooser(client, this.board, {
      place: () => undefined,
      play: async (move, side) => {
        await client.request('game', 'play', { version: client.state?.version ?? 0, move, ...(this.info.simultaneous ? { side } : {}) });
      },
      marks: () => positionMarks(this.#shown, this.#lastMove()),
      caption: (text) => this.#showCaption(text),
      purse: this.purse,
    });
    this.ends = { upper: el('div', { class: 'seat' }), lower: el('div', { class: 'seat' }) };
    this.element = this.#build();
    const me = state.players.white.kind === 'engine' && state.players.black.kind === 'human' ? 'black' : 'white';
    this.#turnTo(me);
    this.timer = setInterval(() => Object.values(this.bars).forEach((bar) => bar.tick()), TICK_MS);
    this.show(state, true);
  }

  /** Ends timers and analyses. */
  leave() {
    clearInterval(this.timer);
    this.analysis.leave();
    this.review.leave();
  }

  /**
   * Shows a new state of the same game.
   * @param {GameState} state
   * @param {boolean} [first]
   */
  show(state, first = false) {
    const before = this.#state;
    this.#state = state;
    const grew = state.history.length > before.history.length;
    const changed = first || state.history.length !== before.history.length || state.position.fen !== before.position.fen;
    if (changed) {
      this.#viewed = null;
      this.#better = [];
      this.board.point([]);
      this.#showPosition(state.position, !first);
    }
    const sides = this.#sides(state);
    const kept = this.#sides(before);
    if (changed || sides.join() !== kept.join() || !this.chooser.ready) void this.chooser.load(this.#shown, this.#viewed === null ? sides : []);
    else this.chooser.refresh();
    this.#around();
    if (changed) this.#follow();
    const last = state.history.at(-1);
    if (grew && last) this.#report(last);
    if (!first && state.result && !before.result) {
      announce(state.result.words, true);
      sound('end');
    }
  }

  #build() {
    const panel = tabs([
      ...(this.turns ? [{ name: 'Turn', content: this.turns.element }] : []),
      { name: 'Moves', content: el('div', {}, this.history.element, this.#files()) },
      { name: 'Analyse', content: this.analysis.element },
      ...(this.book ? [{ name: 'Opening', content: this.book.element }] : []),
      { name: 'Review', content: this.review.element },
      { name: 'Rules', content: rulesPanel(this.client, this.info) },
    ]);
    return el('div', { class: `table ${this.info.files < 8 ? 'small-board' : ''}` },
      el('div', { class: 'board-column' },
        el('h1', { class: 'game-title' }, this.info.title),
        this.ends.upper,
        el('div', { class: 'board-row' }, this.evaluation.element, el('div', { class: 'board-frame' }, this.board.element, this.ribbon)),
        this.ends.lower),
      el('div', { class: 'controls' }, el('div', { class: 'talk' }, this.status, this.caption), this.purse, this.actions.element),
      el('aside', { class: 'panel', 'aria-label': 'About the game' }, panel));
  }

  /** Buttons that copy, save or reuse the position and the game. */
  #files() {
    return el('div', { class: 'files' },
      button('Copy FEN', () => void copy(this.#shown.fen, 'FEN'), { class: 'button small' }),
      button('Save as PGN', () => void savePgn(this.client, [this.game], false), { class: 'button small' }),
      button('Find games', () => {
        location.hash = `#/games/${this.info.variant}/${encodeURIComponent(this.#shown.fen)}`;
      }, { class: 'button small', title: 'Find stored games with this position in the opening' }),
      button('Play from here', () => newGameDialog(this.client, this.info.variant, this.#shown.fen), { class: 'button small' }),
      el('a', { class: 'button small', href: `#/setup/${this.info.variant}/${encodeURIComponent(this.#state.position.fen)}` }, 'Set up'));
  }

  /** @param {GameState} state */
  #sides(state) {
    return (/** @type {Side[]} */ (['white', 'black'])).filter((side) => state.mayMove[side]);
  }

  #place() {
    return this.#viewed === null ? undefined : { ply: this.#viewed };
  }

  /** Sets the panels to the position shown. */
  #follow() {
    this.analysis.follow(this.#place(), this.#about());
    void this.book?.follow(this.#place());
  }

  #about() {
    const [side] = this.#sides(this.#state);
    return { variant: this.info.variant, threats: this.info.threats, ...(this.info.simultaneous && side ? { side } : {}) };
  }

  #lastMove() {
    if (this.#viewed === null) return this.#state.lastMove;
    return this.#state.history[this.#viewed - 1]?.moves.flatMap((made) => made.squares) ?? [];
  }

  /**
   * @param {PositionView} position
   * @param {boolean} animate
   */
  #showPosition(position, animate) {
    this.#shown = position;
    this.board.show(position, { animate, moved: this.#lastMove() });
  }

  /** Updates everything around the board. */
  #around() {
    const state = this.#state;
    const plies = this.#viewed ?? state.history.length;
    for (const side of /** @type {Side[]} */ (['white', 'black'])) this.bars[side].show(state, this.#shown);
    this.actions.show(state);
    this.history.show(state, plies);
    this.review.show(state, plies);
    this.turns?.show(state, plies);
    this.status.classList.toggle('over', Boolean(state.result) && this.#viewed === null);
    if (this.#viewed === null) put(this.status, statusWords(state, this.info));
    else put(this.status, plies === 0 ? 'Start position' : `${this.info.simultaneous ? 'Turn' : 'Ply'} ${plies} of ${state.history.length}`, button('Back to the game', () => this.#goTo(state.history.length), { class: 'button small' }));
  }

  /**
   * Shows the game after a number of plies.
   * @param {number} plies
   * @param {string | null} [better] A move that was better there.
   */
  async #goTo(plies, better = null) {
    const live = plies >= this.#state.history.length;
    const asked = ++this.#asked;
    const position = live ? this.#state.position : await this.client.request('position', 'view', { place: { ply: plies } });
    if (asked !== this.#asked) return;
    this.#viewed = live ? null : plies;
    this.#showPosition(position, true);
    this.#better = better ? [{ from: better.slice(0, 2), to: better.slice(2, 4), kind: 'better' }] : [];
    void this.chooser.load(position, live ? this.#sides(this.#state) : []);
    this.#around();
    this.#follow();
    this.board.point(this.#better);
    const entry = this.#state.history[plies - 1];
    announce(entry ? entryWords(entry, this.info) : 'Start position');
  }

  /** @param {HistoryEntry} entry */
  #report(entry) {
    announce(entryWords(entry, this.info));
    const has = (/** @type {string} */ name) => entry.events.find((event) => event.event === name);
    const coup = has('coup');
    const shown = coup ?? has('bribe') ?? entry.events.find((event) => event.event === 'becomes' && event.royal)
      ?? has('penalty') ?? entry.events.find((event) => event.event === 'gamble' && event.played);
    if (shown) this.#showRibbon(capital(eventWords(shown, this.info, entry.moves[0]?.side ?? 'white')), shown.event);
    if (coup) sound('coup');
    else if (has('bribe')) sound('bribe');
    else if (has('check')) sound('check');
    else sound(has('capture') ? 'capture' : 'move');
  }

  /**
   * Shows a ribbon across the board.
   * @param {string} text
   * @param {string} event
   */
  #showRibbon(text, event) {
    const line = el('div', { class: `ribbon-line ${event}` }, event === 'coup' ? icon('crown') : null, el('span', {}, text));
    setTimeout(() => line.remove(), RIBBON_MS);
    put(this.ribbon, line);
  }

  /** @param {string} text */
  #showCaption(text) {
    this.caption.textContent = text;
    this.status.hidden = text !== '';
  }

  #flip() {
    this.#turnTo(other(this.board.below));
    this.chooser.refresh();
    this.board.point(this.#better);
  }

  /** @param {Side} below */
  #turnTo(below) {
    this.board.turn(below);
    this.evaluation.turn(below);
    put(this.ends.upper, this.bars[other(below)].element);
    put(this.ends.lower, this.bars[below].element);
  }
}
