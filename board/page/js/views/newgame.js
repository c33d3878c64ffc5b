/**
 * @file New games: at once, or by a dialog with all settings.
 */
import { ask } from '../dialog.js';
import { button, el, labelled, put, select } from '../dom.js';
import { keep, settings } from '../settings.js';
import { attempt } from '../toast.js';
/** @import {Client} from '../client.js' */
/** @import {GameInfo, NewGame, Player, Side, TimeControl} from '../messages.js' */

/** Time controls: seconds for the game and seconds added for each move. @type {[string, string][]} */
export const CLOCKS = [['', 'No clock'], ['60+1', '1 minute + 1 second a move'], ['180+2', '3 minutes + 2 seconds a move'],
  ['300+3', '5 minutes + 3 seconds a move'], ['600+5', '10 minutes + 5 seconds a move'], ['1800+20', '30 minutes + 20 seconds a move'],
  ['own', 'Another clock…']];

/**
 * Returns the same game with exchanged sides.
 * @param {import('../messages.js').GameState} state
 * @returns {NewGame}
 */
export function rematchOf({ position, players, start, time }) {
  return { variant: position.variant, fen: start, white: players.black, black: players.white, ...(time ? { time } : {}) };
}

/**
 * Starts a game against the engine at the level played last, as the side chosen last.
 * @param {Client} client
 * @param {GameInfo} game
 */
export async function playAtOnce(client, game) {
  const { side, name, level } = settings();
  const white = side === 'random' ? Math.random() < 0.5 : side === 'white';
  const players = [human(name), /** @type {Player} */ ({ kind: 'engine', level })];
  const [first, second] = white ? players : players.reverse();
  if (first && second) await begin(client, { variant: game.variant, white: first, black: second });
}

/**
 * Starts a game and opens the board.
 * @param {Client} client
 * @param {NewGame} game
 * @returns {Promise<boolean>}
 */
export async function begin(client, game) {
  const done = await seated(client) && await attempt(client.request('library', 'new', game));
  if (done) location.hash = '#/game';
  return done;
}

/**
 * Returns `true` if this page plays. A page that watches takes the place of the other one if the player agrees.
 * @param {Client} client
 * @returns {Promise<boolean>}
 */
async function seated(client) {
  if (client.plays) return true;
  const sure = await ask('Another page is playing', 'Play here instead? The other page then watches. Its game is stored.', 'Play here');
  return sure && attempt(client.request('session', 'sit'));
}

/**
 * Returns a player at the page; without a name the session chooses one.
 * @param {string} name
 * @returns {Player}
 */
export function human(name) {
  return name.trim() ? { kind: 'human', name: name.trim() } : { kind: 'human' };
}

/**
 * Opens the dialog for a new game.
 * @param {Client} client
 * @param {string} variant The selected game.
 * @param {string} [fen] The position to begin with.
 */
export function newGameDialog(client, variant, fen = '') {
  const kept = settings();
  const levels = client.catalogue?.levels ?? [];
  const fields = {
    game: select((client.catalogue?.games ?? []).map((each) => [each.variant, each.title]), variant, { name: 'game' }),
    white: select([['human', 'You or another person'], ['engine', 'Engine']], 'human', { name: 'white' }),
    black: select([['engine', 'Engine'], ['human', 'You or another person']], 'engine', { name: 'black' }),
    whiteLevel: levelField(levels, kept.level, 'whiteLevel'),
    blackLevel: levelField(levels, kept.level, 'blackLevel'),
    name: el('input', { class: 'input', name: 'name', maxlength: 40, autocomplete: 'nickname', value: kept.name }),
    clock: select(CLOCKS, '', { name: 'clock' }),
    minutes: el('input', { class: 'input', type: 'number', min: 0, max: 600, step: 'any', value: 15, name: 'minutes' }),
    increment: el('input', { class: 'input', type: 'number', min: 0, max: 600, value: 10, name: 'increment' }),
    fen: el('input', { class: 'input mono', name: 'fen', value: fen, spellcheck: 'false', autocomplete: 'off' }),
  };
  const about = el('p', { class: 'faint' });
  const ownClock = el('div', { class: 'two' }, labelled('Minutes', fields.minutes), labelled('Seconds a move', fields.increment));
  const fault = el('p', { class: 'fault', role: 'alert' });
  const levelBoxes = { white: labelled('White’s engine', fields.whiteLevel), black: labelled('Black’s engine', fields.blackLevel) };

  const refresh = () => {
    const game = client.game(fields.game.value);
    put(about, game.about);
    levelBoxes.white.hidden = fields.white.value !== 'engine';
    levelBoxes.black.hidden = fields.black.value !== 'engine';
    ownClock.hidden = fields.clock.value !== 'own';
  };

  const start = async () => {
    const game = client.game(fields.game.value);
    const player = (/** @type {Side} */ side) => /** @type {Player} */ (fields[side].value === 'engine'
      ? { kind: 'engine', level: Number(fields[`${side}Level`].value) } : human(fields.name.value));
    const level = fields.white.value === 'engine' ? fields.whiteLevel : fields.blackLevel;
    keep({ name: fields.name.value.trim(), level: Number(level.value) });
    fault.textContent = '';
    if (!await seated(client)) return;
    try {
      await client.request('library', 'new', {
        variant: game.variant,
        white: player('white'), black: player('black'),
        ...(fields.fen.value.trim() ? { fen: fields.fen.value.trim() } : {}),
        ...timeControl(fields.clock.value, Number(fields.minutes.value), Number(fields.increment.value)),
      });
      dialog.close();
      location.hash = '#/game';
    } catch (error) {
      put(fault, error instanceof Error ? error.message : String(error));
    }
  };

  const swap = () => {
    [fields.white.value, fields.black.value] = [fields.black.value, fields.white.value];
    [fields.whiteLevel.value, fields.blackLevel.value] = [fields.blackLevel.value, fields.whiteLevel.value];
    refresh();
  };

  const dialog = el('dialog', { class: 'dialog', 'aria-labelledby': 'new-title' },
    el('form', { method: 'dialog', class: 'form', on: { change: refresh, submit: (/** @type {Event} */ event) => {
      event.preventDefault();
      void start();
    } } },
      el('h2', { id: 'new-title' }, 'New game'),
      labelled('Game', fields.game), about,
      el('div', { class: 'two' }, labelled('White', fields.white), labelled('Black', fields.black)),
      levelBoxes.white, levelBoxes.black,
      labelled('Your name', fields.name),
      labelled('Clock', fields.clock), ownClock,
      el('details', { open: fen !== '' }, el('summary', {}, 'Start position'),
        labelled('FEN', fields.fen, 'Leave empty for the usual start position.')),
      fault,
      el('div', { class: 'row-of-buttons end' },
        button('Swap sides', swap),
        button('Cancel', () => dialog.close()),
        el('button', { type: 'submit', class: 'button primary' }, 'Play'))));
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  refresh();
  dialog.showModal();
}

/**
 * @param {{level: number, name: string}[]} levels
 * @param {number} level
 * @param {string} name
 */
function levelField(levels, level, name) {
  return select(levels.map((each) => [String(each.level), `${each.level}: ${each.name}`]), String(level), { name });
}

/**
 * @param {string} clock
 * @param {number} minutes
 * @param {number} increment
 * @returns {{time?: TimeControl}}
 */
function timeControl(clock, minutes, increment) {
  if (!clock) return {};
  if (clock === 'own') return { time: { seconds: Math.round(minutes * 60), increment: Math.round(increment) } };
  const [seconds = 0, added = 0] = clock.split('+').map(Number);
  return { time: { seconds, increment: added } };
}
