"""What several tests share: the program `upheaval` as a second opinion, and random games by a seed."""

from __future__ import annotations

import os
import random
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import upheaval

ROOT = Path(__file__).resolve().parents[2]
TURN_BASED = [game for game in upheaval.variants() if game != "apocalypse"]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--positions", type=int, default=600, help="random positions for each comparison, of all games together"
    )
    parser.addoption("--seed", type=int, default=20, help="the seed of the random games")


@pytest.fixture
def positions(request: pytest.FixtureRequest) -> int:
    """The number of random positions of a comparison."""
    number: int = request.config.getoption("--positions")
    return number


@pytest.fixture
def chance(request: pytest.FixtureRequest) -> random.Random:
    """Chance by the seed and the name of the test."""
    return random.Random(f"{request.config.getoption('--seed')} {request.node.name}")


class Program:
    """The program `upheaval`, spoken to in UCI."""

    def __init__(self, path: Path) -> None:
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def send(self, *lines: str) -> None:
        assert self.process.stdin
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    def read(self, end: str) -> list[str]:
        """The next lines, to the one that begins so."""
        assert self.process.stdout
        lines = [""]
        while not lines[-1].startswith(end) or len(lines) == 1:
            line = self.process.stdout.readline()
            assert line, "the program has ended"
            assert "error" not in line, line
            lines.append(line.rstrip("\n"))
        return lines[1:]

    def play(self, game: str) -> None:
        self.send(f"setoption name UCI_Variant value {game}")
        self.read(f"info string variant {game}")

    def set_up(self, place: str) -> None:
        self.send(f"position {place}")

    def describe(self) -> dict[str, str]:
        """The output of `d` by label: Fen, Key, Checkers, Result."""
        self.send("d")
        return {word: value.strip() for word, _, value in (line.partition(":") for line in self.read("Result"))}

    def perft(self, depth: int) -> dict[str, int]:
        self.send(f"go perft {depth}")
        rows = self.read("Nodes searched")[:-1]
        assert self.read("") == [""], "an empty line ends the report"
        return {move: int(leaves) for move, leaves in (row.split(": ") for row in rows if row)}

    def search(self, limits: str) -> list[str]:
        self.send(f"go {limits}")
        return self.read("bestmove")

    def quit(self) -> None:
        self.process.communicate("quit\n", timeout=20)


@pytest.fixture
def program() -> Iterator[Program]:
    """A fresh program; the test is skipped where none has been built."""
    path = Path(os.environ.get("UPHEAVAL", ROOT / "target/release/upheaval"))
    if not path.exists():
        pytest.skip(f"{path} is not there: cargo build --release, or name a program in UPHEAVAL")
    program = Program(path)
    yield program
    program.quit()


def walk(game: str, chance: random.Random) -> Iterator[upheaval.Board]:
    """A random game, the board after each of its moves, from the start to its end or 200 plies."""
    board = upheaval.Board(game)
    yield board
    for _ in range(200):
        moves = board.legal_moves
        if board.is_game_over() or not moves:
            return
        # One move in three is a capture where there is one, so that games do not fill up with wandering pieces. One in
        # three is of a piece with another of its type: notation may need a part of its origin.
        favoured: list[str] = []
        pieces = board.piece_map()
        rivals = [letter for letter, count in Counter(pieces.values()).items() if count > 1 and letter not in "PpSs"]
        if (number := chance.randrange(3)) == 0:
            favoured = [move for move in moves if board.is_capture(move)]
        elif number == 1:
            favoured = [move for move in moves if pieces[move[:2]] in rivals]
        board.push(chance.choice(favoured or moves))
        yield board


def boards(game: str, number: int, chance: random.Random) -> Iterator[upheaval.Board]:
    """The boards of so many positions of random games."""
    while number > 0:
        for board in walk(game, chance):
            yield board
            number -= 1
            if number <= 0:
                return
