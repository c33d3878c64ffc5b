"""The search: the same work gives the same result, limits end it, and Python lives on meanwhile."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from typing import Any

import pytest

import upheaval
from conftest import TURN_BASED
from upheaval import Board, Engine, Position, Score

MATE = Board("chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")


@pytest.mark.parametrize("game", TURN_BASED)
def test_the_same_work_finds_the_same(game: str) -> None:
    engine = Engine(game, hash=4)
    board = Board(game)
    first = engine.analyse(board, nodes=4000)
    engine.new_game()
    second = engine.analyse(board.position, nodes=4000)
    assert (first.best, first.score, first.pv, first.nodes) == (second.best, second.score, second.pv, second.nodes)
    assert first.nodes == 4000 and first.best in board.legal_moves and first.pv[0] == first.best
    assert sum(first.wdl) == 1000 and first.depth <= first.seldepth


def test_mate_is_reported_in_moves() -> None:
    found = upheaval.analyse(MATE, mate=1)
    assert (found.best, found.score.mate, found.score.cp, found.wdl) == ("a1a8", 1, None, (1000, 0, 0))
    assert str(found.score) == "mate 1" and found.score == upheaval.analyse(MATE, depth=3).score
    assert isinstance(found.score, Score) and hash(found.score) == hash(upheaval.analyse(MATE, depth=3).score)


def test_a_game_that_is_over_has_no_move() -> None:
    mated = Board("chess", MATE.fen(), moves=["a1a8"])
    found = upheaval.analyse(mated, nodes=100)
    assert (found.best, found.pv, found.lines, found.score.mate, found.wdl) == (None, [], [], 0, (0, 0, 1000))
    stalemate = upheaval.analyse(Position("chess", "k7/8/1Q6/8/8/8/8/4K3 b - - 0 1"), nodes=100)
    assert (stalemate.best, stalemate.score.cp, stalemate.wdl) == (None, 0, (0, 1000, 0))
    assert Engine().play(mated, depth=1) is None


def test_lines_are_sorted_by_score() -> None:
    found = Engine("empire").analyse(Board("empire"), depth=5, multipv=4)
    assert [line.rank for line in found.lines] == [1, 2, 3, 4]
    assert len({line.pv[0] for line in found.lines}) == 4
    values = [line.score.cp or 0 for line in found.lines]
    assert values == sorted(values, reverse=True) and found.pv == found.lines[0].pv
    assert {line.bound for line in found.lines} == {"exact"}
    for line in found.lines:
        Board("empire", moves=line.pv)


def test_only_the_moves_asked_for_are_searched() -> None:
    found = Engine().analyse(Board(), depth=4, searchmoves=["a2a3", "h2h3"])
    assert found.best in ("a2a3", "h2h3")


def test_the_board_s_history_is_seen() -> None:
    # White is ahead, and would bring the position about for the third time: in chess that is a draw.
    board = Board("chess", "6k1/5ppp/8/8/8/8/r4PPP/1Q4K1 b - - 0 1")
    shuffle = "a2a3 b1c1 a3a2 c1b1".split() * 2
    for move in shuffle[:7]:
        board.push(move)
    last = Engine().analyse(board, depth=6, searchmoves=["c1b1"])
    assert last.score.cp == 0


@pytest.mark.parametrize("limit", [{"movetime": 200}, {"time": 0.2}, {"time": 0.2, "movetime": 60_000}])
def test_time_ends_a_search(limit: dict[str, Any]) -> None:
    begun = time.monotonic()
    found = Engine("empire").analyse(Board("empire"), **limit)
    assert found.best and 0.1 < time.monotonic() - begun < 5
    assert Engine("empire").play(Board("empire"), **limit) in Board("empire").legal_moves


def test_a_weaker_level_looks_at_less() -> None:
    found = Engine(level=0, seed=1).analyse(Board(), depth=20)
    assert found.best in Board().legal_moves and found.nodes < 10_000


def test_static_values_are_for_the_side_to_move() -> None:
    engine = Engine()
    assert engine.evaluate(Position("chess", "4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1")) > 500
    assert engine.evaluate(Board("chess", "4k3/8/8/8/8/8/8/QQ2K3 b - - 0 1")) < -500


def test_the_interpreter_is_free_during_a_search() -> None:
    engine, counted, done = Engine("empire"), 0, threading.Event()

    def search() -> None:
        engine.analyse(Board("empire"), movetime=600)
        done.set()

    threading.Thread(target=search).start()
    while not done.is_set():
        counted += 1
    assert counted > 1000


def test_stop_ends_a_search_in_another_thread_and_a_second_one_is_refused() -> None:
    engine, board = Engine("empire"), Board("empire")
    found: list[upheaval.Analysis] = []
    thread = threading.Thread(target=lambda: found.append(engine.analyse(board, movetime=60_000)))
    thread.start()
    refused = False
    while not refused:
        try:
            engine.evaluate(board)
        except RuntimeError as error:
            refused = "searching already" in str(error)
    board.push("e1e2")
    time.sleep(0.05)
    engine.stop()
    thread.join(timeout=20)
    assert not thread.is_alive() and found[0].best in Board("empire").legal_moves


# A background job of a shell ignores the signal, and so do its children.
INTERRUPTED = """
import signal
import upheaval
signal.signal(signal.SIGINT, signal.default_int_handler)
try:
    print("searching", flush=True)
    {work}
except KeyboardInterrupt:
    board = upheaval.Board()
    print("interrupted", upheaval.analyse(board, nodes=10).best is not None)
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no signal that reaches one process alone")
@pytest.mark.parametrize(
    "work",
    [
        "upheaval.analyse(upheaval.Board('empire'), movetime=60000)",
        "upheaval.Board('empire').perft(12)",
        "upheaval.ApocalypsePosition().perft(20)",
        "upheaval.ApocalypseEngine(endings=False).analyse(upheaval.ApocalypseBoard(), movetime=60000)",
    ],
)
def test_ctrl_c_ends_what_takes_long(work: str) -> None:
    program = [sys.executable, "-c", INTERRUPTED.format(work=work)]
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout and child.stdout.readline() == "searching\n"
        time.sleep(0.3)
        child.send_signal(signal.SIGINT)
        answer, _ = child.communicate(timeout=30)
    assert (answer, child.returncode) == ("interrupted True\n", 0)


@pytest.mark.parametrize("game", TURN_BASED)
def test_two_engines_play_a_game(game: str) -> None:
    board, engines = Board(game), [Engine(game, hash=1), Engine(game, hash=1)]
    while not board.is_game_over() and len(board.move_stack) < 40:
        move = engines[not board.turn].play(board, nodes=200)
        assert move is not None
        board.push(move)
    assert board.move_stack
