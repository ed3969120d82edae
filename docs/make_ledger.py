"""Write the counts of the campaigns into agreement.md: `python docs/make_ledger.py`.

The counts come from the files in CAMPAIGNS, which `gosub agree --json` has written.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from modern.agreement.classes import CLASS_BY_NAME, classes_of
from modern.agreement.kinds import CHOICES, CHOICES_RECORDED
from modern.agreement.pair import pair_at

HERE = Path(__file__).parent
PAGE = HERE / "agreement.md"
#: The files of counts. If two files have the same kind, the tables of classes show the earlier file's counts.
CAMPAIGNS = ("ledger.json", "ledger-choices.json", "ledger-moves.json")

CampaignCounts = dict[str, dict[str, Any]]


def load_campaigns() -> list[CampaignCounts]:
    """Returns the counts of each campaign, by kind."""
    return [json.loads((HERE / name).read_text(encoding="utf-8"))["kinds"] for name in CAMPAIGNS]


def table_of(kind: str, counts: dict[str, Any]) -> str:
    """Returns a table with a row for each class: picture, name, cause, label, quirk and counts."""
    recorded = counts[CHOICES_RECORDED] if kind == CHOICES else None
    headings = ["position", "class and cause", "label, quirk", "count", "% of positions"]
    if recorded:
        headings[-2:] = ["% printed", "% recorded"]
    lines = [f"| {' | '.join(headings)} |", f"|{'---|' * len(headings)}"]
    for name in classes_of(kind):
        entry = CLASS_BY_NAME[name]
        pair = pair_at(entry.fen, entry.moves)
        mover = f"{pair.side.capitalize()} to move"
        picture = f'<img src="pictures/class-{name}.svg" width="150" alt="{pair.position.fen()}"><br>{mover}'
        quirk = f"{entry.label}<br>[{entry.quirk}](quirks.md#{entry.quirk})" if entry.quirk else entry.label
        figures = [f"{counts[kind]['classes'][name]:,}", share(counts[kind], name)]
        if recorded:
            figures = [share(counts[kind], name), share(recorded, name)]
        lines.append(f"| {picture} | **{name}** {entry.cause} | {quirk} | {' | '.join(figures)} |")
    return "\n".join(lines)


def share(counts: dict[str, Any], name: str) -> str:
    """Returns the percentage of positions with a difference of a class."""
    count, compared = counts["positions"][name], counts["compared"]
    return f"{100 * count / compared:.3f}" if count else "0"


def summary(campaigns: list[CampaignCounts]) -> str:
    """Returns a table with a row for each kind: the positions compared, agreeing, and differing without explanation."""
    lines = ["| kind | positions compared | no difference | differences | unexplained |", "|---|---|---|---|---|"]
    for kind, found in (row for campaign in campaigns for row in campaign.items()):
        differences = sum(found["classes"].values())
        agree = f"{found['agree']:,} ({100 * found['agree'] / found['compared']:.1f} %)"
        lines.append(f"| {kind} | {found['compared']:,} | {agree} | {differences:,} | {found['unexplained']} |")
    return "\n".join(lines)


def with_tables(page: str) -> str:
    """Returns the page with its tables replaced. A table stands between `<!-- table: NAME -->` and `<!-- end -->`."""
    campaigns = load_campaigns()
    counts = dict(row for campaign in reversed(campaigns) for row in campaign.items())

    def new_table(match: re.Match[str]) -> str:
        name = match[1]
        table = summary(campaigns) if name == "summary" else table_of(name, counts)
        return f"<!-- table: {name} -->\n{table}\n<!-- end -->"

    return re.sub(r"<!-- table: (\w+) -->.*?<!-- end -->", new_table, page, flags=re.S)


if __name__ == "__main__":
    PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    print(PAGE)
