"""Huo Chess, QBasic edition: a program of one, three or five plies that scores every node and then runs minimax.

What it was: the chess program that the tutorial "Programming a chess application in QBasic (QB64)" builds and explains.
Who and when: Spiros Kakos (skakos), on Harmonia Philosophica. The tutorial's dated news are from 2020 to 2022. Edition
0.6 is the one of its last chapter; edition 0.9 is the one of July 2022 in the repository skakos/Huo-Chess-QB64.
Where it is described: in the tutorial, which prints parts of the source and offers the rest for download.

Certain, because the originals were compiled and run, and every reply of theirs in tests/data comes out: the order of
the moves, the score, the check tests, the passes, the choice, the counters, the mate flag; and how the program keeps
its board, as far as the recorded games go.
Inferred, from reading the original: what P does when a pass leaves it at the next pass's first parent; the pat flag
in edition 0.6; the rook that edition 0.6 puts back after castling. The opening book is left out: the replies were
recorded without one, and the book's files are not in the documents.

As a player it gets its board from the game, by the rules of chess, before each move. What the original carries from
move to move also comes from the game: the move number, the en passant square, and the move that it plays again when it
finds none. So it does not matter whether the game was played here, resumed or sent in one piece. HuoGame, in
cores/huo_game.py, keeps the board as the original did.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Final

from modern.facts import fact
from modern.game.game import Game
from modern.players.museum.cores.huo import HuoSearch
from modern.players.museum.cores.huo_board import HuoBoard
from modern.players.museum.cores.huo_game import (
    NEW_EDITION,
    OLD_EDITION,
    HuoMove,
    HuoThought,
    passed_square,
    squares_of_move,
    thought_of,
)
from modern.players.museum.exhibit import Exhibit, ProgramChoice
from modern.players.protocol import COMBO, MoveRequest, Option, OptionError
from modern.report import Score
from modern.rules import Position
from modern.rules.pieces import BLACK, WHITE

DEPTH: Final = "Depth"
EDITION: Final = "Edition"
QUEEN_VALUE: Final = "Queen"
#: The values of a queen in pawns: the program's, and the one that its author proposes to try.
OWN_QUEEN, DEAR_QUEEN = "9", "9.5"
#: The depth that edition 0.6 does not have.
NEW_DEPTH: Final = "5"


class StoppedSearch(Exception):
    """A stop has come; not an error."""


class HuoPlayer(Exhibit):
    """Huo Chess, kept to the rules of chess by the arbiter."""

    name = "Huo Chess"
    author = "Spiros Kakos"
    year = "2022"
    depth = "1, 3 or 5 plies (option Depth)"
    options = (
        Option(DEPTH, COMBO, "3", choices=("1", "3", NEW_DEPTH)),
        Option(EDITION, COMBO, NEW_EDITION, choices=(NEW_EDITION, OLD_EDITION)),
        Option(QUEEN_VALUE, COMBO, OWN_QUEEN, choices=(OWN_QUEEN, DEAR_QUEEN)),
    )

    def apply_option(self, option: Option, value: str) -> str:
        """Refuses depth 5 in edition 0.6, and edition 0.6 at depth 5."""
        chosen = {**self.settings, option.name: value}
        if chosen[EDITION] == OLD_EDITION and chosen[DEPTH] == NEW_DEPTH:
            raise OptionError(f"{EDITION} {OLD_EDITION} has no {DEPTH} {NEW_DEPTH}; expected {DEPTH} 1 or 3")
        return value

    def choose(self, request: MoveRequest) -> ProgramChoice:
        """Thinks as the program does. After a stop it chooses among the root moves that it has searched."""

        def poll() -> None:
            if request.control.stopped:
                raise StoppedSearch

        game = request.game
        thought = self._think(game.position, en_passant_of(game), poll)
        if thought is None:
            thought = self._replay(game, poll)
            if thought is None:
                return ProgramChoice("", reason=fact("arbiter.resigns_none"))
            request.note(fact("player.plays_again", move=thought.choice.move))
        return self._choice(game.position, thought)

    def _think(self, position: Position, en_passant: int, poll: Callable[[], object]) -> HuoThought | None:
        """Returns the program's findings in a position, or None if it finds no move."""
        huo = WHITE if position.side == "white" else BLACK
        pieces = "".join(position.piece_at(square) or " " for square in range(64))
        is_queen_dear = self.settings[QUEEN_VALUE] == DEAR_QUEEN
        board = HuoBoard(pieces, en_passant, move_number_of(position), is_queen_dear)
        search = HuoSearch(board, huo, int(self.settings[DEPTH]), self.settings[EDITION] == OLD_EDITION, poll)
        with suppress(StoppedSearch):
            search.run()
        return thought_of(search)

    def _replay(self, game: Game, poll: Callable[[], object]) -> HuoThought | None:
        """Returns node 1 of its last search in the game that had a root move, or None if there was none.

        Nothing clears the original's table of level 0, so it still holds the squares and the score of that node.
        """
        moves = [move.uci() for move in game.moves]
        for plies in range(len(moves) - 2, -1, -2):
            earlier = Game(game.start, moves[:plies])
            thought = self._think(earlier.position, en_passant_of(earlier), poll)
            if thought is not None:
                return HuoThought(thought.roots[0], replayed=True)
        return None

    def _choice(self, position: Position, thought: HuoThought) -> ProgramChoice:
        """Returns the thought as the arbiter takes it; scores are in tenths of a pawn, White positive."""
        sign = 1 if position.side == "white" else -1

        def value(root: HuoMove) -> int:
            return sign * root.score

        searched, rest = thought.roots[: thought.searched], thought.roots[thought.searched :]
        unfinished = not (searched or thought.replayed)
        ranked = [*sorted(searched, key=value, reverse=True), *sorted(rest, key=value, reverse=True)]
        return ProgramChoice(
            uci_with_promotion(position, thought.choice.move),
            Score(10 * value(thought.choice)),
            thought.nodes,
            1 if unfinished else int(self.settings[DEPTH]),
            tried=[uci_with_promotion(position, root.move) for root in ranked],
        )


def move_number_of(position: Position) -> int:
    """Returns the move number as the program counts it: its own turns before this one, and 1 more if it is Black.

    The user's moves count if the user is White, else its own.
    """
    return position.fullmove_number - (1 if position.side == "white" else 0)


def en_passant_of(game: Game) -> int:
    """Returns the square that the last move's pawn has passed, or NO_SQUARE.

    A game without moves has the square of its FEN, which is there only if an en passant capture is legal.
    """
    if not game.moves:
        return game.position.en_passant_square
    from_square, to_square = squares_of_move(game.moves[-1].uci())
    return passed_square(game.position.piece_at(to_square) or " ", from_square, to_square)


def uci_with_promotion(position: Position, move: str) -> str:
    """Returns a move in UCI notation: a pawn that reaches the last rank becomes a queen."""
    from_square, to_square = squares_of_move(move)
    is_pawn = (position.piece_at(from_square) or " ") in "Pp"
    return f"{move}q" if is_pawn and to_square >> 3 in (0, 7) else move
