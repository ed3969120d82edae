import sys

from modern.players import Decision, MoveRequest, Player
from modern.rules import Move, Position
from modern.uci import UciSession

VALUES = {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9, "k": 0}


def material(position: Position, side: str) -> float:
    """Returns the side's material minus the opponent's, in pawns."""
    score = 0.0
    for square in range(64):
        piece = position.piece_at(square)  # "P" is a white pawn, "p" a black one
        if piece:
            belongs_to_white = piece.isupper()
            value = VALUES[piece.lower()]
            score += value if belongs_to_white == (side == "white") else -value
    return score


def evaluate(position: Position, side: str) -> float:
    """Returns the side's material, plus .01 for each of its moves or minus .01 for each of the opponent's."""
    moves = len(position.legal_moves())
    return material(position, side) + (moves if position.side == side else -moves) / 100


def score_after_reply(position: Position, side: str) -> float:
    """Returns the side's score after the opponent's best reply."""
    replies = position.legal_moves()
    if not replies:
        return 1000.0 if position.is_check() else 0.0  # checkmate, or stalemate
    scores = []
    for reply in replies:
        position.make(reply)
        scores.append(evaluate(position, side))
        position.unmake()
    return ___(scores)  # min or max?


def choose(position: Position) -> Move:
    """Returns the move with the highest score after the best reply."""
    side = position.side

    def score(move: Move) -> float:
        position.make(move)
        found = score_after_reply(position, side)
        position.unmake()
        return found

    return max(position.legal_moves(), key=score)


class MyPlayer(Player):
    name = "Step 4"

    def decide(self, request: MoveRequest) -> Decision:
        position = request.game.position.copy()
        return Decision(choose(position) if position.legal_moves() else None)


if __name__ == "__main__":
    UciSession(MyPlayer(), sys.stdin.buffer, sys.stdout.buffer).run()
