"""The functions answer as pyffish's of the same name, in chess and in Empire. What differs by intention is listed in
docs/python.md and excepted here by name."""

from __future__ import annotations

import random
from typing import Any

import pytest

import upheaval
from conftest import ROOT, boards, walk

pyffish: Any = pytest.importorskip("pyffish")
pyffish.set_option("VariantPath", str(ROOT / "scripts" / "empire.ini"))

GAMES = ["chess", "empire"]
MODULES: list[Any] = [upheaval, pyffish]


def share(positions: int) -> int:
    """pyffish takes some milliseconds a call."""
    return max(60, positions // 20)


@pytest.mark.parametrize("game", GAMES)
def test_moves_checks_and_sans_are_pyffish_s(game: str, positions: int, chance: random.Random) -> None:
    for board in boards(game, share(positions), chance):
        fen = board.fen()
        if board.outcome() is not None and not board.legal_moves:
            continue
        ours, theirs = upheaval.legal_moves(game, fen, []), pyffish.legal_moves(game, fen, [])
        assert sorted(ours) == sorted(theirs), fen
        assert (
            upheaval.is_check(game, fen, [])
            == upheaval.gives_check(game, fen, [])
            == pyffish.gives_check(game, fen, [])
        )
        for move in chance.sample(ours, min(3, len(ours))):
            assert upheaval.is_capture(game, fen, [], move) == pyffish.is_capture(game, fen, [], move), (fen, move)
            ours_after, theirs_after = upheaval.get_fen(game, fen, [move]), pyffish.get_fen(game, fen, [move])
            assert without_idle_square(game, ours_after) == without_idle_square(game, theirs_after), (fen, move)
            assert upheaval.get_san(game, fen, move) == pyffish.get_san(game, fen, move), (fen, move)
            ours_long, theirs_long = (each.get_san(game, fen, move, False, each.NOTATION_LAN) for each in MODULES)
            assert ours_long == theirs_long, (fen, move)


def without_idle_square(game: str, fen: str) -> str:
    """The FEN without an en-passant square on which no legal capture is possible: pyffish also writes it when the pawn
    that could capture is pinned."""
    return upheaval.Position(game, fen).fen()


@pytest.mark.parametrize("game", GAMES)
def test_lines_of_moves_are_pyffish_s(game: str, positions: int, chance: random.Random) -> None:
    while positions > 0:
        moves = list(walk(game, chance))[-1].move_stack
        positions -= len(moves)
        assert upheaval.get_san_moves(game, "startpos", moves) == pyffish.get_san_moves(game, "startpos", moves)
        assert upheaval.get_fen(game, "startpos", moves) == without_idle_square(
            game, pyffish.get_fen(game, "startpos", moves)
        )


# Mates, stalemates, campmates and their values; the third occurrence loses in Empire.
ENDS = [
    ("chess", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"),
    ("chess", "k7/8/1Q6/8/8/8/8/4K3 b - - 0 1"),
    ("empire", "T5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"),
    ("empire", "k7/7T/8/8/8/8/8/1T2K3 b - - 0 1"),
]


@pytest.mark.parametrize(("game", "fen"), ENDS)
def test_a_side_without_moves_has_pyffish_s_result(game: str, fen: str) -> None:
    assert upheaval.legal_moves(game, fen, []) == pyffish.legal_moves(game, fen, []) == []
    assert upheaval.game_result(game, fen, []) == pyffish.game_result(game, fen, [])
    # Where nothing has ended, pyffish returns an arbitrary number.
    assert not upheaval.is_immediate_game_end(game, fen, [])[0] and not pyffish.is_immediate_game_end(game, fen, [])[0]


def test_campmate_ends_the_game_at_once() -> None:
    fen = "8/4K3/7k/8/8/8/8/8 w - - 0 1"
    ended, value = pyffish.is_immediate_game_end("empire", fen, ["e7e8"])
    assert (ended, value) == (True, -pyffish.VALUE_MATE)
    assert upheaval.is_immediate_game_end("empire", fen, ["e7e8"]) == (ended, value)
    assert upheaval.game_result("empire", fen, ["e7e8"]) == value


@pytest.mark.parametrize("game", GAMES)
def test_repetitions_and_fifty_moves_are_optional_ends(game: str) -> None:
    back_and_forth = {"chess": "g1f3 g8f6 f3g1 f6g8", "empire": "e1e2 b8c6 e2e1 c6b8"}[game].split() * 2
    for count in range(len(back_and_forth) + 1):
        theirs = pyffish.is_optional_game_end(game, "startpos", back_and_forth[:count])
        ours = upheaval.is_optional_game_end(game, "startpos", back_and_forth[:count])
        assert ours[0] == theirs[0], count
        assert not ours[0] or ours[1] == theirs[1], count
    fen = "4k3/8/8/8/8/8/8/R2K4 w - - 100 80"
    assert upheaval.is_optional_game_end(game, fen, []) == tuple(pyffish.is_optional_game_end(game, fen, []))


def test_constants_and_faultless_fens_are_pyffish_s() -> None:
    assert (upheaval.VALUE_MATE, upheaval.VALUE_DRAW) == (pyffish.VALUE_MATE, pyffish.VALUE_DRAW)
    assert upheaval.FEN_OK == pyffish.FEN_OK
    for game in GAMES:
        start = upheaval.start_fen(game)
        assert start == pyffish.start_fen(game)
        assert upheaval.validate_fen(start, game) == pyffish.validate_fen(start, game) == upheaval.FEN_OK


SIXTH = """[sixth:chess]
customPiece1 = a:NN
startFen = rabqkbar/pppppppp/8/8/8/8/PPPPPPPP/RABQKBAR w KQkq - 0 1
promotionPieceTypes = aq
flagPiece = p
flagRegionWhite = *6
flagRegionBlack = *3
"""


def test_game_of_a_text_is_pyffish_s(chance: random.Random) -> None:
    for module in MODULES:
        module.load_variant_config(SIXTH)
        assert "sixth" in module.variants()
    for _ in range(5):
        moves: list[str] = []
        while not pyffish.is_immediate_game_end("sixth", "startpos", moves)[0] and len(moves) < 40:
            ours, theirs = (sorted(module.legal_moves("sixth", "startpos", moves)) for module in MODULES)
            assert ours == theirs, moves
            fens = [module.get_fen("sixth", "startpos", moves) for module in MODULES]
            assert fens[0].split()[:3] == fens[1].split()[:3]
            assert not upheaval.is_immediate_game_end("sixth", "startpos", moves)[0]
            if not ours:
                break
            moves.append(chance.choice(ours))
        ends = [module.is_immediate_game_end("sixth", "startpos", moves) for module in MODULES]
        assert ends[0][0] == ends[1][0] and (not ends[0][0] or ends[0][1] == ends[1][1]), moves


def test_refused_game_of_a_text_is_a_warning() -> None:
    with pytest.warns(UserWarning, match=r"config:4: \[drops\] pieceDrops"):
        upheaval.load_variant_config("[fine:chess]\n\n[drops:chess]\npieceDrops = true\n")
    assert "fine" in upheaval.variants() and "drops" not in upheaval.variants()
    with pytest.raises(ValueError, match="defines no game"):
        upheaval.load_variant_config("")
