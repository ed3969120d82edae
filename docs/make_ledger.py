"""Put the counts of the campaigns into agreement.md: `python docs/make_ledger.py`.

The counts are what `gosub agree --json` has written, in the files that CAMPAIGNS names.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from modern.agreement.classes import CHOICES, CHOICES_RECORDED, CLASS_BY_NAME, classes_of
from modern.agreement.pair import pair_at

HERE = Path(__file__).parent
PAGE = HERE / "agreement.md"
#: The files of counts. Of a kind that two have, the tables of classes show the earlier one's.
CAMPAIGNS = ("ledger.json", "ledger-choices.json", "ledger-moves.json")

CampaignCounts = dict[str, dict[str, Any]]


def load_campaigns() -> list[CampaignCounts]:
    """What each campaign has found, kind by kind."""
    return [json.loads((HERE / name).read_text(encoding="utf-8"))["kinds"] for name in CAMPAIGNS]


def table_of(kind: str, counts: dict[str, Any]) -> str:
    """A row for each class: its picture, its name, why, where, and how often it was met."""
    recorded = counts[CHOICES_RECORDED] if kind == CHOICES else None
    heads = ["position", "class, and why", "label, quirk", "met", "% of positions"]
    if recorded:
        heads[-2:] = ["% printed", "% recorded"]
    lines = [f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}"]
    for name in classes_of(kind):
        one = CLASS_BY_NAME[name]
        pair = pair_at(one.fen, one.moves)
        mover = f"{pair.side.capitalize()} to move"
        picture = f'<img src="pictures/class-{name}.svg" width="150" alt="{pair.position.fen()}"><br>{mover}'
        quirk = f"{one.label}<br>[{one.quirk}](quirks.md#{one.quirk})" if one.quirk else one.label
        figures = [f"{counts[kind]['classes'][name]:,}", share(counts[kind], name)]
        if recorded:
            figures = [share(counts[kind], name), share(recorded, name)]
        lines.append(f"| {picture} | **{name}** {one.cause} | {quirk} | {' | '.join(figures)} |")
    return "\n".join(lines)


def share(counts: dict[str, Any], name: str) -> str:
    """In how many of a hundred positions a class was met."""
    met, compared = counts["positions"][name], counts["compared"]
    return f"{100 * met / compared:.3f}" if met else "0"


def summary(campaigns: list[CampaignCounts]) -> str:
    """A row for each kind: how many positions were compared, agree, and differ in ways that nothing explains."""
    lines = ["| kind | positions compared | agree in all | differences | unexplained |", "|---|---|---|---|---|"]
    for kind, found in (row for campaign in campaigns for row in campaign.items()):
        differences = sum(found["classes"].values())
        agree = f"{found['agree']:,} ({100 * found['agree'] / found['compared']:.1f} %)"
        lines.append(f"| {kind} | {found['compared']:,} | {agree} | {differences:,} | {found['unexplained']} |")
    return "\n".join(lines)


def with_tables(page: str) -> str:
    """The page with each of its tables made anew: they stand between `<!-- table: NAME -->` and `<!-- end -->`."""
    campaigns = load_campaigns()
    counts = dict(row for campaign in reversed(campaigns) for row in campaign.items())

    def made(match: re.Match[str]) -> str:
        name = match[1]
        table = summary(campaigns) if name == "summary" else table_of(name, counts)
        return f"<!-- table: {name} -->\n{table}\n<!-- end -->"

    return re.sub(r"<!-- table: (\w+) -->.*?<!-- end -->", made, page, flags=re.S)


if __name__ == "__main__":
    PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    print(PAGE)
