"""Huo Chess's rules as they are described, rendered slowly: one rule after the other, with the tables of all levels.

Nothing here is shared with modern.players.museum.cores: the board is a dict of strings, every pair of squares is tried,
and the passes run over tables. `who_plays` is the original's variable; it explains what the check tests do not see.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

Square = tuple[int, int]
Step = tuple[Square, Square]

KINDS = {"p": "pawn", "n": "knight", "b": "bishop", "r": "rook", "q": "queen", "k": "king"}
VALUES = {"pawn": 10, "knight": 30, "bishop": 30, "rook": 50, "queen": 90, "king": 150}
#: All squares, (column, rank), in the order of every scan.
SQUARES = [(column, rank) for column in range(1, 9) for rank in range(1, 9)]


def other(colour: str) -> str:
    return "b" if colour == "w" else "w"


def text_of(step: Step) -> str:
    return "".join("abcdefgh"[column - 1] + str(rank) for column, rank in step)


@dataclass
class TableNode:
    """An entry of a level's table."""

    step: Step
    score: int
    parent: int


@dataclass
class HuoAnswer:
    """What a think finds, as the replies of the original have it."""

    move: str
    score: int
    roots: list[tuple[str, int]]
    counters: list[int]
    mate: bool
    pat: bool


@dataclass
class HuoReference:
    """A position with the program's variables.

    `pieces` are the letters of the squares a1, b1 to h8, a space for an empty one; `huo` is 'w' or 'b'.
    """

    pieces: str
    huo: str
    en_passant: Square = (0, 0)
    move_number: int = 0
    edition: str = "0.9"
    board: dict[Square, str] = field(default_factory=dict)
    who_plays: str = ""
    in_check: bool = False

    def __post_init__(self) -> None:
        for index, letter in enumerate(self.pieces):
            kind = KINDS.get(letter.lower(), "")
            self.board[index % 8 + 1, index // 8 + 1] = kind and ("w" if letter.isupper() else "b") + kind
        self.who_plays = self.huo

    # The legality of one move.

    def legal(self, start: Square, end: Square) -> bool:
        """Returns whether a move is pseudo-legal while `who_plays` is who it is."""
        piece, target = self.board[start], self.board[end]
        if not piece or start == end or target[:1] == piece[0]:
            return False
        across, up = end[0] - start[0], end[1] - start[1]
        if piece[1:] == "pawn":
            return self.pawn_may(start, end, across, up)
        if piece[1:] == "knight":
            return abs(across * up) == 2
        if piece[0] != self.who_plays:
            return False
        straight, diagonal = 0 in (across, up), abs(across) == abs(up)
        if piece[1:] == "king":
            return max(abs(across), abs(up)) == 1
        fits = {"rook": straight, "bishop": diagonal, "queen": straight or diagonal}[piece[1:]]
        return fits and not any(self.board[square] for square in self.path(start, end))

    def pawn_may(self, start: Square, end: Square, across: int, up: int) -> bool:
        colour = self.board[start][0]
        forward, home, last = (1, 2, 8) if colour == "w" else (-1, 7, 1)
        if start[1] == last:
            return False
        if across == 0 and up == forward:
            return not self.board[end]
        if across == 0 and up == 2 * forward and start[1] == home:
            return not self.board[end] and not self.board[start[0], start[1] + forward]
        return abs(across) == 1 and up == forward and (bool(self.board[end]) or end == self.en_passant)

    @staticmethod
    def path(start: Square, end: Square) -> Iterator[Square]:
        """Yields the squares between two squares of a line."""
        longest = max(abs(end[0] - start[0]), abs(end[1] - start[1]))
        for step in range(1, longest):
            yield (
                start[0] + (end[0] - start[0]) * step // longest,
                start[1] + (end[1] - start[1]) * step // longest,
            )

    def steps(self, colour: str) -> list[Step]:
        """Returns the pseudo-legal moves of a colour's pieces in scan order."""
        return [
            (start, end)
            for start in SQUARES
            if self.board[start][:1] == colour
            for end in SQUARES
            if self.legal(start, end)
        ]

    def attacked(self, colour: str) -> bool:
        """Returns the result of the check test for a colour's king. Edition 0.6 gives the turn to the attacker."""
        kings = [square for square in SQUARES if self.board[square] == colour + "king"]
        before = self.who_plays
        if self.edition == "0.6":
            self.who_plays = other(colour)
        result = any(
            self.legal(start, king) for king in kings for start in SQUARES if self.board[start][:1] == other(colour)
        )
        self.who_plays = before
        return result

    # The score.

    def score(self) -> int:
        total = 0
        for (column, rank), piece in self.board.items():
            if piece:
                total += VALUES[piece[1:]] * self.sign(piece[0])
            if piece == "wpawn" and column in (4, 5) and rank in (3, 4):
                total += 1
            if piece == "bpawn" and column in (4, 5) and rank in (5, 6):
                total -= 1
        if self.move_number < 10:
            total += self.opening_terms("w") - self.opening_terms("b")
        return total

    def opening_terms(self, colour: str) -> int:
        ranks = (1, 3, 4) if colour == "w" else (8, 6, 5)
        empty_homes = [column for column in (1, 4, 5, 8) if not self.board[column, ranks[0]]]
        rim_knights = [column for column in (1, 8) if self.board[column, ranks[1]] == colour + "knight"]
        rim_pawns = [column for column in (1, 8) if self.board[column, ranks[2]] == colour + "pawn"]
        return -len(empty_homes) - len(rim_knights) - len(rim_pawns)

    @staticmethod
    def sign(colour: str) -> int:
        return 1 if colour == "w" else -1

    # The search and the passes.

    def think(self, depth: int) -> HuoAnswer | None:
        """Returns what the program finds; None if it has no root move."""
        self.tables: list[list[TableNode]] = [[], [], [], [], []]
        self.depth = depth
        self.in_check = self.mate = self.pat = False
        self.mate_node = 0
        self.scan(0, 0)
        if not self.tables[0]:
            return None
        self.passes()
        best = self.tables[0][0]
        for node in self.tables[0]:
            if self.sign(self.huo) * node.score > self.sign(self.huo) * best.score:
                best = node
        played = self.tables[0][self.mate_node] if self.mate else best
        return HuoAnswer(
            text_of(played.step),
            best.score,
            [(text_of(node.step), node.score) for node in self.tables[0]],
            [len(table) for table in self.tables],
            self.mate,
            self.pat,
        )

    def scan(self, level: int, parent: int) -> None:
        """Tries every move of a level; nodes are numbered from 1."""
        colour = self.huo if level % 2 == 0 else other(self.huo)
        user = other(self.huo)
        reply_found = False
        self.who_plays = user if self.edition == "0.6" and level == 2 else colour
        for step in self.steps(colour):
            start, end = step
            before = self.board[start], self.board[end]
            self.board[start], self.board[end] = "", before[0]
            self.who_plays = self.huo
            rejected = False
            if level == 0:
                rejected = self.attacked(self.huo)
            elif level == 1:
                rejected = self.in_check = self.attacked(user)
                reply_found = reply_found or not rejected
            if not rejected:
                self.tables[level].append(TableNode(step, self.score(), parent))
                number = len(self.tables[level])
                captures = before[1] != ""
                if self.depth > level + 1 and (level < 2 or captures):
                    self.scan(level + 1, number)
                if level == 0 and self.pat:
                    self.tables[0][-1].score = 0
            self.board[start], self.board[end] = before
        if level == 1 and not reply_found:
            if self.in_check:
                self.mate, self.mate_node = True, parent - 1
            else:
                self.pat = True

    def passes(self) -> None:
        """Brings the scores of each level to the level above, from the deepest up."""
        handled = -999
        for level in (4, 3, 2, 1):
            sign = self.sign(self.huo if level % 2 == 0 else other(self.huo))
            if self.edition == "0.6":
                handled = -999
            for child in self.tables[level]:
                parent = self.tables[level - 1][child.parent - 1]
                if child.parent != handled:
                    handled = child.parent
                    parent.score = child.score
                if sign * child.score >= sign * parent.score:
                    parent.score = child.score
