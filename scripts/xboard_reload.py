#!/usr/bin/env python3
"""Games that a real XBoard has saved are loaded by XBoard again: a match of the engine against itself for every game, and
each of its games out of the file. A game counts only if XBoard has no complaint, and if the position after its last move is
the one that stood when the game was saved. Exits with 1 otherwise.

    apt-get install xboard xvfb xdotool xclip imagemagick
    scripts/xboard_reload.py target/release/upheaval --games 20 [insurrection ...]
    scripts/xboard_reload.py target/release/upheaval insurrection --file games.pgn     only loads, and tells the positions
"""

import argparse
import os
import re
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from xboard_common import GAMES, Display, XBoard, options_of
from xboard_match import play, read


def games_of(path):
    """The texts of a PGN file's games."""
    return [text for text in re.split(r"(?=^\[Event )", read(path), flags=re.M) if text.strip()]


def clipboard_position(display):
    """The position that XBoard puts on the clipboard."""
    window = display.run("xdotool", "search", "--onlyvisible", "--name", "xboard|vs\\.|traffic|games").split()
    for name in window:
        display.run("xdotool", "windowfocus", "--sync", name)
        display.run("xdotool", "key", "ctrl+shift+c")
    time.sleep(0.4)
    return display.run("xclip", "-selection", "clipboard", "-o").strip()


def load(display, engine, game, text):
    """Loads a game; gives the board after it and what XBoard says against it."""
    board = XBoard(display)
    path = os.path.join(board.folder, "one.pgn")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    try:
        # The engine that is told of its game can define it before XBoard reads the file.
        board.start(f"{engine} xboard {game}", [*options_of(game), "-loadGameFile", path, "-timeDelay", "0", "-popupMoveErrors", "true"])
        board.wait_for("LoadGame\\(\\): on exit", patience=40)
        board.wait_for("pong 1", patience=40)
        time.sleep(0.6)
        fen = clipboard_position(display)
        traffic = board.traffic()
    finally:
        board.close()
    board.forget()
    complaints = re.findall(r"^(?:Illegal move:|Ambiguous move:|Parsed (?:Impossible|Ambiguous)Move).*", traffic, re.M)
    complaints += re.findall(r"<first : (?:Illegal|Error).*", traffic)
    return fen.split(" ")[0].split("[")[0], complaints


def reload(display, engine, game, texts, positions):
    """The faults of all the games of a file; without positions, what the boards are."""
    faults = []
    for number, text in enumerate(texts, 1):
        fen, complaints = load(display, engine, game, text)
        if complaints:
            faults.append(f"game {number}: {complaints[0]}")
        elif positions is None:
            print(f"  game {number}: {fen}")
        elif fen != positions[number - 1]:
            faults.append(f"game {number}: {fen or 'nothing'} after loading, not {positions[number - 1]}")
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("game", nargs="*", default=GAMES)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--file", help="a PGN file to be loaded, instead of a match's")
    parser.add_argument("--level", default="0:01", help="time for a game, minutes and seconds")
    parser.add_argument("--increment", default="0.01", help="seconds for each move")
    parser.add_argument("--plies", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--patience", type=float, default=600)
    args = parser.parse_args()
    engine = os.path.abspath(args.engine)
    is_good = True
    for game in args.game or GAMES:
        with Display() as display:
            if args.file:
                texts, positions = games_of(args.file), None
            else:
                board, _ = play(display, engine, game, args.games, args)
                texts = games_of(board.games)
                positions = [line.split()[0].split("[")[0] for line in read(board.positions).splitlines()
                             if line.count("/") >= 4]
                keep = board.folder
            faults = reload(display, engine, game, texts, positions)
            if not args.file:
                if len(texts) < args.games:
                    faults.append(f"{len(texts)} games saved, not {args.games}")
                if faults:
                    print(f"  files: {keep}")
                else:
                    board.forget()
        print(f"{game}: {len(texts)} games loaded, {len(faults)} of them wrongly", flush=True)
        for fault in faults:
            print(f"  {fault}")
        is_good &= not faults
    sys.exit(0 if is_good else 1)


if __name__ == "__main__":
    main()
