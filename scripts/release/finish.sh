#!/usr/bin/env bash
# Adds an SBOM (CycloneDX) of all dependencies and the checksums of all files to target/package/out: the last step of a release.
set -euo pipefail
cd "$(dirname "$0")/../.."

out=$PWD/target/package/out
version=$(scripts/release/version.py)
python3 scripts/release/dependencies.py sbom >"$out/upheaval-$version.cdx.json"
cd "$out"
rm -f SHA256SUMS
find . -maxdepth 1 -type f ! -name SHA256SUMS -printf '%f\n' | sort | xargs sha256sum >SHA256SUMS
sha256sum --check --quiet SHA256SUMS
cat SHA256SUMS
