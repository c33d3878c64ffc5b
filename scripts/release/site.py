#!/usr/bin/env python3
"""Builds the board as a static site (docs/board.md).

    scripts/release/site.py [--serve 8000]      # into target/site; --serve also serves it to this machine

Needs the target wasm32-unknown-unknown, `wasm-bindgen` in the version of Cargo.lock, which the script names, and the Python package
`zopfli` (Debian's python3-zopfli), whose files are 3 to 4 % smaller than gzip's.
"""

import argparse
import functools
import hashlib
import http.server
import json
import shutil
import sys
from pathlib import Path

import wasm

try:
    import zopfli.gzip
except ImportError:
    sys.exit("the Python package zopfli is needed: apt install python3-zopfli, or pip install zopfli")

ROOT = wasm.ROOT
GAMES = ROOT / "gamedata/games"
# The page uses a worker instead of a server, and connects to no other host.
POLICY = ("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' data:; "
          "font-src 'self'; manifest-src 'self'; connect-src 'self' blob:; base-uri 'none'; form-action 'none'")
CHANGES = {
    '<meta name="session" content="socket">':
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n<meta name="session" content="worker">',
    ' crossorigin="use-credentials"': "",
    "</head>": '<script type="module" src="offline.js"></script>\n</head>',
}


def build_code(folder, profile):
    """The code of session and engine, with the script that loads it."""
    code = wasm.build("board-web", profile, folder, "board_web")
    pack(code, folder / "board_web.wasm.gz")
    code.unlink()


def pack(source, packed):
    """The same bytes every time: no date, no name."""
    packed.write_bytes(zopfli.gzip.compress(source.read_bytes(), numiterations=5))


def pack_puzzles(source, packed):
    """The puzzles of a game, without the hashes of their certificates."""
    lines = [line.partition(" c1 ")[0] for line in source.read_text().splitlines()]
    packed.write_bytes(zopfli.gzip.compress(("\n".join(lines) + "\n").encode(), numiterations=5))


def build(site, profile):
    if site.exists() and any(site.iterdir()) and not (site / "offline-worker.js").exists():
        sys.exit(f"{site} is not empty and not a site: it is not overwritten")
    shutil.rmtree(site, ignore_errors=True)
    shutil.copytree(ROOT / "board/page", site, ignore=shutil.ignore_patterns("tsconfig.json", "*.d.ts", "en.txt"))
    shutil.copytree(ROOT / "board/web/site", site, dirs_exist_ok=True, ignore=shutil.ignore_patterns("tsconfig.json", "*.d.ts"))
    shutil.copytree(ROOT / "board/pieces", site / "pieces")
    for folder in sorted(GAMES.glob("*/pictures")):
        shutil.copytree(folder, site / "pictures" / folder.parent.name, ignore=shutil.ignore_patterns("*.txt"))
    build_code(site / "wasm", profile)
    (site / "nets").mkdir()
    for net in sorted(GAMES.glob("*/network.net")):
        pack(net, site / "nets" / f"{net.parent.name}.net.gz")
    (site / "puzzles").mkdir()
    for puzzles in sorted(GAMES.glob("*/puzzles.epd")):
        pack_puzzles(puzzles, site / "puzzles" / f"{puzzles.parent.name}.epd.gz")
    page = (site / "index.html").read_text()
    for old, new in CHANGES.items():
        assert old in page, old
        page = page.replace(old, new, 1)
    (site / "index.html").write_text(page)
    name_files(site)


def name_files(site):
    """Writes the list of files into the service worker."""
    worker = site / "offline-worker.js"
    files = sorted(path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file() and path != worker)
    rest = [name for name in files if name.startswith(("js/lang/", "nets/", "pictures/", "puzzles/"))]
    first = ["./", *(name for name in files if name not in rest and name != "index.html")]
    digest = hashlib.sha256()
    for name in files:
        digest.update(name.encode() + b"\0" + (site / name).read_bytes())
    text = worker.read_text().replace("@BUILD@", digest.hexdigest()[:16])
    for old, names in (("['@FIRST@']", first), ("['@REST@']", rest)):
        assert old in text, old
        text = text.replace(old, json.dumps(names))
    worker.write_text(text)
    size = lambda names: sum((site / (name.replace("./", "index.html"))).stat().st_size for name in names)
    print(f"{site}: {size(first) / 1e6:.2f} MB to begin, and for a game up to "
          f"{max(size([name]) for name in rest if name.startswith('nets/')) / 1e6:.2f} MB")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=ROOT / "target/site", help="the folder to build; what is in it goes")
    parser.add_argument("--profile", default="release", help="the profile that cargo builds with")
    parser.add_argument("--serve", type=int, metavar="PORT", help="then serve it to this machine")
    options = parser.parse_args()
    build(options.out, options.profile)
    if options.serve is not None:
        handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=options.out)
        with http.server.ThreadingHTTPServer(("127.0.0.1", options.serve), handler) as server:
            print(f"http://127.0.0.1:{server.server_port}/")
            server.serve_forever()


if __name__ == "__main__":
    main()
