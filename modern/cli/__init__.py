"""`gosub`: one command a file, nothing but options and printing."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

import click

from historic.shell import run_and_exit

#: Each command's name and the module that has it, under the same name. A module is read when its command is asked for.
COMMANDS = {
    "agree": "modern.cli.agree",
    "analyse": "modern.cli.analyse",
    "bench": "modern.cli.bench",
    "match": "modern.cli.match",
    "page": "modern.cli.page",
    "perft": "modern.cli.perft",
    "picture": "modern.cli.picture",
    "play": "modern.cli.play",
    "players": "modern.cli.players",
    "replay": "modern.cli.replay",
    "run": "historic.__main__",
    "think": "modern.cli.think",
    "uci": "modern.cli.uci",
}


class CommandGroup(click.Group):
    """The commands of COMMANDS."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Their names."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command itself, or None where there is none of the name."""
        if cmd_name not in COMMANDS:
            return None
        command = getattr(import_module(COMMANDS[cmd_name]), cmd_name)
        assert isinstance(command, click.Command)
        return command


def _print_version(ctx: click.Context, _: click.Parameter, requested: bool) -> None:
    """The version, the build, compiled or interpreted, and the Python that runs it."""
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
    "--version", is_flag=True, expose_value=False, is_eager=True, callback=_print_version, help="Say which build runs."
)
def gosub() -> None:
    """The chess program of a report of 1994, and what looks at it."""


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run `gosub` with `arguments` (those of the process, if None), and leave with its exit code."""
    run_and_exit(gosub, "gosub", arguments)
