"""FirstChess's rules written a second time: a dict of squares, moves by their names, attacks by trying every move.

Slow, and without anything of modern.players: what the exhibit's board, generator and search are compared with.
"""

from __future__ import annotations

from dataclasses import dataclass

Square = tuple[int, int]  # file and rank, both 1 to 8

WORTH = {"p": 100, "n": 300, "b": 300, "r": 500, "q": 900, "k": 10_000}
#: In the order of generation: file and rank steps, seen from White's side of the board.
DIAGONALS = [(-1, 1), (1, 1), (1, -1), (-1, -1)]
STRAIGHTS = [(-1, 0), (1, 0), (0, 1), (0, -1)]
JUMPS = [(2, 1), (-2, 1), (1, 2), (-1, 2), (-2, -1), (2, -1), (-1, -2), (1, -2)]
STEPS = [*STRAIGHTS, (-1, 1), (1, 1), (-1, -1), (1, -1)]
#: The board from a8 to h1.
SQUARES = [(file, rank) for rank in range(8, 0, -1) for file in range(1, 9)]


def name(square: Square) -> str:
    return "-abcdefgh"[square[0]] + str(square[1])


@dataclass(frozen=True)
class PlainBoard:
    """The letters of a FEN by square, and whether White is to move."""

    men: dict[Square, str]
    white: bool

    @staticmethod
    def from_fen(fen: str) -> PlainBoard:
        placement, turn = fen.split()[:2]
        letters = "".join("." * int(c) if c.isdigit() else c for c in placement.replace("/", ""))
        return PlainBoard({s: c for s, c in zip(SQUARES, letters, strict=True) if c != "."}, turn == "w")

    def own(self, square: Square) -> bool:
        return square in self.men and self.men[square].isupper() == self.white

    def enemy(self, square: Square) -> bool:
        return square in self.men and not self.own(square)

    def moves(self) -> list[str]:
        """Returns the pseudo-legal moves in order, as UCI writes them."""
        found: list[str] = []
        for square in SQUARES:
            if self.own(square):
                found += [name(square) + rest for rest in self.destinations(square)]
        return found

    def destinations(self, square: Square) -> list[str]:
        kind = self.men[square].lower()
        if kind == "p":
            return self.pawn(square)
        if kind in "nk":
            steps = JUMPS if kind == "n" else STEPS
            targets = [(square[0] + dx, square[1] + dy) for dx, dy in steps]
            return [name(target) for target in targets if target in SQUARES and not self.own(target)]
        lines = {"b": DIAGONALS, "r": STRAIGHTS, "q": DIAGONALS + STRAIGHTS}[kind]
        return [name(target) for step in lines for target in self.line(square, step)]

    def line(self, square: Square, step: tuple[int, int]) -> list[Square]:
        target = (square[0] + step[0], square[1] + step[1])
        if target not in SQUARES or self.own(target):
            return []
        return [target] if self.enemy(target) else [target, *self.line(target, step)]

    def pawn(self, square: Square) -> list[str]:
        file, rank = square
        up, home, last = (1, 2, 8) if self.white else (-1, 7, 1)
        found: list[str] = []
        if rank == last:
            return found
        if (file, rank + up) not in self.men:
            promotions = "qrbn" if rank + up == last else [""]
            found += [name((file, rank + up)) + letter for letter in promotions]
            if rank == home and (file, rank + 2 * up) not in self.men:
                found.append(name((file, rank + 2 * up)))
        return found + [name(target) for target in ((file - 1, rank + up), (file + 1, rank + up)) if self.enemy(target)]

    def after(self, move: str) -> PlainBoard:
        """Returns the board after a move. Without a letter for the promotion, a pawn stays a pawn on any rank."""
        origin, target = (("-abcdefgh".index(move[i]), int(move[i + 1])) for i in (0, 2))
        men = dict(self.men)
        man = men.pop(origin)
        if move[4:]:
            man = move[4].upper() if self.white else move[4]
        men[target] = man
        return PlainBoard(men, not self.white)

    def in_check(self) -> bool:
        """Returns True if the enemy could capture the king of the side to move."""
        (king,) = [name(square) for square, man in self.men.items() if man == ("K" if self.white else "k")]
        return any(move[2:4] == king for move in PlainBoard(self.men, not self.white).moves())

    def legal(self) -> list[str]:
        """Returns the moves that do not leave the own king in check, in order."""

        def is_safe(move: str) -> bool:
            after = self.after(move)
            return not PlainBoard(after.men, self.white).in_check()

        return [move for move in self.moves() if is_safe(move)]

    def material(self) -> int:
        """Returns the material, seen by the side to move."""
        total = sum(WORTH[man.lower()] * (1 if man.isupper() else -1) for man in self.men.values())
        return total if self.white else -total

    def no_move_value(self, ply: int) -> int:
        return -10_000 + ply if self.in_check() else 0

    def minimax(self, depth: int, ply: int = 0) -> int:
        """Returns the value without any pruning; the leaves are seen by the side to move there."""
        values = [
            -after.minimax(depth - 1, ply + 1) if depth > 1 else after.material()
            for after in map(self.after, self.legal())
        ]
        return max(values) if values else self.no_move_value(ply)


class PlainSearch:
    """Alpha-beta as FirstChess's description has it, and the number of its calls."""

    def __init__(self, board: PlainBoard, depth: int) -> None:
        self.nodes = 0
        self.choice = ""
        self.value = self.call(board, -10_000, 10_000, depth, 0)

    def call(self, board: PlainBoard, alpha: int, beta: int, depth: int, ply: int) -> int:
        self.nodes += 1
        moves = board.legal()
        for move in moves:
            after = board.after(move)
            value = after.material() if depth == 1 else -self.call(after, -beta, -alpha, depth - 1, ply + 1)
            if value >= beta and value > alpha:
                return beta
            if value > alpha:
                alpha = value
                if ply == 0:
                    self.choice = move
        return alpha if moves else board.no_move_value(ply)
