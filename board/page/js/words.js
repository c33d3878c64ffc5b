/**
 * @file The session's messages in words, for the page and for screen readers.
 */
/** @import {Coup, Effect, GameEvent, GameInfo, HistoryEntry, PieceView, Player, Side, Step, ThoughtScore, Value} from './messages.js' */

/**
 * Capitalizes the first letter.
 * @param {string} text
 * @returns {string}
 */
export function capital(text) {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/**
 * Returns `White` or `Black`.
 * @param {Side} side
 * @returns {string}
 */
export function sideName(side) {
  return capital(side);
}

/**
 * Returns a side's name of a piece type.
 * @param {GameInfo} game
 * @param {string} letter
 * @param {Side} side
 * @returns {string}
 */
export function pieceTypeName(game, letter, side) {
  return game.pieceTypes.find((each) => each.letter === letter.toLowerCase())?.name[side] ?? letter;
}

/**
 * Returns the name of a piece and its movement.
 * @param {GameInfo} game
 * @param {PieceView} piece
 * @returns {string}
 */
export function pieceWords(game, piece) {
  const about = game.pieceTypes.find((each) => each.letter === piece.letter)?.about ?? '';
  return `${capital(piece.name)}${piece.royal ? ', royal' : ''}: ${about.slice(0, 1).toLowerCase()}${about.slice(1)}`;
}

/**
 * Returns the drawing of a piece type.
 * @param {GameInfo} game
 * @param {string} letter
 * @returns {string | undefined}
 */
export function pieceTypeDrawing(game, letter) {
  return game.pieceTypes.find((each) => each.letter === letter.toLowerCase())?.drawing;
}

/** @param {Coup} coup */
function coupWords(coup) {
  return coup.fell === coup.rules
    ? `${sideName(coup.side)}’s ${coup.fell} has new royals`
    : `${sideName(coup.side)}’s ${coup.fell} falls; ${article(coup.rules)} ${coup.rules} takes power`;
}

/** @param {string} word */
function article(word) {
  return /^[aeiou]/i.test(word) ? 'an' : 'a';
}

/**
 * Describes an event.
 * @param {GameEvent} event
 * @param {GameInfo} game
 * @param {Side} mover The side that moved.
 * @returns {string}
 */
export function eventWords(event, game, mover) {
  switch (event.event) {
    case 'capture': return `captures the ${event.piece.name} on ${event.square}`;
    case 'becomes': {
      const now = pieceTypeName(game, event.now, mover);
      return event.royal ? `becomes ${article(now)} ${now} and wears a crown` : `becomes ${article(now)} ${now}`;
    }
    case 'promotion': return `is promoted to ${pieceTypeName(game, event.now, mover)}`;
    case 'coup': return `Coup! ${coupWords(event)}`;
    case 'castle': return `castles on the ${event.wing}’s side`;
    case 'bribe': return `bribes the ${event.piece.name} on ${event.square} for ${event.price}`;
    case 'gamble': return `${sideName(event.side)}’s gamble ${event.played ? 'succeeds' : 'fails'}: ${event.words}`;
    case 'swap': return `the pieces on ${event.first} and ${event.second} change places`;
    case 'clash': return event.left
      ? `clash on ${event.square}: the ${event.left.side} ${event.left.name} survives`
      : `clash on ${event.square}: both are captured`;
    case 'relocation': return `${sideName(event.side)}’s pawn moves to ${event.square}`;
    case 'penalty': return `${sideName(event.side)} has ${event.points} penalty ${event.points === 1 ? 'point' : 'points'}`;
    case 'check': return 'check';
  }
}

/**
 * Describes the change of a capturing piece in a sentence.
 * @param {Extract<GameEvent, {event: 'becomes'}>} event
 * @param {GameInfo} game
 * @param {Side} mover
 * @returns {string}
 */
export function becomesWords(event, game, mover) {
  return `The ${pieceTypeName(game, event.was, mover)} ${eventWords(event, game, mover)}.`;
}

/**
 * Describes a ply for screen readers.
 * @param {HistoryEntry} entry
 * @param {GameInfo} game
 * @returns {string}
 */
export function entryWords(entry, game) {
  const moves = entry.moves.map((made) => `${sideName(made.side)}: ${made.san}`).join('; ');
  const mover = entry.moves[0]?.side ?? 'white';
  const events = entry.events.map((event) => eventWords(event, game, mover));
  const comment = commentWords(entry.comment ?? '');
  return [moves, ...events, ...(comment ? [comment] : [])].join('. ');
}

/**
 * Removes the commands of other programs from a comment.
 * @param {string} comment
 * @returns {string}
 */
export function commentWords(comment) {
  return comment.replace(/\[%[^\]]*\]/g, '').replace(/\s+/g, ' ').trim();
}

/**
 * Describes the effect of a choice before it is made; empty if there is none.
 * @param {Step} step
 * @param {GameInfo} game
 * @param {Side} side
 * @returns {string}
 */
export function effectWords(step, game, side) {
  const words = [];
  const effect = /** @type {Effect} */ (step.effect ?? {});
  if (step.gamble) words.push(`A gamble${step.needs ? `: ${step.needs}` : ''}`);
  if (effect.captures) words.push(`Captures the ${effect.captures.piece.name}`);
  if (effect.castles) words.push('Castles');
  if (effect.becomes) {
    const name = pieceTypeName(game, effect.becomes, side);
    words.push(`becomes ${article(name)} ${name}${effect.crowned ? ' and wears a crown' : ''}`);
  } else if (effect.crowned) words.push('wears a crown');
  if (effect.coup) words.push(`coup! ${coupWords(effect.coup)}`);
  if (effect.check?.length && !effect.result) words.push('check');
  if (effect.result) words.push(effect.result.words.replace(/\.$/, ''));
  return capital(words.join(', '));
}

/**
 * Formats a value.
 * @param {Value} value
 * @returns {string}
 */
export function valueText(value) {
  if ('mate' in value) return value.mate < 0 ? `−#${-value.mate}` : `#${value.mate}`;
  const amount = 'centipawns' in value ? value.centipawns / 100 : value.expected;
  const digits = Math.abs(amount).toFixed(2);
  return digits === '0.00' ? digits : `${amount < 0 ? '−' : '+'}${digits}`;
}

/**
 * Describes a value.
 * @param {ThoughtScore} score
 * @returns {string}
 */
export function scoreWords(score) {
  const { value } = score;
  if ('mate' in value) return `${value.mate < 0 ? 'Black' : 'White'} wins in ${Math.abs(value.mate)}`;
  const percent = Math.round(score.bar * 100);
  if (percent > 45 && percent < 55) return 'about even';
  return `${percent > 50 ? 'White' : 'Black'} is ${Math.abs(percent - 50) > 25 ? 'much ' : ''}better`;
}

/**
 * Formats the time of a clock.
 * @param {number} millis
 * @returns {string}
 */
export function clockText(millis) {
  const seconds = Math.max(0, millis) / 1000;
  if (seconds < 20) return `0:${seconds.toFixed(1).padStart(4, '0')}`;
  const whole = Math.floor(seconds);
  const minutes = Math.floor(whole / 60);
  const tail = `${String(minutes % 60).padStart(minutes >= 60 ? 2 : 1, '0')}:${String(whole % 60).padStart(2, '0')}`;
  return minutes >= 60 ? `${Math.floor(minutes / 60)}:${tail}` : tail;
}

/**
 * Formats a large number: 1.2M, 35k.
 * @param {number} count
 * @returns {string}
 */
export function countText(count) {
  if (count >= 1e6) return `${(count / 1e6).toFixed(1)}M`;
  return count >= 1e4 ? `${Math.round(count / 1e3)}k` : String(count);
}

/**
 * Returns a player's name.
 * @param {Player} player
 * @param {{level: number, name: string}[]} levels
 * @returns {string}
 */
export function playerWords(player, levels) {
  if (player.kind !== 'engine') return player.name ?? 'Player';
  return `Engine, level ${player.level}: ${levels.find((level) => level.level === player.level)?.name ?? ''}`;
}
