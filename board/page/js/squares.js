/**
 * @file Squares, their places on the screen, and the board field of a FEN. A square is 100 units wide.
 */
/** @import {Side} from './messages.js' */

/** @typedef {{files: number, ranks: number}} Size */

/**
 * Returns file and rank, from 0.
 * @param {string} square
 * @returns {[number, number]}
 */
export function fileAndRank(square) {
  return [square.charCodeAt(0) - 97, Number(square.slice(1)) - 1];
}

/**
 * Returns the square of a file and a rank, from 0.
 * @param {number} file
 * @param {number} rank
 * @returns {string}
 */
export function squareAt(file, rank) {
  return String.fromCharCode(97 + file) + String(rank + 1);
}

/**
 * Returns column and row on the screen, from the upper left.
 * @param {string} square
 * @param {Size} size
 * @param {Side} below The side at the bottom.
 * @returns {[number, number]}
 */
export function place(square, size, below) {
  const [file, rank] = fileAndRank(square);
  return below === 'white' ? [file, size.ranks - 1 - rank] : [size.files - 1 - file, rank];
}

/**
 * Returns all squares, row by row as on the screen.
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
 * Parses the board field of a FEN: letters by square, capitals for White.
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
 * Writes the board field of a FEN.
 * @param {Map<string, string>} pieces Letters by square.
 * @param {Size} size
 * @returns {string}
 */
export function writeBoard(pieces, size) {
  return rows(size, 'white').map((row) =>
    row.map((square) => pieces.get(square) ?? '1').join('').replace(/1+/g, (empty) => String(empty.length))).join('/');
}

/**
 * Returns the other side.
 * @param {Side} side
 * @returns {Side}
 */
export function other(side) {
  return side === 'white' ? 'black' : 'white';
}
