"""The default values of the options."""

from typing import Final

from historic.study.sample_game import SAMPLE_GAME

SEED: Final = 1994
#: How many changes are made in the listing as well, if the report is given.
IN_LISTING: Final = 50
PLIES: Final = len(SAMPLE_GAME)
