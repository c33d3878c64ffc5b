// The messages of the session. Generated from `board/src/messages` by
//     UPDATE_MESSAGES=1 cargo test -p upheaval-board --lib messages::tests

/**
 * The action that a click begins.
 */
export type Act = "move" | "turn";

/**
 * A report of an analysis.
 */
export type Analysis = { 
/**
 * The number in the answer to the request.
 */
run: number, 
/**
 * The purpose.
 */
purpose: Purpose, 
/**
 * The position.
 */
place: Place, 
/**
 * The side that moves first in the lines; none for an analysis of both sides' choices.
 */
side: Side | null, 
/**
 * The depth in plies, in turns in Apocalypse.
 */
depth: number, 
/**
 * Positions searched.
 */
nodes: number, 
/**
 * Positions searched per second.
 */
speed: number, 
/**
 * Milliseconds.
 */
millis: number, 
/**
 * The lines, best first.
 */
lines: Array<AnalysisLine>, 
/**
 * The strategies of both sides (Apocalypse).
 */
strategies?: Strategies | null, 
/**
 * The value of the best line.
 */
score: ThoughtScore | null, 
/**
 * `true` in the last report.
 */
done: boolean, };

/**
 * One line of an analysis.
 */
export type AnalysisLine = { 
/**
 * The rank, from 1 for the best line.
 */
rank: number, 
/**
 * The value.
 */
score: ThoughtScore, 
/**
 * The depth in plies.
 */
depth: number, 
/**
 * The moves in coordinate notation.
 */
moves: Array<string>, 
/**
 * The moves in algebraic notation.
 */
san: Array<string>, 
/**
 * The squares of an arrow for each of the first moves.
 */
arrows: Array<[string, string]>, };

/**
 * Requests for the engine.
 */
export type AnalysisRequest = { "type": "analyse", 
/**
 * The position.
 */
place?: Place | null, 
/**
 * The number of lines, 1 to 8; 1 without it.
 */
lines?: number | null, 
/**
 * The maximum depth; unlimited without it.
 */
depth?: number | null, } | { "type": "hint", 
/**
 * The position.
 */
place?: Place | null, 
/**
 * The side to advise: required in Apocalypse only.
 */
side?: Side | null, } | { "type": "threat", 
/**
 * The position.
 */
place?: Place | null, } | { "type": "review", 
/**
 * Milliseconds for each position, 10 to 60,000.
 */
millis: number, } | { "type": "stop", } | { "type": "measure", 
/**
 * The name of the game.
 */
variant: string, 
/**
 * The name of another game of a text, or of one from which they can inherit.
 */
other?: string | null, 
/**
 * The number of games, 10 to 10,000; as many as take a minute without it.
 */
games?: number | null, } | { "type": "stopMeasuring", };

/**
 * A question about an incomplete choice.
 */
export type Ask = "promotion" | "relocation";

/**
 * A square that changes.
 */
export type BoardChange = { 
/**
 * The square.
 */
square: string, 
/**
 * The piece on it afterwards.
 */
piece: PieceView | null, };

/**
 * A book move.
 */
export type BookLine = { 
/**
 * The move in coordinate notation.
 */
move: string, 
/**
 * The move in algebraic notation.
 */
san: string, 
/**
 * The number of games.
 */
games: number, 
/**
 * White's points in them.
 */
white: number, 
/**
 * The squares of an arrow.
 */
arrow: [string, string], };

/**
 * The book moves of a position.
 */
export type BookView = { 
/**
 * A description of the games, in lines.
 */
about: Array<string>, 
/**
 * The moves, most frequent first; none if no game reached the position.
 */
moves: Array<BookLine>, };

/**
 * A captured piece.
 */
export type Captured = { 
/**
 * The square of the piece; en passant it is not the target square.
 */
square: string, 
/**
 * The piece.
 */
piece: PieceView, };

/**
 * All games and levels of play.
 */
export type Catalogue = { 
/**
 * The games, chess first.
 */
games: Array<GameInfo>, 
/**
 * The levels, weakest first.
 */
levels: Array<Level>, };

/**
 * All legal choices of one side in a position.
 */
export type Choices = { 
/**
 * The side.
 */
side: Side, 
/**
 * The squares where a choice begins.
 */
origins: Array<Origin>, };

/**
 * The clock of one side.
 */
export type ClockView = { 
/**
 * Milliseconds left when the state was sent.
 */
left: number, 
/**
 * `true` while it runs.
 */
running: boolean, };

/**
 * A change of government.
 */
export type Coup = { 
/**
 * The side whose government falls.
 */
side: Side, 
/**
 * The old government: `monarchy`.
 */
fell: string, 
/**
 * The new government: `junta`.
 */
rules: string, 
/**
 * The letter of the piece type in power now.
 */
letter: string, 
/**
 * The squares of the new royals.
 */
royals: Array<string>, };

/**
 * The games of a file.
 */
export type DefinedGames = { 
/**
 * Their names in the catalogue.
 */
names: Array<string>, 
/**
 * The sections that are refused.
 */
faults: Array<DefinitionFault>, };

/**
 * A section of a file of games that is refused.
 */
export type DefinitionFault = { 
/**
 * The line, from 1.
 */
line: number, 
/**
 * The name of the section.
 */
section: string, 
/**
 * The key; empty if the error is one of the whole section.
 */
key: string, 
/**
 * The reason.
 */
why: string, };

/**
 * The effect of a choice, shown before it is made.
 */
export type Effect = { 
/**
 * The captured piece.
 */
captures?: Captured | null, 
/**
 * The letter of the new piece type, if the piece changes its type.
 */
becomes?: string | null, 
/**
 * `true` if the piece becomes royal.
 */
crowned?: boolean, 
/**
 * The government that falls.
 */
coup?: Coup | null, 
/**
 * `true` for castling.
 */
castles?: boolean, 
/**
 * The squares of enemy royals that are in check afterwards.
 */
check?: Array<string>, 
/**
 * The result, if the move ends the game.
 */
result?: ResultView | null, 
/**
 * All squares that change.
 */
changes?: Array<BoardChange>, };

/**
 * The reason of a refusal, for the page's program.
 */
export type ErrorCode = "malformed" | "too-much" | "stale" | "watching" | "illegal" | "not-your-turn" | "not-sealed" | "over" | "unknown" | "invalid" | "unsupported" | "conflict" | "storage";

/**
 * A message of the session that answers no request.
 */
export type Event = { "type": "state" } & GameState | { "type": "role", 
/**
 * `true` if this page plays, `false` if it watches.
 */
plays: boolean, 
/**
 * The number of pages.
 */
pages: number, 
/**
 * The players of a hosted game.
 */
table?: TableRole | null, } | { "type": "catalogue" } & Catalogue | { "type": "tables" } & TableList | { "type": "analysis" } & Analysis | { "type": "review" } & ReviewReport | { "type": "measurement" } & Measurement | { "type": "notice", 
/**
 * The message, one sentence.
 */
text: string, };

/**
 * The reason why a move is illegal.
 */
export type Explanation = { 
/**
 * `true` if the move is legal.
 */
legal: boolean, 
/**
 * The reason, as a sentence without a full stop: `the king would face the kaiser on the e-file`.
 */
words: string, 
/**
 * Squares that show the reason: the line, the attackers, the king.
 */
squares: Array<string>, };

/**
 * Kings on one line with at most one piece between them.
 */
export type FaceOff = { 
/**
 * The squares of the line, including the kings.
 */
line: Array<string>, 
/**
 * The square of the piece between them, which may not leave the line; none if the kings face each other.
 */
guard: string | null, };

/**
 * The grade of a mistake.
 */
export type Fault = "inaccuracy" | "mistake" | "blunder";

/**
 * A figure of measured games.
 */
export type FigureRow = { 
/**
 * The subject.
 */
subject: FigureSubject, 
/**
 * The name.
 */
name: string, 
/**
 * The value of each game with its interval; `null` if a game has no such figure.
 */
values: Array<string | null>, 
/**
 * `true` if the games differ by more than chance, corrected for the number of figures.
 */
significant: boolean, };

/**
 * The subject of a figure of a measured game.
 */
export type FigureSubject = "games" | "pieces" | "rules";

/**
 * Changes of the game on the board.
 */
export type GameChange = { "type": "play", 
/**
 * The move in coordinate notation, as `choices` gives it.
 */
move: string, 
/**
 * The side that moves: required in Apocalypse only.
 */
side?: Side | null, } | { "type": "undo", } | { "type": "resign", 
/**
 * The side that resigns.
 */
side: Side, } | { "type": "offerDraw", 
/**
 * The side that offers.
 */
side: Side, } | { "type": "declineDraw", } | { "type": "commit", 
/**
 * The side that chooses.
 */
side: Side, 
/**
 * The number of turns before this one.
 */
ply: number, 
/**
 * The hash in 64 hexadecimal digits.
 */
hash: string, } | { "type": "reveal", 
/**
 * The side that chose.
 */
side: Side, 
/**
 * The number of turns before this one.
 */
ply: number, 
/**
 * The move in coordinate notation.
 */
move: string, 
/**
 * 32 hexadecimal digits.
 */
nonce: string, } | { "type": "moveNow", } | { "type": "pause", 
/**
 * `true` to pause.
 */
paused: boolean, } | { "type": "vary", 
/**
 * The variation; the game without it.
 */
variation?: number | null, 
/**
 * The number of plies before the move.
 */
ply: number, 
/**
 * The move in coordinate notation.
 */
move: string, } | { "type": "promote", 
/**
 * The variation.
 */
variation: number, } | { "type": "cut", 
/**
 * The variation.
 */
variation: number, 
/**
 * The number of plies before the first move to delete.
 */
ply: number, } | { "type": "glyph", 
/**
 * The variation; the game without it.
 */
variation?: number | null, 
/**
 * The ply.
 */
ply: number, 
/**
 * The numeric annotation glyph; none deletes it.
 */
nag?: number | null, } | { "type": "comment", 
/**
 * The variation; the game without it.
 */
variation?: number | null, 
/**
 * The ply; without it the comment is on the game.
 */
ply?: number | null, 
/**
 * The comment, at most 1000 characters; an empty text deletes it.
 */
text: string, };

/**
 * An event of a move, in the order of happening.
 */
export type GameEvent = { "event": "capture" } & Captured | { "event": "becomes", 
/**
 * Its square.
 */
square: string, 
/**
 * The letter of the old piece type.
 */
was: string, 
/**
 * The letter of the new piece type.
 */
now: string, 
/**
 * `true` if the piece becomes royal.
 */
royal: boolean, } | { "event": "promotion", 
/**
 * Its square.
 */
square: string, 
/**
 * The letter of the new piece type.
 */
now: string, } | { "event": "coup" } & Coup | { "event": "castle", 
/**
 * The side of the board.
 */
wing: Wing, } | { "event": "bribe", 
/**
 * Its square.
 */
square: string, 
/**
 * The piece after the change of sides.
 */
piece: PieceView, 
/**
 * The squares of the pieces paid.
 */
paid: Array<string>, 
/**
 * The price in words: `a bishop, a knight and two pawns`.
 */
price: string, } | { "event": "gamble", 
/**
 * The side that gambles.
 */
side: Side, 
/**
 * `true` if the choice was playable.
 */
played: boolean, 
/**
 * Its condition in words.
 */
words: string, } | { "event": "penalty", 
/**
 * The side that gets it.
 */
side: Side, 
/**
 * Its number of points afterwards.
 */
points: number, } | { "event": "relocation", 
/**
 * The pawn's side.
 */
side: Side, 
/**
 * Its new square.
 */
square: string, } | { "event": "clash", 
/**
 * The square.
 */
square: string, 
/**
 * The piece that is left; none if both are captured.
 */
left: PieceView | null, } | { "event": "swap", 
/**
 * One square.
 */
first: string, 
/**
 * The other.
 */
second: string, } | { "event": "check", 
/**
 * Their squares.
 */
royals: Array<string>, };

/**
 * One game of the catalogue.
 */
export type GameInfo = { 
/**
 * The name in requests.
 */
variant: string, 
/**
 * The name for players.
 */
title: string, 
/**
 * A description in one sentence.
 */
about: string, 
/**
 * The game from which a game of a text inherits.
 */
parent?: string | null, 
/**
 * The number of files.
 */
files: number, 
/**
 * The number of ranks.
 */
ranks: number, 
/**
 * The FEN of the start position.
 */
start: string, 
/**
 * The piece types.
 */
pieceTypes: Array<PieceTypeInfo>, 
/**
 * Letters of the piece types that a pawn can promote to, most frequent first.
 */
promotions: Array<string>, 
/**
 * `true` if both sides choose at once.
 */
simultaneous: boolean, 
/**
 * `true` if sides have governments and capturing pieces change their type.
 */
governments: boolean, 
/**
 * `true` if pieces can be bribed.
 */
bribes: boolean, 
/**
 * `true` if a king wins by reaching the last rank.
 */
campmate: boolean, 
/**
 * `true` if kings may not face each other.
 */
faceOff: boolean, 
/**
 * `true` if `threat` is supported.
 */
threats: boolean, 
/**
 * `true` if `book` is supported.
 */
book: boolean, 
/**
 * The number of puzzles.
 */
puzzles: number, };

/**
 * Games that match a search.
 */
export type GameList = { 
/**
 * The number of all matching games.
 */
total: number, 
/**
 * The requested part of them, latest first.
 */
games: Array<GameSummary>, };

/**
 * A change of the game on the board, made for one of its versions. It is refused as stale if the game has changed since.
 */
export type GameRequest = { 
/**
 * The version of the state that the page saw.
 */
version: number, } & ({ "type": "play", 
/**
 * The move in coordinate notation, as `choices` gives it.
 */
move: string, 
/**
 * The side that moves: required in Apocalypse only.
 */
side?: Side | null, } | { "type": "undo", } | { "type": "resign", 
/**
 * The side that resigns.
 */
side: Side, } | { "type": "offerDraw", 
/**
 * The side that offers.
 */
side: Side, } | { "type": "declineDraw", } | { "type": "commit", 
/**
 * The side that chooses.
 */
side: Side, 
/**
 * The number of turns before this one.
 */
ply: number, 
/**
 * The hash in 64 hexadecimal digits.
 */
hash: string, } | { "type": "reveal", 
/**
 * The side that chose.
 */
side: Side, 
/**
 * The number of turns before this one.
 */
ply: number, 
/**
 * The move in coordinate notation.
 */
move: string, 
/**
 * 32 hexadecimal digits.
 */
nonce: string, } | { "type": "moveNow", } | { "type": "pause", 
/**
 * `true` to pause.
 */
paused: boolean, } | { "type": "vary", 
/**
 * The variation; the game without it.
 */
variation?: number | null, 
/**
 * The number of plies before the move.
 */
ply: number, 
/**
 * The move in coordinate notation.
 */
move: string, } | { "type": "promote", 
/**
 * The variation.
 */
variation: number, } | { "type": "cut", 
/**
 * The variation.
 */
variation: number, 
/**
 * The number of plies before the first move to delete.
 */
ply: number, } | { "type": "glyph", 
/**
 * The variation; the game without it.
 */
variation?: number | null, 
/**
 * The ply.
 */
ply: number, 
/**
 * The numeric annotation glyph; none deletes it.
 */
nag?: number | null, } | { "type": "comment", 
/**
 * The variation; the game without it.
 */
variation?: number | null, 
/**
 * The ply; without it the comment is on the game.
 */
ply?: number | null, 
/**
 * The comment, at most 1000 characters; an empty text deletes it.
 */
text: string, });

/**
 * The game on the board.
 */
export type GameState = { 
/**
 * A number that grows with every change.
 */
version: number, 
/**
 * The number of the stored game.
 */
game: number, 
/**
 * The position now.
 */
position: PositionView, 
/**
 * The FEN of the start position.
 */
start: string, 
/**
 * The players.
 */
players: Sides<Player>, 
/**
 * The players' names.
 */
names: Sides<string>, 
/**
 * `true` for the sides that the page may move for now.
 */
mayMove: Sides<boolean>, 
/**
 * The squares of the last move.
 */
lastMove: Array<string>, 
/**
 * The moves, without the first `kept` ones.
 */
history: Array<HistoryEntry>, 
/**
 * The variations.
 */
variations?: Array<Variation>, 
/**
 * The number of earlier moves, which are those of the last state; 0 except at a hosted table.
 */
kept?: number, 
/**
 * The comment before the first move.
 */
comment?: string | null, 
/**
 * The result.
 */
result: ResultView | null, 
/**
 * The time control.
 */
time: TimeControl | null, 
/**
 * The clocks.
 */
clocks: Sides<ClockView> | null, 
/**
 * `true` while the game is paused.
 */
paused: boolean, 
/**
 * The engine that is choosing its move.
 */
thinking: Thinking | null, 
/**
 * The seals of choices that are not yet revealed (Apocalypse).
 */
sealed: Array<Sealed>, 
/**
 * `true` for the sides that have chosen in this turn (Apocalypse).
 */
chosen: Sides<boolean>, 
/**
 * The side that offers a draw.
 */
drawOffer: Side | null, 
/**
 * `true` if a move can be taken back.
 */
canUndo: boolean, 
/**
 * `true` for the sides that the page may resign or offer a draw for.
 */
mayResign: Sides<boolean>, 
/**
 * The state of a game by link.
 */
link?: LinkView | null, };

/**
 * A stored game in a list.
 */
export type GameSummary = { 
/**
 * Its number.
 */
game: number, 
/**
 * The game's name.
 */
variant: string, 
/**
 * White's name.
 */
white: string, 
/**
 * Black's name.
 */
black: string, 
/**
 * `1-0`, `0-1`, `1/2-1/2` or `*`.
 */
result: string, 
/**
 * The reason of the result in words.
 */
reason: string, 
/**
 * The day it began, `2026-01-31`.
 */
date: string, 
/**
 * The number of plies, of turns in Apocalypse.
 */
plies: number, 
/**
 * The first moves.
 */
opening: string, 
/**
 * The last position.
 */
fen: string, };

/**
 * The government of a side.
 */
export type Government = { 
/**
 * The letter of the piece type in power.
 */
letter: string, 
/**
 * Its name: `junta`.
 */
name: string, };

/**
 * Requests at the hall of a host.
 */
export type HallRequest = { "type": "openTable", 
/**
 * The game's name in the catalogue.
 */
variant: string, 
/**
 * The FEN of the start position; the usual one without it.
 */
fen?: string | null, 
/**
 * The time control, if any.
 */
time?: TimeControl | null, 
/**
 * The side; a random one without it.
 */
side?: Side | null, 
/**
 * The player's name.
 */
name?: string | null, } | { "type": "takeSeat", 
/**
 * The table.
 */
table: number, 
/**
 * The player's name.
 */
name?: string | null, } | { "type": "enter", 
/**
 * The table.
 */
table: number, 
/**
 * The token that `openTable` or `takeSeat` returned.
 */
token?: string | null, } | { "type": "leave", };

/**
 * One ply of the history, or one turn of Apocalypse.
 */
export type HistoryEntry = { 
/**
 * The number of plies before it.
 */
ply: number, 
/**
 * The move number.
 */
number: number, 
/**
 * One move, two in Apocalypse.
 */
moves: Array<MoveMade>, 
/**
 * The events.
 */
events: Array<GameEvent>, 
/**
 * The position afterwards.
 */
fen: string, 
/**
 * The governments afterwards, in games that have them.
 */
governments?: Sides<Government> | null, 
/**
 * The value of the position afterwards, by an engine or a review.
 */
value?: Value | null, 
/**
 * A comment, by the user or from a PGN.
 */
comment?: string | null, 
/**
 * The verdict of a review on the move.
 */
note?: ReviewNote | null, 
/**
 * The numeric annotation glyph of the move in PGN, from 1.
 */
nag?: number | null, 
/**
 * The probabilities that the engine drew its choice from (Apocalypse).
 */
odds?: Array<Share> | null, };

/**
 * The result of an import.
 */
export type ImportReport = { 
/**
 * The numbers of the stored games.
 */
games: Array<number>, 
/**
 * One line for each game that could not be read, with its place in the PGN.
 */
errors: Array<string>, };

/**
 * Requests for lessons, puzzles and rules.
 */
export type LearnRequest = { "type": "lessons", 
/**
 * The game.
 */
variant: string, } | { "type": "puzzle", 
/**
 * The game.
 */
variant: string, 
/**
 * Its number, from 0.
 */
number: number, } | { "type": "check", 
/**
 * The name of the task or puzzle, as `lessons` and `puzzle` give it.
 */
task: string, 
/**
 * All moves so far, including the opponent's replies.
 */
moves: Array<string>, } | { "type": "solution", 
/**
 * The name of the task or puzzle.
 */
task: string, 
/**
 * All moves so far, including the opponent's replies.
 */
moves: Array<string>, } | { "type": "rulesPage", 
/**
 * The game.
 */
variant: string, };

/**
 * The lessons of a game and the number of its puzzles.
 */
export type LessonList = { 
/**
 * The game's name.
 */
variant: string, 
/**
 * The tasks in their order.
 */
tasks: Array<LessonTask>, 
/**
 * The number of puzzles.
 */
puzzles: number, };

/**
 * A task on the board.
 */
export type LessonTask = { 
/**
 * The name for `check`: `insurrection/3`.
 */
task: string, 
/**
 * A heading.
 */
title: string, 
/**
 * The task in two or three sentences.
 */
text: string, 
/**
 * Hints, the vaguest first.
 */
hints: Array<string>, 
/**
 * The position.
 */
fen: string, 
/**
 * The side to move.
 */
side: Side, };

/**
 * A level of play.
 */
export type Level = { 
/**
 * The number, from 1.
 */
level: number, 
/**
 * The name.
 */
name: string, };

/**
 * Requests that begin, find, import and export games.
 */
export type LibraryRequest = { "type": "new" } & NewGame | { "type": "list" } & SearchGames | { "type": "open", 
/**
 * Its number.
 */
game: number, } | { "type": "delete", 
/**
 * Its number.
 */
game: number, } | { "type": "import", 
/**
 * The PGN.
 */
text: string, } | { "type": "export", 
/**
 * Their numbers; the game on the board if empty.
 */
games: Array<number>, 
/**
 * `true` to include the values and comments of a review.
 */
values: boolean, } | { "type": "link", 
/**
 * The position to share instead of the game.
 */
position?: Place | null, } | { "type": "define", 
/**
 * The text.
 */
text: string, } | { "type": "follow", 
/**
 * The link, or its part after `#/link/`.
 */
text: string, 
/**
 * The player's name for a game that is not stored yet.
 */
name?: string | null, };

/**
 * The state of a game by link.
 */
export type LinkView = { 
/**
 * The side of the player at this board.
 */
side: Side, 
/**
 * `true` if the opponent waits for a link.
 */
ready: boolean, };

/**
 * A measured game.
 */
export type MeasuredGame = { 
/**
 * The name.
 */
variant: string, 
/**
 * The rules that mattered in none of its games.
 */
unused: Array<string>, };

/**
 * The figures of one game, or of two side by side.
 */
export type MeasuredGames = { 
/**
 * The games in the order of the values.
 */
games: Array<MeasuredGame>, 
/**
 * The figures.
 */
rows: Array<FigureRow>, };

/**
 * A report of a measurement.
 */
export type Measurement = { 
/**
 * The number of the run.
 */
run: number, 
/**
 * The number of games played, of each game.
 */
played: number, 
/**
 * The share of the work that is done, 0 to 1.
 */
share: number, 
/**
 * `true` in the last report.
 */
done: boolean, 
/**
 * The figures, in the last report; none if the games could not be played.
 */
figures: MeasuredGames | null, };

/**
 * The mark of a target square.
 */
export type Mode = "capture" | "step" | "moveOnly";

/**
 * The move of one side in a ply, or in a turn of Apocalypse.
 */
export type MoveMade = { 
/**
 * The side.
 */
side: Side, 
/**
 * The move in coordinate notation.
 */
move: string, 
/**
 * The move in algebraic notation.
 */
san: string, 
/**
 * The squares to mark: origin and target; of a bribe the payers and the target.
 */
squares: Array<string>, 
/**
 * Milliseconds spent, in games with a clock.
 */
millis?: number | null, 
/**
 * The seal of a choice made before the opponent's (Apocalypse).
 */
sealed?: Sealed | null, };

/**
 * A new game.
 */
export type NewGame = { 
/**
 * The game's name in the catalogue.
 */
variant: string, 
/**
 * The FEN of the start position; the usual one without it.
 */
fen?: string | null, 
/**
 * White's player.
 */
white: Player, 
/**
 * Black's player.
 */
black: Player, 
/**
 * The time control, if any.
 */
time?: TimeControl | null, };

/**
 * The choices that begin with a click on a square.
 */
export type Origin = { 
/**
 * The square.
 */
square: string, 
/**
 * The action that the click begins.
 */
act: Act, 
/**
 * The target squares; empty for a piece to be bribed.
 */
targets: Array<Step>, 
/**
 * The payments for the piece on this square.
 */
payments?: Payments | null, 
/**
 * Squares of enemy pieces that the piece reaches but cannot capture.
 */
harmless?: Array<string>, };

/**
 * The state of a payment.
 */
export type PaymentView = { 
/**
 * The square of the piece to be bribed.
 */
target: string, 
/**
 * The price in words.
 */
price: string, 
/**
 * The squares paid so far, in the given order; all pawns if one was given and all are required.
 */
paid: Array<string>, 
/**
 * The squares of pieces that can be added.
 */
open: Array<string>, 
/**
 * The move, if the payment is complete.
 */
move?: string | null, 
/**
 * The squares that the move changes.
 */
changes?: Array<BoardChange>, 
/**
 * The missing part of the payment in words.
 */
needs: string, };

/**
 * The payments for a piece.
 */
export type Payments = { 
/**
 * The price in words.
 */
price: string, 
/**
 * The squares of all pieces that can be part of a payment.
 */
payers: Array<string>, 
/**
 * The moves, one for each payment.
 */
moves: Array<string>, };

/**
 * A piece type.
 */
export type PieceTypeInfo = { 
/**
 * The small letter in FENs and moves.
 */
letter: string, 
/**
 * The name of the drawing: `pawn`, `tower`, ….
 */
drawing: string, 
/**
 * White's and Black's name: kaiser and king.
 */
name: Sides<string>, 
/**
 * The movement in one sentence.
 */
about: string, };

/**
 * A piece on the board.
 */
export type PieceView = { 
/**
 * Its side.
 */
side: Side, 
/**
 * The small letter of its type.
 */
letter: string, 
/**
 * The name of its drawing.
 */
drawing: string, 
/**
 * Its name.
 */
name: string, 
/**
 * `true` if its loss can lose the game. In games with governments it wears a crown.
 */
royal: boolean, };

/**
 * A position. Without any field: the game on the board as it stands.
 */
export type Place = { 
/**
 * The number of plies (turns in Apocalypse) after which to take the game on the board.
 */
ply?: number | null, 
/**
 * The variation of the game on the board, with `ply`; the moves of the game without it.
 */
variation?: number | null, 
/**
 * The game's name, for a position of its own.
 */
variant?: string | null, 
/**
 * The FEN, with `variant`; the usual start position without it.
 */
fen?: string | null, 
/**
 * Moves played from there, in coordinate notation; in Apocalypse White's and Black's in turn.
 */
moves?: Array<string>, };

/**
 * A player.
 */
export type Player = { "kind": "human", 
/**
 * The name; `White` or `Black` without it.
 */
name?: string | null, } | { "kind": "engine", 
/**
 * The level, from 1 for the weakest.
 */
level: number, } | { "kind": "remote", 
/**
 * The name; `White` or `Black` without it.
 */
name?: string | null, };

/**
 * Questions about positions.
 */
export type PositionRequest = { "type": "view", 
/**
 * The position.
 */
place?: Place | null, } | { "type": "choices", 
/**
 * The position.
 */
place?: Place | null, 
/**
 * The side that chooses: required in Apocalypse only.
 */
side?: Side | null, } | { "type": "pay", 
/**
 * The position.
 */
place?: Place | null, 
/**
 * The square of the piece to be bribed.
 */
target: string, 
/**
 * The squares of the pieces paid so far.
 */
paid?: Array<string> | null, } | { "type": "explain", 
/**
 * The position.
 */
place?: Place | null, 
/**
 * The side that asks: required in Apocalypse only.
 */
side?: Side | null, 
/**
 * The square of the piece that moves or pays.
 */
from: string, 
/**
 * The target square, or the piece to be bribed.
 */
to: string, 
/**
 * `true` if the piece on `from` is to pay for the piece on `to`.
 */
pay?: boolean | null, } | { "type": "validate", 
/**
 * The game.
 */
variant: string, 
/**
 * The position.
 */
fen: string, } | { "type": "odds", 
/**
 * The turn, from 0.
 */
ply: number, } | { "type": "book", 
/**
 * The position.
 */
place?: Place | null, } | { "type": "picture", 
/**
 * The position.
 */
place?: Place | null, 
/**
 * The side at the bottom; White without it.
 */
below?: Side | null, 
/**
 * `true` for the colours of dark pages.
 */
dark?: boolean | null, 
/**
 * The squares of the last move, at most 16.
 */
marked?: Array<string> | null, };

/**
 * A position as the board shows it.
 */
export type PositionView = { 
/**
 * The game's name.
 */
variant: string, 
/**
 * The FEN.
 */
fen: string, 
/**
 * The pieces by square.
 */
board: { [key in string]: PieceView }, 
/**
 * The side that chooses.
 */
turn: Turn, 
/**
 * The squares of the royals in check.
 */
check: Array<string>, 
/**
 * The squares of the pieces that give check.
 */
checkers: Array<string>, 
/**
 * The governments, in games that have them.
 */
governments?: Sides<Government> | null, 
/**
 * Penalty points (Apocalypse).
 */
penalties?: Sides<number> | null, 
/**
 * Kings that face each other but for at most one piece.
 */
faceOff?: FaceOff | null, 
/**
 * The squares on which each king would win; empty while the king is far away.
 */
camps?: Sides<Array<string>> | null, 
/**
 * The result by the position alone.
 */
result: ResultView | null, };

/**
 * The purpose of an analysis.
 */
export type Purpose = "analyse" | "hint" | "threat";

/**
 * A mate to be found.
 */
export type PuzzleView = { 
/**
 * The name for `check`: `subversion/mate/7`.
 */
task: string, 
/**
 * `White mates in 3.`
 */
text: string, 
/**
 * The position.
 */
fen: string, 
/**
 * The side to move.
 */
side: Side, 
/**
 * The number of moves to the mate.
 */
moves: number, };

/**
 * A refusal in one line. It changes nothing.
 */
export type Refusal = { 
/**
 * The reason, for the program.
 */
code: ErrorCode, 
/**
 * The reason, for the player.
 */
message: string, 
/**
 * The invalid field of the request or of the FEN.
 */
field?: string | null, };

/**
 * The answer to a request.
 */
export type Reply = { "type": "done" } | { "type": "error" } & Refusal | { "type": "welcome" } & Welcome | { "type": "position" } & PositionView | { "type": "choices" } & Choices | { "type": "payment" } & PaymentView | { "type": "explanation" } & Explanation | { "type": "strategies" } & Strategies | { "type": "book" } & BookView | { "type": "games" } & GameList | { "type": "game", 
/**
 * The game that is on the board now.
 */
game: number, } | { "type": "varied", 
/**
 * The variation with the move; the game without it.
 */
variation?: number | null, 
/**
 * The number of plies after the move.
 */
ply: number, } | { "type": "imported" } & ImportReport | { "type": "pgn", 
/**
 * The games.
 */
text: string, } | { "type": "defined" } & DefinedGames | { "type": "lessons" } & LessonList | { "type": "puzzle" } & PuzzleView | { "type": "verdict" } & TaskReply | { "type": "solution", 
/**
 * The move in coordinate notation.
 */
move: string, } | { "type": "rulesPage", 
/**
 * The page, safe to insert into a document.
 */
html: string, } | { "type": "link", 
/**
 * The part of the link after `#/link/`.
 */
text: string, } | { "type": "picture", 
/**
 * The SVG.
 */
svg: string, } | { "type": "seat" } & Seat | { "type": "table", 
/**
 * The game.
 */
state: GameState, } | { "type": "run", 
/**
 * The number that the events of this run carry.
 */
run: number, };

/**
 * A request of the page, by the part of the session that handles it.
 */
export type Request = { "part": "session" } & SessionRequest | { "part": "position" } & PositionRequest | { "part": "game" } & GameRequest | { "part": "analysis" } & AnalysisRequest | { "part": "library" } & LibraryRequest | { "part": "learn" } & LearnRequest | { "part": "hall" } & HallRequest;

/**
 * The result of a game.
 */
export type ResultView = { 
/**
 * `1-0`, `0-1` or `1/2-1/2`.
 */
score: string, 
/**
 * The winner; none for a draw.
 */
winner: Side | null, 
/**
 * The reason: `checkmate`.
 */
reason: string, 
/**
 * Result and reason as a sentence: `White wins by checkmate.`
 */
words: string, };

/**
 * The verdict of a review on one ply.
 */
export type ReviewNote = { 
/**
 * The ply, from 0.
 */
ply: number, 
/**
 * The grade; none for a sound move.
 */
fault: Fault | null, 
/**
 * A better move in algebraic notation.
 */
better: string | null, 
/**
 * The same move in coordinate notation.
 */
betterMove: string | null, 
/**
 * The cost of the move in points of the game, 0 to 1.
 */
cost: number, };

/**
 * The progress of a review.
 */
export type ReviewReport = { 
/**
 * The number in the answer to the request.
 */
run: number, 
/**
 * Positions analysed.
 */
done: number, 
/**
 * Positions of the game.
 */
total: number, 
/**
 * The values by the number of plies played, from the start position on; none where not yet known.
 */
values: Array<ThoughtScore | null>, 
/**
 * The verdicts so far.
 */
notes: Array<ReviewNote>, 
/**
 * `true` when the review is finished or stopped.
 */
over: boolean, };

/**
 * The seal of a choice made before the opponent's: the SHA-256 of `MOVE NONCE`.
 */
export type Sealed = { 
/**
 * The side that chose.
 */
side: Side, 
/**
 * The hash in 64 hexadecimal digits.
 */
hash: string, 
/**
 * The 32 hexadecimal digits after the move, once the choice is revealed.
 */
nonce?: string | null, };

/**
 * A search for stored games. A field that is left out matches all games.
 */
export type SearchGames = { 
/**
 * The game's name.
 */
variant?: string | null, 
/**
 * The result: `1-0`, `0-1`, `1/2-1/2` or `*`.
 */
result?: string | null, 
/**
 * The first day, `2026-01-31`.
 */
since?: string | null, 
/**
 * The last day.
 */
until?: string | null, 
/**
 * A part of a player's name.
 */
player?: string | null, 
/**
 * The FEN of a position of the opening; requires `variant`.
 */
position?: string | null, 
/**
 * The number of games to skip, from the latest on; 0 without it.
 */
skip?: number | null, 
/**
 * The maximum number of games to return, at most 100; 50 without it.
 */
most?: number | null, };

/**
 * A seat at a table.
 */
export type Seat = { 
/**
 * The table.
 */
table: number, 
/**
 * The side.
 */
side: Side, 
/**
 * The token, with which the player returns to the seat.
 */
token: string, };

/**
 * The state of a seat.
 */
export type SeatView = { 
/**
 * `true` if a player has it.
 */
taken: boolean, 
/**
 * `true` if a page of the player is connected.
 */
present: boolean, };

/**
 * Requests about the connection of a page.
 */
export type SessionRequest = { "type": "hello", 
/**
 * The version of the protocol that the page uses.
 */
protocol: number, } | { "type": "sit", };

/**
 * A choice and its probability.
 */
export type Share = { 
/**
 * The choice.
 */
move: string, 
/**
 * The probability, 0 to 1.
 */
share: number, 
/**
 * `true` for a gamble.
 */
gamble: boolean, };

/**
 * One of the two sides.
 */
export type Side = "white" | "black";

/**
 * A value for each side.
 */
export type Sides<T> = { 
/**
 * White's.
 */
white: T, 
/**
 * Black's.
 */
black: T, };

/**
 * A choice, or the next part of one.
 */
export type Step = { 
/**
 * The square to click; in an answer to `promotion` the square of the pawn.
 */
square: string, 
/**
 * The letter of the piece type, in an answer to `promotion`.
 */
letter?: string | null, 
/**
 * The move for `play`, if the choice is complete.
 */
move?: string | null, 
/**
 * The next question, if the choice is incomplete.
 */
ask?: Ask | null, 
/**
 * The answers to the question.
 */
next?: Array<Step>, 
/**
 * The mark of the square.
 */
mode: Mode, 
/**
 * `true` for a gamble on the opponent's choice (Apocalypse).
 */
gamble?: boolean, 
/**
 * The condition of a gamble in words, with the replies that meet it.
 */
needs?: string | null, 
/**
 * The effect of the choice; for an incomplete choice the effect that all answers share.
 */
effect: Effect, };

/**
 * The strategies of both sides in a turn of Apocalypse, most probable choices first.
 */
export type Strategies = { 
/**
 * White's strategy.
 */
white: Array<Share>, 
/**
 * Black's strategy.
 */
black: Array<Share>, 
/**
 * A lower bound of White's expected result, -1 to 1.
 */
low: number, 
/**
 * An upper bound of it.
 */
high: number, };

/**
 * The tables of a hall.
 */
export type TableList = { 
/**
 * The address to give to others.
 */
address: string, 
/**
 * The tables, latest first.
 */
tables: Array<TableView>, };

/**
 * A page's part in a hosted game, and the seats.
 */
export type TableRole = { 
/**
 * The table.
 */
table: number, 
/**
 * The side of this page; none for a spectator.
 */
side: Side | null, 
/**
 * The seats.
 */
seats: Sides<SeatView>, };

/**
 * A table in the list.
 */
export type TableView = { 
/**
 * Its number.
 */
table: number, 
/**
 * The game's name.
 */
variant: string, 
/**
 * The players' names; none for an open seat.
 */
names: Sides<string | null>, 
/**
 * The time control.
 */
time: TimeControl | null, 
/**
 * `1-0`, `0-1`, `1/2-1/2` or `*`.
 */
result: string, 
/**
 * The position.
 */
fen: string, };

/**
 * The verdict on a move.
 */
export type TaskReply = { 
/**
 * The state of the task.
 */
verdict: TaskVerdict, 
/**
 * The verdict in words.
 */
text: string, 
/**
 * The opponent's reply, in coordinate notation.
 */
reply?: string | null, };

/**
 * The state of a task.
 */
export type TaskVerdict = "solved" | "goOn" | "wrong";

/**
 * A thinking engine.
 */
export type Thinking = { 
/**
 * Its side.
 */
side: Side, };

/**
 * A value with its place on an evaluation bar.
 */
export type ThoughtScore = { 
/**
 * The value.
 */
value: Value, 
/**
 * White's part of an evaluation bar, 0 to 1.
 */
bar: number, };

/**
 * A time control for both sides.
 */
export type TimeControl = { 
/**
 * Seconds for the game, from 1 to 24 hours.
 */
seconds: number, 
/**
 * Seconds added after each move, up to an hour.
 */
increment?: number, };

/**
 * The side that chooses.
 */
export type Turn = "white" | "black" | "both";

/**
 * A value from White's point of view.
 */
export type Value = { "centipawns": number } | { "mate": number } | { "expected": number };

/**
 * A line that leaves the game or another variation.
 */
export type Variation = { 
/**
 * The variation that it leaves, an earlier one of the list; none for the game.
 */
parent?: number | null, 
/**
 * The number of plies before its first move.
 */
ply: number, 
/**
 * The moves.
 */
entries: Array<HistoryEntry>, };

/**
 * The answer to `hello`.
 */
export type Welcome = { 
/**
 * [`PROTOCOL`].
 */
protocol: number, 
/**
 * The program's version.
 */
version: string, 
/**
 * `true` if this page plays, `false` if it watches.
 */
plays: boolean, 
/**
 * All games and levels.
 */
catalogue: Catalogue, 
/**
 * The game on the board, if there is one.
 */
state: GameState | null, 
/**
 * The tables, if this is a hall.
 */
hall?: TableList | null, };

/**
 * A side of the board for castling.
 */
export type Wing = "king" | "queen";
