// Tests of the npm package in Node.js: UPHEAVAL_PACKAGE=target/package/npm node --test npm/test.mjs
import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

const folder = resolve(process.env.UPHEAVAL_PACKAGE ?? 'target/package/npm');
const load = (name) => import(pathToFileURL(`${folder}/${name}`));
const { Board, info, startingFen, validateFen, variants } = await load('node.js');
const { Engine } = await load('engine-node.js');

test('every game has a start with legal moves', () => {
  assert.equal(variants().split(' ')[0], 'chess');
  assert.match(info(), /^Upheaval \d+\.\d+\.\d+$/);
  for (const variant of variants().split(' ')) {
    const board = new Board(variant);
    assert.equal(board.variant(), variant);
    assert.equal(board.fen(), startingFen(variant));
    assert.equal(validateFen(board.fen(), variant), 1);
    assert.ok(board.numberLegalMoves() > 0);
    board.delete();
  }
});

// Values from tests/js/test.js of Fairy-Stockfish.
test('chess answers as ffish.js does', () => {
  const board = new Board();
  assert.equal(board.numberLegalMoves(), 20);
  assert.ok(board.push('e2e4') && board.pushSan('e5') && !board.push('e4e6') && !board.pushSan('Ke8'));
  assert.equal(board.fen(), 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2');
  assert.equal(board.moveStack(), 'e2e4 e7e5');
  assert.equal(board.sanMove('g1f3'), 'Nf3');
  assert.throws(() => board.sanMove('g1g3'), /g1g3/);
  board.pop();
  assert.equal(board.turn(), false);
  assert.equal(board.variationSan('e7e5 g1f3 b8c6 f1c4'), '1...e5 2. Nf3 Nc6 3. Bc4');
  assert.equal(board.variationSan('e7e5 g1f3 b8c6 f1c7'), '');
  board.reset();
  board.pushMoves('e2e4 e7e5 f1c4 b8c6 d1h5 g8f6');
  assert.ok(board.isCapture('h5f7') && !board.isCapture('h5h6') && !board.isCheck());
  board.pushSanMoves('Qxf7#');
  assert.ok(board.isCheck() && board.isGameOver() && board.legalMoves() === '');
  assert.equal(board.result(), '1-0');
  assert.equal(board.outcome(), '1-0 {checkmate}');
  assert.equal(board.fullmoveNumber(), 4);
});

test('invalid input is reported and changes nothing', () => {
  assert.throws(() => new Board('checkers'), /unknown game 'checkers'.*chess/);
  assert.throws(() => new Board('chess', '8/8 w'), /FEN/);
  const board = new Board('empire');
  const fen = board.fen();
  assert.throws(() => board.setFen('bogus'), /bogus/);
  assert.equal(board.fen(), fen);
  assert.deepEqual(['8/8/8/8/8/8/8/8 x - - 0 1', 'x w - - 0 1', ''].map((text) => validateFen(text, 'chess') > 0), [false, false, false]);
});

test('apocalypse takes choices of both sides', () => {
  const board = new Board('apocalypse');
  assert.ok(board.turn() && board.push('a1b3') && !board.turn() && board.push('a5b3'));
  assert.equal(board.moveStack(), 'a1b3 a5b3');
  board.pop();
  assert.equal(board.moveStack(), '');
});

test('draws by repetition need a claim', () => {
  const board = new Board();
  board.pushMoves('g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8');
  assert.deepEqual([board.isGameOver(), board.isGameOver(true), board.result(true)], [false, true, '1/2-1/2']);
});

/** Sends lines and returns the engine's lines up to one with this prefix. */
function talk(engine, lines, end, react = () => undefined) {
  return new Promise((done, failed) => {
    const printed = [];
    engine.onerror = failed;
    engine.onmessage = ({ data }) => {
      printed.push(data);
      react(data);
      if (data.startsWith(end)) done(printed);
    };
    for (const line of lines) engine.postMessage(line);
  });
}

test('worker speaks UCI for every game', async () => {
  const engine = new Engine();
  const options = await talk(engine, ['uci'], 'uciok');
  assert.ok(options.some((line) => line.includes('UCI_Variant')));
  for (const variant of variants().split(' ')) {
    const lines = [`setoption name UCI_Variant value ${variant}`, 'setoption name Hash value 4', 'go depth 3'];
    const printed = await talk(engine, lines, 'bestmove');
    const best = printed.at(-1).split(' ')[1];
    assert.ok(new Board(variant).legalMoves().split(' ').includes(best), `${variant}: ${best}`);
  }
  engine.terminate();
});

test('stop ends an infinite search and keeps the order', async () => {
  const engine = new Engine();
  const stop = (line) => line.startsWith('info depth 4 ') && engine.postMessage('stop');
  const printed = await talk(engine, ['go infinite', 'isready'], 'readyok', stop);
  assert.match(printed.at(-2), /^bestmove /);
  engine.postMessage('quit');
});
