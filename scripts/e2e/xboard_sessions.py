#!/usr/bin/env python3
"""Plays games in XBoard with the mouse, including every special move; XBoard, engine and an arbiter have to agree on the position.

    scripts/e2e/xboard_sessions.py target/release/upheaval [GAME ...]

Also tests analysis, positions loaded on the command line, XBoard's own rules, coups and prices on display (xboard_features.py).
Needs xboard, xvfb, xdotool, xclip and imagemagick. Exits with 1 after a failure.
"""

import argparse
import os
import re
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from engine import GAMES, Engine, after
from xboard_features import sessions_of
from xboard_window import Display, XBoard, options_of
from xboard_mouse import Mouse, copied, play_move

# Both sides are moved by the user; the last two plies are taken back and made again.
LINES = {
    "chess": "e2e4 a7a6 e4e5 d7d5 e5d6 a6a5 g1f3 a5a4 f1e2 h7h5 e1g1 h5h4 d6c7 h4h3 c7b8q a8b8",
    "empire": "c3c4 g8f6 c4c5 d7d5 c5d6 g7g6 e1e2 f8g7 d6c7 e8g8 c7b8q a8b8",
    "insurrection": "a2a4 b8c6 a4a5 h7h6 a5a6 h6h5 a6b7 h5h4 b7b8k a8b8 e2e4 d7d5 e4e5 f7f5 e5f6 h4h3 g1f3 h3g2 f1g2 "
                    "a7a6 e1g1 h8h2 g1h2 e7e5",
    "anarchism": "a2a4 b8c6 a4a5 h7h6 a5a6 h6h5 a6b7 h5h4 b7b8q a8b8 e2e4 d7d5 e4e5 f7f5 e5f6 h4h3 g1f3 h3g2 f1g2 "
                 "a7a6 e1g1 h8h2 g1h2 e7e5",
    "subversion": "e2e4 d7d5 e4d5 h7h5 f1d3 h8h6 d3f5 h6e6 b1g1e6r g8f6 a2f6n g7f6 h2h3 c7c5 d5c6 a7a6 e1g1 a6a5",
}
# Games against the engine, from the position after the first moves: the user's move, and the plies in which it is to be shown.
SHOWN_WRONGLY = {
    "insurrection": ("g1f3 e7e5", "f3e5", ["f3e5p"], ["-showTargetSquares", "false"]),
    "subversion": ("e2e4 d7d5 e4d5 d8d5 f1d3 a7a6 d3f5 d5e5", "b1g1a2b2c2d2f2g2h2e5q",
                   "b1g1 @@@@ g1a2 @@@@ a2b2 @@@@ b2c2 @@@@ c2d2 @@@@ d2f2 @@@@ f2g2 @@@@ g2h2 @@@@ h2e5q".split(), []),
}
# A pawn of Apocalypse arrives on its last rank beside two knights: the piece taken there is clicked, then where the pawn goes.
RELOCATION = "b1b2 d5d4 b2b3 d4d3 b3b4 d3d2"
RELOCATED = "b4c5d4"
MORE_LINES = {"subversion": "e2e4 d7d5 e4d5 d8d5 f1d3 a7a6 d3f5 d5e5 b1c1g1e5q a6a5 e5e7"}


def start(display, engine, game, options, line="0"):
    """XBoard in the mode in which the user moves both sides, or with an engine that begins with a line."""
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "xboard_opening.py")
    board = XBoard(display)
    mode = ["-initialMode", "EditGame"] if line == "0" else []
    line = line.replace("none", "0")
    player = f"{sys.executable} {script} {engine} {game} {line} - {board.folder}/first"
    board.start(player, [*options_of(game), *mode, "-engineOutputUp", "true", *options])
    board.wait_for(r"pong 1")
    time.sleep(1.5)
    return board, Mouse(display, board, 5 if game == "apocalypse" else 8)


def session(display, engine, game, line):
    board, mouse = start(display, engine, game, [])
    try:
        moves = line.split()
        for move in moves:
            play_move(mouse, game, move)
        for _ in range(2):
            mouse.take_back()
        for move in moves[-2:]:
            play_move(mouse, game, move)
        return compare(mouse, engine, game, moves)
    finally:
        board.close()


def against_the_engine(display, engine, game):
    """The user's move is shown wrongly, taken back and shown as it is; then the engine's move, and both are taken back."""
    line, move, shown, options = SHOWN_WRONGLY[game]
    board, mouse = start(display, engine, game, ["-searchDepth", "3", *options], line.replace(" ", ","))
    answers = game != "chess" and "-showTargetSquares" not in options
    try:
        for other in line.split()[::2]:
            mark = play_move(mouse, game, other, answers)
            board.wait_for(r"<first : move [a-h][1-8]", mark)
        mark = 0
        for is_last in (False, True):
            mark = len(board.traffic())
            play_move(mouse, game, move, answers)
            board.wait_for(r"<first : Illegal move \(it is shown as it should be\)", mark)
            for ply in shown:
                mark = board.wait_for(rf"<first : move {re.escape(ply)}$", mark)
            board.wait_for(r"<first : move [a-h][1-8]", mark)
            time.sleep(0.5)
            if not is_last:
                mark = len(board.traffic())
                # Two plies each; the last one is the engine's answer.
                for _ in range((len(shown) + 1) // 2):
                    mouse.key("ctrl+x")
                board.wait_for(">first : remove", mark)
        return compare(mouse, engine, game, None)
    finally:
        board.close()


def at_once(display, engine, user):
    """Some turns of Apocalypse: the user takes what is safe, the engine whatever it likes."""
    board, mouse = start(display, engine, "apocalypse", ["-searchDepth", "2"], "none")
    try:
        if user == "black":
            mouse.key("ctrl+w")
            board.wait_for("<first : move @@@@")
        for _ in range(4):
            mark = choose_safely(mouse, user)
            if mark is None:
                break
            board.wait_for(r"<first : move ", mark)
            time.sleep(1)
        return compare(mouse, engine, "apocalypse", None)
    finally:
        board.close()


def relocated(display, engine):
    """A pawn of the user's is put elsewhere, once with both sides moved by the user and once against the engine."""
    moves = [*RELOCATION.split(), RELOCATED, "e4e3"]
    board, mouse = start(display, engine, "apocalypse", [])
    try:
        for move in moves:
            play_move(mouse, "apocalypse", move)
        faults = compare(mouse, engine, "apocalypse", moves)
    finally:
        board.close()
    board, mouse = start(display, engine, "apocalypse", ["-searchDepth", "2"], RELOCATION.replace(" ", ","))
    try:
        for move in moves[:-2:2]:
            mark = play_move(mouse, "apocalypse", move)
            board.wait_for(r"<first : move ", mark)
            time.sleep(0.3)
        mark = play_move(mouse, "apocalypse", RELOCATED)
        board.wait_for(r"<first : move ", mark)
        time.sleep(1)
        return faults + compare(mouse, engine, "apocalypse", None)
    finally:
        board.close()


def choose_safely(mouse, user):
    """Moves the first piece with a safe target; returns the position in the log at which the move begins."""
    pieces = copied(mouse).split(" ")[0].split("[")[0]
    for rank, row in zip(range(5, 0, -1), pieces.split("/")):
        row = re.sub(r"\d", lambda digits: "." * int(digits[0]), row)
        for file, piece in enumerate(row):
            if piece != "." and piece.isupper() == (user == "white"):
                square = f"{chr(97 + file)}{rank}"
                mark = mouse.click(square, r"<first : highlight .*\n")
                colours = re.findall(r"<first : highlight (\S+)", mouse.board.traffic()[mark:])[-1]
                for to_rank, line in zip(range(5, 0, -1), colours.split("/")):
                    line = re.sub(r"\d", lambda digits: "." * int(digits[0]), line)
                    if "Y" in line:
                        mouse.click(f"{chr(97 + line.index('Y'))}{to_rank}")
                        return mark
                mouse.click(square)
    return None


def with_legality(display, engine):
    """With XBoard's own rules the engine warns."""
    board, mouse = start(display, engine, "insurrection", ["-testLegality", "true"])
    try:
        for move in ["g1f3", "e7e5"]:
            play_move(mouse, "insurrection", move)
        mouse.click("f3", "<first : highlight")
        mouse.click("e5", "<first : choice P")
        board.wait_for("<first : tellusererror")
        time.sleep(1)
        return []
    finally:
        board.close()


def compare(mouse, engine, game, moves):
    """Compares XBoard's position, the engine's, and that of an arbiter."""
    shown = copied(mouse)
    mouse.board.close()
    path = f"{mouse.board.folder}/first"
    deadline = time.monotonic() + 10
    while not os.path.exists(path) and time.monotonic() < deadline:
        time.sleep(0.1)
    with open(path, encoding="ascii") as file:
        printed = file.read().splitlines()[-1]
    arbiter = Engine(engine, game)
    true = arbiter.fen(after(moves)) if moves else printed
    arbiter.quit()
    faults = []
    if printed != true:
        faults.append(f"the engine has {printed}, not {true}")
    if shown.split(" ")[0].split("[")[0] != true.split()[0]:
        faults.append(f"XBoard has {shown!r}, not {true}")
    wrong = re.compile(r"<first : (Illegal move:|Error)")
    faults.extend(line for line in mouse.board.traffic().splitlines() if wrong.search(line))
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("game", nargs="*", default=GAMES)
    args = parser.parse_args()
    engine = os.path.abspath(args.engine)
    games = args.game or GAMES
    sessions = [(game, lambda d, g=game: session(d, engine, g, LINES[g]))
                for game in games if game in LINES]
    sessions += [(f"{g}, more", lambda d, g=g: session(d, engine, g, MORE_LINES[g])) for g in games if g in MORE_LINES]
    sessions += [(f"{g} against the engine", lambda d, g=g: against_the_engine(d, engine, g))
                 for g in games if g in SHOWN_WRONGLY]
    if "insurrection" in games:
        sessions.append(("with XBoard's own rules", lambda d: with_legality(d, engine)))
    if "apocalypse" in games:
        sessions += [(f"apocalypse as {user}", lambda d, u=user: at_once(d, engine, u))
                     for user in ("white", "black")]
        sessions.append(("apocalypse, a relocation", lambda d: relocated(d, engine)))
    sessions += sessions_of(games, engine)
    is_good = True
    for name, run in sessions:
        with Display("800x430x24") as display:
            try:
                faults = run(display)
            except AssertionError as error:
                faults = str(error).splitlines()
        print(f"{name}:", "ok" if not faults else "\n  " + "\n  ".join(faults), flush=True)
        is_good &= not faults
    sys.exit(0 if is_good else 1)


if __name__ == "__main__":
    main()
