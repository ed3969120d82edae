"""The picture of the shape of the listing."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

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


def draw(picture: Path, shape: Sequence[ShapeLine], listing: str | None) -> None:
    """Draws the shape, with the lines' texts if the listing is given."""
    from modern.cli.output import write
    from modern.pictures.listing_shape import Bar, listing_shape_svg

    texts = [line.strip() for line in listing.splitlines() if line.strip()] if listing else [""] * len(shape)
    bars = [
        Bar(line.label if not line.offset and line.label else "", line.indent, line.length, line.share, text)
        for line, text in zip(shape, texts, strict=True)
    ]
    write(picture, listing_shape_svg(bars))
