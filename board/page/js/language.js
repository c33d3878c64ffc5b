/**
 * @file The language of the page. English texts are the keys of the files in `lang/`; `{}` in a key is any text, which is
 * translated itself.
 */
import { settings } from './settings.js';

/** Languages by code. @type {[string, string][]} */
export const LANGUAGES = [['en', 'English'], ['de', 'Deutsch']];

/** Number of translations that are kept. */
const MAX_KEPT = 4000;

/** @type {Map<string, string>} */
const texts = new Map();
/** Patterns with words of their own, and those that only join other texts. @type {[RegExp, string][]} */
const patterns = [];
/** @type {[RegExp, string][]} */
const joints = [];
/** @type {Map<string, string | null>} */
const kept = new Map();

/** Loads the language of the settings, or of the browser. */
export async function loadLanguage() {
  const wanted = settings().language || navigator.language.slice(0, 2);
  const [code = 'en'] = LANGUAGES.find(([each]) => each === wanted) ?? [];
  document.documentElement.lang = code;
  if (code === 'en') return;
  const { default: file } = await import(`./lang/${code}.js`);
  for (const [key, text] of Object.entries(/** @type {Record<string, string>} */ (file))) {
    if (!key.includes('{}')) {
      texts.set(key, text);
      continue;
    }
    const pattern = new RegExp(`^${key.split('{}').map((part) => part.replace(/[.*+?^$()|[\]\\]/g, '\\$&')).join('(.+?)')}$`);
    (/[a-z]{2}/.test(key) && key !== '{} and {}' ? patterns : joints).push([pattern, text]);
  }
  // The more words of its own a pattern has, the sooner it is tried.
  const own = (/** @type {RegExp} */ pattern) => pattern.source.replaceAll('(.+?)', '').length;
  patterns.sort(([a], [b]) => own(b) - own(a));
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) node.nodeValue = translated(node.nodeValue ?? '');
  for (const element of document.body.querySelectorAll('[aria-label]')) element.setAttribute('aria-label', translated(element.getAttribute('aria-label') ?? ''));
}

/**
 * Translates a text. Without a translation it stays English. Apostrophes become typographic.
 * @param {string} text
 * @returns {string}
 */
export function translated(text) {
  const english = text.replace(/(\w)'(?=\w)/g, '$1’');
  if (texts.size === 0) return english;
  const words = english.trim();
  let found = kept.get(words);
  if (found === undefined) {
    found = look(words);
    if (kept.size >= MAX_KEPT) kept.clear();
    kept.set(words, found);
  }
  return found === null ? english : english.replace(words, () => /** @type {string} */ (found));
}

/**
 * Looks a text up; a sentence may begin with a small letter in the file.
 * @param {string} words
 * @returns {string | null}
 */
function look(words) {
  const small = words.slice(0, 1).toLowerCase() + words.slice(1);
  const large = (/** @type {string | undefined} */ text) => text && (small === words ? text : text.slice(0, 1).toUpperCase() + text.slice(1));
  return texts.get(words) ?? large(texts.get(small)) ?? matching(words, patterns) ?? (small === words ? null : large(matching(small, patterns) ?? undefined))
    ?? matching(words, joints);
}

/**
 * @param {string} words
 * @param {[RegExp, string][]} list
 * @returns {string | null}
 */
function matching(words, list) {
  for (const [pattern, translation] of list) {
    const parts = pattern.exec(words);
    if (parts) return translation.split('{}').reduce((sum, part, i) => sum + translated(parts[i] ?? '') + part);
  }
  return null;
}
