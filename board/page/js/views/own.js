/**
 * @file A game of the player's own: its definition, errors, rules and pieces, and a game against the engine.
 */
import { button, el, labelled, put } from '../dom.js';
import { miniboard } from '../miniboard.js';
import { keepOwn, own } from '../own.js';
import { loadRules } from '../panels/rules.js';
import { pieceIcon } from '../pieces.js';
import { attempt } from '../toast.js';
import { newGameDialog, playAtOnce } from './newgame.js';
/** @import {Client} from '../client.js' */
/** @import {DefinitionFault, GameInfo} from '../messages.js' */

const EXAMPLE = `# Pawns win on the sixth rank, and knights ride like nightriders.
[sixth:chess]
customPiece1 = n:NN
promotionPieceTypes = nbrq
flagPiece = p
flagRegionWhite = *6
flagRegionBlack = *3
`;

/** Bytes of the largest picture of a piece. */
const MAX_PICTURE = 65_536;

/**
 * Creates the view.
 * @param {Client} client
 * @returns {import('../app.js').View}
 */
export function ownView(client) {
  const text = el('textarea', { class: 'input mono', rows: 14, name: 'definition', spellcheck: 'false' });
  text.value = own().text || EXAMPLE;
  const faults = el('ul', { class: 'fault', role: 'alert' });
  const games = el('div', {});

  const define = async () => {
    const answer = await client.request('library', 'define', { text: text.value });
    keepOwn({ text: answer.names.length > 0 ? text.value : own().text });
    put(faults, ...answer.faults.map((fault) => el('li', {}, button(faultWords(fault), () => select(text, fault.line), { class: 'text-link' }))));
    if (answer.names.length === 0 && answer.faults.length === 0) put(faults, el('li', {}, 'The text defines no game.'));
    const known = client.catalogue?.games ?? [];
    put(games, ...known.filter((game) => answer.names.includes(game.variant)).map((game) => gamePart(client, game)));
  };
  const check = () => void attempt(define());

  const file = el('input', { class: 'input', type: 'file', name: 'file', accept: '.ini,.txt,text/plain', on: { change: async () => {
    const chosen = file.files?.[0];
    if (!chosen) return;
    text.value = await chosen.text();
    check();
  } } });
  const pictures = el('input', { class: 'input', type: 'file', name: 'pieces', accept: '.svg', multiple: true, on: { change: async () => {
    await keepPictures([...pictures.files ?? []]);
    check();
  } } });

  if (own().text) check();
  return { title: 'Your own game', element: el('div', { class: 'page' }, el('h1', {}, 'Your own game'),
    el('p', { class: 'lead' }, 'Write the rules of a game, check them and play it against the engine. A section begins with the name of the game and of the game that it changes.'),
    labelled('Definition', text, 'The format is that of variants.ini. docs/own-games.md describes the keys.'),
    el('div', { class: 'row-of-buttons' }, button('Check and offer', check, { class: 'button primary' })),
    faults, games,
    el('details', {}, el('summary', {}, 'Files'), labelled('Open a file', file),
      labelled('Pictures of pieces', pictures, 'SVG files named after the letter: a.svg for both sides, wa.svg and ba.svg for one.'))) };
}

/** @param {DefinitionFault} fault */
function faultWords({ line, section, key, why }) {
  return `Line ${line}: ${[`[${section}]`, key].filter((word) => word && word !== '[]').join(' ')}: ${why}`;
}

/**
 * Selects a line.
 * @param {HTMLTextAreaElement} text
 * @param {number} line From 1.
 */
function select(text, line) {
  const lines = text.value.split('\n');
  const from = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  text.focus();
  text.setSelectionRange(from, from + (lines[line - 1]?.length ?? 0));
}

/**
 * Shows a game: its first position, pieces, rules and checks.
 * @param {Client} client
 * @param {GameInfo} game
 */
function gamePart(client, game) {
  const rules = el('div', { class: 'rules-page' });
  void loadRules(client, game.variant, rules);
  return el('section', { class: 'own-game', 'data-variant': game.variant },
    el('div', { class: 'row-of-buttons' },
      button(`Play ${game.title}`, () => void playAtOnce(client, game), { class: 'button primary' }),
      button(`Options for ${game.title}`, () => newGameDialog(client, game.variant))),
    el('div', { class: 'own-board' }, miniboard(game, game.start)),
    el('ul', { class: 'pieces-list' }, ...game.pieceTypes.map((type) => el('li', {}, pieceIcon({ side: 'white', drawing: type.drawing }),
      el('span', {}, el('strong', {}, type.letter.toUpperCase()), ` ${type.about}`)))),
    rules);
}

/** @param {File[]} files */
async function keepPictures(files) {
  const pieces = { ...own().pieces };
  for (const file of files) {
    const name = file.name.toLowerCase().replace(/\.svg$/, '');
    if (!/^[wb]?[a-z]$/.test(name) || file.size > MAX_PICTURE) continue;
    // As an image it runs no scripts and loads nothing.
    pieces[name] = `data:image/svg+xml,${encodeURIComponent(await file.text())}`;
  }
  keepOwn({ pieces });
}
