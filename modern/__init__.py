"""The rules of chess, a modern engine, the players and their matches, and the comparison with the 1994 program."""

import sys


def load_ipython_extension(shell: object) -> None:
    """Shows positions as boards and thoughts as tables: `%load_ext modern`, or `import modern` in a notebook."""
    from modern.pictures.notebook import set_up_notebook

    set_up_notebook(shell)


if "IPython" in sys.modules and (running := sys.modules["IPython"].get_ipython()) is not None:
    load_ipython_extension(running)
