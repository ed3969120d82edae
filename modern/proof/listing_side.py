"""The listing as a side: the restored text, compiled by the BASIC."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import cast

from historic.basic import Stop
from historic.basic.language import CompiledListing, LineError, ListingRun, compile_listing
from historic.basic.language.errors import INPUT_PAST_END
from modern.proof.sides import WATCHED, Watch, WatchedRun, WatchedSide
from modern.proof.variables import layout_of


class ListingSide(WatchedSide):
    """A compiled listing. `labels` are the subroutines that are watched.

    `step` is called with the line before each statement, if the listing was compiled with it.
    """

    name = "the listing"

    def __init__(
        self,
        listing: CompiledListing,
        labels: Sequence[str] = WATCHED,
        step: Callable[[int], None] | None = None,
    ) -> None:
        self.listing = listing
        self.step = step
        self.layout = layout_of(listing.declarations)
        self.labels = [label for label in labels if label in listing.subroutines]

    def start(self, watch: Watch, lines: int | None = None) -> ListingSideRun:
        return ListingSideRun(self, watch, lines)


class ListingSideRun(WatchedRun):
    """A run of the listing."""

    def __init__(self, side: ListingSide, watch: Watch, lines: int | None) -> None:
        super().__init__(side.layout, watch, lines)
        self.run = ListingRun(side.listing, self.screen, side.step)
        for label in side.labels:
            self.run.on_return(label, lambda label=label: self.returned(label))  # type: ignore[misc]

    def main(self) -> None:
        """Runs the listing from its first line. Always raises something: Stop, or the error that ended it."""
        try:
            self.run.run()
        except LineError as error:
            if error.code != INPUT_PAST_END:
                raise
        raise Stop

    def gosub(self, label: str) -> None:
        """Runs a subroutine of the listing."""
        self.run.gosub(label)

    def get(self, name: str) -> float:
        return cast("float", self.run.get(name))

    def set(self, name: str, value: float) -> None:
        """Assigns a variable."""
        self.run.set(name, value)

    def set_elements(self, array: str, values: Sequence[int]) -> None:
        self.run.set_elements(array, values)

    def numbers(self) -> Iterable[float]:
        get = self.run.get
        values = [get(name) for name in self.layout.numbers]
        for name, _ in self.layout.arrays:
            values += self.run.elements(name)
        return cast("list[float]", values)

    def texts(self) -> tuple[str, ...]:
        return tuple(cast("str", self.run.get(name)) for name in self.layout.texts)


def listing_side(text: str) -> ListingSide:
    """Returns the side of a listing's text. Raises ListingRefused, and ParserMissing without lark."""
    return ListingSide(compile_listing(text))
