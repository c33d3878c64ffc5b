/**
 * @file Announcements for screen readers: moves and states politely, refusals at once.
 */
import { translated } from './language.js';

/**
 * Announces a sentence.
 * @param {string} text
 * @param {boolean} [urgent]
 */
export function announce(text, urgent = false) {
  const region = document.getElementById(urgent ? 'alert' : 'status');
  if (!region) return;
  // Screen readers repeat a sentence only if the text differs.
  const words = translated(text);
  region.textContent = region.textContent === words ? `${words}\u00a0` : words;
}
