"""Parameters of the commands: types of values, options that several commands have, and checks of files.

A mistake in any of them is a usage error of click, with the same words in every command. Messages and help give a range
of numbers in words: `1 to 100`, `at least 1`.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable
from functools import wraps
from itertools import combinations, islice, product
from pathlib import Path
from typing import Any, Final

import click
from click.decorators import FC
from click.shell_completion import CompletionItem

from historic.readings import PRINTED, READING_HELP, READINGS
from modern.cli.lazy import lazily
from modern.cli.shell import DASH
from modern.facts import in_quotes
from modern.output_files import check_writable
from modern.system import MAX_PROCESSES, refused_name

with lazily():
    from modern.cli import names

# Numbers.


class NumberRange(click.FloatRange):
    """A range of numbers. nan is in no range."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Returns the number that was typed. Raises BadParameter."""
        try:
            number = float(value)
        except ValueError:
            number = math.nan
        if math.isnan(number):
            self.fail(f"{in_quotes(value)} is not a number; expected {self._describe_range()}", param, ctx)
        try:
            return float(super().convert(number, param, ctx))
        except click.BadParameter:
            self.fail(f"{value} is out of range; expected {self._describe_range()}", param, ctx)

    def _describe_range(self) -> str:
        return _range_in_words(self)


class WholeNumberRange(click.IntRange):
    """A range of whole numbers."""

    name = "whole number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Returns the number that was typed. Raises BadParameter."""
        try:
            number = int(value)
        except ValueError:
            self.fail(f"{in_quotes(value)} is not a whole number; expected {self._describe_range()}", param, ctx)
        try:
            return int(super().convert(number, param, ctx))
        except click.BadParameter:
            self.fail(f"{value} is out of range; expected {self._describe_range()}", param, ctx)

    def _describe_range(self) -> str:
        return _range_in_words(self)


def _range_in_words(numbers: click.IntRange | click.FloatRange) -> str:
    """Returns `1 to 100`, or `more than 0 and at most 1,000,000`."""
    if None not in (numbers.min, numbers.max) and not (numbers.min_open or numbers.max_open):
        return f"{numbers.min:,} to {numbers.max:,}"
    bounds = []
    if numbers.min is not None:
        bounds.append(f"{'more than' if numbers.min_open else 'at least'} {numbers.min:,}")
    if numbers.max is not None:
        bounds.append(f"{'less than' if numbers.max_open else 'at most'} {numbers.max:,}")
    return " and ".join(bounds)


#: A thinking time in seconds: more than 0. The maximum is only a guard against typing errors.
SECONDS_TO_THINK = NumberRange(min=0, min_open=True, max=10**6)
#: The same, or 0 for no thinking at all.
SECONDS_OR_ZERO = NumberRange(min=0, max=10**6)
#: A search depth in plies, a number of nodes, and any number of things, of which there is at least one.
#: How long a player thinks about each position of a game, if nothing else is said, in seconds.
SECONDS_IN_A_GAME: Final = 0.25
DEPTH = WholeNumberRange(1, 100)
NODES = WholeNumberRange(1, 10**12)
AT_LEAST_1 = WholeNumberRange(min=1)
AT_LEAST_0 = WholeNumberRange(min=0)
PROCESSES = WholeNumberRange(1, MAX_PROCESSES)

# Names.


class Choice(click.Choice[str]):
    """One of several words."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Returns the word. Raises BadParameter."""
        if value not in self.choices:
            expected = " or ".join(", ".join(self.choices).rsplit(", ", 1))
            self.fail(f"{in_quotes(value)} was not expected; expected {expected}", param, ctx)
        return str(value)


class ReadingName(click.Choice[str]):
    """A reading of the listing; also `both`, if the command takes it."""

    name = "reading"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Returns the reading. Raises BadParameter."""
        if value not in self.choices:
            raise names.bad_name("reading", value, self.choices)
        return str(value)


READING: Final = ReadingName(READINGS)


class PlayerName(click.types.StringParamType):
    """A player's name, with its options in brackets. An outside program's abilities are known once it runs."""

    name = "player"

    def __init__(self, allow_human: bool = False) -> None:
        self.allow_human = allow_human

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Returns the name as typed. Raises BadParameter if the player or the option does not exist."""
        return names.checked_player(str(super().convert(value, param, ctx)), self.allow_human)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Returns the names that begin with `incomplete`, or the options and values after a bracket."""
        return names.player_completions(incomplete, self.allow_human)


PLAYER = PlayerName()
PLAYER_OR_HUMAN = PlayerName(allow_human=True)


def depth_ignored(name: str, depth: str) -> str:
    """Returns the remark on --depth for a player that always searches to its own depth."""
    return f"{name} ignores --depth: it searches {depth}"


#: The word that lists all levels, or all classes of difference, in place of one of them.
LIST: Final = "list"


class LevelName(click.types.StringParamType):
    """A level's number or name, or `list`."""

    name = "level"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Returns the names that begin with `incomplete`, each with its number and Elo, and `list`."""
        items = [CompletionItem(LIST, help="show the levels")] if LIST.startswith(incomplete.lower()) else []
        return [*names.level_completions(incomplete), *items]


LEVEL = LevelName()


def level_of_option(ctx: click.Context, param: click.Parameter, value: str | None) -> int | None:
    """Returns the Elo that an option names, as a level or a number; after `list`, prints the levels and exits.

    Raises BadParameter.
    """
    if value is None:
        return None
    if value.strip().lower() == LIST:
        names.print_levels()
        ctx.exit()
    return names.checked_level(value)


# Positions. modern.cli.typed_game reads them.

START_POSITION: Final = "startpos"
#: How a position may be written, for the help of an option.
POSITION_FORMS: Final = f"{START_POSITION}, a FEN or an EPD, or GAME.pgn:PLY"
MOVES_FORMS: Final = "'e4 e5' or 'e2e4 e7e5'"


class PositionText(click.types.StringParamType):
    """A position as text. It is only read when the command runs."""

    name = "position"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Returns `startpos` if it begins with `incomplete`, and leaves the names of files to the shell."""
        words = [CompletionItem(START_POSITION)] if START_POSITION.startswith(incomplete) else []
        return [*words, CompletionItem(incomplete, type="file")]


POSITION = PositionText()


# Files.


class OutputFile(click.Path):
    """A file that is written, perhaps standard output (`-`); or a file or folder that the command checks itself."""

    def __init__(self, allow_dash: bool = False, allow_folder: bool = False) -> None:
        super().__init__(allow_dash=allow_dash, path_type=Path)
        self.allow_folder = allow_folder

    def convert(self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Returns the path. Raises BadParameter for standard output if that is not allowed."""
        path = Path(value)
        if path == DASH and not self.allow_dash:
            self.fail("expected a file, not standard output", param, ctx)
        return path


FILE: Final = OutputFile()
FILE_OR_DASH: Final = OutputFile(allow_dash=True)
FILE_OR_FOLDER: Final = OutputFile(allow_folder=True)
FILE_FOLDER_OR_DASH: Final = OutputFile(allow_dash=True, allow_folder=True)
#: The most names in a folder among which a near one is looked for.
MAX_NAMES: Final = 1000


class InputFile(click.Path):
    """An input file: it must exist and must not be a folder."""

    def __init__(self, allow_dash: bool = False, allow_folder: bool = False) -> None:
        super().__init__(allow_dash=allow_dash, dir_okay=allow_folder, path_type=Path)

    def convert(self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Returns the path. Raises BadParameter if the file does not exist."""
        path = Path(value)
        if not (self.allow_dash and path == DASH):
            check_input_file(path, self.dir_okay)
        return path


def check_input_file(path: Path, allow_folder: bool = False) -> None:
    """Raises BadParameter if the file does not exist, with a similar name in its folder, or if it is a folder."""
    if refused := refused_name(path):
        raise click.BadParameter(f"{in_quotes(str(path))} cannot be read: {refused}")
    if not allow_folder and path.is_dir():
        raise click.BadParameter(f"{in_quotes(str(path))} is a folder; expected a file")
    if os.path.lexists(path):
        return
    try:
        found = [entry.name for entry in islice(os.scandir(path.parent), MAX_NAMES)]
    except OSError:
        found = []
    raise names.bad_name(
        "file", str(path), [str(path.parent / name) for name in found], "check the name and its folder"
    )


INPUT_FILE: Final = InputFile()
INPUT_FILE_OR_DASH: Final = InputFile(allow_dash=True)
INPUT_FILE_OR_FOLDER: Final = InputFile(allow_folder=True)


def check_files() -> None:
    """Checks the files that were typed for a command before it works: it reads and writes its parameters of both types.

    Raises UsageError if one would overwrite another, and OSError if a file cannot be written.
    """
    ctx = click.get_current_context()
    read: list[tuple[str, Path]] = []
    written: list[tuple[str, Path]] = []
    for param in ctx.command.params:
        value = ctx.params.get(param.name or "")
        name = param.opts[0] if isinstance(param, click.Option) else param.human_readable_name.removesuffix("...")
        paths = value if isinstance(value, tuple) else [value] if value else []
        if isinstance(param.type, InputFile):
            read += [(name, path) for path in paths if path != DASH]
        elif isinstance(param.type, OutputFile):
            written += [(name, path) for path in paths]
            for path in paths:
                if path != DASH and not param.type.allow_folder:
                    check_writable(path)
    check_distinct(written, read)


def check_distinct(written: Iterable[tuple[str, Path | None]], read: Iterable[tuple[str, Path | None]] = ()) -> None:
    """Raises UsageError if a file that is written is also named by another option, because it would be overwritten.

    Each option is a pair: its name, and its file or None. Two names of one file, by a symbolic or a hard link, are the
    same file.
    """
    outputs = [(option, path) for option, path in written if path is not None]
    inputs = [(option, path) for option, path in read if path is not None]
    for (first, one), (second, other) in [*product(inputs, outputs), *combinations(outputs, 2)]:
        if is_same_file(one, other):
            same = "" if one == other else f", the same file as {one}"
            raise click.UsageError(f"{first} and {second} both name {other}{same}; each needs its own file")


def is_same_file(one: Path, other: Path) -> bool:
    """Returns True if both paths lead to one file, by a symbolic or a hard link or as they are."""
    if os.path.realpath(one) == os.path.realpath(other):  # unlike Path.resolve, it accepts a link to itself
        return True
    try:
        return os.path.samefile(one, other)
    except OSError:  # one of them does not exist yet
        return False


# Options that several commands have.


READING_OPTION: Final = click.option("--reading", type=READING, default=PRINTED, show_default=True, help=READING_HELP)


#: Says how `--player` and `--level` go together, in every command that has them (docs/play/players.md).
LEVEL_HELP: Final = (
    f"Its level: 1 (beginner) to 10 (full), a name, or an Elo; `{LIST}` shows them. Without --player, modern's."
)


def player_and_level(help: str, type: PlayerName = PLAYER) -> Callable[[FC], FC]:
    """Returns `--player` and `--level`, as two arguments, each None if it is not given."""
    player = click.option("--player", type=type, metavar="NAME", help=help)
    level = click.option("--level", type=LEVEL, callback=level_of_option, metavar="LEVEL", help=LEVEL_HELP)
    return lambda command: player(level(command))


def player_option(help: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Returns `--player` and `--level` as the argument `player`: a name with its level, None if neither is given."""

    def decorated(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def with_level(*args: Any, player: str | None, level: int | None, **others: Any) -> None:
            command(*args, player=player if level is None else names.player_at_level(player, level), **others)

        return player_and_level(help)(with_level)

    return decorated


def time_option(help: str) -> Callable[[FC], FC]:
    """Returns `--time`, as the argument `seconds`."""
    return click.option("--time", "seconds", metavar="SECONDS", type=SECONDS_TO_THINK, help=help)


def depth_option(help: str) -> Callable[[FC], FC]:
    """Returns `--depth`."""
    return click.option("--depth", metavar="PLIES", type=DEPTH, help=help)


def nodes_option(help: str) -> Callable[[FC], FC]:
    """Returns `--nodes`."""
    return click.option("--nodes", metavar="N", type=NODES, help=help)


def position_option(help: str = f"{POSITION_FORMS}.  [default: {START_POSITION}]") -> Callable[[FC], FC]:
    """Returns `--fen`."""
    return click.option("--fen", metavar="POSITION", type=POSITION, help=help)


def moves_option(help: str = "Moves to make first") -> Callable[[FC], FC]:
    """Returns `--moves`, whose help ends with the two ways to write a move."""
    return click.option("--moves", metavar="MOVES", help=f"{help}: {MOVES_FORMS}.")


def seed_option(default: int, help: str) -> Callable[[FC], FC]:
    """Returns `--seed`. It is None if it is not given, so that a command can refuse it where it has no effect."""
    return click.option("--seed", metavar="N", type=AT_LEAST_0, help=f"{help}  [default: {default}]")


def jobs_option(default: int | None = None, help: str = "Number of processes.") -> Callable[[FC], FC]:
    """Returns `--jobs`; without a default it is None, which stands for one process per core."""
    if default is None:
        return click.option("--jobs", metavar="N", type=PROCESSES, help=f"{help}  [default: one per core]")
    return click.option("--jobs", metavar="N", type=PROCESSES, default=default, show_default=True, help=help)


def json_option(what: str) -> Callable[[FC], FC]:
    """Returns `--json`, as the argument `json_file`."""
    help_text = f"Write {what} as JSON; - is standard output."
    return click.option("--json", "json_file", metavar="FILE", type=FILE_OR_DASH, help=help_text)


def log_option() -> Callable[[FC], FC]:
    """Returns `--log`."""
    help_text = "Write each line to and from outside programs to FILE, with time and side; at most the last 100 MB."
    return click.option("--log", metavar="FILE", type=FILE, help=help_text)


def resume_option(help: str = "Save progress in a file, or resume from it.") -> Callable[[FC], FC]:
    """Returns `--resume`."""
    return click.option("--resume", metavar="FILE", type=FILE, help=help)
