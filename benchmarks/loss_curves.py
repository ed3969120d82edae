"""Draws the losses of a training run, epoch by epoch, as SVG."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from texel import Losses

from modern.pictures.svg import BLUE, FAINT, INK, RED, document, text_element

#: The size of the curves' area, and the space left of it for the figures, in pixels.
WIDTH: Final = 560
HEIGHT: Final = 260
LEFT: Final = 64
FONT_SIZE: Final = 12
#: The most lines of the scale, and the distances that they may have, times a power of ten.
MAX_LINES: Final = 8
STEPS: Final = (1, 2, 5)
LINE_COLOUR: Final = "#dddddd"
COLOURS: Final = {"training": BLUE, "validation": RED}


def loss_curves(losses: Sequence[Losses], title: str) -> str:
    """Draws the losses as SVG: two curves, with the last values below them.

    The training loss of an epoch is the mean during the epoch, while the weights change. The validation loss is that of
    the weights after it.
    """
    low, high, step = _scale([loss for pair in losses for loss in pair])
    across = WIDTH / max(len(losses) - 1, 1)

    def y(loss: float) -> float:
        return round(HEIGHT * (high - loss) / (high - low), 1)

    def elements() -> Iterator[str]:
        for line in range(round((high - low) / step) + 1):
            loss = low + line * step
            yield f'<path d="M{LEFT} {y(loss):g}h{WIDTH}" stroke="{LINE_COLOUR}"/>'
            yield text_element(LEFT - 8, y(loss) + 4, f"{loss:.5f}", FONT_SIZE - 1, FAINT, "end")
        for name, colour in COLOURS.items():
            values = [getattr(pair, name) for pair in losses]
            points = " ".join(f"{LEFT + across * epoch:.1f},{y(value):g}" for epoch, value in enumerate(values))
            yield f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'
        yield text_element(LEFT, HEIGHT + 18, "epoch 1", FONT_SIZE - 1, FAINT)
        yield text_element(LEFT + WIDTH, HEIGHT + 18, f"epoch {len(losses)}", FONT_SIZE - 1, FAINT, "end")
        yield text_element(
            0,
            HEIGHT + 42,
            "Mean squared error of the expected result: training during each epoch, validation after it",
            FONT_SIZE,
            INK,
        )
        for line, (name, colour) in enumerate(COLOURS.items(), 1):
            text = f"{name}: {getattr(losses[-1], name):.5f} at the end"
            yield text_element(0, HEIGHT + 42 + 18 * line, text, FONT_SIZE, colour)

    return document(LEFT + WIDTH, HEIGHT + 44 + 18 * len(COLOURS), elements(), title)


def _scale(losses: Sequence[float]) -> tuple[float, float, float]:
    """Returns the ends of the scale and the distance of its lines. All losses are between the ends."""
    lowest, highest = min(losses), max(losses)
    least = max((highest - lowest) / (MAX_LINES - 2), 1e-6)
    power = 10.0 ** math.floor(math.log10(least))
    step = next((factor * power for factor in STEPS if factor * power >= least), 10 * power)
    low, high = step * math.floor(lowest / step), step * math.ceil(highest / step)
    return low, max(high, low + step), step
