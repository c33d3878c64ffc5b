/**
 * @file Games by link: the address of a link, opening a link, and the line that asks the player to send one.
 */
import { Refusal } from '../client.js';
import { button, el, put } from '../dom.js';
import { translated } from '../language.js';
import { settings } from '../settings.js';
import { toast } from '../toast.js';
/** @import {Client} from '../client.js' */
/** @import {GameState, Place} from '../messages.js' */

/** The part of an address before a link. */
export const ROUTE = '#/link/';

/** Returns `true` if this page is a static site, whose address is the same for everybody. */
export function isSite() {
  return document.querySelector('meta[name="session"]')?.getAttribute('content') === 'worker';
}

/**
 * Returns the address for a link: at this site, or natively at the site of the settings, if any.
 * @param {string} text The session's part of the link.
 * @returns {string}
 */
export function address(text) {
  const site = isSite() ? (location.href.split('#')[0] ?? '') : settings().site;
  return `${site}${ROUTE}${text}`;
}

/**
 * Asks the session for the link of the game on the board, or of a position.
 * @param {Client} client
 * @param {Place} [position]
 * @returns {Promise<string>}
 */
export async function linkOf(client, position) {
  const { text } = await client.request('library', 'link', position ? { position } : {});
  return address(text);
}

/**
 * Opens a link; the page takes the seat if another page has it, because the player has just opened the link here. Reports a
 * refusal in one message.
 * @param {Client} client
 * @param {string} text
 * @returns {Promise<string | null>} The refusal.
 */
export async function followLink(client, text) {
  try {
    if (!client.plays) await client.request('session', 'sit');
    const { name } = settings();
    await client.request('library', 'follow', { text, ...(name ? { name } : {}) });
    client.arrived = true;
    location.hash = '#/game';
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.message;
  }
}

/**
 * Creates the view of an address with a link.
 * @param {Client} client
 * @returns {import('../app.js').View}
 */
export function linkView(client) {
  const text = location.hash.slice(ROUTE.length);
  const words = el('h1', {}, 'Opening the game…');
  const element = el('div', { class: 'empty', role: 'status' }, words);
  void followLink(client, text).then((refusal) => {
    if (refusal === null) return;
    put(element, el('h1', {}, 'This link cannot be opened'), el('p', { class: 'fault', role: 'alert' }, `${refusal}.`),
      el('a', { class: 'button primary', href: '#/' }, 'To the first page'));
  });
  return { title: 'Link', element };
}

/**
 * Sends a link with the system's share sheet, or copies it. Without a clipboard the link is shown to be copied by hand.
 * @param {string} link
 * @param {string} title
 */
export async function send(link, title) {
  if (navigator.share && isSite()) {
    const shared = await navigator.share({ title, url: link }).then(() => true, (error) => error?.name === 'AbortError');
    if (shared) return;
  }
  await copyLink(link);
}

/** @param {string} link */
export async function copyLink(link) {
  const copied = await (navigator.clipboard?.writeText(link) ?? Promise.reject(new Error())).then(() => true, () => false);
  if (copied) {
    toast('Link copied.');
    return;
  }
  const field = el('textarea', { class: 'input mono', rows: 4, readonly: true, 'aria-label': 'The link' }, link);
  const dialog = el('dialog', { class: 'dialog', 'aria-label': 'Copy the link' }, el('div', { class: 'form' },
    el('p', {}, 'Copy this link:'), field,
    el('div', { class: 'row-of-buttons end' }, button('Close', () => dialog.close(), { class: 'button primary' }))));
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  field.select();
}

/**
 * Creates the line of a game by link. `show` updates it.
 * @param {Client} client
 */
export function sendBar(client) {
  const words = el('span', {});
  const act = (/** @type {(link: string) => Promise<void>} */ use) => () => void linkOf(client).then(use, (error) => toast(error.message));
  const element = el('div', { class: 'send-bar', hidden: true }, words,
    button('Send your move', act((link) => send(link, 'Upheaval')), { class: 'button primary' }),
    button('Copy link', act(copyLink), { class: 'button' }));

  /** @param {GameState} state */
  const show = (state) => {
    element.hidden = !state.link?.ready;
    if (!state.link) return;
    const opponent = state.names[state.link.side === 'white' ? 'black' : 'white'];
    const text = state.result ? 'Send the end of the game.' : `${opponent} plays with the next link.`;
    if (words.textContent !== translated(text)) put(words, text);
  };
  return { element, show };
}
