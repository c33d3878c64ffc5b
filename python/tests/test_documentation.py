"""Documentation is tested: every example in docstrings and pages, and the types."""

from __future__ import annotations

import doctest
import inspect
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import upheaval
from conftest import ROOT

PAGES = [ROOT / "docs" / "python.md", ROOT / "python" / "README.md"]
EXAMPLES = sorted((ROOT / "python" / "examples").glob("*.py"))


def documented() -> Iterator[tuple[str, object]]:
    """Everything public with its name."""
    for name in upheaval.__all__:
        thing = getattr(upheaval, name)
        if callable(thing):
            yield name, thing
        if inspect.isclass(thing):
            for member, value in inspect.getmembers(thing):
                if not member.startswith("_"):
                    yield f"{name}.{member}", value


@pytest.mark.parametrize(
    ("name", "thing"), list(documented()), ids=lambda value: value if isinstance(value, str) else ""
)
def test_everything_public_has_a_docstring_whose_examples_are_so(name: str, thing: object) -> None:
    assert inspect.getdoc(thing), name
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    example = doctest.DocTestParser().get_doctest(inspect.getdoc(thing) or "", {}, name, None, 0)
    assert runner.run(example).failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_examples_of_the_pages_are_so(page: Path) -> None:
    result = doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert result.failed == 0 and result.attempted > 5


def test_the_module_s_own_example_is_so() -> None:
    assert doctest.testmod(upheaval).failed == 0


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.name)
def test_the_examples_run(example: Path) -> None:
    done = subprocess.run([sys.executable, example], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0 and done.stdout, done.stderr


def test_a_wheel_asks_nothing_of_the_processor() -> None:
    assert upheaval.PROCESSOR_FEATURES == [], "built elsewhere than in python/, or with flags of its own"


needs_mypy = pytest.mark.skipif(not shutil.which("mypy", path=str(Path(sys.executable).parent)), reason="needs mypy")


def check(*command: str) -> None:
    done = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True, cwd=ROOT / "python")
    assert done.returncode == 0, done.stdout + done.stderr


@needs_mypy
def test_tests_and_examples_are_typed() -> None:
    check("mypy", "--strict", "tests", "examples")


@needs_mypy
def test_the_types_are_those_of_the_compiled_module() -> None:
    check("mypy.stubtest", "upheaval")
