"""UCI: any player, to any chess program.

S. Meyer-Kahlen and R. Huber, "Universal Chess Interface", 2000; https://www.chessprogramming.org/UCI
"""

from modern.uci.session import UciSession

__all__ = ["UciSession"]
