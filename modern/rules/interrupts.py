"""A door that long compiled loops go through now and then. This module is never compiled."""


def allow_interrupts() -> None:
    """Do nothing; but a call into plain Python lets Ctrl-C and the other threads in."""
