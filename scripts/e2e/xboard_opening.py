#!/usr/bin/env python3
"""Proxy between XBoard and the engine that plays the first plies of each game: random quiet moves, or its part of a given line.

    scripts/e2e/xboard_opening.py ENGINE GAME PLIES SEED FILE
    scripts/e2e/xboard_opening.py ENGINE GAME e2e4,e7e5,g1f3,b8c6 - FILE

Two games in a row have the same opening. FILE receives the last position of each game as the engine reports it.
"""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from engine import Engine, after
from xboard_window import seeded

FINAL = "# final position: "


class Opening:
    def __init__(self, engine, game, plies, seed, file):
        self.line = [] if plies.isdigit() else plies.split(",")
        self.process = subprocess.Popen([engine], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.arbiter = Engine(engine, game)
        self.plies = len(self.line) or int(plies)
        self.seed = seed
        self.games = 0
        self.moves = []
        self.side = None
        self.is_over = False
        self.file = file
        threading.Thread(target=self.pass_on, daemon=True).start()

    def pass_on(self):
        for line in self.process.stdout:
            if line.startswith(FINAL):
                with open(self.file, "a", encoding="ascii") as file:
                    file.write(line[len(FINAL):])
            try:
                sys.stdout.write(line)
                sys.stdout.flush()
            except BrokenPipeError:
                continue
        os._exit(0)

    def send(self, line):
        self.process.stdin.write(line + "\n")

    def quiet_move(self):
        if self.line:
            return self.line[len(self.moves)]
        fen = after(self.moves)
        pieces = self.arbiter.fen(fen).split()[0]
        empty = set()
        for rank, row in zip(range(8, 0, -1), pieces.split("/")):
            file = 0
            for letter in row:
                if letter.isdigit():
                    empty.update(f"{chr(97 + file + i)}{rank}" for i in range(int(letter)))
                file += int(letter) if letter.isdigit() else 1
        quiet = [move for move in self.arbiter.moves(fen) if len(move) == 4 and move[2:] in empty]
        return seeded(self.seed, self.games // 2, len(self.moves)).choice(quiet) if quiet else None

    def answer(self):
        """Plays an opening move, or hands the game to the engine."""
        move = self.quiet_move() if len(self.moves) < self.plies else None
        if move is None:
            self.is_over = True
            self.send("go")
            return
        self.moves.append(move)
        self.send("usermove " + move)
        sys.stdout.write(f"move {move}\n")
        sys.stdout.flush()
        if len(self.moves) + 1 >= self.plies:
            self.is_over = True
            self.send("playother")

    def receive(self, line):
        word, _, rest = line.partition(" ")
        if word == "new":
            self.moves, self.side, self.is_over = [], 1, False
        elif word == "result":
            self.games += 1
        if word == "quit":
            # A game that XBoard leaves unfinished has a last position as well.
            self.send("result * {quit}")
        if self.is_over or word not in ("usermove", "go", "force"):
            self.send(line)
            return
        if word == "force":
            self.side = None
            self.send(line)
            return
        if word == "usermove":
            self.send("force")
            self.send(line)
            self.moves.append(rest)
        else:
            self.side = len(self.moves) % 2
            self.send("force")
        if self.side == len(self.moves) % 2:
            self.answer()


def main():
    # XBoard terminates engines that do not exit at once; the last position is still to be written.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    opening = Opening(sys.argv[1], sys.argv[2], *sys.argv[3:6])
    for line in sys.stdin:
        opening.receive(line.rstrip("\n"))
    opening.process.stdin.close()
    opening.process.wait(10)


if __name__ == "__main__":
    main()
