"""The result of a match or tournament: as JSON, and in sentences."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, Final

from modern.facts import counted
from modern.match.crosstable import DRAWN, Crosstable
from modern.match.options import LETTERS
from modern.match.ratings import Ratings
from modern.match.statistics import Sprt, Strength, strength
from modern.match.tournament import Tournament
from modern.rules.errors import printable

#: The hypothesis that an SPRT has accepted, by its verdict.
ACCEPTED: Final = {None: None, True: "elo1", False: "elo0"}
#: How many failures of players are named.
MOST_FAULTS: Final = 5


def result_json(tournament: Tournament) -> dict[str, Any]:
    """Returns the result as JSON, with the settings that identify the match or tournament."""
    return match_json(tournament) if tournament.options.is_match else tournament_json(tournament)


# A match.


def match_json(match: Tournament) -> dict[str, Any]:
    """Returns the result of a match as JSON, from the side of its first player."""
    table, tally = match.crosstable, match.crosstable.total(0)
    estimate = strength(table.pairs())
    return {
        **match.options.identity(),
        "names": list(table.names),
        "complete": match.complete,
        "games": table.games,
        "different_games": table.different,
        "points": tally.points,
        "won": tally.won,
        "drawn": tally.drawn,
        "lost": tally.lost,
        "pairs": table.pairs(),
        "elo": _finite(estimate.elo) if estimate else None,
        "elo_low": _finite(estimate.low) if estimate else None,
        "elo_high": _finite(estimate.high) if estimate else None,
        "superiority": estimate.superiority if estimate else None,
        "sprt": _sprt_json(match.options.sprt, match) if match.options.sprt else None,
        "endings": _by_reason(
            (reason, DRAWN if winner is None else LETTERS[winner], count)
            for (reason, winner), count in table.endings_by_player.items()
        ),
        "seconds_a_move": [table.seconds_per_move(player) for player in table.players],
    }


def _sprt_json(sprt: Sprt, match: Tournament) -> dict[str, Any]:
    low, high = sprt.bounds
    return {
        "elo0": sprt.elo0,
        "elo1": sprt.elo1,
        "llr": sprt.llr(match.crosstable.pairs()),
        "low": low,
        "high": high,
        "accepted": ACCEPTED[match.sprt_verdict],
        "exhausted": bool(match.exhausted),
    }


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


def match_lines(match: Tournament) -> list[str]:
    """Returns lines with Elo, the likelihood of superiority, the pairs, and the SPRT if there is one."""
    pairs = match.crosstable.pairs()
    estimate = strength(pairs)
    if estimate is None:
        lines = ["Elo: unknown without a pair of games"]
    else:
        spread = " ".join(map(str, pairs))
        lines = [
            f"Elo of A: {elo_text(estimate)} with 95 % confidence",
            f"likelihood that A is stronger: {100 * estimate.superiority:.1f} %",
            f"pentanomial: {spread} ({counted(sum(pairs), 'pair')} of games, with 0, 1/2, 1, 1 1/2 and 2 points)",
        ]
    if match.options.sprt:
        lines.append(_sprt_line(match.options.sprt, match))
    return [*_repeated(match.crosstable), *lines, *_faults(match.crosstable, "AB")]


def _faults(table: Crosstable, names: Sequence[str]) -> list[str]:
    """Returns a line for each way in which a player failed, the most frequent first, up to MOST_FAULTS of them."""
    lines = []
    for (player, reason, details), count in table.faults.most_common(MOST_FAULTS):
        games = counted(count, "game")
        lines.append(printable(f"{names[player]} lost {games} by {reason}{details and f': {details}'}"))
    more = len(table.faults) - MOST_FAULTS
    return [*lines, f"and in {more} other ways, which the games' PGN has"] if more > 0 else lines


def _repeated(table: Crosstable) -> list[str]:
    """Returns a line that says how many games are different, if some are equal move for move."""
    if table.different == table.games:
        return []
    return [f"{table.different} of the {table.games} games are different; the estimates count equal ones once"]


def elo_text(estimate: Strength) -> str:
    """Returns the estimate with its error, or with the end of the interval that is finite."""
    low, high = math.isfinite(estimate.low), math.isfinite(estimate.high)
    if low and high:
        return f"{estimate.elo:+.1f} +- {estimate.error:.1f}"
    bound = f"more than {estimate.low:+.1f}" if low else f"less than {estimate.high:+.1f}" if high else "unbounded"
    return f"{estimate.elo:+.1f} ({bound})" if math.isfinite(estimate.elo) else bound


def _sprt_line(sprt: Sprt, match: Tournament) -> str:
    low, high = sprt.bounds
    verdict = {
        None: f"undecided, because {match.exhausted}" if match.exhausted else "undecided",
        True: f"{sprt.elo1:+g} is accepted",
        False: f"{sprt.elo0:+g} is accepted",
    }[match.sprt_verdict]
    llr = sprt.llr(match.crosstable.pairs())
    return f"SPRT of {sprt.elo0:+g} against {sprt.elo1:+g}: LLR {llr:+.2f} in {low:+.2f} to {high:+.2f}, {verdict}"


# A tournament.


def tournament_json(tournament: Tournament) -> dict[str, Any]:
    options, table = tournament.options, tournament.crosstable
    ratings = tournament.ratings()
    numbers = table.players
    anchor = options.anchor
    return {
        **options.identity(),
        "games_per_pairing": options.games_per_pairing,
        "anchor": {"player": options.players[anchor[0]], "elo": anchor[1]} if anchor else None,
        "complete": tournament.complete,
        "games": table.games,
        "different_games": table.different,
        "table": [{"player": options.players[player], **_row(table, ratings, player)} for player in ratings.ranking()],
        "results": [
            [list(table.against(one, other)) if one != other else None for other in numbers] for one in numbers
        ],
        "superiority": [
            [_rounded(ratings.superiority(one, other)) if one != other else None for other in numbers]
            for one in numbers
        ],
        "white_advantage": {
            "elo": _rounded(ratings.white_advantage.value),
            "error": _rounded(ratings.white_advantage.error),
        },
        "draw_rate": dict(zip(("rate", "low", "high"), map(_rounded, ratings.draw_rate), strict=True)),
        "endings": _by_reason((reason, winner, count) for (reason, winner), count in table.endings.items()),
    }


def _row(table: Crosstable, ratings: Ratings, player: int) -> dict[str, Any]:
    tally, rating = table.total(player), ratings.rating(player)
    return {
        "name": table.names[player],
        "elo": _rounded(rating.value),
        "error": _rounded(rating.error),
        "points": tally.points,
        "games": tally.games,
        "won": tally.won,
        "drawn": tally.drawn,
        "lost": tally.lost,
        "forfeits": dict(sorted(table.forfeits[player].items())),
        "interventions": table.interventions[player],
        "moves": table.moves[player],
        "seconds_a_move": table.seconds_per_move(player),
    }


def _by_reason(endings: Iterable[tuple[str, str, int]]) -> dict[str, dict[str, int]]:
    """Returns the number of games by reason, and then by winner."""
    by_reason: dict[str, dict[str, int]] = {}
    for reason, winner, count in sorted(endings):
        by_reason.setdefault(reason, {})[winner] = count
    return by_reason


def _rounded(value: float) -> float:
    """Returns a figure of the ratings with four decimals, so that every machine prints the same."""
    return round(value, 4) + 0.0


def tournament_lines(tournament: Tournament) -> list[str]:
    """Returns what the games say about colours, draws and faults, a line each."""
    table, ratings = tournament.crosstable, tournament.ratings()
    names = tournament.names
    rate, low, high = (100 * share for share in ratings.draw_rate)
    white = ratings.white_advantage
    lines = [
        f"White's advantage: {round(white.value):+d} +- {white.error:.0f} Elo; "
        f"draws between equals: {rate:.0f} % ({low:.0f} to {high:.0f} %)"
    ]
    forfeits = [
        f"{names[player]} {count} by {reason}"
        for player in table.players
        for reason, count in sorted(table.forfeits[player].items())
    ]
    interventions = [f"{names[player]} {count}" for player, count in enumerate(table.interventions) if count]
    lines.append(f"forfeits: {', '.join(forfeits) or 'none'}")
    lines.append(f"moves replaced by the arbiter: {', '.join(interventions) or 'none'}")
    return [*_repeated(table), *lines, *_faults(table, names)]
