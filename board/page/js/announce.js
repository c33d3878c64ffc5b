/**
 * @file What is said to screen readers: moves and states politely, refusals at once.
 */

/**
 * Says a sentence.
 * @param {string} text
 * @param {boolean} [urgent]
 */
export function announce(text, urgent = false) {
  const region = document.getElementById(urgent ? 'say-now' : 'say');
  if (!region) return;
  // The same sentence twice is only said again if the text differs.
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}
