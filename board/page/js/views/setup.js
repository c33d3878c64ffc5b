/**
 * @file A position set up by hand. The session says whether it can be played.
 */
import { Board } from '../board.js';
import { Refusal } from '../client.js';
import { button, el, labelled, put, select } from '../dom.js';
import { pieceIcon } from '../pieces.js';
import { readBoard, writeBoard } from '../squares.js';
import { copy } from '../toast.js';
import { newGameDialog } from './newgame.js';
/** @import {Client} from '../client.js' */
/** @import {GameInfo, Piece, Position, Side} from '../types.js' */

/** The fields of a FEN after the board, and what they are called in its errors. */
const FIELDS = ['turn', 'castling', 'enPassant', 'clock', 'moveNumber'];
const NAMES = ['Who moves', 'Castling', 'En passant', 'Moves without capture', 'Move number'];

/**
 * The view: `['empire', FEN]` to begin with.
 * @param {Client} client
 * @param {string[]} parts
 * @returns {import('../app.js').View}
 */
export function setupView(client, [variant, fen]) {
  const games = client.catalogue?.games ?? [];
  const game = games.find((each) => each.variant === variant) ?? games[0];
  if (!game) return { title: 'Set up', element: el('div') };
  const choose = select(games.map((each) => [each.variant, each.title]), game.variant, { name: 'game' });
  choose.addEventListener('change', () => {
    location.hash = `#/setup/${choose.value}`;
  });
  const element = el('div', { class: 'table' });
  fill(element, client, game, fen ?? game.start, choose);
  return { title: 'Set up', element };
}

/**
 * @param {HTMLElement} element
 * @param {Client} client
 * @param {GameInfo} game
 * @param {string} begin
 * @param {HTMLElement} choose
 */
function fill(element, client, game, begin, choose) {
  let pieces = readBoard(begin);
  const rest = begin.split(' ').slice(1);
  /** The letter that a press puts on the board; empty takes away. */
  let brush = 'P';
  const board = new Board(game, `${game.title} board`);
  const fault = el('p', { class: 'fault', role: 'alert' });
  const good = el('p', { class: 'good', role: 'status' });
  const text = el('input', { class: 'input mono', name: 'fen', spellcheck: 'false', autocomplete: 'off' });
  const fields = rest.map((value, i) => (i === 0 && !game.simultaneous
    ? select([['w', 'White'], ['b', 'Black']], value, { name: 'turn' })
    : el('input', { class: 'input mono', value, name: FIELDS[i] ?? 'rest', spellcheck: 'false', autocomplete: 'off' })));
  const buttons = [
    button('Play from here', () => newGameDialog(client, game.variant, text.value), { class: 'button primary' }),
    button('Copy FEN', () => void copy(text.value, 'FEN'), {})];
  let asked = 0;

  const check = async () => {
    text.value = [writeBoard(pieces, game), ...fields.map((field) => field.value.trim() || '-')].join(' ');
    board.show(drawn(game, pieces, null));
    const mine = ++asked;
    try {
      const position = await client.request('position', 'validate', { variant: game.variant, fen: text.value });
      if (mine !== asked) return;
      board.show(position);
      fault.textContent = '';
      good.textContent = position.result ? `This game is over: ${position.result.words}` : 'This position can be played.';
      mark(null);
    } catch (error) {
      if (mine !== asked || !(error instanceof Refusal)) return;
      fault.textContent = error.message;
      good.textContent = '';
      mark(error.field ?? null);
    }
  };

  /** @param {string | null} name */
  const mark = (name) => {
    for (const field of [...fields, text]) field.setAttribute('aria-invalid', String(field.name === name));
    if (buttons[0]) buttons[0].disabled = name !== null || fault.textContent !== '';
  };

  const put_ = (/** @type {string} */ square) => {
    if (brush && pieces.get(square) !== brush) pieces.set(square, brush);
    else pieces.delete(square);
    void check();
  };
  board.owner = {
    press: (square) => {
      if (brush === 'move') return pieces.has(square) ? 'drag' : 'stay';
      put_(square);
      return 'stay';
    },
    drop: (from, to) => {
      const letter = pieces.get(from);
      if (!letter) return;
      pieces.delete(from);
      pieces.set(to, letter);
      void check();
    },
    again: () => undefined, look: () => undefined, cancel: () => undefined,
  };
  for (const field of fields) field.addEventListener('input', () => void check());
  text.addEventListener('change', () => {
    const [, ...others] = text.value.trim().split(/\s+/);
    pieces = readBoard(text.value.trim());
    others.forEach((value, i) => {
      const field = fields[i];
      if (field) field.value = value;
    });
    void check();
  });

  const palette = el('div', { class: 'palette', role: 'group', 'aria-label': 'What a click puts on the board' });
  const drawPalette = () => put(palette,
    ...(/** @type {Side[]} */ (['white', 'black'])).map((side) => el('div', { class: 'palette-row' }, ...game.pieceTypes.map((kind) => {
      const letter = side === 'white' ? kind.letter.toUpperCase() : kind.letter;
      return brushButton(letter, `${side} ${kind.name[side]}`, pieceIcon({ side, drawing: kind.drawing }));
    }))),
    el('div', { class: 'palette-row' }, brushButton('move', 'Move pieces', null), brushButton('', 'Take away', null)));
  /**
   * @param {string} letter
   * @param {string} name
   * @param {SVGSVGElement | null} picture
   */
  const brushButton = (letter, name, picture) => button(name, () => {
    brush = letter;
    for (const each of palette.querySelectorAll('button')) each.setAttribute('aria-pressed', String(each.dataset['brush'] === letter));
  }, { class: picture ? 'brush' : 'button small', 'aria-pressed': String(brush === letter), 'data-brush': letter }, picture ?? name);
  drawPalette();

  const whole = (/** @type {string} */ position) => {
    pieces = readBoard(position);
    void check();
  };
  put(element,
    el('div', { class: 'board-column' }, el('div', { class: 'board-row' }, el('div', { class: 'board-frame' }, board.element)), palette),
    el('aside', { class: 'panel form padded', 'aria-label': 'The position' }, el('h1', {}, 'Set up a position'), labelled('Game', choose),
      el('div', { class: 'row-of-buttons wrap' }, button('Usual start', () => whole(game.start), { class: 'button small' }),
        button('Empty board', () => whole('/'.repeat(game.ranks - 1)), { class: 'button small' }),
        button('Turn the board', () => board.turn(board.below === 'white' ? 'black' : 'white'), { class: 'button small' })),
      el('div', { class: 'two' }, ...fields.map((field, i) => labelled(NAMES[i] ?? (game.governments ? 'Governments' : 'Penalties'), field))),
      labelled('FEN', text), fault, good, el('div', { class: 'row-of-buttons' }, ...buttons)));
  void check();
}

/**
 * A position before the session has looked at it.
 * @param {GameInfo} game
 * @param {Map<string, string>} pieces
 * @param {Position | null} known
 * @returns {Position}
 */
function drawn(game, pieces, known) {
  /** @type {Record<string, Piece>} */
  const board = {};
  for (const [square, letter] of pieces) {
    const kind = game.pieceTypes.find((each) => each.letter === letter.toLowerCase());
    const side = letter === letter.toLowerCase() ? 'black' : 'white';
    if (kind) board[square] = { side, letter: kind.letter, drawing: kind.drawing, name: kind.name[side], royal: false };
  }
  return { variant: game.variant, fen: '', turn: 'white', check: [], checkers: [], result: null, ...known, board };
}
