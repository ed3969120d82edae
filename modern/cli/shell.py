"""The command line as a whole: groups of commands, exit codes, and one line about each mistake.

A mistyped command line is answered with the nearest command or option, or with the usage. A FEN needs no
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
from historic.machine.process import EXIT_FAILURE, EXIT_INTERRUPTED, CommandFailed, printable_lines, wrapped
from modern.facts import in_quotes
from modern.system import is_zip_for_windows, own_command

__all__ = [
    "DASH",
    "EXIT_FAILURE",
    "EXIT_INTERRUPTED",
    "Command",
    "SuggestingGroup",
    "echo",
    "printable_lines",
    "reported",
    "run_and_exit",
    "typed_here",
    "usage_message",
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
        raise CommandFailed(typed_here(usage_message(error)), error.exit_code) from None
    except click.Abort:
        raise KeyboardInterrupt from None


def typed_here(text: str) -> str:
    """Returns text with `gosub COMMAND` as a user of this machine types it (`own_command`)."""
    if not is_zip_for_windows():
        return text
    from modern.cli import COMMANDS  # that module imports this one

    return re.sub(rf"(?<![\w\\])gosub(?= (?:--|(?:{'|'.join(COMMANDS)}|help)\b))", lambda _: own_command(), text)


def echo(text: str = "", err: bool = False) -> None:
    """Prints text on standard output or standard error, without control characters in it.

    In a terminal its lines are broken between words.
    """
    click.echo(wrapped(printable_lines(typed_here(text)), sys.stderr if err else sys.stdout), err=err)


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

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Writes the usage, with the program as it is typed here."""
        super().write_usage(prog.replace("gosub", own_command(), 1), args, prefix)

    def write_text(self, text: str) -> None:
        """Writes a paragraph, with the program as it is typed here."""
        super().write_text(typed_here(text))


click.Context.formatter_class = HelpFormatter  # of all commands; click takes no other way


class Command(click.Command):
    """A command whose refusals of words and options are in words of our own."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parses the words. Raises UsageError for one that the command does not take, and for an option's value."""
        takes_more, ctx.allow_extra_args = ctx.allow_extra_args, True
        try:
            rest = super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            message = _unknown_option(error.option_name, ctx)
        except click.BadOptionUsage as error:
            message = _wrong_values(error.option_name, ctx)
        else:
            if takes_more or not rest or ctx.resilient_parsing:
                return rest
            message = _unexpected(" ".join(rest), ctx)
        raise click.UsageError(message, ctx) from None


class SuggestingGroup(Command, click.Group):
    """A group of commands that suggests the nearest command or option when one is mistyped."""

    command_class = Command

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Parses the group's own options. A FEN in `args` that was typed without quotes is one argument."""
        if not extra.get("resilient_parsing"):
            args = with_joined_fens(args)
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
        """Returns the answer to a name that belongs elsewhere, instead of a suggestion; '' for any other."""
        return ""


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


def usage_message(error: click.ClickException) -> str:
    """Returns an error's message; for a value, with the name of its option; for a missing word, with the usage."""
    if isinstance(error, click.MissingParameter) and error.param is not None and error.ctx is not None:
        return f"{error.param.make_metavar(error.ctx)} is missing; expected {_usage(error.ctx)}"
    if isinstance(error, click.BadParameter):
        name = error.param_hint or (_name(error.param, error.ctx) if error.param and error.ctx else "")
        return f"Invalid value{' for ' if name else ''}{name}: {error.message}"
    return error.format_message()


def _name(parameter: click.Parameter, context: click.Context) -> str:
    """Returns the names of an option, or the word that stands for an argument: `-w / --width`, `FILE`."""
    if isinstance(parameter, click.Option):
        return " / ".join(parameter.opts)
    return re.sub(r"[\[\]]", "", parameter.make_metavar(context))


def _usage(context: click.Context) -> str:
    """Returns how a command is typed: `gosub replay [OPTIONS]`."""
    return " ".join([context.command_path, *context.command.collect_usage_pieces(context)])


def _unexpected(words: str, context: click.Context) -> str:
    """Returns the message that a command takes no words, with its usage."""
    expected = f"expected {_usage(context)}"
    if POSITION.match(words) and any("--fen" in parameter.opts for parameter in context.command.params):
        expected = "a position is the value of --fen"
    elif words.lower().endswith(".bas"):
        expected = "gosub basic runs a listing"
    return f"{in_quotes(words)} was not expected; {expected}"


def _wrong_values(name: str, context: click.Context) -> str:
    """Returns the message that names an option's value: `--depth needs a value: PLIES`."""
    option = next(option for option in context.command.get_params(context) if name in option.opts)
    if isinstance(option, click.Option) and option.is_flag:
        return f"{name} takes no value"
    values = "a value" if option.nargs == 1 else f"{option.nargs} values"
    return f"{name} needs {values}: {option.make_metavar(context)}"


def _unknown_option(name: str, context: click.Context) -> str:
    """Returns `no such option '--dpeth'; did you mean --depth?`, or another hint."""
    parameters = context.command.get_params(context)
    known = [name for option in parameters if isinstance(option, click.Option) for name in option.opts]
    takes_position = any(
        _name(parameter, context).startswith("POSITION")
        for parameter in parameters
        if isinstance(parameter, click.Argument)
    )
    hint = "type the position without it" if name == "--fen" and takes_position else ""
    return _unknown("option", name, known, context, hint)


def _unknown(noun: str, name: str, known: Iterable[str], context: click.Context, hint: str = "") -> str:
    """Returns `no such command 'repaly'; did you mean replay?`, or another hint."""
    from difflib import get_close_matches  # 5 ms, which only a mistyped word needs

    nearest = get_close_matches(name.lower(), known, n=1)
    suggestion = f"did you mean {nearest[0]}?" if nearest else f"`{context.command_path} --help` lists them"
    return f"no such {noun} {in_quotes(name)}; {hint or suggestion}"
