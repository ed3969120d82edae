"""A human's moves, and the program with the questions of ASK."""

from historic.human.moves import HumanMoveError, enter

__all__ = ["HumanMoveError", "enter"]
