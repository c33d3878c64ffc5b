#!/usr/bin/env python3
"""Compares the speed of the engine with Fairy-Stockfish in turns: perft, and nodes per second. Prints the ratios of each round.

    scripts/bench/speed.py target/release/upheaval path/to/fairy-stockfish [--rounds 5] [--seconds 2] [--only NAME]
"""

import argparse
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from engine import ROOT, Engine

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


def start(path, game):
    engine = Engine(path)
    engine.send("uci")
    if any("VariantPath" in line for line in engine.until("uciok")):
        engine.send(f"setoption name VariantPath value {ROOT}/scripts/empire.ini", "setoption name Use NNUE value false")
    engine.send("setoption name Hash value 64", f"setoption name UCI_Variant value {game}")
    engine.ready()
    return engine


def perft(engine, fen, depth):
    engine.send(f"position fen {fen}")
    engine.ready()
    begin = time.perf_counter()
    engine.send(f"go perft {depth}")
    leaves = int(engine.until("Nodes searched")[-1].split()[-1])
    return leaves / (time.perf_counter() - begin)


def nodes_per_second(engine, fen, seconds):
    engine.send("ucinewgame", f"position fen {fen}")
    engine.ready()
    engine.send(f"go movetime {int(1000 * seconds)}")
    last = [line for line in engine.until("bestmove") if " nps " in line][-1]
    return int(last.split(" nps ")[1].split()[0])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ours")
    parser.add_argument("theirs")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--only", default="", help="only jobs whose name holds this word")
    args = parser.parse_args()
    jobs = [
        ("chess perft 6", "chess", [(lambda e, f: perft(e, f, 6), f) for f in CHESS]),
        ("empire perft 5", "empire", [(lambda e, f: perft(e, f, 5), START)]),
        ("empire search", "empire", [(lambda e, f: nodes_per_second(e, f, args.seconds), f) for f in EMPIRE]),
    ]
    for name, variant, tasks in (job for job in jobs if args.only in job[0]):
        engines = [start(path, variant) for path in (args.ours, args.theirs)]
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
