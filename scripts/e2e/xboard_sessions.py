#!/usr/bin/env python3
"""Plays games in XBoard with the mouse, including every special move; XBoard, engine and an arbiter have to agree on the position.

    scripts/e2e/xboard_sessions.py target/release/upheaval [GAME ...]

Also tests analysis, positions loaded on the command line, XBoard's own rules, coups and prices on display.
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
from xboard_window import OPENING, Display, XBoard, copied, options_of, play_move

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

# Positions that are not the start, one for each side where XBoard can load both, and a move that only they allow.
LOADED = {
    "empire": [("k7/8/8/3q4/8/8/3T4/4K3 w - - 0 1", "d2d4"), ("k7/8/8/3q4/8/8/3T4/4K3 b - - 0 1", "d5d4")],
    "insurrection": [("4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1", "f3d4"), ("4k3/8/8/4p3/8/5N2/8/4K3 b - - 0 1", "e5e4")],
    "anarchism": [("4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1", "f3d4"), ("4k3/8/8/4p3/8/5N2/8/4K3 b - - 0 1", "e5e4")],
    "subversion": [("4k3/8/8/2q5/1N6/8/P7/7K w - - 0 1", "a2a4"), ("4k3/8/8/2q5/1N6/8/P7/7K b - - 0 1", "c5b4")],
}
# White's king can take a knight and bring Black's other one to power; then the engine answers.
COUP = ("r1b1kb1r/ppp2ppp/5n2/4q3/8/2N5/PPPnKPPP/R1BQ1B1R w kq - 0 9", "e2d2", "White K, Black N - Upheaval")
# After these moves a rook gives check, and a knight is not enough for it.
BRIBE = ("e2e4 d7d5 e4d5 h7h5 f1d3 h8h6 d3f5 h6e6", ["b1", "g1"], "e6")
OWED = [r"rook e6: owed \(cyan\) 1 of c1, g1, f5, or all 8 pawns; paid knight b1",
        r"rook e6 \(blue\) for knight b1 and knight g1"]
GREEN = "#00FF00"


def start(display, engine, game, options, line="0"):
    """XBoard in the mode in which the user moves both sides, or with an engine that begins with a line."""
    board = XBoard(display)
    mode = ["-initialMode", "EditGame"] if line == "0" else []
    line = line.replace("none", "0")
    board.start(f"{sys.executable} {OPENING} {engine} {game} {line} - {board.folder}/first", [*options_of(game), *mode, "-engineOutputUp", "true", *options])
    return board


def session(display, engine, game, line):
    with start(display, engine, game, []) as board:
        mouse = board.ready()
        moves = line.split()
        for move in moves:
            play_move(mouse, game, move)
        for _ in range(2):
            mouse.take_back()
        for move in moves[-2:]:
            play_move(mouse, game, move)
        return compare(mouse, engine, game, moves)


def against_the_engine(display, engine, game):
    """The user's move is shown wrongly, taken back and shown as it is; then the engine's move, and both are taken back."""
    line, move, shown, options = SHOWN_WRONGLY[game]
    answers = game != "chess" and "-showTargetSquares" not in options
    with start(display, engine, game, ["-searchDepth", "3", *options], line.replace(" ", ",")) as board:
        mouse = board.ready()
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


def at_once(display, engine, user):
    """Some turns of Apocalypse: the user takes what is safe, the engine whatever it likes."""
    with start(display, engine, "apocalypse", ["-searchDepth", "2"], "none") as board:
        mouse = board.ready(5)
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


def relocated(display, engine):
    """A pawn of the user's is put elsewhere, once with both sides moved by the user and once against the engine."""
    moves = [*RELOCATION.split(), RELOCATED, "e4e3"]
    with start(display, engine, "apocalypse", []) as board:
        mouse = board.ready(5)
        for move in moves:
            play_move(mouse, "apocalypse", move)
        faults = compare(mouse, engine, "apocalypse", moves)
    with start(display, engine, "apocalypse", ["-searchDepth", "2"], RELOCATION.replace(" ", ",")) as board:
        mouse = board.ready(5)
        for move in moves[:-2:2]:
            mark = play_move(mouse, "apocalypse", move)
            board.wait_for(r"<first : move ", mark)
            time.sleep(0.3)
        mark = play_move(mouse, "apocalypse", RELOCATED)
        board.wait_for(r"<first : move ", mark)
        time.sleep(1)
        return faults + compare(mouse, engine, "apocalypse", None)


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
    with start(display, engine, "insurrection", ["-testLegality", "true"]) as board:
        mouse = board.ready()
        for move in ["g1f3", "e7e5"]:
            play_move(mouse, "insurrection", move)
        mouse.click("f3", "<first : highlight")
        mouse.click("e5", "<first : choice P")
        board.wait_for("<first : tellusererror")
        time.sleep(1)
        return []


def begin(display, engine, game, options, fen=None):
    """XBoard as scripts/xboard.sh starts it, perhaps with a position loaded on its command line."""
    board = XBoard(display)
    if fen:
        options = ["-loadPositionFile", board.write("loaded.fen", fen + "\n"), "-loadPositionIndex", "1", *options]
    board.start(f"{engine} xboard {game}", [*options_of(game), "-engineOutputUp", "true", "-showThinking", "true", *options])
    return board


def complaints(display, board):
    """Windows by which XBoard complains, and the engine's errors."""
    names = [display.run("xdotool", "getwindowname", window).strip()
             for window in display.run("xdotool", "search", "--onlyvisible", "--name", "Error|Note|Message").split()]
    wrong = re.compile(r"<(first |second): (Illegal|Error|telluser)")
    return [f"a window: {name}" for name in names] + [line for line in board.traffic().splitlines() if wrong.search(line)]


def analyses(display, engine, game):
    """An engine that is set to play as weakly as it can analyses as deeply as ever."""
    with begin(display, engine, game, ["-firstOptions", "SkillLevel=0", "-initialMode", "analysis"]) as board:
        mark = board.wait_for(">first : analyze")
        assert "option SkillLevel=0" in board.traffic()
        board.wait_for(r"^.*<first : 10 ", mark, 90)
        return complaints(display, board)


def loads(display, engine, game, fen, move):
    """XBoard and the engine load the position, and a game continues from there."""
    with begin(display, engine, game, ["-searchDepth", "2"], fen) as board:
        mouse = board.ready()
        shown = copied(mouse).split()[:2]
        faults = [] if shown == fen.split()[:2] else [f"XBoard has {shown}, not {fen}"]
        mark = play_move(mouse, game, move)
        if " b " in fen:
            # XBoard has the engine play Black, and leaves it aside when Black is to move; the user gives it White.
            mouse.key("ctrl+w")
        reply = board.wait_for(r"<first : move \S+", mark)
        printed = re.search(r"move (\S+)$", board.traffic()[:reply])[1]
        arbiter = Engine(engine, game)
        legal = arbiter.moves(f"fen {fen} moves {move}")
        arbiter.quit()
        if not any(printed.startswith(m[:4]) for m in legal):
            faults.append(f"the engine's {printed} is no answer to {move} at {fen}")
        return faults + complaints(display, board)


def title(mouse):
    return mouse.display.run("xdotool", "getwindowname", mouse.window).strip()


def shows_a_coup(display, engine):
    """A coup's target is green, and the governments stay in the title, also after later thoughts."""
    fen, move, name = COUP
    with begin(display, engine, "insurrection", ["-searchDepth", "6", "-initialMode", "EditGame"], fen) as board:
        mouse = board.ready()
        faults = [] if "Black" not in title(mouse) else [f"the title begins as {title(mouse)!r}"]
        mark = mouse.click(move[:2], "<first : highlight")
        board.wait_for(r"<first : 0 0 0 0 Coup \(green\): Black becomes junta \(d2\)", mark)
        time.sleep(0.5)
        if GREEN not in mouse.colors(move[2:]):
            faults.append(f"no green on {move[2:]}, but {mouse.colors(move[2:])}")
        mouse.click(move[2:])
        mark = board.wait_for(r">first : usermove ", mark)
        # The engine takes Black: XBoard writes a title of its own, and thoughts fill the engine's window.
        mouse.key("ctrl+b")
        board.wait_for(r"<first : move ", mark)
        time.sleep(1)
        if name not in title(mouse):
            faults.append(f"the title is {title(mouse)!r} after the coup")
        mouse.key("ctrl+x")
        board.wait_for(">first : remove", mark)
        time.sleep(1)
        if "Black" in title(mouse):
            faults.append(f"the title is {title(mouse)!r} after the coup has been taken back")
        return faults + complaints(display, board)


def shows_a_price(display, engine):
    """Each click shows what has been paid and what is still owed."""
    line, payers, target = BRIBE
    with begin(display, engine, "subversion", ["-initialMode", "EditGame"]) as board:
        mouse = board.ready()
        for move in line.split():
            play_move(mouse, "subversion", move)
        for payer, text in zip(payers, OWED):
            mark = mouse.click(payer, "<first : highlight")
            board.wait_for(r"<first : 0 0 0 0 Bribe " + text, mark)
            time.sleep(0.5)
        mouse.click(target)
        board.wait_for(r">first : usermove ", mark)
        return complaints(display, board)


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
    sessions += [(f"{g}, positions loaded", lambda d, g=g: [fault for fen, move in LOADED[g] for fault in loads(d, engine, g, fen, move)])
                 for g in games if g in LOADED]
    sessions += [(f"{g}, analysis at full strength", lambda d, g=g: analyses(d, engine, g)) for g in ("chess", "empire") if g in games]
    if "insurrection" in games:
        sessions.append(("insurrection, a coup on display", lambda d: shows_a_coup(d, engine)))
    if "subversion" in games:
        sessions.append(("subversion, a price in words", lambda d: shows_a_price(d, engine)))
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
