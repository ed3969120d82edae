"""The rules of chess, a modern engine, the players and their matches, and the comparison with the program of 1994."""

import sys
from typing import Any


def load_ipython_extension(shell: Any) -> None:
    """Shows positions as boards in a notebook: `%load_ext modern`. Importing modern in a notebook does the same."""
    from modern.pictures.notebook import show_positions

    show_positions(shell)


if "IPython" in sys.modules and (running := sys.modules["IPython"].get_ipython()) is not None:
    load_ipython_extension(running)
