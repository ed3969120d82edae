"""Draws what a neuron of the network has learnt: its weight for each piece on each square, as twelve small boards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from modern.engine.network.features import OWN_INPUTS, is_possible
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
#: The colours of the strongest weights that raise and lower the sum; those of weaker ones are mixed with white.
RAISES, LOWERS = (31, 111, 180), (179, 38, 30)
#: The colour of a square that is never an input: half of the files for the own king, two ranks for pawns.
IMPOSSIBLE: Final = "#e4e4e4"


def neuron_picture(weights: NetworkWeights, number: int) -> str:
    """Draws the weights of a neuron as SVG. Raises IndexError if there is no such neuron."""
    column, bias = list(weights.neuron(number)), weights.biases[number]
    largest = max(abs(weight) for index, weight in enumerate(column) if is_possible(index)) or 1
    unit = 2**weights.shift

    def elements() -> Iterator[str]:
        for row, name in enumerate(("own", "enemy")):
            top = row * (BOARD + GAP + TOP) + TOP
            yield text_element(0, top + BOARD / 2, name, FONT_SIZE, INK)
            for piece_type, letter in enumerate("PNBRQK" if row == 0 else "pnbrqk"):
                left = LEFT + piece_type * (BOARD + GAP)
                yield piece_element(letter, left + BOARD / 2 - 14, top - TOP, 0.6)
                start = int(OWN_INPUTS) * row + 64 * piece_type
                yield from _board(left, top, column, start, largest)
        bottom = 2 * (BOARD + GAP + TOP) + 4
        output = "1" if number < weights.hidden // 2 else "-1"
        yield text_element(
            0,
            bottom,
            f"Neuron {number} has the output weight {output} and a bias of {bias / unit:.1f} centipawns."
            f" The strongest colour is a weight of {largest / unit:.1f} centipawns.",
            FONT_SIZE,
            FAINT,
        )
        yield text_element(
            0, bottom + 16, "Blue raises the sum, red lowers it; grey is never an input.", FONT_SIZE, FAINT
        )

    width = LEFT + 6 * (BOARD + GAP)
    height = 2 * (BOARD + GAP + TOP) + 24
    return document(width, height, elements(), f"The weights of neuron {number}, for each piece on each square")


def _board(left: int, top: int, column: list[int], start: int, largest: int) -> Iterator[str]:
    """Draws the weights of one piece, which begin at `start`, by square, with the own side at the bottom."""
    for square in range(64):
        colour = _colour(column[start + square] / largest) if is_possible(start + square) else IMPOSSIBLE
        x, y = left + CELL * (square % 8), top + CELL * (7 - square // 8)
        yield f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{colour}" stroke="{BACKGROUND}"/>'


def _colour(part: float) -> str:
    """Returns the colour of a weight, given as a part of the largest, -1 to 1."""
    end = RAISES if part > 0 else LOWERS
    mixed = (round(255 + abs(part) * (channel - 255)) for channel in end)
    return "#" + "".join(f"{channel:02x}" for channel in mixed)
