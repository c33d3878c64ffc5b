"""Whatever is asked of a position, the package and the program `upheaval` answer alike. By default a few hundred
positions are compared; `pytest tests/test_against_program.py --positions 100000` takes some minutes."""

from __future__ import annotations

import random

import pytest

import upheaval
from conftest import TURN_BASED, Program, boards
from upheaval import BLACK, WHITE, ApocalypseBoard


@pytest.mark.parametrize("game", TURN_BASED)
def test_positions_are_the_same_to_the_program(
    game: str, program: Program, positions: int, chance: random.Random
) -> None:
    program.play(game)
    for board in boards(game, positions // (len(TURN_BASED) + 1), chance):
        fen = board.fen()
        program.set_up(f"fen {fen}")
        reported = program.describe()
        position = upheaval.Position(game, fen)
        assert position == board.position and hash(position) == hash(board.position), fen
        assert reported["Fen"] == fen == position.fen()
        assert reported["Key"] == f"{position.key:016X}", fen
        assert reported["Checkers"].split() == position.checkers(), fen
        assert (
            reported["Result"] == str(position.outcome() or "*").replace("None", "*") or board.halfmove_clock >= 100
        ), fen
        moves = program.perft(1)
        assert sorted(board.legal_moves) == list(moves), fen
        assert sorted(upheaval.legal_moves(game, fen, [])) == list(moves), fen
        for move in moves:
            assert position.parse_san(position.san(move)) == move, fen


@pytest.mark.parametrize("game", TURN_BASED)
def test_results_equal_the_program(game: str, program: Program, positions: int, chance: random.Random) -> None:
    program.play(game)
    for _ in range(max(1, positions // 1000)):
        board = list(boards(game, 150, chance))[-1]
        program.set_up(f"startpos moves {' '.join(board.move_stack)}")
        reported = program.describe()
        assert reported["Result"] == str(board.outcome() or "*")
        assert reported["Fen"] == upheaval.get_fen(game, "startpos", board.move_stack)


@pytest.mark.parametrize("game", TURN_BASED)
def test_perft_is_the_program_s(game: str, program: Program, chance: random.Random) -> None:
    program.play(game)
    for board in list(boards(game, 60, chance))[::20]:
        program.set_up(f"fen {board.fen()}")
        assert program.perft(3) == board.divide(3) == board.position.divide(3)
        assert sum(board.divide(3).values()) == board.perft(3)


def test_apocalypse_is_the_same_to_the_program(program: Program, positions: int, chance: random.Random) -> None:
    program.play("apocalypse")
    number = positions // (len(TURN_BASED) + 1)
    while number > 0:
        board = ApocalypseBoard()
        while True:
            fen = board.fen()
            program.set_up(f"fen {fen}")
            reported = program.describe()
            assert reported["Fen"] == fen and reported["Key"] == f"{board.position.key:016X}"
            assert reported["Result"] == str(ApocalypseBoard(fen).outcome() or "*")
            white, black = board.choices(WHITE), board.choices(BLACK)
            assert sorted(white) == list(program.perft(1)) == sorted(upheaval.legal_moves("apocalypse", fen, [])), fen
            number -= 1
            if board.is_game_over() or number <= 0:
                break
            choices = chance.choice(white), chance.choice(black)
            program.set_up(f"fen {fen} moves {choices[0]}")
            assert (
                sorted(black) == list(program.perft(1)) == sorted(upheaval.legal_moves("apocalypse", fen, [choices[0]]))
            ), fen
            board.push(*choices)


@pytest.mark.parametrize("game", TURN_BASED)
def test_a_search_finds_what_the_program_finds(game: str, program: Program, chance: random.Random) -> None:
    program.play(game)
    program.send("setoption name UCI_ShowWDL value true", "setoption name MultiPV value 2")
    engine = upheaval.Engine(game)
    for board in list(boards(game, 40, chance))[::13]:
        program.set_up(f"startpos moves {' '.join(board.move_stack)}".removesuffix(" moves "))
        lines = program.search("nodes 3000")
        found = engine.analyse(board, nodes=3000, multipv=2)
        assert lines[-1].split()[1] == (found.best or "(none)")
        reported = [line.split() for line in lines if " pv " in line]
        for line in found.lines:
            words = [words for words in reported if words[words.index("multipv") + 1] == str(line.rank)][-1]
            assert " ".join(words[words.index("pv") + 1 :]) == " ".join(line.pv)
            at = words.index("score")
            assert " ".join(words[at + 1 : at + 3]) == str(line.score)
            at = words.index("wdl")
            assert tuple(map(int, words[at + 1 : at + 4])) == line.wdl
            assert (words[words.index("depth") + 1], words[words.index("seldepth") + 1]) == (
                str(line.depth),
                str(line.seldepth),
            )
