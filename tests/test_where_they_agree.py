"""Where the 1994 program and the rules of chess agree on the moves, and where they do not.

The program of 1994 does not know what a legal move is. CWHITE (CBLACK) tries every move that has a bit on its think
move board, and castles. Yet nearly all these moves are legal, and nearly all legal moves are among them. This page says
exactly which are not. It has five parts:

1. `DISAGREEMENTS`: every way to disagree, each in one sentence of chess: the classes of docs/program/agreement.md.
2. The conditions of castling that the listing tests, and those that it does not test.
3. Five claims that hold at every ply of every game that hypothesis can think of, and what such games are about.
4. What no game can compare, and why.
5. Faults of the rules, each planted: python-chess finds it, and the claims tell where.

The program itself runs here, and its board is read after every move that it tries. What is legal, python-chess decides;
`modern.rules` must agree with it at each ply, and so must the ledger (`modern.agreement`) about the disagreements.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Final, NamedTuple

import chess
import pytest
from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st
from hypothesis.internal.conjecture import engine
from rare_features import FEATURES, FEATURES_BY_SUBJECT, LONG_GAME, features_of
from rules_faults import BROKEN_RULES, RULES_FAULTS, RulesFault, plant
from scenarios import few_pieces, pair_after_game
from steered_games import PLANS, PLANS_BY_SUBJECT, GamePlan, has_a_number, steered_boards

from historic import Program, State
from historic.basic import BasicError
from historic.machine.screen import Screen
from historic.position.moves import state_after
from historic.position.squares import NAME_TO_SQUARE, SQUARE_TO_NAME
from historic.position.state import CAPTURED, KING, KINGSIDE_ROOK, MOVED, NOT_MOVED, QUEENSIDE_ROOK
from historic.study.candidates import fill_think_move_board
from historic.tables import LETTERS
from modern.agreement.classes import CLASS_BY_NAME, classes_of
from modern.agreement.differences import MOVES
from modern.agreement.move_comparison import move_differences
from modern.agreement.pair import NotRepresentable, PositionPair, pair_at
from modern.agreement.view import PositionView
from modern.build import COMPILED, RULES, build_mode
from modern.rules import Move

#: The letter on each occupied square, by name: what both boards show.
Placement = dict[str, str]

KINGSIDE, QUEENSIDE = "0-0", "0-0-0"
#: What II (III) says of a move that is tried.
CASTLING_NAMES: Final = {1: KINGSIDE, 2: QUEENSIDE}
ROOK_NUMBERS: Final = {KINGSIDE: KINGSIDE_ROOK, QUEENSIDE: QUEENSIDE_ROOK}
#: The files of the squares between king and rook, of those that the listing looks at, and of the king's target square.
BETWEEN: Final = {KINGSIDE: "fg", QUEENSIDE: "bcd"}
LOOKED_AT: Final = {KINGSIDE: "ef", QUEENSIDE: "edc"}
TARGET: Final = {KINGSIDE: "g", QUEENSIDE: "c"}


class LoopWatcher(Screen):
    """Watches the loop of CWHITE (CBLACK), which reads INKEY$ after each turn of a piece, tried or not.

    At that moment A(0,..) is the board after the move, and A(3,..) the board before.
    """

    def __init__(self, program: Program, side: str) -> None:
        super().__init__()
        self.program, self.side = program, side
        #: The moves tried: the name of each, and the pieces on the board after it.
        self.tried: list[tuple[str, Placement]] = []

    def INKEY(self) -> str:
        """Notes the move of this turn, if there was one, and returns '': no key is pressed."""
        before, after = list(self.program.A[3]), list(self.program.A[0])
        if after != before:
            self.tried.append((self.name_of_move(before, after), placement_of(after)))
        return ""

    def name_of_move(self, before: list[int], after: list[int]) -> str:
        """Returns the move's name: in UCI notation, or `0-0`; `3@b1` for piece 3 that comes from no square."""
        program = self.program
        is_white = self.side == "white"
        if castling := program.II if is_white else program.III:
            return CASTLING_NAMES[castling]
        [target] = [square for square in SQUARE_TO_NAME if after[square] not in (0, before[square])]
        piece = after[target] - (1 if is_white else 25)
        origin, name = (program.PW if is_white else program.PB)[piece], SQUARE_TO_NAME[target]
        promotes = piece < 8 and name[1] in "18" and origin in SQUARE_TO_NAME
        return SQUARE_TO_NAME.get(origin, f"{piece}@") + name + ("q" if promotes else "")


def placement_of(board: list[int]) -> Placement:
    """Returns the pieces on the listing's board, A(0,..)."""
    return {name: LETTERS[board[square]] for square, name in SQUARE_TO_NAME.items() if board[square]}


def placement_on(board: chess.Board) -> Placement:
    """Returns the pieces on python-chess's board."""
    return {chess.square_name(square): piece.symbol() for square, piece in board.piece_map().items()}


class Ply:
    """One ply of a game as both see it. `carried` is the value that II and III have before the program thinks."""

    def __init__(self, pair: PositionPair, carried: int = 0) -> None:
        self.pair, self.state, self.side, self.carried = pair, pair.state, pair.side, carried
        self.board = pair.oracle
        self.program = Program()
        self.program.state = self.state
        fill_think_move_board(self.program, self.side)
        fill_think_move_board(self.program, "black" if self.side == "white" else "white")
        #: Both think move boards, before any move is tried.
        self.reach = [list(self.program.A[row]) for row in (1, 2)]
        self.check_the_rules()

    @cached_property
    def moves_tried(self) -> list[tuple[str, Placement]]:
        """The moves that the running program tries, and the pieces on the board after each."""
        self.program.II = self.program.III = self.carried
        self.program.screen = watcher = LoopWatcher(self.program, self.side)
        self.program.JAA = 0 if self.side == "white" else 1  # as for a reply: the moves only, without replies to them
        self.program.CWHITE() if self.side == "white" else self.program.CBLACK()
        return watcher.tried

    @cached_property
    def tried(self) -> list[str]:
        """The names of the moves that it tries, in its order."""
        return [name for name, _ in self.moves_tried]

    @cached_property
    def legal(self) -> dict[str, chess.Move]:
        """The legal moves by name. python-chess decides."""
        return {self.name_of_legal(move): move for move in self.board.legal_moves}

    def check_the_rules(self) -> None:
        """Raises AssertionError if modern.rules has other legal moves than python-chess, or none because it fails."""
        rules: set[str] = set()
        with self.pair.fault_recorded():
            rules = {self.name_of_legal(chess.Move.from_uci(move.uci())) for move in self.pair.position.legal_moves()}
        assert not self.pair.fault, self.story(f"the rules fail: {self.pair.fault}", [])
        assert rules == self.legal.keys(), self.story("the rules and python-chess disagree", rules ^ self.legal.keys())

    def name_of_legal(self, move: chess.Move) -> str:
        """Returns a move's name: castling is `0-0` or `0-0-0`, any other move in UCI notation."""
        if self.board.is_castling(move):
            return KINGSIDE if self.board.is_kingside_castling(move) else QUEENSIDE
        return move.uci()

    # The conditions of castling, of the side to move.

    def flag(self, piece: int, side: str = "") -> int:
        """Returns PM of a piece of the side to move, or of `side`: NOT_MOVED, MOVED or CAPTURED."""
        return self.state.pieces(side or self.side)[1][piece]

    def squares(self, files: str) -> list[int]:
        """Returns squares of the home rank."""
        return [chess.parse_square(file + ("1" if self.side == "white" else "8")) for file in files]

    def occupied(self, files: str) -> bool:
        """Returns True if any of these squares of the home rank is occupied."""
        return any(self.board.piece_at(square) for square in self.squares(files))

    def attacked(self, files: str) -> bool:
        """Returns True if the opponent attacks any of these squares of the home rank."""
        return any(self.board.is_attacked_by(not self.board.turn, square) for square in self.squares(files))

    def reached(self, files: str) -> bool:
        """Returns True if the opponent's think move board has a bit on any of these squares of the home rank.

        A piece has a bit where it attacks; but a pawn only where it can move: an empty diagonal has none, and the
        square ahead has one.
        """
        return any(self.has_bit(square) for square in self.squares(files))

    def has_bit(self, square: int) -> bool:
        """Returns True if the opponent reaches a square of the home rank in this way."""
        board, them = self.board, not self.board.turn
        pawns = board.pieces_mask(chess.PAWN, them)
        if board.attackers_mask(them, square) & (~pawns if board.piece_at(square) is None else -1):
            return True
        ahead = chess.BB_SQUARES[square + 8 if board.turn else square - 8]
        return board.piece_at(square) is None and bool(pawns & ahead)

    def looks_at_its_path(self, wing: str) -> bool:
        """Returns True if the listing tests this path: if the rook has not moved, or White's for Black's 0-0."""
        whose = "white" if wing == KINGSIDE else self.side
        return self.flag(ROOK_NUMBERS[wing], whose) == NOT_MOVED

    # What a failing claim prints.

    def story(self, claim: str, moves: Iterable[str]) -> str:
        """Returns the game, the ply, both lists of moves, and for each of `moves` the disagreement that nearly fits."""
        start = chess.Board(self.pair.start_fen)
        played = start.variation_san([chess.Move.from_uci(uci) for uci in self.pair.moves]) if self.pair.moves else "-"
        lines = [
            f"{claim}: {', '.join(sorted(moves))}",
            f"game from {self.pair.start_fen}: {played}",
            f"after {len(self.pair.moves)} plies: {self.board.fen()}, II = III = {self.carried}",
            f"PM of {self.side}: {self.state.pieces(self.side)[1]}",
            f"tried: {' '.join(self.tried)}",
            f"legal: {' '.join(sorted(map(self.name_of_legal, self.board.legal_moves)))}",
        ]
        for move in sorted(moves):
            near = [one.name for one in DISAGREEMENTS if one.is_about(self, move)]
            lines.append(f"{move}: nearly {' or '.join(near) or 'nothing known'}")
        return "\n".join(lines)


# 1. Every way to disagree.


class Disagreement(NamedTuple):
    """One way to disagree. Its name is the class of docs/program/agreement.md, where a position shows it.

    `is_about` says which moves it concerns, and `holds` when such a move is one. `there` is how many moves of that
    position are.
    """

    name: str
    sentence: str
    is_about: Callable[[Ply, str], bool]
    holds: Callable[[Ply, str], bool]
    there: int = 1


def only_legal(subject: Callable[[Ply, str], bool]) -> Callable[[Ply, str], bool]:
    """Returns a condition for legal moves that the program does not try."""
    return lambda ply, move: move in ply.legal and move not in ply.tried and subject(ply, move)


def only_tried(subject: Callable[[Ply, str], bool]) -> Callable[[Ply, str], bool]:
    """Returns a condition for moves that the program tries and that are not legal."""
    return lambda ply, move: move in ply.tried and move not in ply.legal and subject(ply, move)


def is_castling(ply: Ply, move: str) -> bool:
    return move in BETWEEN


def is_blacks_kingside_castling(ply: Ply, move: str) -> bool:
    return move == KINGSIDE and ply.side == "black"


def is_pawn_move(ply: Ply, move: str) -> bool:
    return not is_castling(ply, move) and ply.board.piece_type_at(chess.parse_square(move[:2])) == chess.PAWN


def is_piece_move(ply: Ply, move: str) -> bool:
    return not is_castling(ply, move)


def rook_of(ply: Ply, wing: str) -> int:
    return ply.flag(ROOK_NUMBERS[wing])


def target_of(move: str) -> str:
    return move.rstrip("qrbn")[-2:]


def on_the_first_target_square(ply: Ply, move: str) -> bool:
    """Returns True if the move goes to the first square of the loop, where castling takes the turns of pieces."""
    first = next(name for name in ply.tried if not is_castling(ply, name))
    return any(is_castling(ply, name) for name in ply.tried) and target_of(move) == target_of(first)


def reaches(ply: Ply, move: str) -> bool:
    """Returns True if the piece may make the move, apart from the safety of its king."""
    return "@" not in move and ply.board.is_pseudo_legal(chess.Move.from_uci(move))


DISAGREEMENTS: Final = (
    # Legal moves that it does not try.
    Disagreement(
        "en-passant",
        "It never captures en passant.",
        only_legal(is_pawn_move),
        lambda ply, move: ply.board.is_en_passant(ply.legal[move]),
    ),
    Disagreement(
        "underpromotion",
        "It promotes to a queen only.",
        only_legal(is_pawn_move),
        lambda ply, move: move[4:] in ("r", "b", "n"),
        there=3,
    ),
    Disagreement(
        "castling-not-offered",
        "Black does not castle kingside if White's king's rook has moved or is gone and Black's queenside is blocked.",
        only_legal(is_blacks_kingside_castling),
        lambda ply, move: not ply.looks_at_its_path(KINGSIDE) and KINGSIDE not in castlings_by_the_listing(ply),
    ),
    Disagreement(
        "slot-of-the-queen",
        "Where it castles, one or two promoted queens may not move to the first square that it looks at.",
        only_legal(is_piece_move),
        lambda ply, move: (
            ply.state.piece_on(ply.side, NAME_TO_SQUARE[move[:2]]) in (22, 23) and on_the_first_target_square(ply, move)
        ),
    ),
    # Moves that it tries and that are not legal.
    Disagreement(
        "king-left-attacked",
        "It may leave its king in check.",
        only_tried(is_piece_move),
        reaches,
        there=3,
    ),
    Disagreement(
        "castles-into-attack",
        "It castles kingside although the king arrives on an attacked square.",
        only_tried(is_castling),
        lambda ply, wing: (
            ply.looks_at_its_path(wing)
            and rook_of(ply, wing) == NOT_MOVED
            and not ply.attacked(LOOKED_AT[wing])
            and ply.attacked(TARGET[wing])
        ),
    ),
    Disagreement(
        "castles-past-a-pawn",
        "It castles although the king crosses, or arrives on, a square that a pawn attacks.",
        only_tried(is_castling),
        lambda ply, wing: (
            ply.looks_at_its_path(wing)
            and rook_of(ply, wing) == NOT_MOVED
            and ply.attacked(LOOKED_AT[wing])
            and not ply.reached(LOOKED_AT[wing])
        ),
    ),
    Disagreement(
        "castles-with-a-moved-rook",
        "It castles with a rook that has moved, whatever stands in between, unless the other castling is blocked.",
        only_tried(is_castling),
        lambda ply, wing: not ply.looks_at_its_path(wing) and rook_of(ply, wing) == MOVED,
    ),
    Disagreement(
        "castles-with-a-captured-rook",
        "It castles with a rook that was captured, in the same way, and the rook is on the board again.",
        only_tried(is_castling),
        lambda ply, wing: not ply.looks_at_its_path(wing) and rook_of(ply, wing) == CAPTURED,
        there=2,
    ),
    Disagreement(
        "castles-on-whites-account",
        "Black castles kingside without its rook's right to, because White's king's rook has not moved.",
        only_tried(is_blacks_kingside_castling),
        lambda ply, wing: ply.looks_at_its_path(wing) and rook_of(ply, wing) != NOT_MOVED,
    ),
    Disagreement(
        "castles-untested",
        "Black castles kingside over pieces and through attacks, because White's king's rook has moved or is gone.",
        only_tried(is_blacks_kingside_castling),
        lambda ply, wing: not ply.looks_at_its_path(wing) and rook_of(ply, wing) == NOT_MOVED,
    ),
    Disagreement(
        "piece-from-nowhere",
        "Where castling takes the turn of a promoted queen, every piece goes to that queen's square, even a captured"
        " one.",
        only_tried(is_piece_move),
        lambda ply, move: on_the_first_target_square(ply, move) and not reaches(ply, move),
        there=21,
    ),
)


def disagreements_on(ply: Ply, move: str) -> list[str]:
    """Returns the names of the disagreements that a move is."""
    return [one.name for one in DISAGREEMENTS if one.is_about(ply, move) and one.holds(ply, move)]


def test_every_class_of_moves_of_the_ledger_has_its_sentence_here() -> None:
    assert Counter(one.name for one in DISAGREEMENTS) == Counter(classes_of(MOVES))


@pytest.mark.parametrize("one", DISAGREEMENTS, ids=lambda one: one.name)
def test_the_ledgers_position_shows_the_disagreement(one: Disagreement) -> None:
    ply = Ply(pair_at(CLASS_BY_NAME[one.name].fen, CLASS_BY_NAME[one.name].moves))
    found = Counter(name for move in {*ply.legal} ^ {*ply.tried} for name in disagreements_on(ply, move))
    assert found[one.name] == one.there
    assert found == Counter(finding.name for finding in move_differences(PositionView(Program(), ply.pair)))


# 2. Castling.

#: A position in which both sides may castle on both wings; and what is put on it or played on it to break one condition
#: of chess. Then: does the program still castle? Positions are White's; Black's are their mirror images.
EMPTY_PATHS: Final = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
YES, NO = True, False
QUEENSIDE_CONDITIONS: Final = [
    ("the king has not moved", "e1e2 e8e7 e2e1 e7e8", NO),
    ("the rook has not moved", "a1a2 a8a7 a2a1 a7a8", YES),
    ("b1 is empty", "Nb1", NO),
    ("c1 is empty", "Nc1", NO),
    ("d1 is empty", "Nd1", NO),
    ("the king is not in check", "ba5", NO),
    ("no piece attacks d1, which the king crosses", "ba4", NO),
    ("no pawn attacks d1", "pe2", YES),
    ("no piece attacks c1, where the king arrives", "bh6", NO),
    ("no pawn attacks c1", "pb2", YES),
]
KINGSIDE_CONDITIONS: Final = [
    ("the king has not moved", "e1e2 e8e7 e2e1 e7e8", NO),
    ("the rook has not moved", "h1h2 h8h7 h2h1 h7h8", YES),
    ("f1 is empty", "Bf1", NO),
    ("g1 is empty", "Ng1", NO),
    ("the king is not in check", "ba5", NO),
    ("no piece attacks f1, which the king crosses", "ba6", NO),
    ("no pawn attacks f1", "pg2", YES),
    ("no piece attacks g1, where the king arrives", "ba7", YES),
    ("no pawn attacks g1", "ph2", YES),
]
#: Conditions that chess does not have. Chess lets the king castle; does the program?
NO_CONDITIONS: Final = [
    (QUEENSIDE, "the rook is attacked", "bg7", YES),
    (QUEENSIDE, "the rook crosses an attacked square", "bh7", YES),
    (KINGSIDE, "the rook is attacked", "bb7", YES),
]


def castling_ply(change: str, side: str) -> Ply:
    """Returns the ply after a change of EMPTY_PATHS, or of its mirror image with Black to move."""
    if " " in change:
        moves = change.split() if side == "white" else [mirrored(uci) for uci in change.split()]
        start = chess.Board(EMPTY_PATHS) if side == "white" else chess.Board(EMPTY_PATHS).mirror()
        return Ply(pair_at(start.fen(), " ".join(moves)))
    board = chess.Board(EMPTY_PATHS)
    if change:
        board.set_piece_at(chess.parse_square(change[1:]), chess.Piece.from_symbol(change[0]))
    return Ply(PositionPair((board if side == "white" else board.mirror()).fen()))


def mirrored(uci: str) -> str:
    """Returns the same move on the mirrored board: `a1a2` is `a8a7`, and `0-0` is `0-0`."""
    return "".join(str(9 - int(char)) if char in "12345678" else char for char in uci)


@pytest.mark.parametrize("side", ["white", "black"])
def test_with_empty_paths_both_sides_castle_as_in_chess(side: str) -> None:
    ply = castling_ply("", side)
    assert {KINGSIDE, QUEENSIDE} <= {*ply.tried} & ply.legal.keys()


@pytest.mark.parametrize("side", ["white", "black"])
@pytest.mark.parametrize(
    ("wing", "condition", "change", "castles"),
    [
        *((QUEENSIDE, *claim) for claim in QUEENSIDE_CONDITIONS),
        *((KINGSIDE, *claim) for claim in KINGSIDE_CONDITIONS),
    ],
)
def test_which_conditions_of_chess_the_listing_tests_before_castling(
    wing: str, condition: str, change: str, castles: bool, side: str
) -> None:
    ply = castling_ply(change, side)
    assert wing not in ply.legal, f"chess asks whether {condition}"
    assert (wing in ply.tried) == castles, ply.story(f"{wing} of {side}, {condition}", {wing})


@pytest.mark.parametrize("side", ["white", "black"])
@pytest.mark.parametrize(("wing", "circumstance", "change", "castles"), NO_CONDITIONS)
def test_what_chess_allows_when_castling_the_program_does_too(
    wing: str, circumstance: str, change: str, castles: bool, side: str
) -> None:
    ply = castling_ply(change, side)
    assert wing in ply.legal, circumstance
    assert (wing in ply.tried) == castles


#: What decides where a rook has moved, or White's for Black's kingside castling: the test before, or nothing.
WITHOUT_A_TEST: Final = [
    ("r3k2r/8/8/8/8/8/8/RN2K2R w Kkq - 0 1", QUEENSIDE, "b1 is not looked at", YES),
    ("r3k2r/8/8/8/b7/8/8/R3K2R w Kkq - 0 1", QUEENSIDE, "nor are attacks", YES),
    ("r3k2r/8/8/8/8/8/8/R3K1NR w Qkq - 0 1", KINGSIDE, "the queenside path was clear, so g1 is not looked at", YES),
    ("r3k2r/8/8/8/8/8/8/RN2K2R w Qkq - 0 1", KINGSIDE, "the queenside path was blocked, which holds here too", NO),
    ("rn2k2r/8/8/8/8/8/8/R3K2R b KQk - 0 1", QUEENSIDE, "b8 is not looked at", YES),
    ("r3k1nr/8/8/8/8/8/8/R3K2R b Qkq - 0 1", KINGSIDE, "White's rook has moved, so g8 is not looked at", YES),
    ("r3k1nr/8/8/8/8/8/8/R3K2R b KQq - 0 1", KINGSIDE, "White's rook has not moved, so g8 is looked at", NO),
    ("rn2k2r/8/8/8/8/8/8/R3K2R b Qkq - 0 1", KINGSIDE, "White's rook has moved, and the queenside is blocked", NO),
]


@pytest.mark.parametrize(("fen", "wing", "reason", "castles"), WITHOUT_A_TEST)
def test_which_castling_the_listing_does_not_test(fen: str, wing: str, reason: str, castles: bool) -> None:
    assert (wing in Ply(PositionPair(fen)).tried) == castles, reason


def castlings_by_the_listing(ply: Ply) -> list[str]:
    """Returns the castling moves that the listing lets pass, in its order of testing them.

    The king must not have moved. If the rook that it looks at has not moved, the squares between must be empty, and no
    opposing piece may reach the squares that the king leaves and crosses. If that rook has moved, the result of the
    test before stands, which may be that of the other wing, or of another turn.
    """
    if ply.flag(KING) != NOT_MOVED:
        return []
    castlings, blocked = [], bool(ply.carried)
    for wing in (QUEENSIDE, KINGSIDE):
        if ply.looks_at_its_path(wing):
            blocked = ply.occupied(BETWEEN[wing]) or ply.reached(LOOKED_AT[wing])
        if not blocked:
            castlings.append(wing)
    return castlings


# 3. The claims. Each holds at every ply.


def every_legal_move_is_tried_except_four_kinds(ply: Ply) -> None:
    """The kinds: en passant, underpromotion, one castling of Black's, and a promoted queen whose turn castling took."""
    missing = {move for move in ply.legal if move not in ply.tried and len(disagreements_on(ply, move)) != 1}
    assert not missing, ply.story("legal, not tried, and no known exception", missing)


def every_tried_move_is_legal_except_eight_kinds(ply: Ply) -> None:
    """The kinds: into check, six sorts of castling, and a piece from nowhere.

    No move is tried twice, and no piece has a bit on the border of the 12x12 board.
    """
    border = [square for square in range(144) if square not in SQUARE_TO_NAME]
    assert not any(row[square] for row in ply.reach for square in border), ply.story("a piece reaches the border", [])
    illegal = {move for move in ply.tried if move not in ply.legal and len(disagreements_on(ply, move)) != 1}
    assert not illegal, ply.story("tried, not legal, and no known exception", illegal)
    twice = {move for move, count in Counter(ply.tried).items() if count > 1}
    assert not twice, ply.story("tried more than once", twice)


def it_castles_exactly_when_the_listing_lets_it(ply: Ply) -> None:
    """Castling depends on the conditions of part 2, and on nothing else. A side without any move does not castle."""
    tried = {move for move in ply.tried if is_castling(ply, move)}
    expected = {*castlings_by_the_listing(ply)} if ply.tried else set()
    assert tried == expected, ply.story("castling differs from its conditions", tried ^ expected)


def the_ledger_names_each_disagreement_as_this_page_does(ply: Ply) -> None:
    """The classes of modern.agreement claim the same moves. They take II and III to be 0."""
    if ply.carried:
        return
    here = {move: disagreements_on(ply, move) for move in {*ply.legal} ^ {*ply.tried}}
    there = {
        finding.difference.move: [finding.name] if finding.move_class else []
        for finding in move_differences(PositionView(Program(), ply.pair))
    }
    different = {move for move in here.keys() | there.keys() if here.get(move) != there.get(move)}
    assert not different, ply.story("the ledger has another name for it", different)


def both_boards_are_the_same_before_and_after_every_move(ply: Ply) -> None:
    """After every legal move that it tries, too. Only a promoted pawn is still a pawn while the program thinks."""
    ply.program.BOARD()
    assert placement_of(list(ply.program.board)) == placement_on(ply.board), ply.story("the boards differ", [])
    for move, placement in ply.moves_tried:
        if move in ply.legal:
            ply.board.push(ply.legal[move])
            expected = placement_on(ply.board)
            ply.board.pop()
            if move[4:] == "q":
                expected[target_of(move)] = "P" if ply.side == "white" else "p"
            assert placement == expected, ply.story("the boards after the same move differ", {move})


CLAIMS: Final = [
    every_legal_move_is_tried_except_four_kinds,
    every_tried_move_is_legal_except_eight_kinds,
    it_castles_exactly_when_the_listing_lets_it,
    the_ledger_names_each_disagreement_as_this_page_does,
    both_boards_are_the_same_before_and_after_every_move,
]

#: How many games of each subject are tried.
GAMES_OF_A_SUBJECT: Final = 7
#: A failing game is reported soon: hypothesis may spend this many seconds on making it smaller, and explains nothing.
SECONDS_TO_SHRINK: Final = 8
PHASES: Final = [Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink]


@pytest.fixture(autouse=True, scope="module")
def soon() -> Iterator[None]:
    """Bounds the time that hypothesis takes to make a failing game smaller."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "MAX_SHRINKING_SECONDS", SECONDS_TO_SHRINK)
        yield


def plies_of(game: chess.Board) -> Iterator[PositionPair]:
    """Yields both programs at each ply of the board's game, from its start on. The object is the same each time."""
    pair = PositionPair(game.root().fen())
    yield pair
    for move in game.move_stack:
        pair.make(Move.from_uci(move.uci()))
        yield pair


def features_where_the_claims_hold(
    plans: Sequence[GamePlan], games: int, plies: int = 40, phases: Sequence[Phase] = PHASES
) -> Counter[str]:
    """Checks the claims at every ply of so many games. Returns what was seen of rare features and of disagreements."""
    seen: Counter[str] = Counter()

    @settings(deadline=None, max_examples=games, phases=phases, report_multiple_bugs=False)
    @given(steered_boards(plans, plies, has_a_number), st.sampled_from([0, 1]))
    def hold(game: chess.Board, carried: int) -> None:
        for pair in plies_of(game):
            ply = Ply(pair, carried)
            for claim in CLAIMS:
                claim(ply)
            seen.update(features_of(ply.board))
            seen.update(name for move in {*ply.legal} ^ {*ply.tried} for name in disagreements_on(ply, move))

    hold()
    return seen


@pytest.mark.hypothesis
@pytest.mark.parametrize("subject", PLANS_BY_SUBJECT)
def test_every_claim_holds_at_every_ply_of_every_game(subject: str) -> None:
    seen = features_where_the_claims_hold(PLANS_BY_SUBJECT[subject], GAMES_OF_A_SUBJECT)
    assert seen.keys() & FEATURES_BY_SUBJECT[subject]


@pytest.mark.hypothesis
@pytest.mark.slow
def test_many_games_have_every_disagreement_and_every_rare_feature() -> None:
    """With few pieces first, because they make shorter examples."""
    seen: Counter[str] = Counter()
    for plan in reversed(PLANS):
        seen += features_where_the_claims_hold([plan], games=6, plies=plan.plies)
    assert {*FEATURES, LONG_GAME, *classes_of(MOVES)} - seen.keys() == set()


#: Here White castles in this way; Black does in the mirror images.
KINGSIDE_IS_BEST: Final = chess.Board("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1")
QUEENSIDE_IS_BEST: Final = chess.Board("r3kb1r/1p2pppp/3p4/p1p5/P7/3P1P2/1PP1P1PP/R3KB1R w KQkq - 0 1")


@settings(deadline=None, max_examples=12, phases=PHASES, report_multiple_bugs=False)
@given(st.one_of(few_pieces(), steered_boards(PLANS, 40, has_a_number)))
@example(KINGSIDE_IS_BEST)
@example(KINGSIDE_IS_BEST.mirror())
@example(QUEENSIDE_IS_BEST)
@example(QUEENSIDE_IS_BEST.mirror())
def test_what_the_program_plays_itself_happens_on_both_boards(board: chess.Board) -> None:
    """Squares and flags, too: a captured piece is gone, and a piece that has moved has moved.

    A game ends where the listing leaves chess: with an illegal move, with error 9, and on the last rank, where anything
    promotes that goes to an empty square (quirk everyone-promotes).
    """
    board = board.copy()  # an example is used again
    start = board.copy()
    try:
        state = pair_after_game(board).state
    except NotRepresentable:
        return  # a third rook, bishop or knight
    program = Program()
    for _ in range(4):
        before, side = state.copy(), "white" if board.turn else "black"
        program.state = state
        try:
            move = program.play(side).move
        except BasicError:
            return
        if not move or not board.is_legal(chess.Move.from_uci(move)) or move[3] == ("8" if board.turn else "1"):
            return
        board.push_uci(move)
        state = program.state
        played = f"{start.fen()}: {start.variation_san(board.move_stack[len(start.move_stack) :])}"
        assert state == state_after(before, side, move), played
        program.BOARD()
        assert placement_of(list(program.board)) == placement_on(board), played


# 4. What no game compares.


def test_one_of_two_pawns_that_could_capture_en_passant_is_pinned() -> None:
    """Compared like all else, but rare: python-chess allows one capture, and the program tries neither."""
    ply = Ply(PositionPair("4r1k1/8/8/2PpP3/8/8/8/4K3 w - d6 0 1"))
    assert {"c5d6", "e5d6"} & ply.legal.keys() == {"c5d6"}
    assert not {"c5d6", "e5d6"} & {*ply.tried}
    assert disagreements_on(ply, "c5d6") == ["en-passant"]


@pytest.mark.parametrize("letter", ["R", "B", "N"])
def test_a_third_rook_bishop_or_knight_has_no_number_in_the_listing(letter: str) -> None:
    """PW and PB have two numbers for each of these types. So the program cannot be set up, and nothing is compared."""
    with pytest.raises(NotRepresentable, match="a third"):
        PositionPair(f"4k3/8/8/8/8/8/{letter * 3}5/4K3 w - - 0 1")


def test_after_some_of_its_illegal_moves_there_is_no_position_of_chess() -> None:
    """It castles onto its own bishop: two pieces on f8. The rules of chess say nothing about the moves from there."""
    state = State.from_fen("4kb1r/8/8/8/8/8/8/4K3 b k - 0 1")
    assert KINGSIDE in Ply(PositionPair("4kb1r/8/8/8/8/8/8/4K3 b k - 0 1")).tried
    assert state_after(state, "black", "e8g8").PB.count(NAME_TO_SQUARE["f8"]) == 2


# What II and III keep from one turn to the next is not left out: the claims hold for both values (Ply.carried).


# 5. Faults of the rules.


not_compiled = pytest.mark.skipif(build_mode(RULES) == COMPILED, reason="compiled rules cannot be changed")


@not_compiled
@pytest.mark.parametrize("side", ["white", "black"])
@pytest.mark.parametrize("fault", RULES_FAULTS, ids=lambda fault: fault.sentence)
def test_the_story_of_a_fault_of_the_rules(fault: RulesFault, side: str, monkeypatch: pytest.MonkeyPatch) -> None:
    start, moves, wrong = chess.Board(fault.fen), fault.moves.split(), fault.wrong.split()
    if side == "black":
        start, moves, wrong = start.mirror(), [*map(mirrored, moves)], [*map(mirrored, wrong)]
    pair = pair_at(start.fen(), " ".join(moves))
    legal = Ply(pair).legal
    plant(fault, monkeypatch)
    pair = PositionPair(start.fen())
    for uci in moves:
        pair.make(Move.from_uci(uci))
    with pytest.raises(AssertionError) as failure:
        Ply(pair)
    story = [line.strip() for line in str(failure.value).splitlines()]
    assert story[:3] == [
        f"the rules and python-chess disagree: {', '.join(sorted(wrong))}",
        f"game from {start.fen()}: {start.variation_san(pair.oracle.move_stack) if moves else '-'}",
        f"after {len(moves)} plies: {pair.oracle.fen()}, II = III = 0",
    ]
    assert f"legal: {' '.join(sorted(legal))}" in story
    assert all(any(line.startswith(f"{move}: nearly ") for line in story) for move in wrong)


@not_compiled
def test_the_story_of_rules_that_raise_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    plant(BROKEN_RULES, monkeypatch)
    with pytest.raises(AssertionError, match=r"the rules fail: .*AttributeError: .*\n.*game from 4k3"):
        Ply(PositionPair(BROKEN_RULES.fen))


@not_compiled
@pytest.mark.hypothesis
@pytest.mark.parametrize("fault", RULES_FAULTS, ids=lambda fault: fault.sentence)
def test_the_games_find_every_fault_of_the_rules(fault: RulesFault, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(fault, monkeypatch)
    with pytest.raises(AssertionError, match="the rules and python-chess disagree"):
        features_where_the_claims_hold(PLANS_BY_SUBJECT[fault.subject], games=100, phases=[Phase.generate])
