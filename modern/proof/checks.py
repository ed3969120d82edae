"""Changes of the port made in the listing as well, to see that the two leave the record alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from modern.proof.changes import Change
from modern.proof.counterparts import Counterparts
from modern.proof.listing_record import listing_ending
from modern.proof.port_changes import port_source
from modern.proof.record import Ending, cut


class Check(NamedTuple):
    """A change of the port and the same change of the listing, with the listing's text; `port` is the port's ending."""

    change: Change
    in_listing: Change
    port: Ending
    text: str


class CheckResult(NamedTuple):
    """A check with the listing's ending."""

    check: Check
    listing: Ending

    @property
    def agrees(self) -> bool:
        """True if port and listing leave the record at the same ply, with the same move or the same error."""
        return self.check.port.outcome == self.listing.outcome


def checks(listing: str, played: Iterable[tuple[Change, Ending]], count: int, plies: int) -> Iterator[Check]:
    """Yields the first changes, at most `count`, that a token of the listing stands for; only `plies` plies count."""
    counterparts = Counterparts(port_source(), listing)
    lines = listing.splitlines()
    found = ((change, ending, counterparts.change(change)) for change, ending in played)
    for change, ending, other in islice(((one, end, same) for one, end, same in found if same), count):
        yield Check(change, other, cut(ending, plies), "\n".join(other.applied_to(lines)) + "\n")


def check_result(check: Check, plies: int) -> CheckResult:
    """Plays the first plies of the record with the changed listing."""
    return CheckResult(check, listing_ending(check.text, plies))
