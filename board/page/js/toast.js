/**
 * @file Short messages at the edge of the page.
 */
import { el } from './dom.js';
import { announce } from './announce.js';

/** Milliseconds that a message is shown. */
const SHOWN_MS = 5000;

/**
 * Shows and announces a sentence.
 * @param {string} text
 */
export function toast(text) {
  const note = el('div', { class: 'toast' }, text);
  document.getElementById('toasts')?.append(note);
  announce(text);
  setTimeout(() => note.remove(), SHOWN_MS);
}

/**
 * Waits for a request, and shows its refusal.
 * @param {Promise<unknown>} work
 * @returns {Promise<boolean>} `true` if it was not refused.
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
 * Copies a text to the clipboard.
 * @param {string} text
 * @param {string} name Its name in the message.
 */
export async function copy(text, name) {
  const done = await navigator.clipboard.writeText(text).then(() => true, () => false);
  toast(done ? `${name} copied.` : `${name}: ${text}`);
}
