"""Hooks for mkdocs: CHANGELOG.md is outside docs, but is a page of the site."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files

CHANGELOG = Path(__file__).parents[1] / "CHANGELOG.md"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the changelog, with its links to docs made relative."""
    from mkdocs.structure.files import File

    text = CHANGELOG.read_text(encoding="utf-8").replace("](docs/", "](")
    files.append(File.generated(config, "changelog.md", content=text))
    return files


def on_page_markdown(markdown: str, **_: object) -> str:
    """Returns a page with its links to the changelog corrected."""
    return markdown.replace("](../CHANGELOG.md", "](changelog.md")
