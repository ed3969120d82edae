"""Offers to analyse a finished game, to make a page of it, or to play it again."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from modern.cli.analyse.analysing import AnalysisRequest, analyse_file
from modern.cli.analyse.writing import Outputs
from modern.cli.options import SECONDS_IN_A_GAME
from modern.cli.play.prompt import Prompt
from modern.cli.play.terminal import Terminal
from modern.cli.shell import echo, usage_message
from modern.facts import in_quotes
from modern.limits import Limits
from modern.pages import DEFAULT_ANALYST
from modern.players import PlayerError

#: The answers, each of which may be typed as its first letter, and how the question names them.
ANALYSE: Final = "analyse"
PAGE: Final = "page"
REMATCH: Final = "rematch"
QUIT: Final = "quit"
CHOICES: Final = {
    ANALYSE: "(a)nalyse it",
    PAGE: "(p)age of it",
    REMATCH: "(r)ematch with colours changed",
    QUIT: "(q)uit",
}


def wants_rematch(ctx: click.Context, terminal: Terminal) -> bool:
    """Asks what to do with a game that has ended, and does it, until the answer is a rematch or quit.

    Only a game that is saved can be analysed or made a page. The end of the input and Ctrl-C quit.
    """
    choices = CHOICES if terminal.is_saved else {name: CHOICES[name] for name in (REMATCH, QUIT)}
    prompt = Prompt(lambda before, prefix: choices)
    question = f"Now: {', '.join(choices.values())}? [{QUIT}] "
    while True:
        try:
            answer = prompt.ask(question).lower() or QUIT
        except (EOFError, KeyboardInterrupt):
            echo()
            return False
        chosen = next((name for name in choices if name.startswith(answer)), "")
        if chosen in (REMATCH, QUIT):
            return chosen == REMATCH
        if not chosen:
            echo(f"{in_quotes(answer[:40])} is not one of them; expected {', '.join(choices)}, or a first letter")
            continue
        try:
            if chosen == ANALYSE:
                _analyse(ctx, terminal.files[0].path)
            else:
                _make_page(ctx, terminal.files[0].path, prompt)
        except click.exceptions.Exit:
            pass  # both commands end like this
        except click.ClickException as error:
            echo(usage_message(error))
        except (EOFError, OSError, PlayerError) as error:
            echo(str(error))


def _analyse(ctx: click.Context, file: Path) -> None:
    """Does what `gosub analyse FILE` does. Raises Exit, ClickException, OSError and PlayerError."""
    limits = Limits(seconds=SECONDS_IN_A_GAME)
    analyse_file(ctx, file, None, AnalysisRequest(DEFAULT_ANALYST, limits, Outputs()))


def _make_page(ctx: click.Context, file: Path, prompt: Prompt) -> None:
    """Does what `gosub page FILE` does, but asks before it overwrites a page. Raises as `_analyse` does."""
    html = file.with_suffix(".html")
    if html.exists() and not prompt.confirm(f"{html.name} already exists. Overwrite it?"):
        return
    limits = Limits(seconds=SECONDS_IN_A_GAME)
    analyse_file(ctx, file, 1, AnalysisRequest(DEFAULT_ANALYST, limits, Outputs(html=html), is_quiet=True))
