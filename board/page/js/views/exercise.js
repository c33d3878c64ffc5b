/**
 * @file A task on a board of its own: the learner moves, the session judges and replies.
 */
import { announce } from '../announce.js';
import { Board } from '../board.js';
import { button, el, put } from '../dom.js';
import { positionMarks } from '../play/choice-marks.js';
import { Chooser } from '../play/chooser.js';
import { attempt } from '../toast.js';
/** @import {Client} from '../client.js' */
/** @import {GameInfo, Place, Position, Side, Verdict} from '../types.js' */

/** Milliseconds before the opponent's reply is shown. */
const REPLY = 450;

/**
 * @typedef {object} Exercise
 * @property {string} task
 * @property {string} heading
 * @property {string} title
 * @property {string} text
 * @property {string[]} hints
 * @property {string} fen
 * @property {Side} side
 * @property {string} next Where it goes on.
 * @property {string} nextName
 * @property {() => void} solved
 */

/**
 * The board with its task.
 * @param {Client} client
 * @param {GameInfo} game
 * @param {Exercise} task
 */
export function exercise(client, game, task) {
  const board = new Board(game, `${game.title} board`);
  const purse = el('div', { class: 'purse', hidden: true });
  const caption = el('p', { class: 'caption' });
  const verdict = el('div', { class: 'verdict', role: 'status' });
  const hints = el('ol', { class: 'hints' });
  /** All moves as the board has them, and those that `check` wants. @type {string[]} */
  let moves = [];
  /** @type {string[]} */
  let told = [];
  /** @type {Position | null} */
  let position = null;
  /** @type {string[]} */
  let last = [];
  /** Whether it is for the learner to move. */
  let open = true;

  const place = () => /** @type {Place} */ ({ variant: game.variant, fen: task.fen, moves });
  const chooser = new Chooser(client, board, {
    place, purse,
    play: (move) => judge(move),
    marks: () => (position ? positionMarks(position, last) : []),
    caption: (text) => {
      caption.textContent = text;
    },
  });

  /**
   * @param {boolean} mayMove
   * @param {boolean} animate
   */
  const draw = async (mayMove, animate) => {
    open = mayMove;
    position = await client.request('position', 'view', { place: place() });
    board.show(position, { animate, moved: last });
    await chooser.load(position, mayMove && !position.result ? [task.side] : []);
  };

  /** @param {string} move */
  const judge = async (move) => {
    const said = await client.request('learn', 'check', { task: task.task, moves: [...told, move] });
    const before = moves;
    last = squaresOf(move);
    if (said.verdict === 'wrong') {
      if (!game.simultaneous) {
        moves = [...moves, move];
        await draw(false, true);
        await new Promise((resolve) => setTimeout(resolve, REPLY));
      }
      moves = before;
      last = [];
      show(said);
      await draw(true, true);
      return;
    }
    await onward(move, said);
  };

  /**
   * @param {string} move
   * @param {Verdict} said
   */
  const onward = async (move, said) => {
    if (game.simultaneous) {
      const reply = said.reply;
      if (reply) {
        moves = [...moves, ...(task.side === 'white' ? [move, reply] : [reply, move])];
        last = [...last, ...squaresOf(reply)];
      }
      told = [...told, move];
    } else {
      moves = [...moves, move];
      told = [...told, move];
      await draw(false, true);
      if (said.reply) {
        await new Promise((resolve) => setTimeout(resolve, REPLY));
        moves = [...moves, said.reply];
        told = [...told, said.reply];
        last = squaresOf(said.reply);
      }
    }
    await draw(said.verdict === 'goOn', true);
    show(said);
    if (said.verdict === 'solved') task.solved();
  };

  /** @param {Verdict} said */
  const show = (said) => {
    const mark = { solved: '✓', goOn: '→', wrong: '✗' }[said.verdict];
    put(verdict, el('span', { class: 'verdict-mark', 'aria-hidden': 'true' }, mark), el('span', {}, said.text),
      said.verdict === 'solved' ? el('a', { class: 'button primary', href: task.next }, task.nextName) : null);
    verdict.className = `verdict ${said.verdict}`;
    announce(said.text);
  };

  const restart = () => {
    moves = [];
    told = [];
    last = [];
    put(verdict);
    verdict.className = 'verdict';
    void attempt(draw(true, true));
  };

  let given = 0;
  const more = button('A hint', () => {
    const hint = task.hints[given++];
    if (hint) {
      hints.append(el('li', {}, hint));
      announce(hint);
    }
    more.disabled = given >= task.hints.length;
  }, { class: 'button', hidden: task.hints.length === 0 });

  board.turn(task.side);
  void attempt(draw(true, false));
  const leave = client.on('connection', (connection) => {
    if (connection === 'open' && !chooser.ready) void attempt(draw(open, false));
  });
  return {
    board: el('div', { class: 'board-column' },
      el('div', { class: 'task' }, el('p', { class: 'faint' }, `${game.title}, ${task.heading}`), el('h1', {}, task.title), task.text ? el('p', {}, task.text) : null),
      el('div', { class: 'board-row' }, el('div', { class: 'board-frame' }, board.element)),
      el('div', { class: 'talk' }, caption), purse, verdict, hints,
      el('div', { class: 'row-of-buttons' }, more, button('Start again', restart),
        el('a', { class: 'button', href: task.next }, task.nextName))),
    leave,
  };
}

/**
 * The squares that a move names.
 * @param {string} move
 */
function squaresOf(move) {
  return move.match(/[a-h][1-8]/g) ?? [];
}
