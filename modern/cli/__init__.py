"""The command `gosub`. Each of its commands is a module with its options and its printing.

`options.py` has the commands' parameters, `names.py` the names of players, `combinations.py` the options that exclude
one another, `output.py` the printing, and `shell.py` the end of a command; `typed_game.py` reads a position.
`book_editor.py` belongs to `book`, `problems.py` and `stepping.py` to `basic`. Imports stand at the top. Modules that
would make `--help` notably slower are loaded by `lazy.py`, when the command runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from keyword import iskeyword
from typing import Final, NamedTuple, NoReturn

import click
from click.shell_completion import CompletionItem

from modern.build import build_mode, how_to_compile
from modern.cli.lazy import lazily
from modern.cli.shell import SuggestingGroup, echo, run_and_exit
from modern.system import is_zip_for_windows

with lazily():
    from modern.cli.play import prompt


class Entry(NamedTuple):
    """The module in `modern.cli` that defines a command under its name, and the line about it in `gosub --help`."""

    module: str
    summary: str


#: The commands. The list of them needs no module, and each module is imported when its command is used.
COMMANDS: Final = {
    "agree": Entry("agree", "Compare the 1994 program with the rules of chess."),
    "analyse": Entry("analyse.command", "Analyse a position or a game with a player."),
    "basic": Entry("basic", "Run a QBasic listing."),
    "bench": Entry("bench", "Measure speed, and run test suites."),
    "book": Entry("book", "Make, show and convert opening books."),
    "class": Entry("lessons", "Write the files of the lessons for a class."),
    "match": Entry("match.command", "Play a match between two players."),
    "page": Entry("page", "Make an HTML page for stepping through a game."),
    "perft": Entry("perft", "Count the legal lines of play from a position."),
    "picture": Entry("picture", "Draw a position or a diagram of the report."),
    "play": Entry("play.command", "Play a game in the terminal."),
    "players": Entry("players", "List the players, or describe one."),
    "prove": Entry("prove", "Prove that the port is the listing, variable by variable."),
    "readings": Entry("readings", "Test each repair of the listing against the recorded game."),
    "replay": Entry("replay", "Replay the game that the report recorded."),
    "restore": Entry("restore", "Restore the listing from the report's text."),
    "run": Entry("run", "Run the 1994 program on its own screen."),
    "serve": Entry("serve", "Play in a browser."),
    "think": Entry("think", "Show the 1994 program's thoughts about a position."),
    "tournament": Entry("match.command", "Play a tournament and rate its players."),
    "uci": Entry("uci", "Run a player as a UCI engine."),
}


class CommandGroup(SuggestingGroup):
    """The commands in COMMANDS, each imported on first use."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parses the words; `help play` means `play --help`."""
        return super().parse_args(ctx, [*args[1:], "--help"] if args[:1] == ["help"] else args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Returns the names of the commands, in alphabetical order."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        entry = COMMANDS[cmd_name]
        function = f"{cmd_name}_" if iskeyword(cmd_name) else cmd_name
        command = getattr(import_module(f"modern.cli.{entry.module}"), function)
        assert isinstance(command, click.Command)
        command.short_help = entry.summary
        return command

    def hint(self, ctx: click.Context, name: str) -> str:
        """Returns where to type a command of the prompt in a game, such as `why`."""
        if name.lower() in prompt.COMMANDS.keys() - {"help"}:
            return f"type {name.lower()} during a game, which `{ctx.command_path} play` starts"
        return ""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the list of the commands, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name].summary) for name in self.list_commands(ctx)])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Returns the commands that begin with `incomplete`, without importing them, and the options of `gosub`."""
        names = [name for name in self.list_commands(ctx) if name.startswith(incomplete)]
        options = super(click.Group, self).shell_complete(ctx, incomplete)
        return [*(CompletionItem(name, help=COMMANDS[name].summary) for name in names), *options]


def _print_version(ctx: click.Context, _: click.Parameter, requested: bool) -> None:
    """Prints the version, the build (compiled or interpreted) and the Python version, and exits.

    If the build is interpreted, a second line says how to get the compiled one.
    """
    if not requested or ctx.resilient_parsing:
        return
    import platform  # with the line below 40 ms, which nothing else needs
    from importlib.metadata import version

    python = f"{platform.python_implementation()} {platform.python_version()}"
    click.echo(f"gosub-chess {version('gosub-chess')}, {build_mode()}, {python}")
    if (how := how_to_compile()) and not is_zip_for_windows():
        echo(how)
    ctx.exit()


@click.group(
    cls=CommandGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="To begin, type `gosub play` for a game here, or `gosub serve` for one in a browser. `gosub help COMMAND` "
    "explains a command.",
)
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_print_version,
    help="Show the version and whether the build is compiled.",
)
def gosub() -> None:
    """Run the 1994 chess program, play against it, and compare it with today's engine."""


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Runs `gosub` with `arguments`, or the process's own if None, and exits with its exit code."""
    run_and_exit(gosub, "gosub", arguments)
