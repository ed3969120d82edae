"""`gosub basic`: runs a listing, with its screen in the terminal."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import click

from historic.basic import Stop, language, print_number
from historic.basic.language import (
    CompiledListing,
    LineError,
    ListingRefused,
    ListingRun,
    ParserMissing,
    RunInterrupted,
    compile_listing,
)
from historic.basic.language.parsing import read_listing
from historic.basic.language.values import DOT
from historic.machine.screen import ROWS, Screen
from historic.machine.terminal import Terminal
from modern.cli import names
from modern.cli.options import AT_LEAST_1, InputFile
from modern.cli.output import console, new_table, print_table
from modern.cli.shell import EXIT_FAILURE, EXIT_INTERRUPTED, Command, echo

#: A name with or without subscripts, as --watch takes it.
WATCHED: Final = re.compile(r"([A-Z][A-Z0-9_.]*[$%&!#]?)(?:\((\d+(?:,\d+)*)\))?", re.IGNORECASE)
#: The ends of a name by which its type is known. A name without one may have any of them.
TYPES: Final = ("", "%", "&", "#", "$")
#: The number of lines that --profile prints, if --top does not say otherwise.
PROFILED_LINES: Final = 40
#: The listings that come with the package, by their names.
SHIPPED: Final = {path.stem: path for path in sorted((Path(language.__file__).parent / "listings").glob("*.bas"))}
END_OF_PROGRAM: Final = "Press any key to continue"


class ListingFile(InputFile):
    """A file with a listing, or the name of a listing that comes with the package."""

    def convert(self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Returns the path. Raises BadParameter if there is neither such a file nor such a listing."""
        name = str(value)
        if not os.path.lexists(value) and name.lower() in SHIPPED:
            return SHIPPED[name.lower()]
        if not os.path.lexists(value) and not re.search(r"[./\\]", name):
            raise names.bad_name("file or listing", name, list(SHIPPED), "gosub basic --list shows the listings")
        return super().convert(value, param, ctx)


@click.command(cls=Command)
@click.argument("file", metavar="FILE.BAS|NAME", type=ListingFile(), required=False)
@click.argument("arguments", metavar="[TEXT]...", nargs=-1)
@click.option("--list", "lists", is_flag=True, help="Print the names of the listings that come with the package.")
@click.option(
    "--trace", is_flag=True, help="Print each statement's line number on standard error before the statement runs."
)
@click.option(
    "--watch",
    "watched",
    metavar="VAR",
    multiple=True,
    help="Print a variable, or an element such as A(0,26), on standard error whenever it changes.",
)
@click.option("--profile", is_flag=True, help="At the end, print how many statements each line ran.")
@click.option(
    "--top",
    metavar="N",
    type=AT_LEAST_1,
    default=PROFILED_LINES,
    show_default=True,
    help="Number of lines that --profile prints.",
)
@click.option("--wrap", is_flag=True, help="Let INTEGER and LONG overflow wrap around, as in QB64, instead of error 6.")
def basic(
    file: Path | None,
    arguments: tuple[str, ...],
    lists: bool,
    trace: bool,
    watched: tuple[str, ...],
    profile: bool,
    top: int,
    wrap: bool,
) -> None:
    """Run a QBasic listing: the 1994 program, Huo Chess, your own, or a NAME from --list.

    The listing can read and write files in its own folder; one from --list, in the current folder. COMMAND$ is TEXT in
    capitals. Ctrl-C stops the listing and names the line. Needs lark: in a checkout, pip install ".[listing]".
    """
    if lists:
        if file:
            raise click.UsageError("--list runs no listing: leave FILE.BAS out")
        _print_listings()
        return
    if not file:
        raise click.UsageError("a listing is missing: type a file, or a name that gosub basic --list prints")
    if profile and (trace or watched):
        raise click.UsageError("--profile counts statements, and --trace and --watch follow them: one or the other")
    try:
        listing = compile_listing(read_listing(file), "count" if profile else "step" if trace or watched else "none")
    except ListingRefused as refused:
        raise click.ClickException(f"{file}: {refused}") from None
    except ParserMissing as missing:
        raise click.ClickException(str(missing)) from None
    places = [_place(name, listing) for name in watched]
    _run(file, " ".join(arguments).upper(), listing, trace, places, top if profile else 0, wrap)


def _print_listings() -> None:
    """Writes the name of each listing that comes with the package, and its first line."""
    for name, path in SHIPPED.items():
        first = path.read_text(encoding="ascii").partition("\n")[0]
        what = first.removeprefix("' ")
        click.echo(f"{name:10} {what}")


def _place(name: str, listing: CompiledListing) -> tuple[str, tuple[int, ...]]:
    """Returns a name and its subscripts. Raises UsageError if the listing has no such variable or element."""
    match = WATCHED.fullmatch(name.replace(" ", ""))
    declared = listing.declarations
    if match:
        variable, subscripts = (
            match[1].upper().replace(".", DOT),
            tuple(map(int, (match[2] or "").split(",") if match[2] else ())),
        )
        for typed in [variable.removesuffix("!"), *(variable + type_ for type_ in TYPES)]:
            if not subscripts and typed in declared.variables:
                return typed, ()
            limits = declared.arrays[typed].limits if typed in declared.arrays else ()
            if 0 < len(limits) == len(subscripts) and all(
                low <= place <= high for place, (low, high) in zip(subscripts, limits, strict=True)
            ):
                return typed, subscripts
    reason = "the listing has no such variable or element"
    raise click.UsageError(f"--watch {name}: {reason}{' outside its SUBs' if declared.subs else ''}")


def _run(
    file: Path,
    command: str,
    listing: CompiledListing,
    trace: bool,
    places: Sequence[tuple[str, tuple[int, ...]]],
    top: int,
    wrap: bool,
) -> None:
    """Runs the listing in the terminal, and exits. If `top` is not 0, writes that many lines of the profile."""
    run: ListingRun | None = None
    followed: Follower | None = None
    code = 0
    message = ""
    with Terminal(sys.stdin, sys.stdout, feeds_inkey=True) as terminal:
        if terminal.is_drawn and (trace or places) and sys.stderr.isatty():
            raise click.UsageError("--trace and --watch would write over the screen: send them to a file with 2> FILE")
        screen = Screen(terminal.keyboard, terminal.display)
        try:
            run = ListingRun(
                listing,
                screen,
                lambda line: followed.step(line) if followed else None,
                folder=Path() if file in SHIPPED.values() else file.parent,
                wrap=wrap,
                program=file,
                command=command,
            )
            followed = Follower(run, trace, places)
            run.run()
            if terminal.is_drawn and screen.mode:
                _keep_picture(screen)
        except LineError as error:
            code, message = EXIT_FAILURE, f"gosub: {file}: {error}"
        except RunInterrupted as interrupt:
            code, message = EXIT_INTERRUPTED, f"gosub: {interrupt}"
    if followed and places:
        followed.show_changes()
    if message:
        echo(message, err=True)
    if top and run:
        _print_profile(run, top)
    click.get_current_context().exit(code)


def _keep_picture(screen: Screen) -> None:
    """Shows the picture of a program that has ended, until a key is pressed."""
    screen.LOCATE(ROWS, 1)
    screen.PRINT(END_OF_PROGRAM, end="")
    with suppress(Stop, KeyboardInterrupt):
        screen.wait_for_key()


class Follower:
    """Writes the lines that run, and the changes of variables, to standard error."""

    def __init__(self, run: ListingRun, trace: bool, places: Sequence[tuple[str, tuple[int, ...]]]) -> None:
        self.listing = run.listing
        self.trace = trace
        self.line = 0
        self.readers: list[tuple[str, Callable[[], float | str]]] = [_reader(run, *place) for place in places]
        self.values = [read() for _, read in self.readers]

    def step(self, line: int) -> None:
        """Called before each statement: shows the changes by the one before, and the next line."""
        self.show_changes()
        self.line = line
        if self.trace:
            click.echo(self._named(line), err=True)

    def show_changes(self) -> None:
        """Shows the watched variables that have changed since the last call."""
        for place, (name, read) in enumerate(self.readers):
            before, now = self.values[place], read()
            if now != before:
                self.values[place] = now
                click.echo(f"{self._named(self.line)}: {name} = {_shown(now)}, was {_shown(before)}", err=True)

    def _named(self, line: int) -> str:
        label = self.listing.label_of(line)
        return f"line {line} ({label})" if label else f"line {line}"


def _reader(run: ListingRun, name: str, subscripts: tuple[int, ...]) -> tuple[str, Callable[[], float | str]]:
    if subscripts:
        return f"{name}({','.join(map(str, subscripts))})", lambda: run.element(name, *subscripts)
    return name, lambda: run.get(name)


def _shown(value: float | str) -> str:
    return f'"{value}"' if isinstance(value, str) else print_number(value).strip()


def _print_profile(run: ListingRun, top: int) -> None:
    """Writes the lines that have run the most statements, the first one first."""
    total = run.statements()
    counted = sorted(((count, line) for line, count in enumerate(run.counts) if count), key=lambda pair: -pair[0])
    table = new_table(">line", ">statements", ">share", "listing")
    for count, line in counted[:top]:
        text = run.listing.lines[line - 1].strip()
        table.add_row(str(line), f"{count:,}", f"{100 * count / total:.1f}%", text)
    print_table(console(to_stderr=True), table, ["share"])
    shown = f"the {top} busiest of {len(counted)} lines; " if len(counted) > top else ""
    click.echo(f"{shown}{total:,} statements in all", err=True)
