/**
 * @file Squares, where they lie on the screen, and FEN's first field. A square is 100 units wide.
 */
/** @import {Side} from './types.js' */

/** @typedef {{files: number, ranks: number}} Size */

/**
 * File and rank, from 0.
 * @param {string} square
 * @returns {[number, number]}
 */
export function fileAndRank(square) {
  return [square.charCodeAt(0) - 97, Number(square.slice(1)) - 1];
}

/**
 * The square of a file and a rank, from 0.
 * @param {number} file
 * @param {number} rank
 * @returns {string}
 */
export function squareAt(file, rank) {
  return String.fromCharCode(97 + file) + String(rank + 1);
}

/**
 * Column and row on the screen, from the upper left.
 * @param {string} square
 * @param {Size} size
 * @param {Side} below Whose side is below.
 * @returns {[number, number]}
 */
export function place(square, size, below) {
  const [file, rank] = fileAndRank(square);
  return below === 'white' ? [file, size.ranks - 1 - rank] : [size.files - 1 - file, rank];
}

/**
 * All squares, row by row as they lie on the screen.
 * @param {Size} size
 * @param {Side} below
 * @returns {string[][]}
 */
export function rows(size, below) {
  const files = [...Array(size.files).keys()];
  const ranks = [...Array(size.ranks).keys()];
  if (below === 'white') ranks.reverse();
  else files.reverse();
  return ranks.map((rank) => files.map((file) => squareAt(file, rank)));
}

/**
 * The letters of a FEN's board by square, capitals for White.
 * @param {string} fen
 * @returns {Map<string, string>}
 */
export function readBoard(fen) {
  const pieces = new Map();
  const lines = (fen.split(' ')[0] ?? '').split('/');
  lines.forEach((line, row) => {
    let file = 0;
    for (const letter of line) {
      if (letter >= '1' && letter <= '9') file += Number(letter);
      else pieces.set(squareAt(file++, lines.length - 1 - row), letter);
    }
  });
  return pieces;
}

/**
 * The first field of a FEN.
 * @param {Map<string, string>} pieces Letters by square.
 * @param {Size} size
 * @returns {string}
 */
export function writeBoard(pieces, size) {
  return rows(size, 'white').map((row) =>
    row.map((square) => pieces.get(square) ?? '1').join('').replace(/1+/g, (empty) => String(empty.length))).join('/');
}

/**
 * The other side.
 * @param {Side} side
 * @returns {Side}
 */
export function other(side) {
  return side === 'white' ? 'black' : 'white';
}
