#!/usr/bin/env python3
"""Runs the commands of a workflow's jobs on this machine, as they are written in .github/workflows.

    scripts/release/workflow.py ci|release                 lists the jobs, and which of them this machine can run
    scripts/release/workflow.py ci|release JOB ...         runs jobs, in a fresh clone; GITHUB_REF_NAME=v0.2.0 for a tag

Needs PyYAML. Actions are not run: a tool that an action installs must be on the PATH, files that it would load must be there, and nothing
is uploaded. Steps with a token are not run either.
"""

import os
import platform
import re
import subprocess
import sys
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent.parent
# The command of an action.
ACTIONS = {"PyO3/maturin-action": "maturin build {args}"}


def combinations(job):
    """The matrix of a job as dictionaries; one without entries if it has none."""
    matrix = job.get("strategy", {}).get("matrix", {})
    return matrix.get("include") or [{name: value} for name, values in matrix.items() for value in values] or [{}]


def fill(value, matrix):
    """A text with the values of the matrix in place of its expressions."""
    return re.sub(r"\$\{\{ matrix\.(\w+) \}\}", lambda found: str(matrix[found[1]]), str(value))


def is_here(runner):
    machine = {"x86_64": "", "aarch64": "-arm"}.get(platform.machine())
    return platform.system() == "Linux" and re.fullmatch(rf"ubuntu-[\d.]+{machine}", runner) is not None


def command(step):
    """The command of a step and the folder it runs in, or the reason why it has none."""
    given = step.get("with", {})
    action = step.get("uses", "").split("@")[0]
    if action and action not in ACTIONS:
        return None, f"action {action}"
    if "github.token" in str(step.get("env")):
        return None, "needs a token"
    if "github.ref_type == 'tag'" in step.get("if", "") and not os.environ.get("GITHUB_REF_NAME"):
        return None, "not a tag"
    return step.get("run") or ACTIONS[action].format(**given), given.get("working-directory", ".")


def run(name, job, defaults):
    for matrix in combinations(job):
        runner = fill(job["runs-on"], matrix)
        if not is_here(runner):
            print(f"== {name}: not run, needs {runner}", flush=True)
            continue
        for step in job["steps"]:
            text, folder = command(step)
            if text is None:
                print(f"-- {name}: not run: {folder}", flush=True)
                continue
            text = fill(text, matrix)
            print(f"== {name}: {text.strip()}", flush=True)
            variables = {key: fill(value, matrix) for key, value in {**defaults, **job.get("env", {}), **step.get("env", {})}.items()}
            environment = {**os.environ, "GITHUB_WORKSPACE": str(ROOT), **variables}
            done = subprocess.run(["bash", "-e", "-c", text], cwd=ROOT / folder, env=environment, check=False)
            if done.returncode:
                sys.exit(f"== {name}: FAILED with {done.returncode}")
    print(f"== {name}: done", flush=True)


def main():
    if len(sys.argv) < 2 or not (path := ROOT / f".github/workflows/{sys.argv[1]}.yml").is_file():
        sys.exit(__doc__)
    workflow = yaml.safe_load(path.read_text())
    jobs = workflow["jobs"]
    for name in sys.argv[2:] or jobs:
        if name not in jobs:
            sys.exit(f"{path.name} has no job '{name}': {', '.join(jobs)}")
        if sys.argv[2:]:
            run(name, jobs[name], workflow.get("env", {}))
        else:
            runners = [fill(jobs[name]["runs-on"], matrix) for matrix in combinations(jobs[name])]
            print(f"{name}: {', '.join(runner + (' (here)' if is_here(runner) else '') for runner in runners)}")


if __name__ == "__main__":
    main()
