"""The functions in pyffish's shape, in the games that pyffish does not know."""

from __future__ import annotations

import pytest

import upheaval

START = "npppn/p3p/5/P3P/NPPPN w - - 0 1 00"


def test_every_game_is_known_by_name() -> None:
    assert upheaval.variants()[0] == "chess" and "apocalypse" in upheaval.variants()
    for game in upheaval.variants():
        start = upheaval.start_fen(game)
        assert upheaval.validate_fen(start, game) == upheaval.FEN_OK
        assert upheaval.get_fen(game, "startpos", []) == start
        assert upheaval.legal_moves(game, "startpos", []) == upheaval.legal_moves(game, start, [])


def test_the_choices_of_apocalypse_stand_one_behind_the_other() -> None:
    white = upheaval.legal_moves("apocalypse", START, [])
    black = upheaval.legal_moves("apocalypse", START, [white[0]])
    assert "a1b3" in white and "a5b3" in black
    assert upheaval.get_fen("apocalypse", START, ["a1b3", "a5b3"]) == "1pppn/p3p/5/P3P/1PPPN w - - 0 2 00"
    assert upheaval.get_san("apocalypse", START, "a1b3") == "a1b3"
    assert upheaval.get_san_moves("apocalypse", START, ["a1b3", "a5b3"]) == ["a1b3", "a5b3"]
    assert upheaval.is_check("apocalypse", START, []) is False
    for function in (
        upheaval.get_fen,
        upheaval.game_result,
        upheaval.is_optional_game_end,
        upheaval.is_immediate_game_end,
    ):
        with pytest.raises(ValueError, match="Black's choice of the last turn is missing"):
            function("apocalypse", START, ["a1b3"])


def test_apocalypse_results_are_for_white() -> None:
    for fen, value in [
        ("5/p3p/5/5/N3N w - - 0 9 00", -32000),
        ("5/5/5/P3P/N3N w - - 0 9 00", 32000),
        ("n4/5/5/5/N4 w - - 0 9 00", 0),
    ]:
        assert upheaval.game_result("apocalypse", fen, []) == value
        assert upheaval.is_immediate_game_end("apocalypse", fen, []) == (True, value)


def test_algebraic_notation_is_that_of_saved_games() -> None:
    # docs/notation.md, 4.4 and 4.5.
    assert upheaval.get_san("insurrection", "4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1", "f3e5") == "Nf3xe5=P"
    assert upheaval.get_san("subversion", "4k3/8/8/2q5/1N6/8/P7/7K w - - 0 1", "a2c5q") == "a2c5q"


@pytest.mark.parametrize(
    ("fen", "number"),
    [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 1),
        ("", 0),
        ("   ", 0),
        ("x w - - 0 1", -8),
        ("4k3/8/8/8/8/8/8/4K3", -11),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", -6),
        ("4k3/8/8/8/8/8/8/4K3 w X - 0 1", -5),
        ("4k3/8/8/8/8/8/8/4K3 w - e9 0 1", -4),
        ("4k3/8/8/8/8/8/8/4K3 w - - x 1", -2),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 x", -1),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 Kk", -11),
    ],
)
def test_the_field_at_fault_has_pyffish_s_number(fen: str, number: int) -> None:
    assert upheaval.validate_fen(fen, "chess") == number


def test_moves_may_stand_in_any_sequence_but_a_string() -> None:
    assert upheaval.get_fen("chess", "startpos", ("e2e4",)) == upheaval.get_fen("chess", "startpos", ["e2e4"])
    with pytest.raises(TypeError):
        upheaval.get_fen("chess", "startpos", "e2e4")


def test_chess960_is_refused_and_not_ignored() -> None:
    for call in (
        lambda: upheaval.legal_moves("chess", "startpos", [], True),
        lambda: upheaval.get_san("chess", "startpos", "e2e4", chess960=True),
        lambda: upheaval.validate_fen("startpos", "chess", True),
    ):
        with pytest.raises(ValueError, match="chess960 is not among the games"):
            call()
