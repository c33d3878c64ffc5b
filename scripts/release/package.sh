#!/usr/bin/env bash
# Builds the packages into target/package/out: .deb files, a zip for Windows, and crates (docs/packaging.md).
#
#   scripts/release/package.sh [--quick] [deb | windows | crates] ...       all three by default
#
# --quick builds without link-time optimisation, and only the engine for all levels.
set -euo pipefail
cd "$(dirname "$0")/../.."

host=$(rustc -vV | sed -n 's/^host: //p')
windows=x86_64-pc-windows-gnu
work=$PWD/target/package
out=$work/out
maintainer=$(sed -n 's/^maintainer = "\(.*\)"/\1/p' protocol/Cargo.toml)
version=$(scripts/release/version.py)
export CARGO_INCREMENTAL=0 SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}

# The builds of each program, by the levels of x86-64; packaging/launch starts the best that is there. Every program has the first.
case $host in
x86_64-*) levels=(x86-64 x86-64-v3 x86-64-v4) ;;
*) levels=(generic) ;;
esac
# What searches has the level between too, and the engine all three: others gain nothing that anybody would notice.
searchers='upheaval-board arena upheaval-tuning'
# What each package has, by the names of the build.
players='upheaval upheaval-board arena'
games=$(ls gamedata/games | paste -sd' ')
learners='upheaval-tuning upheaval-check'

profile=release
wanted=()
for word in "$@"; do
    case $word in
    --quick)
        profile=quick
        searchers=
        ;;
    deb | windows | crates) wanted+=("$word") ;;
    *)
        echo "usage: scripts/release/package.sh [--quick] [deb | windows | crates] ..." >&2
        exit 2
        ;;
    esac
done
[[ ${#wanted[@]} -gt 0 ]] || wanted=(deb windows crates)

step() {
    printf '\n== %s\n' "$*"
}

# build TARGET LEVEL PROGRAM ...: each target and level has a folder of its own, so that nothing is built twice. What is built in
# one go shares the features of its libraries; the engine is built alone, as everybody builds it.
build() {
    local target=$1 level=$2 program flags= bins=() scope=--workspace
    shift 2
    [[ $* != upheaval ]] || scope=--package=upheaval
    [[ $level == generic ]] || flags="-C target-cpu=$level"
    for program in "$@"; do bins+=(--bin "$program"); done
    # With the target named, what runs while building is not built for a processor that may not be here.
    RUSTFLAGS=$flags cargo build --locked "$scope" --target "$target" --target-dir "$work/build/$level" \
        --profile "$profile" "${bins[@]}"
}

# built TARGET LEVEL: where that puts them.
built() {
    echo "$work/build/$2/$1/$profile"
}

# put TARGET FOLDER PROGRAM ...: builds programs for the levels they are to have, and puts them below the folder.
put() {
    local target=$1 folder=$2 level program suffix=
    shift 2
    [[ $target != *windows* ]] || suffix=.exe
    for level in "${levels[@]}"; do
        local engine=() others=()
        for program in "$@"; do
            if [[ $program == upheaval ]]; then
                engine=(upheaval)
            elif [[ $level == "${levels[0]}" || ( $level == *-v3 && " $searchers " == *" $program "* ) ]]; then
                others+=("$program")
            fi
        done
        [[ ${#engine[@]} -eq 0 ]] || build "$target" "$level" upheaval
        [[ ${#others[@]} -eq 0 ]] || build "$target" "$level" "${others[@]}"
        for program in "${engine[@]}" "${others[@]}"; do
            install -Ds "${strip[@]}" -m 755 "$(built "$target" "$level")/$program$suffix" \
                "$folder/$level/$(installed "$program")$suffix"
        done
    done
}

# The name by which packages have a program.
installed() {
    sed -n "s/^$1 //p" "$work/programs"
}

manuals() {
    step 'manual pages and completions'
    rm -rf "$work/manuals"
    build "$host" "${levels[0]}" manuals
    local program
    program=$(built "$host" "${levels[0]}")/manuals
    "$program" "$work/manuals"
    "$program" --list >"$work/programs"
}

# licences FORM TARGET: those of all that is compiled into the programs.
licences() {
    python3 scripts/release/dependencies.py "$1" "$2" upheaval upheaval-arena upheaval-board upheaval-tuning
}

deb() {
    step 'deb'
    local root=$work/deb/upheaval tools=$work/deb/upheaval-tools share
    rm -rf "$work/deb"
    strip=()
    share=$root/usr/share
    put "$host" "$root/usr/lib/upheaval" $players
    put "$host" "$tools/usr/lib/upheaval" $learners
    build "$host" "${levels[0]}" launch
    install -Ds -m 755 "$(built "$host" "${levels[0]}")/launch" "$root/usr/lib/upheaval/launch"
    for program in $players; do link "$root" "$program"; done
    for program in $learners; do link "$tools" "$program"; done
    install -D -m 755 scripts/xboard.sh "$root/usr/bin/upheaval-xboard"

    for package in "$root" "$tools"; do
        for program in "$package"/usr/bin/*; do
            help_of "${program##*/}" "$package"
        done
    done
    desktop "$share"
    books "$share/upheaval/books"
    mkdir -p "$share/doc/upheaval"
    cp docs/*.md "$share/doc/upheaval"
    pages "$share/doc/upheaval"
    changes "$share/doc/upheaval" upheaval
    changes "$tools/usr/share/doc/upheaval-tools" upheaval-tools
    licences debian "$host" >"$work/deb/copyright"
    for manifest in protocol tuning; do
        cargo deb --no-build --no-strip --locked --manifest-path "$manifest/Cargo.toml" --output "$out/"
    done
}

# field GAME NAME: a text of a game's manifest.
field() {
    sed -n "s/^$2 = \"\(.*\)\"\$/\1/p" "gamedata/games/$1/game.toml"
}

# books FOLDER: the games' opening books.
books() {
    local game
    for game in $games; do
        [[ ! -f gamedata/games/$game/book.txt ]] || install -D -m 644 "gamedata/games/$game/book.txt" "$1/$game.book"
    done
}

# pages FOLDER: the rules and specifications of the games, with the diagrams.
pages() {
    local game page
    for game in $games; do
        for page in gamedata/games/"$game"/{rules,questions,specification}.md gamedata/games/"$game"/pictures/*.svg; do
            [[ ! -f $page ]] || install -D -m 644 "$page" "$1/${page#gamedata/}"
        done
    done
}

# changes FOLDER PACKAGE: what has changed, for people, and in the form that Debian's tools read.
changes() {
    mkdir -p "$1"
    gzip -9nc CHANGELOG.md >"$1/changelog.gz"
    printf '%s (%s-1) unstable; urgency=medium\n\n  * See changelog.gz.\n\n -- %s  %s\n' "$2" "$version" "$maintainer" \
        "$(date -uRd "@$SOURCE_DATE_EPOCH")" | gzip -9n >"$1/changelog.Debian.gz"
}

link() {
    mkdir -p "$1/usr/bin"
    ln -s ../lib/upheaval/launch "$1/usr/bin/$(installed "$2")"
}

# help_of PROGRAM FOLDER: its pages, those of its words of command, and its completions.
help_of() {
    local name=$1 share=$2/usr/share file
    for file in "$work"/manuals/man/man?/"$name".? "$work"/manuals/man/man?/"$name"-*.?; do
        # upheaval-board is a program, arena-pgn a subcommand of arena.
        [[ -f $file ]] || continue
        local page=${file##*/}
        [[ ${page%.?} == "$name" ]] || ! grep -q " ${page%.?}$" "$work/programs" || continue
        [[ $name != upheaval || ${page%.?} == upheaval ]] || continue
        install -d "$share/man/$(basename "$(dirname "$file")")"
        gzip -9nc "$file" >"$share/man/$(basename "$(dirname "$file")")/$page.gz"
    done
    for file in bash-completion/completions/$name zsh/vendor-completions/_$name fish/vendor_completions.d/$name.fish; do
        install -D -m 644 "$work/manuals/$file" "$share/$file"
    done
}

# What the desktop's menu and XBoard's list of engines show.
desktop() {
    local share=$1 game icon
    install -D -m 644 board/page/icon.svg "$share/icons/hicolor/scalable/apps/upheaval.svg"
    sed "s/@GAMES@/${games// /;}/" packaging/deb/upheaval-board.desktop |
        install -D -m 644 /dev/stdin "$share/applications/upheaval-board.desktop"
    for game in $games; do
        icon=upheaval
        if [[ -f gamedata/games/$game/icon.svg ]]; then
            icon=upheaval-$game
            install -D -m 644 "gamedata/games/$game/icon.svg" "$share/icons/hicolor/scalable/apps/$icon.svg"
        fi
        sed -e "s/@GAME@/$game/g" -e "s|@TITLE@|$(field "$game" title)|" -e "s|@COMMENT@|$(field "$game" summary)|" \
            -e "s/@ICON@/$icon/" packaging/deb/game.desktop.in |
            install -D -m 644 /dev/stdin "$share/applications/upheaval-$game.desktop"
    done
    # XBoard reads which command starts the engine, and which games it plays.
    printf 'plugin spec 0.0\nupheaval\n%s\n' "${games// /,}" |
        install -D -m 644 /dev/stdin "$share/games/plugins/xboard/upheaval.eng"
}

windows() {
    step 'Windows'
    local name=upheaval-$version-windows-x86_64 root game title
    root=$work/windows/$name
    rm -rf "$work/windows"
    mkdir -p "$root/winboard" "$out"
    strip=(--strip-program=x86_64-w64-mingw32-strip)
    put "$windows" "$root" $players
    build "$windows" "${levels[0]}" launch
    for program in $players; do
        install -s "${strip[@]}" "$(built "$windows" "${levels[0]}")/launch.exe" "$root/$(installed "$program").exe"
    done
    crlf packaging/windows/README.txt >"$root/README.txt"
    {
        cat packaging/windows/engines.txt
        for game in $games; do
            [[ $game != chess ]] || continue
            printf '"Upheaval: %s" -fcp "C:\\Upheaval\\upheaval.exe xboard %s" -fd "C:\\Upheaval" -variant %s -testLegality false\n' \
                "$(field "$game" title)" "$game" "$(variant "$game")"
        done
    } | crlf >"$root/winboard/engines.txt"
    for game in $games; do
        title=$(field "$game" title)
        local rules='-testLegality false -testClaims false -checkMates false -materialDraws false -trivialDraws false -repeatsToDraw 0 -ruleMoves 0'
        [[ $game != chess && $game != chess960 ]] || rules=
        sed -e "s/@VARIANT@/$(variant "$game")/g" -e "s/@GAME@/$game/g" -e "s/@TITLE@/$title/" -e "s/@RULES@/$rules/" \
            packaging/windows/game.bat.in | crlf >"$root/winboard/$title.bat"
    done
    books "$root/books"
    mkdir -p "$root/docs"
    cp CHANGELOG.md docs/*.md "$root/docs"
    pages "$root/docs"
    cp LICENSE-MIT LICENSE-APACHE "$root"
    licences licences "$windows" >"$root/LICENSES.txt"
    rm -f "$out/$name.zip"
    (cd "$work/windows" && zip -qrX "$out/$name.zip" "$name")
}

# The name by which XBoard and WinBoard know a game.
variant() {
    case $1 in
    chess) echo normal ;;
    chess960) echo fischerandom ;;
    *) echo "$1" ;;
    esac
}

crlf() {
    sed 's/$/\r/' "${1:--}"
}

# Every crate that others may build on or install, built from what its packed file holds.
crates() {
    step 'crates'
    # Cargo unpacks crates once for each folder, name and version: another commit needs another folder.
    local crate folder=$work/crates/${SOURCE_DATE_EPOCH}
    CARGO_TARGET_DIR=$folder RUSTFLAGS='' cargo package --workspace --locked --allow-dirty $unpublished
    cp "$folder"/package/*.crate "$out"
    for crate in "$folder"/package/*.crate; do
        [[ $(stat -c %s "$crate") -le 10485760 ]] || { echo "$crate has more than 10 MB" >&2 && exit 1; }
    done
}
# Crates that are not published.
unpublished='--exclude benches --exclude board-web --exclude fuzz-targets --exclude launch --exclude manuals --exclude npm'

mkdir -p "$out"
[[ " ${wanted[*]} " == ' crates ' ]] || manuals
for part in "${wanted[@]}"; do "$part"; done
step 'made'
ls -l "$out"
