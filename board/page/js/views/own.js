/**
 * @file A game of the player's own: its definition, errors, rules and pieces, a game against the engine, and its measurement.
 */
import { button, el, labelled, put, select } from '../dom.js';
import { miniboard } from '../miniboard.js';
import { keepOwn, own } from '../own.js';
import { loadRules } from '../panels/rules.js';
import { pieceIcon } from '../pieces.js';
import { attempt } from '../toast.js';
import { newGameDialog, playAtOnce } from './newgame.js';
/** @import {Client} from '../client.js' */
/** @import {DefinitionFault, FigureSubject, GameInfo, MeasuredGames, Measurement} from '../messages.js' */

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
  const measuring = new Measuring(client);

  const define = async () => {
    measuring.end();
    const answer = await client.request('library', 'define', { text: text.value });
    keepOwn({ text: answer.names.length > 0 ? text.value : own().text });
    put(faults, ...answer.faults.map((fault) => el('li', {}, button(faultWords(fault), () => selectLine(text, fault.line), { class: 'text-link' }))));
    if (answer.names.length === 0 && answer.faults.length === 0) put(faults, el('li', {}, 'The text defines no game.'));
    const known = client.catalogue?.games ?? [];
    put(games, ...known.filter((game) => answer.names.includes(game.variant)).map((game) => (
      gamePart(client, game, measurePart(measuring, game, [...new Set([...game.parent ? [game.parent] : [], ...answer.names])])))));
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
  return { title: 'Your own game', leave: () => measuring.leave(), element: el('div', { class: 'page' }, el('h1', {}, 'Your own game'),
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
function selectLine(text, line) {
  const lines = text.value.split('\n');
  const from = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  text.focus();
  text.setSelectionRange(from, from + (lines[line - 1]?.length ?? 0));
}

/**
 * Shows a game: its first position, pieces, rules and checks.
 * @param {Client} client
 * @param {GameInfo} game
 * @param {HTMLElement} measure
 */
function gamePart(client, game, measure) {
  const rules = el('div', { class: 'rules-page' });
  void loadRules(client, game.variant, rules);
  return el('section', { class: 'own-game', 'data-variant': game.variant },
    el('div', { class: 'row-of-buttons' },
      button(`Play ${game.title}`, () => void playAtOnce(client, game), { class: 'button primary' }),
      button(`Options for ${game.title}`, () => newGameDialog(client, game.variant))),
    el('div', { class: 'own-board' }, miniboard(game, game.start)),
    el('ul', { class: 'pieces-list' }, ...game.pieceTypes.map((type) => el('li', {}, pieceIcon({ side: 'white', drawing: type.drawing }),
      el('span', {}, el('strong', {}, type.letter.toUpperCase()), ` ${type.about}`)))),
    measure, rules);
}

/** The measurement of the page: there is one at a time. */
class Measuring {
  /** @type {Client} */
  #client;
  #run = 0;
  /** Shows a report; `null` if there is no further one. @type {((report: Measurement | null) => void) | null} */
  #show = null;
  /** @type {(() => void)[]} */
  #off;

  /** @param {Client} client */
  constructor(client) {
    this.#client = client;
    this.#off = [client.on('measurement', (report) => this.#report(report)),
      client.on('connection', (connection) => connection !== 'open' && this.#interrupted())];
  }

  /**
   * @param {string} variant
   * @param {string} other
   * @param {string} games
   * @param {(report: Measurement | null) => void} show
   */
  async begin(variant, other, games, show) {
    this.#interrupted();
    await attempt(this.#client.request('analysis', 'measure', { variant, ...other && { other }, ...games && { games: Number(games) } }).then(({ run }) => {
      this.#run = run;
      this.#show = show;
      show({ run, played: 0, share: 0, done: false, figures: null });
    }));
  }

  end() {
    if (!this.#show) return;
    this.#interrupted();
    void this.#client.request('analysis', 'stopMeasuring').catch(() => undefined);
  }

  leave() {
    this.end();
    for (const off of this.#off) off();
  }

  /** @param {Measurement} report */
  #report(report) {
    if (report.run !== this.#run) return;
    this.#show?.(report);
    if (report.done) this.#show = null;
  }

  #interrupted() {
    this.#show?.(null);
    this.#show = null;
  }
}

/**
 * Measures a game by fast games, alone or next to another.
 * @param {Measuring} measuring
 * @param {GameInfo} game
 * @param {string[]} others
 */
function measurePart(measuring, game, others) {
  const games = select([['', 'For a minute'], ['100', '100 games'], ['1000', '1000 games']], '', { name: 'games', 'aria-label': 'Number of games' });
  const other = select([['', 'Without comparison'], .../** @type {[string, string][]} */ (others.filter((each) => each !== game.variant)
    .map((each) => [each, `Compared with ${each}`]))], '', { name: 'other', 'aria-label': 'Comparison' });
  const bar = el('progress', { class: 'progress', max: 1, value: 0, 'aria-label': 'Progress of the measurement' });
  const played = el('p', { class: 'faint' });
  const running = el('div', { hidden: true }, bar, played, button('Cancel', () => measuring.end()));
  const result = el('div', { class: 'rules-page measured', role: 'status' });
  const start = button(`Measure ${game.title}`, () => void measuring.begin(game.variant, other.value, games.value, (report) => {
    running.hidden = !report || report.done;
    start.disabled = !running.hidden;
    bar.value = report?.share ?? 0;
    put(played, report ? `${report.played} games played.` : '');
    if (!report) put(result, el('p', {}, 'The measurement was interrupted.'));
    else if (!report.done) put(result);
    else put(result, report.figures ? figures(report.figures, report.played) : el('p', {}, 'The games could not be played.'));
  }));
  return el('div', { class: 'own-measure' }, el('div', { class: 'row-of-buttons' }, start, games, other), running, result);
}

/** @type {[FigureSubject, string][]} */
const SUBJECTS = [['games', 'Results and course'], ['pieces', 'Piece values'], ['rules', 'Share of the games in which a rule mattered']];

/**
 * @param {MeasuredGames} measured
 * @param {number} played
 */
function figures({ games, rows }, played) {
  const line = (/** @type {string} */ name, /** @type {(string | null)[]} */ values, significant = false) => el('tr', { class: significant && 'significant' },
    el('th', { scope: 'row' }, name), ...values.map((value) => el('td', {}, value ?? '')), el('td', {}, significant ? '*' : ''));
  const part = (/** @type {[FigureSubject, string]} */ [subject, title]) => {
    const lines = rows.filter((row) => row.subject === subject).map((row) => line(row.name, row.values, row.significant));
    if (subject === 'games') lines.unshift(line('games', games.map(() => String(played))));
    return lines.length > 0 && el('tbody', {}, el('tr', {}, el('th', { scope: 'rowgroup', colspan: games.length + 2 }, title)), ...lines);
  };
  return el('div', {}, el('table', {}, el('thead', {}, line('', games.map((game) => game.variant))), ...SUBJECTS.map(part)),
    games.length > 1 && el('p', {}, '* The games differ by more than chance.'),
    ...games.map(({ variant, unused }) => el('p', {}, unused.length > 0 ? `In no game of ${variant}: ${unused.join(', ')}.` : `Every rule of ${variant} mattered.`)),
    el('p', {}, 'The engine played against itself. Figures have 95 % intervals.'));
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
