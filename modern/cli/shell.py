"""The command line as a whole: groups of commands, exit codes, and one line about each mistake.

A mistyped command line is answered with the nearest command or option, or with what was expected. A FEN needs no
quotes.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import Any, Final, NoReturn

import click

from historic.machine import process
from historic.machine.process import EXIT_FAILURE, EXIT_INTERRUPTED, CommandFailed, wrapped

__all__ = [
    "DASH",
    "EXIT_FAILURE",
    "EXIT_INTERRUPTED",
    "SuggestingGroup",
    "echo",
    "reported",
    "run_and_exit",
    "with_joined_fens",
]

#: Stands for standard output or standard input instead of a file.
DASH: Final = Path("-")

#: The first field of a FEN, alone or as an option's value: `--fen=8/8/8/8/8/8/8/8`. Four ranks are enough, to recognise
#: a FEN that has a mistake in it too.
PLACEMENT = re.compile(r"(?:--[a-z]+=)?([0-9pnbrqkPNBRQK]+(?:/[0-9pnbrqkPNBRQK]+){3,})")
#: The other fields: side to move, castling rights, en passant square, halfmove clock, fullmove number.
OTHER_FIELDS = [re.compile(field) for field in (r"[wb]", r"-|[A-Ha-hKQkq]+", r"-|[a-h][1-8]", r"\d+", r"\d+")]

#: The beginning of a position, which is the value of --fen where a command takes no position alone.
POSITION = re.compile(rf"{PLACEMENT.pattern}\b|startpos\b|\S+\.pgn\b", re.IGNORECASE)

#: click's message for words that the command does not take.
EXTRA_WORDS = re.compile(r"Got unexpected extra arguments? \((.*)\)")
#: click's message for a word that is not among the choices.
NO_CHOICE = re.compile(r"(.*): (\S+) is not one of (.*)\.")
#: The names of an option in click's message about its value, in quotation marks.
QUOTED_NAMES = re.compile(r"^Invalid value for ('[^']*'(?: / '[^']*')*):")


#: The fewest columns of help, and those from which on click's own layout cuts no word.
MIN_HELP_WIDTH = 30
NARROW_HELP = 60


def run_and_exit(command: click.Command, name: str, arguments: Sequence[str] | None = None) -> NoReturn:
    """Runs `command` as `name` with `arguments` (default: those of the process), and exits with its exit code.

    The exit code is 2 for a mistake on the command line; the others are those of `historic.machine.process`.
    """
    process.run_and_exit(name, partial(_run, command, name, arguments))


def _run(command: click.Command, name: str, arguments: Sequence[str] | None) -> object:
    """Runs a command, and returns its exit code. Raises CommandFailed for an error of click, and KeyboardInterrupt."""
    try:
        return command.main(arguments, name, standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return error.exit_code
    except click.ClickException as error:
        raise CommandFailed(_usage_message(error), error.exit_code) from None
    except click.Abort:
        raise KeyboardInterrupt from None


def echo(text: str = "", err: bool = False) -> None:
    """Prints text on standard output or standard error. In a terminal its lines are broken between words."""
    click.echo(wrapped(text, sys.stderr if err else sys.stdout), err=err)


@contextmanager
def reported(*errors: type[Exception], option: str | None = None) -> Iterator[None]:
    """Turns errors whose text is one line into those of the command; with an `option`, into a mistake in its value.

    Raises ClickException or BadParameter.
    """
    try:
        yield
    except errors as error:
        if option is None:
            raise click.ClickException(str(error)) from None
        raise click.BadParameter(str(error), param_hint=option) from None


def one_bracket(help_text: str) -> str:
    """Returns the help of an option with its default and its range in one bracket: `[default: 1994; at least 0]`."""
    return help_text.replace("]  [", "; ")


class HelpFormatter(click.HelpFormatter):
    """Writes the help of a command so that it also fits a terminal with fewer columns than click expects."""

    def __init__(self, indent_increment: int = 2, width: int | None = None, max_width: int | None = None) -> None:
        super().__init__(indent_increment, width, max_width)
        if width is None:
            self.width = min(self.width, max(shutil.get_terminal_size().columns - 2, MIN_HELP_WIDTH))

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Writes two columns. In a narrow terminal the first is narrow too, so that no word of the second is cut."""
        rows = [(first, one_bracket(second)) for first, second in rows]
        super().write_dl(rows, col_max if self.width >= NARROW_HELP else self.width // 3, col_spacing)


click.Context.formatter_class = HelpFormatter  # of all commands; click takes no other way


class SuggestingGroup(click.Group):
    """A group of commands that suggests the nearest command or option when one is mistyped."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Parses the group's own options. A FEN in `args` that was typed without quotes is one argument."""
        if not extra.get("resilient_parsing"):
            args = with_joined_fens(args)
        with _suggested_options():
            return super().make_context(info_name, args, parent, **extra)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Returns the command that the first argument names. Raises UsageError if there is no such command."""
        name = args[0]
        if not ctx.resilient_parsing and not name.startswith("-") and self.get_command(ctx, name) is None:
            message = _unknown("command", name, self.list_commands(ctx), ctx, self.hint(ctx, name))
            raise click.UsageError(message, ctx)
        return super().resolve_command(ctx, args)

    def hint(self, ctx: click.Context, name: str) -> str:
        """Returns what is said of a name that belongs elsewhere, instead of a suggestion; '' of any other."""
        return ""

    def invoke(self, ctx: click.Context) -> Any:
        """Parses the command's options and runs it."""
        try:
            with _suggested_options():
                return super().invoke(ctx)
        except click.BadOptionUsage as error:
            command = self.get_command(ctx, ctx.invoked_subcommand or "")
            if error.ctx is not None or command is None:
                raise
            raise click.UsageError(_wrong_values(command, error), ctx) from None


def with_joined_fens(arguments: Sequence[str]) -> list[str]:
    """Returns the arguments, with each FEN that the shell split into several of them as one.

    A FEN has both of its last fields, the two counters, or neither: a single number belongs to another option.
    """
    joined: list[str] = []
    rest = list(arguments)
    while rest:
        first, *others = rest
        count = _fields_after_placement(others) if PLACEMENT.fullmatch(first) else 0
        joined.append(" ".join(rest[: 1 + count]))
        rest = rest[1 + count :]
    return joined


def _fields_after_placement(arguments: Sequence[str]) -> int:
    """Returns how many of the first arguments are the other fields of a FEN."""
    pairs = zip(OTHER_FIELDS, arguments, strict=False)
    count = sum(1 for _ in takewhile(lambda pair: pair[0].fullmatch(pair[1]), pairs))
    return len(OTHER_FIELDS) - 2 if count == len(OTHER_FIELDS) - 1 else count


@contextmanager
def _suggested_options() -> Iterator[None]:
    """Replaces click's message for an unknown option by one with a suggestion. Raises UsageError."""
    try:
        yield
    except click.NoSuchOption as error:
        context = error.ctx
        if context is None:
            raise
        options = [name for parameter in context.command.get_params(context) for name in parameter.opts]
        options = [name for name in options if name.startswith("-")]  # the names of arguments are not typed
        alone = error.option_name == "--fen" and "POSITION" in context.get_usage()
        hint = "type the position without it" if alone else ""
        raise click.UsageError(_unknown("option", error.option_name, options, context, hint), context) from None


def _usage_message(error: click.ClickException) -> str:
    """Returns click's message; if a word is missing or too many, it says what was expected, in plain words."""
    message = QUOTED_NAMES.sub(lambda match: re.sub(r"['[\]]", "", match[0]), error.format_message())
    if no_choice := NO_CHOICE.fullmatch(message):
        choices = " or ".join(no_choice[3].replace("'", "").rsplit(", ", 1))
        return f"{no_choice[1]}: {no_choice[2]} was not expected; expected {choices}"
    context = error.ctx if isinstance(error, click.UsageError) else None
    if context is None:
        return message
    usage = context.get_usage().removeprefix("Usage: ")
    extra = EXTRA_WORDS.fullmatch(error.message)
    if extra and POSITION.match(extra[1]) and _takes_fen(context.command):
        return f"{extra[1]!r} was not expected; a position is the value of --fen"
    if extra and extra[1].lower().endswith(".bas"):
        return f"{extra[1]!r} was not expected; gosub basic runs a listing"
    if extra:
        return f"{extra[1]!r} was not expected; expected {usage}"
    if isinstance(error, click.MissingParameter) and error.param is not None:
        return f"{error.param.make_metavar(context)} is missing; expected {usage}"
    return message


def _takes_fen(command: click.Command) -> bool:
    return any("--fen" in parameter.opts for parameter in command.params)


def _wrong_values(command: click.Command, error: click.BadOptionUsage) -> str:
    """Returns what an option needs: `--depth needs a value: PLIES`."""
    context = click.Context(command)
    for option in command.get_params(context):
        if isinstance(option, click.Option) and error.option_name in option.opts:
            if option.is_flag:
                return f"{error.option_name} takes no value"
            values = "a value" if option.nargs == 1 else f"{option.nargs} values"
            return f"{error.option_name} needs {values}: {option.make_metavar(context)}"
    return error.format_message()


def _unknown(noun: str, name: str, known: Iterable[str], context: click.Context, hint: str = "") -> str:
    """Returns `no such command 'repaly'; did you mean replay?`, or another hint."""
    from difflib import get_close_matches  # 5 ms, which only a mistyped word needs

    nearest = get_close_matches(name.lower(), known, n=1)
    suggestion = f"did you mean {nearest[0]}?" if nearest else f"`{context.command_path} --help` lists them"
    return f"no such {noun} {name!r}; {hint or suggestion}"
