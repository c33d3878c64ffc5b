/**
 * @file What a reader prefers, kept by the browser: theme, sounds, solved tasks, the last game's settings.
 */

/**
 * @typedef {object} Settings
 * @property {'auto' | 'light' | 'dark'} theme
 * @property {boolean} sounds
 * @property {string[]} solved Tasks of lessons and puzzles.
 * @property {number} level The engine's, from 1.
 * @property {string} name The player's.
 */

const KEY = 'upheaval';

/** @type {Settings} */
const FIRST = { theme: 'auto', sounds: false, solved: [], level: 2, name: '' };

/**
 * All settings.
 * @returns {Settings}
 */
export function settings() {
  try {
    return { ...FIRST, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
  } catch {
    return { ...FIRST };
  }
}

/**
 * Changes settings. A browser that keeps nothing forgets them with the page.
 * @param {Partial<Settings>} changes
 */
export function keep(changes) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...settings(), ...changes }));
  } catch {
    return;
  }
}

/** Dresses the document in the theme. */
export function wearTheme() {
  const { theme } = settings();
  if (theme === 'auto') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}
