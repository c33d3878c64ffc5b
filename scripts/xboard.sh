#!/usr/bin/env bash
# Starts XBoard for a game by its name, with the settings that the game needs. XBoard's own settings file is only read. In packages
# this script is called upheaval-xboard. Everything is explained in docs/gui.md.
set -euo pipefail

usage() {
    cat <<'USAGE'
Starts XBoard for a game, with the settings that the game needs, and the engine behind it.

upheaval-xboard GAME [--level 0-20] [--match N | --black]
                                                 whatever follows is handed to XBoard

  upheaval-xboard empire                         you against the engine
  upheaval-xboard empire --level 5               against a weaker one: 0 to 20
  upheaval-xboard insurrection --match 10        ten games of the engine against itself
  upheaval-xboard subversion --black             the engine begins
  upheaval-xboard anarchism -tc 1 -inc 2         what XBoard understands

In the environment ENGINE is the engine's file, OPPONENT the second one's command if it is not the same, XBOARD the file of XBoard.
USAGE
}

# In the folder of the sources the engine is what has been built there; elsewhere it is the one that is installed.
built=$(cd "$(dirname "$0")/.." && pwd)/target/release/upheaval
[[ -f ${built%/target/*}/Cargo.toml ]] || built=upheaval
engine=${ENGINE:-$built}
xboard=${XBOARD:-xboard}

fail() {
    echo "$1" >&2
    exit "${2:-2}"
}

game=${1:-}
case $game in
-h | --help)
    usage
    exit
    ;;
esac
command -v "$engine" >/dev/null ||
    fail "there is no engine at '$engine': cargo build --release, or ENGINE=path/to/upheaval scripts/xboard.sh $game" 1
games=$(printf 'uci\nquit\n' | "$engine" | sed -n 's/^option name UCI_Variant .* default [^ ]*//p' | sed 's/ var / /g')
if [[ " $games " != *" $game "* || -z $game ]]; then
    echo "usage: $0 GAME [--level N] [--match N | --black] [XBoard's options]" >&2
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

# XBoard knows only the rules of chess and Chess960; its own checks are off for other games.
case $game in
chess) rules=() ;;
chess960) rules=(-variant fischerandom) ;;
*)
    rules=(
        -variant "$game" -testLegality false -testClaims false -checkMates false
        -materialDraws false -trivialDraws false -repeatsToDraw 0 -ruleMoves 0
    )
    ;;
esac

options=()
[[ -z $settings ]] || options=(-firstOptions "$settings" -secondOptions "$settings")

exec "$xboard" -fcp "$engine xboard $game" "${rules[@]}" "${mode[@]}" "${options[@]}" -saveSettingsOnExit false \
    -showTargetSquares true -sweepPromotions true -showCoords true -engineOutputUp true "$@"
