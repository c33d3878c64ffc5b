#!/usr/bin/env python3
"""Compares results and distances of Syzygy tables with python-chess: `scripts/syzygy.py FOLDER ENGINE`.

Random positions, some with an en-passant square, of every class in the folder. Then the files are damaged, and the engine must neither
crash nor hang."""

import argparse
import random
import shutil
import tempfile
from pathlib import Path

import chess
import chess.syzygy
from engine import Engine


def position(name, random_numbers):
    """A random legal position of a class such as KRvK, for either side; sometimes a pawn has just moved by two squares."""
    while True:
        board = chess.Board(None)
        sides = name.split("v")
        colors = random_numbers.sample([chess.WHITE, chess.BLACK], 2)
        for color, letters in zip(colors, sides):
            for letter in letters:
                squares = chess.SquareSet(chess.BB_ALL if letter != "P" else ~chess.BB_BACKRANKS) - board.occupied
                board.set_piece_at(random_numbers.choice(list(squares)), chess.Piece(chess.PIECE_SYMBOLS.index(letter.lower()), color))
        board.turn = random_numbers.random() < 0.5
        if not board.is_valid():
            continue
        doubles = [move for move in board.legal_moves if board.piece_type_at(move.from_square) == chess.PAWN and abs(move.from_square - move.to_square) == 16]
        if doubles and random_numbers.random() < 0.5:
            board.push(random_numbers.choice(doubles))
        board.halfmove_clock = 0
        return board


def compare(folder, engine, positions, random_numbers):
    names = sorted({file.stem for file in folder.glob("*.rtbw")})
    with chess.syzygy.open_tablebase(str(folder)) as tables:
        for number in range(positions):
            board = position(names[number % len(names)], random_numbers)
            expected = f"WDL {tables.probe_wdl(board)} DTZ {tables.probe_dtz(board)}"
            found = engine.field(f"fen {board.fen()}", "Syzygy")
            assert found == expected, (board.fen(), expected, found)
    print(f"{positions} positions of {len(names)} classes agree")


def damage(folder, program, files, random_numbers):
    """Changes or shortens a file, and has positions of its class looked up."""
    errors = 0
    for _ in range(files):
        with tempfile.TemporaryDirectory() as copy:
            original = random_numbers.choice(sorted(folder.glob("*.rtb?")))
            for file in folder.glob(f"{original.stem}.*"):
                shutil.copy(file, copy)
            data = bytearray(original.read_bytes())
            for _ in range(random_numbers.choice([1, 10, 100])):
                data[random_numbers.randrange(min(len(data), random_numbers.choice([64, 1024, len(data)])))] = random_numbers.randrange(256)
            if random_numbers.random() < 0.2:
                del data[random_numbers.randrange(len(data)) :]
            Path(copy, original.name).write_bytes(data)
            engine = Engine(program, "chess", timeout=60, SyzygyPath=copy)
            errors += sum("error" in line for line in engine.ready())
            for _ in range(20):
                engine.send(f"position fen {position(original.stem, random_numbers).fen()}", "d", "go nodes 200")
                engine.until("bestmove")
            assert engine.quit() == 0
    print(f"{files} damaged files: {errors} refused, no crash")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("engine")
    parser.add_argument("--positions", type=int, default=20_000)
    parser.add_argument("--damaged", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    random_numbers = random.Random(arguments.seed)
    compare(arguments.folder, Engine(arguments.engine, "chess", SyzygyPath=arguments.folder), arguments.positions, random_numbers)
    damage(arguments.folder, arguments.engine, arguments.damaged, random_numbers)


if __name__ == "__main__":
    main()
