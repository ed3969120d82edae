"""Random games for hypothesis, steered towards rare moves (rare_features).

Each ply is drawn as a wish and a choice among the legal moves that fulfil it, or among all if none does. The simplest
wish is `any_move`, so that failing examples shrink to short games of simple moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple, TypeVar

import chess
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from rare_features import ATTACKED_CASTLING_FEATURES, KING_EN_PASSANT_FEATURES, features_of

Drawn = TypeVar("Drawn")
Moves = list[chess.Move]
#: Returns those of the legal moves that a wish is for.
Wish = Callable[[chess.Board, Moves], Moves]
#: Returns True if a move may be drawn.
Allowed = Callable[[chess.Board, chess.Move], bool]

KINGS_AND_ROOKS: Final = (chess.KING, chess.ROOK)


# The wishes.


def any_move(board: chess.Board, moves: Moves) -> Moves:
    return moves


def castling(board: chess.Board, moves: Moves) -> Moves:
    return [move for move in moves if board.is_castling(move)]


def development(board: chess.Board, moves: Moves) -> Moves:
    """Moves that make room for castling: pieces leave the first rank, and kings and rooks stay at home."""
    others = [move for move in moves if board.piece_type_at(move.from_square) not in KINGS_AND_ROOKS]
    first_rank = chess.BB_RANK_1 if board.turn else chess.BB_RANK_8
    return [move for move in others if chess.BB_SQUARES[move.from_square] & first_rank] or others


def stay_at_home(board: chess.Board, moves: Moves) -> Moves:
    """Moves after which the side may still castle."""
    return [move for move in moves if board.piece_type_at(move.from_square) not in KINGS_AND_ROOKS]


def en_passant(board: chess.Board, moves: Moves) -> Moves:
    return [move for move in moves if board.is_en_passant(move)]


def pawn_move(board: chess.Board, moves: Moves) -> Moves:
    return [move for move in moves if board.piece_type_at(move.from_square) == chess.PAWN]


def push_past_a_pawn(board: chess.Board, moves: Moves) -> Moves:
    """Double pushes across a square that an enemy pawn attacks."""
    enemy_pawns = board.pieces_mask(chess.PAWN, not board.turn)
    return [
        move
        for move in pawn_move(board, moves)
        if abs(move.to_square - move.from_square) == 16
        and chess.BB_PAWN_ATTACKS[board.turn][(move.from_square + move.to_square) // 2] & enemy_pawns
    ]


def advance(board: chess.Board, moves: Moves) -> Moves:
    """Moves that take a pawn as far as a pawn can go now, promotions included."""
    ranks = {move: chess.square_rank(move.to_square) for move in pawn_move(board, moves)}
    if not ranks:
        return []
    furthest = max(ranks.values()) if board.turn else min(ranks.values())
    return [move for move, rank in ranks.items() if rank == furthest]


def promotion_to_a_queen(board: chess.Board, moves: Moves) -> Moves:
    return [move for move in moves if move.promotion == chess.QUEEN]


def underpromotion(board: chess.Board, moves: Moves) -> Moves:
    return [move for move in moves if move.promotion not in (None, chess.QUEEN)]


def capture(board: chess.Board, moves: Moves) -> Moves:
    return [move for move in moves if board.is_capture(move)]


def check(board: chess.Board, moves: Moves) -> Moves:
    return [move for move in moves if board.gives_check(move)]


def double_check(board: chess.Board, moves: Moves) -> Moves:
    found = []
    for move in check(board, moves):
        board.push(move)
        if len(board.checkers()) == 2:
            found.append(move)
        board.pop()
    return found


def confine(board: chess.Board, moves: Moves) -> Moves:
    """Moves that leave the opponent the fewest replies: checkmate or stalemate, if there is one."""
    replies: dict[chess.Move, int] = {}
    for move in moves:
        board.push(move)
        replies[move] = board.legal_moves.count()
        board.pop()
    fewest = min(replies.values())
    return [move for move in moves if replies[move] == fewest]


def quiet(board: chess.Board, moves: Moves) -> Moves:
    """Moves after which the game goes on for long: no captures and no pawn moves."""
    return [
        move
        for move in moves
        if board.piece_type_at(move.from_square) != chess.PAWN and not board.piece_type_at(move.to_square)
    ]


# The plans of games.


class GamePlan(NamedTuple):
    """A start position, the wishes, which are equally likely at each ply, and what is wanted of the last position."""

    fen: str
    wishes: tuple[Wish, ...]
    last: Callable[[chess.Board], bool]
    #: The length of a long game.
    plies: int = 40


def may_castle(board: chess.Board) -> bool:
    return any(board.generate_castling_moves())


def may_capture_en_passant(board: chess.Board) -> bool:
    return board.has_legal_en_passant()


def may_promote(board: chess.Board) -> bool:
    last_but_one = chess.BB_RANK_7 if board.turn else chess.BB_RANK_2
    return any(
        move.promotion for move in board.generate_legal_moves(board.pieces_mask(chess.PAWN, board.turn) & last_but_one)
    )


def white_may_promote(board: chess.Board) -> bool:
    return board.turn == chess.WHITE and may_promote(board)


def black_may_promote(board: chess.Board) -> bool:
    return board.turn == chess.BLACK and may_promote(board)


def may_castle_attacked(board: chess.Board) -> bool:
    return not ATTACKED_CASTLING_FEATURES.isdisjoint(features_of(board))


def concerns_the_king_en_passant(board: chess.Board) -> bool:
    return not KING_EN_PASSANT_FEATURES.isdisjoint(features_of(board))


def is_check(board: chess.Board) -> bool:
    return board.is_check()


def is_over(board: chess.Board) -> bool:
    return not any(board.legal_moves)


TO_CASTLE: Final = (any_move, stay_at_home, stay_at_home, stay_at_home, capture, castling)
TO_CASTLE_ATTACKED: Final = (any_move, stay_at_home, stay_at_home, castling)
TO_DEVELOP: Final = (any_move, development, development, development, development, castling)
TO_PASS: Final = (any_move, pawn_move, *[push_past_a_pawn] * 7, en_passant)
TO_PROMOTE: Final = (any_move, advance, advance, promotion_to_a_queen, underpromotion)
TO_PROMOTE_AND_CASTLE: Final = (stay_at_home, advance, promotion_to_a_queen, promotion_to_a_queen)
TO_CHECK: Final = (any_move, check, check, confine, capture)
TO_CHECK_TWICE: Final = (any_move, double_check, double_check, check)
TO_CONFINE: Final = (any_move, confine, confine, confine)
TO_LAST: Final = (any_move, quiet, quiet, quiet, quiet)

#: The plans from the initial position. The first is the simplest.
INITIAL_PLANS: Final = (
    GamePlan(chess.STARTING_FEN, (any_move,), is_check),
    GamePlan(chess.STARTING_FEN, TO_DEVELOP, may_castle),
    GamePlan(chess.STARTING_FEN, TO_PASS, may_capture_en_passant),
    GamePlan(chess.STARTING_FEN, TO_PROMOTE, white_may_promote),
    GamePlan(chess.STARTING_FEN, TO_PROMOTE, black_may_promote),
    GamePlan(chess.STARTING_FEN, TO_CHECK, is_check),
    GamePlan(chess.STARTING_FEN, TO_LAST, is_check, 120),
)


def _plans(wishes: tuple[Wish, ...], last: Callable[[chess.Board], bool], *fens: str) -> tuple[GamePlan, ...]:
    return tuple(GamePlan(fen, wishes, last) for fen in fens)


#: The plans by what their games are about.
PLANS_BY_SUBJECT: Final = {
    "the whole game": INITIAL_PLANS,
    "castling": (
        # All four castlings are soon legal.
        *_plans(TO_CASTLE, may_castle, "r3k2r/pppqbppp/2npbn2/4p3/4P3/2NPBN2/PPPQBPPP/R3K2R w KQkq - 0 1"),
        # Black's program decides by White's rook whether it may castle kingside: by one that has not moved, by none.
        *_plans(TO_CASTLE, may_castle, "r3k3/1p4p1/8/8/8/8/1P4P1/4K2R b Kq - 0 1"),
        *_plans(TO_CASTLE, may_castle, "rn2k2r/1p4p1/8/8/8/8/1P4P1/4K3 b kq - 0 1"),
    ),
    "castling that an attack prevents": _plans(
        *(TO_CASTLE, may_castle),
        "r3k2r/8/1n4n1/2b2b2/2B2B2/1N4N1/8/R3K2R w KQkq - 0 1",
        "r3k2r/1p4p1/3q4/8/8/3Q4/1P4P1/R3K2R b KQkq - 0 1",
        "r3k2r/1p4p1/4N3/8/8/4n3/1P4P1/R3K2R w KQkq - 0 1",
        "r3k2r/1p4p1/8/5Q2/5q2/8/1P4P1/R3K2R b KQkq - 0 1",
        "r3k2r/1p4p1/7b/8/8/7B/1P4P1/R3K2R w KQkq - 0 1",
    ),
    "castling that an attack does not prevent": _plans(
        *(TO_CASTLE_ATTACKED, may_castle_attacked),
        # Bishops attack the kingside rooks, b1 and b8; bishops attack the queenside rooks; ..
        "r3k2r/8/8/4B3/4b3/8/8/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/3Bb3/8/8/8/R3K2R b KQkq - 0 1",
        # .. queens attack a rook from its file, one on each wing; and queens attack b1 and b8.
        "r3k2r/1p4p1/Q7/8/8/7q/1P4P1/R3K2R w KQkq - 0 1",
        "r3k2r/1p4p1/7Q/8/8/q7/1P4P1/R3K2R b KQkq - 0 1",
        "r3k2r/3p4/8/1Q6/1q6/8/3P4/R3K2R w KQkq - 0 1",
    ),
    # Each double push passes a pawn: of White on the b, d, f and h-file, and of Black on the others; and vice versa.
    "en passant": _plans(
        *(TO_PASS, may_capture_en_passant),
        "4k3/p1p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/4K3 w - - 0 1",
        "4k3/p1p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/4K3 b - - 0 1",
        "4k3/1p1p1p1p/8/P1P1P1P1/1p1p1p1p/8/P1P1P1P1/4K3 b - - 0 1",
        "4k3/1p1p1p1p/8/P1P1P1P1/1p1p1p1p/8/P1P1P1P1/4K3 w - - 0 1",
    ),
    # The king is on the left or right of both pawns, next to its own pawn or to the captured one.
    # White's knight stands in between, so White may capture, until the knight moves.
    "en passant that exposes the king along a rank": _plans(
        *(TO_PASS, concerns_the_king_en_passant),
        "8/3p4/8/K3P2r/R2p3k/8/4P3/8 b - - 0 1",
        "8/4p3/8/K2P3r/R3p2k/8/3P4/8 w - - 0 1",
        "8/4p3/8/q2P3K/k3p2Q/8/3P4/8 b - - 0 1",
        "8/3p4/8/q3P2K/k2p3Q/8/4P3/8 w - - 0 1",
        "8/3p4/8/KN2P2r/R2p3k/8/4P3/8 b - - 0 1",
    ),
    # The double push gives check, from either side; the capturing pawn is pinned; or the push discovers a check.
    "en passant out of check": _plans(
        *(TO_PASS, concerns_the_king_en_passant),
        "8/3p4/8/4Pk2/2Kp4/8/4P3/8 b - - 0 1",
        "8/4p3/8/2kP4/4pK2/8/3P4/8 w - - 0 1",
        "2r5/3p4/8/2P1Pk2/2Kp1p2/8/4P3/5R2 b - - 0 1",
        "4b3/3p4/8/2P1P3/K3p1pk/8/5P2/4B3 w - - 0 1",
    ),
    # The capturing pawn is pinned along a file, and along a diagonal, on which it may capture.
    "en passant by a pinned pawn": _plans(
        *(TO_PASS, may_capture_en_passant),
        "3kr3/5p2/8/4P3/3p4/8/2P5/3RK3 w - - 0 1",
        "4k3/3p1pb1/8/4P3/8/2K5/8/8 b - - 0 1",
        "8/8/2k5/8/4p3/8/5PB1/4K3 w - - 0 1",
    ),
    # Pawns are about to promote, at last even to the last two reserve queens.
    "promotion": (
        *_plans(
            *(TO_PROMOTE, may_promote),
            "rn2k2r/PP4PP/8/8/8/8/pp4pp/RN2K2R w KQkq - 0 1",
            "rn2k2r/PP4PP/8/8/8/8/pp4pp/RN2K2R b KQkq - 0 1",
            "4k3/P6P/8/8/8/8/p6p/4K3 w - - 0 1",
            "4k3/P6P/8/8/8/8/p6p/4K3 b - - 0 1",
        ),
        *_plans(
            *(TO_PROMOTE_AND_CASTLE, may_castle),
            "r3k2r/pppppp2/6PP/8/8/6pp/PPPPPP2/R3K2R w KQkq - 0 1",
            "4k3/8/8/8/8/8/7P/R3K3 w Q - 0 1",
            "r3k3/ppppppp1/8/8/8/8/7p/4K3 b q - 0 1",
        ),
    ),
    # Pins and checks, double checks, checkmates and stalemates, and long games.
    "check": (
        *_plans(TO_CHECK, is_check, "q3k2q/8/8/2QQ1Q2/2q2qq1/8/8/Q3K2Q w - - 0 1"),
        *_plans(TO_CHECK, is_check, "4r1k1/6n1/8/6Q1/6q1/8/6N1/4R1K1 w - - 0 1"),
        *_plans(TO_CHECK_TWICE, is_check, "4k3/8/8/8/4N2b/8/4Qn2/R3K2R w KQ - 0 1"),
        *_plans(TO_CHECK_TWICE, is_check, "r3k2r/4qN2/8/4n2B/8/8/8/4K3 b kq - 0 1"),
        *_plans(TO_CONFINE, is_over, "k7/8/2K5/8/8/8/7Q/8 w - - 0 1", "8/7q/8/8/8/2k5/8/K7 b - - 0 1"),
        *_plans(TO_CONFINE, is_over, "k7/8/1K6/8/8/8/7R/8 w - - 0 1", "8/7r/8/8/8/1k6/8/K7 b - - 0 1"),
        GamePlan("4k1n1/1r6/8/8/8/8/6R1/1N2K3 b - - 0 1", TO_LAST, is_check, 120),
    ),
}
PLANS: Final = tuple(plan for plans in PLANS_BY_SUBJECT.values() for plan in plans)


def is_any(board: chess.Board, move: chess.Move) -> bool:
    return True


def has_a_number(board: chess.Board, move: chess.Move) -> bool:
    """Returns True if the listing has a number for the promoted piece: two of each type, but any number of queens."""
    return move.promotion in (None, chess.QUEEN) or len(board.pieces(move.promotion or chess.PAWN, board.turn)) < 2


#: More plies than this are a long game.
LONG: Final = 100


@st.composite
def steered_boards(
    draw: st.DrawFn, plans: Sequence[GamePlan] = PLANS, max_plies: int = 80, allowed: Allowed = is_any
) -> chess.Board:
    """Draws a board after a game by one of the plans, of up to `max_plies` plies; half of the games are so long.

    Of games that may have more than LONG plies, five of six are so long, because few of them are drawn.

    In two of three games, the last plies are taken back until the position has what the plan wants of the last one.

    No two draws are of the same sort, and all moves are one draw. Of draws of the same sort hypothesis would exchange
    some, so that most games were variations of others, and some runs would leave out whole plans. Wish 0 is no move, so
    that a failing example loses plies anywhere when it shrinks.
    """
    takes_back, plan = draw(st.sampled_from([(back, plan) for back in (False, True, True) for plan in plans]))
    length = min(draw(st.integers(0, (2 if max_plies <= LONG else 6) * max_plies)), max_plies)
    picks = draw(st.binary(min_size=2 * max_plies, max_size=2 * max_plies))[: 2 * length]
    board = chess.Board(plan.fen)
    for wish, choice in zip(picks[::2], picks[1::2], strict=True):
        if wish == 0:
            continue
        moves = [move for move in board.legal_moves if allowed(board, move)]
        if not moves:
            break
        wanted = plan.wishes[(wish - 1) % len(plan.wishes)](board, moves) or moves
        board.push(wanted[choice % len(wanted)])
    if takes_back:
        shorter = board.copy()
        while shorter.move_stack and not plan.last(shorter):
            shorter.pop()
        if shorter.move_stack:
            return shorter
    return board


def drawn(strategy: st.SearchStrategy[Drawn], count: int = 300) -> list[Drawn]:
    """Returns what hypothesis draws, to assert what a generator covers."""
    found: list[Drawn] = []

    @settings(max_examples=count, phases=[Phase.generate], database=None, deadline=None)
    @given(strategy)
    def collect(one: Drawn) -> None:
        found.append(one)

    collect()
    return found


class SteeredGame(NamedTuple):
    """A game as pair_at takes it: its start position, and its moves in UCI notation, separated by blanks."""

    fen: str
    moves: str


def steered_games(plan: GamePlan, allowed: Allowed = is_any) -> st.SearchStrategy[SteeredGame]:
    """Draws games by one plan, none of them longer than the plan's plies."""
    return steered_boards([plan], plan.plies, allowed).map(
        lambda board: SteeredGame(plan.fen, " ".join(move.uci() for move in board.move_stack))
    )


def replay(game: SteeredGame) -> Iterator[tuple[chess.Board, str]]:
    """Yields the board at each ply, which is the same object each time, and the next move; '' after the last."""
    board = chess.Board(game.fen)
    for uci in game.moves.split():
        yield board, uci
        board.push_uci(uci)
    yield board, ""
