"""One HTML file that has a whole game: nothing in it is fetched from anywhere."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from html import escape
from importlib.metadata import version
from importlib.resources import files
from string import Template
from typing import Any, Final

import chess

from modern.build import build_mode
from modern.pictures.page.chart import chart
from modern.pictures.page.data import PIECE_NAMES, PageData
from modern.pictures.page.drawing import board_svg
from modern.pictures.page.page_game import PageGame

#: What might end a script, or begin a comment in it, as JSON may write it too.
SCRIPT_ESCAPES: Final = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}

DIFFERENCE_LABEL: Final = "record and listing differ"
TODAY_LEGEND: Final = (
    '\n<span class="key today"><svg viewBox="0 0 30 8" aria-hidden="true"><path d="M1 4h28"/></svg> today</span>'
)


def game_page(page_game: PageGame, positions: Sequence[PageData], reading: str, seconds: float) -> str:
    """The page of a game. `found` is what `positions` has given for it with this reading and these seconds."""
    package_files = files(__package__)
    template, css, js = (
        package_files.joinpath(f"page.{suffix}").read_text(encoding="utf-8") for suffix in ("html", "css", "js")
    )
    return Template(template).substitute(
        css=css.rstrip(),
        js=js,
        digest=base64.b64encode(hashlib.sha256(js.encode()).digest()).decode(),
        version=escape(version("gosub-chess")),
        title=escape(page_game.title),
        facts=_facts(page_game),
        board=board_svg(page_game.game.start),
        chart=chart(positions, DIFFERENCE_LABEL if page_game.is_record else ""),
        today_key=TODAY_LEGEND if seconds else "",
        moves=_moves(page_game, positions),
        table=_table(positions),
        colophon=_colophon(reading, seconds),
        data=script_json({"seconds": seconds, "men": PIECE_NAMES, "positions": positions}),
    )


def script_json(data: Any) -> str:
    """JSON that can stand in a script: nothing in it ends one."""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    for sign, written in SCRIPT_ESCAPES.items():
        text = text.replace(sign, written)
    return text


def _facts(page_game: PageGame) -> str:
    if not page_game.facts:
        return ""
    facts = (f"<div><dt>{escape(what)}</dt><dd>{escape(text)}</dd></div>" for what, text in page_game.facts)
    return f'<dl class="facts">{"".join(facts)}</dl>'


def _moves(page_game: PageGame, positions: Sequence[PageData]) -> str:
    """The moves, two a line, and the position after the last."""
    board = chess.Board(page_game.game.start)
    lines: list[str] = []
    for position in positions[:-1]:
        if board.turn or not lines:
            lines.append(f'<span class="count">{board.fullmove_number}.</span> ')
            lines[-1] += "" if board.turn else '<span class="count">..</span> '
        lines[-1] += f"{_link(position)} "
        board.push_uci(position["played"]["move"])
    items = [f"<li>{line.rstrip()}</li>" for line in lines]
    last = f'<a href="#ply-{len(positions)}">{"after the last move" if lines else "the position"}</a>'
    return f'<ol>{"".join(items)}<li class="end">{last}</li></ol>'


def _link(position: PageData) -> str:
    differs = position["program"]["agrees"] is False
    remark = '<span class="unseen"> (1994 would play another)</span>' if differs else ""
    return f'<a href="#ply-{position["ply"]}"{" class=parted" if differs else ""}>{escape(position["played"]["san"])}{remark}</a>'


def _table(positions: Sequence[PageData]) -> str:
    """A line for each position: what was played, what the program chose, what today's engine thinks."""
    columns = ("ply", "to move", "the game", "1994", ">value", "as in the game", "today", ">value", "depth")
    heads = "".join(
        f'<th scope="col"{" class=figure" if name.startswith(">") else ""}>{name.removeprefix(">")}</th>'
        for name in columns
    )
    rows = "".join(f'<tr id="ply-{position["ply"]}">{_row(position)}</tr>' for position in positions)
    caption = '<caption class="unseen">What was played, what 1994 chose and what the engine of today thinks</caption>'
    return f'<table id="figures">{caption}<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>'


def _row(position: PageData) -> str:
    played, program, today = position["played"], position["program"], position["today"]
    value = "" if program["value"] is None else f"{program['value']:.2f}"
    agrees = {None: "", True: "yes", False: "no"}[program["agrees"]]
    cells = [
        ("", position["side"]),
        ("", played["words"] if played else ""),
        ("", f"{program['choice']}, then it stops" if program["stopped"] else program["choice"]),
        (" class=figure", value),
        ("", agrees),
        ("", today["san"] if today else ""),
        (" class=figure", today["score"] if today else ""),
        ("", str(today["depth"]) if today else ""),
    ]
    return f'<th scope="row">{position["ply"]}</th>' + "".join(
        f"<td{attributes}>{escape(text)}</td>" for attributes, text in cells
    )


def _colophon(reading: str, seconds: float) -> str:
    today = (
        f"The engine of today thought {seconds:g} s a position." if seconds else "The engine of today was not asked."
    )
    return (
        f"Made by gosub-chess {escape(version('gosub-chess'))} ({build_mode()}). The program is that of Ghislain de Blois's "
        f"report of 1994, in the reading <i>{escape(reading)}</i>. {today} The men are drawn by python-chess."
    )
