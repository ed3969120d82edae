import sys

from modern.players import Decision, MoveRequest, Player
from modern.rules import Move, Position
from modern.uci import UciSession


def choose(position: Position) -> Move:
    """Returns the first legal move."""
    return position.legal_moves()[0]


class MyPlayer(Player):
    name = "Step 1"

    def decide(self, request: MoveRequest) -> Decision:
        position = request.game.position.copy()
        return Decision(choose(position) if position.legal_moves() else None)


if __name__ == "__main__":
    UciSession(MyPlayer(), sys.stdin.buffer, sys.stdout.buffer).run()
