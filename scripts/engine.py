"""An engine as a child process, the repository's root and the games, shared by all scripts."""

import collections
import queue
import re
import subprocess
import threading
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GAMES = sorted(folder.name for folder in (ROOT / "gamedata/games").iterdir() if folder.is_dir())
TURN_BASED = [game for game in GAMES if game != "apocalypse"]


class Fault(Exception):
    """A failure: its kind (crash, hang, panic) and its log."""

    def __init__(self, kind, story):
        super().__init__(f"{kind}: {story}")
        self.kind, self.story = kind, story


class Engine:
    """An engine as a child process. `command` is a program or a list of words. A thread reads, so that waiting can end."""

    def __init__(self, command, game="", stderr=None, timeout=None, **options):
        words = command if isinstance(command, list) else [str(command)]
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=stderr, text=True, bufsize=1)
        self.lines, self.log, self.timeout = queue.Queue(), collections.deque(maxlen=60), timeout
        threading.Thread(target=self.collect, daemon=True).start()
        self.send(*(f"setoption name {name.replace('_', ' ')} value {value}" for name, value in options.items()))
        if game:
            self.send(f"setoption name UCI_Variant value {game}")

    def collect(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip())
        self.lines.put(None)

    def send(self, *lines):
        self.log += (f"< {line}" for line in lines)
        try:
            self.process.stdin.write("".join(f"{line}\n" for line in lines))
            self.process.stdin.flush()
        except OSError:
            self.fail("crash")

    def fail(self, kind):
        self.process.kill()
        self.process.wait()
        story = "\n".join(self.log)
        raise Fault("panic" if "panicked" in story else kind, story)

    def until(self, *words):
        """The lines up to the first that begins with one of these words."""
        lines = []
        while True:
            try:
                line = self.lines.get(timeout=self.timeout)
            except queue.Empty:
                self.fail("hang")
            if line is None:
                self.fail("crash")
            self.log.append(f"> {line[:200]}")
            lines.append(line)
            if line.startswith(words):
                return lines

    def ready(self):
        self.send("isready")
        return self.until("readyok")[:-1]

    def field(self, position, name):
        """A field of the command `d` for a position: `Fen`, `Result`."""
        self.send(f"position {position}", "d")
        lines = self.ready()
        errors = [line for line in lines if "error" in line]
        assert not errors, (position, errors)
        return next(line.split(": ", 1)[1] for line in lines if line.startswith(f"{name}: "))

    def fen(self, position):
        return self.field(position, "Fen")

    def moves(self, position):
        """The legal moves of a position."""
        self.send(f"position {position}", "go perft 1")
        lines = self.until("Nodes searched")
        return [line.split(":")[0] for line in lines if re.fullmatch(r"[a-h1-8]+[a-z]?: 1", line)]

    def best(self, position, limits):
        self.send(f"position {position}", f"go {limits}")
        return self.until("bestmove")[-1].split()[1]

    def quit(self):
        """Ends the engine and returns its exit code."""
        self.send("quit")
        try:
            return self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.fail("hang")


def after(moves, start="startpos"):
    """A position for `position`: a start and the moves from there."""
    return start + (" moves " + " ".join(moves) if moves else "")
