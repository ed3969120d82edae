"""The file of a campaign that can be gone on with: what each chunk has found."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from modern import journal
from modern.agreement.tally import Tally
from modern.journal import JournalError

__all__ = ["CampaignJournal", "JournalError"]


class CampaignJournal(journal.Journal):
    """The file while it is open.

    `done` are the numbers of the chunks in it, `found` what they have found together.
    """

    command = "gosub agree"
    task = "campaign"
    entry_content = "what a chunk has found"

    def __init__(self, path: Path, campaign: Mapping[str, Any]) -> None:
        """Open the file, or begin it. Raises JournalError, and OSError; the file is then as it was."""
        self.done: set[int] = set()
        self.tally = Tally()
        super().__init__(path, campaign)

    def add(self, number: int, found: Tally) -> None:
        """Put down, as one line, what a chunk has found."""
        self.write({"chunk": number, "found": found.as_json(sparse=True)})
        self.done.add(number)

    def load_entry(self, entry: Any) -> None:
        """Take over what a chunk has found, once."""
        chunk, found = int(entry["chunk"]), Tally.from_json(entry["found"])
        if chunk not in self.done:
            self.done.add(chunk)
            self.tally.merge(found)
