#!/usr/bin/env python3
"""Compares games defined by a file with pyffish: legal moves, check and result of random positions, and perft.

    own_games.py ENGINE VARIANTS_INI [--positions 2000] [--depth 4] [GAME...]

VARIANTS_INI is Fairy-Stockfish's file `src/variants.ini`; nothing is downloaded. Each game is read by the engine from a file in which a section
inherits from it, by its name here or in that file, so that no built-in game of the engine is used.

pyffish sets a game up again in every call. Where its `buildPosition` calls `UCI::init_variant` only when the game has changed, all games
take minutes instead of hours."""

import argparse
import random
import re
import sys
import tempfile
import time
from pathlib import Path

import pyffish

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from engine import Engine

# The games of Fairy-Stockfish on 8x8 squares with alternating moves and without drops, explosions, walls and gating.
BUILT_IN = """almost amazon antichess berolina breakthrough chaturanga chess chigorin codrus coregal extinction fairy fischerandom fox-and-hounds
georgian giveaway grasshopper hoppelpoppel horde kinglet kingofthehill knightmate legan losers misere newzealand nightrider nocastle normal paradigm
pawnback pawnsideways perfect raazuvaa racingkings shatar shatranj sortofalmost spartan suicide threekings torpedo 3check 5check""".split()
FROM_FILE = """advancedpawn allwayspawns andersanti andersgiveaway antiantichess argess backrank capture captureall castle centaurking checkmateless
chessvshp coffeerace cornerrook crossing doublearmy dragon-chess elimination empire forward kamikazerooks khans knights-halma maharajah maharajah2
massacre opposite-castling orda ordamirror ordavsempire pawnsking pawnsmassacre pawnsonly peasant racingchess river rookmate rooksquare semitorpedo
sixthrank squatter twokings2 upsidedown weak""".split()
GAMES = BUILT_IN + FROM_FILE

# Positions that the engine is asked at once.
BLOCK = 200

# Positions from the start in which a random game continues at most.
LONGEST_GAME = 120


def to_engine(fen, promoted):
    """The FEN as the engine reads it: six fields, then the numbers of checks left. `promoted` has the promoted types by their letters."""
    board, turn, *rest = fen.split()
    for letter, into in promoted.items():
        board = board.replace(f"+{letter}", into).replace(f"+{letter.upper()}", into.upper())
    board = board.replace("~", "")
    castling = rest.pop(0) if rest and not rest[0].isdigit() else "-"
    passed = rest.pop(0) if rest and not rest[0].isdigit() and "+" not in rest[0] else "-"
    # Fairy-Stockfish also names the square on which the piece has arrived.
    names = [passed[at:at + 2] for at in range(0, len(passed), 2)] if passed != "-" else []
    passed = "".join(name for name in names if name not in squares(board)) or "-"
    checks = [field for field in rest if "+" in field]
    numbers = [field for field in rest if "+" not in field] + ["0", "1"]
    return " ".join([board, turn, castling, passed, *numbers[:2], *checks])


def moves_of(game, fen, promoted):
    """The legal moves as the engine writes them."""
    moves = []
    for move in pyffish.legal_moves(game, fen, []):
        if move.endswith("+"):
            # A piece that promotes to the one type that it has is written with the letter of this type.
            move = move[:-1] + promoted[squares(fen)[move[:2]].lower()]
        elif move[:2] == move[2:4]:
            move = "0000"
        elif {squares(fen).get(move[:2]), squares(fen).get(move[2:4])} in ({"K", "R"}, {"k", "r"}):
            # With `chess960` pyffish writes the square of the rook.
            move = move[:2] + ("g" if move[2] > move[0] else "c") + move[3]
        moves.append(move)
    return sorted(moves)


def squares(fen):
    """The letters on the squares."""
    letters = {}
    for rank, row in zip(range(8, 0, -1), fen.split()[0].split("/")):
        file = 0
        for letter in row.replace("~", "").replace("+", ""):
            if letter.isdigit():
                file += int(letter)
            else:
                letters["abcdefgh"[file] + str(rank)] = letter
                file += 1
    return letters


def result_of(game, fen, moves):
    """The result by rules that depend on the position alone."""
    ended, value = pyffish.is_immediate_game_end(game, fen, [])
    if not ended and not moves:
        ended, value = True, pyffish.game_result(game, fen, [])
    if not ended:
        return "*"
    if value == 0:
        return "1/2-1/2"
    return "1-0" if (value > 0) == (" w " in fen) else "0-1"


def positions(game, number, seed):
    """Positions of random games, each once."""
    chance = random.Random(seed)
    found = {}
    while len(found) < number:
        fen = pyffish.get_fen(game, pyffish.start_fen(game), [])
        before = len(found)
        for _ in range(LONGEST_GAME):
            found.setdefault(" ".join(fen.split()[:4]), fen)
            moves = pyffish.legal_moves(game, fen, [])
            if not moves or len(found) >= number:
                break
            fen = pyffish.get_fen(game, fen, [chance.choice(moves)])
        seed += 1
        # A game with few positions is exhausted.
        if len(found) == before and seed % 50 == 0:
            break
    return list(found.values())


def perft(game, fen, depth, path=()):
    """The number of move sequences. Moves after the end of a game do not exist."""
    moves = pyffish.legal_moves(game, fen, list(path))
    if depth == 1:
        return len(moves)
    return sum(perft(game, fen, depth - 1, (*path, move)) for move in moves)


def answers(engine, fens):
    """Legal moves, check and result of the engine for each position, asked in blocks."""
    for begin in range(0, len(fens), BLOCK):
        block = fens[begin:begin + BLOCK]
        engine.send(*(line for fen in block for line in (f"position fen {fen}", "go perft 1", "d")))
        for _ in block:
            lines = engine.until("Result")
            errors = [line for line in lines if "error" in line]
            moves = sorted(line.split(":")[0] for line in lines if re.fullmatch(r"[a-h1-8]+[a-z]?: 1|0000: 1", line))
            fields = dict(line.split(":", 1) for line in lines if ":" in line)
            result = fields["Result"].strip()
            # Draws that Fairy-Stockfish only offers, or knows by the clock.
            result = "*" if any(word in result for word in ["insufficient", "fifty", "repetition"]) else result.split(" ")[0]
            yield (errors[0], None, None) if errors else (moves, bool(fields.get("Checkers", "").strip()), result)


def compare(engine, game, promoted, arguments):
    """Prints the differences of a game and returns their number."""
    begin, faults = time.monotonic(), 0
    fens = positions(game, arguments.positions, arguments.seed)
    for fen, found in zip(fens, answers(engine, [to_engine(fen, promoted) for fen in fens])):
        moves = moves_of(game, fen, promoted)
        result = result_of(game, fen, moves)
        expected = (moves, pyffish.gives_check(game, fen, []), result)
        # A finished game has no moves for Fairy-Stockfish, whether or not its king is attacked.
        if result != "*":
            expected, found = (expected[0], None, expected[2]), (found[0], None, found[2])
        if found != expected:
            faults += 1
            if faults <= arguments.show:
                extra = sorted(set(found[0]) - set(moves)) if isinstance(found[0], list) else found[0]
                missing = sorted(set(moves) - set(found[0]))
                print(f"  {game}: {fen}: extra {extra}, missing {missing}, check and result {found[1:]} instead of {expected[1:]}")
    counts = []
    fen = pyffish.get_fen(game, pyffish.start_fen(game), [])
    engine.send(f"position fen {to_engine(fen, promoted)}")
    for depth in range(1, arguments.depth + 1):
        engine.send(f"go perft {depth}")
        count = int(engine.until("Nodes searched")[-1].split(":")[1])
        expected = perft(game, fen, depth)
        counts.append(str(count))
        if count != expected:
            faults += 1
            print(f"  {game}: perft {depth} is {count}, not {expected}")
            break
    print(f"{game}: {'equal' if not faults else f'{faults} differences'}, {len(fens)} positions, perft {' '.join(counts)}, {time.monotonic() - begin:.0f} s", flush=True)
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("variants_ini", type=Path)
    parser.add_argument("games", nargs="*", metavar="GAME", default=GAMES)
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--depth", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=3, help="differences printed for each game")
    arguments = parser.parse_args()
    text = arguments.variants_ini.read_text()
    pyffish.load_variant_config(text)
    different = 0
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "games.ini"
        file.write_text(text + "".join(f"\n[test-{game}:{game}]\n" for game in GAMES))
        for game in arguments.games:
            engine = Engine(arguments.engine, VariantPath=file, timeout=60)
            engine.send(f"setoption name UCI_Variant value test-{game}")
            errors = [line for line in engine.ready() if "error" in line]
            if errors:
                print(f"{game}: refused: {errors[0]}", flush=True)
                different += 1
            else:
                section = re.search(rf"(?ms)^\[{re.escape(game)}[:\]].*?(?=^\[|\Z)", text)
                line = re.search(r"(?m)^promotedPieceType\s*=\s*(.*)$", section.group() if section else "")
                promoted = dict(pair.split(":") for pair in line.group(1).split()) if line else {}
                different += bool(compare(engine, game, promoted, arguments))
            engine.quit()
    print(f"{len(arguments.games)} games, {different} with differences")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
