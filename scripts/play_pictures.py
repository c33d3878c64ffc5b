#!/usr/bin/env python3
"""Takes the pictures of `upheaval play` in docs/play.md: short sessions in an xterm on a display that nobody looks at.

    apt-get install xterm xvfb xdotool imagemagick fonts-dejavu-core
    scripts/play_pictures.py target/release/upheaval [FOLDER]
"""

import os
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from xboard_common import Display

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# For each picture columns and rows of the terminal, the arguments of `play`, and the lines typed.
SESSIONS = {
    "empire": ("60x30", "empire --level 2 --nodes 2000", ["Se4"]),
    "insurrection": ("92x30", "insurrection --color both --fen 'r1b1kb1r/ppp2ppp/5n2/4q3/8/2N5/PPPnKPPP/R1BQ1B1R w kq - 0 9 Kk'",
                     ["Kxd2"]),
    "subversion": ("72x32", "subversion --color both --fen '4k3/8/8/2q5/1N6/8/P7/7K w - - 0 1'", ["prices", "prices e8", "a2c5q"]),
    "apocalypse": ("96x30", "apocalypse --nodes 2000 --seed 3", ["moves a1", "a1c2"]),
}


def take(engine, name, folder):
    """One picture, when everything has been answered."""
    geometry, arguments, lines = SESSIONS[name]
    with Display("1200x900x24") as display:
        display.env.update(LANG="C.UTF-8", TERM="xterm-256color")
        terminal = subprocess.Popen(
            ["xterm", "-fa", "DejaVu Sans Mono", "-fs", "12", "-bg", "#1c1c1c", "-fg", "#d8d8d8", "-b", "4", "+sb", "-uc",
             "-geometry", f"{geometry}+0+0", "-T", "Upheaval", "-e", "sh", "-c", f"{engine} play {arguments}"],
            env=display.env)
        try:
            time.sleep(3)
            window = display.run("xdotool", "search", "--onlyvisible", "--name", "^Upheaval$").split()[0]
            display.run("xdotool", "windowfocus", "--sync", window)
            for line in lines:
                display.run("xdotool", "type", "--delay", "60", line)
                display.run("xdotool", "key", "Return")
                time.sleep(2)
            display.run("import", "-window", window, os.path.join(folder, f"play-{name}.png"))
        finally:
            terminal.terminate()
            terminal.wait(10)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    folder = sys.argv[2] if len(sys.argv) > 2 else os.path.join(ROOT, "docs/pictures")
    for name in SESSIONS:
        take(os.path.abspath(sys.argv[1]), name, folder)
        print(os.path.join(folder, f"play-{name}.png"), flush=True)


if __name__ == "__main__":
    main()
