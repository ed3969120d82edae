"""The result of a tournament as JSON, and in sentences."""

from __future__ import annotations

from typing import Any

from modern.match.crosstable import Crosstable
from modern.match.ratings import Ratings
from modern.match.tournament import Tournament


def tournament_json(tournament: Tournament) -> dict[str, Any]:
    """Returns the result, with the settings that identify the tournament."""
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
        "endings": _endings_by_reason(table),
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


def _endings_by_reason(table: Crosstable) -> dict[str, dict[str, int]]:
    by_reason: dict[str, dict[str, int]] = {}
    for (reason, winner), count in sorted(table.endings.items()):
        by_reason.setdefault(reason, {})[winner] = count
    return by_reason


def _rounded(value: float) -> float:
    """Returns a figure of the ratings with four decimals, so that every machine prints the same."""
    return round(value, 4) + 0.0


def tournament_lines(tournament: Tournament) -> list[str]:
    """Returns what the games say about colours, draws and faults, a line each."""
    table, ratings = tournament.crosstable, tournament.ratings()
    names = tournament.options.players
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
    return lines
