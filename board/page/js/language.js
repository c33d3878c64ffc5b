/**
 * @file The language of the page. English texts are the keys of the files in `lang/`; `{}` in a key is any text, which is
 * translated itself.
 */
import { settings } from './settings.js';

/** Languages by code. @type {[string, string][]} */
export const LANGUAGES = [['en', 'English'], ['de', 'Deutsch']];

/** @type {Map<string, string>} */
const texts = new Map();
/** @type {[RegExp, string][]} */
const patterns = [];

/** Loads the language of the settings, or of the browser. */
export async function loadLanguage() {
  const wanted = settings().language || navigator.language.slice(0, 2);
  const [code = 'en'] = LANGUAGES.find(([each]) => each === wanted) ?? [];
  document.documentElement.lang = code;
  if (code === 'en') return;
  const { default: file } = await import(`./lang/${code}.js`);
  for (const [key, text] of Object.entries(/** @type {Record<string, string>} */ (file))) {
    if (key.includes('{}')) patterns.push([new RegExp(`^${key.split('{}').map((part) => part.replace(/[.*+?^$()|[\]\\]/g, '\\$&')).join('(.+?)')}$`), text]);
    else texts.set(key, text);
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) node.nodeValue = translated(node.nodeValue ?? '');
}

/**
 * Translates a text. Without a translation it stays English, with typographic apostrophes.
 * @param {string} text
 * @returns {string}
 */
export function translated(text) {
  const words = text.trim();
  const found = texts.get(words);
  if (found !== undefined) return text.replace(words, found);
  for (const [pattern, translation] of patterns) {
    const parts = pattern.exec(words);
    if (parts) return translation.split('{}').reduce((sum, part, i) => sum + translated(parts[i] ?? '') + part);
  }
  return text.replace(/(\w)'(?=\w)/g, '$1’');
}
