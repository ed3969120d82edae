"""Makes what the docs quote and draw: `python docs/make.py [--check] [PART...]`.

A part makes whole files, or the tables of a page. Without a PART, all are made but those that take minutes or need a
browser. `--check` writes nothing: it compares, and names each file that is not as its part makes it. It leaves out what
depends on the search of the engine, on the machine, or on a browser.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Final, NamedTuple

from making.page import Files

TOP: Final = Path(__file__).parents[1]


class Part(NamedTuple):
    """A part of what is made; `files` of the module in docs/making with its name makes it.

    `what`     what it makes.
    `checked`  True if it depends on nothing but the repository, and not on the search of the engine.
    `quick`    True if a compiled build makes it in seconds, without a browser. It is then made without being named.
    `maker`    the part that makes the files, if this one can only compare them.
    """

    what: str
    checked: bool = True
    quick: bool = True
    maker: str = ""


PARTS: Final = {
    "man": Part("the man pages in docs/man, from the help of the commands"),
    "ledger": Part("the classes of difference: their pictures, their rows in agreement.md, their names in quirks.md"),
    "quirks": Part("the boards of quirks.md"),
    "pictures": Part("the pictures of README and of most pages"),
    "hours": Part("the boards of finest-hours.md, whose moves the programs play"),
    "moving": Part("the moving picture of README and of the site's first page"),
    "trees": Part("the search trees of engine.md"),
    "lessons": Part("the search tree of the first lesson for a class, and a sheet to print for each lesson"),
    "network": Part("the pictures and tables of network.md, from the network in the package"),
    "serve": Part("the pages of the docs that `gosub serve` shows: the report and the quirks"),
    "variables": Part("the tables of variables.md, from the words of gosub serve"),
    "readings": Part("the tables of restoration.md and its measurements, from readings-trials.json and readings.json"),
    "ideas": Part("the ideas and their boards, and the sources, from the engine and two pages of measurements"),
    "engine": Part("what the engine prints in engine.md, players.md and tour.md (interpreted: minutes)", checked=False),
    "selective": Part(
        "the tables of museum/historic-selective.md, with this machine's times", checked=False, quick=False
    ),
    "games": Part("what players think of the site's games, where it is missing: minutes", checked=False, quick=False),
    "browser": Part(
        "page.png, serve.png, inside.png, and their text; needs Chromium and the extras web, test",
        checked=False,
        quick=False,
    ),
    "shown": Part("the text in these pictures, which the pages must still say", quick=False, maker="browser"),
}

SOURCES: Final = """after `ledger`: the journals of campaigns (gosub agree --resume), for what gosub agree expects;
after `readings`: the report's text, to make the two JSON files first, which takes hours"""


def made(part: str, sources: Sequence[Path] = ()) -> Files:
    """Returns the contents of the files of a part, made anew from sources if there are any."""
    files: Files = import_module(f"making.{part}").files(*sources)
    return files


def differing(files: Files) -> Iterator[Path]:
    """Yields the files whose contents are others."""
    for path, contents in files.items():
        if (path.read_bytes() if path.exists() else None) != contents:
            yield path


def write(files: Files) -> None:
    """Writes files, and removes those that should not exist."""
    for path, contents in files.items():
        if contents is None:
            path.unlink(missing_ok=True)
        else:
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(contents)


def main(arguments: Sequence[str] | None = None) -> int:
    """Makes or compares the parts; returns 1 if a compared file differs."""
    parser = argparse.ArgumentParser(
        description=(__doc__ or "").partition("\n")[0],
        epilog="\n".join(["parts:", *(f"  {name:9}  {part.what}" for name, part in PARTS.items())]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("parts", nargs="*", metavar="PART", help="a part; default: all that take seconds")
    parser.add_argument("--check", action="store_true", help="compare instead of writing; 1 if a file differs")
    parser.add_argument("--from", nargs="+", type=Path, default=[], metavar="FILE", dest="sources", help=SOURCES)
    asked = parser.parse_args(arguments)
    if asked.sources and (asked.check or asked.parts not in (["ledger"], ["readings"])):
        parser.error("--from needs one part, ledger or readings, before it, and no --check")
    for name in asked.parts:
        if name not in PARTS:
            parser.error(f"there is no part {name!r}; the parts are {', '.join(PARTS)}")
        if PARTS[name].maker and not asked.check:
            parser.error(f"the part {name!r} only compares; the part {PARTS[name].maker} makes its files")
        if asked.check and not PARTS[name].checked:
            parser.error(f"the part {name!r} cannot be compared: it depends on the engine, the machine or a browser")
    wrong = 0
    for name in asked.parts or [name for name, part in PARTS.items() if (part.checked if asked.check else part.quick)]:
        files = made(name, asked.sources)
        for path in differing(files):
            wrong += asked.check
            maker = PARTS[name].maker or name
            remedy = f" is not as `python docs/make.py {maker}` makes it" if asked.check else ""
            print(f"{path.relative_to(TOP)}{remedy}", flush=True)
        if not asked.check:
            write(files)
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main())
