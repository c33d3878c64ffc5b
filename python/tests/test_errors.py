"""Whatever comes in, there is one clear error and never more than that."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest

import upheaval
from conftest import TURN_BASED
from upheaval import ApocalypseBoard, ApocalypseEngine, Board, Engine, Position

Call = Callable[[], object]

WRONG: list[tuple[Call, str]] = [
    (
        lambda: Board("draughts"),
        # Other tests add games of their own.
        f"no game is called 'draughts': there are {', '.join(upheaval.variants())}.*",
    ),
    (
        lambda: Board("apocalypse"),
        "in apocalypse both sides choose at once: ApocalypseBoard and ApocalypsePosition play it",
    ),
    (
        lambda: Engine("apocalypse"),
        "in apocalypse both sides choose at once: ApocalypseBoard and ApocalypsePosition play it",
    ),
    (lambda: Position("chess", "8/8"), "invalid FEN, board '8/8': 8 ranks are needed, here are 2"),
    (lambda: Position("chess", "a\x1b[2J"), r"invalid FEN, board 'a\\u\{1b\}\[2J': 8 ranks are needed, here are 1"),
    (lambda: Board().push("e2e5"), "illegal move 'e2e5'"),
    (lambda: Board().push("hello"), "'hello' is not a move"),
    (lambda: Board().push_san("Ke2"), "'Ke2' is not a move"),
    (lambda: Board(moves=["e2e4", "e2e4"]), r"illegal move 'e2e4' \(move 2 of 2\)"),
    (lambda: upheaval.get_san_moves("chess", "startpos", ["e2e4", "x"]), r"'x' is not a move \(move 2 of 2\)"),
    (lambda: upheaval.game_result("chess", "startpos", []), "the game is not over"),
    (lambda: Board().perft(-1), "-1 is not a number from 0 to 18446744073709551615"),
    (lambda: Board().perft(101), "depth is a number from 0 to 100, not 101"),
    (lambda: Board().perft(10**30), f"{10**30} is not a number from 0 to 18446744073709551615"),
    (lambda: Engine(hash=0), "hash is a number from 1 to 131072, not 0"),
    (lambda: Engine(threads=513), "threads is a number from 1 to 512, not 513"),
    (lambda: Engine(level=21), "level is a number from 0 to 20, not 21"),
    (lambda: Engine().analyse(Board()), "a search needs a limit: depth, nodes, movetime, time or mate"),
    (lambda: Engine().analyse(Board(), depth=0), "depth is a number from 1 to 1000000, not 0"),
    (lambda: Engine().analyse(Board(), nodes=0), "nodes is a number from 1 to 18446744073709551615, not 0"),
    (lambda: Engine().play(Board(), time=0), "time is a number of seconds above 0 and to 1000000000, not 0"),
    (lambda: Board().set_fen("8/8"), "invalid FEN, board '8/8': 8 ranks are needed, here are 2"),
    (lambda: Board().push_uci("e2e5"), "illegal move 'e2e5'"),
    (lambda: Board().attackers(True, "i9"), "'i9' is not a square"),
    (lambda: Engine().analyse(Board(), depth=1, multipv=0), "multipv is a number from 1 to 256, not 0"),
    (lambda: Engine().analyse(Board(), depth=1, searchmoves=["e2e5"]), "illegal move 'e2e5'"),
    (lambda: Engine().analyse(Board("empire"), depth=1), "this engine plays chess, the position is one of empire"),
    (
        lambda: Engine("anarchism-strict").analyse(Board("anarchism"), depth=1),
        "this engine plays anarchism-strict, the position is one of anarchism",
    ),
    (lambda: ApocalypseBoard("x"), "invalid FEN, board 'x': 5 ranks are needed, here are 1"),
    (lambda: ApocalypseBoard().push("a5b3", "a1b3"), "illegal move 'a5b3' of White"),
    (lambda: ApocalypseBoard().push("a1b3", "a1b3"), "illegal move 'a1b3' of Black"),
    (lambda: ApocalypseBoard(turns=[("a1b3", "zz")]), r"'zz' is not a move of Black \(turn 1 of 1\)"),
    (
        lambda: ApocalypseEngine().analyse(ApocalypseBoard()),
        "a search needs a limit: depth, nodes, movetime, time or mate",
    ),
]


@pytest.mark.parametrize(("call", "words"), WRONG)
def test_every_fault_is_a_value_error_in_one_sentence(call: Call, words: str) -> None:
    with pytest.raises(ValueError) as error:
        call()
    assert re.fullmatch(words, str(error.value))


@pytest.mark.parametrize(
    "call",
    [
        lambda: Board(3),  # type: ignore[arg-type]
        lambda: Board().push(None),  # type: ignore[arg-type]
        lambda: Engine().analyse("startpos", depth=1),  # type: ignore[arg-type]
        lambda: Engine().analyse(Board(), depth=1.5),  # type: ignore[arg-type]
        lambda: Engine().play(Board(), time=True),
        lambda: Engine().analyse(Board(), depth=True) and Engine(hash=True),
        lambda: ApocalypseEngine().analyse(Board(), depth=1),  # type: ignore[arg-type]
        lambda: Position().royals("white"),  # type: ignore[arg-type]
    ],
)
def test_what_has_the_wrong_type_is_a_type_error(call: Call) -> None:
    with pytest.raises(TypeError):
        call()


def test_a_text_that_is_no_unicode_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="surrogates not allowed"):
        Board("chess", "\ud800")


def test_a_long_text_is_quoted_in_part() -> None:
    with pytest.raises(ValueError) as error:
        Position("chess", "x" * 1_000_000)
    assert len(str(error.value)) < 200


def test_malformed_texts_raise_value_errors(chance: random.Random) -> None:
    letters = "KQkqPpNnxX12345678/ -abcdefgh0O=+#é\x00\n"
    for _ in range(3000):
        game = chance.choice(upheaval.variants())
        fen = list(upheaval.start_fen(game))
        for _ in range(chance.randrange(1, 4)):
            fen[chance.randrange(len(fen))] = chance.choice(letters)
        word = "".join(chance.choice(letters) for _ in range(chance.randrange(8)))
        try:
            upheaval.legal_moves(game, "".join(fen), [word])
            upheaval.get_san(game, "".join(fen), word)
            if game in TURN_BASED:
                board = Board(game, "".join(fen))
                board.push_san(word)
        except ValueError as error:
            assert "\n" not in str(error) and "\x00" not in str(error)
