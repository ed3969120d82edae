"""Lets Ctrl-C interrupt long compiled loops. This module is never compiled."""


def allow_interrupts() -> None:
    """Does nothing. Calling plain Python lets Ctrl-C and other threads interrupt a compiled loop."""
