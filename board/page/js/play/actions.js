/**
 * @file The buttons below the board.
 */
import { button, el, icon, put } from '../dom.js';
import { translated } from '../language.js';
import { attempt } from '../toast.js';
import { sideName } from '../words.js';
import { other } from '../squares.js';
/** @import {Client} from '../client.js' */
/** @import {GameChange, GameState, Side} from '../messages.js' */

/** Milliseconds in which a second click confirms. */
const CONFIRM_MS = 4000;

/**
 * Creates a button that acts on the second click.
 * @param {string} label
 * @param {string} sure
 * @param {() => void} act
 * @param {string} drawing
 */
function sureButton(label, sure, act, drawing) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const words = el('span', {}, label);
  const element = button(label, () => {
    if (timer) {
      act();
      reset();
      return;
    }
    put(words, sure);
    element.setAttribute('aria-label', translated(sure));
    element.classList.add('danger');
    timer = setTimeout(reset, CONFIRM_MS);
  }, { class: 'button tool' }, icon(drawing), words);
  const reset = () => {
    clearTimeout(timer);
    timer = undefined;
    put(words, label);
    element.setAttribute('aria-label', translated(label));
    element.classList.remove('danger');
  };
  return element;
}

/**
 * Creates the buttons. `show` updates them.
 * @param {Client} client
 * @param {{flip: () => void, hint: () => void, again: () => void, rematch: () => void}} view The view's own actions.
 */
export function actions(client, view) {
  /** @type {(type: GameChange['type'], fields?: Partial<Omit<GameChange, 'type'>>) => void} */
  const ask = (type, fields = {}) =>
    void attempt(client.request('game', type, { version: client.state?.version ?? 0, ...fields }));
  const tool = (/** @type {string} */ label, /** @type {() => void} */ act, /** @type {string} */ drawing) =>
    button(label, act, { class: 'button tool' }, icon(drawing), el('span', {}, label));

  const undo = tool('Take back', () => ask('undo'), 'undo');
  const hint = tool('Hint', view.hint, 'hint');
  const flip = tool('Flip', view.flip, 'flip');
  const pause = tool('Pause', () => ask('pause', { paused: !client.state?.paused }), 'pause');
  const now = tool('Move now', () => ask('moveNow'), 'bolt');
  const again = tool('New game', view.again, 'new');
  const rematch = tool('Rematch', view.rematch, 'again');
  const ofSides = el('span', { class: 'contents' });
  const offer = el('div', { class: 'offer', role: 'status', hidden: true });
  const element = el('div', { class: 'actions-box' }, offer, el('div', { class: 'actions', role: 'toolbar', 'aria-label': 'Game' },
    undo, hint, now, flip, ofSides, pause, rematch, again));
  let sides = '';

  /** @param {GameState} state */
  const show = (state) => {
    undo.hidden = Boolean(client.hall);
    undo.disabled = !state.canUndo;
    hint.disabled = !(state.mayMove.white || state.mayMove.black);
    now.hidden = !state.thinking;
    const bothEngines = state.players.white.kind === 'engine' && state.players.black.kind === 'engine';
    pause.hidden = Boolean(state.result) || Boolean(client.hall) || !(state.paused || state.clocks || bothEngines);
    showPause(state.paused ? 'Resume' : 'Pause', state.paused ? 'play' : 'pause');
    again.hidden = !state.result;
    rematch.hidden = !state.result || Boolean(client.hall);
    // The one takes the place of the other, so that the buttons do not move.
    hint.hidden = Boolean(state.result) || Boolean(client.hall) || Boolean(state.thinking);
    showSides(mayResign(state));
    showOffer(state);
  };

  /**
   * Updates the button only if it changes: a button that is redrawn between press and release gets no click.
   * @param {string} text
   * @param {string} drawing
   */
  const showPause = (text, drawing) => {
    const words = translated(text);
    if (pause.getAttribute('aria-label') === words && pause.textContent === words) return;
    put(pause, icon(drawing), el('span', {}, words));
    pause.setAttribute('aria-label', words);
    pause.title = words;
  };

  /** @param {Side[]} may The sides; the buttons are redrawn only if they change, so that no click is lost. */
  const showSides = (may) => {
    if (sides === may.join()) return;
    sides = may.join();
    put(ofSides, ...may.flatMap((side) => {
      const whose = may.length > 1 ? `${sideName(side)}: ` : '';
      return [
        tool(`${whose}${whose ? 'draw?' : 'Offer draw'}`, () => ask('offerDraw', { side }), 'draw'),
        sureButton(`${whose}${whose ? 'resign' : 'Resign'}`, 'Really resign?', () => ask('resign', { side }), 'flag'),
      ];
    }));
  };

  /** @param {GameState} state */
  const showOffer = (state) => {
    const side = state.drawOffer;
    const answers = side && state.players[other(side)].kind === 'human';
    offer.hidden = !answers;
    if (!side || !answers || offer.dataset['side'] === side) return;
    offer.dataset['side'] = side;
    put(offer, `${sideName(side)} offers a draw.`,
      button('Accept', () => ask('offerDraw', { side: other(side) }), { class: 'button primary' }),
      button('Decline', () => ask('declineDraw')));
  };
  return { element, show };
}

/**
 * Returns the sides that the page may resign for: with two people, the side to move.
 * @param {GameState} state
 * @returns {Side[]}
 */
function mayResign(state) {
  const may = (/** @type {Side[]} */ (['white', 'black'])).filter((side) => state.mayResign[side]);
  const turn = state.position.turn;
  return may.length === 2 && turn !== 'both' ? [turn] : may;
}
