#!/usr/bin/env python3
"""A whole OpenBench on this machine: its server, two of its clients, and four workloads that they complete, after which the server's
counts are compared with the games that the arena has written down.

    python3 scripts/openbench.py --openbench https://github.com/AndyGrant/OpenBench --report docs/results/openbench.md

Server and client are OpenBench's own, as they are; docs/openbench.md says what they are run with. What they build is a commit
of this repository. Needs git, make, cargo, a C++ compiler (the client asks for one) and, the first time, pip's registry. A
second run with the same --work goes on with what the clients have built. Exits with 1 if a workload does not end in time or a
count differs.
"""

import argparse
import json
import os
import platform
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

from openbench_check import check, tests_of
from openbench_workloads import WORKLOADS

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parent
OWNER = "local"
NAME = f"{OWNER}/upheaval"
PACKAGES = ["Django==4.2.1", "django-htmlmin==0.11.0", "requests", "scipy", "psutil", "py-cpuinfo"]
USER, PASSWORD = "tester", "correct-horse-battery"
CLIENTS = ("one", "two")
# Threads of each client: a workload of SPSA needs two.
THREADS = 2
# Seconds until the server answers.
PATIENCE = 60


def command_line():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--openbench", required=True, help="OpenBench's repository: an address or a folder")
    parser.add_argument("--revision", default="HEAD", help="which commit of it (HEAD)")
    parser.add_argument("--commit", default="HEAD", help="which commit of this repository the clients build (HEAD)")
    parser.add_argument("--work", type=Path, default=REPOSITORY / "target" / "openbench", help="folder for all of it")
    parser.add_argument("--port", type=int, default=8765)
    parser.add_argument("--minutes", type=float, default=90, help="how long it may take")
    parser.add_argument("--quick", action="store_true", help="clients build without link-time optimisation: sooner, same play")
    parser.add_argument("--report", type=Path, help="where the result is written, as Markdown")
    return parser.parse_args()


def run(*command, **options):
    subprocess.run([str(word) for word in command], check=True, **options)


def python_of(work):
    """Python with OpenBench's packages, in a folder of its own."""
    python = work / "venv" / "bin" / "python"
    if not python.exists():
        run(sys.executable, "-m", "venv", work / "venv")
        run(python, "-m", "pip", "install", "--quiet", *PACKAGES)
    return python


def prepare(work, options):
    """The folders of the server, of the clients, and of what they are run with."""
    server = work / "server"
    shutil.rmtree(server, ignore_errors=True)
    run("git", "clone", "--quiet", options.openbench, server)
    run("git", "-C", server, "checkout", "--quiet", options.revision)
    configure(server, options.commit)
    for client in CLIENTS:
        folder = work / f"client-{client}"
        shutil.copytree(server / "Client", folder, dirs_exist_ok=True)
        for stale in ("PGNs", "Books", "openbench.exit"):
            path = folder / stale
            shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    site, programs = work / "site", work / "bin"
    site.mkdir(exist_ok=True)
    programs.mkdir(exist_ok=True)
    shutil.copy(HERE / "openbench_github.py", site / "sitecustomize.py")
    shutil.copy(HERE / "openbench_pkill.sh", programs / "pkill")
    (work / "record.jsonl").unlink(missing_ok=True)


def configure(server, commit):
    """Puts our engines and books into the server, and nobody else's: what docs/openbench.md tells its keeper to do."""
    names = {}
    for sort, files in (("Engines", "contrib/openbench/Engines/*.json"), ("Books", "gamedata/games/*/openbench/*.json")):
        definitions = sorted(REPOSITORY.glob(files))
        names[sort] = sorted(path.stem for path in definitions)
        for path in definitions:
            text = path.read_text().replace("OWNER", OWNER).replace("/main/", "/HEAD/")
            (server / sort / path.name).write_text(text)
    path = server / "Config" / "config.json"
    config = json.loads(path.read_text())
    config |= {
        "fastchess_repo_url": f"https://github.com/{NAME}",
        "fastchess_repo_ref": commit,
        "fastchess_min_version": "1.8.1",
        "books": names["Books"],
        "engines": names["Engines"],
    }
    path.write_text(json.dumps(config, indent=4))


def environment(work, options, client=None):
    """What server and clients are run with."""
    variables = dict(os.environ)
    variables |= {
        "PATH": f"{work / 'bin'}:{work / 'venv' / 'bin'}:{os.environ['PATH']}",
        "PYTHONPATH": str(work / "site"),
        "PYTHONUNBUFFERED": "1",
        "STAND_IN_REPOSITORY": str(REPOSITORY),
        "STAND_IN_NAME": NAME,
    }
    if client:
        variables["STAND_IN_RECORD"] = str(work / "record.jsonl")
        # The client builds in folders that it removes; what is not ours need not be compiled again each time.
        variables["CARGO_TARGET_DIR"] = str(work / f"built-{client}")
        variables["CARGO_INCREMENTAL"] = "0"
        if options.quick:
            variables |= {"CARGO_PROFILE_RELEASE_LTO": "off", "CARGO_PROFILE_RELEASE_CODEGEN_UNITS": "16"}
    return variables


class Site:
    """The server as a person with a browser uses it."""

    def __init__(self, address):
        import requests

        self.address, self.session = address, requests.Session()

    def post(self, path, fields):
        self.session.get(self.address + path)
        token = self.session.cookies.get("csrftoken")
        answer = self.session.post(self.address + path, data=fields | {"csrfmiddlewaretoken": token or ""})
        answer.raise_for_status()
        return answer.text

    def wait(self):
        import requests

        for _ in range(4 * PATIENCE):
            try:
                return self.session.get(self.address + "/index/", timeout=PATIENCE).raise_for_status()
            except requests.ConnectionError:
                time.sleep(0.25)
        raise SystemExit("the server does not answer")


def start_server(work, python, options):
    variables = environment(work, options)
    manage = [python, work / "server" / "manage.py"]
    with open(work / "server.log", "w", encoding="utf-8") as log:
        run(*manage, "migrate", env=variables, cwd=work / "server", stdout=log, stderr=log)
        return subprocess.Popen(
            [str(word) for word in manage] + ["runserver", "--noreload", f"127.0.0.1:{options.port}"],
            env=variables, cwd=work / "server", stdout=log, stderr=log, start_new_session=True,
        )


def create_workloads(work, site, commit, sum_of_bench):
    """Registers a user, lets him approve tests, and has him create them. The later ones wait for the earlier."""
    site.post("/register/", {"username": USER, "email": "", "password1": PASSWORD, "password2": PASSWORD})
    with sqlite3.connect(work / "server" / "db.sqlite3", timeout=PATIENCE) as database:
        database.execute("UPDATE OpenBench_profile SET enabled = 1, approver = 1")
    for number, workload in enumerate(WORKLOADS):
        fields = workload.fields(f"https://github.com/{NAME}", commit, sum_of_bench) | {"priority": str(-number)}
        site.post(f"/{workload.page}/new/", fields)
        if len(tests_of(work)) != number + 1:
            raise SystemExit(f"the server refuses the workload {workload.title}: see {work / 'server.log'}")


def start_client(work, python, options, name):
    folder = work / f"client-{name}"
    words = [python, "client.py", "-U", USER, "-P", PASSWORD, "-S", f"http://127.0.0.1:{options.port}"]
    words += ["-T", THREADS, "-N", 1, "-I", name, "--no-client-downloads"]
    with open(work / f"client-{name}.log", "w", encoding="utf-8") as log:
        return subprocess.Popen(
            [str(word) for word in words], env=environment(work, options, name), cwd=folder, stdout=log, stderr=log,
            stdin=subprocess.DEVNULL, start_new_session=True,
        )


def wait_for_all(work, clients, minutes):
    """Waits until every workload is finished and no client has one any more; whether that came to pass."""
    end = time.time() + 60 * minutes
    shown = None
    while time.time() < end:
        tests = tests_of(work)
        state = [(test["id"], test["games"], bool(test["finished"])) for test in tests]
        if state != shown:
            shown = state
            print(time.strftime("%H:%M:%S"), *[f"{number}: {games} games{' done' * done}" for number, games, done in state],
                  sep="  ", flush=True)
        if any(client.poll() is not None for client in clients):
            return False
        if all(test["finished"] for test in tests) and all(is_idle(work, name) for name in CLIENTS):
            return True
        time.sleep(2)
    return False


def is_idle(work, name):
    """Whether the client has asked for work last, and has got none."""
    lines = (work / f"client-{name}.log").read_text(errors="replace").split("\n")
    said = [line for line in lines if line.strip()]
    return bool(said) and said[-1].startswith("Requesting Workload")


def stop(process):
    """Ends a program that this script has started, with all that it has started."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def sha_of(commit):
    """The full number of a commit of this repository, which stays when others are made."""
    words = ["git", "-C", str(REPOSITORY), "rev-parse", "--verify", commit + "^{commit}"]
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout.strip()


def revision(folder, commit="HEAD"):
    words = ["git", "-C", str(folder), "log", "-1", "--format=%h (%cs)", commit]
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout.strip()


def main():
    options = command_line()
    work = options.work.resolve()
    work.mkdir(parents=True, exist_ok=True)
    python = python_of(work)
    if Path(sys.prefix).resolve() != (work / "venv").resolve():
        # From here on with the packages of that folder.
        os.execv(python, [str(python), __file__, *sys.argv[1:]])
    options.commit = sha_of(options.commit)
    prepare(work, options)
    words = ["git", "-C", str(REPOSITORY), "show", f"{options.commit}:benches/signature.txt"]
    signature = subprocess.run(words, check=True, capture_output=True, text=True).stdout.split()[-1]
    began = time.time()
    started = [start_server(work, python, options)]
    try:
        site = Site(f"http://127.0.0.1:{options.port}")
        site.wait()
        create_workloads(work, site, options.commit, signature)
        clients = [start_client(work, python, options, name) for name in CLIENTS]
        started += clients
        in_time = wait_for_all(work, clients, options.minutes)
    finally:
        for process in reversed(started):
            stop(process)
    faults, lines = check(work, CLIENTS)
    if not in_time:
        faults.append("the workloads did not end in time, or a client did: see the logs in " + work.name)
    minutes = (time.time() - began) / 60
    head = [
        "# A run of OpenBench", "",
        "Written by `scripts/openbench.py`, which [openbench.md](../openbench.md) describes.", "",
        f"OpenBench {revision(work / 'server')}, Upheaval {revision(REPOSITORY, options.commit)}, Python {platform.python_version()}; "
        f"{len(CLIENTS)} clients of {THREADS} threads on {os.cpu_count()} processors, {minutes:.0f} minutes"
        f"{', built with --quick' if options.quick else ''}.", "",
    ]
    text = "\n".join(head + lines + [f"* FAULT: {fault}" for fault in faults]) + "\n"
    print(text)
    if options.report and not faults:
        options.report.write_text(text)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
