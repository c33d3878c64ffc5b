/**
 * @file Announcements for screen readers: moves and states politely, refusals at once.
 */

/**
 * Announces a sentence.
 * @param {string} text
 * @param {boolean} [urgent]
 */
export function announce(text, urgent = false) {
  const region = document.getElementById(urgent ? 'alert' : 'status');
  if (!region) return;
  // Screen readers repeat a sentence only if the text differs.
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}
