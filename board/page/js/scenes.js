/**
 * @file Pictures of games for cards.
 */

/** Positions that show what is special in a game. @type {Record<string, import('./miniboard.js').Scene & {fen: string}>} */
export const SCENES = {
  chess: { fen: 'r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3', marks: [{ kind: 'last', square: 'f1' }, { kind: 'last', square: 'b5' }] },
  insurrection: { fen: 'q3k2r/5ppp/8/8/8/8/4q3/4K2R w - - 0 1', marks: [{ kind: 'selected', square: 'e1' }, { kind: 'coup', square: 'e2', over: true }], arrows: [{ from: 'e1', to: 'e2', kind: 'threat' }], royals: ['e1', 'e8'] },
  anarchism: { fen: '4k3/3n4/8/2p5/3P4/8/5N2/4K3 w - - 0 1', marks: [{ kind: 'selected', square: 'd4' }, { kind: 'capture', square: 'c5', over: true }], arrows: [{ from: 'd4', to: 'c5', kind: 'threat' }], royals: ['d4', 'e8'] },
  subversion: { fen: 'k7/8/5p2/4r3/3N4/2B5/P7/6K1 w - - 0 1', marks: [{ kind: 'target', square: 'e5' }, { kind: 'paid', square: 'd4', over: true }, { kind: 'paid', square: 'c3', over: true }] },
  empire: { fen: '4k3/8/2n5/8/3E4/8/5q2/4K3 w - - 0 1', marks: [...['a4', 'b4', 'c4', 'e4', 'g4', 'h4', 'd1', 'd3', 'd5', 'd7', 'd8', 'a1', 'b2', 'a7', 'b6', 'e5', 'g7', 'h8', 'f6'].map((square) => /** @type {import('./marks.js').Mark} */ ({ kind: 'moveOnly', square })), { kind: 'capture', square: 'c6', over: true }] },
  apocalypse: { fen: 'n1ppn/p3p/1p3/P2NP/NPPP1 w - - 0 1 00', arrows: [{ from: 'd2', to: 'c4', kind: 'white', strength: 0.6 }, { from: 'b3', to: 'b2', kind: 'black', strength: 0.6 }] },
};
