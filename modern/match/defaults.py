"""What a match does unless it is told otherwise, and the limits of its options."""

from __future__ import annotations

from typing import Final

#: The default number of games, without an SPRT and with one, and the maximum.
DEFAULT_GAMES: Final = 10
MAX_SPRT_GAMES: Final = 100_000
MAX_GAMES: Final = 10**7
#: The maximum number of games of each pairing of a tournament.
MAX_PAIRING_GAMES: Final = 100_000
#: The default time per move, in seconds.
DEFAULT_SECONDS: Final = 0.1
#: The openings are random unless a file is named: `random:8` has 8 plies. The default and the maximum number of plies.
RANDOM_PREFIX: Final = "random:"
DEFAULT_PLIES: Final = 8
#: The name of the openings that come with the package.
BALANCED: Final = "balanced"
MAX_PLIES: Final = 60
DEFAULT_SEED: Final = 1994
#: The default risk of an SPRT to accept a hypothesis wrongly.
DEFAULT_RISK: Final = 0.05
