"""Plays one game of each kind against itself, a few hundred positions a move, and prints how it ended."""

from __future__ import annotations

import upheaval

NODES = 300
LONGEST = 120


def turn_based(game: str) -> None:
    """White and Black choose in turn."""
    board, engine = upheaval.Board(game), upheaval.Engine(game, hash=4)
    moves: list[str] = []
    while not board.is_game_over() and len(moves) < LONGEST:
        move = engine.play(board, nodes=NODES)
        assert move is not None
        moves.append(board.san(move))
        board.push(move)
    print(f"{game}: {len(moves)} plies, {board.outcome() or 'unfinished'}: {' '.join(moves[:8])} ...")


def apocalypse() -> None:
    """Both sides choose at once; neither choice depends on the other."""
    board, engine = upheaval.ApocalypseBoard(), upheaval.ApocalypseEngine(hash=4, seed=1, endings=False)
    while not board.is_game_over():
        white = engine.play(board, upheaval.WHITE, nodes=NODES)
        black = engine.play(board, upheaval.BLACK, nodes=NODES)
        assert white is not None and black is not None
        board.push(white, black)
    print(f"apocalypse: {len(board.turn_stack)} turns, {board.outcome()}")


for name in upheaval.variants():
    if name == "apocalypse":
        apocalypse()
    else:
        turn_based(name)
