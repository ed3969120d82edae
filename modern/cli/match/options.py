"""The options of `gosub match` and `gosub tournament`, parsed and checked before the first game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from modern.cli.options import DASH, check_distinct, check_input_file
from modern.cli.typed_game import usage_errors
from modern.game.adjudication import Adjudication, DrawRule, ResignRule
from modern.game.clock import TimeSetting, parse_time_control
from modern.match.defaults import DEFAULT_RISK, DEFAULT_SECONDS, RANDOM_PREFIX
from modern.match.openings import NamedOpenings, OpeningError, file_openings, is_random, random_openings
from modern.match.options import check_players, number_of_games, parse_anchor, player_number
from modern.match.pages import check_folder
from modern.match.statistics import Sprt
from modern.output_files import check_writable
from modern.players import PlayerError


def check_files(
    pgn: Path | None, json_file: Path | None, resume: Path | None, openings: str | None, html: Path | None = None
) -> None:
    """Refuses files that cannot be written, or that would overwrite each other, before the match starts.

    `html` is a folder.
    """
    for option, path in (("--pgn", pgn), ("--resume", resume)):
        if path == DASH:
            raise click.BadParameter("expected a file, not standard output", param_hint=option)
    written = [("--pgn", pgn), ("--json", None if json_file == DASH else json_file), ("--resume", resume)]
    for _, path in written:
        if path:
            check_writable(path)
    read = Path(openings) if openings and not openings.startswith(RANDOM_PREFIX) else None
    check_distinct([("--openings", read), *written])
    if html:
        check_folder(html)


def time_setting_of(tc: str | None, seconds: float | None, depth: int | None, nodes: int | None) -> TimeSetting:
    """Returns the time setting that was given, or DEFAULT_SECONDS per move. Raises UsageError if several were given."""
    given = {"--tc": tc, "--time": seconds, "--depth": depth, "--nodes": nodes}
    flags = [flag for flag, value in given.items() if value is not None]
    if len(flags) > 1:
        raise click.UsageError(f"{flags[1]} cannot be combined with {flags[0]}")
    if tc is not None:
        try:
            return TimeSetting(parse_time_control(tc))
        except ValueError as error:
            raise click.BadParameter(str(error), param_hint="--tc") from None
    return TimeSetting(None, seconds if flags else DEFAULT_SECONDS, depth, nodes)


def adjudication_of(draw: tuple[int, int, int] | None, resign: tuple[int, int] | None) -> Adjudication:
    """Returns the rules of adjudication. Raises BadParameter."""
    if draw is not None and draw[1] < 1:
        raise click.BadParameter("MOVES is 0; expected at least 1", param_hint="--draw")
    return Adjudication(DrawRule(*draw) if draw else None, ResignRule(*resign) if resign else None)


def openings_of(text: str | None, seed: int | None, games: int) -> NamedOpenings:
    """Returns the openings for so many games. Raises BadParameter, UsageError and ClickException."""
    if text is None or is_random(text):
        try:
            return random_openings(text, seed)
        except ValueError as error:
            raise click.BadParameter(str(error), param_hint="--openings") from None
    if seed is not None:
        raise click.UsageError("--seed can only be used with random openings")
    with usage_errors("--openings"):
        check_input_file(Path(text))
    try:
        return file_openings(Path(text), games)
    except OpeningError as error:
        raise click.ClickException(str(error)) from None


# The options of a match.


def games_of(games: int | None, with_sprt: bool) -> int:
    """Returns the number of games. Raises UsageError."""
    try:
        return number_of_games(games, with_sprt)
    except ValueError as error:
        raise click.UsageError(f"--games {error}") from None


def options_of(texts: Sequence[str], flag: str) -> tuple[tuple[str, str], ...]:
    """Returns the names and values given to `flag`. Raises BadParameter."""
    pairs = []
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign or not name.strip():
            raise click.BadParameter(f"expected NAME=VALUE, not {text[:40]!a}", param_hint=flag)
        pairs.append((name.strip(), value))
    return tuple(pairs)


def sprt_of(elos: tuple[float, float] | None, alpha: float | None, beta: float | None) -> Sprt | None:
    """Returns the SPRT, or None if there is none. Raises UsageError and BadParameter."""
    if elos is None:
        if alpha is not None or beta is not None:
            raise click.UsageError("--alpha and --beta can only be used with --sprt")
        return None
    try:
        return Sprt(*elos, DEFAULT_RISK if alpha is None else alpha, DEFAULT_RISK if beta is None else beta)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--sprt") from None


# The options of a tournament.


def players_of(names: Sequence[str]) -> Sequence[str]:
    """Returns the players. Raises UsageError if one is named twice, or if there is only one."""
    try:
        check_players(names)
    except (PlayerError, ValueError) as error:
        raise click.UsageError(str(error)) from None
    return names


def gauntlet_of(players: Sequence[str], name: str | None) -> int | None:
    """Returns the number of the player who meets all others, None for a round robin. Raises BadParameter."""
    if name is None:
        return None
    try:
        return player_number(players, name)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--gauntlet") from None


def anchor_of(players: Sequence[str], text: str | None) -> tuple[int, float] | None:
    """Returns the number of a player and its Elo, or None. Raises BadParameter."""
    if text is None:
        return None
    try:
        return parse_anchor(players, text)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--anchor") from None
