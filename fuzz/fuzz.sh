#!/usr/bin/env bash
# Fuzzing with libFuzzer (docs/fuzzing.md). Needs a C++ compiler; stable Rust is enough, LLVM instruments the code directly.
#
#   fuzz/fuzz.sh build [compares | edges]       builds every target
#   fuzz/fuzz.sh run SECONDS [TARGET...]        runs each for a time with the build `compares`, one after the other
#   fuzz/fuzz.sh count NUMBER [TARGET...]       runs each for a number of executions with the build `edges`
#   fuzz/fuzz.sh shrink                         reduces what the runs found to the corpora of the repository
#
# `compares` traces comparisons and passes checks of formats; `edges` traces only executed code and is several times faster.
# The corpora of the repository (fuzz/corpus.json) are unpacked into fuzz/seeds. Findings grow in fuzz/grown; failing inputs are kept in
# fuzz/artifacts.
set -euo pipefail
cd "$(dirname "$0")"

triple=$(rustc -vV | sed -n 's/^host: //p')

# The folder of the programs of a build.
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
    # The explicit target keeps the instrumentation out of build scripts.
    CARGO_INCREMENTAL=0 RUSTFLAGS="${flags[*]}" cargo build --release --bins --target "$triple" --target-dir "target/$1"
}

# Packs and unpacks corpora, and lists the targets.
replay() {
    cargo run --quiet --profile test --manifest-path targets/Cargo.toml --bin replay -- "$@"
}

# Maximal lengths of inputs. Targets that play games or search get short ones: ten short games find more than a long one.
longest() {
    case $1 in
    pgn | weights | arena_state | archive) echo 2048 ;;
    uci | xboard) echo 128 ;;
    network) echo 64 ;;
    play | play_apocalypse) echo 20 ;;
    *) echo 512 ;;
    esac
}

# feed BUILD FLAGS TARGET...: runs each target with flags that limit it.
feed() {
    local programs pinned flags=$2 name log begin failed=0
    programs=$(programs "$1")
    shift 2
    # Names are words.
    # shellcheck disable=SC2046
    [ $# -gt 0 ] || set -- $(replay list)
    rm -rf seeds && replay unpack seeds
    printf '%-16s %12s %9s %9s\n' target executions seconds coverage
    for name; do
        mkdir -p "grown/$name" artifacts
        log=$(mktemp)
        begin=$SECONDS
        # The threads of a protocol session switch several times faster on one processor.
        pinned=()
        case $name in uci | xboard) command -v taskset >/dev/null && pinned=(taskset -c "${PROCESSOR:-0}") ;; esac
        # The flags are words of their own.
        # shellcheck disable=SC2086
        if ! "${pinned[@]}" "$programs/$name" $flags -max_len="$(longest "$name")" -timeout=30 -rss_limit_mb=4096 -print_final_stats=1 \
            -seed="${SEED:-1}" -artifact_prefix="artifacts/$name-" "grown/$name" "seeds/$name" >"$log" 2>&1; then
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
    rm -rf seeds && replay unpack seeds
    for name in $(replay list); do
        [ -d "grown/$name" ] || continue
        rm -rf shrunk && mkdir shrunk
        "$(programs edges)/$name" -merge=1 -max_len=400 shrunk "seeds/$name" "grown/$name" >/dev/null 2>&1
        # The smallest ones that come to 12 KB.
        find shrunk -type f -printf '%s %p\n' | sort -n | awk '(sum += $1) > 12288 { exit } { print $2 }' |
            while read -r file; do cp "$file" "seeds/$name/"; done
    done
    replay pack seeds
    rm -rf shrunk
}

case ${1-} in
build) build "${2-compares}" ;;
run) feed compares "-max_total_time=${2:?SECONDS} -use_value_profile=1" "${@:3}" ;;
count) feed edges "-runs=${2:?NUMBER} -entropic=0" "${@:3}" ;;
shrink) shrink ;;
*) sed -n '2,12p' fuzz.sh && exit 2 ;;
esac
