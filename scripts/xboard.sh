#!/usr/bin/env bash
# Starts XBoard (another one with XBOARD=...) for a game by its name, with the settings that the game needs. Everything is
# explained in docs/gui.md.
#
#   scripts/xboard.sh empire                      you against the engine
#   scripts/xboard.sh insurrection --match 10     ten games of the engine against itself
#   scripts/xboard.sh subversion --black          the engine begins
#   scripts/xboard.sh anarchism -tc 1 -inc 2      whatever follows is handed to XBoard
#
# ENGINE is the engine's command (default: target/release/upheaval), OPPONENT the second one's (default: the same).
set -euo pipefail

here=$(cd "$(dirname "$0")/.." && pwd)
engine=${ENGINE:-$here/target/release/upheaval}
opponent=${OPPONENT:-$engine}
games='chess empire insurrection anarchism subversion apocalypse'

game=${1:-}
if [[ " $games " != *" $game "* || -z $game ]]; then
    echo "usage: scripts/xboard.sh GAME [--match N | --black] [XBoard's options]" >&2
    echo "GAME is one of: $games" >&2
    exit 2
fi
shift

mode=()
case ${1:-} in
--match)
    [[ ${2:-} =~ ^[1-9][0-9]*$ ]] || { echo "--match needs a number of games" >&2; exit 2; }
    mode=(-scp "$opponent" -matchGames "$2")
    shift 2
    ;;
--black)
    mode=(-initialMode MachineWhite)
    shift
    ;;
esac

# XBoard knows chess. Of the others it knows only what the engine tells it, so its own rules must be off.
rules=()
if [[ $game != chess ]]; then
    rules=(
        -variant "$game" -testLegality false -testClaims false -checkMates false
        -materialDraws false -trivialDraws false -repeatsToDraw 0 -ruleMoves 0
    )
fi

exec "${XBOARD:-xboard}" -fcp "$engine" "${rules[@]}" "${mode[@]}" -showTargetSquares true -sweepPromotions true "$@"
