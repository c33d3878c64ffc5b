export { Board, info, startingFen, validateFen, variants } from './rules/rules.js';
