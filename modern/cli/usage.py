"""Answers to mistyped command lines, one line each: the nearest command or option, or a FEN that needs quotes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import takewhile
from typing import Any

import click

#: The first field of a FEN, alone or as an option's value: `--fen=8/8/8/8/8/8/8/8`. Four ranks are enough, to recognise
#: a FEN that has a mistake in it too.
PLACEMENT = re.compile(r"(?:--[a-z]+=)?([0-9pnbrqkPNBRQK]+(?:/[0-9pnbrqkPNBRQK]+){3,})")
#: The other fields: side to move, castling rights, en passant square, halfmove clock, fullmove number.
OTHER_FIELDS = [re.compile(field) for field in (r"[wb]", r"-|[A-Ha-hKQkq]+", r"-|[a-h][1-8]", r"\d+", r"\d+")]


class SuggestingGroup(click.Group):
    """A group of commands that suggests the nearest command or option when one is mistyped."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Parses the group's own options. Raises UsageError if `args` contain a FEN without quotes."""
        if not extra.get("resilient_parsing") and (fen := unquoted_fen(args)):
            raise click.UsageError(f"the FEN is not quoted; write '{fen}'")
        with _suggested_options():
            return super().make_context(info_name, args, parent, **extra)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Returns the command that the first argument names. Raises UsageError if there is no such command."""
        name = args[0]
        if not ctx.resilient_parsing and not name.startswith("-") and self.get_command(ctx, name) is None:
            raise click.UsageError(_unknown("command", name, self.list_commands(ctx), ctx), ctx)
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Parses the command's options and runs it."""
        with _suggested_options():
            return super().invoke(ctx)


def unquoted_fen(arguments: Sequence[str]) -> str:
    """Returns a FEN that the shell split into several arguments, joined again, or "" if there is none.

    A FEN that was quoted is one argument, and is not reported.
    """
    for index, argument in enumerate(arguments):
        placement = PLACEMENT.fullmatch(argument)
        if placement:
            pairs = zip(OTHER_FIELDS, arguments[index + 1 :], strict=False)
            fields = [text for _, text in takewhile(lambda pair: pair[0].fullmatch(pair[1]), pairs)]
            if fields:
                return " ".join([placement[1], *fields])
    return ""


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
        raise click.UsageError(_unknown("option", error.option_name, options, context), context) from None


def _unknown(noun: str, name: str, known: Iterable[str], context: click.Context) -> str:
    """Returns `no such command 'repaly'; did you mean replay?`."""
    from difflib import get_close_matches

    nearest = get_close_matches(name.lower(), known, n=1)
    hint = f"did you mean {nearest[0]}?" if nearest else f"`{context.command_path} --help` lists them"
    return f"no such {noun} {name!r}; {hint}"
