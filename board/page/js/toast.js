/**
 * @file Short news at the edge of the page.
 */
import { el } from './dom.js';
import { announce } from './announce.js';

/** Milliseconds that news stay. */
const STAY = 5000;

/**
 * Shows and says a sentence.
 * @param {string} text
 */
export function toast(text) {
  const note = el('div', { class: 'toast' }, text);
  document.getElementById('toasts')?.append(note);
  announce(text);
  setTimeout(() => note.remove(), STAY);
}

/**
 * Runs something that the session may refuse, and shows the refusal.
 * @param {Promise<unknown>} work
 * @returns {Promise<boolean>} Whether it was done.
 */
export async function attempt(work) {
  try {
    await work;
    return true;
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error));
    return false;
  }
}

/**
 * Copies a text for other programs.
 * @param {string} text
 * @param {string} name What it is.
 */
export async function copy(text, name) {
  const done = await navigator.clipboard.writeText(text).then(() => true, () => false);
  toast(done ? `${name} copied.` : `${name}: ${text}`);
}
