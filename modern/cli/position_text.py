"""The command line type for positions, with completion by the shell. modern.cli.typed_game reads them."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem

#: How a position may be written, for the help of an option.
POSITION_FORMS = "startpos, a FEN or an EPD, or GAME.pgn:PLY"
START_POSITION = "startpos"


class PositionText(click.types.StringParamType):
    """A position as text. It is only read when the command runs."""

    name = "position"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Returns `startpos` if it begins with `incomplete`, and leaves the names of files to the shell."""
        words = [CompletionItem(START_POSITION)] if START_POSITION.startswith(incomplete) else []
        return [*words, CompletionItem(incomplete, type="file")]


POSITION = PositionText()
