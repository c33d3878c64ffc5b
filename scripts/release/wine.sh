#!/usr/bin/env bash
# Runs a Windows program under Wine, with Wine's files in target/wine; cargo uses it as runner for Windows tests (CONTRIBUTING.md).
#
#   apt-get install mingw-w64 wine && rustup target add x86_64-pc-windows-gnu
#   scripts/release/wine.sh target/x86_64-pc-windows-gnu/release/upheaval.exe bench --signature
set -euo pipefail

here=$(cd "$(dirname "$0")/../.." && pwd)
folder=${CARGO_TARGET_DIR:-$here/target}/wine
# Debian's `wine` asks for the 32-bit part as well, which nothing here needs.
wine=/usr/lib/wine/wine64
[[ -x $wine ]] || wine=wine

export WINEPREFIX=$folder/prefix WINEDEBUG=${WINEDEBUG:--all} WINEDLLOVERRIDES='mscoree=;mshtml=;winemenubuilder.exe='
export WINEPATH="Z:${folder//\//\\}\\lib"

# Rust's standard library asks bcryptprimitives.dll for random numbers, which Wine has only since version 9.
prepare() {
    mkdir -p "$folder/lib"
    printf '%s\n' '#include <windows.h>' \
        'BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);' \
        '__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE to, SIZE_T size) { return SystemFunction036(to, size); }' |
        x86_64-w64-mingw32-gcc -shared -x c - -o "$folder/lib/bcryptprimitives.dll" -ladvapi32
    "$wine" wineboot --init >/dev/null 2>&1
    touch "$folder/ready"
}

# Tests of several crates may start at once; one of them prepares.
if [[ ! -e $folder/ready ]]; then
    mkdir -p "$folder"
    exec 9>"$folder/lock"
    flock 9
    [[ -e $folder/ready ]] || prepare
    exec 9>&-
fi
exec "$wine" "$@"
