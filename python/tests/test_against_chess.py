"""In orthodox chess the package answers as the package `chess` does: moves, FENs, algebraic notation, ends of games."""

from __future__ import annotations

import random

import chess
import pytest

import upheaval
from conftest import boards


def test_moves_fens_and_sans_are_those_of_python_chess(positions: int, chance: random.Random) -> None:
    for board in boards("chess", positions, chance):
        theirs = chess.Board(board.fen())
        assert sorted(board.legal_moves) == sorted(move.uci() for move in theirs.legal_moves), board.fen()
        assert board.fen() == theirs.fen(en_passant="legal")
        assert (board.turn, board.halfmove_clock, board.fullmove_number) == (
            theirs.turn,
            theirs.halfmove_clock,
            theirs.fullmove_number,
        )
        assert board.is_check() == theirs.is_check()
        assert sorted(board.checkers()) == sorted(chess.square_name(at) for at in theirs.checkers())
        assert str(board) == str(theirs)
        assert board.piece_map() == {chess.square_name(at): piece.symbol() for at, piece in theirs.piece_map().items()}
        for uci in board.legal_moves:
            move = chess.Move.from_uci(uci)
            san = theirs.san(move)
            assert board.san(uci) == san
            assert board.parse_san(san) == uci
            assert board.is_capture(uci) == theirs.is_capture(move)
            assert board.gives_check(uci) == theirs.gives_check(move)
            assert board.is_legal(uci) and board.is_legal(move)
        assert board.ply() == theirs.ply()
        assert (board.is_checkmate(), board.is_stalemate()) == (theirs.is_checkmate(), theirs.is_stalemate())
        ep_square = theirs.ep_square if theirs.has_legal_en_passant() else None
        assert board.ep_square == (None if ep_square is None else chess.square_name(ep_square))
        for color in chess.COLORS:
            king = theirs.king(color)
            assert king is not None and board.king(color) == chess.square_name(king)
            assert board.has_insufficient_material(color) == theirs.has_insufficient_material(color), board.fen()
            at = chance.choice(chess.SQUARES)
            attackers = [chess.square_name(one) for one in theirs.attackers(color, at)]
            assert sorted(board.attackers(color, chess.square_name(at))) == sorted(attackers)


def test_a_move_is_legal_for_both_or_for_neither(chance: random.Random) -> None:
    for board in list(boards("chess", 40, chance))[::4]:
        theirs = chess.Board(board.fen())
        for start in chess.SQUARES:
            for end in chess.SQUARES:
                if start != end:
                    move = chess.Move(start, end)
                    assert board.is_legal(move.uci()) == theirs.is_legal(move) or is_rook_castling(theirs, move)


def is_rook_castling(board: chess.Board, move: chess.Move) -> bool:
    """Castling is also read as the king taking its own rook."""
    return board.piece_type_at(move.from_square) == chess.KING and move.to_square in chess.SquareSet(
        board.castling_rights
    )


def test_insufficient_material_is_that_of_python_chess(chance: random.Random) -> None:
    kings = [chess.Piece.from_symbol("K"), chess.Piece.from_symbol("k")]
    for _ in range(500):
        squares = chance.sample(chess.SQUARES[8:56], chance.randrange(2, 7))
        pieces = kings + [chess.Piece(chance.randrange(1, 6), chance.random() < 0.5) for _ in squares[2:]]
        theirs = chess.Board(None)
        theirs.set_piece_map(dict(zip(squares, pieces, strict=True)))
        if theirs.is_valid():
            ours = upheaval.Position("chess", theirs.fen())
            for color in chess.COLORS:
                assert ours.has_insufficient_material(color) == theirs.has_insufficient_material(color), theirs.fen()


def test_games_end_alike(chance: random.Random) -> None:
    for _ in range(12):
        ours = list(boards("chess", 201, chance))[-1]
        theirs = chess.Board()
        for move in ours.move_stack:
            theirs.push_uci(move)
        outcome = ours.outcome()
        # python-chess leaves the third repetition and the fifty moves to a claim in the position that stands.
        claimed = theirs.outcome() or (
            theirs.outcome(claim_draw=True) if theirs.is_repetition(3) or theirs.halfmove_clock >= 100 else None
        )
        assert (outcome is None) == (claimed is None), ours
        if outcome is not None and claimed is not None:
            assert (outcome.winner, outcome.result()) == (claimed.winner, claimed.result())


@pytest.mark.parametrize(
    ("fen", "reason", "termination"),
    [
        ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "checkmate", chess.Termination.CHECKMATE),
        ("k7/8/1Q6/8/8/8/8/4K3 b - - 0 1", "stalemate", chess.Termination.STALEMATE),
        ("k7/8/8/8/8/8/8/4KB2 b - - 0 1", "insufficient material", chess.Termination.INSUFFICIENT_MATERIAL),
    ],
)
def test_ends_have_the_same_reason(fen: str, reason: str, termination: chess.Termination) -> None:
    ours, theirs = upheaval.Board("chess", fen).outcome(), chess.Board(fen).outcome()
    assert ours is not None and theirs is not None
    assert (ours.reason, theirs.termination) == (reason, termination)
