"""The parts that pages share: their head, the facts at the top, the list of moves, and who made them."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from importlib.metadata import version

from modern.build import build_mode
from modern.pictures.page.embedded import script_digest


def page_head(title: str, css: str, generator: str, script: str = "") -> str:
    """Returns the head of a page, with a title that is HTML. The page loads nothing, and runs only `script`."""
    policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
    if script:
        policy += f"; script-src 'sha256-{script_digest(script)}'"
    return f"""<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="{escape(generator)}">
<title>{title}</title>
<link rel="icon" href="data:,">
<style>
{css.rstrip()}
</style>
</head>"""


def facts_list(facts: Iterable[tuple[str, str]]) -> str:
    """Returns names with their texts as a list; those without a text are left out, and an empty list too."""
    items = "".join(f"<div><dt>{escape(name)}</dt><dd>{escape(text)}</dd></div>" for name, text in facts if text)
    return f'<dl class="facts">{items}</dl>' if items else ""


def move_list(start: str, links: Iterable[str], end: str) -> str:
    """Returns the moves as a list, two in a line, with their numbers.

    `start` is the FEN before the first move, `links` are the moves as HTML, and `end` is the last item, as HTML.
    """
    _, side, _, _, _, count = start.split()
    number, is_white = int(count), side == "w"
    lines: list[str] = []
    for link in links:
        if is_white or not lines:
            lines.append(f'<span class="count">{number}.</span> ')
            lines[-1] += "" if is_white else '<span class="count">..</span> '
        lines[-1] += f"{link} "
        number += 0 if is_white else 1
        is_white = not is_white
    items = "".join(f"<li>{line.rstrip()}</li>" for line in lines)
    return f'<ol>{items}<li class="end">{end}</li></ol>'


def made_by() -> str:
    """Returns the sentence that says by which version and build a page was made, as HTML."""
    return f"Made by gosub-chess {escape(version('gosub-chess'))} ({build_mode()})."
