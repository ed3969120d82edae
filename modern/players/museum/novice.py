"""The novice opponent: material, mobility, and a recursion called PickBestMove.

What it was: the design of a chess program that a beginner can write, "a novice-level chess opponent". It gives the data
structure, the two parts of the score and the recursion, and leaves the rest to the reader.
Who and when: the text does not name its author, who prefers C. It speaks of its readers as noders and ends with the
log-in line of a collaborative site, probably Everything2. An update is dated 20 December 2004, so the text is at least
that old.
Where it is described: in that text alone. No program and no game of it are known.

Certain, because the text says so: an array of 64; a pawn 1, knight 3, bishop 3, rook 5, queen 9, king 200; one point of
mobility for each square that a piece can reach, with en passant, castling and promotion; PickBestMove, whose depth 0
takes the highest value and depths 1, 2 and 3 the lowest, for the side that moves at depth 0 throughout.
Inferred: that the score is one's own strength less the other side's; that moves are pseudo-legal, because the text
never mentions check; the order of the moves, a1 to h8; that the first of equals is chosen; that a position without
moves is scored as it stands. modern.players.museum.cores.novice_board has the reading of the special moves.

What looks wrong stays: at depth 2 the program assumes that it will make its own worst move.
"""

from __future__ import annotations

from typing import Final

from modern.game.game import Game
from modern.players.museum.cores.novice_board import NoviceBoard
from modern.players.museum.cores.novice_search import NoviceSearch, pseudo_legal_moves
from modern.players.museum.exhibit import Exhibit, ProgramChoice
from modern.players.protocol import SPIN, MoveRequest, Option
from modern.report import Score, Term
from modern.rules import Move
from modern.rules.board import NO_SQUARE
from modern.rules.pieces import BLACK, PIECE_LETTERS, WHITE

DEPTH: Final = "Depth"


class NovicePlayer(Exhibit):
    """The novice opponent."""

    name = "Novice"
    author = "unknown"
    year = "2004"
    depth = "4 plies (option Depth)"
    score_note = (
        "its score is the worst that it finds at the end of its search, whoever moves; its king may be lost there"
    )
    options = (Option(DEPTH, SPIN, "4", minimum=1, maximum=5),)

    def choose(self, request: MoveRequest) -> ProgramChoice:
        """Calls PickBestMove; if its choice may not be played, calls it again for the moves that may be played."""
        game = request.game
        legal = {move.code for move in game.position.legal_moves()}
        allowed = {move.code for move in request.limits.only} & legal or legal
        pseudo_legal = root_moves(game)
        own = self._search(request, pseudo_legal)
        tried, nodes = own.best, own.nodes
        if own.best not in allowed and not own.stopped:
            replacement = self._search(request, [code for code in pseudo_legal if code in allowed])
            tried, nodes = replacement.best, own.nodes + replacement.nodes
        return ProgramChoice(
            move=Move(own.best).uci() if own.best >= 0 else "",
            score=Score(centipawns=100 * own.best_value) if own.best >= 0 else None,
            nodes=nodes,
            depth=own.plies,
            pv=[Move(code).uci() for code in (own.best, *own.line)] if own.best >= 0 else (),
            tried=[Move(tried).uci()] if tried >= 0 else (),
        )

    def terms(self, game: Game) -> list[Term]:
        """Returns the two parts of each side's strength, a point as 100 centipawns."""
        board = novice_board(game)
        return [
            Term("material", 100 * board.material[WHITE], 100 * board.material[BLACK]),
            Term("mobility", 100 * board.mobility(WHITE), 100 * board.mobility(BLACK)),
        ]

    def _search(self, request: MoveRequest, codes: list[int]) -> NoviceSearch:
        """Returns a finished search among some root moves."""

        def poll() -> bool:
            return request.control.stopped

        search = NoviceSearch(novice_board(request.game), side_to_move(request.game), int(self.settings[DEPTH]), poll)
        search.pick_best_move(codes)
        return search


def novice_board(game: Game) -> NoviceBoard:
    """Returns the program's board with the position of a game."""
    position = game.position
    letters = [position.piece_at(square) for square in range(64)]
    pieces = [PIECE_LETTERS.rindex(letter) if letter else 0 for letter in letters]
    return NoviceBoard(pieces, position.castling_rights, passed_square(game))


def passed_square(game: Game) -> int:
    """Returns the square that a pawn has just passed with a double push, else NO_SQUARE."""
    if not game.moves:
        return game.position.en_passant_square
    last = game.moves[-1]
    is_pawn = game.position.piece_at(last.to_square) in ("P", "p")
    is_double_push = is_pawn and abs(last.to_square - last.from_square) == 16
    return (last.from_square + last.to_square) // 2 if is_double_push else NO_SQUARE


def side_to_move(game: Game) -> int:
    """Returns the side to move."""
    return WHITE if game.position.side == "white" else BLACK


def root_moves(game: Game) -> list[int]:
    """Returns the pseudo-legal moves of the side to move, in the program's order."""
    return list(pseudo_legal_moves(novice_board(game), side_to_move(game)))
