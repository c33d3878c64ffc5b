#!/usr/bin/env python3
"""Plays `upheaval play` through a pseudo-terminal, every game to a result and the games of coups by both sets of rules, and
does what only a terminal can: completion, history, Ctrl-C while the engine thinks and while the user is asked, Ctrl-D. Exits
with 1 if anything is not as it should be.

    scripts/play_sessions.py target/release/upheaval [GAME ...]
"""

import os
import pty
import random
import re
import select
import sys
import tempfile
import time

GAMES = ["chess", "empire", "insurrection", "insurrection-strict", "anarchism", "anarchism-strict", "subversion",
         "apocalypse"]
# By the other set of rules, in which no royal may be left to be captured.
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

    def until(self, pattern, patience=60):
        """What is shown up to this; forgotten afterwards."""
        deadline = time.monotonic() + patience
        while not re.search(pattern, self.text()):
            assert time.monotonic() < deadline, f"no {pattern!r} in {self.text()[-1500:]!r}"
            if select.select([self.fd], [], [], 0.05)[0]:
                try:
                    self.raw += os.read(self.fd, 65536).decode(errors="replace")
                except OSError as error:
                    raise AssertionError(f"the program has gone: {self.text()[-1500:]!r}") from error
        said, self.raw = self.text(), ""
        return said

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
    said = terminal.until(PROMPT)
    moves = 0
    while "Game over: " not in said:
        listed = re.search(r"Legal moves \((\d+)\): ([\s\S]*?)\n(?:White|Black)> $", terminal.ask("moves"))
        count, texts = int(listed[1]), listed[2].split()
        assert len(texts) == count, (count, texts)
        said = terminal.ask(rng.choice(texts))
        assert "Error" not in said, said
        moves += 1
    result = re.search(r"Game over: (.*)", said)[1].strip()
    assert re.match(r"(1-0|0-1|1/2-1/2) \{", result), result
    terminal.ask("quit", "")
    assert terminal.end() == 0
    return f"{moves} moves as {color.capitalize()}, {result}"


def rules(engine):
    """The rules decide what may be played, and stay the same in a new game and in a saved one."""
    # gamedata/games/insurrection/specification.md: a queen attacks both of a junta's knights, which only one set of rules calls mate.
    fork = "4k3/8/8/8/3q3N/8/8/N3K3 w - - 0 1 Nk"
    is_over = {}
    for game in ("insurrection", "insurrection-strict"):
        with tempfile.TemporaryDirectory() as folder:
            saved = os.path.join(folder, "saved.pgn")
            terminal = Terminal(engine, [game, "--color", "both"], {})
            terminal.until(PROMPT)
            terminal.ask("new")
            terminal.ask("e4")
            terminal.ask(f"save {saved}")
            with open(saved, encoding="utf-8") as file:
                assert f'[Variant "{game}"]' in file.read()
            terminal.ask("quit", "")
            assert terminal.end() == 0
        terminal = Terminal(engine, [game, "--color", "both", "--fen", fork], {})
        said = terminal.until(PROMPT)
        is_over[game] = "Game over: 0-1 {checkmate}" in said
        terminal.ask("quit", "")
        assert terminal.end() == 0
    assert is_over == {"insurrection": False, "insurrection-strict": True}, is_over


def keys(engine):
    """What only a terminal has."""
    terminal = Terminal(engine, ["chess", "--time", "600"], {})
    terminal.until(PROMPT)
    terminal.send("Nf\t\r")
    assert "White: 1. Nf3" in terminal.until("thinking"), "a move is completed"
    time.sleep(1)
    terminal.send("\x03")
    said = terminal.until(PROMPT, 5)
    assert re.search(r"Black: 1\.\.\. ", said), said
    terminal.send("\x1b[A\r")
    assert "Error" in terminal.until(r"Error: .*\n(?:.*\n)*.*> $"), "the history has the last line"
    terminal.send("\x03")
    assert terminal.end() == 0, "Ctrl-C ends politely"
    terminal = Terminal(engine, ["chess"], {})
    terminal.until(PROMPT)
    terminal.send("\x04")
    assert terminal.end() == 0, "Ctrl-D ends politely"


def plain(engine):
    """Letters without any colour where they are not wanted."""
    for environment in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        terminal = Terminal(engine, ["chess"], environment)
        said = terminal.until(PROMPT)
        assert " 1  R   N   B   Q   K   B   N   R" in said and "♜" not in said, said
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
    rules(engine)
    keys(engine)
    plain(engine)
    print("rules, completion, history, Ctrl-C, Ctrl-D, NO_COLOR and TERM=dumb as they should be")


if __name__ == "__main__":
    main()
