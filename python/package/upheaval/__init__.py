"""Rules and search of chess variants.

Functions take the name of a game, a FEN and moves, as those of pyffish do; `Board` and `Position` are objects, as in
the package chess; `Engine` searches. Apocalypse, in which both sides choose at once, has classes of its own.

>>> import upheaval
>>> board = upheaval.Board("empire")
>>> board.push("e1e2")
>>> board.fen()
'rnbqkbnr/pppppppp/8/8/8/PPPSSPPP/4K3/TECD1CET b kq - 1 1'
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ._upheaval import (
    BLACK,
    FEN_OK,
    NOTATION_DEFAULT,
    NOTATION_LAN,
    NOTATION_SAN,
    PROCESSOR_FEATURES,
    VALUE_DRAW,
    VALUE_MATE,
    WHITE,
    Analysis,
    ApocalypseBoard,
    ApocalypseEngine,
    ApocalypsePosition,
    Board,
    Engine,
    Line,
    Outcome,
    Position,
    Score,
    Strategy,
    __version__,
    game_result,
    get_fen,
    get_san,
    get_san_moves,
    gives_check,
    has_insufficient_material,
    info,
    is_capture,
    is_check,
    is_immediate_game_end,
    is_optional_game_end,
    legal_moves,
    load_variant_config,
    start_fen,
    validate_fen,
    variants,
    version,
)

if TYPE_CHECKING:
    from ._upheaval import _Move

__all__ = [
    "BLACK",
    "FEN_OK",
    "NOTATION_DEFAULT",
    "NOTATION_LAN",
    "NOTATION_SAN",
    "PROCESSOR_FEATURES",
    "VALUE_DRAW",
    "VALUE_MATE",
    "WHITE",
    "Analysis",
    "ApocalypseBoard",
    "ApocalypseEngine",
    "ApocalypsePosition",
    "Board",
    "Engine",
    "Line",
    "Outcome",
    "Position",
    "Score",
    "Strategy",
    "__version__",
    "analyse",
    "game_result",
    "get_fen",
    "get_san",
    "get_san_moves",
    "gives_check",
    "has_insufficient_material",
    "info",
    "is_capture",
    "is_check",
    "is_immediate_game_end",
    "is_optional_game_end",
    "legal_moves",
    "load_variant_config",
    "start_fen",
    "validate_fen",
    "variants",
    "version",
]


def analyse(
    board: Board | Position,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    movetime: int | None = None,
    mate: int | None = None,
    multipv: int = 1,
    searchmoves: Sequence[_Move] | None = None,
    time: float | None = None,
) -> Analysis:
    """Search once, with an engine that is made for it and forgotten; the limits are those of `Engine.analyse`.

    >>> import upheaval
    >>> upheaval.analyse(upheaval.Board("chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"), nodes=1000).best
    'a1a8'
    """
    engine = Engine(board.variant)
    return engine.analyse(
        board,
        depth=depth,
        nodes=nodes,
        movetime=movetime,
        mate=mate,
        multipv=multipv,
        searchmoves=searchmoves,
        time=time,
    )
