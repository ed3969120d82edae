"""Makes the page of a game: a single HTML file that loads nothing from the network."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from html import escape
from importlib.metadata import version
from string import Template
from typing import Final

from historic.study.terms import TERMS
from modern.pictures.browser.modules import (
    STYLE,
    TRIED_MOVES,
    TRIED_MOVES_STYLE,
    board_modules,
    browser_text,
    inline_modules,
    package_text,
)
from modern.pictures.browser.pieces import piece_symbols
from modern.pictures.page.chart import chart
from modern.pictures.page.embedded import script_json
from modern.pictures.page.page_game import PageGame
from modern.pictures.page.parts import facts_list, made_by, move_list, page_head
from modern.pictures.page.program_data import PageData
from modern.players.tried_moves import PIECE_NAMES

#: The first sentence of a page, for a reader who has only the file; of the recorded game, and of any other.
RECORD_INTRODUCTION: Final = (
    "In 1994 Ghislain de Blois wrote a chess program in QBasic and printed its listing in a college report, "
    "with a game that it played against itself."
)
OTHER_INTRODUCTION: Final = (
    "In 1994 Ghislain de Blois wrote a chess program in QBasic and printed its listing in a college report."
)
TODAYS_ENGINE: Final = "today's engine"
#: The modules of a page, each after those that it imports.
MODULES: Final = (
    *("game_data.js", "stage.js", "copying.js", "steps.js", "scroll_hints.js"),
    "page.js",
)
ARROW: Final = (
    '<svg viewBox="0 0 44 14" aria-hidden="true"><path class="halo" d="M3 7h28"/><path class="shaft" d="M3 7h28"/>'
    '<path class="tip" d="M29 1l13 6-13 6z"/></svg>'
)
DIFFERENCE_LABEL: Final = "record and listing differ"


def game_page(
    page_game: PageGame,
    positions: Sequence[PageData],
    reading: str,
    seconds: float,
    analyst: str = "",
    play_address: str = "",
    effort: str = "",
) -> str:
    """Returns the page of a game as HTML.

    `positions` is what `page_positions` yielded for the same game, reading, seconds and player. `analyst` is the name
    of that player; empty for the modern engine, which is called today's engine. At `play_address` any position can be
    played on from, with `?fen=` and its FEN; empty if there is no such place. `effort` is how far that player searched
    if that is not said by `seconds`: `depth 8`.
    """
    analysed = bool(seconds or effort)
    script = page_script()
    today = escape(analyst or "Today")
    title, generator = escape(page_game.title), f"gosub-chess {version('gosub-chess')}"
    return Template(package_text(__package__, "page.html")).substitute(
        head=page_head(f"{title}, analysed by a chess program of 1994", page_style(), generator, script),
        js=script,
        title=title,
        introduction=_introduction(page_game, analysed, analyst),
        facts=facts_list(page_game.facts) + _other_facts(page_game.other_facts),
        pieces=piece_symbols(),
        today_bar=_bar(today) if analysed else "",
        today_choice=f'<div class="of-today"><dt>{ARROW}{today}</dt><dd id="of-today"></dd></div>\n'
        if analysed
        else "",
        arrow=ARROW,
        play_on='<a class="button" id="play-on">Play on from here</a>\n' if play_address else "",
        chart=chart(positions, DIFFERENCE_LABEL if page_game.is_record else ""),
        today_name=today,
        today_key=_legend(analyst) if analysed else "",
        moves=_moves(page_game, positions),
        table=_table(positions, analyst),
        colophon=_colophon(reading, seconds, analyst, effort),
        data=script_json(
            {
                "analysed": analysed,
                "pieces": PIECE_NAMES,
                "terms": TERMS,
                "pgn": page_game.pgn,
                "play": play_address,
                "positions": positions,
            }
        ),
    )


@cache
def page_script() -> str:
    """Returns the script of a page: the modules of the board and of the page, joined."""
    return inline_modules({**board_modules(TRIED_MOVES), **{name: package_text(__package__, name) for name in MODULES}})


@cache
def page_style() -> str:
    """Returns the styles of a page and of its board."""
    return package_text(__package__, "page.css") + browser_text(STYLE) + browser_text(TRIED_MOVES_STYLE)


def _bar(name: str) -> str:
    return f'<div class="bar of-today" id="today-bar" role="img" aria-label="{name}"><span>{name}</span></div>'


def _other_facts(facts: Sequence[tuple[str, str]]) -> str:
    """Returns the less important headers of a PGN, closed until the reader opens them."""
    return f"<details><summary>More headers</summary>{facts_list(facts)}</details>" if facts else ""


def _legend(analyst: str) -> str:
    line = '<svg viewBox="0 0 30 8" aria-hidden="true"><path d="M1 4h28"/></svg>'
    return f'\n<span class="key today">{line} {escape(analyst or "today")}</span>'


def _introduction(page_game: PageGame, analysed: bool, analyst: str) -> str:
    """Returns two sentences: what the report is, and what the page shows."""
    first = RECORD_INTRODUCTION if page_game.is_record else OTHER_INTRODUCTION
    program = "the program" if page_game.is_record else "that program"
    choices = (
        f", which one it chooses, and which move {escape(analyst or 'a modern engine')} would play"
        if analysed
        else " and which it chooses"
    )
    return (
        f"{first} This page steps through {page_game.subject}: for every position it shows which moves {program} "
        f"tries, how it values them{choices}."
    )


def _moves(page_game: PageGame, positions: Sequence[PageData]) -> str:
    """Returns the list of moves, and a link to the position after the last."""
    links = [_link(position) for position in positions[:-1]]
    last = f'<a href="#ply-{len(positions)}">{"after the last move" if links else "the position"}</a>'
    return move_list(page_game.game.start, links, last)


def _link(position: PageData) -> str:
    played, differs = position["played"], position["program"]["agrees"] is False
    remark = '<span class="visually-hidden"> (1994 would play another move)</span>' if differs else ""
    attributes = f'href="#ply-{position["ply"]}"{" class=differs" if differs else ""}'
    return f"<a {attributes}>{escape(played['san'] + played['glyphs'])}{remark}</a>"


def _table(positions: Sequence[PageData], analyst: str) -> str:
    """Returns the table: the move played, the program's choice and the analyst's, a row for each position."""
    columns = ("ply", "to move", "the game", "1994", ">value", "as in the game", analyst or "today", ">score", "depth")
    heads = "".join(
        f'<th scope="col"{" class=figure" if name.startswith(">") else ""}>{escape(name.removeprefix(">"))}</th>'
        for name in columns
    )
    rows = "".join(f'<tr id="ply-{position["ply"]}">{_row(position)}</tr>' for position in positions)
    caption = (
        '<caption class="visually-hidden">The move of the game, the choice of 1994 and the choice of '
        f"{escape(analyst) or TODAYS_ENGINE}</caption>"
    )
    return f'<table id="figures">{caption}<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>'


def _row(position: PageData) -> str:
    played, program, today = position["played"], position["program"], position["today"]
    value = "" if program["value"] is None else f"{program['value']:+.2f}"
    agrees = {None: "", True: "yes", False: "no"}[program["agrees"]]
    cells = [
        ("", position["side"]),
        ("", played["san"] + played["glyphs"] if played else ""),
        ("", f"{program['san']}, then it stops" if program["error"] else program["san"]),
        (" class=figure", value),
        ("", agrees),
        ("", today["san"] if today else ""),
        (" class=figure", today["score"] if today else ""),
        ("", str(today["depth"]) if today else ""),
    ]
    return f'<th scope="row">{position["ply"]}</th>' + "".join(
        f"<td{attributes}>{escape(text)}</td>" for attributes, text in cells
    )


def _colophon(reading: str, seconds: float, analyst: str, effort: str) -> str:
    today = f"Today's engine thought {seconds:g} s about each position." if seconds else "Today's engine was not used."
    if analyst and seconds:
        today = f"{escape(analyst)} thought about each position."
    if effort:
        today = f"{escape(analyst) or 'The engine of today'} analysed each position ({escape(effort)})."
    return (
        f"{made_by()} The program is the one in Ghislain de Blois's report of 1994, in the reading "
        f"<i>{escape(reading)}</i>. {today} python-chess drew the pieces."
    )
