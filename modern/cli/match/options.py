"""The options of `gosub match` and `gosub tournament`, parsed and checked before the first game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

from modern.cli.options import check_distinct, check_files, check_input_file
from modern.cli.problems import ReadingReport
from modern.cli.shell import reported
from modern.cli.typed_game import usage_errors
from modern.facts import in_quotes
from modern.game.adjudication import Adjudication, DrawRule, ResignRule
from modern.game.clock import TimeSetting, parse_time_control
from modern.match.defaults import BALANCED, DEFAULT_RISK, DEFAULT_SECONDS
from modern.match.openings import BALANCED_FILE, FileOpenings, OpeningError, Openings, is_random, random_openings
from modern.match.options import MATCH, TournamentOptions, check_players, number_of_games, parse_anchor, player_number
from modern.match.statistics import Sprt
from modern.pages.tournament_pages import check_folder
from modern.players import PlayerError
from modern.players.engine_log import begin_log
from modern.players.spec import parse_spec

#: The options that set an option of A and of B.
OPTION_FLAGS: Final = ("--a-option", "--b-option")


@dataclass(frozen=True, kw_only=True)
class Typed:
    """The parameters typed for `gosub match` or `gosub tournament`, by their names.

    A parameter that was not typed is None or an empty tuple; one that only one of the commands takes has that default.
    """

    player: str | None
    games: int | None
    tc: str | None
    seconds: float | None
    depth: int | None
    nodes: int | None
    openings: str | None
    seed: int | None
    draw: tuple[int, int, int] | None
    resign: tuple[int, int] | None
    jobs: int
    pgn: Path | None
    json_file: Path | None
    resume: Path | None
    log: Path | None

    a: str = ""
    b: str | None = None
    a_options: tuple[str, ...] = ()
    b_options: tuple[str, ...] = ()
    sprt: tuple[float, float] | None = None
    alpha: float | None = None
    beta: float | None = None

    players: tuple[str, ...] = ()
    gauntlet: str | None = None
    anchor: str | None = None
    cluster: str | None = None
    html: Path | None = None


def match_of(typed: Typed) -> TournamentOptions:
    """Returns the match that was asked for. Raises click's errors, and OSError if a file cannot be written."""
    opponent = typed.b or typed.player
    if opponent is None:
        raise click.UsageError("B is missing; expected gosub match [OPTIONS] A B, or --player or --level in place of B")
    _check_files(typed)
    try:
        games = number_of_games(typed.games, typed.sprt is not None)
    except ValueError as error:
        raise click.UsageError(f"--games {error}") from None
    settings = tuple(map(_settings, (typed.a_options, typed.b_options), OPTION_FLAGS))
    return TournamentOptions(
        (typed.a, opponent),
        games,
        _time_setting(typed, (typed.a, opponent)),
        _openings(typed, games),
        sprt=_sprt(typed),
        adjudication=_adjudication(typed),
        jobs=typed.jobs,
        player_options=settings,
        task=MATCH,
        log=_log(typed, (typed.a, opponent)),
    )


def tournament_of(typed: Typed) -> TournamentOptions:
    """Returns the tournament that was asked for. Raises click's errors, and OSError if a file cannot be written."""
    players = (*typed.players, typed.player) if typed.player else typed.players
    try:
        check_players(players)
    except (PlayerError, ValueError) as error:
        raise click.UsageError(str(error)) from None
    _check_files(typed)
    assert typed.games is not None
    with reported(ValueError, option="--gauntlet"):
        gauntlet = None if typed.gauntlet is None else player_number(players, typed.gauntlet)
    with reported(ValueError, option="--anchor"):
        anchor = None if typed.anchor is None else parse_anchor(players, typed.anchor)
    return TournamentOptions(
        players,
        typed.games,
        _time_setting(typed, players),
        _openings(typed, typed.games),
        gauntlet,
        _adjudication(typed),
        anchor,
        typed.jobs,
        typed.cluster,
        log=_log(typed, players),
    )


def _log(typed: Typed, players: Sequence[str]) -> Path | None:
    """Begins the requested log; with --resume, its contents stay. Raises BadParameter and OSError."""
    with reported(ValueError, option="--log"):
        begin_log(typed.log, players, append=typed.resume is not None)
    return typed.log


def _check_files(typed: Typed) -> None:
    """Refuses files that cannot be written, or that would overwrite each other, before the first game."""
    check_files()
    read = None if is_random(typed.openings) else _file_of(typed.openings or "")
    check_distinct(
        [("--pgn", typed.pgn), ("--json", typed.json_file), ("--resume", typed.resume), ("--log", typed.log)],
        [("--openings", read)],
    )
    if typed.html:
        check_folder(typed.html)


def _time_setting(typed: Typed, players: Sequence[str]) -> TimeSetting:
    """Returns the time setting that was given, or DEFAULT_SECONDS per move. Raises BadParameter.

    If the names of all players have limits, and none was typed, there are no others.
    """
    if typed.tc is not None:
        with reported(ValueError, option="--tc"):
            return TimeSetting(parse_time_control(typed.tc))
    is_given = (typed.seconds, typed.depth, typed.nodes) != (None, None, None)
    if not is_given and all(parse_spec(player).has_limits for player in players):
        return TimeSetting()
    return TimeSetting(None, typed.seconds if is_given else DEFAULT_SECONDS, typed.depth, typed.nodes)


def _adjudication(typed: Typed) -> Adjudication:
    """Returns the rules of adjudication. Raises BadParameter."""
    draw, resign = typed.draw, typed.resign
    if draw is not None and draw[1] < 1:
        raise click.BadParameter("MOVES is 0; expected at least 1", param_hint="--draw")
    return Adjudication(DrawRule(*draw) if draw else None, ResignRule(*resign) if resign else None)


def _file_of(openings: str) -> Path:
    """Returns the file of openings that are not random."""
    return BALANCED_FILE if openings == BALANCED else Path(openings)


def _openings(typed: Typed, games: int) -> Openings:
    """Returns the openings for a number of games. Raises BadParameter, UsageError and ClickException."""
    text = typed.openings
    if text is None or is_random(text):
        with reported(ValueError, option="--openings"):
            return random_openings(text, typed.seed)
    if typed.seed is not None:
        raise click.UsageError("--seed can only be used with random openings")
    path = _file_of(text)
    with usage_errors("--openings"):
        check_input_file(path)
    with reported(OpeningError):
        openings = FileOpenings(path, games)
    report = ReadingReport(text, "opening")
    report.read, report.skipped = openings.read, openings.skipped
    for place, problem in openings.problems:
        report.print([problem], place, is_skipped=True)
    report.print_count()
    return openings


def _settings(texts: Sequence[str], flag: str) -> tuple[tuple[str, str], ...]:
    """Returns the names and values given to `flag`. Raises BadParameter."""
    pairs = []
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign or not name.strip():
            raise click.BadParameter(f"expected NAME=VALUE, not {in_quotes(text[:40])}", param_hint=flag)
        pairs.append((name.strip(), value))
    return tuple(pairs)


def _sprt(typed: Typed) -> Sprt | None:
    """Returns the SPRT, or None if there is none. Raises BadParameter."""
    if typed.sprt is None:
        return None
    risks = (DEFAULT_RISK if risk is None else risk for risk in (typed.alpha, typed.beta))
    with reported(ValueError, option="--sprt"):
        return Sprt(*typed.sprt, *risks)
