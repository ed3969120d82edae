"""The rules of chess, a modern engine, the players and their matches, and the comparison with the 1994 program.

docs/develop/architecture.md lists the packages. The files here are shared by all: facts.py (the sentences for people),
limits.py and report.py (how far a player searches, and what it reports), input_files.py and output_files.py (files from
anywhere, and files that are written whole or not at all), system.py (the differences between operating systems) and
build.py (the list of compiled modules). __main__.py starts `gosub`.
"""

import sys


def load_ipython_extension(shell: object) -> None:
    """Shows positions as boards and thoughts as tables: `%load_ext modern`, or `import modern` in a notebook."""
    from modern.pictures.notebook import set_up_notebook

    set_up_notebook(shell)


if "IPython" in sys.modules and (running := sys.modules["IPython"].get_ipython()) is not None:
    load_ipython_extension(running)
