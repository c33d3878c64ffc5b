#!/usr/bin/env python3
"""Plays `upheaval play` through a pseudo-terminal: every game to a result, completion, history, Ctrl-C, Ctrl-D, plain output.

    scripts/e2e/play.py target/release/upheaval [GAME ...]
"""

import os
import pty
import random
import re
import select
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from engine import GAMES

PROMPT = r"(?:White|Black)> $|(?:^|\n)> $"


class Terminal:
    """The program at a terminal of 100 columns; what it shows is kept without colours and movements of the cursor."""

    def __init__(self, engine, arguments, environment):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.environ.update({"TERM": "xterm-256color", "LANG": "C.UTF-8", "COLUMNS": "100", **environment})
            os.execv(engine, [engine, "play", *arguments])
        self.raw = ""

    def text(self):
        # A return and a step to the right only place the cursor behind the line that stands.
        plain = re.sub(r"\r\x1b\[\d+C", "", self.raw)
        plain = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", plain)
        return re.sub(r"[^\n]*\r(?!\n)", "", plain.replace("\r\n", "\n"))

    def send(self, text):
        os.write(self.fd, text.encode())

    def until(self, pattern, timeout=60):
        """What is shown up to this; forgotten afterwards."""
        deadline = time.monotonic() + timeout
        while not re.search(pattern, self.text()):
            assert time.monotonic() < deadline, f"no {pattern!r} in {self.text()[-1500:]!r}"
            if select.select([self.fd], [], [], 0.05)[0]:
                try:
                    self.raw += os.read(self.fd, 65536).decode(errors="replace")
                except OSError as error:
                    raise AssertionError(f"the program has ended: {self.text()[-1500:]!r}") from error
        shown, self.raw = self.text(), ""
        return shown

    def ask(self, line, pattern=PROMPT):
        self.send(line + "\r")
        # The line's end is answered by a new line, so the prompt that stands is not taken for the next one.
        return self.until(r"\n(?:.*\n)*.*(?:" + pattern + ")")

    def end(self):
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                os.close(self.fd)
                return os.waitstatus_to_exitcode(status)
            if select.select([self.fd], [], [], 0.01)[0]:
                try:
                    self.raw += os.read(self.fd, 65536).decode(errors="replace")
                except OSError:
                    pass
        raise AssertionError("the program does not end")


def play_out(engine, game, seed):
    """Random moves against the weakest level until the game is over; the result."""
    rng = random.Random(seed)
    color = rng.choice(["white", "black"])
    terminal = Terminal(engine, [game, "--level", "0", "--nodes", "100", "--seed", "1", "--color", color], {})
    shown = terminal.until(PROMPT)
    moves = 0
    while "Game over: " not in shown:
        listed = re.search(r"Legal moves \((\d+)\): ([\s\S]*?)\n(?:White|Black)> $", terminal.ask("moves"))
        count, texts = int(listed[1]), listed[2].split()
        assert len(texts) == count, (count, texts)
        shown = terminal.ask(rng.choice(texts))
        assert "Error" not in shown, shown
        moves += 1
    result = re.search(r"Game over: (.*)", shown)[1].strip()
    assert re.match(r"(1-0|0-1|1/2-1/2) \{", result), result
    terminal.ask("quit", "")
    assert terminal.end() == 0
    return f"{moves} moves as {color.capitalize()}, {result}"


def strict_rules(engine):
    """The strict variant decides what is mate, and stays selected in a new game and in a saved one."""
    # A queen attacks both knights of a junta: mate in the strict variant only (specification of Insurrection, "Check").
    fork = "4k3/8/8/8/3q3N/8/8/N3K3 w - - 0 1 Nk"
    for game, is_mate in (("insurrection", False), ("insurrection-strict", True)):
        with tempfile.TemporaryDirectory() as folder:
            saved = Path(folder) / "saved.pgn"
            terminal = Terminal(engine, [game, "--color", "both"], {})
            terminal.until(PROMPT)
            for line in ("new", "e4", f"save {saved}"):
                terminal.ask(line)
            assert f'[Variant "{game}"]' in saved.read_text(encoding="utf-8")
            terminal.ask("quit", "")
            assert terminal.end() == 0
        terminal = Terminal(engine, [game, "--color", "both", "--fen", fork], {})
        assert ("Game over: 0-1 {checkmate}" in terminal.until(PROMPT)) == is_mate, game
        terminal.ask("quit", "")
        assert terminal.end() == 0


def keys(engine):
    """What only a terminal has."""
    terminal = Terminal(engine, ["chess", "--time", "600"], {})
    terminal.until(PROMPT)
    terminal.send("Nf\t\r")
    assert "White: 1. Nf3" in terminal.until("thinking"), "a move is completed"
    time.sleep(1)
    terminal.send("\x03")
    shown = terminal.until(PROMPT, 5)
    assert re.search(r"Black: 1\.\.\. ", shown), shown
    terminal.send("\x1b[A\r")
    assert "Error" in terminal.until(r"Error: .*\n(?:.*\n)*.*> $"), "the history has the last line"
    terminal.send("\x03")
    assert terminal.end() == 0, "Ctrl-C exits with 0"
    terminal = Terminal(engine, ["chess"], {})
    terminal.until(PROMPT)
    terminal.send("\x04")
    assert terminal.end() == 0, "Ctrl-D exits with 0"


def plain(engine):
    """Letters without any colour where they are not wanted."""
    for environment in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        terminal = Terminal(engine, ["chess"], environment)
        shown = terminal.until(PROMPT)
        assert " 1  R   N   B   Q   K   B   N   R" in shown and "♜" not in shown, shown
        terminal.send("\x03" if "TERM" in environment else "\x04")
        assert terminal.end() == 0
    terminal = Terminal(engine, ["chess"], {})
    assert "♜" in terminal.until(PROMPT)
    terminal.send("quit\r")
    assert terminal.end() == 0


def main():
    engine = os.path.abspath(sys.argv[1])
    for seed, game in enumerate(sys.argv[2:] or GAMES):
        print(f"{game}: {play_out(engine, game, seed)}", flush=True)
    strict_rules(engine)
    keys(engine)
    plain(engine)
    print("strict rules, completion, history, Ctrl-C, Ctrl-D, NO_COLOR and TERM=dumb: ok")


if __name__ == "__main__":
    main()
