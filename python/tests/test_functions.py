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


def test_algebraic_notation_follows_its_specification() -> None:
    # docs/notation.md, 4.4 and 4.5.
    assert upheaval.get_san("insurrection", "4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1", "f3e5") == "Nxe5=P"
    assert upheaval.get_san("subversion", "4k3/8/8/2q5/1N6/8/P7/7K w - - 0 1", "a2c5q") == "a2c5q"


@pytest.mark.parametrize(
    ("fen", "number"),
    [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 1),
        ("", 0),
        ("   ", 0),
        ("8/8 w - - 0 1", -8),
        ("4k3/8/8/8/8/8/8/4K3", 1),
        ("4k3/8/8/8/8/8/8/4K3 w 3 9", 1),
        ("4k3/8/8/8/8/8/8/4K3 w KQ -", -5),
        ("4k3/8/8/8/8/8/8/4+K3 w - - 0 1", -10),
        ("4k3/8/8/8/8/8/8/4KK2 w - - 0 1", -3),
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


def test_pinned_rival_needs_no_disambiguation() -> None:
    fen = "4k2r/4r3/8/8/8/8/8/4T1K1 b - - 0 1"
    assert upheaval.get_san("empire", fen, "h8h7") == "Rh7"
    assert upheaval.get_san_moves("empire", fen, ["h8h7"]) == ["Rh7"]
    assert upheaval.Board("empire", fen).san("h8h7") == "Rh7"


def test_long_notation_has_both_squares() -> None:
    def long(game: str, fen: str, move: str) -> str:
        return upheaval.get_san(game, fen, move, False, upheaval.NOTATION_LAN)

    fen = "r3k3/1P6/8/8/8/8/8/R3K2R w KQ - 0 1"
    assert long("chess", fen, "b7a8q") == "b7xa8=Q+"
    assert [long("chess", fen, move) for move in ("h1g1", "a1a8", "e1g1")] == ["Rh1-g1", "Ra1xa8+", "O-O"]
    assert long("subversion", "4k3/8/8/2q5/1N6/8/P7/7K w - - 0 1", "a2c5q") == "a2c5q"
    with pytest.raises(ValueError, match="no notation has the number 3"):
        upheaval.get_san("chess", "startpos", "e2e4", False, 3)


def test_short_fens_are_completed() -> None:
    board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
    for short, whole in [
        ("", "w - - 0 1"),
        (" b", "b - - 0 1"),
        (" w KQ", "w KQ - 0 1"),
        (" w KQkq -", "w KQkq - 0 1"),
        (" w 1 2", "w - - 1 2"),
    ]:
        assert upheaval.get_fen("chess", board + short, []) == f"{board} {whole}"
        assert upheaval.Board("chess", board + short).fen() == f"{board} {whole}"
    with pytest.raises(ValueError, match="SFEN"):
        upheaval.get_fen("chess", board, [], False, True)


def test_pieces_that_cannot_win_are_insufficient() -> None:
    material = upheaval.has_insufficient_material
    assert material("chess", "k7/p7/8/8/8/8/8/K7", []) == (True, False)
    assert material("chess", "k7/8/8/8/8/8/p7/K7 w - - 0 1", ["a1a2"]) == (True, True)
    assert material("empire", "k7/8/8/8/8/8/8/1K6", []) == (False, False), "a king alone can reach the camp"
    assert material("subversion", "k7/8/8/8/8/8/8/KN6", []) == (False, False)
    assert material("insurrection", "k7/8/8/8/8/8/8/K7", []) == (True, True)
    assert material("apocalypse", START, []) == (False, False)


def test_version_has_three_numbers() -> None:
    assert ".".join(map(str, upheaval.version())) == upheaval.__version__
    assert upheaval.info().startswith(f"Upheaval {upheaval.__version__} by ")


def test_moves_may_stand_in_any_sequence_but_a_string() -> None:
    assert upheaval.get_fen("chess", "startpos", ("e2e4",)) == upheaval.get_fen("chess", "startpos", ["e2e4"])
    with pytest.raises(TypeError):
        upheaval.get_fen("chess", "startpos", "e2e4")


def test_chess960_castles_onto_the_rook() -> None:
    fen = "4k3/8/8/8/8/8/8/RK5R w KQ - 3 7"
    assert {"b1a1", "b1h1"} <= set(upheaval.legal_moves("chess", fen, [], True))
    assert upheaval.get_san("chess", fen, "b1h1", chess960=True) == "O-O"
    assert upheaval.get_fen("chess", fen, ["b1a1"], True) == "4k3/8/8/8/8/8/8/2KR3R b - - 4 7"
    assert upheaval.validate_fen(fen, "chess", True) == upheaval.FEN_OK
    assert upheaval.validate_fen(fen, "chess") == -5
    inner_rook = "4k3/8/8/8/8/8/8/RRK4R w KB - 0 1"
    fens = [upheaval.get_fen("chess", each, [], chess960=True) for each in ["startpos", fen, inner_rook]]
    assert [each.split()[2] for each in fens] == ["HAha", "HA", "HB"], "pyffish writes Shredder-FEN"
    board = upheaval.Board("chess", fen, chess960=True)
    assert (board.variant, board.push_san("O-O")) == ("chess960", "b1h1")
    assert upheaval.Position(fen=fen, chess960=True) == upheaval.Position("chess960", fen)


def test_chess960_is_an_error_in_games_without_it() -> None:
    with pytest.raises(ValueError, match="empire has no Chess960"):
        upheaval.legal_moves("empire", "startpos", [], True)
