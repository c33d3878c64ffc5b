/**
 * @file Analysis: value, depth, lines and arrows; hint and threat.
 */
import { button, el, put, select } from '../dom.js';
import { Refusal } from '../client.js';
import { announce } from '../announce.js';
import { toast } from '../toast.js';
import { countText, scoreWords, sideName, valueText } from '../words.js';
import { strategyBars } from './odds.js';
/** @import {Client} from '../client.js' */
/** @import {Arrow} from '../marks.js' */
/** @import {Analysis, AnalysisLine, Place, Side} from '../messages.js' */

/**
 * @typedef {object} Display The view's part of a report.
 * @property {(arrows: Arrow[]) => void} point
 * @property {(moves: string[]) => void} preview Shows the position after moves of a line; without moves, the position itself.
 * @property {(moves: string[]) => void} follow Plays moves of a line as a variation.
 * @property {(words: string) => void} advise Shows a hint below the board.
 * @property {(bar: number | null, words: string) => void} weigh Sets the evaluation bar.
 */

/**
 * Creates the panel. `follow` sets the position; `leave` ends it.
 * @param {Client} client
 * @param {Display} view
 */
export function analysisPanel(client, view) {
  /** @type {Place | undefined} */
  let place;
  let variant = '';
  let running = 0;
  let on = false;
  const numbers = el('div', { class: 'contents' });
  const rows = el('ol', { class: 'lines' });
  const report = el('div', { class: 'report' }, numbers, rows);
  /** The lines shown. @type {AnalysisLine[]} */
  let shownLines = [];
  let previewed = '';
  const movesAt = (/** @type {Event} */ event) => {
    const move = /** @type {HTMLElement} */ (event.target).closest('[data-line]');
    const [line, count] = (move?.getAttribute('data-line') ?? '').split(' ').map(Number);
    return move ? shownLines[line ?? 0]?.moves.slice(0, count) ?? [] : [];
  };
  const preview = (/** @type {string[]} */ moves) => {
    if (previewed === moves.join()) return;
    previewed = moves.join();
    view.preview(moves);
  };
  // Reports replace the lines all the time, so the panel listens and not the moves.
  report.addEventListener('mouseover', (event) => preview(movesAt(event)));
  report.addEventListener('mouseleave', () => preview([]));
  report.addEventListener('pointerdown', (event) => {
    const moves = movesAt(event);
    previewed = '';
    if (moves.length > 0) view.follow(moves);
  });
  /** The number of moves of the line with the focus that its arrow keys have chosen. */
  let chosen = 0;
  rows.addEventListener('keydown', (event) => {
    const moves = shownLines[[...rows.children].indexOf(/** @type {Element} */ (event.target))]?.moves;
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.shiftKey ? '' : event.key];
    if (!moves || !(step || event.key === 'Enter')) return;
    event.preventDefault();
    if (step) {
      chosen = Math.min(Math.max(chosen + step, 0), moves.length);
      preview(moves.slice(0, chosen));
    } else {
      previewed = '';
      view.follow(moves.slice(0, Math.max(chosen, 1)));
    }
  });
  rows.addEventListener('focusout', () => {
    chosen = 0;
    preview([]);
  });
  const lines = select([['1', '1 line'], ['2', '2 lines'], ['3', '3 lines'], ['5', '5 lines']], '3', { name: 'lines', 'aria-label': 'Lines' });
  const toggle = button('Analyse', () => void (on ? stop() : start('analyse')), { class: 'button primary', 'aria-pressed': 'false' });
  const threat = button('Show the threat', () => void start('threat'));
  const element = el('div', { class: 'analysis' },
    el('div', { class: 'row-of-buttons' }, toggle, threat, lines), report);
  lines.addEventListener('change', () => void (on && start('analyse')));

  /**
   * @param {'analyse' | 'hint' | 'threat'} what
   * @param {Side} [adviser] The side of a hint, where both sides choose.
   */
  const start = async (what, adviser) => {
    on = what === 'analyse';
    toggle.setAttribute('aria-pressed', String(on));
    put(toggle, on ? 'Stop' : 'Analyse');
    running = 0;
    try {
      const side = adviser && client.game(variant).simultaneous ? { side: adviser } : {};
      const answer = await client.request('analysis', what, { place, ...side, ...(on ? { lines: Number(lines.value) } : {}) });
      running = answer.run;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code === 'lost') return;
      const isOver = error.code === 'over';
      write(error.message);
      if (!isOver || what !== 'analyse') toast(error.message);
    }
  };

  const stop = async () => {
    on = false;
    running = 0;
    put(toggle, 'Analyse');
    toggle.setAttribute('aria-pressed', 'false');
    view.point([]);
    view.weigh(null, '');
    await client.request('analysis', 'stop').catch(() => undefined);
  };

  /** @param {Analysis} analysis */
  const show = (analysis) => {
    if (analysis.run !== running) return;
    view.point(arrows(analysis));
    if (analysis.purpose === 'analyse' && analysis.score) view.weigh(analysis.score.bar, `${valueText(analysis.score.value)}, ${scoreWords(analysis.score)}`);
    if (analysis.purpose !== 'analyse' && analysis.done) {
      announce(shortWords(analysis));
      view.advise(shortWords(analysis));
    }
    shownLines = analysis.strategies && variant && client.game(variant).simultaneous ? [] : analysis.lines;
    put(numbers, ...reportHead(analysis));
    // Lines are updated in place, because one of them may have the focus.
    while (rows.children.length > shownLines.length) rows.lastElementChild?.remove();
    shownLines.forEach((line, i) => put(rows.children[i] ?? rows.appendChild(el('li', { tabindex: 0 })), ...lineParts(line, i)));
  };
  /** @param {string} words Shown in place of a report. */
  const write = (words) => {
    shownLines = [];
    put(rows);
    put(numbers, el('p', { class: 'faint' }, words));
  };
  const offs = [client.on('analysis', show), client.on('connection', (connection) => {
    // A restarted session has no running analysis.
    if (connection === 'open' && on) void start('analyse');
  })];

  return {
    element,
    /** @param {Side} [side] The side to advise, where both sides choose. */
    hint: (side) => void start('hint', side),
    /**
     * @param {Place | undefined} next
     * @param {{variant: string, threats: boolean}} about
     */
    follow(next, about) {
      place = next;
      variant = about.variant;
      threat.hidden = !about.threats;
      running = 0;
      // Firefox reports no lost focus of lines that are removed.
      chosen = 0;
      view.point([]);
      if (on) void start('analyse');
      else write('The longer you wait, the deeper the engine searches.');
    },
    leave() {
      offs.forEach((off) => off());
      if (on && client.plays) void stop();
    },
  };
}

/**
 * @param {Analysis} analysis
 * @returns {Arrow[]}
 */
function arrows(analysis) {
  /** @type {Arrow['kind']} */
  const first = analysis.purpose === 'threat' ? 'threat' : 'best';
  return analysis.lines.slice(0, 3).flatMap((line, i) => line.arrows.slice(0, 1).map(([from, to]) => (
    { from, to, kind: i === 0 ? first : 'other', strength: i === 0 ? 1 : 0.5 })));
}

/** @param {Analysis} analysis */
function shortWords(analysis) {
  const move = analysis.lines[0]?.san[0];
  if (!move) return 'No move was found.';
  return analysis.purpose === 'hint' ? `Hint: ${move}` : `The threat is ${move}`;
}

/**
 * @param {Analysis} analysis
 * @returns {HTMLElement[]}
 */
function reportHead(analysis) {
  const head = analysis.purpose === 'analyse'
    ? el('div', { class: 'numbers' },
      el('strong', { class: 'value' }, analysis.score ? valueText(analysis.score.value) : '…'),
      el('span', {}, analysis.score ? scoreWords(analysis.score) : ''),
      el('span', { class: 'faint' }, `depth ${analysis.depth}, ${countText(analysis.nodes)} positions, ${countText(analysis.speed)} a second`))
    : el('div', { class: 'numbers' }, el('strong', {}, shortWords(analysis)),
      analysis.side ? el('span', { class: 'faint' }, ` for ${sideName(analysis.side)}`) : null);
  return [head, ...(analysis.strategies ? [strategyBars(analysis.strategies, null)] : [])];
}

/**
 * @param {AnalysisLine} line
 * @param {number} number
 */
function lineParts(line, number) {
  return [el('span', { class: 'line-value' }, valueText(line.score.value)),
    el('span', { class: 'line-moves' }, ...line.san.map((san, i) => el(i === 0 ? 'b' : 'span', { 'data-line': `${number} ${i + 1}` }, `${san} `)))];
}
