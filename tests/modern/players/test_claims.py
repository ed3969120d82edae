"""What is said of a move, judged by python-chess: each claim of a sentence, and when it is true of the board."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import chess
import chess.pgn
import pytest

from modern.facts import Fact, english
from modern.limits import Limits
from modern.players import PLAYERS, Game, player_named
from modern.players.position_search import PositionSearch
from modern.players.protocol import ExplainedLine
from modern.players.reasons import reason, sentence
from modern.report import Score
from modern.rules import Position

#: Games of people, and of programs.
ROOT: Final = Path(__file__).parents[3]
GAMES: Final = (ROOT / "benchmarks/classic-games.pgn", *sorted((ROOT / "docs").rglob("*.pgn")))
#: What pieces are worth, by python-chess's numbers.
VALUES: Final = {
    chess.PAWN: 1,
    chess.KNIGHT: 3,
    chess.BISHOP: 3,
    chess.ROOK: 5,
    chess.QUEEN: 9,
    chess.KING: 100,
}

#: A predicate over a move and the values of a fact.
Claim = Callable[..., bool]


class Move(NamedTuple):
    """A move, the boards before and after it, and what its player has found."""

    board: chess.Board
    move: chess.Move
    after: chess.Board
    lines: Sequence[ExplainedLine]

    @property
    def capture(self) -> chess.PieceType | None:
        """The type of the piece that it captures."""
        if self.board.is_en_passant(self.move):
            return chess.PAWN
        return self.board.piece_type_at(self.move.to_square) if self.board.is_capture(self.move) else None

    @property
    def mover(self) -> chess.PieceType:
        """The type of the piece that moves."""
        return self.board.piece_type_at(self.move.from_square) or 0

    def moves(self, piece: Fact, square: str = "") -> bool:
        """Returns True if it moves a piece of this type, to this square if it is given, and captures nothing."""
        return (
            piece.code == f"its.{chess.piece_name(self.mover)}"
            and square in ("", chess.square_name(self.move.to_square))
            and not self.capture
        )


def after(board: chess.Board, move: chess.Move) -> chess.Board:
    """Returns the board after a move; it knows the game before it."""
    made = board.copy()
    made.push(move)
    return made


def captures_on(board: chess.Board, square: chess.Square) -> list[chess.Move]:
    return [move for move in board.legal_moves if move.to_square == square]


def value_at(board: chess.Board, square: chess.Square) -> int:
    return VALUES[board.piece_type_at(square) or 0]


def hangs(board: chess.Board, square: chess.Square) -> bool:
    """Returns True if the side to move can win material on a square: by a cheaper piece, or without being retaken."""
    return any(
        value_at(board, move.from_square) < value_at(board, square) or not captures_on(after(board, move), square)
        for move in captures_on(board, square)
    )


def hung_before(board: chess.Board, square: chess.Square) -> bool:
    passed = board.copy(stack=False)
    passed.push(chess.Move.null())
    return not board.is_check() and hangs(passed, square)


def repeats(made: Move, line: ExplainedLine) -> bool:
    """Returns True if the first move of a line repeats a position of the game."""
    return after(made.board, chess.Move.from_uci(line.pv[0].uci())).is_repetition(2)


def better(made: Move) -> list[ExplainedLine]:
    """Returns the lines with a higher score than the first."""
    return [line for line in made.lines if line.score > made.lines[0].score]


def gains(made: Move, name: str) -> bool:
    """Returns True if the first line gains more in no other term that is compared than in the one with this code."""
    words = {"piece.king": "king"}.get(name, english()[name])
    sign = 1 if made.board.turn == chess.WHITE else -1
    second = max(made.lines[1:], key=lambda line: line.score.centipawns or 0)
    gained = {
        term.name: sign * (term.white - term.black - other.white + other.black)
        for term, other in zip(made.lines[0].terms, second.terms, strict=True)
    }
    return gained[words] == max(gained.values()) > 0


def stands(least: int, most: int) -> Claim:
    """Returns the claim that the score of the first line is in a range, in centipawns; the upper bound is excluded."""
    return lambda made, **_: least <= (made.lines[0].score.centipawns or 0) < most


#: Each claim by its code: its predicate over a move and the values of the fact.
CLAIMS: Final[dict[str, Claim]] = {
    "arbiter.plays": lambda made, why, move: move == made.move.uci(),
    "arbiter.plays_what": lambda made, why, move, what: (
        move == made.move.uci() and (what.code != "arbiter.best_tried" or not better(made))
    ),
    "arbiter.best_tried": lambda made: all(repeats(made, line) for line in better(made)),
    "arbiter.first_legal": lambda made: not made.lines and made.move in made.board.legal_moves,
    "arbiter.repeats": lambda made, move: after(made.board, chess.Move.from_uci(move)).is_repetition(2),
    "arbiter.repeats_none": lambda made, what: not after(made.board, made.move).is_repetition(2),
    "arbiter.illegal": lambda made, why: chess.Move.from_uci(why.values["move"]) not in made.board.legal_moves,
    "arbiter.not_allowed": lambda made, move: chess.Move.from_uci(move) in made.board.legal_moves,
    "arbiter.no_number": lambda made, piece, square, other: (
        piece.code
        == f"piece.{chess.piece_name(made.board.piece_type_at(chess.parse_square(square)) or 0)}"
        != other.code
    ),
    # What a program does not find or know, the board does not show.
    **{
        code: lambda made, **_: True
        for code in english()
        if re.match(r"arbiter\.(none|piece|stopped|finds|resigns)_", code)
    },
    "arbiter.finds_none": lambda made: True,
    "deed.mate": lambda made: made.after.is_checkmate(),
    "deed.kingside": lambda made: made.board.is_kingside_castling(made.move),
    "deed.queenside": lambda made: made.board.is_queenside_castling(made.move),
    "deed.captures": lambda made, piece, square: (
        piece.code == f"the.{chess.piece_name(made.capture or 0)}"
        and not made.board.is_en_passant(made.move)
        and square == chess.square_name(made.move.to_square)
    ),
    "deed.en_passant": lambda made, square: (
        made.board.is_en_passant(made.move) and square == chess.square_name(made.move.to_square)
    ),
    "deed.promotes": lambda made, piece: (
        not made.capture and piece.code == f"piece.{chess.piece_name(made.move.promotion or 0)}"
    ),
    "deed.answers_check": lambda made, piece, square: made.board.is_check() and made.moves(piece, square),
    "deed.saves": lambda made, piece, square: (
        made.moves(piece, square)
        and hung_before(made.board, made.move.from_square)
        and not hangs(made.after, made.move.to_square)
    ),
    "deed.moves": lambda made, piece, square: (
        made.moves(piece, square) and not made.board.is_castling(made.move) and not made.board.is_check()
    ),
    "deed.with_check": lambda made, what: made.after.is_check(),
    "why.no_recapture": lambda made, what: not captures_on(made.after, made.move.to_square),
    "why.costs_less": lambda made, what, piece: (
        piece.code == f"its.{chess.piece_name(made.mover)}"
        and VALUES[made.capture or 0] > value_at(made.after, made.move.to_square)
        and bool(captures_on(made.after, made.move.to_square))
    ),
    "why.exchange": lambda made, what: (
        made.capture == made.after.piece_type_at(made.move.to_square)
        and bool(captures_on(made.after, made.move.to_square))
    ),
    "why.move": lambda made, what: True,
    "why.mate_follows": lambda made, what, count: made.lines[0].score.mate == count > 0,
    "why.mate_threatens": lambda made, what, count: made.lines[0].score.mate == -count < 0,
    "why.best_tried": lambda made, what, count: (
        count == len({line.pv[0] for line in made.lines})
        and made.lines[0].score == max(line.score for line in made.lines)
        and all(chess.Move.from_uci(line.pv[0].uci()) in made.board.legal_moves for line in made.lines)
    ),
    "why.best_by": lambda made, what, count, next, term: (
        CLAIMS["why.best_tried"](made, what, count)
        and gains(made, term.code)
        and any(
            made.board.parse_san(next).uci() == line.pv[0].uci() and line.score == made.lines[1].score
            for line in made.lines[1:]
        )
    ),
    "why.best_unrepeated": lambda made, what: (
        not repeats(made, made.lines[0]) and bool(better(made)) and all(repeats(made, line) for line in better(made))
    ),
    "why.standing": lambda made, what, standing: True,
    "why.standing_after": lambda made, what, reply, standing: (
        made.after.parse_san(reply.split(".")[-1].strip()).uci() == made.lines[0].pv[1].uci()
    ),
    "why.knew": lambda made: not made.lines,
    "why.unknown": lambda made: not made.lines,
    "standing.losing": stands(-100_000, -400),
    "standing.much_worse": stands(-400, -150),
    "standing.little_worse": stands(-150, -50),
    "standing.equal": stands(-50, 50),
    "standing.little_better": stands(50, 150),
    "standing.much_better": stands(150, 400),
    "standing.winning": stands(400, 100_000),
}


#: The families of their codes.
FAMILIES: Final = ("arbiter.", "deed.", "why.", "standing.")


def facts_in(said: Any) -> Iterator[Fact]:
    """Yields a fact and all facts among its values."""
    if isinstance(said, Fact):
        yield said
        for value in said.values.values():
            yield from facts_in(value)


def judged(made: Move, told: object) -> Iterator[tuple[str, bool]]:
    """Yields the code of each claim in a sentence, and whether it is true."""
    for claim in facts_in(told):
        if claim.code.startswith(FAMILIES):
            yield claim.code, CLAIMS[claim.code](made, **claim.values)


@cache
def boards() -> list[chess.Board]:
    """Returns the different positions of the games, with the moves before them."""
    found: dict[str, chess.Board] = {}
    for path in GAMES:
        with path.open(encoding="utf-8") as file:
            while game := chess.pgn.read_game(file):
                found |= {node.board().epd(): node.board() for node in game.mainline()}
    boards = [board for board in found.values() if not board.is_game_over()]
    others = [after(board, list(board.legal_moves)[-1]) for board in boards]  # where another move would have led
    return boards + [board for board in others if not board.is_game_over()]


def spread(count: int) -> list[chess.Board]:
    """Returns so many of the positions, evenly spread over the games."""
    return boards()[:: max(1, len(boards()) // count)][:count]


def test_every_sentence_is_judged() -> None:
    assert CLAIMS.keys() == {code for code in english() if code.startswith(FAMILIES)}


@pytest.mark.parametrize("count", [100, pytest.param(2000, marks=pytest.mark.slow)])
def test_no_sentence_claims_of_any_legal_move_what_the_board_denies(count: int) -> None:
    made, false = Counter[str](), Counter[str]()
    for board in spread(count):
        position = Position.from_fen(board.fen())
        for index, move in enumerate(position.legal_moves()):
            lines = [ExplainedLine((move,), Score(37 * index - 500))]
            played = chess.Move.from_uci(move.uci())
            for code, is_true in judged(
                Move(board, played, after(board, played), lines), sentence(position, lines, True)
            ):
                made[code] += 1
                false[code] += not is_true
    assert not +false
    assert len(made) > 15


#: Positions in which programs choose an illegal move, or none: a right that is lost, checks, and three knights.
ODD: Final = (
    *("4k1r1/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/NNN1K3 w - - 0 1", "8/8/8/8/8/5k2/4q3/7K w - - 0 1"),
    *("7k/5K2/8/6Q1/8/8/8/8 b - - 0 1", "4k3/8/8/8/7b/8/4P3/4K3 w - - 0 1"),
)


def shuffled() -> chess.Board:
    """Returns a position in which the 1994 program's choice would repeat an earlier one."""
    board = chess.Board("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")
    for uci in ["a1a8", "e8e7", "a8a7", "e7e6", "a7a6", "e6e5", "a6a5", "e5e4", "a5a4", "e4e5"]:
        board.push_uci(uci)
    return board


def judged_players(names: Sequence[str], count: int) -> tuple[Counter[str], list[str]]:
    """Returns how often each claim is made by players of their own moves, and the sentences with a false one."""
    made, false = Counter[str](), []
    for name in names:
        with player_named(name) as player:
            for board in [*spread(count), *map(chess.Board, ODD), shuffled()]:
                game = Game(board.root().fen(), [move.uci() for move in board.move_stack])
                search = PositionSearch(player, game, Limits(nodes=200))
                decision = search.run()
                lines = search.explain()
                assert decision.move is not None
                assert not lines or lines[0].pv[0] == decision.move, name
                move, told = chess.Move.from_uci(decision.move.uci()), reason(search)
                for said in (told, *search.remarks):
                    for code, is_true in judged(Move(board, move, after(board, move), lines), said):
                        made[code] += 1
                        if not is_true:
                            false.append(f"{name}, {board.fen()}: {said}")
    return made, false


#: Players whose own depth takes long, with less of it.
QUICK: Final = {"huo": "huo[Depth=1]", "novice": "novice[Depth=1]", "firstchess": "firstchess[Depth=1]"}
#: And those with settings that change what they say.
SPECS: Final = (
    *(QUICK.get(name, name) for name in PLAYERS if name != "human"),
    *("historic[Avoid Repetition=true]", "modern[MultiPV=3]", "modern[UCI_LimitStrength=true,UCI_Elo=600]"),
)


@pytest.mark.parametrize("name", SPECS)
def test_no_player_claims_of_its_move_what_the_board_denies(name: str) -> None:
    made, false = judged_players([name], 2 if name.startswith("h") else 20)
    assert not false
    assert made


@pytest.mark.slow
@pytest.mark.parametrize("name", SPECS)
def test_no_player_claims_what_the_board_denies_in_many_positions(name: str) -> None:
    _, false = judged_players([name], 200 if name.startswith("historic") else 2000)
    assert not false
