/**
 * @file From clicks to a move: follows the session's tree of choices.
 */
import { Refusal } from '../client.js';
import { announce } from '../announce.js';
import { settings } from '../settings.js';
import { effectWords, pieceTypeName, pieceWords } from '../words.js';
import { hideBubble, showBubble } from './bubble.js';
import { showPurse } from './paybox.js';
import { pick } from './picker.js';
import { stateMarks } from './choice-marks.js';
/** @import {Board} from '../board.js' */
/** @import {Client} from '../client.js' */
/** @import {Mark} from '../marks.js' */
/** @import {BoardChange, Choices, GameInfo, Origin, PaymentView, Place, PositionView, Side, Step} from '../messages.js' */

/**
 * @typedef {object} Host The view around the board.
 * @property {() => Place | undefined} place
 * @property {(move: string, side: Side) => Promise<void>} play
 * @property {() => Mark[]} marks The other marks.
 * @property {(text: string) => void} caption Shows the effect of a choice below the board.
 * @property {HTMLElement} purse The box of a payment.
 * @property {() => string | null} [closed] The reason why this page may not choose now, if there is one.
 * @property {() => Side | null} [premoves] The side that may choose a move in advance.
 * @property {(words: string) => Promise<boolean>} [confirm] Asks whether to play a move.
 */

/**
 * @typedef {{at: 'rest'}
 *   | {at: 'premove', square: string, to?: string}
 *   | {at: 'selected', square: string, side: Side, origins: Origin[]}
 *   | {at: 'asked', square: string, side: Side, step: Step}
 *   | {at: 'paying', side: Side, payment: PaymentView}} Stage
 */

/** The choice that the player is making. */
export class Chooser {
  /** @type {Stage} */
  stage = { at: 'rest' };
  /** @type {Choices[]} */
  choices = [];
  /** @type {PositionView | null} */
  #position = null;
  /** @type {GameInfo | null} */
  #game = null;
  /** @type {Side[]} */
  #sides = [];
  #loading = 0;
  #loaded = true;
  /** @type {string | null} */
  #queued = null;
  /** `true` if the current press selected the piece. */
  #fresh = false;
  /** @type {string[]} */
  #shown = [];
  /** The side that chooses in advance. @type {Side | null} */
  #premover = null;
  /** The changes of the move just played, until they are in the position. @type {BoardChange[]} */
  #made = [];

  /**
   * @param {Client} client
   * @param {Board} board
   * @param {Host} host
   */
  constructor(client, board, host) {
    this.client = client;
    this.board = board;
    this.host = host;
    board.owner = {
      press: (square) => this.press(square),
      drop: (from, to) => this.drop(from, to),
      again: (square) => this.again(square),
      hover: (square) => this.hover(square),
      cancel: () => this.rest(),
    };
  }

  /** `true` if a choice is expected and all choices are known. */
  get ready() {
    return this.#sides.length > 0 && this.#loaded;
  }

  /**
   * Sets the position and the sides that may choose.
   * @param {PositionView} position
   * @param {Side[]} sides
   */
  async load(position, sides) {
    // A choice made in secret stays on the board until both choices are revealed.
    if (sides.length > 0 || position.fen !== this.#position?.fen) this.#made = [];
    this.#position = position;
    this.#game = this.client.game(position.variant);
    this.#sides = sides;
    this.choices = [];
    this.#queued = null;
    const { stage } = this;
    const premove = stage.at === 'premove' && position.board[stage.square]?.side === this.#premover ? stage : null;
    if (!premove || sides.length > 0) this.rest();
    const loading = ++this.#loading;
    this.#loaded = false;
    try {
      const choices = await Promise.all(sides.map((side) =>
        this.client.request('position', 'choices', { place: this.host.place(), ...this.#sideField(side) })));
      if (loading !== this.#loading) return;
      this.choices = choices;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // The connection is lost. The choices are loaded again after the next connection.
      return;
    }
    this.#loaded = true;
    if (this.stage.at === 'selected') this.#select(this.stage.square, this.stage.side, this.#fresh);
    this.refresh();
    if (this.#queued) this.press(this.#queued);
    this.#queued = null;
    if (premove?.to && this.#premover && sides.includes(this.#premover)) this.#playPremove(premove.square, premove.to, this.#premover);
  }

  /**
   * Plays a move chosen in advance if it is legal; a pawn promotes to the most frequent piece type.
   * @param {string} from
   * @param {string} to
   * @param {Side} side
   */
  #playPremove(from, to, side) {
    const origins = this.#origins(from).filter(({ origin }) => origin.act === 'move').map(({ origin }) => origin);
    const [step] = targets(origins, to);
    const move = step?.move ?? step?.next?.[0]?.move;
    if (move) void this.#play(move, side, step?.effect.changes);
  }

  /** Cancels the choice. */
  rest() {
    this.stage = { at: 'rest' };
    this.#shown = [];
    this.host.purse.hidden = true;
    this.board.popups.replaceChildren();
    this.board.ghosts(this.#made, true);
    this.host.caption('');
    this.refresh();
  }

  /** Redraws all marks. */
  refresh() {
    this.board.mark([...this.host.marks(), ...stateMarks(this), ...this.#shown.map((square) => (/** @type {Mark} */ ({ kind: 'shown', square })))]);
  }

  /**
   * Handles a press on a square.
   * @param {string} square
   * @returns {'drag' | 'stay'}
   */
  press(square) {
    hideBubble(this.board);
    this.#shown = [];
    const closed = this.host.closed?.();
    if (closed) {
      showBubble(this.board, square, closed);
      announce(closed, true);
      return 'stay';
    }
    const { stage } = this;
    if (this.#sides.length === 0) return this.#pressEarly(square);
    if (stage.at === 'paying') return this.#pressPaying(stage, square);
    if (stage.at === 'asked') {
      const answer = stage.step.next?.find((step) => step.square === square);
      if (answer) void this.#take([answer], stage.side, stage.square);
      else this.rest();
      return 'stay';
    }
    if (stage.at === 'selected') {
      if (stage.square === square) return 'drag';
      const steps = targets(stage.origins, square);
      if (steps.length > 0) {
        void this.#take(steps, stage.side, stage.square);
        return 'stay';
      }
    }
    const piece = this.#position?.board[square];
    if (piece && this.#sides.includes(piece.side)) {
      this.#select(square, piece.side, true);
      return 'drag';
    }
    if (!this.#loaded) {
      this.#queued = square;
      return 'stay';
    }
    const turn = this.#origins(square).find(({ origin }) => origin.act === 'turn');
    const [side] = this.#sides;
    // An enemy piece that cannot be bribed: the session refuses with the reason.
    if (!turn && stage.at === 'rest' && piece && side && this.#game?.bribes) void this.#pay(side, square, []);
    if (turn) void this.#pay(turn.side, square, []);
    else if (stage.at === 'selected') void this.#explain(stage.side, stage.square, square, false);
    return 'stay';
  }

  /**
   * Handles a press while the opponent is to move: chooses a move in advance.
   * @param {string} square
   * @returns {'drag' | 'stay'}
   */
  #pressEarly(square) {
    const side = this.host.premoves?.() ?? null;
    this.#premover = side;
    const { stage } = this;
    const own = side !== null && this.#position?.board[square]?.side === side;
    if (stage.at === 'premove' && !stage.to && stage.square !== square && !own) this.stage = { ...stage, to: square };
    else if (own && !(stage.at === 'premove' && stage.square === square)) this.stage = { at: 'premove', square };
    else this.stage = { at: 'rest' };
    this.refresh();
    return own ? 'drag' : 'stay';
  }

  /**
   * Handles a piece dragged from one square to another.
   * @param {string} from
   * @param {string} to
   */
  drop(from, to) {
    if (this.stage.at === 'premove') {
      this.stage = { at: 'premove', square: from, to };
      this.refresh();
    }
    if (this.stage.at !== 'selected' || this.stage.square !== from) return;
    const steps = targets(this.stage.origins, to);
    if (steps.length > 0) void this.#take(steps, this.stage.side, from);
    else void this.#explain(this.stage.side, from, to, false);
  }

  /**
   * Handles the end of a press without a drag: a piece that was selected before is deselected.
   * @param {string} square
   */
  again(square) {
    if (this.stage.at === 'selected' && this.stage.square === square && !this.#fresh) this.rest();
    this.#fresh = false;
  }

  /**
   * Previews the choice of a square.
   * @param {string | null} square
   */
  hover(square) {
    if (this.stage.at === 'rest' || this.stage.at === 'premove') this.host.caption(this.#describe(square));
    if (this.stage.at === 'selected') {
      const [step] = square ? targets(this.stage.origins, square) : [];
      this.#preview(step ?? null, this.stage.side);
    } else if (this.stage.at === 'asked') {
      this.#preview(this.stage.step.next?.find((step) => step.square === square) ?? null, this.stage.side);
    }
  }

  /**
   * Returns the name and the movement of the piece on a square.
   * @param {string | null} square
   */
  #describe(square) {
    const piece = square && this.#position?.board[square];
    return piece && this.#game ? pieceWords(this.#game, piece) : '';
  }

  /**
   * @param {Step | null} step
   * @param {Side} side
   */
  #preview(step, side) {
    const { stage } = this;
    // A finger describes a piece of its side by selecting it.
    const selected = this.board.touched && stage.at === 'selected' ? this.#describe(stage.square) : '';
    const words = step && this.#game ? effectWords(step, this.#game, side) : selected;
    this.board.ghosts(step?.effect.becomes || step?.effect.coup || step?.effect.crowned ? step.effect.changes ?? [] : []);
    this.host.caption(words);
  }

  /**
   * @param {Extract<Stage, {at: 'paying'}>} stage
   * @param {string} square
   * @returns {'stay'}
   */
  #pressPaying({ payment, side }, square) {
    const piece = this.#position?.board[square];
    if (square === payment.target) {
      if (payment.move) void this.#play(payment.move, side, payment.changes);
    } else if (payment.paid.includes(square)) {
      void this.#pay(side, payment.target, without(payment.paid, square));
    } else if (payment.open.includes(square)) {
      void this.#pay(side, payment.target, [...payment.paid, square]);
    } else if (piece?.side === side) {
      void this.#explain(side, square, payment.target, true);
    } else {
      this.rest();
    }
    return 'stay';
  }

  /**
   * @param {string} square
   * @param {Side} side
   * @param {boolean} fresh
   */
  #select(square, side, fresh) {
    this.#fresh = fresh;
    const origins = this.#origins(square).filter((each) => each.side === side && each.origin.act === 'move').map(({ origin }) => origin);
    this.stage = { at: 'selected', square, side, origins };
    this.#preview(null, side);
    this.refresh();
  }

  /** @param {string} square */
  #origins(square) {
    return this.choices.flatMap(({ side, origins }) =>
      origins.filter((origin) => origin.square === square).map((origin) => ({ side, origin })));
  }

  /**
   * Continues with the steps to a square, usually one.
   * @param {Step[]} steps
   * @param {Side} side
   * @param {string} from
   */
  async #take(steps, side, from) {
    const [step] = steps;
    if (!step) return;
    if (step.move) {
      await this.#play(step.move, side, step.effect.changes);
    } else if (step.ask === 'relocation') {
      this.stage = { at: 'asked', square: from, side, step };
      this.host.caption('Choose the pawn’s new square.');
      announce('Choose the pawn’s new square: one of the marked squares.');
      this.refresh();
    } else {
      const game = this.#game;
      const options = (step.next ?? []).map((answer) => ({
        step: answer,
        name: game && answer.letter ? pieceTypeName(game, answer.letter, side) : answer.letter ?? '',
        drawing: game?.pieceTypes.find((each) => each.letter === answer.letter)?.drawing ?? 'queen',
        crowned: answer.effect.crowned ?? false,
      }));
      const option = await pick(this.board, step.square, side, options, (looked) => this.#preview(looked?.step ?? null, side));
      if (option?.step.move) await this.#play(option.step.move, side, option.step.effect.changes);
      else this.rest();
    }
  }

  /**
   * Plays a move, and shows the changes that the session predicted before it answers.
   * @param {string} move
   * @param {Side} side
   * @param {BoardChange[]} [changes]
   */
  async #play(move, side, changes = []) {
    const sides = this.#sides;
    this.#sides = [];
    const sure = this.host.confirm && this.board.touched && settings().confirm;
    if (sure) {
      this.board.ghosts(changes, true);
      if (!await this.host.confirm?.('Play this move?')) {
        this.#sides = sides;
        this.rest();
        return;
      }
    }
    this.#made = changes;
    this.rest();
    try {
      await this.host.play(move, side);
    } catch (error) {
      this.#sides = sides;
      this.#made = [];
      this.board.ghosts([]);
      this.#refused(error, this.board.cursor);
    }
  }

  /**
   * @param {Side} side
   * @param {string} target
   * @param {string[]} paid
   */
  async #pay(side, target, paid) {
    try {
      const payment = await this.client.request('position', 'pay', { place: this.host.place(), target, paid });
      this.stage = { at: 'paying', side, payment };
      showPurse(this.host.purse, this.board, payment, {
        takeBack: (square) => void this.#pay(side, target, without(payment.paid, square)),
        pay: () => void (payment.move && this.#play(payment.move, side, payment.changes)),
        cancel: () => this.rest(),
      });
      this.refresh();
    } catch (error) {
      this.#refused(error, target);
    }
  }

  /**
   * Shows the reason why a move is illegal at the square.
   * @param {Side} side
   * @param {string} from
   * @param {string} to
   * @param {boolean} pay
   */
  async #explain(side, from, to, pay) {
    try {
      const why = await this.client.request('position', 'explain',
        { place: this.host.place(), ...this.#sideField(side), from, to, ...(pay ? { pay } : {}) });
      if (why.legal) return;
      this.#shown = why.squares;
      showBubble(this.board, to, why.words);
      announce(why.words, true);
      this.refresh();
    } catch (error) {
      this.#refused(error, to);
    }
  }

  /**
   * @param {unknown} error
   * @param {string} square
   */
  #refused(error, square) {
    if (!(error instanceof Refusal)) throw error;
    showBubble(this.board, square, error.message);
    announce(error.message, true);
  }

  /**
   * Returns the side, which requests need only where both sides choose at once.
   * @param {Side} side
   */
  #sideField(side) {
    return this.#game?.simultaneous ? { side } : {};
  }
}

/**
 * Returns the steps to a square.
 * @param {Origin[]} origins
 * @param {string} square
 * @returns {Step[]}
 */
function targets(origins, square) {
  return origins.flatMap((origin) => origin.targets.filter((step) => step.square === square));
}

/**
 * Removes a square from a list.
 * @param {string[]} squares
 * @param {string} square
 */
function without(squares, square) {
  return squares.filter((each) => each !== square);
}
