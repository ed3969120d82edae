"""The pictures of docs/engine/network.md, drawn from the network in the package, and the tables of that page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import chess
from making.neuron import EXAMPLE_COUNT, EXAMPLE_FEN, EXAMPLE_NEURON, neuron_picture, position_picture
from making.page import DOCS, PICTURES, Files, page_with, text_files

from modern.engine.network.accumulators import Accumulators
from modern.engine.network.explain import contributions
from modern.engine.network.features import OWN_INPUTS, PERSPECTIVE_SIZE, input_table, perspective_of
from modern.engine.network.lanes import LANES, OFFSET, pack
from modern.engine.network.weights_file import NetworkWeights, installed_weights
from modern.pictures.arrows import parse_arrows
from modern.pictures.board import draw_board
from modern.pictures.svg import (
    BLUE,
    DARK,
    FAINT,
    INK,
    LEGEND_FONT_SIZE,
    LEGEND_LINE_HEIGHT,
    LIGHT,
    RED,
    document,
    piece_element,
    square_element,
    text_element,
)
from modern.rules import Move, Position
from modern.rules.bitboard import SQUARE_NAMES
from modern.rules.pieces import BLACK, PIECE_LETTERS, WHITE

PAGE: Final = DOCS / "engine" / "network.md"

#: The position that the page works through, and a move from it.
FEN: Final = "3k4/4npp1/P6p/8/8/4B3/5PPP/6K1 w - - 0 1"
MOVE: Final = "a6a7"
#: The pieces that the picture of both perspectives marks, by square.
MARKED: Final = {chess.A6: "#8fbfe4", chess.D8: "#e8b4b0"}
#: The first of the four neurons that share an integer with EXAMPLE_NEURON.
FIRST: Final = EXAMPLE_NEURON // LANES * LANES
#: The number of neurons that are listed with their contributions.
LISTED: Final = 5
SIDES: Final = {"White": WHITE, "Black": BLACK}
PIECE_NAMES: Final = ("", "pawn", "knight", "bishop", "rook", "queen", "king")

#: Sizes in pixels: a square of a perspective, the space between two boards, a margin for coordinates.
SQUARE: Final = 34
GAP: Final = 40
MARGIN: Final = 16
#: The board of the update, its row labels, a lane and the height of a row.
BOARD: Final = 200
LABELS: Final = 190
LANE: Final = 88
ROW: Final = 42


def inputs_of(position: Position, side: int) -> dict[int, int]:
    """Returns the input of the piece on each occupied square, as a side sees it."""
    table = input_table(1)
    first = int(PERSPECTIVE_SIZE) * int(perspective_of(position.bitboards, side))
    return {square: table[first + 64 * piece + square] for square, piece in enumerate(position.mailbox) if piece}


def input_name(number: int) -> str:
    """Returns the name of an input: `own pawn a6`."""
    owner = "own" if number < OWN_INPUTS else "enemy"
    return f"{owner} {PIECE_NAMES[number % int(OWN_INPUTS) // 64 + 1]} {SQUARE_NAMES[number % 64]}"


def perspectives_picture() -> str:
    """Draws a position from both perspectives, with the inputs of the marked pieces."""
    position = Position(FEN)
    width = MARGIN + 8 * SQUARE

    def elements() -> Iterator[str]:
        for column, (name, side) in enumerate(SIDES.items()):
            left = MARGIN + (width + GAP) * column
            mirrored = perspective_of(position.bitboards, side) & 1
            text = f"{name}'s perspective{', mirrored' if mirrored else ''}"
            yield text_element(left, LEGEND_FONT_SIZE, text, LEGEND_FONT_SIZE + 2, INK, weight="bold")
            inputs = inputs_of(position, side)
            yield from _perspective(left, LEGEND_LINE_HEIGHT, position, inputs)
            bottom = LEGEND_LINE_HEIGHT + 8 * SQUARE + MARGIN + 8
            for line, (square, colour) in enumerate(MARKED.items()):
                y = bottom + LEGEND_LINE_HEIGHT * line
                number = inputs[square]
                yield square_element(left, y, LEGEND_FONT_SIZE, colour)
                text = f"{input_name(number)}: input {number}"
                yield text_element(left + 20, y + LEGEND_FONT_SIZE - 2, text, LEGEND_FONT_SIZE)

    height = LEGEND_LINE_HEIGHT + 8 * SQUARE + MARGIN + 8 + LEGEND_LINE_HEIGHT * len(MARKED)
    title = "A position from White's perspective and, with ranks and files reversed, from Black's"
    return document(2 * width + GAP, height, elements(), title, FEN)


def _perspective(left: int, top: int, position: Position, inputs: dict[int, int]) -> Iterator[str]:
    """Draws a board with each piece on the square of its input."""
    seen = {number % 64: square for square, number in inputs.items()}
    for square in range(64):
        file, rank = square % 8, square // 8
        x, y = left + SQUARE * file, top + SQUARE * (7 - rank)
        colour = LIGHT if (file + rank) % 2 else DARK
        yield square_element(x, y, SQUARE, MARKED.get(seen.get(square, -1), colour))
        if square in seen:
            yield piece_element(PIECE_LETTERS[position.mailbox[seen[square]]], x + 2, y + 2, (SQUARE - 4) / 45)
    for number in range(8):
        middle = SQUARE * number + SQUARE / 2
        yield text_element(left + middle, top + 8 * SQUARE + 13, "abcdefgh"[number], LEGEND_FONT_SIZE, FAINT, "middle")
        yield text_element(left - MARGIN, top + middle + 4, 8 - number, LEGEND_FONT_SIZE, FAINT)


def update_picture(weights: NetworkWeights) -> str:
    """Draws how a move updates four sums in one integer, from White's perspective."""
    position, move = Position(FEN), Move.from_uci(MOVE)
    accumulators = Accumulators(weights.packed_inputs, weights.packed_biases)

    def weights_of(number: int) -> Sequence[int]:
        start = weights.hidden * number + FIRST
        return weights.inputs[start : start + LANES]

    removed = inputs_of(position, WHITE)[move.from_square]
    board = chess.Board(FEN)
    before = _word(accumulators, position)
    position.make(move)
    added = inputs_of(position, WHITE)[move.to_square]
    after = _word(accumulators, position)
    sums = _lanes(after, OFFSET)
    rows = (
        ("the sums before the move", before, _lanes(before, OFFSET)),
        (f"minus: {input_name(removed)}", pack(weights_of(removed))[0], weights_of(removed)),
        (f"plus: {input_name(added)}", pack(weights_of(added))[0], weights_of(added)),
        ("the sums after the move", after, sums),
        ("rectified", pack([max(0, number) for number in sums])[0], [max(0, number) for number in sums]),
    )
    left = BOARD + GAP // 2

    def elements() -> Iterator[str]:
        drawing = draw_board(board, parse_arrows(MOVE), size=BOARD)
        yield f'<g transform="translate(0 {LEGEND_LINE_HEIGHT})">{drawing}</g>'
        for lane in range(LANES):
            x = left + LABELS + LANE * (LANES - 1 - lane) + LANE / 2
            yield text_element(x, LEGEND_FONT_SIZE, f"neuron {FIRST + lane}", LEGEND_FONT_SIZE, INK, "middle", "bold")
        for number, (label, integer, lanes) in enumerate(rows):
            top = LEGEND_LINE_HEIGHT + ROW * number
            if number in (3, 4):
                yield (
                    f'<line x1="{left}" y1="{top}" x2="{left + LABELS + LANES * LANE}" y2="{top}" stroke="{FAINT}"/>'
                )
            yield text_element(left, top + 18, label, LEGEND_FONT_SIZE + 1)
            for lane, (value, digits) in enumerate(zip(lanes, _lanes(integer), strict=True)):
                x = left + LABELS + LANE * (LANES - 1 - lane) + LANE / 2
                colour = BLUE if value > 0 else RED if value < 0 else INK
                yield text_element(x, top + 18, f"{value:,}", LEGEND_FONT_SIZE + 2, colour, "middle")
                yield text_element(x, top + 33, f"{digits:04x}", LEGEND_FONT_SIZE, FAINT, "middle")
        legend = ("A row is one 64-bit integer: in grey, its hexadecimal digits.", "A sum is stored with 0x8000 added.")
        for line, text in enumerate(legend):
            y = LEGEND_LINE_HEIGHT + ROW * len(rows) + LEGEND_LINE_HEIGHT * (line + 1)
            yield text_element(left, y, text, LEGEND_FONT_SIZE, FAINT)

    height = LEGEND_LINE_HEIGHT * 3 + ROW * len(rows) + 6
    title = f"The move {MOVE} subtracts the weights of one input and adds those of another, four neurons at a time"
    return document(left + LABELS + LANES * LANE, height, elements(), title, FEN)


def _word(accumulators: Accumulators, position: Position) -> int:
    """Returns the sums of the neurons from FIRST on in one integer, from White's perspective."""
    entry = accumulators.entry_of(position)
    return int(accumulators.values[2 * accumulators.words * entry + FIRST // LANES])


def _lanes(word: int, offset: int = 0) -> list[int]:
    """Returns the four 16-bit numbers of an integer, each less an offset."""
    return [(word >> 16 * lane & 0xFFFF) - offset for lane in range(LANES)]


def tables(weights: NetworkWeights) -> dict[str, str]:
    return {
        "lanes": _lane_block(weights),
        "sum": "".join(_sum_rows(weights, EXAMPLE_NEURON)),
        "contributions": "".join(_contribution_rows(weights)),
    }


def _sum_rows(weights: NetworkWeights, neuron: int) -> Iterator[str]:
    """Yields the weight of each piece for a neuron, and the sum, in centipawns from both perspectives."""
    position, unit = Position(FEN), 2**weights.shift
    inputs = [inputs_of(position, side) for side in SIDES.values()]
    bias = weights.biases[neuron] / unit
    sums = [bias, bias]
    yield "| White's perspective | weight | Black's perspective | weight |\n|---|---|---|---|\n"
    yield f"| bias | {bias:+.1f} | bias | {bias:+.1f} |\n"
    for square in sorted(inputs[0], key=lambda square: inputs[0][square]):
        cells = []
        for side, seen in enumerate(inputs):
            weight = weights.inputs[weights.hidden * seen[square] + neuron] / unit
            sums[side] += weight
            cells += [input_name(seen[square]), f"{weight:+.1f}"]
        yield f"| {' | '.join(cells)} |\n"
    yield f"| **sum** | **{sums[0]:+.1f}** | **sum** | **{sums[1]:+.1f}** |\n"
    activations = [max(0.0, number) for number in sums]
    yield f"| **activation** | **{activations[0]:.1f}** | **activation** | **{activations[1]:.1f}** |\n"


def _lane_block(weights: NetworkWeights) -> str:
    """Returns how four sums in one integer are rectified, from White's perspective, as a block of code."""
    word = _word(Accumulators(weights.packed_inputs, weights.packed_biases), Position(FEN))
    sums = _lanes(word, OFFSET)
    signs = [int(number >= 0) for number in sums]
    rectified = [max(0, number) for number in sums]

    def row(label: str, lanes: Sequence[int], note: str = "") -> str:
        digits = " ".join(f"{lane:04x}" for lane in reversed(lanes))
        return f"{label:<29} {digits}{note}\n"

    largest = max(rectified)
    return "".join(
        [
            "```\n",
            row(f"sums {', '.join(map(str, reversed(sums)))}", _lanes(word)),
            row("top bits, shifted down", signs),
            row("mask", [0x7FFF * sign for sign in signs]),
            row("sums & mask", rectified, f"    0x{largest:04x} = {largest}"),
            "```\n",
        ]
    )


def _contribution_rows(weights: NetworkWeights) -> Iterator[str]:
    """Yields what the neurons contribute to the score, in centipawns for White."""
    found = contributions(weights, Position(FEN))
    found.sort(key=lambda each: each.neuron >= weights.ordinary)
    ordinary = sum(each.neuron < weights.ordinary for each in found)
    figures = [(each.white.centipawns, each.black.centipawns) for each in found]
    names = [str(each.neuron) for each in found[:LISTED]]
    rows = [
        *zip(names, figures, strict=False),
        (f"{ordinary - LISTED} other neurons", _total(figures[LISTED:ordinary])),
        (f"{len(found) - ordinary} tempo neurons", _total(figures[ordinary:])),
        ("**all**", _total(figures)),
    ]
    yield "| neuron | White's perspective | Black's perspective | together |\n|---|---|---|---|\n"
    for name, (white, black) in rows:
        yield f"| {name} | {white:+.1f} | {black:+.1f} | {white + black:+.1f} |\n"


def _total(figures: Iterable[tuple[float, float]]) -> tuple[float, float]:
    """Returns the sum of the first figures, and that of the second."""
    white, black = zip(*figures, strict=True)
    return sum(white), sum(black)


def files() -> Files:
    """Returns the pictures, and the page with its tables."""
    weights = installed_weights()
    pictures = {
        "network-perspectives.svg": perspectives_picture(),
        "network-update.svg": update_picture(weights),
        "neuron.svg": neuron_picture(weights, EXAMPLE_NEURON),
        "neurons.svg": position_picture(weights, Position(EXAMPLE_FEN), EXAMPLE_COUNT),
    }
    return text_files(PICTURES, pictures) | page_with(PAGE, tables(weights))
