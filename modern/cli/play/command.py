"""`gosub play`: a game in the terminal, between a human, any player of `gosub players`, or two of them."""

from __future__ import annotations

import io
import sys
from contextlib import ExitStack
from typing import Any

import click

from modern.cli.combinations import check_combination
from modern.cli.lazy import lazily
from modern.cli.options import (
    AT_LEAST_0,
    AT_LEAST_1,
    FILE,
    PLAYER_OR_HUMAN,
    POSITION_FORMS,
    NumberRange,
    depth_option,
    log_option,
    player_and_level,
    position_option,
    time_option,
)
from modern.cli.shell import EXIT_FAILURE, EXIT_INTERRUPTED, Command, echo

with lazily():
    from modern.cli import output
    from modern.cli.play import afterwards, board, start
    from modern.cli.play import terminal as terminals

#: The default time that a program thinks about a move, in seconds.
DEFAULT_SECONDS = 3.0
#: The value of --resume without a file: the latest game.
LATEST_GAME = ""
#: How long a terminal shows each move that the 1994 program tries, by default, in seconds.
DEFAULT_PAUSE = 0.05
PAUSE_SECONDS = NumberRange(min=0, max=60)


@click.command(cls=Command)
@click.option("--white", type=PLAYER_OR_HUMAN, metavar="P", help="White's player: a name from `gosub players`.")
@click.option("--black", type=PLAYER_OR_HUMAN, metavar="P", help="Black's player.")
@player_and_level("Your opponent: it plays the side that you do not name, by default Black.", PLAYER_OR_HUMAN)
@click.option(
    "--elo",
    type=AT_LEAST_0,
    metavar="ELO",
    help="Its strength as an Elo, also for an outside program with the option UCI_Elo.",
)
@click.option("--tc", metavar="SECONDS+INCREMENT", help="Play with clocks; 40/60+1 is 40 moves in 60 seconds.")
@depth_option("The depth to which programs search.")
@time_option(f"The time that programs think about each move.  [default: {DEFAULT_SECONDS:g}]")
@position_option(f"The starting position: {POSITION_FORMS}.")
@click.option("--from", "source_pgn", metavar="GAME.pgn", type=click.Path(), help="Continue a game from any PGN file.")
@click.option("--ply", metavar="N", type=AT_LEAST_0, help="With --from: after N plies.  [default: its end]")
@click.option("--game", "number", metavar="N", type=AT_LEAST_1, help="With --from: game N of the file.")
@click.option("--hint", type=PLAYER_OR_HUMAN, metavar="P", help="The player that gives hints.  [default: modern]")
@click.option(
    "--resume",
    metavar="[FILE]",
    is_flag=False,
    flag_value=LATEST_GAME,
    help="Resume the game in FILE; without FILE, the latest unfinished game.",
)
@click.option("--pgn", metavar="FILE", type=FILE, help="Save the game to this new file, as PGN, after every move.")
@log_option()
@click.option("--diagram", is_flag=True, help="Draw the board as the 1994 program prints it.")
@click.option("--ascii", "ascii_pieces", is_flag=True, help="Draw the pieces as letters.")
@click.option("--large", is_flag=True, help="Draw a larger board, 26 lines high.")
@click.option(
    "--pause",
    type=PAUSE_SECONDS,
    metavar="SECONDS",
    help=f"How long to show each move that the 1994 program tries.  [default: {DEFAULT_PAUSE} in a terminal]",
)
@click.pass_context
def play(
    ctx: click.Context,
    /,
    hint: str | None,
    diagram: bool,
    ascii_pieces: bool,
    large: bool,
    pause: float | None,
    **typed: Any,
) -> None:
    """Play chess against the 1994 program, today's engine or another person, or watch two programs play.

    Without options you are asked who your opponent is. --player names it; it plays Black unless you name a side. With
    only --white or --black, the other side is human, or historic if you named a human. With --level or --elo, your
    opponent is modern.

    Type moves as Nf3, g1f3 or g1-f3, and `help` for the commands. The game is saved after every move; --resume
    continues it. --from continues any other game, from any ply.
    """
    check_combination(ctx)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a file name may not be valid text
    request = start.GameRequest(default_seconds=DEFAULT_SECONDS, **typed)
    with ExitStack() as cleanup:
        game = request.begin(cleanup)
        out = output.console()
        style = board.board_style(out, diagram, ascii_pieces, large)
        pause = DEFAULT_PAUSE if pause is None else pause
        has_loss = game.has_loss
        while True:
            terminal = terminals.Terminal(
                game.session, game.players, game.files, out, style, pause, is_saved=game.is_resumed
            )
            cleanup.callback(terminal.close)
            if hint:
                start.choose_hint_player(terminal, hint)
            if request.depth is not None:
                start.name_players_with_own_depth(game.session, game.players)
            echo(f"The game is saved to {game.files[0].path} after every move; type help for the list of commands.")
            if terminal.play():
                ctx.exit(EXIT_INTERRUPTED)
            has_loss = has_loss or terminal.could_not_save
            if (
                game.session.game.ending is None
                or not terminal.prompt.interactive
                or not afterwards.wants_rematch(ctx, terminal)
            ):
                ctx.exit(EXIT_FAILURE if has_loss else 0)
            cleanup.close()
            game = start.rematch(cleanup, game.session)
