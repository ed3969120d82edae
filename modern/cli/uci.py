"""`gosub uci`: a player as a UCI engine."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import click

from modern.bench.rates import BenchError
from modern.cli.lazy import lazily
from modern.cli.options import player_option
from modern.cli.shell import Command, reported
from modern.players import PlayerError, player_named
from modern.players.levels import LEVELLED_PLAYER
from modern.players.spec import parse_spec
from modern.uci import UciSession

with lazily():
    from modern.bench import engine as engine_bench
    from modern.uci import lines


@click.command(cls=Command)
@player_option("The player.  [default: modern]")
def uci(player: str | None) -> None:
    """Speak UCI on standard input and output, so that a chess GUI can run one of the players as an engine."""
    name = player or LEVELLED_PLAYER
    with reported(PlayerError, option="--player"):
        engine = player_named(name)
    with engine:
        bench = _bench if parse_spec(name).name == LEVELLED_PLAYER else None
        UciSession(engine, sys.stdin.buffer, sys.stdout.buffer, bench).run()


def _bench() -> Iterator[str]:
    """Yields the lines of today's engine's benchmark, or why it cannot run."""
    try:
        yield from engine_bench.bench_lines()
    except BenchError as error:
        yield lines.info_line(str(error))
