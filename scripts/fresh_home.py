#!/usr/bin/env python3
"""Runs the documented commands with a home directory of their own and compares it byte for byte, before and after: what does
not say that it writes something must not, and what says so writes that and nothing else. The home has a user's settings of XBoard in it, which differ from everything that
the commands set. XBoard is left as a user leaves it, by its menu's key, so that it would save its settings. Exits with 1 if
a file has come, gone or changed, or if a command is not in the documentation any more. The tools `arena` and `pgn` and the
board are tried if they lie beside the engine.

    apt-get install xboard xvfb xdotool libnss-wrapper
    scripts/fresh_home.py target/release/upheaval
"""

import argparse
import hashlib
import os
import pwd
import pty
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from xboard_common import Display

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DOCUMENTS = ["README.md", "CONTRIBUTING.md", "docs/gui.md", "docs/play.md", "docs/protocol.md", "docs/arena.md", "docs/board.md"]
GAMES = ["chess", "empire", "insurrection", "insurrection-strict", "anarchism", "anarchism-strict", "subversion",
         "apocalypse"]
# What a user may have set; a session of ours that saves settings would change some of it.
SETTINGS = """;
; xboard's settings, as a user has them
/testLegality=true
/timeControl="15"
/timeIncrement=10
/saveSettingsOnExit=true
/showCoords=false
/engineOutputUp=false
/boardSize="medium"
/firstChessProgram=fairymax
"""
# XBoard's command line as docs/gui.md has it, from its first word to its last.
BY_HAND = r"^xboard -fcp \"ENGINE xboard insurrection\".*?(?=\n```)"


def digest(folder):
    """Every file, link and folder below, with what is in it."""
    found = {}
    for path, folders, files in os.walk(folder):
        for name in folders:
            found[os.path.relpath(os.path.join(path, name), folder)] = "folder"
        for name in files:
            at = os.path.join(path, name)
            content = os.readlink(at).encode() if os.path.islink(at) else open(at, "rb").read()
            found[os.path.relpath(at, folder)] = hashlib.sha256(content).hexdigest()
    return found


def faults_of(before, after, writes):
    """What differs without having been announced, and what was announced and is not there."""
    different = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
    # Of a folder that is announced everything is, and so are the folders that it lies in.
    said = {name for name in different
            if any(f"{name}/".startswith(f"{at}/") or f"{at}/".startswith(f"{name}/") for at in writes)}
    faults = [f"{name}: {'new' if name not in before else 'gone' if name not in after else 'changed'}"
              for name in sorted(different - said)]
    return faults + [f"{at}: not written" for at in writes if at not in different]


class Home:
    """A home directory and the commands run in it."""

    def __init__(self, engine, display, settings):
        self.engine = engine
        self.display = display
        self.path = tempfile.mkdtemp(prefix="home-")
        if settings:
            with open(os.path.join(self.path, ".xboardrc"), "w", encoding="ascii") as file:
                file.write(SETTINGS)
        # Nothing of the real home is to be seen, and nothing that leads out of the new one.
        self.env = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
        self.env.update(HOME=self.path, DISPLAY=display.name, ENGINE=engine, GDK_BACKEND="x11", NO_AT_BRIDGE="1",
                        TERM="xterm-256color", LANG="C.UTF-8", PATH=os.environ["PATH"] + ":/usr/games")
        # XBoard does not ask HOME where it is at home, but the system's list of users.
        user = pwd.getpwuid(os.getuid())
        self.users = self.path + ".passwd"
        with open(self.users, "w", encoding="ascii") as file:
            file.write(f"{user.pw_name}:x:{user.pw_uid}:{user.pw_gid}::{self.path}:/bin/sh\n")
        self.env.update(LD_PRELOAD="libnss_wrapper.so", NSS_WRAPPER_PASSWD=self.users, NSS_WRAPPER_GROUP="/etc/group")

    def lines(self, command, text="", patience=120):
        """A command that reads lines and ends with them."""
        subprocess.run(command, input=text, env=self.env, cwd=self.path, shell=True, text=True, timeout=patience,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)

    def terminal(self, command, keys):
        """A command at a terminal, in which somebody types."""
        pid, fd = pty.fork()
        if pid == 0:
            os.chdir(self.path)
            os.execve("/bin/sh", ["sh", "-c", command], self.env)
        for key in keys:
            time.sleep(1)
            os.write(fd, key.encode())
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            try:
                if not os.read(fd, 65536):
                    break
            except OSError:
                break
        assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0, command

    def server(self, command):
        """A command that goes on until Ctrl-C."""
        process = subprocess.Popen(command, env=self.env, cwd=self.path, shell=True, start_new_session=True,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(3)
        assert process.poll() is None, f"{command} has ended"
        os.killpg(process.pid, signal.SIGINT)
        process.wait(10)

    def xboard(self, command, after=5):
        """XBoard, left by its key after so many seconds; what it has announced by then is closed before."""
        process = subprocess.Popen(command, env=self.env, cwd=ROOT, shell=True, start_new_session=True,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            time.sleep(after)
            for window in self.display.run("xdotool", "search", "--onlyvisible", "--name", "^(Message|Note)").split():
                self.key(window, "Return")
            for window in self.windows():
                self.key(window, "ctrl+q")
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                # A match's result takes the keys; XBoard saves its settings when it is ended so as well.
                os.killpg(process.pid, signal.SIGTERM)
                process.wait(10)
        except subprocess.TimeoutExpired as error:
            raise AssertionError(f"XBoard does not end: {command}") from error
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait(10)

    def windows(self):
        names = "xboard|Upheaval|vs\\."
        found = self.display.run("xdotool", "search", "--onlyvisible", "--name", names).split()
        assert found, "XBoard shows no window"
        return found

    def key(self, window, keys):
        self.display.run("xdotool", "windowfocus", "--sync", window)
        self.display.run("xdotool", "key", keys)
        time.sleep(0.5)

    def forget(self):
        shutil.rmtree(self.path, ignore_errors=True)
        os.unlink(self.users)


def documented(words):
    """The words, which must stand in the documentation as they are."""
    texts = [open(os.path.join(ROOT, name), encoding="utf-8").read() for name in DOCUMENTS]
    assert any(words in text for text in texts), f"'{words}' is in none of {', '.join(DOCUMENTS)}"
    return words


def by_hand():
    """The command that scripts/xboard.sh stands for."""
    with open(os.path.join(ROOT, "docs/gui.md"), encoding="utf-8") as file:
        return re.search(BY_HAND, file.read(), re.S | re.M)[0].replace("\\\n", " ")


def commands(engine):
    """What is run: a name, what to do in a home, and what it says that it writes there."""
    def run(name, action, *writes):
        return name, action, writes
    script = "scripts/xboard.sh"
    quick = "-tc 0:01 -inc 0.02 -matchPause 100"
    # The proof that a difference would be seen: XBoard left to itself does write its settings.
    list_ = [run("XBoard alone, which saves its settings", lambda home: home.xboard(f"xboard -fcp {engine}"), ".xboardrc")]
    list_ += [
        run(f"{script} {game}", lambda home, g=game: home.xboard(f"{script} {g}")) for game in GAMES
    ]
    list_ += [
        run(documented(f"{script} empire --level 5"), lambda home: home.xboard(f"{script} empire --level 5")),
        run(documented(f"{script} subversion --black"), lambda home: home.xboard(f"{script} subversion --black")),
        # Ten games by the documented clock would take an hour.
        run(documented(f"{script} insurrection --match 10") + " (two short ones)",
            lambda home: home.xboard(f"{script} insurrection --match 2 {quick}", after=30)),
        run(documented(f"{script} anarchism -tc 1 -inc 2"), lambda home: home.xboard(f"{script} anarchism -tc 1 -inc 2")),
        run(documented(f"{script} anarchism-strict"), lambda home: home.xboard(f"{script} anarchism-strict")),
        run("XBoard by hand, as docs/gui.md writes it",
            lambda home: home.xboard(by_hand().replace("ENGINE", engine))),
        run(documented("xboard -fcp ENGINE -saveSettingsOnExit false"),
            lambda home: home.xboard(f"xboard -fcp {engine} -saveSettingsOnExit false")),
        run("show", lambda home: home.lines(f"{engine} show empire 8", patience=300)),
        run("the bare program", lambda home: home.terminal(
            engine, ["setoption name UCI_Variant value empire\r", "position startpos moves e1e2\r", "d\r",
                     "go movetime 500\r", "quit\r"])),
        run(documented("upheaval play insurrection"), lambda home: home.terminal(
            f"{engine} play insurrection --nodes 1000", ["e4\r", "hint\r", "\x1b[A", "\r", "undo\r", "quit\r"])),
    ]
    list_ += [run(f"play {game} from a script", lambda home, g=game: home.lines(
        f"{engine} play {g} --level 2 --nodes 500", "moves\nhint\ngo\nundo\nlist\neval\nquit\n")) for game in GAMES]
    list_ += [run(f"upheaval {words}", lambda home, w=words: home.lines(f"{engine} {w}"))
              for words in ["--help", "--version", "license", "compiler", "d empire", "eval chess", "perft chess 3",
                            "bench 16 1 5", "go insurrection depth 5", "genfens 3 seed 7 book None empire"]]
    list_ += [
        run("play, save FILE", lambda home: home.lines(f"{engine} play empire --nodes 500", "Se4\nsave game.pgn\nquit\n"),
            "game.pgn"),
        run("Debug Log File", lambda home: home.lines(engine, "setoption name Debug Log File value log\nisready\nquit\n"), "log"),
    ]
    list_ += [run(documented(f"scripts/{name}"), lambda home, n=name: home.lines(
        f"PYTHONDONTWRITEBYTECODE=1 {sys.executable} {ROOT}/scripts/{n} {engine}", patience=400))
              for name in ["smoke.py", "hostile_pty.py", "play_sessions.py"]]
    return list_ + tools(os.path.dirname(engine), run)


def tools(folder, run):
    """What lies beside the engine."""
    arena, pgn, board = (os.path.join(folder, name) for name in ("arena", "pgn", "upheaval-board"))
    list_ = []
    if os.path.exists(arena) and os.path.exists(pgn):
        players = "-engine proto=builtin name=A nodes=400 -engine proto=builtin name=B nodes=200 -each option.Hash=4"
        written = "-pgnout file=games.pgn -json summary.json"
        match = f"{arena} {players} -variant subversion -rounds 2 -srand 1"
        list_ += [
            run("arena", lambda home: home.lines(match)),
            run(f"arena {documented(written)}", lambda home: home.lines(f"{match} {written}"), "games.pgn", "summary.json"),
            run("arena, pgn " + documented("convert --to xboard games.pgn > for-xboard.pgn"), lambda home: home.lines(
                f"{match} {written} && {pgn} validate games.pgn && {pgn} convert --to xboard games.pgn > for-xboard.pgn"),
                "games.pgn", "summary.json", "for-xboard.pgn"),
        ]
    if os.path.exists(board):
        # docs/board.md: the folder where programs keep what is theirs.
        assert documented("~/.local/share")
        list_.append(run("the board", lambda home: home.server(f"{board} --no-open"), ".local/share/upheaval"))
    return list_


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("--only", default="", help="only commands with this in their name")
    args = parser.parse_args()
    engine = os.path.abspath(args.engine)
    is_good = True
    for name, action, writes in commands(engine):
        if args.only not in name:
            continue
        for settings in (False, True) if "xboard" in name.lower() else (False,):
            with Display("1000x800x24") as display:
                home = Home(engine, display, settings)
                before = digest(home.path)
                try:
                    action(home)
                    faults = faults_of(before, digest(home.path), writes)
                except (AssertionError, subprocess.SubprocessError) as error:
                    faults = [str(error)]
                home.forget()
            where = "with settings of a user's" if settings else "an empty home"
            print(f"{name}, {where}: {'as it should be' if not faults else '; '.join(faults)}", flush=True)
            is_good &= not faults
    sys.exit(0 if is_good else 1)


if __name__ == "__main__":
    main()
