"""Apocalypse: choices of both sides, turns, ends, strategies."""

from __future__ import annotations

import copy
import pickle

import pytest

from upheaval import BLACK, WHITE, ApocalypseBoard, ApocalypseEngine, ApocalypsePosition

START = "npppn/p3p/5/P3P/NPPPN w - - 0 1 00"


def test_the_game_begins_at_its_start() -> None:
    assert ApocalypseBoard().fen() == ApocalypsePosition("startpos").fen() == START
    assert ApocalypseBoard().variant == "apocalypse"
    assert str(ApocalypsePosition()).splitlines()[0] == "n p p p n"


def test_both_sides_choose_and_a_turn_plays_both_choices() -> None:
    start = ApocalypsePosition()
    after = start.after("a1b3", "a5b3")
    assert (after.piece_at("b3"), after.turn_number, start.turn_number) == (None, 2, 1), (
        "equal pieces remove each other"
    )
    assert start == ApocalypsePosition(START) and hash(start) == hash(ApocalypsePosition(START)) and start != after


def test_a_choice_that_only_the_other_can_make_playable_is_a_gamble() -> None:
    start = ApocalypsePosition()
    gambles = [choice for choice in start.choices(WHITE) if start.is_speculative(WHITE, choice)]
    assert "a2b3" in gambles and "a2a3" not in gambles
    assert start.after("a2b3", "e4e3").penalties == (1, 0)
    assert start.after("a2b3", "a5b3").penalties == (0, 0)


def test_turns_are_played_and_taken_back() -> None:
    board = ApocalypseBoard(turns=[("a2a3", "e4e3")])
    board.push("a1c2", "e5c4")
    assert board.turn_stack == [("a2a3", "e4e3"), ("a1c2", "e5c4")]
    for twin in (board.copy(), copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
        assert twin == board and twin.turn_stack == board.turn_stack
    assert (board.pop(), board.pop()) == (("a1c2", "e5c4"), ("a2a3", "e4e3"))
    assert board.position == board.root() == pickle.loads(pickle.dumps(ApocalypsePosition()))
    with pytest.raises(IndexError, match="no turn has been played"):
        board.pop()


def test_the_third_occurrence_is_a_draw() -> None:
    turns = [("a1b3", "e5d3"), ("b3a1", "d3e5")] * 2
    board = ApocalypseBoard(turns=turns)
    assert (board.occurrences(), str(board.outcome()), board.result()) == (
        3,
        "1/2-1/2 {threefold repetition}",
        "1/2-1/2",
    )
    assert board.is_game_over() and not board.position.is_game_over()


def test_a_side_without_pawns_has_lost() -> None:
    lost = ApocalypsePosition("n3n/5/5/P3P/N3N w - - 0 9 00")
    assert str(lost.outcome()) == "1-0 {no pawns left}" and lost.choices(WHITE) == lost.choices(BLACK) == []


def test_perft_counts_pairs_of_choices() -> None:
    start = ApocalypsePosition()
    assert start.perft(0) == 1
    assert start.perft(2) == len(start.choices(WHITE)) * len(start.choices(BLACK)) == start.perft(1) ** 2


def test_strategies_are_probabilities_and_guarantee_their_value() -> None:
    engine = ApocalypseEngine(hash=1, endings=False)
    found = engine.analyse(ApocalypseBoard(), depth=3)
    assert found.depth == 3 and abs(found.value) < 1e-6 < 1 and found.gap < 1e-6, "the start is the same for both"
    for mix, color in ((found.white, WHITE), (found.black, BLACK)):
        assert abs(sum(mix.values()) - 1) < 1e-9 and set(mix) <= set(ApocalypsePosition().choices(color))
        assert list(mix.values()) == sorted(mix.values(), reverse=True)
    assert sum(found.wdl) == 1000 and found.nodes > 0
    engine.new_game()
    again = engine.analyse(ApocalypsePosition(), depth=3)
    assert (again.white, again.value, again.nodes) == (found.white, found.value, found.nodes)


def test_a_finished_game_has_no_strategy() -> None:
    found = ApocalypseEngine(endings=False).analyse(ApocalypsePosition("n3n/5/5/P3P/N3N w - - 0 9 00"), depth=2)
    assert (found.depth, found.value, found.white, found.black, found.wdl) == (0, 1.0, {}, {}, (1000, 0, 0))


def test_two_engines_play_a_game_in_which_neither_sees_the_other_s_choice() -> None:
    engine, board = ApocalypseEngine(hash=1, seed=7, endings=False), ApocalypseBoard()
    while not board.is_game_over():
        white, black = (engine.play(board, color, depth=1) for color in (WHITE, BLACK))
        assert white is not None and black is not None
        board.push(white, black)
    assert board.result() in ("1-0", "0-1", "1/2-1/2")
    if board.position.is_game_over():
        assert engine.play(board, WHITE, depth=1) is None
    assert -1 < engine.evaluate(ApocalypseBoard()) < 1
