"""A virtual display, XBoard as a child process, and its log of the traffic with the engine: shared by the XBoard scripts."""

import os
import random
import re
import shutil
import signal
import subprocess
import tempfile
import time

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

    def screenshot(self, path):
        self.run("import", "-window", "root", path)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(10)
        shutil.rmtree(self.home, ignore_errors=True)


class XBoard:
    """XBoard as a child process."""

    def __init__(self, display):
        self.display = display
        self.folder = tempfile.mkdtemp(prefix="xboard-files-")
        self.record = os.path.join(self.folder, "traffic")
        self.games = os.path.join(self.folder, "games.pgn")
        self.positions = os.path.join(self.folder, "positions.fen")

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
        return self

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
