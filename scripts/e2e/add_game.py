#!/usr/bin/env python3
"""Adds three-check to a copy of the repository by the steps of docs/adding-a-game.md, builds the programs and plays the game with them.

    python3 scripts/e2e/add_game.py [--profile quick] [--work target/add-game] [--skip python ...]

Compiles everything, so it runs on demand. The blocks of the page are the input: the shell command, the line of the registry and the files
of the folder. Checked: that nothing else had to change, UCI, XBoard, the bench and that no other game's node counts have changed, the arena
with processes and with its own engine, a session of the board, and the Python package (without a wheel: cargo builds the extension module).
Needs the package websockets.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from websockets.sync.client import connect

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from engine import ROOT, Engine

PAGE = ROOT / "docs/adding-a-game.md"
NAME = "3check"
# White gives a check with the bishop and one with the queen.
MATCH = "e2e4 e7e5 f1b5 a7a6 b5d7 c8d7 d1g4 a6a5 g4d7".split()


def run(*command, cwd, text=None, env=None, timeout=None):
    """The output of a program that has to succeed."""
    done = subprocess.run(list(map(str, command)), cwd=cwd, input=text, env=env, timeout=timeout, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: exit status {done.returncode}\n{done.stdout[-4000:]}")
    return done.stdout


def expect(condition, what, seen=""):
    if not condition:
        sys.exit(f"add_game: {what}\n{seen}")


def copy(tree):
    """Copies the tracked files, keeping equal ones, so that a second run compiles little; removes all others."""
    tracked = {name for name in run("git", "ls-files", "-z", cwd=ROOT).split("\0") if name and (ROOT / name).is_file()}
    for name in files(tree) - tracked:
        (tree / name).unlink()
    for name in tracked:
        source, target = ROOT / name, tree / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.exists() or target.read_bytes() != source.read_bytes():
            shutil.copy2(source, target)
            target.touch()


def files(tree):
    """The names of the files in the copy that no build has made."""
    skipped = {"target", "__pycache__"}
    paths = (path for path in tree.rglob("*") if path.is_file())
    return {path.relative_to(tree).as_posix() for path in paths if not skipped & set(path.relative_to(tree).parts)}


def add(tree):
    """Follows the page; gives the files that it names."""
    page = PAGE.read_text()
    command = re.search(r"```sh\n(.*?)```", page, re.S)[1]
    line = re.search(r"```rust\n(.*?)```", page, re.S)[1]
    files = dict(zip(re.findall(r"`(gamedata/games/3check/[\w.]+)`", page), re.findall(r"```(?:toml|text)\n(.*?)```", page, re.S)))
    expect(len(files) == 2, "the page has not two files in the folder", files)
    run("sh", "-ec", command, cwd=tree)
    registry = tree / "movegen/src/variants/mod.rs"
    before, after = registry.read_text().split("\nregistry! {\n", 1)
    lines, after = after.split("\n}\n", 1)
    registry.write_text(f"{before}\nregistry! {{\n{lines}\n{line}}}\n{after}")
    for name, content in files.items():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text(content)
    return {"movegen/src/variants/mod.rs", "movegen/src/variants/three_check.rs", *files}


def changed(tree):
    """The files of the copy that differ from the repository or are not in it."""
    return {name for name in files(tree)
            if not (ROOT / name).is_file() or (ROOT / name).read_bytes() != (tree / name).read_bytes()}


def talk(command, steps):
    """Sends lines to a program, each with the beginning of the line to wait for (`None`: not at all); gives all that it printed."""
    engine, printed = Engine(list(map(str, command)), stderr=subprocess.STDOUT), []
    for line, wanted in steps:
        engine.send(line)
        printed += engine.until(wanted) if wanted else []
    engine.process.stdin.close()
    printed += iter(engine.lines.get, None)
    return "\n".join(printed)


def uci(engine, tree):
    output = talk([engine], [
        ("uci", "uciok"), (f"setoption name UCI_Variant value {NAME}", None),
        (f"position startpos moves {' '.join(MATCH[:-1])}", None), ("d", "Result"), ("eval", "Final"),
        ("go depth 4", "bestmove"), (f"position startpos moves {' '.join(MATCH)}", None), ("d", "Result"),
        ("position fen 4k3/8/8/8/8/8/8/R3K3 w - - 0 1 +2+0", None), ("go depth 3", "bestmove"), ("quit", None)])
    expect(f"var {NAME}" in output, "UCI does not list the game", output)
    expect("+1+0" in output and "Checks: White 1, Black 0" in output, "UCI does not show the checks", output)
    expect("Result: 1-0 {three checks}" not in output, "the game has ended too soon", output)
    expect("score mate 1" in output and "bestmove a1a8" in output, "the third check is not found", output)
    counts = run(engine, "perft", NAME, "4", cwd=tree)
    expect("197281" in counts.replace(",", "").replace(" ", ""), "perft 4 is not that of chess", counts)
    return "lists the game, counts checks, searches"


def xboard(engine, tree):
    output = talk([engine, "xboard"], [
        ("xboard", None), ("protover 2", "feature"), ("new", None), (f"variant {NAME}", None), ("force", None),
        ("setboard 4k3/8/8/8/8/8/8/R3K3 w - - 0 1 +2+0", None), ("sd 3", None), ("go", "1-0"),
        ("new", None), (f"variant {NAME}", None), ("sd 4", None), ("usermove e2e4", "move "), ("quit", None)])
    expect("Error" not in output and "Illegal" not in output, "XBoard: a refusal", output)
    expect("1-0 {three checks}" in output, "XBoard: no result", output)
    return "plays, announces 'three checks'"


def bench(engine, tree):
    """The node counts: a line for the game, and those of all other games as before. Takes hours without optimisation."""
    output = run(engine, "bench", "--signature", cwd=tree)
    lines = [line for line in output.splitlines() if re.fullmatch(r"[\w-]+ \d+", line)]
    own = [line for line in lines if line.startswith(f"{NAME} ")]
    expect(len(own) == 1, "the bench has no line for the game", output)
    kept = [line for line in (ROOT / "benches/signature.txt").read_text().splitlines() if not line.startswith("total ")]
    found = [line for line in lines if not line.startswith((f"{NAME} ", "total "))]
    expect(found == kept, "the signature of another game differs", "\n".join(sorted(set(found) ^ set(kept))))
    return f"signature '{own[0]}', those of the other {len(kept)} games are as before"


def arena(arena, engine, tree):
    each = ["-variant", NAME, "-rounds", "2", "-repeat", "-srand", "1", "-each", "option.Hash=4"]
    results = []
    for first in ([f"cmd={engine}", "name=A", "nodes=2000"], ["proto=builtin", "name=A", "nodes=2000"]):
        output = run(*arena, "-engine", *first, "-engine", f"cmd={engine}", "name=B", "nodes=500", *each, cwd=tree, timeout=300)
        finished = re.findall(r"^Finished game.*", output, re.M)
        expect(len(finished) == 4, "four games were to be played", output)
        expect(not re.search("illegal|disconnect|stall|on time", "\n".join(finished)), "a fault", output)
        results += [re.search(r"\{.*?\}", line)[0] for line in finished]
    return f"8 games: {', '.join(sorted(set(results)))}"


class Page:
    """A page of the board: its WebSocket."""

    def __init__(self, address):
        host = re.match(r"http://[^/]+", address)[0]
        self.socket = connect(address.rstrip("/").replace("http", "ws", 1) + "/socket", origin=host, max_size=None)
        self.id, self.events = 0, []

    def message(self):
        return json.loads(self.socket.recv(timeout=60))

    def ask(self, **request):
        """The answer to a request; events that come before it are kept."""
        self.id += 1
        self.socket.send(json.dumps({"id": self.id, **request}))
        while (message := self.message()).get("id") != self.id:
            self.events.append(message)
        expect(message["type"] != "error", "the board refuses a request", f"{request}\n{message}")
        return message

    def state(self):
        """The newest state."""
        return [event for event in self.events if event["type"] == "state"][-1]


def board(program, work):
    data = work / "board-data"
    shutil.rmtree(data, ignore_errors=True)
    process = subprocess.Popen([program, "--no-open", "--data", data, "--hash", "4", "--threads", "1"], stdout=subprocess.PIPE, text=True)
    try:
        address = next(found[0] for line in process.stdout if (found := re.search(r"http://\S+", line)))
        page = Page(address)
        welcome = page.ask(part="session", type="hello", protocol=2)
        game = next((game for game in welcome["catalogue"]["games"] if game["variant"] == NAME), None)
        expect(game and game["title"] == "Three-check", "the catalogue lacks the game", game)
        page.ask(part="library", type="new", variant=NAME, fen="4k3/8/8/8/8/8/8/R3K3 w - - 0 1 +1+0",
                 white={"kind": "human"}, black={"kind": "engine", "level": 1})
        page.ask(part="game", type="play", version=page.state()["version"], move="a1a8")
        while len(page.state()["history"]) < 2:
            page.events.append(page.message())
        state = page.state()
        expect("+2+0" in state["position"]["fen"], "the board does not count checks", state)
        page.ask(part="library", type="new", variant=NAME, fen="4k3/8/8/8/8/8/8/R3K3 w - - 0 1 +2+0", white={"kind": "human"}, black={"kind": "human"})
        page.ask(part="game", type="play", version=page.state()["version"], move="a1a8")
        result = page.state()["result"]
        expect(result and result["winner"] == "white" and result["reason"] == "three checks", "no result on the board", result)
        return "in the catalogue, played against the engine, won by three checks"
    finally:
        process.terminate()
        process.wait()


PYTHON = f"""
import upheaval
board = upheaval.Board("{NAME}")
for move in {MATCH[:6]!r}:
    board.push(move)
assert "+1+0" in board.fen(), board.fen()
won = upheaval.Board("{NAME}", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 +2+0")
assert upheaval.Engine("{NAME}").analyse(won, depth=2).best == "a1a8"
won.push("a1a8")
print(won.outcome())
"""


def python(tree, work, target, cargo):
    interpreter = shutil.which("python3")
    run(cargo, "build", "--target-dir", target / "python", cwd=tree / "python",
        env={**os.environ, "PYO3_PYTHON": interpreter, "PYO3_BUILD_EXTENSION_MODULE": "1"})
    package = work / "package"
    shutil.rmtree(package, ignore_errors=True)
    shutil.copytree(tree / "python/package", package)
    library = next(path for path in (target / "python/debug").glob("lib*upheaval*") if path.suffix in (".so", ".dylib"))
    shutil.copy(library, package / "upheaval/_upheaval.abi3.so")
    output = run(interpreter, "-c", PYTHON, cwd=work, env={**os.environ, "PYTHONPATH": str(package)})
    expect("three checks" in output, "Python: no result", output)
    return output.strip()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--profile", default="quick", help="the profile to build with")
    parser.add_argument("--work", type=Path, default=ROOT / "target/add-game", help="the folder of the copy")
    parser.add_argument("--target", type=Path, help="cargo's target folder; that of the repository shares compiled dependencies")
    parser.add_argument("--cargo", default="cargo", help="the command that builds")
    parser.add_argument("--skip", nargs="*", default=[], choices=["uci", "xboard", "bench", "arena", "board", "python"])
    options = parser.parse_args()
    work = options.work.resolve()
    tree, target = work / "tree", (options.target or work / "target").resolve()
    copy(tree)
    allowed = add(tree)
    expect(changed(tree) == allowed, "other files differ", changed(tree) ^ allowed)
    print(f"{len(allowed)} files: {', '.join(sorted(allowed))}", flush=True)

    def build(profile, *crates):
        """Builds the programs of these crates; gives their folder."""
        run(options.cargo, "build", "--profile", profile, "--target-dir", target, *(f"--package={name}" for name in crates), "--bins", cwd=tree)
        return target / {"dev": "debug"}.get(profile, profile)

    built = build(options.profile, "upheaval", "upheaval-arena", "upheaval-board")
    engine = built / "upheaval"
    checks = {
        "uci": lambda: uci(engine, tree),
        "xboard": lambda: xboard(engine, tree),
        # A bench needs optimisation, whatever the others are built with.
        "bench": lambda: bench(build("quick", "upheaval") / "upheaval" if options.profile == "dev" else engine, tree),
        "arena": lambda: arena([built / "arena"], engine, tree),
        "board": lambda: board(built / "upheaval-board", work),
        "python": lambda: python(tree, work, target, options.cargo),
    }
    for name, check in checks.items():
        if name not in options.skip:
            print(f"{name}: {check()}", flush=True)


if __name__ == "__main__":
    main()
