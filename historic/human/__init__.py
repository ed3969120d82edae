"""A human's moves, and the program with the questions of ASK.

Read the files in this order: moves.py (a typed move is checked and entered), questions.py (the main loop with humans).
"""

from historic.human.moves import HumanMoveError, enter

__all__ = ["HumanMoveError", "enter"]
