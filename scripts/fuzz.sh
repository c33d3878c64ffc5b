#!/usr/bin/env bash
# Fuzzing with libFuzzer (docs/fuzzing.md). Needs a C++ compiler besides Rust; the stable toolchain will do, because the
# instruments are asked of LLVM directly.
#
#   scripts/fuzz.sh build                       builds every target
#   scripts/fuzz.sh run SECONDS [TARGET...]     runs each so long, one process at a time, and prints a table of executions
#   scripts/fuzz.sh shrink                      makes the corpora of the repository of what the runs have found
#
# What a run finds grows in fuzz/grown and is gone on with; an input that fails is kept in fuzz/artifacts.
set -euo pipefail
cd "$(dirname "$0")/../fuzz"

triple=$(rustc -vV | sed -n 's/^host: //p')
programs=target/libfuzzer/$triple/release

build() {
    local flags=(-Cpasses=sancov-module --cfg=fuzzing)
    local sancov
    for sancov in level=4 inline-8bit-counters pc-table trace-compares; do
        flags+=("-Cllvm-args=-sanitizer-coverage-$sancov")
    done
    # The explicit target keeps the instruments out of what runs while building.
    CARGO_INCREMENTAL=0 RUSTFLAGS="${flags[*]}" cargo build --release --bins \
        --target "$triple" --target-dir target/libfuzzer
}

# Conversations and state files may be long, most other inputs are read whole only when they are short.
longest() {
    case $1 in
    uci | xboard | pgn | weights | arena_state | archive) echo 2048 ;;
    *) echo 512 ;;
    esac
}

run() {
    local seconds=$1 name log failed=0
    shift
    [ $# -gt 0 ] || set -- $(ls corpus)
    printf '%-16s %12s %9s %9s\n' target executions seconds coverage
    for name; do
        mkdir -p "grown/$name" artifacts
        log=$(mktemp)
        if ! "$programs/$name" -max_total_time="$seconds" -max_len="$(longest "$name")" -timeout=30 -rss_limit_mb=4096 \
            -use_value_profile=1 -print_final_stats=1 -seed="${SEED:-1}" -artifact_prefix="artifacts/$name-" \
            "grown/$name" "corpus/$name" >"$log" 2>&1; then
            failed=1
            tail -n 60 "$log" | cut -c 1-400
            echo "$name has failed: the input is in fuzz/artifacts"
        fi
        awk -v name="$name" -v seconds="$seconds" '/^stat::number_of_executed_units/ { units = $2 } / cov: / { for (i = 1; i < NF; i++) if ($i == "cov:") cov = $(i + 1) }
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
        "$programs/$name" -merge=1 -max_len=400 shrunk "corpus/$name" "grown/$name" >/dev/null 2>&1
        # The smallest ones that come to 12 KB.
        find shrunk -type f -printf '%s %p\n' | sort -n | awk '(sum += $1) > 12288 { exit } { print $2 }' |
            while read -r file; do cp "$file" "corpus/$name/"; done
    done
    rm -rf shrunk
}

case ${1-} in
build) build ;;
run) shift && run "$@" ;;
shrink) shrink ;;
*) sed -n '2,10p' ../scripts/fuzz.sh && exit 2 ;;
esac
