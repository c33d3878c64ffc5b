#!/usr/bin/env bash
# Everything that a change of the Python package has to pass: the wheel is built, installed into a fresh virtual environment, plays, and
# is tested there. Stops at the first failure. Arguments are pytest's.
set -euo pipefail
cd "$(dirname "$0")"
fresh=target/check

cargo fmt --check
cargo clippy --locked -- -D warnings

rm -rf "$fresh" target/wheels
python3 -m venv "$fresh"
"$fresh/bin/pip" install --quiet 'maturin>=1.9.4,<2'
"$fresh/bin/maturin" build --release --locked
# First alone, so that nothing else is there that it might need.
"$fresh/bin/pip" install --quiet --no-index target/wheels/upheaval-*.whl
"$fresh/bin/python" examples/play_a_game.py

"$fresh/bin/pip" install --quiet 'chess>=1.11' 'mypy>=1.11' 'pyffish>=0.0.90' 'pytest>=8' ruff
"$fresh/bin/ruff" format --config pyproject.toml --check .
"$fresh/bin/ruff" check --config pyproject.toml .
"$fresh/bin/mypy"
"$fresh/bin/python" -m pytest "$@"
