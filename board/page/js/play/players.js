/**
 * @file The bars above and below the board: player, government, penalty points, seal, clock.
 */
import { el, icon, put } from '../dom.js';
import { pieceIcon } from '../pieces.js';
import { capital, clockText, playerWords } from '../words.js';
/** @import {Client} from '../client.js' */
/** @import {GameState, PositionView, Side} from '../messages.js' */

/** Milliseconds below which a clock is highlighted. */
const LOW_TIME_MS = 20_000;

/**
 * Creates the bar of one side. `show` fills it, `tick` updates its clock.
 * @param {Client} client
 * @param {Side} side
 */
export function playerBar(client, side) {
  const clock = el('div', { class: 'clock', hidden: true });
  const rest = el('div', { class: 'player-words' });
  const element = el('section', { class: `player ${side}`, 'aria-label': `${capital(side)}’s side` },
    el('span', { class: 'swatch', 'aria-hidden': 'true' }), rest, clock);

  const tick = () => {
    const state = client.state;
    const view = state?.clocks?.[side];
    clock.hidden = !view;
    if (!view) return;
    const left = view.left - (view.running ? performance.now() - client.received : 0);
    const text = clockText(left);
    if (clock.textContent !== text) clock.textContent = text;
    clock.classList.toggle('running', view.running);
    clock.classList.toggle('pressing', view.running && left < LOW_TIME_MS);
  };

  /**
   * @param {GameState} state
   * @param {PositionView} position The position shown.
   * @param {number} plies The number of plies before it.
   */
  const show = (state, position, plies) => {
    const player = state.players[side];
    const name = player.kind === 'engine' ? playerWords(player, client.catalogue?.levels ?? []) : state.names[side];
    const toMove = !state.result && (position.turn === side || position.turn === 'both');
    element.classList.toggle('to-move', toMove);
    put(rest, el('span', { class: 'player-name' }, name), government(client, position, side), penalties(position, side),
      ...badges(state, side), captured(state, side, plies));
    tick();
  };
  return { element, show, tick };
}

/**
 * Draws a side's government, in games that have them.
 * @param {Client} client
 * @param {PositionView} position
 * @param {Side} side
 */
export function government(client, position, side) {
  const rules = position.governments?.[side];
  if (!rules) return null;
  const drawing = client.game(position.variant).pieceTypes.find((each) => each.letter === rules.letter.toLowerCase())?.drawing;
  return el('span', { class: 'chip government', title: 'The government: all pieces of this type are royal' },
    drawing ? pieceIcon({ side, drawing }, true) : null, capital(rules.name));
}

/**
 * @param {PositionView} position
 * @param {Side} side
 */
function penalties(position, side) {
  const points = position.penalties?.[side];
  if (points === undefined) return null;
  const dots = [0, 1].map((i) => el('span', { class: i < points ? 'penalty on' : 'penalty', 'aria-hidden': 'true' }, i < points ? '!' : ''));
  return el('span', { class: 'chip penalties', title: 'Penalty points: the second one loses the game' },
    el('span', { class: 'unseen' }, `${points} of two penalty points`), ...dots);
}

/**
 * Draws the pieces that a side has captured, the most valuable first.
 * @param {GameState} state
 * @param {Side} side
 * @param {number} plies
 */
function captured(state, side, plies) {
  const pieces = state.history.slice(0, plies).flatMap((entry) => entry.events.flatMap((event) => (
    event.event === 'capture' && event.piece.side !== side ? [event.piece] : [])));
  if (pieces.length === 0) return null;
  const names = pieces.map((piece) => piece.name).join(', ');
  return el('span', { class: 'captured', role: 'img', 'aria-label': `Captured: ${names}`, title: names },
    ...pieces.sort((a, b) => a.letter.localeCompare(b.letter)).map((piece) => pieceIcon(piece)));
}

/**
 * @param {GameState} state
 * @param {Side} side
 */
function badges(state, side) {
  const seal = state.sealed.find((each) => each.side === side);
  return [
    state.thinking?.side === side ? el('span', { class: 'chip thinking' }, el('span', { class: 'dots', 'aria-hidden': 'true' }), 'thinking') : null,
    seal ? el('span', { class: 'chip sealed' }, icon('seal'), 'choice sealed') : null,
    state.chosen[side] && !seal ? el('span', { class: 'chip sealed' }, icon('seal'), 'has chosen') : null,
    state.drawOffer === side ? el('span', { class: 'chip' }, 'offers a draw') : null,
  ];
}
