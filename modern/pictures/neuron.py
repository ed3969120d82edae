"""Draws what a neuron of the network has learnt: its weight for each piece on each square, as twelve small boards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from modern.engine.network.features import OWN_INPUTS
from modern.engine.network.weights_file import NetworkWeights
from modern.pictures.svg import BACKGROUND, FAINT, INK, document, piece_element, text_element

CELL: Final = 15
BOARD: Final = 8 * CELL
#: The space between two boards, and that left of them for the names of the rows.
GAP: Final = 14
LEFT: Final = 60
#: The space above a row of boards for its pieces.
TOP: Final = 30
FONT_SIZE: Final = 12
#: The colours of the greatest weight and of the least; those between are mixed with white.
RAISES, LOWERS = (31, 111, 180), (179, 38, 30)
#: The squares that are never an input: half of the files for the own king, two ranks for pawns.
UNSEEN: Final = "#e4e4e4"


def neuron_picture(weights: NetworkWeights, number: int) -> str:
    """Draws the weights of a neuron as SVG. Raises IndexError if there is no such neuron."""
    column, bias = list(weights.neuron(number)), weights.biases[number]
    largest = max(map(abs, column)) or 1
    unit = 2**weights.shift

    def elements() -> Iterator[str]:
        for row, name in enumerate(("own", "enemy")):
            top = row * (BOARD + GAP + TOP) + TOP
            yield text_element(0, top + BOARD / 2, name, FONT_SIZE, INK)
            for piece_type, letter in enumerate("PNBRQK" if row == 0 else "pnbrqk"):
                left = LEFT + piece_type * (BOARD + GAP)
                yield piece_element(letter, left + BOARD / 2 - 14, top - TOP, 0.6)
                start = int(OWN_INPUTS) * row + 64 * piece_type
                yield from _board(left, top, column[start : start + 64], largest, letter)
        bottom = 2 * (BOARD + GAP + TOP) + 4
        output = "1" if number < weights.hidden // 2 else "-1"
        yield text_element(
            0,
            bottom,
            f"Neuron {number} has the output weight {output} and a bias of {bias / unit:.1f} centipawns."
            f" The darkest square is {largest / unit:.1f} centipawns:",
            FONT_SIZE,
            FAINT,
        )
        yield text_element(
            0, bottom + 16, "blue raises its sum, red lowers it; grey is never an input.", FONT_SIZE, FAINT
        )

    width = LEFT + 6 * (BOARD + GAP)
    height = 2 * (BOARD + GAP + TOP) + 24
    return document(width, height, elements(), f"The weights of neuron {number}, for each piece on each square")


def _board(left: int, top: int, weights: list[int], largest: int, letter: str) -> Iterator[str]:
    """Draws the weights of one piece, by square, with the own side at the bottom."""
    for square, weight in enumerate(weights):
        colour = _colour(weight / largest)
        if (letter == "K" and square % 8 < 4) or (letter in "Pp" and square // 8 in (0, 7)):
            colour = UNSEEN
        x, y = left + CELL * (square % 8), top + CELL * (7 - square // 8)
        yield f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{colour}" stroke="{BACKGROUND}"/>'


def _colour(part: float) -> str:
    """Returns the colour of a weight, given as a part of the largest, -1 to 1."""
    end = RAISES if part > 0 else LOWERS
    mixed = (round(255 + abs(part) * (channel - 255)) for channel in end)
    return "#" + "".join(f"{channel:02x}" for channel in mixed)
