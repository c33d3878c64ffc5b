#!/usr/bin/env python3
"""Games that a real XBoard has saved are loaded by XBoard again: a match of the engine against itself for every game, and
each of its games out of the file. A game counts only if XBoard has no complaint, and if the position after its last move is
the one that stood when the game was saved. Exits with 1 otherwise.

    apt-get install xboard xvfb xdotool xclip imagemagick
    scripts/xboard_reload.py target/release/upheaval --games 20 [insurrection ...]
    scripts/xboard_reload.py target/release/upheaval --games 20 --way menu       by File > Load Game; or --way paste
    scripts/xboard_reload.py target/release/upheaval empire --file games.pgn --positions games.epd

The last one loads games that something else has written, the arena or the tool pgn, with the last position of each, as the
arena's -epdout writes them; without positions it tells those that XBoard comes to. --keep FOLDER keeps the match's games and
last positions.
"""

import argparse
import os
import re
import shutil
import subprocess
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


def focus(display, title):
    """Gives the keyboard to the window of this title, as soon as there is one."""
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        windows = display.run("xdotool", "search", "--onlyvisible", "--name", title).split()
        if windows:
            display.run("xdotool", "windowfocus", "--sync", windows[-1])
            time.sleep(0.3)
            return
        time.sleep(0.1)
    raise AssertionError(f"no window '{title}'")


def copy(display, text, selection="clipboard"):
    """Puts a text on the clipboard, or makes it what is selected."""
    subprocess.run(["xclip", "-selection", selection], env=display.env, input=text, text=True, timeout=30, check=True)


def name_file(display, path):
    """Writes the name into the window that asks for a file, which takes in nothing before it has looked the folder through."""
    copy(display, path)
    copy(display, "", "primary")
    for _ in range(20):
        # Pasting opens the line in which names are typed; typed there, a name would be completed on the way.
        display.run("xdotool", "key", "ctrl+v")
        time.sleep(0.7)
        display.run("xdotool", "key", "ctrl+a")
        time.sleep(0.3)
        if display.run("xclip", "-selection", "primary", "-o") == path:
            return
    raise AssertionError("the window for files takes no name")


def load_by_hand(display, board, path, way):
    """Loads the game as a user does; what a busy machine has not taken in is done again."""
    board.wait_for("pong 1", patience=40)
    for _ in range(5):
        time.sleep(1)
        focus(display, "^xboard")
        if way == "paste":
            copy(display, read(path))
            display.run("xdotool", "key", "ctrl+v")
        else:
            # The window remembers that a name was typed, and then hides the line in which it stands.
            shutil.rmtree(os.path.join(display.home, ".config"), ignore_errors=True)
            display.run("xdotool", "key", "ctrl+o")
            focus(display, "Load game file name")
            name_file(display, path)
            display.run("xdotool", "key", "Return")
        try:
            board.wait_for("LoadGame\\(\\): on e", patience=8)
            return
        except AssertionError:
            display.run("xdotool", "key", "Escape")
    raise AssertionError(f"the game is not loaded by {way}")


def load(display, engine, game, text, args):
    """Loads a game; gives the board after it and what XBoard says against it."""
    board = XBoard(display)
    path = os.path.join(board.folder, "one.pgn")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    try:
        on_command_line = ["-loadGameFile", path] if args.way == "command" else []
        # The engine that is told of its game can define it before XBoard reads the file.
        board.start(f"{engine} xboard {game}", [*options_of(game), *on_command_line, "-timeDelay", "0",
                                                "-popupMoveErrors", "true"])
        if args.way != "command":
            load_by_hand(display, board, path, args.way)
        board.wait_for("LoadGame\\(\\): on exit", patience=40)
        board.wait_for("pong 1", patience=40)
        # The position is put on the clipboard as soon as XBoard has told the engine all moves.
        fen = ""
        for _ in range(20):
            time.sleep(0.4)
            before, fen = fen, clipboard_position(display)
            if fen and fen == before:
                break
        traffic = board.traffic()
    finally:
        board.close()
    board.forget()
    complaints = re.findall(r"^(?:Illegal move:|Ambiguous move:|Parsed (?:Impossible|Ambiguous)Move).*", traffic, re.M)
    complaints += re.findall(r"<first : (?:Illegal|Error).*", traffic)
    return fen.split(" ")[0].split("[")[0], complaints


def reload(display, engine, game, texts, positions, args):
    """The faults of all the games of a file; without positions, what the boards are."""
    faults = []
    for number, text in enumerate(texts, 1):
        fen, complaints = load(display, engine, game, text, args)
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
    parser.add_argument("--positions", help="the last positions of its games, one a line")
    parser.add_argument("--way", choices=["command", "menu", "paste"], default="command", help="how games are loaded")
    parser.add_argument("--keep", metavar="FOLDER", help="where the match's games and last positions are kept")
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
                texts = games_of(args.file)
                positions = [line.split()[0] for line in read(args.positions).splitlines()] if args.positions else None
            else:
                board, _ = play(display, engine, game, args.games, args)
                texts = games_of(board.games)
                positions = [line.split()[0].split("[")[0] for line in read(board.positions).splitlines()
                             if line.count("/") >= 4]
                keep = board.folder
                if args.keep:
                    os.makedirs(args.keep, exist_ok=True)
                    shutil.copy(board.games, os.path.join(args.keep, f"{game}.pgn"))
                    shutil.copy(board.positions, os.path.join(args.keep, f"{game}.fen"))
            faults = reload(display, engine, game, texts, positions, args)
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
