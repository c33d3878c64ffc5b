#!/usr/bin/env bash
# Fuzzing with libFuzzer (docs/fuzzing.md). Needs a C++ compiler besides Rust; the stable toolchain will do, because the
# instruments are asked of LLVM directly.
#
#   scripts/fuzz.sh build [SORT]                builds every target; SORT is `compares` (the default) or `edges`
#   scripts/fuzz.sh run SECONDS [TARGET...]     runs each so long, one process at a time, and prints a table of executions
#   scripts/fuzz.sh count NUMBER [TARGET...]    the same for so many executions each, with the build of the sort `edges`
#   scripts/fuzz.sh shrink                      makes the corpora of the repository of what the runs have found
#
# `compares` sees what is compared with what and finds its way through checks of formats; `edges` sees only which code runs, and is
# several times faster. What a run finds grows in fuzz/grown and is gone on with; an input that fails is kept in fuzz/artifacts.
set -euo pipefail
cd "$(dirname "$0")/../fuzz"

triple=$(rustc -vV | sed -n 's/^host: //p')

# The programs of this sort.
programs() {
    echo "target/$1/$triple/release"
}

build() {
    local flags=(-Cpasses=sancov-module --cfg=fuzzing) instruments=(level=4 inline-8bit-counters pc-table) instrument
    case $1 in
    compares) instruments+=(trace-compares) ;;
    edges) ;;
    *) echo "no sort '$1'" >&2 && exit 2 ;;
    esac
    for instrument in "${instruments[@]}"; do
        flags+=("-Cllvm-args=-sanitizer-coverage-$instrument")
    done
    # The explicit target keeps the instruments out of what runs while building.
    CARGO_INCREMENTAL=0 RUSTFLAGS="${flags[*]}" cargo build --release --bins --target "$triple" --target-dir "target/$1"
}

# State files may be long, most other inputs are read whole only when they are short. What plays games or searches is fed with
# short inputs, for its time grows with them and ten short games find more than a long one.
longest() {
    case $1 in
    pgn | weights | arena_state | archive) echo 2048 ;;
    uci | xboard) echo 128 ;;
    network) echo 64 ;;
    play | play_apocalypse) echo 20 ;;
    *) echo 512 ;;
    esac
}

# feed SORT FLAGS TARGET...: runs each target until the flags say that it is enough.
feed() {
    local programs pinned flags=$2 name log begin failed=0
    programs=$(programs "$1")
    shift 2
    [ $# -gt 0 ] || set -- $(ls corpus)
    printf '%-16s %12s %9s %9s\n' target executions seconds coverage
    for name; do
        mkdir -p "grown/$name" artifacts
        log=$(mktemp)
        begin=$SECONDS
        # The threads of a conversation hand over to each other several times faster on one processor.
        pinned=()
        case $name in uci | xboard) command -v taskset >/dev/null && pinned=(taskset -c "${PROCESSOR:-0}") ;; esac
        # The flags are words of their own.
        # shellcheck disable=SC2086
        if ! "${pinned[@]}" "$programs/$name" $flags -max_len="$(longest "$name")" -timeout=30 -rss_limit_mb=4096 -print_final_stats=1 \
            -seed="${SEED:-1}" -artifact_prefix="artifacts/$name-" "grown/$name" "corpus/$name" >"$log" 2>&1; then
            failed=1
            tail -n 60 "$log" | cut -c 1-400
            echo "$name has failed: the input is in fuzz/artifacts"
        fi
        awk -v name="$name" -v seconds="$((SECONDS - begin))" '/^stat::number_of_executed_units/ { units = $2 } / cov: / { for (i = 1; i < NF; i++) if ($i == "cov:") cov = $(i + 1) }
            END { printf "%-16s %12d %9d %9d\n", name, units, seconds, cov }' "$log"
        rm -f "$log"
    done
    return $failed
}

shrink() {
    local name
    for name in $(ls corpus); do
        [ -d "grown/$name" ] || continue
        rm -rf shrunk && mkdir shrunk
        "$(programs edges)/$name" -merge=1 -max_len=400 shrunk "corpus/$name" "grown/$name" >/dev/null 2>&1
        # The smallest ones that come to 12 KB.
        find shrunk -type f -printf '%s %p\n' | sort -n | awk '(sum += $1) > 12288 { exit } { print $2 }' |
            while read -r file; do cp "$file" "corpus/$name/"; done
    done
    rm -rf shrunk
}

case ${1-} in
build) build "${2-compares}" ;;
run) feed compares "-max_total_time=${2:?SECONDS} -use_value_profile=1" "${@:3}" ;;
count) feed edges "-runs=${2:?NUMBER} -entropic=0" "${@:3}" ;;
shrink) shrink ;;
*) sed -n '2,12p' ../scripts/fuzz.sh && exit 2 ;;
esac
