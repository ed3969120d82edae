"""Draws what a neuron of the network has learnt, as twelve small boards, and the neurons of a position on its board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from modern.engine.network.explain import Seen, contributions
from modern.engine.network.features import OWN_INPUTS, is_possible
from modern.engine.network.weights_file import NetworkWeights
from modern.pictures.svg import (
    BACKGROUND,
    FAINT,
    INK,
    LEGEND_LINE_HEIGHT,
    document,
    legend_elements,
    piece_element,
    square_element,
    text_element,
)
from modern.rules.pieces import PIECE_LETTERS
from modern.rules.position import Position

#: The position that is drawn by default: an attack on a castled king.
EXAMPLE_FEN: Final = "r1bq1rk1/pp3ppp/2nbpn2/3p4/3P4/2NB1N2/PP3PPP/R1BQR1K1 w - - 0 11"
#: The number of neurons that it is drawn for.
EXAMPLE_COUNT: Final = 2
#: The neuron that is drawn by default. It has learnt about an own passed pawn on the a-file.
EXAMPLE_NEURON: Final = 33
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
#: A square of the boards of a position, and the scale of a piece on it.
SQUARE: Final = 26
PIECE_SCALE: Final = 0.56
#: An empty square of the boards of a position.
EMPTY: Final = ("#efefef", "#f9f9f9")


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
        yield text_element(
            0,
            bottom,
            f"Neuron {number} has the output weight {weights.output_weights[number]}"
            f" and a bias of {bias / unit:.1f} centipawns."
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


def position_picture(weights: NetworkWeights, position: Position, count: int) -> str:
    """Draws a position twice for each of the `count` neurons that contribute most to its score, as SVG.

    Tempo neurons are left out: they contribute much but cancel out. On the left is White's perspective, on the
    right Black's. The colour of a piece's square is the piece's weight.
    """
    found = contributions(weights, position)
    shown = [each for each in found if each.neuron < weights.ordinary][:count]
    boards = [seen for contribution in shown for seen in (contribution.white, contribution.black)]
    largest = max((abs(weight) for seen in boards for weight in seen.piece_weights.values()), default=0) or 1
    width, row_height = 8 * SQUARE + 2 * GAP, 8 * SQUARE + 2 * LEGEND_LINE_HEIGHT + GAP

    def elements() -> Iterator[str]:
        for row, contribution in enumerate(shown):
            top = row_height * row
            caption = f"Neuron {contribution.neuron}: {contribution.centipawns:+.0f} centipawns for White"
            yield text_element(0, top + FONT_SIZE, caption, FONT_SIZE, INK, weight="bold")
            for column, (name, seen) in enumerate((("White", contribution.white), ("Black", contribution.black))):
                left = width * column
                text = f"{name}'s perspective: {seen.centipawns:+.0f}"
                yield text_element(left, top + FONT_SIZE + LEGEND_LINE_HEIGHT - 2, text, FONT_SIZE, INK)
                yield from _position(left, top + 2 * LEGEND_LINE_HEIGHT, position, seen, largest)
        legend = (
            "Blue: the piece raises the neuron's sum. Red: it lowers it.",
            f"The strongest colour is a weight of {largest:.0f} centipawns.",
        )
        yield from legend_elements(row_height * len(shown), legend)

    title = (
        f"The {len(shown)} neurons, tempo neurons aside, that contribute most to a position, and its pieces' weights"
    )
    height = row_height * len(shown) + 3 * LEGEND_LINE_HEIGHT
    return document(2 * width, height, elements(), title, position.fen())


def _position(left: int, top: int, position: Position, seen: Seen, largest: float) -> Iterator[str]:
    """Draws a board whose occupied squares have the colours of their pieces' weights, with White at the bottom."""
    for square, piece in enumerate(position.mailbox):
        x, y = left + SQUARE * (square % 8), top + SQUARE * (7 - square // 8)
        if piece:
            yield square_element(x, y, SQUARE, _colour(seen.piece_weights[square] / largest))
            yield piece_element(PIECE_LETTERS[piece], x, y, PIECE_SCALE)
        else:
            yield square_element(x, y, SQUARE, EMPTY[(square % 8 + square // 8) % 2])
