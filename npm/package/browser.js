/** @file Rules in browsers and bundlers: the import waits for the WebAssembly file. */
import init from './rules/rules.js';

await init();

export { Board, info, startingFen, validateFen, variants } from './rules/rules.js';
