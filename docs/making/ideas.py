"""The ideas of idea-by-idea.md with their boards, and the sources in measurements/sources.csv.

They come from the engine, from measurements/techniques.csv, and from idea-positions.csv.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from functools import cache
from typing import Final

import chess
from making.page import DOCS, PICTURES, Files, page_with, text_files

from modern.bench.suite import DEFAULT_SUITE
from modern.engine.techniques import IDEAS
from modern.pictures.board import draw_board, move_arrow
from modern.pictures.svg import BLUE
from modern.report import Score

PAGE: Final = DOCS / "engine" / "idea-by-idea.md"
SOURCES: Final = DOCS / "measurements" / "sources.csv"
POSITIONS: Final = DOCS / "data" / "idea-positions.csv"
#: What each technique and each group of weights gains, measured.
GAINS: Final = DOCS / "measurements" / "techniques.csv"
#: The ideas that are measured there as another group of weights, or as a part of one.
MEASURED_AS: Final = {
    "weak pawns": "pawn structure",
    "pawn chains": "pawn structure",
    "king attack": "king safety",
    "king shelter": "king safety",
    "outposts": "minor pieces",
    "bad bishop": "minor pieces",
}
#: What the suite says of a winning move whose mate, if there is one, is not proven: Stockfish's scores.
SCORES: Final = re.compile(r"Stockfish: (\S+) and the next (\S+)")
#: The width and height of a board, in pixels.
SIZE: Final = 220


def gains() -> dict[str, str]:
    """Returns what today's engine loses without each technique or group: Elo with its interval."""
    with GAINS.open(encoding="utf-8", newline="") as table:
        return {row["without"]: row["Elo lost (95 %)"] for row in csv.DictReader(table)}


def positions() -> list[tuple[str, int, str, str]]:
    """Returns the rows of the table of positions: idea, nodes, FEN, and best move in SAN."""
    with POSITIONS.open(encoding="utf-8", newline="") as table:
        return [(row["idea"], int(row["nodes"]), row["position"], row["best move"]) for row in csv.DictReader(table)]


@cache
def verdicts() -> dict[str, str]:
    """Returns what the best move of each position of `gosub bench tactics` does, by FEN without the counters.

    It mates, or it has a score by Stockfish, which is that of the side to move, and the next best move another.
    """
    found = {}
    for line in DEFAULT_SUITE.read_text(encoding="utf-8").splitlines():
        board, operations = chess.Board.from_epd(line)
        comment = str(operations.get("c0", ""))
        if "dm" in operations:
            found[board.epd()] = f"and mates in {operations['dm']}"
        elif scores := SCORES.fullmatch(comment):
            found[board.epd()] = f"({score_text(scores[1])}; next best {score_text(scores[2])})"
    return found


def score_text(score: str) -> str:
    """Returns a score of the suite as a player reads it: in pawns, or as a mate. `+263`, `0` and `#+6` are scores."""
    if score.startswith("#"):
        return f"mate in {score.removeprefix('#+')}"
    return str(Score(int(score))) if int(score) else "0.00"


def picture_name(idea: str) -> str:
    """Returns the name of the picture of an idea's position."""
    return f"idea-{idea.lower().replace(' ', '-')}.svg"


def pictures() -> dict[str, str]:
    """Draws the position of each idea, with the best move as an arrow."""
    drawn = {}
    for idea, _, fen, san in positions():
        board = chess.Board(fen)
        arrow = move_arrow(board.parse_san(san).uci(), BLUE)
        drawn[picture_name(idea)] = draw_board(board, [arrow], size=SIZE) + "\n"
    return drawn


def rows() -> Iterator[str]:
    """Yields the rows of the table of ideas, by year."""
    measured = gains()
    solved = {idea: (chess.Board(fen), san) for idea, _, fen, san in positions()}
    yield "| a position that needs it | the idea | Elo lost without it |"
    yield "|---|---|---|"
    for idea in IDEAS:
        group = MEASURED_AS.get(idea.name, idea.name)
        gain = measured.get(group, "not measured")
        if group != idea.name:
            gain = f"{group}: {gain}"
        cell = ""
        if idea.name in solved:
            board, san = solved[idea.name]
            move = f"{'White' if board.turn else 'Black'} plays {san} {verdicts()[board.epd()]}"
            seen = " ".join(board.epd().split()[:2])
            cell = f'<img src="../pictures/{picture_name(idea.name)}" width="150" alt="{seen}"><br>{move}'
        yield f"| {cell} | **{idea.year}, {idea.name}**: {idea.what} | {gain} |"


def sources() -> str:
    """Returns the table of sources as CSV, by year."""
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(("year", "idea", "first publication found", "where sources differ"))
    writer.writerows((idea.year, idea.name, idea.source, idea.note) for idea in IDEAS)
    return table.getvalue()


def files() -> Files:
    """Returns the page with its table, the sources, and the boards."""
    page = page_with(PAGE, {"ideas": "\n".join(rows())})
    return page | {SOURCES: sources().encode()} | text_files(PICTURES, pictures())
