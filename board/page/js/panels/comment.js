/**
 * @file Comments on a move, or on the game before its first move.
 */
import { button, el, labelled, put, select } from '../dom.js';
import { entryAt } from '../play/lines.js';
import { attempt } from '../toast.js';
/** @import {Client} from '../client.js' */
/** @import {At} from '../play/lines.js' */
/** @import {GameState, HistoryEntry} from '../messages.js' */

/** Maximum number of characters, as in the session. */
const MAX_COMMENT = 1000;

/**
 * Creates the form, closed until `open` is called. `show` updates it.
 * @param {Client} client
 */
export function commentForm(client) {
  /** The place after the move; `null` for the game. @type {At | null} */
  let place = null;
  const field = el('textarea', { class: 'input', rows: 2, maxlength: MAX_COMMENT, name: 'comment' });
  const label = labelled('Comment', field);
  const glyph = select([['', 'No mark'], ['3', '!! brilliant'], ['1', '! good'], ['5', '!? interesting'], ['6', '?! doubtful'], ['2', '? mistake'], ['4', '?? blunder']], '', { name: 'glyph' });
  const glyphs = labelled('Mark', glyph);
  let before = '';
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
  } }, label, glyphs, el('div', { class: 'row-of-buttons' },
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
    const version = () => client.state?.version ?? 0;
    const move = place ? { ...place, ply: place.ply - 1 } : null;
    const done = await attempt((async () => {
      await client.request('game', 'comment', { version: version(), text: field.value, ...(move ?? {}) });
      if (move && glyph.value !== before) await client.request('game', 'glyph', { version: version(), ...move, nag: Number(glyph.value) || null });
    })());
    if (done) close();
  };

  return {
    element,
    /**
     * Opens the form, or closes it if it is open for the same move.
     * @param {GameState} state
     * @param {At} at The position shown; the comment is on the move that led there.
     * @param {HTMLElement} by The button that opened it.
     */
    open(state, at, by) {
      opener = by;
      const entry = entryAt(state, at);
      const next = entry ? at : null;
      if (!element.hidden && place?.ply === next?.ply && place?.variation === next?.variation) {
        close();
        return;
      }
      place = next;
      before = String(entry?.nag ?? '');
      glyph.value = before;
      glyphs.hidden = !entry;
      field.value = (entry ? entry.comment : state.comment) ?? '';
      if (name) put(name, entry ? `Comment on ${moveName(entry)}` : 'Comment on the game');
      element.hidden = false;
      field.focus();
    },
    /** @param {GameState} state */
    show(state) {
      if (place && !entryAt(state, place)) element.hidden = true;
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
