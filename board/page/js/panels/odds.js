/**
 * @file Probabilities of choices as bars, for games in which both sides choose at once.
 */
import { el } from '../dom.js';
import { svg } from '../dom.js';
import { sideName, valueText } from '../words.js';
/** @import {Share, Side, Strategies} from '../messages.js' */

/** Maximum number of bars; the rest is one bar. */
const MAX_BARS = 8;

/**
 * Draws bars for the choices of one side.
 * @param {Share[]} shares
 * @param {string} heading
 * @param {string | null} [played] The choice that was drawn.
 * @returns {HTMLElement}
 */
export function oddsBars(shares, heading, played = null) {
  const shown = shares.filter((share, i) => i < MAX_BARS || share.move === played);
  const rest = shares.filter((share) => !shown.includes(share)).reduce((sum, share) => sum + share.share, 0);
  const rows = shown.map((share) => bar(share.move, share.share, share.gamble, share.move === played));
  if (rest > 0.0005) rows.push(bar('others', rest, false, false));
  return el('section', { class: 'odds' }, el('h3', {}, heading), el('ul', {}, ...rows));
}

/**
 * Draws both sides' strategies and the value.
 * @param {Strategies} strategies
 * @param {Record<Side, string> | null} played
 * @returns {HTMLElement}
 */
export function strategyBars(strategies, played) {
  const value = (strategies.low + strategies.high) / 2;
  const exact = strategies.high - strategies.low < 0.005;
  const words = exact ? `Value ${valueText({ expected: value })} for White`
    : `Value between ${valueText({ expected: strategies.low })} and ${valueText({ expected: strategies.high })} for White`;
  return el('div', { class: 'strategies' }, el('p', { class: 'faint' }, words),
    el('div', { class: 'two' }, ...(/** @type {Side[]} */ (['white', 'black'])).map((side) =>
      oddsBars(strategies[side], sideName(side), played?.[side] ?? null))));
}

/**
 * @param {string} move
 * @param {number} share
 * @param {boolean} gamble
 * @param {boolean} played
 */
function bar(move, share, gamble, played) {
  const fill = el('span', { class: 'odds-fill' });
  fill.style.width = `${(share * 100).toFixed(1)}%`;
  return el('li', { class: played ? 'played' : '' },
    el('span', { class: 'odds-move' }, move, played ? el('span', { class: 'odds-played' }, 'played') : null,
      gamble ? svg('svg', { class: 'die', viewBox: '58 0 42 40', role: 'img', 'aria-label': 'a gamble' }, svg('use', { href: '#d-gamble', width: 100, height: 100 })) : null),
    el('span', { class: 'odds-track' }, fill),
    el('span', { class: 'odds-share' }, `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`));
}
