"""The picture of the shape of the listing."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from modern.pictures.listing_shape import Bar, listing_shape_svg

if TYPE_CHECKING:
    from modern.proof.shape import ShapeLine


def shape_in(file: Path) -> list[ShapeLine]:
    """Returns the shape in a file that --mutate --json wrote. Raises ClickException for another file."""
    from modern.proof.shape import ShapeLine

    try:
        lines = [ShapeLine.from_json(row) for row in json.loads(file.read_bytes())["shape"]]
    except (KeyError, TypeError, ValueError, RecursionError):
        lines = []
    if not lines:
        raise click.ClickException(
            f"{file}: no shape in it; expected what `gosub readings REPORT.txt --mutate --json` writes"
        )
    return lines


def bars_of(shape: Sequence[ShapeLine], listing: str | None = None) -> list[Bar]:
    """Returns the bars of a shape, with the lines' texts if the listing is given."""
    texts = [line.strip() for line in listing.splitlines() if line.strip()] if listing else [""] * len(shape)
    return [
        Bar("" if line.offset else line.label, line.indent, line.length, line.share, text)
        for line, text in zip(shape, texts, strict=True)
    ]


def draw(picture: Path, shape: Sequence[ShapeLine], listing: str | None) -> None:
    """Draws the shape, with the lines' texts if the listing is given."""
    from modern.cli.output import write

    write(picture, listing_shape_svg(bars_of(shape, listing)))
