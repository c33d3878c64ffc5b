"""An engine over UCI, the repository's root and the games, shared by all scripts."""

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GAMES = sorted(folder.name for folder in (ROOT / "gamedata/games").iterdir() if folder.is_dir())
TURN_BASED = [game for game in GAMES if game != "apocalypse"]


class Engine:
    """A UCI engine as a child process. `command` is a program or a list of words."""

    def __init__(self, command, game="", **options):
        words = command if isinstance(command, list) else [str(command)]
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.send(*(f"setoption name {name.replace('_', ' ')} value {value}" for name, value in options.items()))
        if game:
            self.send(f"setoption name UCI_Variant value {game}")

    def send(self, *lines):
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    def until(self, word):
        """The lines up to the first that begins with a word."""
        lines = []
        for line in self.process.stdout:
            lines.append(line.rstrip())
            if line.startswith(word):
                return lines
        raise RuntimeError(f"the engine ended with {self.process.wait()} before '{word}': {lines[-5:]}")

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
        return self.process.wait(60)


def after(moves, start="startpos"):
    """A position for `position`: a start and the moves from there."""
    return start + (" moves " + " ".join(moves) if moves else "")
