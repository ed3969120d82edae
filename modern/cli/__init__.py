"""The command `gosub`. Each of its commands is a module, with nothing in it but options and printing."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

import click

from modern.cli.shell import run_and_exit
from modern.cli.usage import SuggestingGroup

#: Each command and the module that defines it under the same name. The module is imported when the command is used.
COMMANDS = {
    "agree": "modern.cli.agree",
    "analyse": "modern.cli.analyse.command",
    "basic": "modern.cli.basic",
    "bench": "modern.cli.bench.command",
    "book": "modern.cli.book.command",
    "match": "modern.cli.match.command",
    "page": "modern.cli.page",
    "perft": "modern.cli.perft",
    "picture": "modern.cli.picture",
    "play": "modern.cli.play.command",
    "players": "modern.cli.players",
    "prove": "modern.cli.prove.command",
    "readings": "modern.cli.readings.command",
    "replay": "modern.cli.replay",
    "restore": "modern.cli.restore",
    "run": "modern.cli.run",
    "serve": "modern.cli.serve",
    "think": "modern.cli.think",
    "tournament": "modern.cli.match.command",
    "uci": "modern.cli.uci",
}


class CommandGroup(SuggestingGroup):
    """The commands in COMMANDS, each imported on first use."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Returns the names of the commands, in alphabetical order."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Returns the command of that name, or None if there is none."""
        if cmd_name not in COMMANDS:
            return None
        command = getattr(import_module(COMMANDS[cmd_name]), cmd_name)
        assert isinstance(command, click.Command)
        return command


def _print_version(ctx: click.Context, _: click.Parameter, requested: bool) -> None:
    """Prints the version, the build (compiled or interpreted) and the Python version, and exits."""
    if not requested or ctx.resilient_parsing:
        return
    import platform
    from importlib.metadata import version

    from modern.build import build_mode

    python = f"{platform.python_implementation()} {platform.python_version()}"
    click.echo(f"gosub-chess {version('gosub-chess')}, {build_mode()}, {python}")
    ctx.exit()


@click.group(cls=CommandGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_print_version,
    help="Show the version and whether the build is compiled.",
)
def gosub() -> None:
    """Run a chess program of 1994, play against it, and compare it with a modern engine."""


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Runs `gosub` with `arguments`, or the process's own if None, and exits with its exit code."""
    run_and_exit(gosub, "gosub", arguments)
