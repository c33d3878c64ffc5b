#!/usr/bin/env python3
"""Stands between XBoard and the engine and plays the first plies of each game at random, quiet moves only, so that the
games of a match differ; two games in a row begin alike. XBoard itself cannot load positions of games that it knows only
from the engine. Writes down what the engine says the last position of each game is.

    scripts/xboard_opening.py ENGINE GAME PLIES SEED FILE
    scripts/xboard_opening.py ENGINE GAME e2e4,e7e5,g1f3,b8c6 - FILE    plays its part of this line
"""

import os
import signal
import subprocess
import sys
import threading

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from xboard_common import Uci, seeded


FINAL = "# final position: "


class Opening:
    def __init__(self, engine, game, plies, seed, file):
        self.line = [] if plies.isdigit() else plies.split(",")
        self.process = subprocess.Popen([engine], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.arbiter = Uci(engine, game)
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
        fen = "startpos moves " + " ".join(self.moves)
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
        """Plays a random move, or lets the engine play from here on."""
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

    def hear(self, line):
        word, _, rest = line.partition(" ")
        if word == "new":
            self.moves, self.side, self.is_over = [], 1, False
        elif word == "result":
            self.games += 1
        if word == "quit":
            # A game that XBoard leaves open has a last position as well.
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
    # XBoard ends engines that do not leave at once; the last word is still to be written down.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    opening = Opening(sys.argv[1], sys.argv[2], *sys.argv[3:6])
    for line in sys.stdin:
        opening.hear(line.rstrip("\n"))
    opening.process.stdin.close()
    opening.process.wait(10)


if __name__ == "__main__":
    main()
