"""What mkdocs cannot do by itself.

CHANGELOG.md stands outside docs, and is a page of the site all the same; and the page of the recorded game is made by
the program, when the site is.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files

CHANGELOG = Path(__file__).parents[1] / "CHANGELOG.md"

GAME = "game.html"
#: How long the engine of today thinks about each of its positions, in seconds.
SECONDS = 0.2
#: Where a page leads to it. What is read in the repository has no such link.
PLACE = "<!-- the page of the recorded game -->"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the page of the changelog, whose links lead to pages of docs from beside them, and the recorded game."""
    from mkdocs.structure.files import File

    from historic.readings import PRINTED
    from modern.pictures.page.data import page_positions
    from modern.pictures.page.page import game_page
    from modern.pictures.page.page_game import recorded_game

    told = recorded_game()
    found = list(page_positions(told, PRINTED, SECONDS))
    files.append(File.generated(config, GAME, content=game_page(told, found, PRINTED, SECONDS)))
    text = CHANGELOG.read_text(encoding="utf-8").replace("](docs/", "](")
    files.append(File.generated(config, "changelog.md", content=text))
    return files


def on_page_markdown(markdown: str, **_: object) -> str:
    """Links to the changelog lead to its page, and the recorded game is linked where that is wanted."""
    link = f"[Open the page of the recorded game]({GAME}){{ .md-button }}"
    return markdown.replace("](../CHANGELOG.md", "](changelog.md").replace(PLACE, link)
