#!/usr/bin/env python3
"""Runs pyffish's own tests with the package `upheaval` in its place, restricted to games and functions that it has.

    pip install python/target/wheels/upheaval-*.whl && python/pyffish_suite.py FAIRY-STOCKFISH/test.py

The file is read, not copied. Each statement of a test runs on its own. A statement that calls a function of pyffish or
plays a game that is missing here is left out, and so are the statements that use its result. What is left out is listed
with its reason. Exits with 1 if a test fails or if nothing has been tested.
"""

import ast
import collections
import functools
import sys
import types
import unittest
from pathlib import Path

import upheaval

# Tests of pyffish itself, by name.
OTHER_SUBJECT = {"test_info": "the engine's name", "test_variants_loaded": "a game defined by the file"}
# Functions that take the game as their second argument.
GAME_IS_SECOND = {"validate_fen", "get_fog_fen"}


class LeftOut(Exception):
    """A statement asks for something that is not of this project."""


class Unknown:
    """The value of a variable that a statement left out would have set."""


class Report:
    """Counts statements that ran, and reasons for those that did not."""

    def __init__(self):
        self.ran = collections.Counter()
        self.left_out = collections.Counter()

    def need(self, *values):
        """Raises if a value is the result of a statement left out."""
        if any(isinstance(value, Unknown) for value in values):
            raise LeftOut("uses a result left out")


REPORT = Report()


def squares(rank):
    """Returns the number of squares of a rank in a FEN."""
    return sum(int(c) if c.isdigit() else 1 for c in rank.split("[")[0])


class Module(types.ModuleType):
    """`upheaval` as `pyffish`."""

    def __getattr__(self, name):
        if not hasattr(upheaval, name):
            raise LeftOut(f"function or constant {name}")
        value = getattr(upheaval, name)
        if not callable(value):
            return value

        @functools.wraps(value)
        def call(*arguments):
            game = arguments[1 if name in GAME_IS_SECOND else 0] if arguments else None
            if game is not None and game not in upheaval.variants():
                raise LeftOut(f"game {game}")
            if any(
                squares(rank) > 8 for each in arguments if "/" in str(each) for rank in str(each).split()[0].split("/")
            ):
                raise LeftOut("a FEN with a rank of more than 8 squares")
            result = value(*arguments)
            REPORT.ran[name] += 1
            return result

        return call


class Isolate(ast.NodeTransformer):
    """Puts every simple statement of a test into a `try` that notes why it is left out."""

    def __init__(self, names):
        self.names = names

    def wrapped(self, node):
        used = sorted(
            {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)} & self.names
        )
        stored = sorted({n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)})
        lines = [f"_need({', '.join(used)})" if used else "pass"]
        text = "try:\n  " + "\n  ".join(lines) + "\nexcept _LeftOut as _why:\n  _left_out[str(_why)] += 1\n"
        text += "".join(f"  {name} = _Unknown()\n" for name in stored)
        block = ast.parse(text).body[0]
        block.body.append(node)
        return ast.copy_location(block, node)

    visit_Assign = visit_Expr = wrapped


def restricted(source, path):
    """Returns the tests as a module, isolated and without those of another subject."""
    tree = ast.parse(source, path)
    # The games that the file defines do not exist here.
    tree.body = [node for node in tree.body if "load_variant_config" not in ast.unparse(node)[:40]]
    for tests in (node for node in tree.body if isinstance(node, ast.ClassDef)):
        for test in tests.body:
            if isinstance(test, ast.FunctionDef) and test.name not in OTHER_SUBJECT:
                names = {n.id for n in ast.walk(test) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
                test.body = [Isolate(names).visit(node) for node in test.body]
        tests.body = [node for node in tests.body if getattr(node, "name", "") not in OTHER_SUBJECT]
    module = types.ModuleType("pyffish_tests")
    module.__dict__.update(_need=REPORT.need, _LeftOut=LeftOut, _Unknown=Unknown, _left_out=REPORT.left_out)
    exec(compile(ast.fix_missing_locations(tree), path, "exec"), module.__dict__)
    return module


def main():
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    path = sys.argv[1]
    sys.modules["pyffish"] = Module("pyffish")
    tests = unittest.defaultTestLoader.loadTestsFromModule(restricted(Path(path).read_text(encoding="utf-8"), path))
    result = unittest.TextTestRunner(verbosity=1).run(tests)
    print("calls:", ", ".join(f"{name} {count}" for name, count in sorted(REPORT.ran.items())))
    print("statements left out:")
    for reason, count in sorted(REPORT.left_out.items()):
        print(f"  {count:5} {reason}")
    for name, reason in OTHER_SUBJECT.items():
        print(f"  {name}: {reason}")
    sys.exit(not (result.wasSuccessful() and REPORT.ran))


if __name__ == "__main__":
    main()
