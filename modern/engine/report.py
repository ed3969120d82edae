"""The names of modern.report, for scripts written for 1.0.0: they were defined here."""

from __future__ import annotations

from modern.report import UCI_EXACT, UCI_LOWER_BOUND, UCI_UPPER_BOUND, Report, Score, Term, discard

__all__ = ["UCI_EXACT", "UCI_LOWER_BOUND", "UCI_UPPER_BOUND", "Report", "Score", "Term", "discard"]
