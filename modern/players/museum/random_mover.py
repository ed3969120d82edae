"""The random mover: it plays any legal move, and knows nothing else of chess.

What it is: the weakest opponent that keeps to the rules. The author of the novice opponent says in jest that his
program should do no worse than a drunken chimpanzee; this is the chimpanzee, so that the jest can be tested.
Certain: nothing but the joke. That the chimpanzee keeps to the rules, and that its moves are equally likely, is ours.

It is sober enough to repeat itself: `Seed`, the number of moves that were made and the position decide its move, so a
game can be played again. Another seed plays other games. A position that comes again may get another move.
"""

from __future__ import annotations

import random
from typing import Final

from modern.players.museum.exhibit import Exhibit, ProgramChoice
from modern.players.protocol import SPIN, MoveRequest, Option

SEED: Final = "Seed"
MAX_SEED: Final = 999_999


class RandomMover(Exhibit):
    """The random mover."""

    name = "Random mover"
    depth = "no ply"
    score_note = "it does not evaluate positions"
    options = (Option(SEED, SPIN, "1", minimum=0, maximum=MAX_SEED),)

    def choose(self, request: MoveRequest) -> ProgramChoice:
        """Returns a random one of the moves that may be played."""
        game = request.game
        legal = sorted(move.uci() for move in game.position.legal_moves())
        only = {move.uci() for move in request.limits.only}
        seed = f"{self.settings[SEED]}:{len(game.moves)}:{game.position.hash}"
        return ProgramChoice(random.Random(seed).choice([move for move in legal if move in only] or legal))
