"""The classes of difference in the docs.

Each class gets its picture, its row in agreement.md, and its name at its quirk in quirks.md. agreement.md also gets the
table of castling and the counts of the campaigns, from the files in CAMPAIGNS, which `gosub agree --json` has written.
A class that the campaigns have not counted yet has a dash for its count.

From the journals of the campaigns (`gosub agree --resume FILE`) comes what `gosub agree` expects of each class
(modern.agreement.expected).
"""

from __future__ import annotations

import json
import re
import textwrap
from pathlib import Path
from typing import Any

import chess
import chess.svg
from making.page import DOCS, PICTURES, Files, page_with, text_files

from historic import Program
from historic.position.castling import CASTLING_BY_NOTATION, CASTLINGS
from historic.position.sides import SIDES
from historic.position.squares import SQUARE_TO_NAME
from historic.readings import PRINTED, RECORDED
from modern.agreement.attacks import ATTACK_CLASSES, pawn_empty_diagonal, pawns_of
from modern.agreement.choice_comparison import choice_paths
from modern.agreement.choices import LETTER
from modern.agreement.classes import CLASS_BY_NAME, CLASSES, classes_of
from modern.agreement.complete import OPPONENT_IN_CHECK
from modern.agreement.differences import ATTACKS, CHOICES, CHOICES_RECORDED, CLASS_KINDS, MOVES, SCORES
from modern.agreement.move_comparison import move_differences
from modern.agreement.moves import HISTORIC
from modern.agreement.pair import pair_at
from modern.agreement.score_comparison import score_sheets
from modern.agreement.sources import CHUNK_SIZE, PART_SIZE
from modern.agreement.view import PositionView, key_of_tried
from modern.jobs.journal import entries_of
from modern.pictures.board import draw_board, move_arrow
from modern.pictures.svg import ARROW_ALPHA, BLUE, GREEN, RED
from modern.rules.bitboard import squares_of

PAGE = DOCS / "program" / "agreement.md"
QUIRKS = DOCS / "program" / "quirks.md"
EXPECTED = DOCS.parent / "modern" / "agreement" / "expected.json"
#: What only the 1994 program has, what only the rules have, and the move whose score is compared.
OLD, NEW, SCORED = RED, BLUE, GREEN
CLASS_BOARD = 220
#: The files of counts. If two files have the same kind, the tables of classes show the earlier file's counts.
CAMPAIGNS = ("ledger.json", "ledger-choices.json", "ledger-moves.json")
#: The files of counts of every position with few pieces, each with one column of its table.
COMPLETE = (("ledger-complete-0.json",), ("ledger-complete-1.json",))

CampaignCounts = dict[str, dict[str, Any]]


def load_campaigns() -> list[CampaignCounts]:
    """Returns the counts of each campaign, by kind. Classes have their present names."""
    return [json.loads((DOCS / "data" / name).read_text(encoding="utf-8"))["kinds"] for name in CAMPAIGNS]


def table_of(kind: str, counts: dict[str, Any]) -> str:
    """Returns a table with a row for each class: picture, name with a link to its quirk (or label), cause, counts."""
    recorded = counts[CHOICES_RECORDED] if kind == CHOICES else None
    headings = ["position, to move", "class and cause", "count", "% of positions"]
    if recorded:
        headings[-2:] = ["% printed", "% recorded"]
    lines = [f"| {' | '.join(headings)} |", f"|{'---|' * len(headings)}"]
    for name in classes_of(kind):
        entry = CLASS_BY_NAME[name]
        pair = pair_at(entry.fen, entry.moves)
        mover = pair.side.capitalize()
        epd = " ".join(pair.position.fen().split()[:4]).removesuffix(" - -")
        picture = f'<img src="../pictures/class-{name}.svg" width="150" alt="{epd}"><br>{mover}'
        named = f"[{name}](quirks.md#{entry.quirk})" if entry.quirk else f"{name} ({entry.label})"
        count = counts[kind]["classes"].get(name)
        figures = ["-" if count is None else f"{count:,}", share(counts[kind], name)]
        if recorded:
            figures = [share(counts[kind], name), share(recorded, name)]
        lines.append(f"| {picture} | **{named}** {entry.cause} | {' | '.join(figures)} |")
    return "\n".join(lines)


def share(counts: dict[str, Any], name: str) -> str:
    """Returns the percentage of positions with a difference of a class."""
    count, compared = counts["positions"].get(name), counts["compared"]
    if count is None:
        return "-"
    return f"{100 * count / compared:.3f}" if count else "0"


def summary(campaigns: list[CampaignCounts]) -> str:
    """Returns a table with a row for each kind: the positions compared, agreeing, and differing without explanation."""
    lines = ["| kind | positions compared | no difference | differences | unexplained |", "|---|---|---|---|---|"]
    for kind, found in (row for campaign in campaigns for row in campaign.items()):
        differences = sum(found["classes"].values())
        agree = f"{found['agree']:,} ({100 * found['agree'] / found['compared']:.1f} %)"
        lines.append(f"| {kind} | {found['compared']:,} | {agree} | {differences:,} | {found['unexplained']} |")
    return "\n".join(lines)


def complete_table() -> str:
    """Returns a table with a column for each number of pieces besides the kings, and rows for each kind."""
    columns = []
    for names in COMPLETE:
        parts = [json.loads((DOCS / "data" / name).read_text(encoding="utf-8")) for name in names]
        columns.append({**parts[0], "kinds": {name: kind for part in parts for name, kind in part["kinds"].items()}})
    in_check = [column["cannot_be_held"].get(OPPONENT_IN_CHECK, 0) for column in columns]
    heading = ("", *("the two kings" if one["pieces"] == 0 else f"{one['pieces']} piece more" for one in columns))
    rows = [
        ("all positions", *(column["positions"] for column in columns)),
        (f"not compared, because {OPPONENT_IN_CHECK}", *in_check),
        ("compared", *(column["positions"] - count for column, count in zip(columns, in_check, strict=True))),
    ]
    for kind in CLASS_KINDS:
        found = [column["kinds"].get(kind) for column in columns]  # None if that kind was not compared
        rows.append((f"**{kind}**: positions without a difference", *(one and one["agree"] for one in found)))
        rows.append(("unexplained differences", *(one and one["unexplained"] for one in found)))
    lines = [f"| {' | '.join(heading)} |", f"|{'---|' * len(heading)}"]
    shown = [(name, *("-" if count is None else f"{count:,}" for count in counts)) for name, *counts in rows]
    return "\n".join(lines + [f"| {' | '.join(row)} |" for row in shown])


def castling_table() -> str:
    """Returns a row for each castling move: what the listing tests, and what it does not."""
    headings = ("castling", "tested if unmoved", "must be empty", "must have no bit", "not tested")
    lines = [f"| {' | '.join(headings)} |", f"|{'---|' * len(headings)}"]
    for one in (one for castlings in CASTLINGS.values() for one in castlings):
        side, tested = one.side.capitalize(), one.tested_side.capitalize()
        untested = [] if one.king_path[1] in one.safe else [f"whether {SQUARE_TO_NAME[one.king_path[1]]} is attacked"]
        if one.tested_side != one.side:
            untested.append(f"{side}'s own rook")
        empty, safe = (" ".join(SQUARE_TO_NAME[square] for square in squares) for squares in (one.empty, one.safe))
        home = next(other.rook_path[0] for other in CASTLINGS[one.tested_side] if other.rook == one.rook)
        pieces = f"king, {tested}'s rook {SQUARE_TO_NAME[home]}"
        row = (f"{side} {one.notation}", pieces, empty, safe, "; ".join(untested) or "-")
        lines.append(f"| {' | '.join(row)} |")
    return "\n".join(lines)


def with_class_names(quirks: str) -> str:
    """Returns the page of quirks with the classes that each quirk causes."""

    def renewed(section: re.Match[str]) -> str:
        names = [f"`{one.name}`" for one in CLASSES if one.quirk == section[1]]
        text = re.sub(r"^- Classes: .*?(?=^- )", "", section[0], flags=re.M | re.S)
        line = textwrap.fill(f"- Classes: {', '.join(names)}", 120, subsequent_indent="  ", break_on_hyphens=False)
        return re.sub(r"(?=^- Test: )", f"{line}\n" if names else "", text, count=1, flags=re.M)

    return re.sub(r"^### ([a-z0-9-]+)\n.*?(?=^#|\Z)", renewed, quirks, flags=re.M | re.S)


def class_picture(name: str) -> str:
    """Draws the position of a class of difference: red for the 1994 program only, blue for the modern rules only."""
    one = CLASS_BY_NAME[name]
    pair = pair_at(one.fen, one.moves)
    view = PositionView(Program(), pair)
    arrows: list[chess.svg.Arrow] = []
    marked: dict[int, str] = {}
    if one.kind == MOVES:
        for finding in move_differences(view):
            if finding.move_class is one:
                only = finding.difference
                colour = OLD if only.program == HISTORIC else NEW
                if "@" in only.move:
                    marked[chess.parse_square(only.move[-2:])] = colour + ARROW_ALPHA
                else:
                    arrows.append(_arrow(view.side, only.move, colour))
    elif one.kind == ATTACKS:
        marked = _bits_of_pawns(view, name)
    elif one.kind == SCORES:
        sheets = score_sheets(view)
        assert not isinstance(sheets, str)
        tried = next(tried for tried, sheet in zip(view.tried, sheets, strict=True) if name in sheet.classes())
        arrows.append(_arrow(view.side, key_of_tried(view.state, view.side, tried), SCORED))
    else:
        path = choice_paths(view)[RECORDED if one is LETTER else PRINTED]
        arrows += [_arrow(view.side, move, colour) for move, colour in ((path.own, OLD), (path.exact, NEW)) if move]
    return f"{draw_board(chess.Board(pair.position.fen()), arrows, marked, CLASS_BOARD)}\n"


def _arrow(side: str, move: str, colour: str) -> chess.svg.Arrow:
    if castling := CASTLING_BY_NOTATION.get((side, move)):
        move = castling.move
    return move_arrow(move, colour)


def _bits_of_pawns(view: PositionView, name: str) -> dict[int, str]:
    """Returns the squares on which pawns have bits of a class of attacks, or lack them, with their colour."""
    one = next(one for one in ATTACK_CLASSES if one.name == name)
    colour = NEW if one is pawn_empty_diagonal else OLD
    pawns = (pawn for side in SIDES for pawn in pawns_of(view, side))
    return {square: colour + ARROW_ALPHA for pawn in pawns for square in squares_of(one.squares(pawn))}


def tables() -> dict[str, str]:
    campaigns = load_campaigns()
    counts = dict(row for campaign in reversed(campaigns) for row in campaign.items())
    made = {"summary": summary(campaigns), "castling": castling_table(), "complete": complete_table()}
    made |= {kind: table_of(kind, counts) for kind in (MOVES, ATTACKS, SCORES, CHOICES)}
    return {f"table: {name}": table for name, table in made.items()}


def expected_of(journals: list[Path]) -> dict[str, dict[str, list[float]]]:
    """Returns the share and the inflation of each class in the journals of campaigns (modern.agreement.expected).

    The unit is a chunk of positions, which come from two games or a few more. A campaign that compares choices writes a
    chunk in parts.
    """
    expected: dict[str, dict[str, list[float]]] = {}
    for journal in journals:
        header, *entries = entries_of(journal)
        parts = CHUNK_SIZE // PART_SIZE if CHOICES in header["kinds"] else 1
        chunks: dict[int, list[dict[str, Any]]] = {}
        for entry in entries:
            chunks.setdefault(entry["chunk"] // parts, []).append(entry["found"]["kinds"])
        for kind in entries[0]["found"]["kinds"]:
            expected[kind] = {name: figures(kind, name, list(chunks.values())) for name in classes_of(kind)}
    return expected


def figures(kind: str, name: str, chunks: list[list[dict[str, Any]]]) -> list[float]:
    """Returns the fields of an ExpectedShare: the share, how much more the counts vary than at random, the sample."""
    sizes = [sum(part[kind]["compared"] for part in chunk) for chunk in chunks]
    counts = [sum(part[kind]["positions"].get(name, 0) for part in chunk) for chunk in chunks]
    share = sum(counts) / sum(sizes)
    variance = sum((count - share * size) ** 2 for count, size in zip(counts, sizes, strict=True))
    at_random = share * (1 - share) * sum(sizes)
    return [round(share, 8), round(max(1.0, variance / at_random), 2) if at_random else 1.0, sum(sizes)]


def files(*journals: Path) -> Files:
    """Returns the pictures and the two pages; with journals, also what `gosub agree` expects."""
    made = text_files(PICTURES, {f"class-{one.name}.svg": class_picture(one.name) for one in CLASSES})
    made |= page_with(PAGE, tables())
    made[QUIRKS] = with_class_names(QUIRKS.read_text(encoding="utf-8")).encode()
    if journals:
        expected = json.loads(EXPECTED.read_text(encoding="utf-8")) | expected_of(list(journals))
        made[EXPECTED] = f"{json.dumps(expected, indent=1)}\n".encode()
    return made
