/**
 * @file Review of a game: a graph of the values, mistakes and better moves.
 */
import { button, el, put, select, svg } from '../dom.js';
import { attempt } from '../toast.js';
import { capital, scoreWords, sideName, valueText } from '../words.js';
import { savePgn } from '../download.js';
import { SIGNS } from './history.js';
/** @import {Client} from '../client.js' */
/** @import {Fault, GameState, HistoryEntry, ResultView, ReviewNote, ReviewReport, Side} from '../messages.js' */

/** Width and height of the graph in units. */
const [WIDTH, HEIGHT] = [600, 160];

/**
 * Creates the panel. `show` updates it, `leave` ends it.
 * @param {Client} client
 * @param {(plies: number, better: string | null) => void} go Shows the game after a number of plies, with a better move there.
 */
export function reviewPanel(client, go) {
  /** @type {ReviewReport | null} */
  let review = null;
  let run = 0;
  let game = 0;
  let plies = 0;
  const speed = select([['100', 'Quick'], ['300', 'Careful'], ['1000', 'Thorough']], '300', { name: 'speed', 'aria-label': 'Depth of the review' });
  const start = button('Review the game', () => void begin(), { class: 'button primary' });
  const stop = button('Stop', () => void attempt(client.request('analysis', 'stop')), { hidden: true });
  const save = button('Save as PGN with values', () => {
    if (client.state) void savePgn(client, [client.state.game], true);
  });
  const bar = el('progress', { class: 'progress', max: 1, value: 0, hidden: true, 'aria-label': 'Progress of the review' });
  const graph = el('div', { class: 'graph' });
  const faults = el('ol', { class: 'faults' });
  const summary = el('div', { class: 'row-of-buttons wrap' });
  const element = el('div', { class: 'review' }, el('div', { class: 'row-of-buttons' }, start, speed, stop), bar, summary, graph, faults, el('div', { class: 'row-of-buttons' }, save));

  const begin = async () => {
    await attempt(client.request('analysis', 'review', { millis: Number(speed.value) }).then((answer) => {
      run = answer.run;
    }));
  };

  const draw = () => {
    const going = review !== null && !review.over;
    start.hidden = going;
    stop.hidden = !going;
    bar.hidden = !going;
    if (!review) {
      put(graph, el('p', { class: 'faint' }, 'The engine analyses every position of the game and marks mistakes.'));
      put(faults);
      put(summary);
      return;
    }
    bar.max = review.total;
    bar.value = review.done;
    put(summary, ...accuracies(review, client.state), mistakesLink(review, client.state));
    put(graph, graphOf(review, plies, client.state?.result ?? null, go));
    const judged = review.notes.filter((note) => note.fault);
    put(faults, ...judged.map((note) => faultLine(note)));
    if (review.over && judged.length === 0) put(faults, el('li', { class: 'faint' }, 'No mistakes found.'));
  };

  /** @param {ReviewNote} note */
  const faultLine = (note) => {
    const entry = client.state?.history[note.ply];
    const san = entry?.moves.map((made) => made.san).join(' / ') ?? '';
    const fault = /** @type {Fault} */ (note.fault);
    return el('li', { class: `fault-line ${fault}` }, el('button', { type: 'button', class: 'fault-button', on: { click: () => go(note.ply, note.betterMove) } },
      el('span', { class: 'sign', 'aria-hidden': 'true' }, SIGNS[fault]),
      el('span', {}, el('strong', {}, `${entry?.number ?? ''}${entry?.moves[0]?.side === 'black' ? '…' : '.'} ${san}`),
        ` ${capital(fault)}, ${Math.round(note.cost * 100)} % of a point.`,
        note.better ? el('span', {}, ' Better: ', el('b', {}, note.better)) : null)));
  };

  const off = client.on('review', (news) => {
    if (run && news.run !== run) return;
    review = news;
    draw();
  });
  draw();
  return {
    element,
    /**
     * @param {GameState} state
     * @param {number} at
     */
    show(state, at) {
      if (state.game !== game) {
        game = state.game;
        review = null;
        run = 0;
      }
      if (!review || (review.over && review.total !== state.history.length + 1)) review = storedReview(state);
      plies = at;
      draw();
    },
    leave: off,
  };
}

/**
 * Returns the review stored with a game; none if it was not reviewed to its end.
 * @param {GameState} state
 * @returns {ReviewReport | null}
 */
function storedReview(state) {
  const notes = state.history.flatMap((entry) => (entry.note ? [entry.note] : []));
  if (notes.length === 0 || notes.length < state.history.length) return null;
  const total = state.history.length + 1;
  const values = [null, ...state.history.map((entry) => (entry.value ? { value: entry.value, bar: barOf(entry.value) } : null))];
  return { run: 0, done: total, total, values, notes, over: true };
}

/**
 * Returns the share of White in the evaluation bar, as the session computes it.
 * @param {import('../messages.js').Value} value
 */
function barOf(value) {
  if ('mate' in value) return value.mate >= 0 ? 1 : 0;
  return 'expected' in value ? (value.expected + 1) / 2 : 1 / (1 + Math.exp(-value.centipawns / 300));
}

/**
 * Returns each side's accuracy: the share of the points that its moves kept, by the mean cost of a move. A mean cost of 5 % of a
 * point is an accuracy of 78 %.
 * @param {ReviewReport} review
 * @param {GameState | null} state
 */
function accuracies(review, state) {
  if (!review.over || !state) return [];
  return (/** @type {Side[]} */ (['white', 'black'])).flatMap((side) => {
    const costs = review.notes.filter((note) => state.history[note.ply]?.moves.length === 1 && state.history[note.ply]?.moves[0]?.side === side).map((note) => note.cost);
    if (costs.length === 0) return [];
    const mean = costs.reduce((sum, cost) => sum + cost, 0) / costs.length;
    return [el('span', { class: 'accuracy' }, el('strong', {}, `${Math.round(100 * Math.exp(-5 * mean))} %`), ` ${sideName(side)}’s accuracy`)];
  });
}

/**
 * @param {ReviewReport} review
 * @param {GameState | null} state
 */
function mistakesLink(review, state) {
  const found = state ? mistakes(state).length : 0;
  return review.over && found > 0 ? el('a', { class: 'button', href: '#/mistakes/0' }, 'Learn from the mistakes') : null;
}

/**
 * Returns the plies to learn from: mistakes and blunders, those of the player if an engine was the opponent.
 * @param {GameState} state
 * @returns {HistoryEntry[]}
 */
export function mistakes(state) {
  const people = (/** @type {Side[]} */ (['white', 'black'])).filter((side) => state.players[side].kind === 'human');
  return state.history.filter(({ note, moves }) => note?.betterMove && note.fault !== 'inaccuracy' && moves[0] && people.includes(moves[0].side));
}

/**
 * Draws White's part of the evaluation bar over the plies, with marks for mistakes.
 * @param {ReviewReport} review
 * @param {number} plies
 * @param {ResultView | null} result The result of the game.
 * @param {(plies: number, better: string | null) => void} go
 */
function graphOf(review, plies, result, go) {
  const last = Math.max(review.total - 1, 1);
  const x = (/** @type {number} */ ply) => (ply / last) * WIDTH;
  const y = (/** @type {number} */ bar) => (1 - bar) * HEIGHT;
  const points = review.values.flatMap((score, ply) => (score ? [`${x(ply).toFixed(1)} ${y(score.bar).toFixed(1)}`] : []));
  const known = review.values.flatMap((score, ply) => (score ? [ply] : []));
  const area = points.length > 1 ? `M${x(known[0] ?? 0)} ${HEIGHT}L${points.join('L')}L${x(known.at(-1) ?? 0)} ${HEIGHT}z` : '';
  const picture = svg('svg', { viewBox: `0 -6 ${WIDTH} ${HEIGHT + 12}`, class: 'graph-picture', role: 'img',
    'aria-label': `Values of ${known.length} positions`, preserveAspectRatio: 'none' },
  svg('rect', { width: WIDTH, height: HEIGHT, class: 'graph-back' }),
  svg('path', { d: area, class: 'graph-area' }),
  svg('path', { d: `M0 ${HEIGHT / 2}H${WIDTH}`, class: 'graph-middle' }),
  svg('path', { d: points.length > 1 ? `M${points.join('L')}` : '', class: 'graph-line' }),
  svg('path', { d: `M${x(plies)} 0V${HEIGHT}`, class: 'graph-here' }),
  ...review.notes.filter((note) => note.fault).map((note) => {
    const score = review.values[note.ply + 1];
    return svg('path', { d: faultShape(/** @type {Fault} */ (note.fault), x(note.ply + 1), y(score?.bar ?? 0.5)), class: `graph-fault ${note.fault}` });
  }));
  picture.addEventListener('click', (event) => {
    const box = picture.getBoundingClientRect();
    go(Math.round(((event.clientX - box.left) / box.width) * last), null);
  });
  const here = review.values[plies];
  const words = result && plies === last ? result.words : here && `After ${plies} plies: ${valueText(here.value)}, ${scoreWords(here)}`;
  return el('figure', {}, picture, el('figcaption', { class: 'faint' }, words ?? `${review.done} of ${review.total} positions`));
}

/**
 * Returns the mark of a mistake: a dot, a diamond or a cross.
 * @param {Fault} fault
 * @param {number} x
 * @param {number} y
 */
function faultShape(fault, x, y) {
  if (fault === 'inaccuracy') return `M${x - 3} ${y}a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z`;
  if (fault === 'mistake') return `M${x} ${y - 6}L${x + 6} ${y}L${x} ${y + 6}L${x - 6} ${y}z`;
  return `M${x - 6} ${y - 6}L${x + 6} ${y + 6}M${x + 6} ${y - 6}L${x - 6} ${y + 6}`;
}
