"""The result of a match in sentences, and as JSON."""

from __future__ import annotations

import math
from typing import Any, Final

from modern.match.match import Match
from modern.match.options import MatchOptions
from modern.match.standing import DRAWN, FIRST, SECOND, Standing
from modern.match.statistics import Sprt, Strength

#: The hypothesis that an SPRT has accepted, by its verdict.
ACCEPTED: Final = {None: None, True: "elo1", False: "elo0"}


def summary_lines(match: Match) -> list[str]:
    """Returns lines with Elo, the likelihood of superiority, the pairs, and the SPRT if there is one."""
    standing = match.standing
    strength = standing.strength
    if strength is None:
        lines = ["Elo: unknown without a pair of games"]
    else:
        pairs = "1 pair" if sum(standing.pairs) == 1 else f"{sum(standing.pairs)} pairs"
        spread = " ".join(map(str, standing.pairs))
        lines = [
            f"Elo of A: {_elo(strength)} with 95 % confidence",
            f"likelihood that A is stronger: {100 * strength.superiority:.1f} %",
            f"pentanomial: {spread} ({pairs} of games, with 0, 1/2, 1, 1 1/2 and 2 points)",
        ]
    if match.sprt:
        lines.append(_sprt_line(match.sprt, match))
    return lines


def _elo(strength: Strength) -> str:
    if math.isfinite(strength.low) and math.isfinite(strength.high):
        return f"{strength.elo:+.1f} +- {strength.error:.1f}"
    if math.isfinite(strength.low):
        return f"more than {strength.low:+.1f}"
    return f"less than {strength.high:+.1f}" if math.isfinite(strength.high) else "unbounded"


def _sprt_line(sprt: Sprt, match: Match) -> str:
    low, high = sprt.bounds
    verdict = {
        None: "undecided",
        True: f"{sprt.elo1:+g} is accepted",
        False: f"{sprt.elo0:+g} is accepted",
    }[match.sprt_verdict]
    llr = sprt.llr(match.standing.pairs)
    return f"SPRT of {sprt.elo0:+g} against {sprt.elo1:+g}: LLR {llr:+.2f} in {low:+.2f} to {high:+.2f}, {verdict}"


def result_json(options: MatchOptions, match: Match) -> dict[str, Any]:
    """Returns the result as JSON, with the settings that identify the match."""
    standing = match.standing
    strength = standing.strength
    return {
        **options.identity(),
        "names": list(standing.names),
        "complete": match.complete,
        "games": standing.games,
        "points": standing.points,
        "won": standing.results[FIRST],
        "drawn": standing.results[DRAWN],
        "lost": standing.results[SECOND],
        "pairs": standing.pairs,
        "elo": _finite(strength.elo) if strength else None,
        "elo_low": _finite(strength.low) if strength else None,
        "elo_high": _finite(strength.high) if strength else None,
        "superiority": strength.superiority if strength else None,
        "sprt": _sprt_json(match.sprt, match) if match.sprt else None,
        "endings": _endings_by_reason(standing),
        "seconds_a_move": [standing.seconds_per_move(player) for player in (FIRST, SECOND)],
    }


def _sprt_json(sprt: Sprt, match: Match) -> dict[str, Any]:
    low, high = sprt.bounds
    return {
        "elo0": sprt.elo0,
        "elo1": sprt.elo1,
        "llr": sprt.llr(match.standing.pairs),
        "low": low,
        "high": high,
        "accepted": ACCEPTED[match.sprt_verdict],
    }


def _endings_by_reason(standing: Standing) -> dict[str, dict[str, int]]:
    by_reason: dict[str, dict[str, int]] = {}
    for (reason, winner), count in sorted(standing.endings.items()):
        by_reason.setdefault(reason, {})[winner] = count
    return by_reason


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
