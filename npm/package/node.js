/** @file Rules in Node.js: the module is compiled before the import returns. */
import { readFileSync } from 'node:fs';
import { initSync } from './rules/rules.js';

initSync({ module: readFileSync(new URL('./rules/rules_bg.wasm', import.meta.url)) });

export { Board, info, startingFen, validateFen, variants } from './rules/rules.js';
