/**
 * @file The dialog of all settings, which take effect at once.
 */
import { button, el, labelled, select } from '../dom.js';
import { LANGUAGES } from '../language.js';
import { applyTheme, keep, settings } from '../settings.js';

/**
 * Opens the dialog.
 * @param {() => void} changed Redraws what is on the page.
 */
export function settingsDialog(changed) {
  const now = settings();
  const apply = () => {
    applyTheme();
    changed();
  };
  /**
   * @param {string} label
   * @param {'theme' | 'board' | 'pieces' | 'coordinates'} name
   * @param {[string, string][]} options
   */
  const choice = (label, name, options) => {
    const field = select(options, now[name], { name });
    field.addEventListener('change', () => {
      keep({ [name]: field.value });
      apply();
    });
    return labelled(label, field);
  };
  /**
   * @param {string} label
   * @param {'sounds' | 'values' | 'confirm'} name
   */
  const check = (label, name) => {
    const field = el('input', { type: 'checkbox', name, checked: now[name] });
    field.addEventListener('change', () => {
      keep({ [name]: field.checked });
      apply();
    });
    return el('label', { class: 'check' }, field, label);
  };
  const language = select([['', 'As the browser'], ...LANGUAGES], now.language, { name: 'language' });
  language.addEventListener('change', () => {
    keep({ language: language.value });
    location.reload();
  });
  const size = el('input', { type: 'range', name: 'size', min: 60, max: 100, step: 5, value: now.size });
  size.addEventListener('input', () => {
    keep({ size: Number(size.value) });
    applyTheme();
  });
  const dialog = el('dialog', { class: 'dialog', 'aria-labelledby': 'settings-title' }, el('div', { class: 'form' },
    el('h2', { id: 'settings-title' }, 'Settings'),
    el('div', { class: 'two' },
      choice('Theme', 'theme', [['auto', 'As the system'], ['light', 'Light'], ['dark', 'Dark']]),
      choice('Board', 'board', [['brown', 'Brown'], ['green', 'Green'], ['blue', 'Blue']]),
      choice('Pieces', 'pieces', [['drawn', 'Drawings'], ['letters', 'Letters']]),
      choice('Coordinates', 'coordinates', [['inside', 'On the squares'], ['outside', 'Beside the board'], ['none', 'None']]),
      labelled('Board size', size),
      labelled('Language', language)),
    check('Sounds', 'sounds'),
    check('Confirm moves on touch screens', 'confirm'),
    check('Show the engine’s values during play', 'values'),
    el('div', { class: 'row-of-buttons end' }, button('Close', () => dialog.close(), { class: 'button primary' }))));
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
