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

from modern.build import build
from modern.pictures.page.chart import chart
from modern.pictures.page.data import MEN, Found
from modern.pictures.page.drawing import board_svg
from modern.pictures.page.told import Told

#: What might end a script, or begin a comment in it, as JSON may write it too.
ESCAPES: Final = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}

PARTING: Final = "record and listing differ"
TODAY_KEY: Final = (
    '\n<span class="key today"><svg viewBox="0 0 30 8" aria-hidden="true"><path d="M1 4h28"/></svg> today</span>'
)


def page(told: Told, found: Sequence[Found], reading: str, seconds: float) -> str:
    """The page of a game. `found` is what `positions` has given for it with this reading and these seconds."""
    ours = files(__package__)
    template, css, js = (ours.joinpath(f"page.{kind}").read_text(encoding="utf-8") for kind in ("html", "css", "js"))
    return Template(template).substitute(
        css=css.rstrip(),
        js=js,
        digest=base64.b64encode(hashlib.sha256(js.encode()).digest()).decode(),
        version=escape(version("gosub-chess")),
        title=escape(told.title),
        facts=_facts(told),
        board=board_svg(told.game.start),
        chart=chart(found, PARTING if told.recorded else ""),
        today_key=TODAY_KEY if seconds else "",
        moves=_moves(told, found),
        table=_table(found),
        colophon=_colophon(reading, seconds),
        data=in_script({"seconds": seconds, "men": MEN, "positions": found}),
    )


def in_script(data: Any) -> str:
    """JSON that can stand in a script: nothing in it ends one."""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    for sign, written in ESCAPES.items():
        text = text.replace(sign, written)
    return text


def _facts(told: Told) -> str:
    if not told.facts:
        return ""
    facts = (f"<div><dt>{escape(what)}</dt><dd>{escape(text)}</dd></div>" for what, text in told.facts)
    return f'<dl class="facts">{"".join(facts)}</dl>'


def _moves(told: Told, found: Sequence[Found]) -> str:
    """The moves, two a line, and the position after the last."""
    board = chess.Board(told.game.start)
    lines: list[str] = []
    for one in found[:-1]:
        if board.turn or not lines:
            lines.append(f'<span class="count">{board.fullmove_number}.</span> ')
            lines[-1] += "" if board.turn else '<span class="count">..</span> '
        lines[-1] += f"{_link(one)} "
        board.push_uci(one["played"]["move"])
    items = [f"<li>{line.rstrip()}</li>" for line in lines]
    last = f'<a href="#ply-{len(found)}">{"after the last move" if lines else "the position"}</a>'
    return f'<ol>{"".join(items)}<li class="end">{last}</li></ol>'


def _link(one: Found) -> str:
    parted = one["program"]["agrees"] is False
    said = '<span class="unseen"> (1994 would play another)</span>' if parted else ""
    return f'<a href="#ply-{one["ply"]}"{" class=parted" if parted else ""}>{escape(one["played"]["san"])}{said}</a>'


def _table(found: Sequence[Found]) -> str:
    """A line for each position: what was played, what the program chose, what today's engine thinks."""
    columns = ("ply", "to move", "the game", "1994", ">value", "as in the game", "today", ">value", "depth")
    heads = "".join(
        f'<th scope="col"{" class=figure" if name.startswith(">") else ""}>{name.removeprefix(">")}</th>'
        for name in columns
    )
    rows = "".join(f'<tr id="ply-{one["ply"]}">{_row(one)}</tr>' for one in found)
    caption = '<caption class="unseen">What was played, what 1994 chose and what the engine of today thinks</caption>'
    return f'<table id="figures">{caption}<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>'


def _row(one: Found) -> str:
    played, program, today = one["played"], one["program"], one["today"]
    value = "" if program["value"] is None else f"{program['value']:.2f}"
    agrees = {None: "", True: "yes", False: "no"}[program["agrees"]]
    cells = [
        ("", one["side"]),
        ("", played["words"] if played else ""),
        ("", f"{program['choice']}, then it stops" if program["stopped"] else program["choice"]),
        (" class=figure", value),
        ("", agrees),
        ("", today["san"] if today else ""),
        (" class=figure", today["score"] if today else ""),
        ("", str(today["depth"]) if today else ""),
    ]
    return f'<th scope="row">{one["ply"]}</th>' + "".join(f"<td{kind}>{escape(text)}</td>" for kind, text in cells)


def _colophon(reading: str, seconds: float) -> str:
    today = (
        f"The engine of today thought {seconds:g} s a position." if seconds else "The engine of today was not asked."
    )
    return (
        f"Made by gosub-chess {escape(version('gosub-chess'))} ({build()}). The program is that of Ghislain de Blois's "
        f"report of 1994, in the reading <i>{escape(reading)}</i>. {today} The men are drawn by python-chess."
    )
