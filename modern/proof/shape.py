"""The shape of the listing, by how firmly the recorded game pins each line, and the file that keeps it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from modern.pictures.listing_shape import Bar, listing_shape_svg
from modern.proof.counterparts import CheckResult, ShapeLine
from modern.proof.verdicts import Mutation


def mutation_json(
    mutation: Mutation, every: int, seed: int, plies: int, checked: Iterable[CheckResult], shape: Iterable[ShapeLine]
) -> str:
    """Returns the endings as JSON, one change and one line of the listing a row; no text of the listing."""
    endings = [{"change": change.id, **ending.as_json()} for change, ending in mutation.known]
    in_listing = [
        {"change": result.check.change.id, "port": result.check.port.as_json(), "listing": result.listing.as_json()}
        for result in checked
    ]
    parts: dict[str, list[Any]] = {
        "endings": endings,
        "in_listing": in_listing,
        "shape": [list(line) for line in shape],
    }
    rows = [f'"{name}": [\n{_rows(part)}\n]' for name, part in parts.items()]
    return "{" + f'"changes": {every}, "seed": {seed}, "plies_in_listing": {plies},\n' + ",\n".join(rows) + "}\n"


def _rows(part: Iterable[Any]) -> str:
    return ",\n".join(json.dumps(row) for row in part)


def shape_in(content: bytes) -> list[ShapeLine]:
    """Returns the shape in a file with this content, which `mutation_json` gave. Raises ValueError for another file."""
    try:
        lines = [ShapeLine.from_json(row) for row in json.loads(content)["shape"]]
    except (KeyError, TypeError, RecursionError):
        lines = []
    if not lines:
        raise ValueError("no shape in it")
    return lines


def bars_of(shape: Sequence[ShapeLine], listing: str | None = None) -> list[Bar]:
    """Returns the bars of a shape, with the lines' texts if the listing is given."""
    texts = [line.strip() for line in listing.splitlines() if line.strip()] if listing else [""] * len(shape)
    return [
        Bar("" if line.offset else line.label, line.indent, line.length, line.share, text)
        for line, text in zip(shape, texts, strict=True)
    ]


def drawn_shape(shape: Sequence[ShapeLine], listing: str | None = None) -> str:
    """Returns a picture of the shape as SVG, with the lines' texts if the listing is given."""
    return listing_shape_svg(bars_of(shape, listing))
