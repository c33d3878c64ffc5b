"""What the sessions with a real XBoard have in common: a display, XBoard itself, and its record of the traffic."""

import os
import random
import re
import shutil
import signal
import subprocess
import tempfile
import time

GAMES = ["chess", "empire", "insurrection", "insurrection-strict", "anarchism", "anarchism-strict", "subversion",
         "apocalypse"]
NO_ADJUDICATION = ["-testClaims", "false", "-checkMates", "false", "-materialDraws", "false", "-trivialDraws", "false",
                   "-repeatsToDraw", "0", "-ruleMoves", "0"]


def options_of(game):
    """XBoard's options for a game, those of scripts/xboard.sh."""
    return NO_ADJUDICATION if game == "chess" else ["-variant", game, "-testLegality", "false", *NO_ADJUDICATION]


class Display:
    """A screen of its own, so that no window of the user's is touched."""

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


class Uci:
    """The engine as an arbiter: it tells legal moves and positions, and does what it is told."""

    def __init__(self, path, game):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.ask(f"setoption name UCI_Variant value {game}")

    def ask(self, text):
        # An option that does not exist is refused in its turn, and so marks the place.
        self.process.stdin.write(f"{text}\nsetoption name end\n")
        lines = []
        for line in self.process.stdout:
            if line.strip() == "No such option: end":
                return lines
            lines.append(line.rstrip("\n"))
        raise RuntimeError(f"the engine has gone: {lines}")

    def fen(self, position):
        lines = self.ask(f"position {position}\nd")
        errors = [line for line in lines if "error" in line]
        assert not errors, (position, errors)
        return next(line[5:] for line in lines if line.startswith("Fen: "))

    def result(self, position):
        lines = self.ask(f"position {position}\nd")
        return next(line[8:] for line in lines if line.startswith("Result: "))

    def moves(self, position):
        lines = self.ask(f"position {position}\ngo perft 1")
        return [line.split(":")[0] for line in lines if re.fullmatch(r"[a-h1-8]+[a-z]?: 1", line)]

    def close(self):
        self.process.stdin.close()
        self.process.wait(10)


class XBoard:
    """XBoard with the engine in it."""

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
                   # XBoard reads the user's settings, whatever HOME says: those that matter here are set.
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

    def wait_for(self, pattern, after=0, patience=20.0):
        """Waits until the record of the traffic has this behind so many characters; tells where it ends."""
        deadline = time.monotonic() + patience
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

    def forget(self):
        self.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def seeded(*what):
    return random.Random(" ".join(map(str, what)))
