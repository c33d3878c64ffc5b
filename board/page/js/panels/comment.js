/**
 * @file Comments on a move, or on the game before its first move.
 */
import { button, el, labelled } from '../dom.js';
import { attempt } from '../toast.js';
/** @import {Client} from '../client.js' */
/** @import {GameState, HistoryEntry} from '../messages.js' */

/** Maximum number of characters, as in the session. */
const MAX_COMMENT = 1000;

/**
 * Creates the form, closed until `open` is called. `show` updates it.
 * @param {Client} client
 */
export function commentForm(client) {
  /** The ply of the comment; `null` for the game. @type {number | null} */
  let ply = null;
  const field = el('textarea', { class: 'input', rows: 2, maxlength: MAX_COMMENT, name: 'comment' });
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
    el('button', { type: 'submit', class: 'button small primary' }, 'Save'),
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
      version: client.state?.version ?? 0, text: field.value, ...(ply === null ? {} : { ply }),
    }));
    if (done) close();
  };

  return {
    element,
    /**
     * Opens the form, or closes it if it is open for the same ply.
     * @param {GameState} state
     * @param {number} plies The number of plies before the position shown; the comment is on the last of them.
     * @param {HTMLElement} by The button that opened it.
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
 * Returns a move as in a list: `3. Nf3`, `3… Nf6`, in Apocalypse `3. a2a3 b4b3`.
 * @param {HistoryEntry} entry
 */
function moveName(entry) {
  const sans = entry.moves.map((made) => made.san).join(' ');
  return `${entry.number}${entry.moves[0]?.side === 'black' ? '…' : '.'} ${sans}`;
}
