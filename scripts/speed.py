#!/usr/bin/env python3
"""Compares the speed of two UCI engines by turns: perft, and nodes per second of a search.

    scripts/speed.py target/release/upheaval path/to/fairy-stockfish [--rounds 5] [--seconds 2]

The second engine is Fairy-Stockfish (it is given scripts/empire.ini). Ratios of the same round are what counts: the
machine's own speed drifts. Prints each round's ratios and their median.
"""

import argparse
import statistics
import subprocess
import sys
import time

START = "rnbqkbnr/pppppppp/8/8/8/PPPSSPPP/8/TECDKCET w kq - 0 1"
EMPIRE = [
    START,
    "r1b2rk1/ppp2ppp/1q6/nP1n4/5S2/PE1S2PP/1C6/T1CD2KT w - - 5 13",
    "r2q1rk1/pp1nbp2/2pp2p1/6np/1P1S1P2/PDP2C1P/4T3/1TC2KE1 w - - 0 16",
    "r1b1k3/2p3p1/ppPb4/3Cp3/2P3p1/P3S2q/1C1E4/T4DK1 w q - 1 21",
    "rn2r1k1/1bbq2pp/1p3p1n/p2S4/2D2PP1/E1P2C1P/2T2EK1/2C4T w - - 1 19",
    "2r2rk1/p2b2p1/1p2pp1q/3p4/P1nP1PC1/1D1SS2P/3C3K/T4ET1 w - - 1 26",
]
CHESS = ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]


class Engine:
    def __init__(self, path, variant):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.send("uci")
        if "VariantPath" in self.until("uciok"):
            self.send(f"setoption name VariantPath value {sys.path[0]}/empire.ini")
        self.send("setoption name Use NNUE value false" if variant == "chess" else "")
        self.send("setoption name Hash value 64")
        self.send(f"setoption name UCI_Variant value {variant}")
        self.ready()

    def send(self, line):
        self.process.stdin.write(line + "\n")

    def until(self, word):
        seen = ""
        while word not in seen.splitlines()[-1:] and not seen.rstrip().rpartition("\n")[2].startswith(word):
            line = self.process.stdout.readline()
            if not line:
                raise SystemExit("an engine has ended")
            seen += line
        return seen

    def ready(self):
        self.send("isready")
        self.until("readyok")

    def perft(self, fen, depth):
        self.send(f"position fen {fen}")
        self.ready()
        begun = time.perf_counter()
        self.send(f"go perft {depth}")
        leaves = int(self.until("Nodes searched").rstrip().rpartition(" ")[2])
        return leaves / (time.perf_counter() - begun)

    def nps(self, fen, seconds):
        self.send("ucinewgame")
        self.send(f"position fen {fen}")
        self.ready()
        self.send(f"go movetime {int(1000 * seconds)}")
        last = [line for line in self.until("bestmove").splitlines() if " nps " in line][-1]
        return int(last.split(" nps ")[1].split()[0])

    def quit(self):
        self.send("quit")
        self.process.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ours")
    parser.add_argument("theirs")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--only", default="", help="only jobs whose name holds this word")
    args = parser.parse_args()
    jobs = [
        ("chess perft 6", "chess", [(lambda e, f: e.perft(f, 6), f) for f in CHESS]),
        ("empire perft 5", "empire", [(lambda e, f: e.perft(f, 5), START)]),
        ("empire search", "empire", [(lambda e, f: e.nps(f, args.seconds), f) for f in EMPIRE]),
    ]
    for name, variant, tasks in (job for job in jobs if args.only in job[0]):
        engines = [Engine(path, variant) for path in (args.ours, args.theirs)]
        ratios, speeds = [], []
        for _ in range(args.rounds):
            pairs = [[work(engine, fen) for engine in engines] for work, fen in tasks]
            ratios.append(statistics.geometric_mean(ours / theirs for ours, theirs in pairs))
            speeds.append([statistics.geometric_mean(side) / 1e6 for side in zip(*pairs)])
        for engine in engines:
            engine.quit()
        medians = [statistics.median(side) for side in zip(*speeds)]
        print(f"{name}: ratio {statistics.median(ratios):.2f} (rounds {' '.join(f'{r:.2f}' for r in ratios)}), "
              f"{medians[0]:.2f} against {medians[1]:.2f} million nodes a second", flush=True)


if __name__ == "__main__":
    main()
