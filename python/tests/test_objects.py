"""Positions and boards as objects: values, history, copies, and what belongs to one game alone."""

from __future__ import annotations

import copy
import pickle

import pytest

import upheaval
from conftest import TURN_BASED
from upheaval import BLACK, WHITE, Board, Outcome, Position


def test_a_game_begins_at_its_start() -> None:
    assert Board().fen() == Position().fen() == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    for game in TURN_BASED:
        assert Board(game).fen() == Board(game, "startpos").fen() == upheaval.start_fen(game)
        assert Board(game).variant == Position(game).variant == game


def test_a_position_never_changes_and_can_be_a_key() -> None:
    start = Position("empire")
    next_one = start.after("e1e2")
    assert start == Position("empire") and start != next_one
    assert {start: "start", next_one: "next"}[Position("empire", next_one.fen())] == "next"
    assert (start.turn, next_one.turn) == (WHITE, BLACK)
    with pytest.raises(AttributeError):
        start.turn = BLACK  # type: ignore[misc]


def test_equality_looks_at_the_clocks_and_the_key_does_not() -> None:
    one, other = (Position("chess", f"4k3/8/8/8/8/8/8/R3K3 w - - {clock}") for clock in ("3 9", "4 9"))
    assert one != other and one.key == other.key


def test_the_same_pieces_in_another_game_or_by_other_rules_are_another_position() -> None:
    assert Position("chess") != Position("subversion")
    assert Position("insurrection") != Position("insurrection-strict")
    assert (Position("chess") == 3) is False


def test_a_board_plays_and_takes_back() -> None:
    board = Board("subversion")
    begin = board.position
    board.push("e2e4")
    assert board.push_san("Nf6") == "g8f6"
    assert (board.move_stack, board.peek()) == (["e2e4", "g8f6"], "g8f6")
    assert (board.pop(), board.pop()) == ("g8f6", "e2e4")
    assert board.position == begin == board.root() and board.move_stack == []
    for empty in (board.pop, board.peek):
        with pytest.raises(IndexError, match="no move has been played"):
            empty()


def test_an_illegal_move_leaves_the_board_as_it_was() -> None:
    board = Board(moves=["e2e4"])
    for push in (board.push, board.push_san):
        with pytest.raises(ValueError, match="illegal move 'e7e4'"):
            push("e7e4")
    assert board.move_stack == ["e2e4"]


def test_copies_are_played_apart() -> None:
    board = Board("empire", moves=["e1e2"])
    for twin in (board.copy(), copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
        assert twin == board and twin.move_stack == board.move_stack
        twin.push("e7e5")
        assert twin != board and board.move_stack == ["e1e2"]
    with pytest.raises(TypeError):
        hash(board)


@pytest.mark.parametrize("game", TURN_BASED)
def test_pickled_positions_are_the_same(game: str) -> None:
    position = Board(game).position
    again = pickle.loads(pickle.dumps(position))
    assert again == position and hash(again) == hash(position)
    assert eval(repr(position)) == position
    assert eval(repr(Board(game))).position == position


def test_repetition_and_clock_belong_to_the_board() -> None:
    board = Board("empire", moves="e1e2 b8c6 e2e1 c6b8 e1e2 b8c6 e2e1 c6b8".split())
    outcome = board.outcome()
    assert outcome is not None and (outcome.winner, outcome.reason) == (WHITE, "threefold repetition")
    assert (board.occurrences(), board.result(), str(outcome)) == (3, "1-0", "1-0 {threefold repetition}")
    assert board.position.outcome() is None
    late = Board("chess", "4k3/8/8/8/8/8/8/R3K3 w - - 100 80")
    assert late.result() == "1/2-1/2" and late.position.outcome() is None
    assert Board().result() == "*" and not Board().is_game_over()


def test_outcomes_are_values() -> None:
    mated = Position("chess", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1").outcome()
    assert mated == Board("chess", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1").outcome()
    assert mated is not None and hash(mated) == hash(mated) and isinstance(mated, Outcome)
    assert (mated.winner, mated.result(), repr(mated)) == (WHITE, "1-0", "Outcome(winner=True, reason='checkmate')")


def test_campmate_wins_empire() -> None:
    board = Board("empire", "8/4K3/7k/8/8/8/8/8 w - - 0 1")
    assert board.san("e7e8") == "Ke8", "a king that wins by arriving has no mark"
    board.push("e7e8")
    assert str(board.outcome()) == "1-0 {campmate}" and board.legal_moves == []


def test_a_coup_makes_other_pieces_royal() -> None:
    # gamedata/games/insurrection/specification.md, "Moves" 2: a royal king takes a pawn, and Black's other pawn rules.
    board = Board("insurrection", "4k3/p7/8/8/8/8/3p4/4K3 w - - 0 1 Kk")
    assert board.royals(WHITE) == ["e1"] and board.royals(BLACK) == ["e8"]
    board.push("e1d2")
    assert board.royals(BLACK) == ["a7"] and board.fen().endswith(" Kp")


def test_a_bribe_is_a_move_with_all_its_squares() -> None:
    board = Board("subversion", "4k3/8/8/2q5/1N6/8/P7/7K w - - 0 1")
    assert "a2c5q" in board.legal_moves and board.san("a2c5q") == "a2c5q"
    board.push("a2c5q")
    assert board.piece_at("c5") == "Q" and board.piece_at("a2") is None


def test_strict_insurrection_binds_every_royal() -> None:
    # Two royal knights, one of them attacked: with assassination it may be left to its fate.
    fen = "4k3/8/8/8/8/2r5/8/1NN1K3 w - - 0 1 Nk"
    free, bound = (Position(game, fen).legal_moves for game in ("insurrection", "insurrection-strict"))
    assert set(bound) < set(free)
    assert upheaval.legal_moves("insurrection-strict", fen, []) == bound


def test_pieces_and_squares() -> None:
    start = Position("empire")
    assert (start.piece_at("d1"), start.piece_at("e8"), start.piece_at("e4")) == ("D", "k", None)
    assert len(start.piece_map()) == 32 and start.piece_map()["a1"] == "T"
    assert start.royals(WHITE) == ["e1"] and start.royals(BLACK) == ["e8"]
    with pytest.raises(ValueError, match="'i9' is not a square"):
        start.piece_at("i9")


def test_queries_are_those_of_python_chess() -> None:
    board = Board("chess", "4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 7")
    assert (board.castling_rights, board.ep_square, board.ply()) == ("K", "d6", 12)
    assert (board.king(WHITE), board.king(BLACK)) == ("e1", "e8")
    assert board.attackers(WHITE, "d6") == ["e5"] and board.attackers(BLACK, "e4") == ["d5"]
    assert board.push_uci("e1h1") == "e1g1" and board.ply() == 13
    board.set_fen("startpos")
    assert (board.move_stack, board.ply(), board.ep_square, board.castling_rights) == ([], 0, None, "KQkq")
    with pytest.raises(ValueError):
        board.set_fen("x")
    assert board.fen() == Board().fen()
    mate, stalemate = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "k7/8/1Q6/8/8/8/8/4K3 b - - 0 1"
    assert (Position("chess", mate).is_checkmate(), Position("chess", mate).is_stalemate()) == (True, False)
    assert (Board("chess", stalemate).is_checkmate(), Board("chess", stalemate).is_stalemate()) == (False, True)
    assert Position("insurrection", "4k3/8/8/8/8/8/8/1N4N1 w - - 0 1 Nk").king(WHITE) is None


def test_objects_with_uci_are_moves() -> None:
    class Move:
        def uci(self) -> str:
            return "e2e4"

    board = Board(moves=[Move()])
    assert board.pop() == "e2e4"
    assert board.is_legal(Move()) and not board.is_capture(Move()) and not board.gives_check(Move())
    assert (board.san(Move()), board.position.after(Move()).turn) == ("e4", BLACK)
    board.push(Move())
    assert upheaval.get_fen("chess", "startpos", [Move()]) == board.fen()
    assert upheaval.get_san("chess", "startpos", Move()) == "e4"
    assert upheaval.Engine(hash=1).analyse(Board(), nodes=50, searchmoves=[Move()]).best == "e2e4"


def test_pictures_have_every_piece() -> None:
    svg = Board("empire")._repr_svg_()
    assert svg.count("<rect") == 64 and svg.count("<text") == 32
    assert svg.count(">♚</text>") == 2 and svg.count(">T</text>") == 2
    svg = upheaval.ApocalypseBoard()._repr_svg_()
    assert svg.count("<rect") == 25 and svg.count("<text") == 14


def test_perft_counts_what_is_published() -> None:
    # https://www.chessprogramming.org/Perft_Results, and Fairy-Stockfish for Empire.
    assert [Position().perft(depth) for depth in range(5)] == [1, 20, 400, 8902, 197_281]
    assert Position("empire").perft(4) == 464_633
    assert Position("empire").divide(1) == dict.fromkeys(Position("empire").legal_moves, 1)


def test_moves_are_read_in_the_forms_that_clients_send() -> None:
    board = Board("chess", "4k3/P7/8/8/8/8/8/4K2R w K - 0 1")
    assert board.parse_uci("O-O") == board.parse_uci("e1h1") == board.parse_san("O-O") == "e1g1"
    assert board.parse_uci("a7a8Q") == board.parse_san("a8Q") == "a7a8q"
