"""The journal of a campaign: the counts of each chunk, so that a campaign can be resumed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from modern.agreement.tally import Tally
from modern.jobs import journal
from modern.jobs.journal import JournalError

__all__ = ["CampaignJournal", "JournalError"]


class CampaignJournal(journal.Journal):
    """The open journal of a campaign: `done` are the numbers of its chunks, `tally` is the sum of their counts."""

    command = "gosub agree"
    task = "campaign"
    entry_content = "the counts of a chunk"

    def __init__(self, path: Path, campaign: Mapping[str, Any]) -> None:
        """Opens or creates the file. Raises JournalError or OSError, and then leaves the file unchanged."""
        self.done: set[int] = set()
        self.tally = Tally()
        self.code = campaign.get("code")
        super().__init__(path, campaign)

    def add(self, number: int, found: Tally) -> None:
        """Writes the counts of a chunk as one line, with the digest of the code that compared it."""
        self.write({"chunk": number, "code": self.code, "found": found.as_json(sparse=True)})
        self.done.add(number)

    def _check_header(self, entry: dict[str, Any], header: Mapping[str, Any]) -> None:
        """Raises JournalError if the file is not a journal of this campaign, or was written by other code."""
        code = header.get("code")
        super()._check_header(entry, {name: value for name, value in header.items() if name != "code"})
        if entry.get("code") != code:
            raise JournalError(
                f"{self.path} was written by other code, which may count differently; expected a new file"
                " or a journal of this code"
            )

    def load_entry(self, entry: Any) -> None:
        """Adds the counts of a chunk, unless the chunk was added before. Raises ValueError if other code compared it.

        Version 1.0 wrote no digest beside a chunk, only the campaign's.
        """
        if entry.get("code", self.code) != self.code:
            raise ValueError("other code compared it")
        chunk, found = int(entry["chunk"]), Tally.from_json(entry["found"])
        if chunk not in self.done:
            self.done.add(chunk)
            self.tally.merge(found)
