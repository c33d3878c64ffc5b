/**
 * @file The marks on the board while a choice is being made.
 */
/** @import {Chooser} from './chooser.js' */
/** @import {Mark} from '../marks.js' */
/** @import {GameInfo, PositionView, Side, Step} from '../messages.js' */

/**
 * Returns the marks of a stage of choosing.
 * @param {Chooser} chooser
 * @returns {Mark[]}
 */
export function stateMarks(chooser) {
  const { stage } = chooser;
  switch (stage.at) {
    case 'rest':
      return chooser.choices.flatMap(({ origins }) => origins.filter((origin) => origin.act === 'turn')
        .map((origin) => ({ kind: 'turnable', square: origin.square, label: 'can be bribed' })));
    case 'premove':
      return [stage.square, stage.to].flatMap((square) => (square ? [{ kind: 'premove', square, label: 'chosen in advance' }] : []));
    case 'selected': {
      const position = chooser.board.position;
      const game = position && chooser.client.game(position.variant);
      return [{ kind: 'selected', square: stage.square, label: 'selected' },
        ...stage.origins.flatMap((origin) => [
          ...origin.targets.flatMap((step) => stepMarks(step, stage.side, game)),
          ...(origin.harmless ?? []).map((square) => (/** @type {Mark} */ ({ kind: 'harmless', square, label: 'cannot be captured from here', over: true }))),
        ])];
    }
    case 'asked':
      return [{ kind: 'selected', square: stage.square }, { kind: 'target', square: stage.step.square },
        ...(stage.step.next ?? []).flatMap((step) => stepMarks({ ...step, mode: 'step' }, stage.side, null))];
    case 'paying':
      return [{ kind: 'target', square: stage.payment.target, label: stage.payment.move ? 'to be bribed, Enter pays' : 'to be bribed' },
        ...stage.payment.open.map((square) => (/** @type {Mark} */ ({ kind: 'payer', square, label: 'can be paid', over: true }))),
        ...stage.payment.paid.map((square) => (/** @type {Mark} */ ({ kind: 'paid', square, label: 'paid', over: true })))];
  }
}

const LABELS = { capture: 'capture', step: 'can move here', moveOnly: 'can move here, not capture' };

/**
 * @param {Step} step
 * @param {Side} side
 * @param {GameInfo | null | undefined} game
 * @returns {Mark[]}
 */
function stepMarks(step, side, game) {
  /** @type {Mark[]} */
  const marks = [{ kind: step.mode, square: step.square, label: LABELS[step.mode], over: true }];
  const { becomes, coup } = step.effect;
  const drawing = becomes && !step.ask && game?.pieceTypes.find((each) => each.letter === becomes)?.drawing;
  if (drawing) marks.push({ kind: 'becomes', square: step.square, piece: { side, drawing }, label: 'changes its type', over: true });
  if (coup) marks.push({ kind: 'coup', square: step.square, label: 'coup', over: true });
  if (step.gamble) marks.push({ kind: 'gamble', square: step.square, label: 'a gamble', over: true });
  return marks;
}

/**
 * Returns the marks of a position.
 * @param {PositionView} position
 * @param {string[]} lastMove
 * @returns {Mark[]}
 */
export function positionMarks(position, lastMove) {
  /** @type {Mark[]} */
  const marks = lastMove.map((square) => ({ kind: 'last', square, label: 'last move' }));
  for (const square of position.faceOff?.line ?? []) marks.push({ kind: 'line', square });
  for (const squares of Object.values(position.camps ?? {})) {
    for (const square of squares) marks.push({ kind: 'camp', square, label: 'the king wins here' });
  }
  const guard = position.faceOff?.guard;
  if (guard) marks.push({ kind: 'guard', square: guard, label: 'must stay between the kings', over: false });
  for (const square of position.check) marks.push({ kind: 'check', square });
  return marks;
}
