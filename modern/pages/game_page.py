"""Makes the page of a game: a single HTML file that loads nothing from the network."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import version
from typing import Final, NamedTuple

from historic.study.terms import TERMS
from modern.facts import fact
from modern.game.game import Game
from modern.pages.chart import chart
from modern.pages.game_facts import (
    Fact,
    facts_of,
    is_record,
    other_facts_of,
    pgn_text,
    subject_of,
    title_of,
)
from modern.pages.kit import Cell, MoveLink, Table, move_lines, render, small_board
from modern.pages.positions import PageData
from modern.pictures.browser.modules import TRIED_MOVES, board_modules, inline_modules, package_text
from modern.players.tried_moves import PIECE_NAMES
from modern.rules import Move, Position

TODAYS_ENGINE: Final = "today's engine"
#: The modules of a page, each after those that it imports.
MODULES: Final = (
    "game_data.js",
    "steps.js",
    "stage.js",
    "page.js",
)
DIFFERENCE_LABEL: Final = "record and listing differ"


class Mark(NamedTuple):
    """What is marked in the list of moves: plies at which the program `agrees` with the game, or does not.

    `kind` is the CSS class of such a move, `remark` is read aloud, and `sign` and `legend` are in the legend.
    """

    agrees: bool
    kind: str
    sign: str
    remark: str
    legend: str


#: The rarer of the two is marked.
AGREEMENT: Final = Mark(True, "agrees", "=", "the 1994 move", "The 1994 program would have played the same move.")
DIFFERENCE: Final = Mark(
    False, "differs", "*", "1994 would play another move", "The 1994 program would have played another move."
)


@dataclass(frozen=True)
class ShownAnalysis:
    """What a page shows of a player's analysis; by default there is none.

    `analyst`    the player's name; empty for the modern engine, which is called today's engine.
    `effort`     how far it searched, such as `depth 8`; empty if there is no analysis.
    `positions`  what it thinks of each position, and its remarks (`page_analysis`).
    `facts`      follow those of the game's headers.
    `decisive`   the moves of each side that decided the game.
    `mistakes`   the plies of all mistakes, in order.
    """

    analyst: str = ""
    effort: str = ""
    positions: Sequence[PageData] = ()
    facts: Sequence[Fact] = ()
    decisive: Mapping[str, Sequence[MoveLink]] = field(default_factory=dict)
    mistakes: Sequence[int] = ()


#: The page has no analysis.
NO_ANALYSIS: Final = ShownAnalysis()


def game_page(
    game: Game,
    positions: Sequence[PageData],
    reading: str,
    analysis: ShownAnalysis = NO_ANALYSIS,
    play_address: str = "",
) -> str:
    """Returns the page of a game as HTML.

    `positions` is what `page_positions` yielded for the same game, reading and analysis. At `play_address` any position
    can be played on from, with `?fen=` and its FEN; empty if there is no such place.
    """
    analyst, mistakes = analysis.analyst, analysis.mistakes
    analysed = bool(analysis.effort)
    mark = _rarer_mark(positions)
    marked = [index for index, at in enumerate(positions) if at["program"]["agrees"] is mark.agrees]
    return render(
        "game.html",
        script=_page_script(),
        generator=f"gosub-chess {version('gosub-chess')}",
        title=title_of(game),
        introduction=_introduction(game, analysed, analyst),
        facts=[*facts_of(game), *analysis.facts],
        other_facts=other_facts_of(game),
        analysed=analysed,
        analyst=analyst,
        play_address=play_address,
        chances=any(at["today"] and "chances" in at["today"] for at in positions),
        chart=chart(positions, marked, DIFFERENCE_LABEL if is_record(game) else ""),
        mark=mark,
        moves=move_lines(game.start, [_link(at, mark) for at in positions[:-1]]),
        decisive=analysis.decisive,
        mistakes=mistakes,
        diagrams=[_diagram(at) for at in positions if at["ply"] in mistakes],
        last_move=MoveLink(f"#ply-{len(positions)}", "after the last move" if positions[1:] else "the position"),
        figures=_figures(positions, analyst),
        reading=reading,
        analysis_note=_analysis_note(analysis),
        data={
            "analysed": analysed,
            "pieces": PIECE_NAMES,
            "terms": TERMS,
            "pgn": pgn_text(game),
            "play": play_address,
            "mistakes": mistakes,
            "positions": positions,
        },
    )


def _rarer_mark(positions: Sequence[PageData]) -> Mark:
    """Returns what is marked in the list of moves: agreement in most games, differences in the program's own."""
    verdicts = [at["program"]["agrees"] for at in positions]
    return DIFFERENCE if verdicts.count(False) < verdicts.count(True) else AGREEMENT


@cache
def _page_script() -> str:
    """Returns the script of a page: the modules of the board and of the page, joined."""
    return inline_modules({**board_modules(TRIED_MOVES), **{name: package_text(__package__, name) for name in MODULES}})


def _introduction(game: Game, analysed: bool, analyst: str) -> str:
    """Returns what the report is, for a reader who has only the file, and what the page shows."""
    first: str = fact("program.origin")
    if is_record(game):
        first += " The report also has a game that the program played against itself."
    program = "the program" if is_record(game) else "that program"
    choices = (
        f", which one it chooses, and which move {analyst or 'a modern engine'} would play"
        if analysed
        else " and which it chooses"
    )
    return (
        f"{first} This page steps through {subject_of(game)}: for every position it shows which moves {program} "
        f"tries, how it values them{choices}."
    )


def _link(position: PageData, mark: Mark) -> MoveLink:
    """Returns the game's move at a position, which leads there."""
    played, is_marked = position["played"], position["program"]["agrees"] is mark.agrees
    kind, remark = (mark.kind, mark.remark) if is_marked else ("", "")
    return MoveLink(f"#ply-{position['ply']}", played["san"] + played["glyphs"], kind, remark)


def _diagram(position: PageData) -> Cell:
    """Returns the board before a move, for paper: `12...Nxe4?`."""
    before, played = Position.from_fen(position["fen"]), position["played"]
    return small_board(before.variation_san([Move.from_uci(played["move"])]) + played["glyphs"], position["fen"])


def _figures(positions: Sequence[PageData], analyst: str) -> Table:
    """Returns the table: the move played, the program's choice and the analyst's, a row for each position."""
    return Table(
        ("ply", "to move", "the game", "1994", ">value", "as in the game", analyst or "today", ">score", "depth"),
        [_row(position) for position in positions],
        id="figures",
        caption=f"The move of the game, the 1994 program's choice and the choice of {analyst or TODAYS_ENGINE}",
        heading=0,
        row_ids=[f"ply-{position['ply']}" for position in positions],
    )


def _row(position: PageData) -> list[str]:
    played, program, today = position["played"], position["program"], position["today"]
    return [
        str(position["ply"]),
        position["side"],
        played["san"] + played["glyphs"] if played else "",
        f"{program['san']}, then it stops" if program["error"] else program["san"],
        "" if program["value"] is None else f"{program['value']:+.2f}",
        {None: "", True: "yes", False: "no"}[program["agrees"]],
        today["san"] if today else "",
        today["score"] if today else "",
        str(today["depth"]) if today else "",
    ]


def _analysis_note(analysis: ShownAnalysis) -> str:
    """Returns the sentence that says how a player analysed the positions."""
    if not analysis.effort:
        return "Today's engine was not used."
    return f"{analysis.analyst or TODAYS_ENGINE.capitalize()} analysed each position ({analysis.effort})."
