/**
 * @file Stored games: search, open, delete, PGN in and out.
 */
import { button, el, labelled, put, select } from '../dom.js';
import { savePgn } from '../download.js';
import { miniboard } from '../miniboard.js';
import { attempt, toast } from '../toast.js';
/** @import {Client} from '../client.js' */
/** @import {GameSummary} from '../messages.js' */

/** Games on one page of the list, and the maximum of one request. */
const PAGE_GAMES = 20;
const MAX_LISTED = 100;

/**
 * Creates the view of stored games; `['empire', FEN]` searches for a position of the opening.
 * @param {Client} client
 * @param {string[]} parts
 * @returns {import('../app.js').View}
 */
export function gamesView(client, [variant = '', fen = '']) {
  const games = client.catalogue?.games ?? [];
  const fields = {
    variant: select([['', 'All games'], .../** @type {[string, string][]} */ (games.map((game) => [game.variant, game.title]))], variant, { name: 'variant' }),
    result: select([['', 'All results'], ['1-0', 'White won'], ['0-1', 'Black won'], ['1/2-1/2', 'Drawn'], ['*', 'Unfinished']], '', { name: 'result' }),
    player: el('input', { class: 'input', name: 'player', maxlength: 40 }),
    since: el('input', { class: 'input', type: 'date', name: 'since' }),
    until: el('input', { class: 'input', type: 'date', name: 'until' }),
    position: el('input', { class: 'input mono', name: 'position', value: fen, spellcheck: 'false', autocomplete: 'off' }),
  };
  const list = el('ul', { class: 'game-list' });
  const count = el('p', { class: 'faint', role: 'status' });
  const more = button('Show more', () => void search(true), { hidden: true });
  let shown = 0;

  const asked = () => Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.value.trim()]).filter(([, value]) => value));

  const search = async (further = false) => {
    if (!further) shown = 0;
    await attempt(client.request('library', 'list', { ...asked(), skip: shown, most: PAGE_GAMES }).then((found) => {
      const rows = found.games.map((game) => row(client, game, () => void search()));
      if (further) list.append(...rows);
      else put(list, ...rows);
      shown += found.games.length;
      more.hidden = shown >= found.total;
      save.disabled = found.total === 0;
      put(count, found.total === 0 ? 'No games found.' : `${found.total} ${found.total === 1 ? 'game' : 'games'}`);
    }));
  };

  const saveFound = async () => {
    /** @type {number[]} */
    const games = [];
    for (let total = 1; games.length < total;) {
      const found = await client.request('library', 'list', { ...asked(), skip: games.length, most: MAX_LISTED });
      if (found.games.length === 0) break;
      games.push(...found.games.map((game) => game.game));
      total = found.total;
    }
    await savePgn(client, games, true);
  };
  const save = button('Save these as PGN', () => void attempt(saveFound()));

  const form = el('form', { class: 'search', role: 'search', on: { change: () => void search(), submit: (/** @type {Event} */ event) => {
    event.preventDefault();
    void search();
  } } },
  labelled('Game', fields.variant), labelled('Result', fields.result), labelled('Player', fields.player),
  labelled('From', fields.since), labelled('To', fields.until), labelled('Position (FEN)', fields.position));
  const element = el('div', { class: 'page' }, el('h1', {}, 'Games'),
    el('div', { class: 'row-of-buttons wrap' },
      button('Import PGN…', () => importDialog(client, () => void search()), { class: 'button primary' }), save),
    form, count, list, more);
  void search();
  return { title: 'Games', element };
}

/**
 * @param {Client} client
 * @param {GameSummary} game
 * @param {() => void} changed
 */
function row(client, game, changed) {
  const info = client.catalogue?.games.find((each) => each.variant === game.variant);
  const open = () => void attempt(client.request('library', 'open', { game: game.game }).then(() => {
    location.hash = '#/game';
  }));
  const name = `${info?.title ?? game.variant}: ${game.white} against ${game.black}`;
  return el('li', { class: 'game-row' },
    info ? miniboard(info, game.fen) : null,
    el('div', { class: 'game-words' },
      el('strong', {}, `${game.white} – ${game.black}`),
      el('span', {}, `${info?.title ?? game.variant} · ${game.result}${game.reason ? ` · ${game.reason}` : ''}`),
      el('span', { class: 'faint' }, `${game.date} · ${lengthWords(game, info?.simultaneous ?? false)}`),
      el('span', { class: 'faint opening' }, game.opening)),
    el('div', { class: 'row-of-buttons wrap' },
      button(`Open ${name}`, open, { class: 'button primary small' }, 'Open'),
      button(`Save ${name} as PGN`, () => void savePgn(client, [game.game], true), { class: 'button small' }, 'PGN'),
      deleteButton(client, game, name, changed)));
}

/**
 * @param {GameSummary} game
 * @param {boolean} simultaneous
 */
function lengthWords({ plies }, simultaneous) {
  const [one, many] = simultaneous ? ['turn', 'turns'] : ['ply', 'plies'];
  return `${plies} ${plies === 1 ? one : many}`;
}

/**
 * Creates a button that deletes at the second click.
 * @param {Client} client
 * @param {GameSummary} game
 * @param {string} name
 * @param {() => void} changed
 */
function deleteButton(client, game, name, changed) {
  const words = el('span', {}, 'Delete');
  let sure = false;
  return button(`Delete ${name}`, () => {
    if (sure) void attempt(client.request('library', 'delete', { game: game.game })).then(changed);
    sure = true;
    put(words, 'Really?');
  }, { class: 'button small' }, words);
}

/**
 * @param {Client} client
 * @param {() => void} changed
 */
function importDialog(client, changed) {
  const text = el('textarea', { class: 'input mono', rows: 10, name: 'pgn', spellcheck: 'false' });
  const file = el('input', { class: 'input', type: 'file', accept: '.pgn,text/plain', name: 'file' });
  const report = el('div', { role: 'status' });
  file.addEventListener('change', () => void file.files?.[0]?.text().then((content) => {
    text.value = content;
  }));
  const read = async () => {
    await attempt(client.request('library', 'import', { text: text.value }).then(({ games, errors }) => {
      put(report, el('p', {}, `${games.length} ${games.length === 1 ? 'game' : 'games'} imported.`),
        errors.length > 0 ? el('ul', { class: 'fault' }, ...errors.map((error) => el('li', {}, error))) : null);
      if (errors.length === 0) {
        toast(`${games.length} ${games.length === 1 ? 'game' : 'games'} imported.`);
        dialog.close();
      }
      changed();
    }));
  };
  const dialog = el('dialog', { class: 'dialog', 'aria-labelledby': 'import-title' }, el('div', { class: 'form' },
    el('h2', { id: 'import-title' }, 'Import games'),
    labelled('A file', file), labelled('Or their text', text, 'One game or many, as PGN.'), report,
    el('div', { class: 'row-of-buttons end' }, button('Close', () => dialog.close()),
      button('Import', () => void read(), { class: 'button primary' }))));
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
