"""The options of `gosub match`, parsed and checked before the first game."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from modern.cli.files import DASH, check_distinct
from modern.output_files import check_writable

if TYPE_CHECKING:
    from modern.match.match import Entrant
    from modern.match.openings import Openings
    from modern.match.pace import Pace
    from modern.match.statistics import Sprt

DEFAULT_SEED = 1994
#: The default time per move, in seconds.
DEFAULT_SECONDS = 0.1
#: The default and the maximum number of random plies in an opening.
DEFAULT_PLIES, MAX_PLIES = 8, 60
RANDOM_PREFIX = "random:"
DEFAULT_RISK = 0.05

OptionTexts = tuple[str, ...]


@dataclass(frozen=True)
class MatchOptions:
    """The match to be played."""

    first: Entrant
    second: Entrant
    games: int
    pace: Pace
    openings: Openings
    openings_name: str
    seed: int | None
    sprt: Sprt | None
    jobs: int

    def identity(self) -> dict[str, Any]:
        """Returns the settings that a resumed match must not change; the number of games and the SPRT may change."""
        return {
            "a": self.first.player_name,
            "a_options": dict(self.first.options),
            "b": self.second.player_name,
            "b_options": dict(self.second.options),
            "pace": self.pace.as_json(),
            "openings": self.openings.as_json(),
            "seed": self.seed,
        }


def check_files(pgn: Path | None, json_file: Path | None, resume: Path | None, openings: str | None) -> None:
    """Refuses files that cannot be written, or that would overwrite each other, before the match starts."""

    for option, path in (("--pgn", pgn), ("--resume", resume)):
        if path == DASH:
            raise click.BadParameter("expected a file, not standard output", param_hint=option)
    written = [("--pgn", pgn), ("--json", None if json_file == DASH else json_file), ("--resume", resume)]
    for _, path in written:
        if path:
            check_writable(path)
    read = Path(openings) if openings and not openings.startswith(RANDOM_PREFIX) else None
    check_distinct([("--openings", read), *written])


def options_of(texts: OptionTexts, flag: str) -> tuple[tuple[str, str], ...]:
    """Returns the names and values given to `flag`. Raises BadParameter."""
    pairs = []
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign or not name.strip():
            raise click.BadParameter(f"expected NAME=VALUE, not {text[:40]!a}", param_hint=flag)
        pairs.append((name.strip(), value))
    return tuple(pairs)


def pace_of(tc: str | None, seconds: float | None, depth: int | None, nodes: int | None) -> Pace:
    """Returns the pace that was given, or DEFAULT_SECONDS per move. Raises UsageError if several were given."""
    from modern.match.pace import Pace, parse_time_control

    given = {"--tc": tc, "--time": seconds, "--depth": depth, "--nodes": nodes}
    flags = [flag for flag, value in given.items() if value is not None]
    if len(flags) > 1:
        raise click.UsageError(f"{flags[1]} cannot be combined with {flags[0]}")
    if tc is not None:
        try:
            return Pace(parse_time_control(tc))
        except ValueError as error:
            raise click.BadParameter(str(error), param_hint="--tc") from None
    return Pace(None, seconds if flags else DEFAULT_SECONDS, depth, nodes)


def openings_of(text: str | None, seed: int | None, pairs: int) -> tuple[Openings, str, int | None]:
    """Returns the openings, their name, and the seed if they are random."""
    from modern.match.openings import FileOpenings, OpeningError, RandomOpenings

    text = text or f"{RANDOM_PREFIX}{DEFAULT_PLIES}"
    if text.startswith(RANDOM_PREFIX):
        plies = text.removeprefix(RANDOM_PREFIX)
        if not (plies.isascii() and plies.isdigit() and len(plies) < 4 and int(plies) <= MAX_PLIES):
            raise click.BadParameter(
                f"{text[:40]!a} is not an opening; expected random:PLIES with 0 to {MAX_PLIES} plies",
                param_hint="--openings",
            )
        seed = DEFAULT_SEED if seed is None else seed
        return RandomOpenings(int(plies), seed), f"{text}, seed {seed}", seed
    if seed is not None:
        raise click.UsageError("--seed can only be used with random openings")
    try:
        return FileOpenings(Path(text), pairs), Path(text).name, None
    except OpeningError as error:
        raise click.ClickException(str(error)) from None


def sprt_of(elos: tuple[float, float] | None, alpha: float | None, beta: float | None) -> Sprt | None:
    """Returns the SPRT, or None if there is none."""
    from modern.match.statistics import Sprt

    if elos is None:
        if alpha is not None or beta is not None:
            raise click.UsageError("--alpha and --beta can only be used with --sprt")
        return None
    low, high = elos
    if low >= high:
        raise click.BadParameter(f"ELO0 must be less than ELO1, but they are {low:g} and {high:g}", param_hint="--sprt")
    return Sprt(low, high, DEFAULT_RISK if alpha is None else alpha, DEFAULT_RISK if beta is None else beta)
