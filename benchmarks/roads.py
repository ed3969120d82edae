"""How many files and functions lie on the road of a command, from what is typed to what is printed?

    python benchmarks/roads.py [--list FILE] [--only WORD]

Each command runs twice in one process; the second run counts, so that no import does. A function counts if its body
runs; what is made of it inside, such as a comprehension, counts with it. Only the two packages count.
"""

from __future__ import annotations

import inspect
import os
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType

import click
from click.testing import CliRunner

import modern
from modern.cli import gosub
from modern.cli.shell import run_and_exit

#: Where the two packages are.
ROOT = Path(modern.__path__[0]).parent
PACKAGES = tuple(f"{ROOT / package}{os.sep}" for package in ("historic", "modern"))
#: The flag of the code of a function (inspect.CO_OPTIMIZED).
OPTIMIZED = inspect.CO_OPTIMIZED
#: The game that is analysed.
GAME = """[White "Anna"]
[Black "Ben"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1
"""
#: The commands, each with what is typed in it.
COMMANDS = {
    "think": "",
    "analyse g.pgn --depth 2": "",
    "analyse g.pgn --depth 2 --html g.html": "",
    "play --player historic --time 0.05": "e2e4\nquit\n",
}

#: A function: its file, its name, and the line in which it begins.
Function = tuple[str, str, int]


@click.command()
@click.option("--list", "listed", is_flag=True, help="List the files, each with its functions.")
@click.option("--only", metavar="WORD", default="", help="Only the commands with this word.")
def main(listed: bool, only: str) -> None:
    """Count the files and the functions in which something runs, command by command."""
    for command, typed in COMMANDS.items():
        if only not in command:
            continue
        functions = road(command.split(), typed)
        files = Counter(file for file, _, _ in functions)
        click.echo(f"{len(files):4} files {len(functions):5} functions   gosub {command}")
        if listed:
            for file in sorted(files):
                names = [name for where, name, _ in sorted(functions, key=lambda one: one[2]) if where == file]
                click.echo(f"     {file}: {', '.join(names)}")


def road(arguments: list[str], typed: str) -> set[Function]:
    """Returns the functions that a command runs when it runs the second time in this process."""
    functions: set[Function] = set()
    for found in (set(), functions):
        with TemporaryDirectory() as folder, working_in(Path(folder)):
            Path("g.pgn").write_text(GAME, encoding="utf-8")
            with counted_in(found):
                result = CliRunner().invoke(gosub, arguments, input=typed)
            if result.exit_code:
                raise click.ClickException(f"{' '.join(arguments)}: {result.output}")
    return functions


@contextmanager
def working_in(folder: Path) -> Iterator[None]:
    """Makes a folder the working folder for a while."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


@contextmanager
def counted_in(functions: set[Function]) -> Iterator[None]:
    """Adds the functions that run meanwhile, in any thread."""

    def note(frame: FrameType, event: str, _: object) -> None:  # returns None: no line inside is traced
        code = frame.f_code
        if code.co_filename.startswith(PACKAGES) and is_body(code.co_name, code.co_flags):
            functions.add((Path(code.co_filename).relative_to(ROOT).as_posix(), code.co_name, code.co_firstlineno))

    threading.settrace(note)
    sys.settrace(note)
    try:
        yield
    finally:
        sys.settrace(None)
        threading.settrace(None)


def is_body(name: str, flags: int) -> bool:
    """Returns True for the body of a function: neither a module's or a class's, nor a comprehension's."""
    return not name.startswith("<") and bool(flags & OPTIMIZED)


if __name__ == "__main__":
    run_and_exit(main, "roads.py")
