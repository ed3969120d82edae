"""UCI: makes every player available as an engine to any chess GUI.

Read the files in this order: lines.py (commands and answers), session.py (the two threads).

S. Meyer-Kahlen and R. Huber, "Universal Chess Interface", 2000; https://www.chessprogramming.org/UCI
"""

from modern.uci.session import UciSession

__all__ = ["UciSession"]
