#!/usr/bin/env python3
"""Compares the speed of the Python package with pyffish by turns: legal moves of the same positions.

    python/target/check/bin/python scripts/python_speed.py [--rounds 9] [--positions 60]

Both are asked in the same shape, `legal_moves(game, fen, [])` giving a list of strings, in Empire and in chess; the
package's objects, which pyffish does not have, are asked besides. Ratios of the same round are what counts: the speed
of the machine drifts. Prints the median of the ratios, least and most, and microseconds a call.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import pyffish

import upheaval


def positions(game: str, number: int, chance: random.Random) -> list[str]:
    """FENs of random games."""
    fens: list[str] = []
    while len(fens) < number:
        board = upheaval.Board(game)
        while board.legal_moves and not board.is_game_over() and len(board.move_stack) < 80:
            board.push(chance.choice(board.legal_moves))
            fens.append(board.fen())
    return chance.sample(fens, number)


def microseconds(work: Callable[[], object], calls: int) -> float:
    """A call's time, when everything is done over and over for a while."""
    begun, times = time.perf_counter(), 0
    while times == 0 or time.perf_counter() - begun < 0.3:
        work()
        times += 1
    return (time.perf_counter() - begun) / (times * calls) * 1e6


def ratios(name: str, theirs: list[float], ours: list[float]) -> None:
    times = [slow / fast for slow, fast in zip(theirs, ours, strict=True)]
    print(
        f"  {name}: {statistics.median(times):.0f} times as fast ({min(times):.0f} to {max(times):.0f}), "
        f"{statistics.median(ours):.2f} us a call against {statistics.median(theirs):.0f}"
    )


def compare(game: str, rounds: int, number: int) -> None:
    fens = positions(game, number, random.Random(game))
    for fen in fens:
        assert sorted(upheaval.legal_moves(game, fen, [])) == sorted(pyffish.legal_moves(game, fen, [])), fen
    kept = [upheaval.Position(game, fen) for fen in fens]
    work: dict[str, Callable[[], object]] = {
        "pyffish": lambda: [pyffish.legal_moves(game, fen, []) for fen in fens],
        "the same call": lambda: [upheaval.legal_moves(game, fen, []) for fen in fens],
        "Position(game, fen).legal_moves": lambda: [upheaval.Position(game, fen).legal_moves for fen in fens],
        "legal_moves of a Position that is kept": lambda: [position.legal_moves for position in kept],
    }
    times: dict[str, list[float]] = {name: [] for name in work}
    for _ in range(rounds):
        for name, what in work.items():
            times[name].append(microseconds(what, len(fens)))
    moves = statistics.mean(len(position.legal_moves) for position in kept)
    print(f"{game}, {number} positions with {moves:.0f} moves each on average, {rounds} rounds")
    for name in list(work)[1:]:
        ratios(name, times["pyffish"], times[name])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--positions", type=int, default=60)
    arguments = parser.parse_args()
    pyffish.set_option("VariantPath", str(Path(__file__).with_name("empire.ini")))
    for game in ("empire", "chess"):
        compare(game, arguments.rounds, arguments.positions)


if __name__ == "__main__":
    main()
