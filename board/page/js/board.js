/**
 * @file The board: squares, pieces and marks in SVG, and above them a grid of cells for pointer, keys and screen readers. It
 * knows no rules: its owner decides what a square means.
 */
import { el, put, svg } from './dom.js';
import { follow } from './board-input.js';
import { arrowMark, circleMark, squareMark } from './marks.js';
import { translated } from './language.js';
import { pieceDrawing, wearsCrown } from './pieces.js';
import { settings } from './settings.js';
import { fileAndRank, place, rows } from './squares.js';
/** @import {BoardChange, PieceView, PositionView, Side} from './messages.js' */
/** @import {Arrow, Mark} from './marks.js' */
/** @import {Size} from './squares.js' */

/**
 * @typedef {object} Owner The handlers of the board's input.
 * @property {(square: string) => 'drag' | 'stay'} press A square is pressed or chosen by key.
 * @property {(from: string, to: string) => void} drop A piece is dropped.
 * @property {(square: string) => void} again The press on a square ends without a drag.
 * @property {(square: string | null) => void} hover The pointer or the cursor is on a square.
 * @property {() => void} cancel Escape.
 */

/** Milliseconds that a piece takes to move to its square. */
const GLIDE_MS = 180;

/** A board on the page. */
export class Board {
  /** @type {Side} */
  below = 'white';
  /** @type {PositionView | null} */
  position = null;
  /** The square of the keyboard's cursor. */
  cursor = 'a1';
  /** @type {Owner | null} */
  owner = null;
  /** `true` if arrow keys move the cursor. */
  byKeys = false;
  /** `true` while the board itself moves the focus. */
  focusing = false;
  /** `true` if the last press was by touch. */
  touched = false;
  /** The player's circles and arrows. @type {Arrow[]} */
  #drawn = [];
  /** @type {Arrow[]} */
  #pointed = [];
  /** @type {Map<string, SVGGElement>} */
  #pieces = new Map();
  /** The changed squares shown in place of the position's. @type {BoardChange[]} */
  #changes = [];
  /** @type {Map<string, HTMLElement>} */
  #cells = new Map();
  /** @type {Map<string, string[]>} The cells' labels in addition to their pieces. */
  #notes = new Map();
  #layers = {
    squares: svg('g', { class: 'squares' }),
    under: svg('g', { class: 'under' }),
    pieces: svg('g', { class: 'pieces' }),
    ghosts: svg('g', { class: 'ghosts' }),
    coordinates: svg('g', { class: 'coordinates' }),
    over: svg('g', { class: 'over' }),
    arrows: svg('g', { class: 'arrows' }),
  };
  #picture = svg('svg', { class: 'picture', 'aria-hidden': 'true' });
  #grid = el('div', { class: 'cells', role: 'grid' });

  /**
   * @param {Size} size
   * @param {string} name Its name for screen readers.
   */
  constructor(size, name) {
    /** Its size. */
    this.size = size;
    /** The parent of pickers and bubbles. */
    this.popups = el('div', { class: 'popups' });
    this.#picture.setAttribute('viewBox', `0 0 ${size.files * 100} ${size.ranks * 100}`);
    this.#picture.append(...Object.values(this.#layers));
    this.#grid.setAttribute('aria-label', translated(name));
    /** The element for the page. */
    this.element = el('div', { class: 'board' }, this.#picture, this.#grid, this.popups);
    this.element.style.setProperty('--files', String(size.files));
    this.element.style.setProperty('--ranks', String(size.ranks));
    this.turn('white');
    follow(this, this.#grid);
  }

  /**
   * Turns the board.
   * @param {Side} below
   */
  turn(below) {
    this.below = below;
    const order = rows(this.size, below);
    put(this.#layers.squares, ...order.flatMap((row, y) => row.map((square, x) => this.#drawnSquare(square, x, y))));
    put(this.#layers.coordinates, ...order.flatMap((row, y) => row.flatMap((square, x) => this.#coordinates(square, x, y))));
    this.#cells.clear();
    put(this.#grid, ...order.map((row) => el('div', { class: 'row', role: 'row' },
      ...row.map((square) => this.#cell(square)))));
    this.#redraw();
    this.ghosts(this.#changes, this.#picture.classList.contains('played'));
    this.#label();
  }

  /**
   * Shows a position.
   * @param {PositionView} position
   * @param {{animate?: boolean, moved?: string[]}} [how] `moved` are the squares of the move that led there.
   */
  show(position, { animate = false, moved = [] } = {}) {
    const before = this.position;
    this.position = position;
    const shown = new Set(this.#changes.filter(({ piece }) => piece).map(({ square }) => square));
    this.ghosts([]);
    const glides = animate && before && before.variant === position.variant ? journeys(before.board, position.board, moved) : new Map();
    this.#redraw();
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) {
      // A move that was shown before the session answered needs no animation.
      for (const [to, from] of glides) if (!shown.has(to)) this.#glide(to, from);
    }
    this.#label();
  }

  /**
   * Draws marks, and adds their labels to the cells.
   * @param {Mark[]} marks
   */
  mark(marks) {
    this.#notes.clear();
    for (const mark of marks) {
      if (mark.label) this.#notes.set(mark.square, [...(this.#notes.get(mark.square) ?? []), mark.label]);
    }
    const drawn = (/** @type {boolean} */ over) => marks.filter((mark) => Boolean(mark.over) === over)
      .map((mark) => squareMark(mark, ...this.at(mark.square)));
    put(this.#layers.under, ...drawn(false));
    put(this.#layers.over, ...drawn(true));
    this.#label();
    for (const [square, cell] of this.#cells) {
      cell.setAttribute('aria-selected', String(marks.some((mark) => mark.square === square && mark.kind === 'selected')));
    }
  }

  /**
   * Draws arrows.
   * @param {Arrow[]} arrows
   */
  point(arrows) {
    this.#pointed = arrows;
    put(this.#layers.arrows, ...[...this.#drawn, ...arrows].map((arrow) => (arrow.from === arrow.to
      ? circleMark(arrow, this.at(arrow.from)) : arrowMark(arrow, this.at(arrow.from), this.at(arrow.to)))));
  }

  /**
   * Replaces the player's circles and arrows.
   * @param {Arrow[]} drawn
   */
  draw(drawn) {
    if (this.#drawn.length === 0 && drawn.length === 0) return;
    this.#drawn = drawn;
    this.point(this.#pointed);
  }

  /**
   * Adds a circle or an arrow of the player, or removes it if it is there.
   * @param {Arrow} arrow
   */
  drawMore(arrow) {
    const others = this.#drawn.filter(({ from, to }) => from !== arrow.from || to !== arrow.to);
    this.draw(others.length < this.#drawn.length ? others : [...others, arrow]);
  }

  /**
   * Shows changed squares in place of the position's; no changes show the position again.
   * @param {BoardChange[]} changes
   * @param {boolean} [played] `true` for a move that was made, `false` for a preview.
   */
  ghosts(changes, played = false) {
    this.#changes = changes;
    this.#picture.classList.toggle('played', played);
    for (const piece of this.#pieces.values()) piece.classList.remove('away');
    put(this.#layers.ghosts, ...changes.map(({ square, piece }) => {
      this.#pieces.get(square)?.classList.add('away');
      if (!piece) return null;
      const drawing = pieceDrawing(piece, wearsCrown(piece, this.position ?? {}));
      this.#put(drawing, square);
      return drawing;
    }));
  }

  /**
   * Returns the upper left corner of a square, in units.
   * @param {string} square
   * @returns {[number, number]}
   */
  at(square) {
    const [x, y] = place(square, this.size, this.below);
    return [x * 100, y * 100];
  }

  /**
   * Returns the square at a point of the window.
   * @param {number} x
   * @param {number} y
   * @returns {string | null}
   */
  squareUnder(x, y) {
    const box = this.#grid.getBoundingClientRect();
    const column = Math.floor(((x - box.left) / box.width) * this.size.files);
    const row = Math.floor(((y - box.top) / box.height) * this.size.ranks);
    return rows(this.size, this.below)[row]?.[column] ?? null;
  }

  /**
   * Moves the piece on a square to a point of the window; without a point, back to its square.
   * @param {string} square
   * @param {{x: number, y: number} | null} point
   */
  carry(square, point) {
    const piece = this.#pieces.get(square);
    if (!piece) return;
    piece.classList.toggle('carried', Boolean(point));
    if (!point) {
      this.#put(piece, square);
      return;
    }
    this.#layers.pieces.append(piece);
    const box = this.#grid.getBoundingClientRect();
    const unit = (this.size.files * 100) / box.width;
    piece.style.transform = `translate(${(point.x - box.left) * unit - 50}px, ${(point.y - box.top) * unit - 50}px)`;
  }

  /**
   * Moves the keyboard's cursor.
   * @param {string} square
   */
  focus(square) {
    this.#cells.get(this.cursor)?.setAttribute('tabindex', '-1');
    this.cursor = square;
    const cell = this.#cells.get(square);
    cell?.setAttribute('tabindex', '0');
    this.focusing = true;
    cell?.focus({ preventScroll: true });
    this.focusing = false;
  }

  #redraw() {
    this.#pieces.clear();
    const board = this.position?.board ?? {};
    put(this.#layers.pieces, ...Object.entries(board).map(([square, piece]) => {
      const drawing = pieceDrawing(piece, wearsCrown(piece, this.position ?? {}));
      this.#pieces.set(square, drawing);
      this.#put(drawing, square);
      return drawing;
    }));
  }

  /**
   * @param {SVGGElement} drawing
   * @param {string} square
   */
  #put(drawing, square) {
    const [x, y] = this.at(square);
    drawing.style.transform = `translate(${x}px, ${y}px)`;
  }

  /**
   * @param {string} to
   * @param {string} from
   */
  #glide(to, from) {
    const [x, y] = this.at(from);
    const piece = this.#pieces.get(to);
    piece?.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: piece.style.transform }],
      { duration: GLIDE_MS, easing: 'cubic-bezier(.2, .7, .2, 1)' });
  }

  /**
   * @param {string} square
   * @param {number} x
   * @param {number} y
   */
  #drawnSquare(square, x, y) {
    const [file, rank] = fileAndRank(square);
    const shade = (file + rank) % 2 === 0 ? 'dark' : 'light';
    return svg('g', { class: `square ${shade}` },
      svg('rect', { x: x * 100, y: y * 100, width: 100.5, height: 100.5 }));
  }

  /**
   * Writes rank and file at the edge, above the pieces so that none hides them.
   * @param {string} square
   * @param {number} x
   * @param {number} y
   */
  #coordinates(square, x, y) {
    const outside = settings().coordinates === 'outside';
    const [file, rank] = fileAndRank(square);
    const shade = (file + rank) % 2 === 0 ? 'dark' : 'light';
    return [
      x === 0 ? svg('text', { class: shade, x: outside ? -24 : 4, y: y * 100 + (outside ? 57 : 20) }, square.slice(1)) : null,
      y === this.size.ranks - 1 ? svg('text', { class: shade, x: x * 100 + (outside ? 50 : 96), y: y * 100 + (outside ? 124 : 95), 'text-anchor': outside ? 'middle' : 'end' }, square.slice(0, 1)) : null,
    ];
  }

  /** @param {string} square */
  #cell(square) {
    const cell = el('div', { class: 'cell', role: 'gridcell', 'data-square': square, tabindex: square === this.cursor ? '0' : '-1' });
    this.#cells.set(square, cell);
    return cell;
  }

  #label() {
    for (const [square, cell] of this.#cells) {
      const piece = this.position?.board[square];
      const words = [square, piece ? `${piece.side} ${piece.name}` : 'empty'];
      if (piece && wearsCrown(piece, this.position ?? {})) words.push('royal');
      if (this.position?.check.includes(square)) words.push('in check');
      cell.setAttribute('aria-label', [...words, ...(this.#notes.get(square) ?? [])].map(translated).join(', '));
    }
  }
}

/**
 * Matches the pieces of two positions for the animation. A piece that is new on its square comes from a square that a piece of
 * its side has left: preferably one of its type, and first of the squares of the move.
 * @param {Record<string, PieceView>} before
 * @param {Record<string, PieceView>} after
 * @param {string[]} moved
 * @returns {Map<string, string>} Origins by target.
 */
export function journeys(before, after, moved) {
  const same = (/** @type {PieceView | undefined} */ a, /** @type {PieceView | undefined} */ b) => a?.side === b?.side && a?.letter === b?.letter;
  const left = new Set(Object.keys(before).filter((square) => before[square]?.side !== after[square]?.side));
  const found = new Map();
  for (const [to, piece] of Object.entries(after)) {
    if (before[to]?.side === piece.side || (moved.length > 0 && !moved.includes(to) && piece.royal === false && same(before[to], piece))) continue;
    const candidates = [...left].filter((square) => before[square]?.side === piece.side);
    const best = candidates.find((square) => moved.includes(square) && same(before[square], piece))
      ?? candidates.find((square) => moved.includes(square))
      ?? candidates.find((square) => same(before[square], piece));
    if (!best || best === to) continue;
    left.delete(best);
    found.set(to, best);
  }
  return found;
}
