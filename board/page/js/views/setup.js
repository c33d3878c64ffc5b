/**
 * @file Sets up a position by hand. The session checks it.
 */
import { Board } from '../board.js';
import { Refusal } from '../client.js';
import { button, el, labelled, put, select } from '../dom.js';
import { pieceIcon } from '../pieces.js';
import { readBoard, writeBoard } from '../squares.js';
import { copy } from '../toast.js';
import { newGameDialog } from './newgame.js';
/** @import {Client} from '../client.js' */
/** @import {GameInfo, PieceView, PositionView, Side} from '../messages.js' */

/** The fields of a FEN after the board, as errors name them, and their labels. */
const FIELDS = ['turn', 'castling', 'enPassant', 'clock', 'moveNumber'];
const NAMES = ['Side to move', 'Castling', 'En passant', 'Halfmove clock', 'Move number'];

/**
 * Creates the view; `['empire', FEN]` sets the first position.
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
  /** The letter that a press puts on the board; empty removes a piece. */
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
      put(good, position.result ? `The game is over: ${position.result.words}` : 'The position is valid.');
      mark(null);
    } catch (error) {
      if (mine !== asked || !(error instanceof Refusal)) return;
      put(fault, error.message);
      good.textContent = '';
      mark(error.field ?? null);
    }
  };

  /** @param {string | null} name */
  const mark = (name) => {
    for (const field of [...fields, text]) field.setAttribute('aria-invalid', String(field.name === name));
    if (buttons[0]) buttons[0].disabled = name !== null || fault.textContent !== '';
  };

  const place = (/** @type {string} */ square) => {
    if (brush && pieces.get(square) !== brush) pieces.set(square, brush);
    else pieces.delete(square);
    void check();
  };
  board.owner = {
    press: (square) => {
      if (brush === 'move') return pieces.has(square) ? 'drag' : 'stay';
      place(square);
      return 'stay';
    },
    drop: (from, to) => {
      const letter = pieces.get(from);
      if (!letter) return;
      pieces.delete(from);
      pieces.set(to, letter);
      void check();
    },
    again: () => undefined, hover: () => undefined, cancel: () => undefined,
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

  const palette = el('div', { class: 'palette', role: 'group', 'aria-label': 'Piece for the next click' });
  const drawPalette = () => put(palette,
    ...(/** @type {Side[]} */ (['white', 'black'])).map((side) => el('div', { class: 'palette-row' }, ...game.pieceTypes.map((type) => {
      const letter = side === 'white' ? type.letter.toUpperCase() : type.letter;
      return brushButton(letter, `${side} ${type.name[side]}`, pieceIcon({ side, drawing: type.drawing }));
    }))),
    el('div', { class: 'palette-row' }, brushButton('move', 'Move pieces', null), brushButton('', 'Remove', null)));
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

  const set = (/** @type {string} */ position) => {
    pieces = readBoard(position);
    void check();
  };
  put(element,
    el('div', { class: 'board-frame' }, board.element),
    el('div', { class: 'side' }, palette, el('aside', { class: 'panel form padded', 'aria-label': 'The position' }, el('h1', {}, 'Set up a position'), labelled('Game', choose),
      el('div', { class: 'row-of-buttons wrap' }, button('Start position', () => set(game.start), { class: 'button small' }),
        button('Empty board', () => set('/'.repeat(game.ranks - 1)), { class: 'button small' }),
        button('Flip the board', () => board.turn(board.below === 'white' ? 'black' : 'white'), { class: 'button small' })),
      el('div', { class: 'two' }, ...fields.map((field, i) => labelled(NAMES[i] ?? (game.governments ? 'Governments' : 'Penalties'), field))),
      labelled('FEN', text), fault, good, el('div', { class: 'row-of-buttons' }, ...buttons))));
  void check();
}

/**
 * Returns a position before the session has checked it.
 * @param {GameInfo} game
 * @param {Map<string, string>} pieces
 * @param {PositionView | null} known
 * @returns {PositionView}
 */
function drawn(game, pieces, known) {
  /** @type {Record<string, PieceView>} */
  const board = {};
  for (const [square, letter] of pieces) {
    const type = game.pieceTypes.find((each) => each.letter === letter.toLowerCase());
    const side = letter === letter.toLowerCase() ? 'black' : 'white';
    if (type) board[square] = { side, letter: type.letter, drawing: type.drawing, name: type.name[side], royal: false };
  }
  return { variant: game.variant, fen: '', turn: 'white', check: [], checkers: [], result: null, ...known, board };
}
