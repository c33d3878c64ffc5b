/**
 * @file Shares the game or the position on the board: as a link, as a picture, as an animation. Loaded when it is used.
 */
import { button, el, put } from '../dom.js';
import { attempt, toast } from '../toast.js';
import { encodeGif } from './gif.js';
import { copyLink, linkOf, send } from './link.js';
/** @import {Client} from '../client.js' */
/** @import {Place, Side} from '../messages.js' */

/** Pixels of a PNG's and of a GIF's side. */
const PNG_PIXELS = 1080;
const GIF_PIXELS = 400;
/** Maximum number of frames of a GIF. */
const MAX_FRAMES = 400;

/**
 * @typedef {object} Shown What the board shows.
 * @property {Place | undefined} place
 * @property {Side} below
 * @property {(plies: number) => string[]} marked The squares of the move before a position.
 * @property {number} plies The number of plies of the game.
 * @property {number} at The number of plies before the position shown.
 */

/**
 * Opens the dialog.
 * @param {Client} client
 * @param {Shown} shown
 */
export function shareDialog(client, shown) {
  const link = async (/** @type {boolean} */ whole) => linkOf(client, whole ? undefined : shown.place ?? {});
  const dark = () => getComputedStyle(document.documentElement).colorScheme === 'dark'
    || (document.documentElement.dataset['theme'] !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  const draw = async (/** @type {Place | undefined} */ place, /** @type {number} */ plies) => (await client.request('position', 'picture',
    { ...(place ? { place } : {}), below: shown.below, dark: dark(), marked: shown.marked(plies) })).svg;
  const status = el('p', { class: 'faint', role: 'status' });
  const act = (/** @type {() => Promise<void>} */ work) => () => void attempt(work());

  const saveSvg = async () => save(new Blob([await draw(shown.place, shown.at)], { type: 'image/svg+xml' }), 'upheaval.svg');
  const savePng = async () => {
    const canvas = await painted(await draw(shown.place, shown.at), PNG_PIXELS);
    const blob = await new Promise((/** @type {(blob: Blob | null) => void} */ done) => canvas.toBlob(done, 'image/png'));
    if (blob) save(blob, 'upheaval.png');
  };
  const saveGif = async () => {
    /** @type {ImageData[]} */
    const frames = [];
    const last = Math.min(shown.plies, MAX_FRAMES - 1);
    for (let plies = 0; plies <= last; plies++) {
      put(status, `Drawing move ${plies} of ${last}…`);
      const canvas = await painted(await draw({ ply: plies }, plies), GIF_PIXELS);
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height);
      if (pixels) frames.push(pixels);
    }
    status.textContent = '';
    save(new Blob([encodeGif(frames)], { type: 'image/gif' }), 'upheaval.gif');
    toast(`An animation with ${frames.length} pictures was saved.`);
  };

  const row = (/** @type {string} */ name, /** @type {HTMLElement[]} */ ...buttons) =>
    el('div', { class: 'share-row' }, el('strong', {}, name), el('div', { class: 'row-of-buttons wrap' }, ...buttons));
  const small = { class: 'button small' };
  const dialog = el('dialog', { class: 'dialog', 'aria-labelledby': 'share-title' }, el('div', { class: 'form' },
    el('h2', { id: 'share-title' }, 'Share'),
    row('Game', button('Send link', act(async () => send(await link(true), 'Upheaval')), small),
      button('Copy link', act(async () => copyLink(await link(true))), small), button('Save GIF', act(saveGif), small)),
    row('Position', button('Copy link of the position', act(async () => copyLink(await link(false))), small, 'Copy link'),
      button('Save SVG', act(saveSvg), small), button('Save PNG', act(savePng), small)),
    status,
    el('div', { class: 'row-of-buttons end' }, button('Close', () => dialog.close(), { class: 'button primary' }))));
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/**
 * Draws an SVG on a canvas of this width.
 * @param {string} text
 * @param {number} width
 * @returns {Promise<HTMLCanvasElement>}
 */
async function painted(text, width) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = Math.round((width * image.naturalHeight) / image.naturalWidth);
  canvas.getContext('2d', { willReadFrequently: true })?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/**
 * @param {Blob} blob
 * @param {string} name
 */
function save(blob, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
