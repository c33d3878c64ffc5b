/**
 * @file Settings, stored by the browser: theme, sounds, solved tasks, the last game's settings.
 */

/**
 * @typedef {object} Settings
 * @property {'auto' | 'light' | 'dark'} theme
 * @property {boolean} sounds
 * @property {string[]} solved Tasks of lessons and puzzles.
 * @property {number} level The engine's level, from 1.
 * @property {string} name The player's name.
 * @property {'white' | 'random' | 'black'} side The player's side in a game against the engine.
 * @property {boolean} values `true` to show the engine's values during play.
 * @property {'brown' | 'green' | 'blue'} board
 * @property {'drawn' | 'letters'} pieces
 * @property {'inside' | 'outside' | 'none'} coordinates
 * @property {number} size The width of the board, in percent of the greatest one.
 * @property {boolean} confirm `true` to confirm moves on touch screens.
 * @property {string} language
 * @property {string} site The address of a static site for links.
 */

const KEY = 'upheaval';

/** @type {Settings} */
const DEFAULTS = {
  theme: 'auto', sounds: false, solved: [], level: 2, name: '', side: 'white', values: false,
  board: 'brown', pieces: 'drawn', coordinates: 'inside', size: 100, confirm: false, language: '', site: '',
};

/**
 * Returns all settings.
 * @returns {Settings}
 */
export function settings() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
  } catch {
    return { ...DEFAULTS };
  }
}

/**
 * Changes settings. Without storage they are lost with the page.
 * @param {Partial<Settings>} changes
 */
export function keep(changes) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...settings(), ...changes }));
  } catch {
    return;
  }
}

/** Applies theme, board and its size to the document. */
export function applyTheme() {
  const { theme, board, coordinates, size } = settings();
  Object.assign(document.documentElement.dataset, { board, coordinates });
  document.documentElement.style.setProperty('--scale', String(size / 100));
  if (theme === 'auto') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}
