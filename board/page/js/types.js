/**
 * @file The messages of the session, as types. `docs/board-protocol.md` says what they mean; nothing here is run.
 *
 * @typedef {'white' | 'black'} Side
 * @typedef {{ply?: number, variant?: string, fen?: string, moves?: string[]}} Place
 * @typedef {{kind: 'human', name?: string} | {kind: 'engine', level: number}} Player
 * @typedef {{seconds: number, increment: number}} TimeControl
 *
 * @typedef {object} Piece
 * @property {Side} side
 * @property {string} letter
 * @property {string} drawing
 * @property {string} name
 * @property {boolean} royal
 *
 * @typedef {{score: string, winner: Side | null, reason: string, words: string}} Result
 * @typedef {{letter: string, name: string}} Government
 *
 * @typedef {object} Position
 * @property {string} variant
 * @property {string} fen
 * @property {Record<string, Piece>} board
 * @property {'white' | 'black' | 'both'} turn
 * @property {string[]} check
 * @property {string[]} checkers
 * @property {Record<Side, Government> | null} [governments]
 * @property {Record<Side, number> | null} [penalties]
 * @property {{line: string[], guard: string | null} | null} [faceOff]
 * @property {Record<Side, string[]> | null} [camps]
 * @property {Result | null} result
 *
 * @typedef {{side: Side, hash: string, nonce?: string}} Sealed
 * @typedef {{move: string, share: number, gamble: boolean}} Share
 * @typedef {{white: Share[], black: Share[], low: number, high: number}} Strategies
 *
 * @typedef {object} MoveMade
 * @property {Side} side
 * @property {string} move
 * @property {string} san
 * @property {string[]} squares
 * @property {number} [millis]
 * @property {Sealed} [sealed]
 *
 * @typedef {{side: Side, fell: string, rules: string, letter: string, royals: string[]}} Coup
 *
 * @typedef {{event: 'capture', square: string, piece: Piece}
 *   | {event: 'becomes', square: string, was: string, now: string, royal: boolean}
 *   | {event: 'promotion', square: string, now: string}
 *   | ({event: 'coup'} & Coup)
 *   | {event: 'castle', wing: 'king' | 'queen'}
 *   | {event: 'bribe', square: string, piece: Piece, paid: string[], price: string}
 *   | {event: 'gamble', side: Side, played: boolean, words: string}
 *   | {event: 'swap', first: string, second: string}
 *   | {event: 'clash', square: string, left: Piece | null}
 *   | {event: 'relocation', side: Side, square: string}
 *   | {event: 'penalty', side: Side, points: number}
 *   | {event: 'check', royals: string[]}} GameEvent
 *
 * @typedef {{centipawns: number} | {mate: number} | {expected: number}} Value
 * @typedef {{value: Value, bar: number}} Score
 *
 * @typedef {object} HistoryEntry
 * @property {number} ply
 * @property {number} number
 * @property {MoveMade[]} moves
 * @property {GameEvent[]} events
 * @property {string} fen
 * @property {Record<Side, Government>} [governments]
 * @property {Value} [value]
 * @property {string} [comment]
 * @property {Share[]} [odds]
 *
 * @typedef {object} GameState
 * @property {number} version
 * @property {number} game
 * @property {Position} position
 * @property {string} start
 * @property {Record<Side, Player>} players
 * @property {Record<Side, string>} names
 * @property {Record<Side, boolean>} mayMove
 * @property {string[]} lastMove
 * @property {HistoryEntry[]} history
 * @property {string} [comment]
 * @property {Result | null} result
 * @property {TimeControl | null} time
 * @property {Record<Side, {left: number, running: boolean}> | null} clocks
 * @property {boolean} paused
 * @property {{side: Side} | null} thinking
 * @property {Sealed[]} sealed
 * @property {Record<Side, boolean>} chosen
 * @property {Side | null} drawOffer
 * @property {boolean} canUndo
 * @property {Record<Side, boolean>} mayResign
 *
 * @typedef {{letter: string, drawing: string, name: Record<Side, string>, about: string}} Kind
 *
 * @typedef {object} GameInfo
 * @property {string} variant
 * @property {string} title
 * @property {string} about
 * @property {number} files
 * @property {number} ranks
 * @property {string} start
 * @property {Kind[]} pieceTypes
 * @property {string[]} promotions
 * @property {boolean} simultaneous
 * @property {boolean} governments
 * @property {boolean} bribes
 * @property {boolean} campmate
 * @property {boolean} faceOff
 * @property {boolean} threats
 * @property {boolean} book
 *
 * @typedef {{games: GameInfo[], levels: {level: number, name: string}[]}} Catalogue
 *
 * @typedef {object} Effect
 * @property {{square: string, piece: Piece}} [captures]
 * @property {string} [becomes]
 * @property {boolean} [crowned]
 * @property {Coup} [coup]
 * @property {boolean} [castles]
 * @property {string[]} [check]
 * @property {Result} [result]
 * @property {Change[]} [changes]
 *
 * @typedef {{square: string, piece: Piece | null}} Change A square that differs, and who stands there then.
 *
 * @typedef {object} Step
 * @property {string} square
 * @property {string} [kind]
 * @property {string} [move]
 * @property {'promotion' | 'relocation'} [ask]
 * @property {Step[]} [next]
 * @property {'capture' | 'step' | 'moveOnly'} mode
 * @property {boolean} [gamble]
 * @property {string} [needs]
 * @property {Effect} effect
 *
 * @typedef {object} Origin
 * @property {string} square
 * @property {'move' | 'turn'} act
 * @property {Step[]} targets
 * @property {{price: string, payers: string[], moves: string[]}} [payments]
 * @property {string[]} [harmless]
 *
 * @typedef {{side: Side, origins: Origin[]}} Choices
 * @typedef {{target: string, price: string, paid: string[], open: string[], move?: string, changes?: Change[], needs: string}} Payment
 * @typedef {{legal: boolean, words: string, squares: string[]}} Explanation
 *
 * @typedef {{move: string, san: string, games: number, white: number, arrow: [string, string]}} BookMove
 * @typedef {{about: string[], moves: BookMove[]}} Book What was played in a position.
 *
 * @typedef {object} Line
 * @property {number} rank
 * @property {Score} score
 * @property {number} depth
 * @property {string[]} moves
 * @property {string[]} san
 * @property {[string, string][]} arrows
 *
 * @typedef {object} Analysis
 * @property {number} run
 * @property {'analyse' | 'hint' | 'threat'} purpose
 * @property {Place} place
 * @property {Side | null} side
 * @property {number} depth
 * @property {number} nodes
 * @property {number} speed
 * @property {number} millis
 * @property {Score | null} score
 * @property {Line[]} lines
 * @property {Strategies} [strategies]
 * @property {boolean} done
 *
 * @typedef {'inaccuracy' | 'mistake' | 'blunder'} Fault
 * @typedef {{ply: number, fault: Fault | null, better: string | null, betterMove: string | null, cost: number}} Note
 * @typedef {{run: number, done: number, total: number, values: (Score | null)[], notes: Note[], over: boolean}} Review
 *
 * @typedef {object} GameSummary
 * @property {number} game
 * @property {string} variant
 * @property {string} white
 * @property {string} black
 * @property {string} result
 * @property {string} reason
 * @property {string} date
 * @property {number} plies
 * @property {string} opening
 * @property {string} fen
 *
 * @typedef {object} Task
 * @property {string} task
 * @property {string} title
 * @property {string} text
 * @property {string[]} hints
 * @property {string} fen
 * @property {Side} side
 *
 * @typedef {{variant: string, tasks: Task[], puzzles: number}} Lessons
 * @typedef {{task: string, text: string, fen: string, side: Side, moves: number}} Puzzle
 * @typedef {{verdict: 'solved' | 'goOn' | 'wrong', text: string, reply?: string}} Verdict
 *
 * @typedef {object} Replies What each kind of request is answered with.
 * @property {{plays: boolean, catalogue: Catalogue, state: GameState | null, version: string}} hello
 * @property {Position} view
 * @property {Position} validate
 * @property {Choices} choices
 * @property {Payment} pay
 * @property {Explanation} explain
 * @property {{game: number}} new
 * @property {{game: number}} open
 * @property {Strategies} odds
 * @property {Book} book
 * @property {{total: number, games: GameSummary[]}} list
 * @property {{games: number[], errors: string[]}} import
 * @property {{text: string}} export
 * @property {Lessons} lessons
 * @property {Puzzle} puzzle
 * @property {Verdict} check
 * @property {{html: string}} rulesPage
 * @property {{run: number}} analyse
 * @property {{run: number}} hint
 * @property {{run: number}} threat
 * @property {{run: number}} review
 * @property {object} play
 * @property {object} undo
 * @property {object} resign
 * @property {object} offerDraw
 * @property {object} declineDraw
 * @property {object} moveNow
 * @property {object} pause
 * @property {object} comment
 * @property {object} sit
 * @property {object} stop
 * @property {object} delete
 */
export {};
