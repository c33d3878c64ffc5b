#!/usr/bin/env bash
# Tests the packages of scripts/release/package.sh outside the repository. Stops at the first failure.
#
#   scripts/release/package_check.sh [deb | windows | crates] ...       all three by default
#
# deb: installs and removes them on a new Debian (as root, by debootstrap). windows: runs the zip's programs under Wine.
# crates: installs the programs from the packed crates alone.
set -euo pipefail
cd "$(dirname "$0")/../.."

here=$PWD
work=$PWD/target/package
out=$work/out
games=$(ls gamedata/games | paste -sd' ')
signature=$here/benches/signature.txt
version=$(scripts/release/version.py)

step() {
    printf '\n== %s\n' "$*"
}

fail() {
    echo "package_check: $*" >&2
    exit 1
}

# same_signature NAME COMMAND ...: the command prints the node counts that the repository has.
same_signature() {
    local name=$1
    shift
    "$@" bench --signature 2>/dev/null | diff --strip-trailing-cr "$signature" - || fail "$name plays differently"
    echo "$name: the signature is equal"
}

# plays COMMAND-OF-ARENA COMMAND-OF-ENGINE: two short games of two engine processes in each game, and no fault in any.
plays() {
    local arena=$1 engine=$2 game output
    for game in $games; do
        output=$($arena -engine "cmd=$engine" name=A -engine "cmd=$engine" name=B -each tc=2+0.05 timemargin=5000 option.Hash=4 \
            -variant "$game" -rounds 1 -repeat -srand 1 2>&1 | tr -d '\r') || fail "$game: $output"
        [[ $(grep -c '^Finished game' <<<"$output") == 2 ]] || fail "$game: $output"
        ! grep -E '^Finished game' <<<"$output" | grep -Eq 'illegal|disconnect|stall|on time' || fail "$game: $output"
        echo "$game: $(grep '^Finished game' <<<"$output" | sed 's/.*: //' | paste -sd, | sed 's/,/, /g')"
    done
}

check_deb() {
    local root=$work/debian suite file
    suite=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
    step "a new Debian $suite"
    ! mountpoint -q "$root/proc" || umount "$root/proc"
    rm -rf "$root"
    debootstrap --variant=minbase "$suite" "$root" >"$work/debootstrap.log" || fail "debootstrap: $(tail -n 3 "$work/debootstrap.log")"
    # What every running system has. It must be gone before the folder is.
    mount -t proc proc "$root/proc"
    trap 'umount "$work/debian/proc"' EXIT
    cp "$out"/*.deb "$root/tmp"
    local inside=(chroot "$root" env -i PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin HOME=/root LC_ALL=C.UTF-8)
    "${inside[@]}" dpkg -i $(cd "$root" && ls tmp/*.deb | sed 's|^|/|')
    "${inside[@]}" sh -c 'dpkg -l upheaval upheaval-tools | grep "^ii"'

    step 'the engine'
    [[ $("${inside[@]}" upheaval --version) == "upheaval $version" ]] || fail 'the version differs'
    "${inside[@]}" upheaval compiler
    same_signature upheaval "${inside[@]}" upheaval
    for file in "$root"/usr/lib/upheaval/x86-64*/upheaval; do
        file=${file#"$root"}
        if "${inside[@]}" "$file" --version >/dev/null 2>&1; then same_signature "$file" "${inside[@]}" "$file"; fi
    done
    step 'the arena'
    plays "${inside[*]} arena" upheaval
    step 'the board'
    board "${inside[@]}" upheaval-board --no-open --data /tmp/board
    step 'the tools'
    for file in "$root"/usr/bin/*; do
        file=${file##*/}
        [[ -L $root/usr/bin/$file && $(readlink "$root/usr/bin/$file") == */upheaval/launch ]] || continue
        "${inside[@]}" "$file" --help | grep -iq "$file" || fail "$file does not name itself in its help"
    done
    "${inside[@]}" upheaval-tuning selfplay chess --games 2 --nodes 50 | tail -n 3
    "${inside[@]}" upheaval-xboard --help >/dev/null
    step 'pages, completions, menus'
    for file in "$root"/usr/bin/*; do
        "${inside[@]}" dpkg -S "/usr/bin/${file##*/}" 2>/dev/null | grep -q '^upheaval' || continue
        file=${file##*/}
        ls "$root"/usr/share/man/man?/"$file".?.gz "$root/usr/share/bash-completion/completions/$file" \
            "$root/usr/share/zsh/vendor-completions/_$file" "$root/usr/share/fish/vendor_completions.d/$file.fish" >/dev/null
    done
    completes "$root" upheaval play anarchism-s anarchism-strict
    completes "$root" arena pgn valid 'validate'
    for game in $games; do
        grep -q "upheaval-xboard $game" "$root/usr/share/applications/upheaval-$game.desktop"
        if command -v desktop-file-validate >/dev/null; then desktop-file-validate "$root/usr/share/applications/upheaval-$game.desktop"; fi
    done
    cat "$root/usr/share/games/plugins/xboard/upheaval.eng"
    step 'removal'
    "${inside[@]}" dpkg -r upheaval-tools upheaval
    [[ ! -e $root/usr/lib/upheaval && ! -e $root/usr/bin/upheaval ]] || fail 'files are left'
    umount "$root/proc"
    trap - EXIT
    rm -rf "$root"
}

# completes ROOT WORD ... EXPECTED: what bash would offer for the last word of this command line.
completes() {
    local root=$1 expected=${!#} found
    local line=("${@:2:$#-2}")
    found=$(bash -c '
        source "$0/usr/share/bash-completion/completions/$1"
        compopt() { :; }
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_POINT=${#COMP_LINE}
        entry=$(complete -p "$1") && entry=${entry##*-F } && "${entry%% *}" "$1" "${@: -1}" "${@: -2:1}"
        echo "${COMPREPLY[*]}"' "$root" "${line[@]}")
    [[ $found == "$expected" ]] || fail "'${line[*]}' is completed as '$found', not '$expected'"
    echo "${line[*]} ... $found"
}

# board COMMAND ...: it prints its address, and the page is there.
board() {
    local log=$work/board.txt address
    "$@" >"$log" 2>&1 &
    local process=$!
    for _ in $(seq 50); do
        address=$(grep -o 'http://[^ ]*' "$log" | tr -d '\r' || true)
        [[ -z $address ]] || break
        sleep 0.2
    done
    [[ -n ${address:-} ]] || fail "the board printed no address: $(cat "$log")"
    curl -sf "$address" | grep -q '<title>' || fail "no page at $address"
    kill "$process"
    wait "$process" 2>/dev/null || :
    echo "a page at ${address%%\?*}"
}

check_windows() {
    local folder=$work/wine file
    step 'the zip'
    rm -rf "$folder"
    mkdir -p "$folder"
    unzip -q "$out/upheaval-$version-windows-x86_64.zip" -d "$folder"
    cd "$folder/upheaval-$version-windows-x86_64"
    find . -maxdepth 2 -not -path './docs/*' | sort
    step 'the engine'
    [[ $("$here/scripts/release/wine.sh" upheaval.exe --version | tr -d '\r') == "upheaval $version" ]] || fail 'the version differs'
    "$here/scripts/release/wine.sh" upheaval.exe compiler
    same_signature upheaval.exe "$here/scripts/release/wine.sh" upheaval.exe
    for file in x86-64*/upheaval.exe; do
        if "$here/scripts/release/wine.sh" "$file" --version >/dev/null 2>&1; then same_signature "$file" "$here/scripts/release/wine.sh" "$file"; fi
    done
    step 'a match in every game'
    plays "$here/scripts/release/wine.sh arena.exe" upheaval.exe
    step 'the board'
    board "$here/scripts/release/wine.sh" upheaval-board.exe --no-open --data board-data
    cd "$here"
    rm -rf "$folder"
}

check_crates() {
    local folder=$work/unpacked crate name
    step 'the packed crates alone'
    rm -rf "$folder" "$work/installed"
    mkdir -p "$folder"
    local patches=()
    for crate in "$out"/*.crate; do
        tar xzf "$crate" -C "$folder"
        name=$(basename "$crate" ".crate")
        patches+=(--config "patch.crates-io.${name%-"$version"}.path='$folder/$name'")
    done
    for name in upheaval upheaval-arena upheaval-board upheaval-tuning; do
        (cd "$folder/$name-$version" && RUSTFLAGS='' cargo install --path . --root "$work/installed" \
            --target-dir "$work/build/installed" "${patches[@]}")
    done
    ls "$work/installed/bin"
    same_signature upheaval "$work/installed/bin/upheaval"
}

[[ $# -gt 0 ]] || set -- deb windows crates
for part in "$@"; do
    case $part in
    deb | windows | crates) "check_$part" ;;
    *) fail "there is nothing called '$part'" ;;
    esac
done
step 'all packages passed'
