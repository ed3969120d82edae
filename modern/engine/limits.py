"""The names of modern.limits, for scripts written for 1.0.0: they were defined here."""

from __future__ import annotations

from modern.limits import MAX_DEPTH, MAX_NODES, Clock, Limits

__all__ = ["MAX_DEPTH", "MAX_NODES", "Clock", "Limits"]
