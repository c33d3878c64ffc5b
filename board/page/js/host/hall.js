/**
 * @file The hall of a host: the list of tables, a form for a new game, and a table with its seats.
 */
import { Refusal } from '../client.js';
import { button, el, labelled, put, select } from '../dom.js';
import { copyLink } from '../link/link.js';
import { miniboard } from '../miniboard.js';
import { keep, settings } from '../settings.js';
import { attempt, toast } from '../toast.js';
import { gameView } from '../views/game.js';
import { CLOCKS } from '../views/newgame.js';
import { revealSealed } from './seal.js';
/** @import {Client} from '../client.js' */
/** @import {Seat, Side, TableList, TableView} from '../messages.js' */

const KEY = 'upheaval-seats';
const SIDES = /** @type {Side[]} */ (['white', 'black']);

/** Tokens of this browser's seats by table. @returns {Record<string, string>} */
function seats() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}');
  } catch {
    return {};
  }
}

/**
 * @param {number | string} table
 * @param {string} token
 */
function keepSeat(table, token) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...seats(), [table]: token }));
  } catch {
    toast('This browser cannot store the seat: keep the page open.');
  }
}

/**
 * Creates the view for an address at a host.
 * @param {Client} client
 * @param {string} name
 * @param {string[]} rest
 * @returns {import('../app.js').View}
 */
export function hallRoute(client, name, rest) {
  const [table = '', token] = rest;
  if (name !== 'table' || !/^\d+$/.test(table)) return hallView(client);
  if (token) {
    keepSeat(table, token);
    history.replaceState(null, '', `#/table/${table}`);
  }
  return tableView(client, Number(table));
}

/**
 * @param {Client} client
 * @returns {import('../app.js').View}
 */
function hallView(client) {
  const open = el('ul', { class: 'tables', 'aria-label': 'Open seats' });
  const running = el('ul', { class: 'tables', 'aria-label': 'Games' });
  const none = el('p', { class: 'faint' }, 'No seat is open. Start a game below.');
  const show = (/** @type {TableList} */ { tables }) => {
    const waiting = tables.filter((table) => table.result === '*' && SIDES.some((side) => table.names[side] === null));
    put(open, ...waiting.map((table) => tableRow(client, table)));
    put(running, ...tables.filter((table) => !waiting.includes(table)).map((table) => tableRow(client, table)));
    none.hidden = waiting.length > 0;
  };
  const off = client.on('tables', show);
  const at = client.hall?.address ?? '';
  if (client.hall) show(client.hall);
  const element = el('div', { class: 'page people hall' },
    el('h1', {}, 'Games on this network'),
    el('div', { class: 'hall-columns' },
      el('div', {}, el('h2', {}, 'Open seats'), none, open, el('h2', {}, 'Games'), running),
      el('div', {}, newTable(client),
        el('section', { class: 'invitation' }, el('h2', {}, 'Invite others'),
          el('p', {}, 'Everybody on this network with this link can play or watch:'),
          el('p', { class: 'mono hall-address' }, at),
          button('Copy link', () => void copyLink(at)),
          el('img', { class: 'qr', src: 'link.svg', alt: 'The link as a QR code', width: 200, height: 200 })))));
  return { title: 'Hall', element, leave: off };
}

/** @param {Client} client */
function newTable(client) {
  const fields = {
    game: select((client.catalogue?.games ?? []).map((game) => [game.variant, game.title]), '', { name: 'game' }),
    side: select([['', 'Random'], ['white', 'White'], ['black', 'Black']], '', { name: 'side' }),
    clock: select(CLOCKS.filter(([value]) => value !== 'own'), '', { name: 'clock' }),
    name: el('input', { class: 'input', name: 'name', maxlength: 40, autocomplete: 'nickname', value: settings().name }),
  };
  const start = async () => {
    const [seconds = 0, increment = 0] = fields.clock.value.split('+').map(Number);
    const seat = await client.request('hall', 'openTable', {
      variant: fields.game.value,
      ...(fields.side.value ? { side: /** @type {Side} */ (fields.side.value) } : {}),
      ...(fields.clock.value ? { time: { seconds, increment } } : {}),
      ...nameField(fields.name.value),
    });
    sitDown(seat);
  };
  return el('form', { class: 'form', on: { submit: (/** @type {Event} */ event) => {
    event.preventDefault();
    void attempt(start());
  } } },
  el('h2', {}, 'New game'), labelled('Game', fields.game), labelled('Your side', fields.side), labelled('Clock', fields.clock),
  labelled('Your name', fields.name),
  el('div', { class: 'row-of-buttons' }, el('button', { type: 'submit', class: 'button primary' }, 'Open a table')));
}

/** @param {string} text */
function nameField(text) {
  const name = text.trim();
  keep({ name });
  return name ? { name } : {};
}

/** @param {Seat} seat */
function sitDown(seat) {
  keepSeat(seat.table, seat.token);
  location.hash = `#/table/${seat.table}`;
}

/**
 * @param {Client} client
 * @param {TableView} table
 */
function tableRow(client, table) {
  const info = client.catalogue?.games.find((game) => game.variant === table.variant);
  const free = SIDES.find((side) => table.names[side] === null);
  const names = SIDES.map((side) => table.names[side] ?? 'open seat').join(' – ');
  const clock = table.time ? `${table.time.seconds / 60} min + ${table.time.increment} s` : 'no clock';
  const mine = String(table.table) in seats();
  const name = `${info?.title ?? table.variant}, table ${table.table}`;
  const sit = async () => sitDown(await client.request('hall', 'takeSeat', { table: table.table, ...nameField(settings().name) }));
  const go = () => {
    location.hash = `#/table/${table.table}`;
  };
  return el('li', { class: 'table-row' }, info ? miniboard(info, table.fen) : null,
    el('div', { class: 'game-words' }, el('strong', {}, names),
      el('span', { class: 'faint' }, `${info?.title ?? table.variant} · ${clock}${table.result === '*' ? '' : ` · ${table.result}`}`)),
    el('div', { class: 'row-of-buttons' },
      free && !mine ? button(`Play ${free}: ${name}`, () => void attempt(sit()), { class: 'button primary small' }, `Play ${free}`) : null,
      button(`${mine ? 'Go to' : 'Watch'} ${name}`, go, { class: 'button small' }, mine ? 'Your seat' : 'Watch')));
}

/**
 * Creates the view of a table. The page finds it again after the connection was lost.
 * @param {Client} client
 * @param {number} table
 * @returns {import('../app.js').View}
 */
function tableView(client, table) {
  const strip = el('div', { class: 'table-strip', role: 'status' });
  const place = el('div', {}, el('div', { class: 'empty' }, 'Opening the table…'));
  const element = el('div', { class: 'hosted' }, strip, place);
  /** @type {import('../app.js').View | null} */
  let inner = null;

  const enter = async () => {
    const token = seats()[table];
    try {
      const { state } = await client.request('hall', 'enter', { table, ...(token ? { token } : {}) });
      client.adopt(state);
      if (inner) return;
      inner = gameView(client);
      put(place, inner.element);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code === 'lost') return;
      put(place, el('div', { class: 'empty' }, el('h1', {}, 'This table cannot be opened'), el('p', { class: 'fault', role: 'alert' }, `${error.message}.`),
        el('a', { class: 'button primary', href: '#/' }, 'To the list of tables')));
    }
  };
  const showStrip = () => put(strip, ...stripWords(client, table), el('a', { href: '#/' }, 'All tables'));
  const offs = [client.on('role', showStrip), client.on('state', (state) => {
    if (state) revealSealed(client, state);
  })];
  client.rejoin = enter;
  void enter();
  return { title: 'Table', element, leave: () => {
    client.rejoin = null;
    offs.forEach((off) => off());
    inner?.leave?.();
    client.left();
    client.request('hall', 'leave').catch(() => undefined);
  } };
}

/**
 * @param {Client} client
 * @param {number} table
 */
function stripWords(client, table) {
  const role = client.table;
  if (!role) return [];
  const free = SIDES.find((side) => !role.seats[side].taken);
  const { side } = role;
  const token = seats()[table];
  const away = SIDES.find((each) => each !== side && role.seats[each].taken && !role.seats[each].present);
  const words = free ? `Waiting for a player of ${free}.` : away ? `${away === 'white' ? 'White' : 'Black'} is not connected.`
    : side ? `You play ${side}.` : 'You are watching.';
  return [el('span', {}, words),
    free ? button('Copy link', () => void copyLink(`${client.hall?.address ?? ''}#/table/${table}`), { class: 'button small' }) : null,
    free && !side ? button(`Play ${free}`, () => void attempt(client.request('hall', 'takeSeat', { table, ...nameField(settings().name) }).then((seat) => {
      keepSeat(seat.table, seat.token);
      return client.rejoin?.();
    })), { class: 'button primary small' }) : null,
    side && token ? button('Your seat on another device', () => void copyLink(`${client.hall?.address ?? ''}#/table/${table}/${token}`),
      { class: 'button quiet small' }, 'Copy my seat') : null];
}
