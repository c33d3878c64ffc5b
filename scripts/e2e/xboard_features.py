"""Sessions for xboard_sessions.py: analysis with a weak engine, loaded positions, coups and prices on display."""

import os
import re
import time

from engine import Engine
from xboard_window import XBoard, options_of
from xboard_mouse import Mouse, copied, play_move

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


def sessions_of(games, engine):
    """Names and sessions."""
    sessions = []
    for game in games:
        if game in LOADED:
            sessions.append((f"{game}, positions loaded", lambda d, g=game: [
                fault for fen, move in LOADED[g] for fault in loads(d, engine, g, fen, move)]))
    for game in {"chess", "empire"} & set(games):
        sessions.append((f"{game}, analysis at full strength", lambda d, g=game: analyses(d, engine, g)))
    if "insurrection" in games:
        sessions.append(("insurrection, a coup on display", lambda d: shows_a_coup(d, engine)))
    if "subversion" in games:
        sessions.append(("subversion, a price in words", lambda d: shows_a_price(d, engine)))
    return sessions


def begin(display, engine, game, options, fen=None):
    """XBoard as scripts/xboard.sh starts it, perhaps with a position loaded on its command line."""
    board = XBoard(display)
    if fen:
        path = os.path.join(board.folder, "loaded.fen")
        with open(path, "w", encoding="ascii") as file:
            file.write(fen + "\n")
        options = ["-loadPositionFile", path, "-loadPositionIndex", "1", *options]
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
    board = begin(display, engine, game, ["-firstOptions", "SkillLevel=0", "-initialMode", "analysis"])
    try:
        mark = board.wait_for(">first : analyze")
        assert "option SkillLevel=0" in board.traffic()
        board.wait_for(r"^.*<first : 10 ", mark, 90)
        return complaints(display, board)
    finally:
        board.close()


def loads(display, engine, game, fen, move):
    """XBoard and the engine load the position, and a game continues from there."""
    board = begin(display, engine, game, ["-searchDepth", "2"], fen)
    try:
        board.wait_for(r"<first : pong 1")
        time.sleep(2)
        mouse = Mouse(display, board, 8)
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
    finally:
        board.close()


def title(mouse):
    return mouse.display.run("xdotool", "getwindowname", mouse.window).strip()


def shows_a_coup(display, engine):
    """A coup's target is green, and the governments stay in the title, also after later thoughts."""
    fen, move, name = COUP
    board = begin(display, engine, "insurrection", ["-searchDepth", "6", "-initialMode", "EditGame"], fen)
    try:
        board.wait_for(r"<first : pong 1")
        time.sleep(2)
        mouse = Mouse(display, board, 8)
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
    finally:
        board.close()


def shows_a_price(display, engine):
    """Each click shows what has been paid and what is still owed."""
    line, payers, target = BRIBE
    board = begin(display, engine, "subversion", ["-initialMode", "EditGame"])
    try:
        board.wait_for(r"<first : pong 1")
        time.sleep(2)
        mouse = Mouse(display, board, 8)
        for move in line.split():
            play_move(mouse, "subversion", move)
        for payer, text in zip(payers, OWED):
            mark = mouse.click(payer, "<first : highlight")
            board.wait_for(r"<first : 0 0 0 0 Bribe " + text, mark)
            time.sleep(0.5)
        mouse.click(target)
        board.wait_for(r">first : usermove ", mark)
        return complaints(display, board)
    finally:
        board.close()
