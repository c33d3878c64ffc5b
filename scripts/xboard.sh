#!/usr/bin/env bash
# Starts XBoard (another one with XBOARD=...) for a game by its name, with the settings that the game needs. XBoard's own
# settings file is only read. Everything is explained in docs/gui.md.
#
#   scripts/xboard.sh empire                      you against the engine
#   scripts/xboard.sh empire --level 5            against a weaker one: 0 to 20
#   scripts/xboard.sh insurrection --match 10     ten games of the engine against itself
#   scripts/xboard.sh subversion --black          the engine begins
#   scripts/xboard.sh anarchism --assassination false    by the other set of rules
#   scripts/xboard.sh anarchism -tc 1 -inc 2      whatever follows is handed to XBoard
#
# ENGINE is the engine's file (default: target/release/upheaval), OPPONENT the second one's command (default: the same).
set -euo pipefail

here=$(cd "$(dirname "$0")/.." && pwd)
engine=${ENGINE:-$here/target/release/upheaval}
xboard=${XBOARD:-xboard}
games='chess empire insurrection anarchism subversion apocalypse'

fail() {
    echo "$1" >&2
    exit "${2:-2}"
}

game=${1:-}
if [[ " $games " != *" $game "* || -z $game ]]; then
    echo "usage: scripts/xboard.sh GAME [--level N] [--assassination BOOL] [--match N | --black] [XBoard's options]" >&2
    fail "GAME is one of: $games"
fi
shift

mode=()
settings=
while :; do
    case ${1:-} in
    --level)
        [[ ${2:-} =~ ^([0-9]|1[0-9]|20)$ ]] || fail "--level needs a number from 0 (weakest) to 20"
        settings+=${settings:+,}SkillLevel=$2
        shift 2
        ;;
    --assassination)
        case ${2:-} in
        true) settings+=${settings:+,}Assassination=1 ;;
        false) settings+=${settings:+,}Assassination=0 ;;
        *) fail "--assassination is true or false" ;;
        esac
        shift 2
        ;;
    --match)
        [[ ${2:-} =~ ^[1-9][0-9]*$ ]] || fail "--match needs a number of games"
        mode=(-scp "${OPPONENT:-$engine xboard $game}" -matchGames "$2")
        shift 2
        ;;
    --black)
        mode=(-initialMode MachineWhite)
        shift
        ;;
    *) break ;;
    esac
done

PATH=$PATH:/usr/games
command -v "$xboard" >/dev/null ||
    fail "XBoard is not installed ('$xboard'): apt-get install xboard, dnf install xboard, or https://www.gnu.org/software/xboard/" 1
command -v "$engine" >/dev/null ||
    fail "there is no engine at '$engine': cargo build --release, or ENGINE=path/to/upheaval scripts/xboard.sh $game" 1

# XBoard knows chess. Of the others it knows only what the engine tells it, so its own rules must be off.
rules=()
if [[ $game != chess ]]; then
    rules=(
        -variant "$game" -testLegality false -testClaims false -checkMates false
        -materialDraws false -trivialDraws false -repeatsToDraw 0 -ruleMoves 0
    )
fi

options=()
[[ -z $settings ]] || options=(-firstOptions "$settings" -secondOptions "$settings")

exec "$xboard" -fcp "$engine xboard $game" "${rules[@]}" "${mode[@]}" "${options[@]}" -saveSettingsOnExit false \
    -showTargetSquares true -sweepPromotions true -showCoords true -engineOutputUp true "$@"
