"""Each repair taken back, and each other reading of a doubtful place, one at a time, over the recorded game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from historic.listing.appendix import find_appendix
from historic.listing.other_readings import OTHER_READINGS
from historic.listing.repairs import repairs_of
from historic.listing.restoration import repaired, restored_listing
from historic.study.sample_game import SAMPLE_GAME
from modern.proof.listing_record import listing_ending
from modern.proof.record import Ending

#: The kinds of trials.
UNCHANGED: Final = "as restored"
TAKEN_BACK: Final = "repair taken back"
OTHER: Final = "other reading"


@dataclass(frozen=True)
class Trial:
    """A listing to be tried: `name` is that of the repair or of the other reading, `place` its label and line.

    `standing` is what stands there in the restored listing, `instead` what this listing has, and `text` is all of it.
    """

    kind: str
    name: str
    place: str
    standing: str
    instead: str
    text: str


def trials(report: str, reading: str) -> Iterator[Trial]:
    """Yields the restored listing, then the trials in the order of the listing.

    Raises NotAReport if the listing cannot be restored from the text of the report.
    """
    whole = restored_listing(report, reading)
    yield Trial(UNCHANGED, reading, "", "", "", whole)
    appendix = find_appendix(report)
    repairs = repairs_of(reading)
    for repair in repairs:
        text = repaired(appendix, [other for other in repairs if other is not repair]).text
        place = f"{repair.label}+{repair.line}"
        yield Trial(TAKEN_BACK, repair.name, place, repair.reads, repair.printed, text)
    for other in OTHER_READINGS:
        if all(place.reads in whole for place in other.places):
            first = other.places[0]
            place = f"{first.label}+{first.line}"
            yield Trial(OTHER, other.name, place, first.reads, first.instead, other.applied_to(whole))


def trial_ending(trial: Trial, plies: int = len(SAMPLE_GAME)) -> Ending:
    """Returns how far the listing of a trial follows the first plies of the record."""
    return listing_ending(trial.text, plies)
