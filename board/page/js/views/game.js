/**
 * @file The game on the board: board, players, status, and the panels beside it.
 */
import { announce } from '../announce.js';
import { Board } from '../board.js';
import { button, el, icon, put } from '../dom.js';
import { savePgn } from '../download.js';
import { playMove } from '../host/seal.js';
import { sendBar } from '../link/link.js';
import { actions } from '../play/actions.js';
import { positionMarks } from '../play/choice-marks.js';
import { Chooser } from '../play/chooser.js';
import { evaluationBar } from '../play/evalbar.js';
import { endOf, entryAt, settled } from '../play/lines.js';
import { steps } from '../play/steps.js';
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
import { attempt, copy } from '../toast.js';
import { becomesWords, capital, entryWords, eventWords, sideName } from '../words.js';
import { begin, newGameDialog, rematchOf } from './newgame.js';
/** @import {Client} from '../client.js' */
/** @import {Arrow} from '../marks.js' */
/** @import {At} from '../play/lines.js' */
/** @import {GameState, HistoryEntry, PositionView, Side} from '../messages.js' */

/** Milliseconds between two updates of the clocks. */
const TICK_MS = 100;
/** Milliseconds that an event is shown in place of the status. */
const NEWS_MS = 4000;
/** Milliseconds that the position before the last move of a link is shown. */
const ARRIVAL_MS = 700;

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
  /** The place of the position shown; `null` for the latest position. @type {At | null} */
  #viewed = null;
  /** @type {PositionView} */
  #shown;
  /** @type {GameState} */
  #state;
  /** @type {Arrow[]} */
  #better = [];
  #asked = 0;
  /** The place of the position that is being loaded. @type {At | null} */
  #target = null;

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
    this.talk = el('div', { class: 'talk' }, this.status, this.caption);
    this.curtain = el('div', { class: 'curtain', hidden: true });
    this.bars = { white: playerBar(client, 'white'), black: playerBar(client, 'black') };
    this.evaluation = evaluationBar();
    this.actions = actions(client, {
      flip: () => this.#flip(), again: () => this.#again(),
      hint: () => this.analysis.hint(this.#sides(this.#state)[0]),
      rematch: () => void begin(client, rematchOf(this.#state)),
    });
    this.history = historyPanel(client, (at) => void this.#goTo(at));
    this.analysis = analysisPanel(client, {
      point: (arrows) => this.board.point([...this.#arrows(), ...arrows]),
      weigh: (bar, words) => this.evaluation.show(bar, words),
      preview: (moves) => void this.#preview(moves),
      follow: (moves) => void attempt(this.#viewed || this.#state.result || !this.#analyses() ? this.#vary(this.#at(), moves) : this.#playAll(moves)),
      advise: (words) => this.#showCaption(words),
    });
    this.book = this.info.book ? bookPanel(client, (arrows) => this.board.point([...this.#arrows(), ...arrows])) : null;
    this.review = reviewPanel(client, (ply, better) => void this.#goTo({ ply }, better));
    this.turns = this.info.simultaneous ? turnsPanel(client) : null;
    this.chooser = new Chooser(client, this.board, {
      place: () => this.#place(),
      play: (move, side) => (this.#viewed ? this.#vary(this.#viewed, [move]) : playMove(client, this.info, move, side)),
      marks: () => positionMarks(this.#shown, this.#lastMove()),
      caption: (text) => this.#showCaption(text),
      purse: this.purse,
      closed: () => (client.plays ? null : 'This page watches: another one plays. Click “Play here” to take its place.'),
      premoves: () => this.#premover(),
      confirm: (words) => this.#confirm(words),
    });
    this.steps = steps(this.board.element, (to) => this.#step(to));
    this.send = sendBar(client);
    this.ends = { upper: el('div', { class: 'seat' }), lower: el('div', { class: 'seat' }) };
    this.element = this.#build();
    const me = state.players.white.kind !== 'human' && state.players.black.kind === 'human' ? 'black' : 'white';
    this.#turnTo(me);
    this.offRole = client.on('role', () => this.#around());
    this.timer = setInterval(() => Object.values(this.bars).forEach((bar) => bar.tick()), TICK_MS);
    this.show(state, true);
    if (client.arrived) void this.#showArrival();
  }

  /** Ends timers and analyses. */
  leave() {
    clearInterval(this.timer);
    this.steps.leave();
    this.analysis.leave();
    this.review.leave();
    this.offRole();
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
      this.#asked++;
      this.#showPosition(state.position, !first);
      this.board.point(this.#arrows());
    }
    const sides = this.#sides(state);
    const kept = this.#sides(before);
    if (changed || sides.join() !== kept.join() || !this.chooser.ready) this.#loadChoices();
    else this.chooser.refresh();
    this.#around();
    if (changed) this.#follow();
    const last = state.history.at(-1);
    if (grew && last) this.#report(last);
    this.#handOver(state, before);
    if (!first && state.result && !before.result) {
      announce(state.result.words, true);
      sound('end');
    }
  }

  #build() {
    const panel = tabs([
      ...(this.turns ? [{ name: 'Turn', content: this.turns.element }] : []),
      { name: 'Moves', content: el('div', { class: 'fills' }, this.history.element, this.#files()) },
      ...(this.client.hall ? [] : [{ name: 'Analyse', content: this.analysis.element }]),
      ...(this.book && !this.client.hall ? [{ name: 'Opening', content: this.book.element }] : []),
      ...(this.client.hall ? [] : [{ name: 'Review', content: this.review.element }]),
      { name: 'Rules', content: rulesPanel(this.client, this.info) },
    ]);
    const write = button('Comment', () => this.history.comment.open(this.#state, this.#at(), write),
      { class: 'button quiet', title: 'Comment on this move' }, icon('pen'));
    if (!this.client.hall) this.steps.element.append(write);
    return el('div', { class: 'table' }, this.evaluation.element,
      el('div', { class: 'board-frame' }, this.board.element, this.curtain),
      el('div', { class: 'side' }, this.ends.upper,
        el('div', { class: 'talk-box' }, el('h1', { class: 'game-title' }, this.info.title), this.talk),
        el('aside', { class: 'panel', 'aria-label': 'About the game' }, panel),
        this.steps.element, this.send.element, this.actions.element, this.purse, this.ends.lower));
  }

  /** Buttons that copy, save or reuse the position and the game. */
  #files() {
    return el('div', { class: 'files' },
      button('Copy FEN', () => void copy(this.#shown.fen, 'FEN'), { class: 'button small' }),
      button('Save as PGN', () => void savePgn(this.client, this.client.hall ? [] : [this.game], false), { class: 'button small' }),
      button('Share', () => void this.#share(), { class: 'button small' }, icon('share'), 'Share'),
      ...(this.client.hall ? [] : this.#reuse()));
  }

  /** Buttons that are of no use at a hosted table. */
  #reuse() {
    return [
      button('Find games', () => {
        location.hash = `#/games/${this.info.variant}/${encodeURIComponent(this.#shown.fen)}`;
      }, { class: 'button small', title: 'Find stored games with this position in the opening' }),
      button('Play from here', () => newGameDialog(this.client, this.info.variant, this.#shown.fen), { class: 'button small' }),
      el('a', { class: 'button small', href: `#/setup/${this.info.variant}/${encodeURIComponent(this.#state.position.fen)}` }, 'Set up')];
  }

  #again() {
    if (this.client.hall) location.hash = '#/';
    else newGameDialog(this.client, this.info.variant);
  }

  async #share() {
    const { shareDialog } = await import('../link/share.js');
    const { history } = this.#state;
    shareDialog(this.client, { place: this.#place(), below: this.board.below, plies: history.length, at: this.#plies(),
      marked: (plies) => (plies === this.#plies() ? this.#lastMove() : history[plies - 1]?.moves.flatMap((made) => made.squares) ?? []) });
  }

  /** Shows the last move of a game that has come by a link: first the position before it. */
  async #showArrival() {
    this.client.arrived = false;
    const count = this.#state.history.length;
    if (count === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    await this.#goTo({ ply: count - 1 });
    setTimeout(() => void this.#goTo({ ply: count }), ARRIVAL_MS);
  }

  /** @param {GameState} state */
  #sides(state) {
    return (/** @type {Side[]} */ (['white', 'black'])).filter((side) => state.mayMove[side]);
  }

  #place() {
    return this.#viewed ?? undefined;
  }

  /** Sets the panels to the position shown. */
  #follow() {
    this.analysis.follow(this.#place(), this.#about());
    void this.book?.follow(this.#place());
  }

  #about() {
    return { variant: this.info.variant, threats: this.info.threats };
  }

  /** Returns the number of plies before the position shown. */
  #plies() {
    return this.#at().ply;
  }

  #at() {
    return this.#viewed ?? { ply: this.#state.history.length };
  }

  /** Returns `true` if moves at an earlier position begin variations: not while a person plays against an engine. */
  #analyses() {
    const { players, result } = this.#state;
    return !this.info.simultaneous && this.client.plays && !this.client.hall && (Boolean(result) || (players.white.kind === 'human' && players.black.kind === 'human'));
  }

  /** Returns the arrows of the position itself: a better move, and both choices of a turn of Apocalypse. */
  #arrows() {
    const made = this.info.simultaneous ? entryAt(this.#state, this.#at())?.moves ?? [] : [];
    return [...made.map(({ side, squares: [from = '', to = ''] }) => /** @type {Arrow} */ ({ from, to, kind: side, strength: 0.4 })), ...this.#better];
  }

  /** Returns the side that may choose a move in advance: the opponent of an engine or of a person at another page. */
  #premover() {
    const { position, result, thinking } = this.#state;
    const { hall, plays, table } = this.client;
    const mover = hall ? position.turn : thinking?.side ?? 'both';
    if (this.#viewed || result || !plays || mover === 'both' || (hall && table?.side !== other(mover))) return null;
    return this.info.simultaneous ? null : other(mover);
  }

  /** @param {'first' | 'back' | 'forward' | 'last'} to */
  #step(to) {
    const at = this.#target ?? this.#at();
    const last = endOf(this.#state, at.variation);
    const ply = Math.min(Math.max({ first: 0, back: at.ply - 1, forward: at.ply + 1, last }[to], 0), last);
    if (ply !== at.ply) void this.#goTo({ ...at, ply });
  }

  #lastMove() {
    if (this.#viewed === null) return this.#state.lastMove;
    return entryAt(this.#state, this.#viewed)?.moves.flatMap((made) => made.squares) ?? [];
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
    const plies = this.#plies();
    for (const side of /** @type {Side[]} */ (['white', 'black'])) this.bars[side].show(state, this.#shown, plies);
    this.actions.show(state);
    this.send.show(state);
    this.history.show(state, this.#at());
    this.review.show(state, plies);
    this.turns?.show(state, plies);
    this.status.classList.toggle('over', Boolean(state.result) && this.#viewed === null);
    const number = (/** @type {HistoryEntry | undefined} */ entry) => entry?.number ?? 0;
    const where = `${this.info.simultaneous ? 'Turn' : 'Move'} ${number(state.history[plies - 1])} of ${number(state.history.at(-1))}`;
    if (this.#viewed === null) put(this.status, this.client.plays || state.result ? statusWords(state, this.info, this.client.hall !== null) : 'You are watching.');
    else put(this.status, plies === 0 ? 'Start position' : this.#viewed.variation === undefined ? where : `Variation, move ${number(entryAt(state, this.#viewed))}`, button('Back to the game', () => void this.#goTo({ ply: state.history.length }), { class: 'button small' }));
  }

  /**
   * Shows another position of the game.
   * @param {At} to
   * @param {string | null} [better] A move that was better there.
   */
  async #goTo(to, better = null) {
    const place = settled(this.#state, to);
    const live = place.variation === undefined && place.ply >= this.#state.history.length;
    const asked = ++this.#asked;
    this.#target = place;
    const position = live ? this.#state.position : await this.client.request('position', 'view', { place });
    if (asked !== this.#asked) return;
    this.#target = null;
    this.#viewed = live ? null : place;
    this.#showPosition(position, true);
    this.#better = better ? [{ from: better.slice(0, 2), to: better.slice(2, 4), kind: 'better' }] : [];
    this.#loadChoices();
    this.#around();
    this.#follow();
    this.board.point(this.#arrows());
    const entry = entryAt(this.#state, this.#at());
    announce(entry ? entryWords(entry, this.info) : 'Start position');
  }

  /** Loads the choices at the position shown: of the game, or of an analysis. */
  #loadChoices() {
    const { turn } = this.#shown;
    const sides = this.#viewed === null ? this.#sides(this.#state) : this.#analyses() && turn !== 'both' && !this.#shown.result ? [turn] : [];
    void this.chooser.load(this.#shown, sides);
  }

  /**
   * Plays moves of an analysis.
   * @param {At} from
   * @param {string[]} moves
   */
  async #vary(from, moves) {
    /** @type {At} */
    let at = from;
    for (const move of moves) {
      const { variation, ply } = await this.client.request('game', 'vary', { version: this.client.state?.version ?? 0, ...at, move });
      at = variation === undefined || variation === null ? { ply } : { variation, ply };
    }
    await this.#goTo(at);
  }

  /**
   * Plays moves of an engine's line in a game between two people at this page.
   * @param {string[]} moves
   */
  async #playAll(moves) {
    for (const move of moves) {
      const { turn } = this.#state.position;
      if (turn !== 'both') await playMove(this.client, this.info, move, turn);
    }
  }

  /**
   * Shows the position after moves of an engine's line; no moves show the position again.
   * @param {string[]} moves
   */
  async #preview(moves) {
    const asked = ++this.#asked;
    const position = moves.length === 0 ? this.#shown
      : await this.client.request('position', 'view', { place: { variant: this.info.variant, fen: this.#shown.fen, moves } });
    if (asked === this.#asked) this.board.show(position);
  }

  /** @param {HistoryEntry} entry */
  #report(entry) {
    announce(entryWords(entry, this.info));
    const has = (/** @type {string} */ name) => entry.events.find((event) => event.event === name);
    const coup = has('coup');
    const mover = entry.moves[0]?.side ?? 'white';
    const shown = coup ?? has('bribe') ?? has('becomes') ?? has('penalty') ?? entry.events.find((event) => event.event === 'gamble' && event.played);
    if (shown) this.#showNews(shown.event === 'becomes' ? becomesWords(shown, this.info, mover) : capital(eventWords(shown, this.info, mover)), shown.event);
    if (coup) sound('coup');
    else if (has('bribe')) sound('bribe');
    else if (has('check')) sound('check');
    else sound(has('capture') ? 'capture' : 'move');
  }

  /**
   * Shows an event in place of the status.
   * @param {string} text
   * @param {string} event
   */
  #showNews(text, event) {
    for (const old of this.talk.querySelectorAll('.news')) old.remove();
    const line = el('div', { class: `news ${event}`, 'aria-hidden': 'true' }, event === 'coup' ? icon('crown') : null, el('span', {}, text));
    setTimeout(() => line.remove(), NEWS_MS);
    this.talk.append(line);
  }

  /**
   * Asks whether to play the move shown on the board.
   * @param {string} words
   * @returns {Promise<boolean>}
   */
  #confirm(words) {
    return new Promise((resolve) => {
      const answer = (/** @type {boolean} */ sure) => {
        box.remove();
        resolve(sure);
      };
      const box = el('div', { class: 'ask', role: 'group', 'aria-label': words }, el('span', {}, words),
        button('Play', () => answer(true), { class: 'button small primary' }), button('Cancel', () => answer(false), { class: 'button small' }));
      this.talk.append(box);
    });
  }

  /**
   * Covers the board between the choices of two people, so that the first one stays secret.
   * @param {GameState} state
   * @param {GameState} before
   */
  #handOver(state, before) {
    const sides = /** @type {Side[]} */ (['white', 'black']);
    const people = sides.every((side) => state.players[side].kind === 'human');
    const chose = sides.find((side) => state.chosen[side] && !before.chosen[side]);
    if (!this.info.simultaneous || !people || !chose || state.chosen[other(chose)]) {
      if (!sides.some((side) => state.chosen[side])) this.curtain.hidden = true;
      return;
    }
    const next = button(`${sideName(other(chose))} chooses`, () => {
      this.curtain.hidden = true;
    }, { class: 'button primary' });
    put(this.curtain, el('span', {}, `${sideName(chose)} has chosen. Hand over to ${sideName(other(chose))}.`), next);
    this.curtain.hidden = false;
    next.focus();
  }

  /** @param {string} text */
  #showCaption(text) {
    put(this.caption, text);
    this.status.hidden = text !== '';
  }

  #flip() {
    this.#turnTo(other(this.board.below));
    this.chooser.refresh();
    this.board.point(this.#arrows());
  }

  /** @param {Side} below */
  #turnTo(below) {
    this.board.turn(below);
    this.evaluation.turn(below);
    put(this.ends.upper, this.bars[other(below)].element);
    put(this.ends.lower, this.bars[below].element);
  }
}
