#!/usr/bin/env python3
"""Lets the engine play one game against itself and prints it with its values, for the rules pages.

    python3 scripts/sample_game.py GAME [--white NODES] [--black NODES] [--seed N] [--opening MOVE ...]

Values are in pawns and for White. Without a clock and with one thread, the same build plays the same game everywhere. In
Apocalypse each side's choice is asked for without the other's, and drawn by the seed.
"""
import argparse
import re
import subprocess


class Engine:
    """The program, spoken to in UCI."""

    def __init__(self, program, game, seed):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.say("uci", f"setoption name UCI_Variant value {game}", "setoption name Hash value 16")
        self.say(f"setoption name Seed value {seed}", "ucinewgame")

    def say(self, *lines):
        for line in lines:
            self.process.stdin.write(line + "\n")

    def until(self, pattern):
        """All lines up to the first one that matches."""
        lines = []
        for line in self.process.stdout:
            lines.append(line.rstrip("\n"))
            if re.match(pattern, lines[-1]):
                return lines
        raise SystemExit("the engine has gone")

    def at(self, moves):
        self.say("position startpos" + (" moves " + " ".join(moves) if moves else ""))

    def described(self, moves):
        """What `d` says in lines like `Name: value`, the result among them."""
        self.at(moves)
        self.say("d")
        return dict(line.split(": ", 1) for line in self.until("Result: ") if ": " in line)

    def best(self, moves, nodes):
        """The move chosen and its value for the side that moves."""
        self.at(moves)
        self.say(f"go nodes {nodes}")
        lines = self.until("bestmove")
        scores = [found for found in (re.search(r"score (cp|mate) (-?\d+)", line) for line in lines) if found]
        unit, number = scores[-1].groups() if scores else ("cp", "0")
        return lines[-1].split()[1], unit, int(number)


def value(unit, number, white):
    number = number if white else -number
    return f"{number / 100:+.2f}" if unit == "cp" else f"{'' if number > 0 else '-'}mate {abs(number)}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--program", default="target/release/upheaval")
    parser.add_argument("--white", type=int, default=8000, metavar="NODES")
    parser.add_argument("--black", type=int, default=8000, metavar="NODES")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--opening", nargs="*", default=[], metavar="MOVE")
    chosen = parser.parse_args()

    engine = Engine(chosen.program, chosen.game, chosen.seed)
    moves, here, line = [], engine.described([]), ""
    for ply in range(400):
        if here["Result"] != "*":
            break
        white = ply % 2 == 0
        if ply < len(chosen.opening):
            move, worth = chosen.opening[ply], ""
        else:
            move, unit, number = engine.best(moves, chosen.white if white else chosen.black)
            worth = value(unit, number, white)
        moves.append(move)
        if chosen.game != "apocalypse" or not white:
            here = engine.described(moves)
        line = f"{ply // 2 + 1:2}. {move:7} {worth:8}" if white else f"{line}  {move:7} {worth}"
        if not white or here["Result"] != "*":
            print(line.rstrip(), flush=True)
            line = ""
    print(here["Result"])


if __name__ == "__main__":
    main()
