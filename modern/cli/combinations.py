"""The table of options that cannot be combined, and of options that need others. The commands check it first."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final, NamedTuple

import click
from click.core import ParameterSource


class Conflict(NamedTuple):
    """An option, the options that cannot be given with it, separated by blanks, and why, if that is not plain."""

    option: str
    others: str
    reason: str = ""


class Need(NamedTuple):
    """An option that needs others, such as `REPORT.txt and --mutate, or --shape`, and why, if that is not plain."""

    option: str
    needed: str
    reason: str = ""


def one_of(options: str) -> list[Conflict]:
    """Returns the conflicts of options of which only one can be given."""
    return [Conflict(one, other) for one, other in combinations(options.split(), 2)]


#: The rules of each command. An argument has its name in the command's usage, such as REPORT.txt.
RULES: Final[Mapping[str, Sequence[Conflict | Need]]] = {
    "agree": [
        Conflict("--show", "--positions --seed --from --kind --json --resume --dask --jobs --fen --moves"),
        Conflict("--fen", "--positions --seed --from --json --resume --dask --jobs"),
        Conflict("--from", "--seed"),
        Conflict("--complete", "--from --show --fen --moves"),
        Conflict("--number", "--positions --seed --json --resume --dask --jobs"),
        Conflict("--dask", "--jobs"),
        Need("--number", "--complete", "the positions that have numbers"),
        Need("--moves", "--fen", "the position before the moves"),
    ],
    "match": [
        Conflict("B", "--player --level", "B is the second player already"),
        *one_of("--tc --time --depth --nodes"),
        Need("--alpha", "--sprt"),
        Need("--beta", "--sprt"),
    ],
    "picture": [
        Need("--arrows", "--svg or --png"),
        Need("--think", "--svg or --png"),
        Need("--size", "--svg or --png"),
    ],
    "play": [
        *one_of("--tc --depth --time"),
        Conflict("--tc", "--pause", "the clock of the 1994 program would run"),
        Conflict("--resume", "--tc", "the saved game has its own clocks"),
        Conflict("--diagram", "--large", "the diagram has the size of 1994"),
        Conflict("--resume", "--fen --from", "the saved game has its own position"),
        Conflict("--from", "--fen", "the game has its own positions"),
        Conflict("--level", "--elo", "each level has its Elo"),
        Need("--ply", "--from", "the file of a game"),
        Need("--game", "--from", "the file of the games"),
    ],
    "prove": [
        Need("--resume", "--plant"),
        Conflict("--plant", "--html", "the page is about a proof"),
        Conflict("--plant", "--c"),
        Conflict("--html", "--c"),
    ],
    "readings": [
        Conflict(
            "--shape",
            "REPORT.txt --mutate --reading --only --plies --json --sample --seed --resume --in-listing --with-text",
        ),
        Need("--shape", "--picture"),
        Need("--sample", "--mutate"),
        Need("--seed", "--mutate"),
        Need("--resume", "--mutate"),
        Need("--in-listing", "--mutate"),
        Conflict("--mutate", "--only --reading", "the changes are made in the reading `printed`"),
        Need("--in-listing", "REPORT.txt", "the listing is in it"),
        Need("--plies", "REPORT.txt", "only the listing plays this many; the port plays until it leaves the record"),
        Need("--with-text", "REPORT.txt"),
        Need("--picture", "REPORT.txt and --mutate, or --shape"),
        Need("--with-text", "--picture"),
    ],
    "replay": [
        Need("--plies", "--self", "the record always has 23 plies"),
        Need("--analyse", "--html", "only the page shows the analysis of today's engine"),
    ],
    "run": [Conflict("--step", "--ask --pause --svg", "stepping does not show the 1994 screen")],
    "tactics": one_of("--time --depth --nodes"),
    "think": [
        Conflict("--states", "--trace", "a trace is of one position"),
        Conflict("--states", "--fen", "each line has its own position"),
        Conflict("--states", "--side", "each line has its own side"),
    ],
    "tournament": [*one_of("--tc --time --depth --nodes"), Conflict("--dask", "--jobs --log")],
}


def check_combination(ctx: click.Context) -> None:
    """Raises UsageError if the options that were typed break a rule of their command: the first one that they break."""
    given = {name for name, param in _named(ctx.command).items() if _is_typed(ctx, param)}
    for rule in RULES[ctx.command.name or ""]:
        if rule.option not in given:
            continue
        message = ""
        if isinstance(rule, Conflict):
            wrong = [other for other in rule.others.split() if other in given]
            message = f"{wrong[0]} cannot be combined with {rule.option}" if wrong else ""
        elif not any(given.issuperset(all_of.split(" and ")) for all_of in re.split(",? or ", rule.needed)):
            message = f"{rule.option} needs {rule.needed}"
        if message:
            raise click.UsageError(f"{message}: {rule.reason}" if rule.reason else message)


def _named(command: click.Command) -> dict[str, click.Parameter]:
    """Returns the parameters of a command, each option by all its names."""
    named: dict[str, click.Parameter] = {}
    for param in command.params:
        names = param.opts if isinstance(param, click.Option) else [param.human_readable_name]
        named |= dict.fromkeys(names, param)
    return named


def _is_typed(ctx: click.Context, param: click.Parameter) -> bool:
    return param.name is not None and ctx.get_parameter_source(param.name) == ParameterSource.COMMANDLINE
