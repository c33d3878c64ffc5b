"""The mouse and the keys over XBoard's board, for the sessions with a real XBoard."""

import re
import time


class Mouse:
    """The mouse over XBoard's board."""

    def __init__(self, display, board, files):
        self.display = display
        self.board = board
        names = display.run("xdotool", "search", "--onlyvisible", "--name", "xboard").split()
        self.window = names[0]
        geometry = display.run("xdotool", "getwindowgeometry", "--shell", self.window)
        values = dict(line.split("=") for line in geometry.split())
        # Without a window manager all windows lie on top of one another.
        for output in display.run("xdotool", "search", "--onlyvisible", "--name", "Engine Output").split():
            display.run("xdotool", "windowsize", output, "460", "230")
            display.run("xdotool", "windowmove", output, "340", "0")
        time.sleep(0.5)
        self.left, self.top = int(values["X"]), int(values["Y"])
        self.bottom = self.top + int(values["HEIGHT"])
        # XBoard makes the squares as large as the window lets them be.
        self.square = (int(values["WIDTH"]) - 3) // files

    def go(self, square):
        x = self.left + 2 + self.square // 2 + self.square * (ord(square[0]) - ord("a"))
        y = self.bottom - 2 - self.square // 2 - self.square * (int(square[1]) - 1)
        self.display.run("xdotool", "mousemove", str(x), str(y))

    def click(self, square, answer=None):
        """Clicks, and waits for the engine's answer to the click if there is one to be expected."""
        mark = len(self.board.traffic())
        self.go(square)
        self.display.run("xdotool", "click", "1")
        if answer:
            self.board.wait_for(answer, mark)
        else:
            time.sleep(0.1)
        return mark

    def colors(self, square):
        """The colours on a square, as ImageMagick writes them."""
        x = self.left + 2 + self.square * (ord(square[0]) - ord("a"))
        y = self.bottom - 2 - self.square * int(square[1])
        crop = f"{self.square}x{self.square}+{x}+{y}"
        text = self.display.run("import", "-window", "root", "-crop", crop, "+repage", "-depth", "8", "-format", "%c",
                                "histogram:info:-")
        return set(re.findall(r"#[0-9A-F]{6}", text))

    def choose(self, square, letter, letters):
        """Clicks and pulls the mouse away from the square until XBoard shows the piece wanted."""
        self.go(square)
        self.display.run("xdotool", "mousedown", "1")
        time.sleep(0.3)
        for _ in range(letters.index(letter)):
            self.display.run("xdotool", "mousemove_relative", "--", "0", "12")
            time.sleep(0.1)
        self.display.run("xdotool", "mouseup", "1")

    def take_back(self):
        """Clicks on XBoard's button for one ply back."""
        mark = len(self.board.traffic())
        self.display.run("xdotool", "mousemove", str(self.left + 240), str(self.top + 67), "click", "1")
        self.board.wait_for(">first : undo", mark)

    def key(self, keys):
        self.display.run("xdotool", "windowfocus", "--sync", self.window)
        self.display.run("xdotool", "key", keys)
        time.sleep(0.5)


def play_move(mouse, game, move, answers=True):
    """Plays a move with the mouse; returns the position in the log at which it begins."""
    squares = re.findall(r"[a-h][1-8]", move)
    letter = move[2 * len(squares):]
    lifts = r">first : lift [a-h][1-8]\n(.*\n)*.*<first : highlight" if answers and game != "chess" else None
    start = mouse.click(squares[0], lifts)
    for square in squares[1:-1]:
        mouse.click(square, lifts)
    if letter == "k":
        mouse.choose(squares[-1], letter, "qnrbk")
    else:
        mouse.click(squares[-1])
    mouse.board.wait_for(r">first : usermove .*\n", start)
    time.sleep(0.15)
    return start


def copied(mouse):
    """The position that XBoard puts on the clipboard."""
    mouse.key("ctrl+shift+c")
    return mouse.display.run("xclip", "-selection", "clipboard", "-o").strip()
