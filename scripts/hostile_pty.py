#!/usr/bin/env python3
"""A terminal session with wrong, truncated and hostile input in both protocols: the engine stays, and what it refuses has
changed nothing. Exits with 1 otherwise.

    scripts/hostile_pty.py target/release/upheaval
"""

import os
import pty
import random
import re
import select
import sys
import termios
import time

UCI = ["position startpos moves e2e4 e7e5", "position startpos moves e2e5", "position fen 8/8 w", "go depth 2", "go depth x",
       "setoption name Hash value -1", "setoption name UCI_Variant value empire", "setoption name UCI_Variant value nothing",
       "position", "stop", "ponderhit", "isready", "d", "flip", "eval", "joho", "go nodes 10", "go movetime 1", "perft x"]
XBOARD = ["usermove e2e4", "usermove e2e5", "e7e5", "undo", "remove", "setboard 8/8 w", "variant nothing", "variant empire",
          "new", "force", "go", "sd 2", "st x", "level 1", "level 0 0:01 0", "ping", "ping 3", "analyze", "exit", ".", "?",
          "lift e2", "put e4", "lift b4", "put c5", "usermove b4c5,c5d2", "usermove c1f1,f1e4,e4e4r", "usermove ,",
          "variant subversion", "variant apocalypse", "option ApocalypseTables=/no/such/folder", "usermove", "option Hash", "option MultiPV=2", "option MultiPV=x", "hint", "draw", "joho",
          "setboard rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]
SPOILS = ["\x1b[A", "\t", "\x7f", "é", "\x00", "%n", "9" * 60, " ", "-1", "\x1b]0;x", "💥"]


class Terminal:
    def __init__(self, engine):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.execv(engine, [engine])
        settings = termios.tcgetattr(self.fd)
        settings[3] &= ~(termios.ECHO | termios.ICANON | termios.ISIG | termios.IEXTEN)
        settings[0] &= ~(termios.IXON | termios.ICRNL)
        termios.tcsetattr(self.fd, termios.TCSANOW, settings)
        self.text = ""

    def send(self, text):
        data = (text + "\n").encode()
        while data:
            data = data[os.write(self.fd, data[:512]):]

    def until(self, mark, patience=20):
        deadline = time.monotonic() + patience
        while mark not in self.text:
            assert time.monotonic() < deadline, f"no '{mark}' in {self.text[-500:]!r}"
            if select.select([self.fd], [], [], 0.1)[0]:
                self.text += os.read(self.fd, 65536).decode(errors="replace").replace("\r\n", "\n")
        said, _, self.text = self.text.partition(mark)
        return said

    def end(self):
        self.send("quit")
        deadline = time.monotonic() + 5
        while time.monotonic() < deadline:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                return os.waitstatus_to_exitcode(status)
            time.sleep(0.01)
        raise AssertionError("the engine does not end")


def spoilt(rng, lines):
    line = rng.choice(lines)
    for _ in range(rng.randrange(3)):
        at = rng.randrange(len(line) + 1)
        line = rng.choice([line[:at], line[:at] + rng.choice(SPOILS) + line[at:], line[at:], line[:at] + rng.choice(lines)])
    return line.replace("\n", "").replace("\x04", "")


def position_of(terminal, is_xboard):
    if is_xboard:
        terminal.send("result *")
        terminal.until("# final position: ")
        return terminal.until("\n")
    terminal.send("d\nsetoption name end of it")
    return re.findall(r"Fen: (.*)", terminal.until("No such option: end of it"))[-1]


def converse(engine, is_xboard, seed, count=1500):
    rng = random.Random(seed)
    terminal = Terminal(engine)
    terminal.send("xboard\nprotover 2\nnew\nforce\nnopost" if is_xboard else "uci")
    terminal.until("done=1" if is_xboard else "uciok")
    before = position_of(terminal, is_xboard)
    refused = 0
    for _ in range(count):
        line = spoilt(rng, XBOARD if is_xboard else UCI)
        first = (line.split() or [""])[0]
        if first in ("quit", "exit", "edit", "bench", "memory", "cores") or "Hash" in line or "Threads" in line:
            continue
        terminal.send(line + ("\nforce\nping 4711" if is_xboard else "\nstop\nsetoption name mark"))
        said = terminal.until("pong 4711" if is_xboard else "No such option: mark")
        after = position_of(terminal, is_xboard)
        words = r"^(Error|Illegal|tellusererror)" if is_xboard else r"^(info string error|Unknown command)"
        if re.search(words, said, re.M) and not re.search(r"^(move|bestmove) ", said, re.M):
            refused += 1
            assert after == before, f"{line!r} was refused, but {before} became {after}: {said!r}"
        before = after
    assert terminal.end() == 0
    return refused


def main():
    engine = os.path.abspath(sys.argv[1])
    for is_xboard in (False, True):
        refused = converse(engine, is_xboard, 7)
        assert refused > 100, refused
        print(f"{'XBoard protocol' if is_xboard else 'UCI'}: {refused} lines refused, the position stood")


if __name__ == "__main__":
    main()
