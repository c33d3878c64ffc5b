/**
 * @file A reader's own words on a move, or on the game before its first move.
 */
import { button, el, labelled } from '../dom.js';
import { attempt } from '../toast.js';
/** @import {Client} from '../client.js' */
/** @import {GameState, HistoryEntry} from '../types.js' */

/** Characters that the session keeps. */
const MOST = 1000;

/**
 * A form that is closed until `open` is called. `show` tells it of the game.
 * @param {Client} client
 */
export function commentForm(client) {
  /** The ply that is written about; `null` is the game. @type {number | null} */
  let ply = null;
  const field = el('textarea', { class: 'input', rows: 2, maxlength: MOST, name: 'comment' });
  const label = labelled('Comment', field);
  const name = label.querySelector('.field-name');
  const element = el('form', { class: 'comment-form', hidden: true, on: {
    submit: (/** @type {Event} */ event) => {
      event.preventDefault();
      void keep();
    },
    keydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key === 'Enter' && !event.shiftKey && !event.isComposing && event.target === field) {
        event.preventDefault();
        void keep();
      } else if (event.key === 'Escape') close();
    },
  } }, label, el('div', { class: 'row-of-buttons' },
    el('button', { type: 'submit', class: 'button small primary' }, 'Keep'),
    button('Cancel', () => close(), { class: 'button small' })));
  /** @type {HTMLElement | null} */
  let opener = null;

  const close = () => {
    if (element.hidden) return;
    element.hidden = true;
    opener?.focus();
  };

  const keep = async () => {
    const done = await attempt(client.request('game', 'comment', {
      version: client.state?.version, text: field.value, ...(ply === null ? {} : { ply }),
    }));
    if (done) close();
  };

  return {
    element,
    /**
     * Opens it, or closes it if it is open for the same.
     * @param {GameState} state
     * @param {number} plies How many plies the position shown is from the beginning: the last of them is written about.
     * @param {HTMLElement} by What the reader pressed.
     */
    open(state, plies, by) {
      opener = by;
      const entry = state.history[plies - 1];
      if (!element.hidden && ply === (entry?.ply ?? null)) {
        close();
        return;
      }
      ply = entry?.ply ?? null;
      field.value = (entry ? entry.comment : state.comment) ?? '';
      if (name) name.textContent = entry ? `Comment on ${moveName(entry)}` : 'Comment on the game';
      element.hidden = false;
      field.focus();
    },
    /** @param {GameState} state */
    show(state) {
      if (ply !== null && ply >= state.history.length) element.hidden = true;
    },
  };
}

/**
 * A move as a list shows it: `3. Nf3`, `3… Nf6`, in Apocalypse `3. a2a3 b4b3`.
 * @param {HistoryEntry} entry
 */
function moveName(entry) {
  const sans = entry.moves.map((made) => made.san).join(' ');
  return `${entry.number}${entry.moves[0]?.side === 'black' ? '…' : '.'} ${sans}`;
}
