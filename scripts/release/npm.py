#!/usr/bin/env python3
"""Builds the npm package into target/package/npm, tests it in Node.js and packs it into target/package/out.

    scripts/release/npm.py [--profile release] [--browser]      # --browser also tests it in Chromium (playwright)

Needs Node.js 20, npm and what scripts/release/site.py needs. The package is not published; npm/package/README.md is its page.
"""

import argparse
import functools
import http.server
import json
import shutil
import sys
import threading
from pathlib import Path

import wasm

ROOT = wasm.ROOT
OUT = ROOT / "target/package/out"


def manifest():
    """package.json, with the version of the workspace."""
    text = (ROOT / "Cargo.toml").read_text()
    value = lambda name: text.split(f'\n{name} = "')[1].split('"')[0]
    return {
        "name": "upheaval",
        "version": value("version"),
        "description": "Rules and engine of chess variants: Empire Chess, Insurrection, Anarchism, Subversion, Apocalypse, and chess",
        "keywords": ["chess", "chess-variants", "engine", "uci", "wasm"],
        "license": value("license"),
        "repository": {"type": "git", "url": f"git+{value('repository')}.git"},
        "type": "module",
        "sideEffects": True,
        "engines": {"node": ">=20"},
        "types": "./index.d.ts",
        "exports": {
            ".": {"types": "./index.d.ts", "node": "./node.js", "default": "./browser.js"},
            "./engine": {"types": "./engine.d.ts", "node": "./engine-node.js", "default": "./engine-browser.js"},
        },
    }


def build(folder, profile):
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "npm/package", folder)
    shutil.copy(ROOT / "board/web/site/permit.js", folder)
    for name in ["LICENSE-MIT", "LICENSE-APACHE", "CHANGELOG.md"]:
        shutil.copy(ROOT / name, folder)
    (folder / "package.json").write_text(json.dumps(manifest(), indent=2) + "\n")
    wasm.build("npm", profile, folder / "rules", "rules", "--no-default-features", types=True)
    wasm.build("npm", profile, folder / "engine", "engine")


def test_in_browser(folder):
    """Plays and searches in Chromium on a page without special headers."""
    from playwright.sync_api import sync_playwright

    class Handler(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            page = browser.new_page()
            page.goto(f"http://127.0.0.1:{server.server_port}/README.md")
            lines = page.evaluate("""async () => {
                const { Board } = await import('/browser.js');
                const { Engine } = await import('/engine-browser.js');
                const board = new Board('empire');
                const engine = new Engine();
                const lines = [String(board.numberLegalMoves())];
                return new Promise((done, failed) => {
                    engine.onerror = failed;
                    engine.onmessage = ({ data }) => {
                        lines.push(data);
                        if (data.startsWith('info depth 6 ')) engine.postMessage('stop');
                        if (data.startsWith('bestmove')) done(lines);
                    };
                    for (const line of ['uci', 'setoption name UCI_Variant value empire', 'go infinite']) engine.postMessage(line);
                });
            }""")
            browser.close()
        server.shutdown()
    assert lines[0] == "30" and "uciok" in lines and lines[-1].startswith("bestmove "), lines
    print("browser: the rules have 30 first moves in empire; 'stop' ended an infinite search")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=ROOT / "target/package/npm", help="the folder to build; what is in it goes")
    parser.add_argument("--profile", default="release", help="the profile that cargo builds with")
    parser.add_argument("--browser", action="store_true", help="also test in Chromium")
    options = parser.parse_args()
    build(options.out, options.profile)
    wasm.run("node", "--test", str(ROOT / "npm/test.mjs"), UPHEAVAL_PACKAGE=str(options.out))
    if options.browser:
        test_in_browser(options.out)
    OUT.mkdir(parents=True, exist_ok=True)
    wasm.run("npm", "pack", "--pack-destination", str(OUT), folder=options.out)


if __name__ == "__main__":
    sys.exit(main())
