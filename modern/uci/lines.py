"""The lines of UCI: the commands that a GUI sends, and the answers of the engine.

An invalid command gets an error of one line, for an info string.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from importlib.metadata import version
from typing import BinaryIO, Final

from modern.game.game import opponent
from modern.limits import MAX_DEPTH, MAX_NODES, Clock, Limits
from modern.players import Decision, Game, Option, Player
from modern.players.protocol import EMPTY, SPIN
from modern.players.suggestion import suggestion
from modern.report import Report, Score
from modern.rules import Move, MoveError, Outcome, Position, RulesError
from modern.rules.bitboard import SQUARE_NAMES
from modern.rules.errors import quoted
from modern.rules.fen import INITIAL_FEN
from modern.rules.lenient_fen import lenient_fen
from modern.rules.perft import MAX_PERFT_DEPTH

#: The longest line, in bytes. It has room for a game of 200,000 plies.
MAX_LINE_BYTES: Final = 1 << 20
#: The most seconds on a clock.
MAX_SECONDS: Final = 10.0**9
#: How long a search takes, in seconds, if `go` has limits but none that is valid for the side to move.
FALLBACK_SECONDS: Final = 0.1
#: Counts the lines of moves instead of a search, as Stockfish does.
PERFT: Final = "perft"
#: The words of `go` that are followed by a whole number.
NUMERIC_WORDS: Final = (
    *("depth", "nodes", "mate", "movetime"),
    *("wtime", "btime", "winc", "binc", "movestogo"),
    PERFT,
)
SEARCHMOVES: Final = "searchmoves"
PONDER: Final = "ponder"
INFINITE: Final = "infinite"
GO_WORDS: Final = (*NUMERIC_WORDS, SEARCHMOVES, PONDER, INFINITE)
GO_HINT: Final = f"the words are: {', '.join(GO_WORDS)}"
INTEGER: Final = re.compile(r"([+-]?)([0-9]+)")
#: A whole number with more digits than this counts as 10 to this power.
MAX_DIGITS: Final = 18

#: The most remarks on one command, a line of which has room for a third of a million wrong words; what is between them.
MAX_REMARKS: Final = 3
ALSO: Final = "; also: "

#: UCI's null move, for a position without legal moves.
NO_MOVE: Final = "0000"
#: For nodes per second, a shorter search counts as this many seconds.
MIN_SECONDS: Final = 0.001

#: The largest score that is sent, in centipawns. UCI has no bound, but GUIs and referees take scores of about 300 pawns
#: and more for mates. Stockfish says a won tablebase position as this score (TB_CP in its uci.cpp).
MAX_CENTIPAWNS: Final = 20_000

#: What GUIs expect of every engine: our own players think in one thread. An outside program may have the option itself.
THREADS: Final = Option("Threads", SPIN, "1", 1, 1)


# What the GUI sends.


class CommandError(ValueError):
    """An invalid command. It changes nothing; the text says why."""


def read_lines(stream: BinaryIO) -> Iterator[str]:
    """Yields the lines of a stream. Invalid UTF-8 is replaced; a line that is too long is truncated."""
    while line := stream.readline(MAX_LINE_BYTES):
        beginning = line
        while not line.endswith(b"\n") and line:
            line = stream.readline(MAX_LINE_BYTES)
        yield beginning.decode("utf-8", "replace")


def parse_position(words: Sequence[str], warn: Callable[[str], None] = lambda _: None) -> Game:
    """Returns the game of `startpos moves e2e4 ..` or `fen .. moves ..`. Raises CommandError.

    `warn` gets a line about the repairs of the FEN.
    """
    end = words.index("moves") if "moves" in words else len(words)
    start, moves = words[:end], words[end + 1 :]
    if not start or start[0] not in ("startpos", "fen"):
        raise CommandError("position: expected startpos or fen, and then moves")
    if start[0] == "startpos" and len(start) > 1:
        raise CommandError(f"position startpos: expected moves, not {quoted(start[1])}")
    fen = lenient_fen(INITIAL_FEN if start[0] == "startpos" else " ".join(start[1:]))
    if fen.warnings:
        warn(f"position: {ALSO.join(fen.warnings)}")
    try:
        return Game(fen.fen, [move.lower() for move in moves])
    except RulesError as error:
        raise CommandError(f"the position cannot be read: {error}") from None


def parse_setoption(words: Sequence[str]) -> tuple[str, str]:
    """Returns NAME and VALUE of `setoption name NAME value VALUE`, which may contain spaces. Raises CommandError."""
    if len(words) < 2 or words[0] != "name":
        raise CommandError("setoption: expected name NAME value VALUE")
    end = words.index("value") if "value" in words else len(words)
    return " ".join(words[1:end]), " ".join(words[end + 1 :])


class Remarks:
    """The remarks on one command, which become one line of answer."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.unsaid = 0

    def add(self, text: Callable[[], str]) -> None:
        """Adds a remark. After MAX_REMARKS it is only counted: making it takes longer than reading the word."""
        if len(self.texts) < MAX_REMARKS:
            self.texts.append(text())
        else:
            self.unsaid += 1

    def __str__(self) -> str:
        """Returns the remarks as one line; empty if there are none."""
        return ALSO.join([*self.texts, f"{self.unsaid} more like these"] if self.unsaid else self.texts)


@dataclass
class GoCommand:
    """The limits of a `go`; `remarks` are about the words that could not be parsed.

    `perft` is the depth of a count that is asked for instead of a search, in plies.
    """

    limits: Limits = field(default_factory=Limits)
    ponder: bool = False
    perft: int | None = None
    remarks: Remarks = field(default_factory=Remarks)


def parse_go(words: Sequence[str], position: Position) -> GoCommand:
    """Returns the limits of a `go` in a position. Words that cannot be parsed set no limit."""
    go = GoCommand()
    numbers: dict[str, int] = {}
    flags: set[str] = set()
    search_moves: list[Move] = []
    remaining = list(reversed(words))
    while remaining:
        word = remaining.pop()
        if word in NUMERIC_WORDS:
            number = _parse_number(remaining[-1]) if remaining else None
            if number is None:
                go.remarks.add(partial(_not_a_number, word, _pop_argument(remaining)))
            else:
                numbers[word] = number
                remaining.pop()
        elif word in (PONDER, INFINITE):
            flags.add(word)
        elif word == SEARCHMOVES:
            search_moves += _parse_searchmoves(remaining, position, go.remarks)
        else:
            go.remarks.add(partial(_unknown_word, word))
    go.ponder = PONDER in flags
    if PERFT in numbers:
        go.perft = min(max(numbers.pop(PERFT), 1), MAX_PERFT_DEPTH)
    go.limits = _build_limits(numbers, INFINITE in flags, tuple(search_moves))
    if (numbers or go.remarks.texts) and not _is_limited(go.limits, position.side):
        milliseconds = f"{1000 * FALLBACK_SECONDS:.0f}"
        go.remarks.texts.append(f"go: no valid limit for {position.side}; movetime {milliseconds} is used")
        go.limits = replace(go.limits, seconds=FALLBACK_SECONDS)
    return go


def _not_a_number(word: str, argument: str) -> str:
    return f"go {word}: expected a whole number{argument and f', not {quoted(argument)}'}"


def _unknown_word(word: str) -> str:
    return f"go: no such word {quoted(word)}; {suggestion(word, GO_WORDS, otherwise=GO_HINT)}"


def _is_limited(limits: Limits, side: str) -> bool:
    """Returns True if some limit ends the search of `side`, or if it is infinite."""
    ends = (limits.depth, limits.nodes, limits.mate, limits.seconds, limits.clock(side))
    return limits.infinite or any(end is not None for end in ends)


def _parse_number(word: str) -> int | None:
    """Returns a word as a whole number, or None if it is not one."""
    form = INTEGER.fullmatch(word)
    if form is None:
        return None
    sign, digits = form.groups()
    magnitude = int(digits) if len(digits) <= MAX_DIGITS else 10**MAX_DIGITS
    return -magnitude if sign == "-" else magnitude


def _pop_argument(remaining: list[str]) -> str:
    """Removes and returns the next word; returns an empty string if that is a word of `go` or if there is none."""
    return remaining.pop() if remaining and remaining[-1] not in GO_WORDS else ""


def _parse_searchmoves(remaining: list[str], position: Position, remarks: Remarks) -> list[Move]:
    """Removes and returns the moves that follow, up to the next word of `go`."""
    legal = {move.uci(): move for move in position.legal_moves()}
    moves: dict[Move, None] = {}
    while word := _pop_argument(remaining):
        if move := legal.get(word.lower()):
            moves[move] = None
        else:
            remarks.add(partial(_not_legal, position, word))
    return [*moves]


def _not_legal(position: Position, word: str) -> str:
    """Returns why a word is no move to search."""
    try:
        position.parse_uci(word.lower())
    except MoveError as error:
        return f"searchmoves: {error}"
    raise AssertionError(word)


def _build_limits(numbers: dict[str, int], infinite: bool, search_moves: tuple[Move, ...]) -> Limits:
    def seconds(word: str) -> float:
        return min(max(numbers.get(word, 0), 0) / 1000, MAX_SECONDS)

    def at_least_one(word: str, maximum: int) -> int | None:
        return min(max(numbers[word], 1), maximum) if word in numbers else None

    return Limits(
        depth=at_least_one("depth", MAX_DEPTH),
        nodes=at_least_one("nodes", MAX_NODES),
        mate=at_least_one("mate", MAX_DEPTH),
        seconds=seconds("movetime") if "movetime" in numbers else None,
        white=Clock(seconds("wtime"), seconds("winc")) if "wtime" in numbers else None,
        black=Clock(seconds("btime"), seconds("binc")) if "btime" in numbers else None,
        moves_to_go=at_least_one("movestogo", MAX_NODES),
        infinite=infinite,
        only=search_moves,
    )


# What the engine answers.


def option_line(option: Option, default: str) -> str:
    """Returns `option name Hash type spin default 16 min 1 max 4096`."""
    line = f"option name {option.name} type {option.type} default {default or EMPTY}"
    if option.type == SPIN:
        line += f" min {option.minimum} max {option.maximum}"
    return line + "".join(f" var {choice}" for choice in option.choices)


def session_options(player: Player) -> list[Option]:
    """Returns the options that a player has only in UCI: those that GUIs expect and that it does not have itself."""
    return [] if any(option.name.lower() == THREADS.name.lower() for option in player.options) else [THREADS]


def introduction_lines(player: Player) -> list[str]:
    """Returns the answer to `uci`. Our own name has our version: GUIs keep it with an engine's games and ratings.

    The default of an option is its value now: one that was set in the player's name.
    """
    name = player.name.replace("Gosub Chess,", f"Gosub Chess {version('gosub-chess')},", 1)
    lines = [f"id name {name}", f"id author {player.author}"]
    options = (*player.options, *session_options(player))
    lines.extend(option_line(option, player.settings.get(option.name, option.default)) for option in options)
    lines.extend(f"option name {button} type button" for button in player.buttons)
    return [*lines, "uciok"]


def info_line(text: str) -> str:
    """Returns an info string: one line of plain ASCII."""
    return f"info string {' '.join(text.split())}".encode("ascii", "backslashreplace").decode()


def score_text(score: Score, bound: str = "") -> str:
    """Returns `cp 35`, `mate -2` or `cp 35 lowerbound`, at most MAX_CENTIPAWNS."""
    words = f"cp {_bounded(score.centipawns or 0)}" if score.mate is None else f"mate {score.mate}"
    return f"{words} {bound}".strip()


def score_remark(score: Score) -> str:
    """Returns a sentence with a score beyond MAX_CENTIPAWNS, for an info string; '' for any other score."""
    if score.centipawns is None or abs(score.centipawns) <= MAX_CENTIPAWNS:
        return ""
    sent = _bounded(score.centipawns)
    return f"the score is {score} pawns; cp {sent} stands for it, because programs take larger numbers for mates"


def _bounded(centipawns: int) -> int:
    return max(-MAX_CENTIPAWNS, min(centipawns, MAX_CENTIPAWNS))


def report_line(report: Report) -> str:
    """Returns `info depth 5 seldepth 12 multipv 1 score cp 42 nodes .. nps .. hashfull .. time .. pv ..`."""
    return (
        f"info depth {report.depth} seldepth {report.seldepth} multipv {report.multipv}"
        f" score {score_text(report.score, report.bound)} nodes {report.nodes}"
        f" nps {report.nodes / max(report.seconds, MIN_SECONDS):.0f} hashfull {report.hashfull}"
        f" time {1000 * report.seconds:.0f} pv {' '.join(move.uci() for move in report.pv)}"
    )


def decision_report(move: Move, decision: Decision) -> Report:
    """Returns a report of a decision without one, with a score of 0 if it has none.

    The player may know the move from a book, have no search, or have ended before its first depth.
    """
    line, score = decision.pv or (move,), decision.score or Score(0)
    return Report(decision.depth, decision.depth, 1, score, line, decision.nodes, decision.seconds)


def end_lines(outcome: Outcome) -> list[str]:
    """Returns what is sent, before `bestmove 0000`, about a position without legal moves."""
    score = Score(mate=0) if outcome.winner else Score(0)
    return [info_line(f"there is no legal move: {outcome.reason}"), f"info depth 0 score {score_text(score)}"]


def bestmove_line(decision: Decision) -> str:
    """Returns `bestmove e2e4 ponder e7e5`."""
    if decision.move is None:
        return f"bestmove {NO_MOVE}"
    ponder = f" ponder {decision.pv[1]}" if len(decision.pv) > 1 else ""
    return f"bestmove {decision.move}{ponder}"


# What Stockfish answers to commands that are not part of UCI, and scripts read.


def board_lines(game: Game) -> list[str]:
    """Returns the answer to `d`: the board, the FEN, the key and the squares of the pieces that give check."""
    position = game.position
    rule = f" {'+---' * 8}+"
    lines = ["", rule]
    for rank in range(7, -1, -1):
        pieces = "".join(f"| {position.piece_at(8 * rank + file) or ' '} " for file in range(8))
        lines += [f" {pieces}| {rank + 1}", rule]
    king = position.king_square(position.turn)
    checkers = position.attackers(opponent(position.side), king) if position.is_check() else []
    return [
        *(*lines, f"   {'   '.join('abcdefgh')}", ""),
        *(f"Fen: {position.fen()}", f"Key: {position.hash:016X}"),
        f"Checkers: {' '.join(SQUARE_NAMES[square] for square in checkers)}",
    ]


def evaluation_lines(player: Player, game: Game) -> list[str]:
    """Returns the answer to `eval`: the terms of the static evaluation in pawns, and its score for White."""
    lines = [
        f"{term.name:24} White {term.white / 100:+7.2f}  Black {term.black / 100:+7.2f}" for term in player.terms(game)
    ]
    note, score = player.terms_note(), player.static_score(game)
    final = f"{score.for_white(game.side)} (white side)" if score else f"none ({player.name} has no static evaluation)"
    return [*lines, *([note] if note else []), f"Final evaluation {final}", ""]
