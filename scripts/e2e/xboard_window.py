"""A virtual display, XBoard as a child process with its log of the traffic, and the mouse over its board: shared by the XBoard scripts."""

import os
import random
import re
import shutil
import signal
import subprocess
import tempfile
import time

# The proxy that plays openings.
OPENING = os.path.join(os.path.dirname(os.path.abspath(__file__)), "xboard_opening.py")
NO_ADJUDICATION = ["-testClaims", "false", "-checkMates", "false", "-materialDraws", "false", "-trivialDraws", "false",
                   "-repeatsToDraw", "0", "-ruleMoves", "0"]


def options_of(game):
    """The XBoard options of a game, as in scripts/xboard.sh."""
    # The opening proxy begins at the start position of chess.
    known = {"chess": [], "chess960": ["-variant", "fischerandom", "-defaultFrcPosition", "518"]}
    return [*known.get(game, ["-variant", game, "-testLegality", "false"]), *NO_ADJUDICATION]


class Display:
    """A virtual screen with a home directory of its own."""

    def __init__(self, size="1200x900x24"):
        read, write = os.pipe()
        self.process = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", size, "-nolisten", "tcp"],
                                        pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as number:
            self.name = ":" + number.readline().strip()
        self.home = tempfile.mkdtemp(prefix="xboard-")
        self.env = {**os.environ, "DISPLAY": self.name, "HOME": self.home, "GDK_BACKEND": "x11", "NO_AT_BRIDGE": "1",
                    "PATH": os.environ["PATH"] + ":/usr/games"}

    def run(self, *words):
        return subprocess.run(words, env=self.env, capture_output=True, text=True, timeout=30).stdout

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(10)
        shutil.rmtree(self.home, ignore_errors=True)


class XBoard:
    """XBoard as a child process, with a folder of its files."""

    def __init__(self, display):
        self.display, self.folder = display, tempfile.mkdtemp(prefix="xboard-files-")
        self.record, self.games, self.positions = (f"{self.folder}/{name}" for name in ("traffic", "games.pgn", "positions.fen"))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def write(self, name, text):
        """Writes a file into the folder; returns its path."""
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def start(self, engine, options, opponent=None):
        second = ["-scp", opponent] if opponent else []
        command = ["xboard", "-fcp", engine, *second, "-showTargetSquares", "true", "-sweepPromotions", "true",
                   "-debugMode", "true", "-nameOfDebugFile", self.record, "-saveGameFile", self.games,
                   "-savePositionFile", self.positions, "-boardSize", "small", "-animateMoving", "false",
                   "-popupExitMessage", "false", "-popupMoveErrors", "false", "-saveSettingsOnExit", "false",
                   "-ringBellAfterMoves", "false", "-soundMove", "", "-useBoardTexture", "false", "-autoFlipView", "false",
                   "-delayBeforeQuit", "1", "-delayAfterQuit", "2",
                   # XBoard finds the user's settings without HOME: those that matter here are set.
                   "-timeControl", "5:00", "-timeIncrement", "-1", "-movesPerSession", "40", "-searchTime", "0",
                   "-searchDepth", "0", "-ponderNextMove", "false", "-testLegality", "true", *options]
        self.errors = open(os.path.join(self.folder, "stderr"), "w")
        self.process = subprocess.Popen(command, env=self.display.env, stdout=self.errors, stderr=self.errors)

    def ready(self, files=8):
        """Waits for the engine; returns the mouse over a board of so many files."""
        self.wait_for(r"<first : pong 1")
        time.sleep(2)
        return Mouse(self.display, self, files)

    def traffic(self):
        try:
            with open(self.record, encoding="utf-8", errors="replace") as record:
                return record.read()
        except FileNotFoundError:
            return ""

    def wait_for(self, pattern, after=0, timeout=20.0):
        """Waits for a pattern in the log after a position; returns the end of the match."""
        deadline = time.monotonic() + timeout
        while time.monotonic() < deadline:
            match = re.compile(pattern, re.M).search(self.traffic(), after)
            if match:
                return match.end()
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        raise AssertionError(f"no '{pattern}' in the traffic of {self.folder}:\n{self.traffic()[after:][-3000:]}")

    def close(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(5)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait(5)
        self.errors.close()

    def remove(self):
        self.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def seeded(*what):
    return random.Random(" ".join(map(str, what)))


class Mouse:
    """The mouse over XBoard's board."""

    def __init__(self, display, board, files):
        self.display, self.board = display, board
        self.window = display.run("xdotool", "search", "--onlyvisible", "--name", "xboard").split()[0]
        geometry = display.run("xdotool", "getwindowgeometry", "--shell", self.window)
        values = dict(line.split("=") for line in geometry.split())
        # Without a window manager all windows lie on top of one another.
        for output in display.run("xdotool", "search", "--onlyvisible", "--name", "Engine Output").split():
            display.run("xdotool", "windowsize", output, "460", "230")
            display.run("xdotool", "windowmove", output, "340", "0")
        time.sleep(0.5)
        self.left, self.top = int(values["X"]), int(values["Y"])
        self.bottom = self.top + int(values["HEIGHT"])
        # XBoard makes the squares as large as the window lets them be.
        self.square = (int(values["WIDTH"]) - 3) // files

    def go(self, square):
        x = self.left + 2 + self.square // 2 + self.square * (ord(square[0]) - ord("a"))
        y = self.bottom - 2 - self.square // 2 - self.square * (int(square[1]) - 1)
        self.display.run("xdotool", "mousemove", str(x), str(y))

    def click(self, square, answer=None):
        """Clicks, and waits for the engine's answer to the click if there is one to be expected."""
        mark = len(self.board.traffic())
        self.go(square)
        self.display.run("xdotool", "click", "1")
        if answer:
            self.board.wait_for(answer, mark)
        else:
            time.sleep(0.1)
        return mark

    def colors(self, square):
        """The colours on a square, as ImageMagick writes them."""
        x = self.left + 2 + self.square * (ord(square[0]) - ord("a"))
        y = self.bottom - 2 - self.square * int(square[1])
        crop = f"{self.square}x{self.square}+{x}+{y}"
        text = self.display.run("import", "-window", "root", "-crop", crop, "+repage", "-depth", "8", "-format", "%c",
                                "histogram:info:-")
        return set(re.findall(r"#[0-9A-F]{6}", text))

    def choose(self, square, letter, letters):
        """Clicks and pulls the mouse away from the square until XBoard shows the piece wanted."""
        self.go(square)
        self.display.run("xdotool", "mousedown", "1")
        time.sleep(0.3)
        for _ in range(letters.index(letter)):
            self.display.run("xdotool", "mousemove_relative", "--", "0", "12")
            time.sleep(0.1)
        self.display.run("xdotool", "mouseup", "1")

    def take_back(self):
        """Clicks on XBoard's button for one ply back."""
        mark = len(self.board.traffic())
        self.display.run("xdotool", "mousemove", str(self.left + 240), str(self.top + 67), "click", "1")
        self.board.wait_for(">first : undo", mark)

    def key(self, keys):
        self.display.run("xdotool", "windowfocus", "--sync", self.window)
        self.display.run("xdotool", "key", keys)
        time.sleep(0.5)


def play_move(mouse, game, move, answers=True):
    """Plays a move with the mouse; returns the position in the log at which it begins."""
    squares = re.findall(r"[a-h][1-8]", move)
    letter = move[2 * len(squares):]
    lifts = r">first : lift [a-h][1-8]\n(.*\n)*.*<first : highlight" if answers and game != "chess" else None
    start = mouse.click(squares[0], lifts)
    for square in squares[1:-1]:
        mouse.click(square, lifts)
    if letter == "k":
        mouse.choose(squares[-1], letter, "qnrbk")
    else:
        mouse.click(squares[-1])
    mouse.board.wait_for(r">first : usermove .*\n", start)
    time.sleep(0.15)
    return start


def copied(mouse):
    """The position that XBoard puts on the clipboard."""
    mouse.key("ctrl+shift+c")
    return mouse.display.run("xclip", "-selection", "clipboard", "-o").strip()
