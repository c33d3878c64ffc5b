#!/usr/bin/env python3
"""Compares algebraic notation with pyffish in random games of Empire. Exits with 1 on the first difference.

    pip install pyffish python/target/wheels/upheaval-*.whl && scripts/e2e/conformance_san.py [POSITIONS] [--seed SEED]
"""

import argparse
import random
import sys
from pathlib import Path

import pyffish

import upheaval

GAME = "empire"
MAX_PLIES = 200
DEFINITION = Path(__file__).resolve().parents[1] / "empire.ini"


def choose(board, chance):
    """Returns a random move. Every second time another piece of its type is on the board: origins are written only for such moves."""
    moves = board.legal_moves
    if chance.random() < 0.5:
        pieces = board.piece_map()
        letters = list(pieces.values())
        rivals = [move for move in moves if pieces[move[:2]] not in "PpSs" and letters.count(pieces[move[:2]]) > 1]
        moves = rivals or moves
    return chance.choice(moves)


def random_game(chance):
    """Returns the moves and the FENs before them."""
    board, fens = upheaval.Board(GAME), []
    while board.position.outcome() is None and board.ply() < MAX_PLIES:
        fens.append(board.fen())
        board.push(choose(board, chance))
    return board.move_stack, fens


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("positions", nargs="?", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    pyffish.set_option("VariantPath", str(DEFINITION))
    chance = random.Random(arguments.seed)
    compared = with_origin = games = 0
    while compared < arguments.positions:
        moves, fens = random_game(chance)
        moves = moves[: arguments.positions - compared]
        ours, expected = (module.get_san_moves(GAME, "startpos", moves) for module in (upheaval, pyffish))
        for fen, move, our, their in zip(fens, moves, ours, expected):
            if our != their:
                sys.exit(f"{fen}: {move} is '{our}' here and '{their}' in pyffish")
            if upheaval.get_san(GAME, fen, move) != our:
                sys.exit(f"{fen}: get_san and get_san_moves differ for {move}")
        compared += len(moves)
        with_origin += sum(len(text.rstrip("+#").replace("x", "")) > 3 and text[0].isupper() for text in ours)
        games += 1
    print(f"{compared} positions of {games} games: equal; {with_origin} moves with a part of their origin")


if __name__ == "__main__":
    main()
