"""A way for long compiled loops to let interrupts in. This module is never compiled."""


def allow_interrupts() -> None:
    """Does nothing. Calling plain Python lets Ctrl-C and other threads interrupt a compiled loop."""
