#!/usr/bin/env bash
# Builds archives with `upheaval` and `arena`, one for each level of the processor, into target/package/out, and checks the signature
# where this processor can run the build.
#
#   scripts/release/programs.sh [--profile PROFILE] LEVEL ...      x86-64-v2, x86-64-v3, x86-64-v4, or generic
set -euo pipefail
cd "$(dirname "$0")/../.."

profile=release
if [[ ${1:-} == --profile ]]; then
    profile=$2
    shift 2
fi
[[ $# -gt 0 ]] || { sed -n '5s/^# */usage: /p' "$0" >&2 && exit 2; }

host=$(rustc -vV | sed -n 's/^host: //p')
version=$(scripts/release/version.py)
out=$PWD/target/package/out
mkdir -p "$out"
for level in "$@"; do
    flags=
    [[ $level == generic ]] || flags="-C target-cpu=$level"
    name=upheaval-$version-linux-${host%%-*}
    [[ $level == generic ]] || name=upheaval-$version-linux-$level
    built=target/package/build/$level
    # With the target named, build scripts are built for this processor. The engine is built alone: its features are its own.
    for package in upheaval upheaval-arena; do
        RUSTFLAGS=$flags "${CARGO:-cargo}" build --locked --package "$package" --bins --target "$host" --target-dir "$built" --profile "$profile"
    done
    folder=target/package/$name
    rm -rf "$folder"
    for program in upheaval arena; do
        install -D -s -m 755 "$built/$host/$profile/$program" "$folder/$program"
    done
    if "$folder/upheaval" --version >/dev/null 2>&1; then
        "$folder/upheaval" bench --signature 2>/dev/null | diff benches/signature.txt -
    else
        echo "$level: this processor cannot run it"
    fi
    cp README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE "$folder"
    python3 scripts/release/dependencies.py licences "$host" upheaval upheaval-arena >"$folder/LICENSES.txt"
    tar czf "$out/$name.tar.gz" --owner=0 --group=0 --sort=name --mtime="@$(git log -1 --format=%ct)" -C target/package "$name"
done
