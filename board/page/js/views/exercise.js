/**
 * @file A task on its own board: the learner moves, the session judges and replies.
 */
import { announce } from '../announce.js';
import { Board } from '../board.js';
import { button, el, put } from '../dom.js';
import { positionMarks } from '../play/choice-marks.js';
import { Chooser } from '../play/chooser.js';
import { government } from '../play/players.js';
import { attempt } from '../toast.js';
import { sideName } from '../words.js';
/** @import {Client} from '../client.js' */
/** @import {GameInfo, Place, PositionView, Side, TaskReply} from '../messages.js' */

/** Milliseconds before the opponent's reply is shown. */
const REPLY_MS = 450;

/**
 * @typedef {object} Exercise
 * @property {string} task
 * @property {string} heading
 * @property {string} title
 * @property {string} text
 * @property {string[]} hints
 * @property {string} fen
 * @property {Side} side
 * @property {string} next The address of the next task.
 * @property {string} nextName
 * @property {() => void} solved
 * @property {(moves: string[]) => Promise<TaskReply>} [judge] Judges moves in place of the session.
 * @property {() => Promise<string>} [solution] Returns the move to find in place of the session.
 * @property {string[]} [before] Moves that lead from `fen` to the position of the task.
 */

/**
 * Creates the board with its task.
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
  /** All moves on the board, and the moves for `check`. @type {string[]} */
  let moves = [];
  /** @type {string[]} */
  let sent = [];
  /** @type {PositionView | null} */
  let position = null;
  /** @type {string[]} */
  let last = [];
  /** `true` if it is the learner's turn. */
  let open = true;

  const place = () => /** @type {Place} */ ({ variant: game.variant, fen: task.fen, moves: [...task.before ?? [], ...moves] });
  const chooser = new Chooser(client, board, {
    place, purse,
    play: (move) => judge(move),
    marks: () => (position ? positionMarks(position, last) : []),
    caption: (text) => {
      put(caption, text);
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
    drawBadges();
    await chooser.load(position, mayMove && !position.result ? [task.side] : []);
  };

  const drawBadges = () => {
    if (!position?.governments) return;
    const shown = position;
    put(badges, ...(/** @type {Side[]} */ (['white', 'black'])).map((side) => el('span', {}, `${sideName(side)}: `, government(client, shown, side))));
  };

  /** @param {string} move */
  const judge = async (move) => {
    const reply = await (task.judge ? task.judge([...sent, move]) : client.request('learn', 'check', { task: task.task, moves: [...sent, move] }));
    const before = moves;
    last = squaresOf(move);
    if (reply.verdict === 'wrong') {
      if (!game.simultaneous) {
        moves = [...moves, move];
        await draw(false, true);
        await new Promise((resolve) => setTimeout(resolve, REPLY_MS));
      }
      moves = before;
      last = [];
      show(reply);
      await draw(true, true);
      return;
    }
    await advance(move, reply);
  };

  /**
   * @param {string} move
   * @param {TaskReply} answer
   */
  const advance = async (move, answer) => {
    if (game.simultaneous) {
      const { reply } = answer;
      if (reply) {
        moves = [...moves, ...(task.side === 'white' ? [move, reply] : [reply, move])];
        last = [...last, ...squaresOf(reply)];
      }
      sent = [...sent, move, ...reply ? [reply] : []];
    } else {
      moves = [...moves, move];
      sent = [...sent, move];
      await draw(false, true);
      if (answer.reply) {
        await new Promise((resolve) => setTimeout(resolve, REPLY_MS));
        moves = [...moves, answer.reply];
        sent = [...sent, answer.reply];
        last = squaresOf(answer.reply);
      }
    }
    await draw(answer.verdict === 'goOn', true);
    show(answer);
    if (answer.verdict === 'solved') task.solved();
  };

  /** @param {TaskReply} answer */
  const show = (answer) => {
    const mark = { solved: '✓', goOn: '→', wrong: '✗' }[answer.verdict];
    put(verdict, el('span', { class: 'verdict-mark', 'aria-hidden': 'true' }, mark), el('span', {}, answer.text),
      answer.verdict === 'solved' ? el('a', { class: 'button primary', href: task.next }, task.nextName) : null);
    verdict.className = `verdict ${answer.verdict}`;
    announce(answer.text);
  };

  const restart = () => {
    moves = [];
    sent = [];
    last = [];
    put(verdict);
    verdict.className = 'verdict';
    shownHints = 0;
    put(hints);
    board.draw([]);
    put(more, 'Hint');
    more.disabled = false;
    void attempt(draw(true, true));
  };

  let shownHints = 0;
  /** Shows the next hint: those of the task, then the piece to move, then the solution. */
  const advise = async () => {
    const hint = task.hints[shownHints++];
    if (hint) {
      hints.append(el('li', {}, hint));
      announce(hint);
      return;
    }
    const move = await (task.solution ? task.solution() : client.request('learn', 'solution', { task: task.task, moves: sent }).then((found) => found.move));
    const [from = '', to = ''] = squaresOf(move);
    const piece = position?.board[from];
    const first = shownHints === task.hints.length + 1;
    const words = first ? `Move the ${piece?.name ?? 'piece'} on ${from}.` : `The solution begins with ${move}.`;
    hints.append(el('li', {}, words));
    announce(words);
    board.draw([first ? { from, to: from, kind: 'green' } : { from, to, kind: 'green' }]);
    put(more, first ? 'Solution' : 'Hint');
    more.disabled = !first;
  };
  const more = button('Hint', () => void attempt(advise()), { class: 'button' });
  const badges = el('div', { class: 'badges' });

  board.turn(task.side);
  void attempt(draw(true, false));
  const leave = client.on('connection', (connection) => {
    if (connection === 'open' && !chooser.ready) void attempt(draw(open, false));
  });
  return {
    board: el('div', { class: 'board-frame' }, board.element),
    /** The task, the verdict and the buttons, for the side of the board. */
    side: [
      el('div', { class: 'task' }, el('p', { class: 'faint' }, `${game.title}, ${task.heading}`), el('h1', {}, task.title), task.text ? el('p', {}, task.text) : null, badges),
      verdict, hints, el('div', { class: 'talk' }, caption), purse,
      el('div', { class: 'row-of-buttons' }, more, button('Restart', restart), el('a', { class: 'button', href: task.next }, task.nextName))],
    leave,
  };
}

/**
 * Returns the squares that a move names.
 * @param {string} move
 */
function squaresOf(move) {
  return move.match(/[a-h][1-8]/g) ?? [];
}
