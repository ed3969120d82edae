"""Huo Chess's own game: its thoughts, the board as the original keeps it, and the user's moves that it accepts.

Moves are written as `e2e4`. The user is the human side; Huo is the other.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from modern.players.museum.cores.huo import HuoSearch
from modern.players.museum.cores.huo_board import NO_SQUARE, HuoBoard
from modern.rules.bitboard import SQUARE_NAMES
from modern.rules.move import uci_of
from modern.rules.pieces import (
    BLACK,
    KING,
    KNIGHT,
    PAWN,
    PIECE_LETTERS,
    QUEEN,
    ROOK,
    WHITE,
    opponent,
    piece_type_of,
    side_of,
)

OLD_EDITION: Final = "0.6"
NEW_EDITION: Final = "0.9"

#: The pieces of the initial position, from a1, b1 to h8.
INITIAL_PIECES: Final = "RNBQKBNR" + "P" * 8 + " " * 32 + "p" * 8 + "rnbqkbnr"

#: The user's possible inputs: the first four characters count.
INPUT: Final = re.compile(r"[a-hA-H][1-8][a-hA-H][1-8]", re.ASCII)

#: For each castling of the user, by the king's squares: the rook's squares, and those that must be empty.
CASTLING: Final = {
    "e1g1": ("h1", "f1", ("f1", "g1")),
    "e1c1": ("a1", "d1", ("b1", "c1", "d1")),
    "e8g8": ("h8", "f8", ("f8", "g8")),
    "e8c8": ("a8", "d8", ("b8", "c8", "d8")),
}


class InvalidInput(ValueError):
    """The program refuses the user's move; it prints `Invalid move - Please try again`."""


def never() -> None:
    """Ends no search."""


@dataclass(frozen=True)
class HuoMove:
    """A move of level 0, and its score in tenths of a pawn, White positive."""

    move: str
    score: int


@dataclass(frozen=True)
class HuoThought:
    """The findings of one thought of the program.

    `choice`    the move that it plays, with the best root move's score; the mate flag may choose another move.
    `roots`     the root moves in scan order, with their scores after the passes.
    `searched`  how many of them have such a score: all, unless the search was stopped. The others have static scores.
    `counters`  the number of nodes at levels 0 to 4.
    `mate`, `pat`  the two flags.
    `replayed`  True if it found no move and plays node 1 of its last think again.
    """

    choice: HuoMove
    roots: tuple[HuoMove, ...] = ()
    searched: int = 0
    counters: tuple[int, ...] = (0, 0, 0, 0, 0)
    mate: bool = False
    pat: bool = False
    replayed: bool = False

    @property
    def nodes(self) -> int:
        """Returns the number of nodes at all levels."""
        return sum(self.counters)


def thought_of(search: HuoSearch) -> HuoThought | None:
    """Returns a search's findings, or None without a root move.

    Of equal root moves the first is chosen. A search that was stopped chooses among the root moves that it has
    searched; if none was, by the static scores.
    """
    moves = [uci_of(code) for code in search.root_moves]
    if not moves:
        return None
    searched = len(search.root_scores)
    scores = [*search.root_scores, *search.static_scores[searched:]]
    roots = tuple(map(HuoMove, moves, scores))
    sign = 1 if search.huo == WHITE else -1
    best = max(roots[: searched or None], key=lambda root: sign * root.score)
    mating = search.mate_node > 0
    move = moves[search.mate_node - 1] if mating else best.move
    return HuoThought(HuoMove(move, best.score), roots, searched, tuple(search.counters), mating, search.pat)


class HuoGame:
    """A game against the original, with its own board.

    `huo`          Huo's side.
    `pieces`       the letter of the piece on each square, a1, b1 to h8; a space for an empty one.
    `en_passant`   the square behind the pawn that has just made a double step, or NO_SQUARE.
    `move_number`  the game's move number as the program counts it.
    `castled`      the user's castling, once made.
    `node_1`       the first root move of the last think that had one.
    """

    def __init__(self, huo: int, edition: str = NEW_EDITION, depth: int = 3) -> None:
        self.huo = huo
        self.edition = edition
        self.depth = depth
        self.pieces = list(INITIAL_PIECES)
        self.en_passant: int = NO_SQUARE
        self.move_number = 0
        self.castled = ""
        self.node_1: HuoMove | None = None

    def enter(self, text: str) -> None:
        """Makes the user's move. Raises InvalidInput, and then changes nothing.

        After the user has castled, every move is accepted. The original reads a bad character as the coordinate that
        it used last; here that is invalid.
        """
        if not INPUT.match(text):
            raise InvalidInput(f"{text[:80]!r} does not begin with a move such as e2e4")
        move = text[:4].lower()
        if not self.castled and self._is_castling(move):
            self._move(move)
            self.castled = move
            self._put_rook()
        elif self.castled or self._accepts(move):
            self._move(move)
            if self.castled and self.edition == OLD_EDITION:
                self._put_rook()
        else:
            raise InvalidInput(f"{move}: Invalid move - Please try again")
        if self.huo == BLACK:
            self.move_number += 1

    def reply(self, poll: Callable[[], object] = never) -> HuoThought | None:
        """Thinks, makes Huo's move and returns the thought; None if it resigns. `poll` is as in HuoSearch.

        Without a root move it plays node 1 of its last think again. It resigns only if there was no such think.
        """
        search = HuoSearch(self.board(), self.huo, self.depth, self.edition == OLD_EDITION, poll)
        search.run()
        thought = thought_of(search)
        if thought is not None:
            self.node_1 = thought.roots[0]
        elif self.node_1 is not None:
            thought = HuoThought(self.node_1, replayed=True)
        else:
            return None
        self._move(thought.choice.move)
        if self.huo == WHITE:
            self.move_number += 1
        return thought

    def board(self) -> HuoBoard:
        """Returns the position as the search takes it."""
        return HuoBoard("".join(self.pieces), self.en_passant, self.move_number)

    def _accepts(self, move: str) -> bool:
        """Returns True if a move is pseudo-legal and the user's check test sees no check after it.

        The side test leaves out knights and pawns, so the user may move Huo's. For the same reason the check test of
        edition 0.9 sees only Huo's knights and pawns.
        """
        from_square, to_square = squares_of_move(move)
        piece = PIECE_LETTERS.index(self.pieces[from_square])
        if piece == 0 or (side_of(piece) == self.huo and piece_type_of(piece) not in (PAWN, KNIGHT)):
            return False
        board = self.board()
        if not board.reaches(from_square, to_square):
            return False
        board.make(from_square, to_square)
        return not board.is_attacked(opponent(self.huo), self.edition != OLD_EDITION)

    def _is_castling(self, move: str) -> bool:
        """Returns True if the user may castle so: king and rook at home, and nothing between them."""
        user = opponent(self.huo)
        if move not in CASTLING or move[1] != ("1" if user == WHITE else "8"):
            return False
        rook, _, between = CASTLING[move]
        king_is_home = self._on(move[:2]) == PIECE_LETTERS[user + KING]
        return (
            king_is_home
            and self._on(rook) == PIECE_LETTERS[user + ROOK]
            and not any(self._on(name).strip() for name in between)
        )

    def _put_rook(self) -> None:
        """Puts the castled rook on its new square and empties its corner, whatever stands there."""
        corner, square, _ = CASTLING[self.castled]
        self.pieces[SQUARE_NAMES.index(square)] = PIECE_LETTERS[opponent(self.huo) + ROOK]
        self.pieces[SQUARE_NAMES.index(corner)] = " "

    def _move(self, move: str) -> None:
        """Moves the contents of a square, even an empty one; then promotes pawns and sets the en passant square.

        A pawn that is captured en passant stays.
        """
        from_square, to_square = squares_of_move(move)
        moved = self.pieces[from_square]
        self.pieces[from_square] = " "
        self.pieces[to_square] = moved
        for square in range(8):
            if self.pieces[square] == PIECE_LETTERS[BLACK + PAWN]:
                self.pieces[square] = PIECE_LETTERS[BLACK + QUEEN]
            if self.pieces[square + 56] == PIECE_LETTERS[WHITE + PAWN]:
                self.pieces[square + 56] = PIECE_LETTERS[WHITE + QUEEN]
        self.en_passant = passed_square(moved, from_square, to_square)

    def _on(self, name: str) -> str:
        return self.pieces[SQUARE_NAMES.index(name)]


def squares_of_move(move: str) -> tuple[int, int]:
    """Returns the from and to squares of a move."""
    return SQUARE_NAMES.index(move[:2]), SQUARE_NAMES.index(move[2:4])


def passed_square(piece: str, from_square: int, to_square: int) -> int:
    """Returns the square that a pawn passes with this move, or NO_SQUARE if the move is not a double step."""
    ranks = from_square >> 3, to_square >> 3
    if (piece, ranks) in ((PIECE_LETTERS[WHITE + PAWN], (1, 3)), (PIECE_LETTERS[BLACK + PAWN], (6, 4))):
        return (from_square + to_square) // 2
    return NO_SQUARE
