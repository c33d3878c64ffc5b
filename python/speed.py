#!/usr/bin/env python3
"""Compares the speed of the package with pyffish in turns: legal moves of the same positions in Empire and chess.

python/target/check/bin/python python/speed.py [--rounds 9] [--positions 60]
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pyffish

import upheaval

# How often each call is made in a round.
TIMES = 5
# Moves of the game whose moves are played one by one.
LONG = 80


def positions(variant: str, number: int, chance: random.Random) -> list[str]:
    """FENs of random games."""
    fens: list[str] = []
    while len(fens) < number:
        board = upheaval.Board(variant)
        while board.legal_moves and not board.is_game_over() and len(board.move_stack) < 80:
            board.push(chance.choice(board.legal_moves))
            fens.append(board.fen())
    return chance.sample(fens, number)


def microseconds(calls: Sequence[Callable[[], object]]) -> float:
    """What a call takes on average, each by the fastest of a few times, so that a busy machine counts for little."""

    def once(call: Callable[[], object]) -> float:
        begun = time.perf_counter()
        call()
        return time.perf_counter() - begun

    return statistics.mean(min(once(call) for _ in range(TIMES)) for call in calls) * 1e6


def game(variant: str, chance: random.Random) -> list[str]:
    """The moves of a long random game."""
    board = upheaval.Board(variant)
    while board.legal_moves and len(board.move_stack) < LONG:
        board.push(chance.choice(board.legal_moves))
    return board.move_stack


def a_move_more(legal_moves: Callable[[str, str, list[str]], list[str]], variant: str, moves: list[str]) -> float:
    """What each move to be played first adds to the time of a call."""
    without = microseconds([lambda: legal_moves(variant, "startpos", [])] * 10)
    return (microseconds([lambda: legal_moves(variant, "startpos", moves)] * 10) - without) / len(moves)


def read_and_list(variant: str, fen: str) -> list[str]:
    """What the function does, by an object."""
    return upheaval.Position(variant, fen).legal_moves


def ratios(name: str, theirs: list[float], ours: list[float]) -> None:
    times = [slow / fast for slow, fast in zip(theirs, ours, strict=True)]
    print(
        f"  {name}: {statistics.median(times):.0f} times as fast ({min(times):.0f} to {max(times):.0f}), "
        f"{statistics.median(ours):.2f} us against {statistics.median(theirs):.1f}"
    )


def compare(variant: str, rounds: int, number: int) -> None:
    fens = positions(variant, number, random.Random(variant))
    for fen in fens:
        assert sorted(upheaval.legal_moves(variant, fen, [])) == sorted(pyffish.legal_moves(variant, fen, [])), fen
    kept = [upheaval.Position(variant, fen) for fen in fens]
    work: dict[str, list[Callable[[], object]]] = {
        "pyffish": [partial(pyffish.legal_moves, variant, fen, []) for fen in fens],
        "the same call": [partial(upheaval.legal_moves, variant, fen, []) for fen in fens],
        "Position(variant, fen).legal_moves": [partial(read_and_list, variant, fen) for fen in fens],
        "legal_moves of a Position that is kept": [partial(getattr, position, "legal_moves") for position in kept],
    }
    times: dict[str, list[float]] = {name: [] for name in work}
    more: dict[str, list[float]] = {"pyffish": [], "upheaval": []}
    moves_of_a_game = game(variant, random.Random(variant))
    for _ in range(rounds):
        for name, what in work.items():
            times[name].append(microseconds(what))
        more["pyffish"].append(a_move_more(pyffish.legal_moves, variant, moves_of_a_game))
        more["upheaval"].append(a_move_more(upheaval.legal_moves, variant, moves_of_a_game))
    moves = statistics.mean(len(position.legal_moves) for position in kept)
    print(f"{variant}, {number} positions with {moves:.0f} moves each on average, {rounds} rounds")
    for name in list(work)[1:]:
        ratios(name, times["pyffish"], times[name])
    ratios("a move more in the list", more["pyffish"], more["upheaval"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--positions", type=int, default=60)
    arguments = parser.parse_args()
    pyffish.set_option("VariantPath", str(Path(__file__).parent.parent / "scripts/empire.ini"))
    for variant in ("empire", "chess"):
        compare(variant, arguments.rounds, arguments.positions)


if __name__ == "__main__":
    main()
