/**
 * @file What is marked while a choice is being made.
 */
/** @import {Chooser} from './chooser.js' */
/** @import {Mark} from '../marks.js' */
/** @import {GameInfo, Position, Side, Step} from '../types.js' */

/**
 * The marks of a stage of choosing.
 * @param {Chooser} chooser
 * @returns {Mark[]}
 */
export function stateMarks(chooser) {
  const { stage } = chooser;
  switch (stage.at) {
    case 'rest':
      return chooser.choices.flatMap(({ origins }) => origins.filter((origin) => origin.act === 'turn')
        .map((origin) => ({ kind: 'turnable', square: origin.square, says: 'can be won over' })));
    case 'selected': {
      const position = chooser.board.position;
      const game = position && chooser.client.game(position.variant);
      return [{ kind: 'selected', square: stage.square, says: 'selected' },
        ...stage.origins.flatMap((origin) => [
          ...origin.targets.flatMap((step) => stepMarks(step, stage.side, game)),
          ...(origin.harmless ?? []).map((square) => (/** @type {Mark} */ ({ kind: 'harmless', square, says: 'cannot be captured from here', over: true }))),
        ])];
    }
    case 'asked':
      return [{ kind: 'selected', square: stage.square }, { kind: 'target', square: stage.step.square },
        ...(stage.step.next ?? []).flatMap((step) => stepMarks({ ...step, mode: 'step' }, stage.side, null))];
    case 'paying':
      return [{ kind: 'target', square: stage.payment.target, says: stage.payment.move ? 'to be won over, Enter pays' : 'to be won over' },
        ...stage.payment.open.map((square) => (/** @type {Mark} */ ({ kind: 'payer', square, says: 'can be paid', over: true }))),
        ...stage.payment.paid.map((square) => (/** @type {Mark} */ ({ kind: 'paid', square, says: 'is paid', over: true })))];
  }
}

const SAYS = { capture: 'capture', step: 'can go here', moveOnly: 'can go here, without capturing' };

/**
 * @param {Step} step
 * @param {Side} side
 * @param {GameInfo | null | undefined} game
 * @returns {Mark[]}
 */
function stepMarks(step, side, game) {
  /** @type {Mark[]} */
  const marks = [{ kind: step.mode, square: step.square, says: SAYS[step.mode], over: true }];
  const { becomes, coup } = step.effect;
  const drawing = becomes && !step.ask && game?.pieceTypes.find((kind) => kind.letter === becomes)?.drawing;
  if (drawing) marks.push({ kind: 'becomes', square: step.square, piece: { side, drawing }, says: 'changes its rank', over: true });
  if (coup) marks.push({ kind: 'coup', square: step.square, says: 'coup', over: true });
  if (step.gamble) marks.push({ kind: 'gamble', square: step.square, says: 'a gamble', over: true });
  return marks;
}

/**
 * What is marked in a position whatever is chosen.
 * @param {Position} position
 * @param {string[]} lastMove
 * @returns {Mark[]}
 */
export function positionMarks(position, lastMove) {
  /** @type {Mark[]} */
  const marks = lastMove.map((square) => ({ kind: 'last', square, says: 'last move' }));
  for (const square of position.faceOff?.line ?? []) marks.push({ kind: 'line', square });
  for (const squares of Object.values(position.camps ?? {})) {
    for (const square of squares) marks.push({ kind: 'camp', square, says: 'the king wins here' });
  }
  const guard = position.faceOff?.guard;
  if (guard) marks.push({ kind: 'guard', square: guard, says: 'must stay between the kings', over: false });
  for (const square of position.check) marks.push({ kind: 'check', square });
  return marks;
}
