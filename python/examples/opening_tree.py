"""Counts the different positions of Empire, ply by ply: positions are values, so a set removes transpositions."""

from __future__ import annotations

from upheaval import Position

positions = {Position("empire")}
for ply in range(1, 4):
    positions = {position.after(move) for position in positions for move in position.legal_moves}
    # The clocks are part of a FEN, but not of the key by which positions repeat.
    print(f"ply {ply}: {len(positions)} positions, {len({position.key for position in positions})} without the clocks")
