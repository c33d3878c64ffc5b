#!/usr/bin/env python3
"""Plays matches of the engine against itself in XBoard; every game has to end by the engines' claim in the same position everywhere.

    scripts/e2e/xboard_match.py target/release/upheaval [GAME ...] [--games 50] [--reload]
    scripts/e2e/xboard_match.py target/release/upheaval GAME --file games.pgn --positions games.epd    # loads games of the arena

With --reload XBoard loads each saved game again, and its last position has to be the one saved. Needs xboard, xvfb, xdotool, xclip
and imagemagick. Exits with 1 after a failure.
"""

import argparse
import os
import re
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from engine import GAMES
from xboard_window import OPENING, Display, XBoard, options_of

REASONS = (r"checkmate|stalemate|campmate|threefold repetition|fifty-move rule|insufficient material|"
           r"no pawns left|two penalties|turn limit")


def read(path):
    try:
        return Path(path).read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return ""


def boards(path):
    """The piece placements of a file of positions."""
    return [line.split()[0].split("[")[0] for line in read(path).splitlines() if line.count("/") >= 4]


def games_of(path):
    """The texts of the games in a PGN file."""
    return [text for text in re.split(r"(?=^\[Event )", read(path), flags=re.M) if text.strip()]


def results_of(path):
    """Results of a PGN file with their comments."""
    text = read(path)
    tags = re.findall(r'\[Result "([^"]*)"\]', text)
    return list(zip(tags, re.findall(r"\{([^{}]*)\}\s*(?:1-0|0-1|1/2-1/2|\*)\s*$", text, re.M)))


def play(display, engine, game, args):
    options = [*options_of(game), "-matchGames", str(args.games), "-timeControl", args.level, "-timeIncrement", args.increment,
               "-matchPause", "100", "-delayBeforeQuit", "1", "-delayAfterQuit", "1"]
    # Apocalypse needs no opening: its moves are random.
    plies = 0 if game == "apocalypse" else args.plies
    player = f"{sys.executable} {OPENING} {engine} {game} {plies} {args.seed}"
    board = XBoard(display)
    first, second = (f"{player} {board.folder}/{name}" for name in ("first", "second"))
    board.start(first, options, second)
    end = time.monotonic() + args.timeout
    while board.process.poll() is None and time.monotonic() < end:
        time.sleep(0.5)
    board.close()
    return board


def faults_of(board, games):
    saved, results = boards(board.positions), results_of(board.games)
    # On leaving, XBoard opens one more game, whose position does not count.
    reported = list(zip(*(boards(f"{board.folder}/{name}")[:games] for name in ("first", "second"))))
    faults = []
    if not len(saved) == len(reported) == len(results) == games:
        faults.append(f"{len(results)} games, {len(saved)} positions, {len(reported)} pairs of the engines, not {games}")
    for number, (fen, pair) in enumerate(zip(saved, reported), 1):
        if (fen, fen) != pair:
            faults.append(f"game {number}: XBoard has {fen}, the engines {pair}")
    faults += [f"game {number} ended {result} {{{comment}}}" for number, (result, comment) in enumerate(results, 1)
               if not re.fullmatch(REASONS, comment)]
    return faults + [line for line in board.traffic().splitlines() if re.search(r"<(first |second): (Illegal|Error)", line)]


def clipboard(display):
    """The position that XBoard copies to the clipboard."""
    for window in display.run("xdotool", "search", "--onlyvisible", "--name", "xboard|vs\\.|traffic|games").split():
        display.run("xdotool", "windowfocus", "--sync", window)
        display.run("xdotool", "key", "ctrl+shift+c")
    time.sleep(0.4)
    return display.run("xclip", "-selection", "clipboard", "-o").strip().split(" ")[0].split("[")[0]


def load(display, engine, game, text):
    """Loads a game; returns the board after it and XBoard's complaints."""
    with XBoard(display) as board:
        path = board.write("one.pgn", text)
        board.start(f"{engine} xboard {game}", [*options_of(game), "-loadGameFile", path, "-timeDelay", "0", "-popupMoveErrors", "true"])
        board.wait_for("LoadGame\\(\\): on exit", timeout=40)
        board.wait_for("pong 1", timeout=40)
        fen = ""
        for _ in range(20):
            time.sleep(0.4)
            before, fen = fen, clipboard(display)
            if fen and fen == before:
                break
        traffic = board.traffic()
    board.remove()
    complaints = re.findall(r"^(?:Illegal move:|Ambiguous move:|Parsed (?:Impossible|Ambiguous)Move).*", traffic, re.M)
    return fen, complaints + re.findall(r"<first : (?:Illegal|Error).*", traffic)


def reload(display, engine, game, texts, positions):
    faults = []
    for number, (text, position) in enumerate(zip(texts, positions, strict=True), 1):
        fen, complaints = load(display, engine, game, text)
        if complaints or fen != position:
            faults.append(f"game {number}: {complaints[0] if complaints else f'{fen} after loading, not {position}'}")
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("game", nargs="*", help="all games by default")
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--reload", action="store_true", help="load the saved games again")
    parser.add_argument("--file", help="load the games of this PGN file instead of playing")
    parser.add_argument("--positions", help="the last positions of its games, one a line")
    parser.add_argument("--level", default="0:01", help="time for a game, minutes and seconds")
    parser.add_argument("--increment", default="0.01", help="seconds for each move")
    parser.add_argument("--plies", type=int, default=6, help="random plies at the beginning")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--timeout", type=float, default=3600)
    args = parser.parse_args()
    engine = os.path.abspath(args.engine)
    failed = False
    for game in args.game or GAMES:
        with Display() as display:
            if args.file:
                faults = reload(display, engine, game, games_of(args.file), boards(args.positions))
            else:
                board = play(display, engine, game, args)
                faults = faults_of(board, args.games)
                if args.reload and not faults:
                    faults = reload(display, engine, game, games_of(board.games), boards(board.positions))
                if faults:
                    print(f"  files: {board.folder}")
                else:
                    board.remove()
        print(f"{game}: {'ok' if not faults else 'FAILED'}", *faults, sep="\n  ", flush=True)
        failed |= bool(faults)
    sys.exit(failed)


if __name__ == "__main__":
    main()
