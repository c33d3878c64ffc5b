#!/usr/bin/env python3
"""Matches of the engine against itself in a real XBoard: for every game, random openings, each with both colours.

A game counts only if it ends by the engines' own claim, and if the position that XBoard has saved, the one of the first
engine and the one of the second are the same. Exits with 1 otherwise.

    apt-get install xboard xvfb xdotool imagemagick
    scripts/xboard_match.py target/release/upheaval --games 50 [empire ...]
"""

import argparse
import os
import re
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from xboard_common import GAMES, Display, XBoard, options_of


REASONS = (r"checkmate|stalemate|campmate|threefold repetition|fifty-move rule|insufficient material|"
           r"no pawns left|two penalties|turn limit")


def read(path):
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except FileNotFoundError:
        return ""


def ends(path):
    """Results of a PGN file with their comments."""
    text = read(path)
    tags = re.findall(r'\[Result "([^"]*)"\]', text)
    comments = re.findall(r"\{([^{}]*)\}\s*(?:1-0|0-1|1/2-1/2|\*)\s*$", text, re.M)
    return list(zip(tags, comments))


def play(display, engine, game, games, args):
    options = [*options_of(game), "-matchGames", str(games), "-timeControl", args.level, "-timeIncrement", args.increment,
               "-matchPause", "100", "-delayBeforeQuit", "1", "-delayAfterQuit", "1"]
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "xboard_opening.py")
    # Apocalypse needs no opening: its moves are drawn by lot.
    plies = 0 if game == "apocalypse" else args.plies
    player = f"{sys.executable} {script} {engine} {game} {plies} {args.seed}"
    board = XBoard(display)
    first, second = (f"{player} {board.folder}/{name}" for name in ("first", "second"))
    board.start(first, options, second)
    begin = time.monotonic()
    while board.process.poll() is None and time.monotonic() - begin < args.patience:
        time.sleep(0.5)
    board.close()
    return board, time.monotonic() - begin


def check(board, games):
    """The faults of a match."""
    traffic = board.traffic()
    saved = [line.split()[0] for line in read(board.positions).splitlines() if line.count("/") >= 4]
    # XBoard leaves by opening one more game, whose position is of no interest.
    first, second = (read(f"{board.folder}/{name}").splitlines()[:games] for name in ("first", "second"))
    told = [[fen.split()[0] for fen in pair] for pair in zip(first, second)]
    results = ends(board.games)
    faults = []
    if not len(saved) == len(told) == len(results) == games:
        faults.append(f"{len(results)} games, {len(saved)} positions, {len(told)} pairs told, not {games}")
    for number, (fen, pair) in enumerate(zip(saved, told), 1):
        if [fen, fen] != pair:
            faults.append(f"game {number}: XBoard has {fen}, the engines {pair}")
    for number, (result, comment) in enumerate(results, 1):
        if not re.fullmatch(REASONS,
                            comment):
            faults.append(f"game {number} ended {result} {{{comment}}}")
    faults.extend(line for line in traffic.splitlines() if re.search(r"<(first |second): (Illegal|Error)", line))
    return faults, results


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("game", nargs="*", default=GAMES)
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--level", default="0:05", help="time for a game, minutes and seconds")
    parser.add_argument("--increment", default="0.05", help="seconds for each move")
    parser.add_argument("--plies", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--patience", type=float, default=3600)
    parser.add_argument("--keep", action="store_true", help="leaves XBoard's files and tells where")
    args = parser.parse_args()
    engine = os.path.abspath(args.engine)
    is_good = True
    with Display() as display:
        for game in args.game or GAMES:
            board, seconds = play(display, engine, game, args.games, args)
            faults, results = check(board, args.games)
            kinds = {}
            for result, comment in results:
                kinds[f"{result} {comment}"] = kinds.get(f"{result} {comment}", 0) + 1
            print(f"{game}: {len(results)} games in {seconds:.0f} s, {kinds}", flush=True)
            for fault in faults:
                print(f"  {fault}")
            is_good &= not faults
            if args.keep or faults:
                print(f"  files: {board.folder}")
            else:
                board.forget()
    sys.exit(0 if is_good else 1)


if __name__ == "__main__":
    main()
