"""Make the pictures of README and docs, from the program itself: `python docs/make_pictures.py [FOLDER]`."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path

from historic import Program
from historic.basic import Stop
from historic.picture import svg
from historic.screen import Echo, Keyboard, Screen, no_echo

PICTURES = Path(__file__).parent / "pictures"


class Visitor(Keyboard):
    """Leaves the title if `stays`, starts White's first move, and stops the program when row 18 shows `until`."""

    def __init__(self, stays: bool, until: str) -> None:
        self.stays = stays
        self.until = until
        self.screen: Screen | None = None

    def inkey(self) -> str:
        """A, once the row has come."""
        assert self.screen is not None
        return "A" if self.screen.lines()[17].startswith(self.until) else ""

    def key(self) -> str:
        """A key that leaves the title."""
        if not self.stays:
            raise Stop
        return " "

    def line(self, echo: Echo = no_echo) -> str:
        """Enter."""
        return ""


def screen_seen_by(visitor: Visitor) -> Screen:
    """The screen as it stands when the visitor leaves."""
    visitor.screen = screen = Screen(visitor)
    with suppress(Stop):
        Program(screen=screen).run()
    return screen


def make_pictures(folder: Path) -> list[Path]:
    """Write every picture into `folder`; returns where they are."""
    pictures = {
        "title.svg": svg(
            screen_seen_by(Visitor(stays=False, until="")),
            "The title: COMPUTER CHESS by Ghislain de Blois, TECHNICAL REPORT, in a frame of cyan, magenta and white",
        ),
        "thinking.svg": svg(
            screen_seen_by(Visitor(stays=True, until=" .7  4  54")),
            "The board at move 1, WHITE'S MOVE, ENTER MOVE?, and below it the move that is tried: .7 4 54",
        ),
    }
    folder.mkdir(exist_ok=True)
    for name, picture in pictures.items():
        (folder / name).write_text(picture, encoding="utf-8")
    return [folder / name for name in pictures]


if __name__ == "__main__":
    for path in make_pictures(Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURES):
        print(path)
