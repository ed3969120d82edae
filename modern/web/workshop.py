"""A pupil's program of the lesson "write your own player", tried in the browser: the puzzles, and a match.

The page runs it in a web worker of its own, and ends that worker when the pupil presses Stop: Python cannot interrupt
an endless loop here. What the program prints is shown, and so is its error with the line in the pupil's text.
"""

from __future__ import annotations

import io
import linecache
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from functools import partial
from traceback import TracebackException
from types import ModuleType
from typing import Any, Final

from modern.facts import fact, told
from modern.game.clock import TimeSetting
from modern.game.game import BLACK, SIDES, WHITE
from modern.lessons import content_of
from modern.match.openings import random_openings
from modern.match.referee import play_game
from modern.players import Decision, MoveRequest, Player, PlayerError, player_named
from modern.report import discard
from modern.rules import Move, Position
from modern.web.settings import Json, check_choice

Emit = Callable[[Json], None]

#: The name of the pupil's file in messages of Python.
FILE: Final = "player.py"
#: The steps of the lesson, from which a pupil may begin, and against which the program may play.
STEPS: Final = ("step1", "step2", "step3", "step4")
#: The word that pupils find out, where the file has `___`.
GAP: Final = ("___(", "min(")
#: The program that the pupil has kept, to compare a change with it.
KEPT: Final = "kept"
#: The other opponents, each a player's name.
PLAYERS: Final = ("random", "historic", "firstchess", "modern[UCI_Elo=400]")
OPPONENTS: Final = (*PLAYERS, *STEPS, KEPT)
#: The numbers of games that the page offers.
GAMES: Final = ("2", "6", "20")
#: How many characters the page shows of what a program prints.
MOST_PRINTED: Final = 20_000
#: And of what `choose` returns instead of a move.
MOST_SHOWN: Final = 80


class ProgramError(PlayerError):
    """A pupil's program has failed: `said` is Python's message or a fact, `line` the line of the text, if any."""

    def __init__(self, said: str, line: int | None = None) -> None:
        super().__init__(said)
        self.said = said
        self.line = line


def error_of(error: BaseException) -> ProgramError:
    """Returns the error of a pupil's program with the last line of the text that it came from."""
    found = TracebackException.from_exception(error)
    lines = [frame.lineno for frame in found.stack if frame.filename == FILE]
    if isinstance(error, SyntaxError) and error.filename == FILE:
        lines.append(error.lineno)
    words = "".join(found.format_exception_only()).strip().splitlines()[-1]
    return ProgramError(words, lines[-1] if lines else None)


def program_of(source: str) -> ModuleType:
    """Returns the module that a pupil's text makes. Raises ProgramError if it fails, or has no `choose`."""
    module = ModuleType("player")
    linecache.cache[FILE] = (len(source), None, source.splitlines(keepends=True), FILE)
    try:
        exec(compile(source, FILE, "exec", dont_inherit=True), module.__dict__)
    except (Exception, SystemExit) as error:
        raise error_of(error) from None
    if not callable(getattr(module, "choose", None)):
        raise ProgramError(fact("write.no_choose"))
    return module


class PupilPlayer(Player):
    """A player that chooses its moves with a pupil's program. `failure` is the error that has ended its game."""

    def __init__(self, source: str, name: str = "player", look: Callable[[Position], None] = discard) -> None:
        """`look` gets the position before and after each of its moves. Raises ProgramError."""
        super().__init__()
        self.name = name
        self.look = look
        self.failure: ProgramError | None = None
        self.program = program_of(source)

    def choice(self, position: Position) -> Move:
        """Returns the move of the program. Raises ProgramError if it fails, or chooses no legal move."""
        legal = position.legal_moves()
        try:
            chosen = self.program.choose(position.copy())
            if chosen in legal:
                return legal[legal.index(chosen)]
            shown = str(chosen) if isinstance(chosen, Move) else repr(chosen)[:MOST_SHOWN]
            self.failure = ProgramError(fact("write.not_legal", chosen=shown))
        except (Exception, SystemExit) as error:
            self.failure = error_of(error)
        raise self.failure

    def decide(self, request: MoveRequest) -> Decision:
        position = request.game.position.copy()
        if not position.legal_moves():
            return Decision(None)
        self.look(position)
        move = self.choice(position)
        position.make(move)
        self.look(position)
        return Decision(move)


class _Printed(io.TextIOBase):
    """The output of a program, as events, up to MOST_PRINTED characters."""

    def __init__(self, emit: Emit) -> None:
        self.emit = emit
        self.left = MOST_PRINTED

    def write(self, text: str) -> int:
        shown = text[: self.left]
        self.left -= len(shown)
        if shown:
            self.emit({"type": "printed", "text": shown})
        return len(text)


def puzzles() -> list[tuple[str, str, str]]:
    """Returns the title, FEN and wanted move of each puzzle of the lesson: `Ra8#`, or `not Qxd6`."""
    module: dict[str, Any] = {"__name__": "puzzles"}
    exec(compile(content_of("puzzles.py"), "puzzles.py", "exec", dont_inherit=True), module)
    found: list[tuple[str, str, str]] = module["PUZZLES"]
    return found


def solves(move: str, wanted: str) -> bool:
    """Returns True if a move, in SAN, is the solution of a puzzle."""
    return move != wanted.removeprefix("not ") if wanted.startswith("not ") else move == wanted


def lesson(_: Emit) -> Json:
    """Returns the first contents of the page: the files of the steps, and the positions of the puzzles."""
    return {
        "steps": {step: content_of(f"{step}.py") for step in STEPS},
        "puzzles": [fen for _, fen, _ in puzzles()],
        "opponents": list(OPPONENTS),
        "games": [int(number) for number in GAMES],
    }


def solve_puzzles(source: str, emit: Emit) -> None:
    """Emits a `puzzle` for each puzzle, with the program's move and whether it solves it; `failed` ends them."""
    _run(partial(_solve, source, emit), emit)


def play_match(source: str, opponent: str, kept: str, games: str, emit: Emit) -> None:
    """Plays a match with random openings, as `gosub match` has them, the pupil's program with White first.

    `kept` is the text of the opponent KEPT. Emits a `position` before each move, and a `game` after each game, with the
    pupil's points. `failed` ends the match. Raises Refusal for an unknown opponent or number of games.
    """
    check_choice("opponent", opponent, OPPONENTS)
    check_choice("games", games, GAMES)
    _run(partial(_play, source, opponent, kept, int(games), emit), emit)


def _run(work: Callable[[], None], emit: Emit) -> None:
    """Works with a pupil's program: what it prints is shown, and its error."""
    try:
        with redirect_stdout(_Printed(emit)):
            work()
    except ProgramError as error:
        emit({"type": "failed", "line": error.line, **told(text=error.said)})


def _solve(source: str, emit: Emit) -> None:
    player = PupilPlayer(source)
    for number, (_, fen, wanted) in enumerate(puzzles()):
        position = Position.from_fen(fen)
        emit({"type": "begun", "puzzle": number})
        move = player.choice(position)
        san = position.san(move)
        emit({"type": "puzzle", "puzzle": number, "uci": move.uci(), "san": san, "solved": solves(san, wanted)})


def _opponent(name: str, kept: str) -> Player:
    """Returns an opponent. Raises ProgramError if it is the kept program, and that cannot start."""
    if name in PLAYERS:
        return player_named(name)
    try:
        return PupilPlayer(kept if name == KEPT else content_of(f"{name}.py").replace(*GAP), name)
    except ProgramError as error:
        raise ProgramError(fact("write.kept_failed", error=error.said)) from None


def _play(source: str, opponent: str, kept: str, games: int, emit: Emit) -> None:
    openings = random_openings(None, None)
    for number, colour in _colours(games):
        pupil = PupilPlayer(source, look=partial(_show, emit, number, colour))
        with _opponent(opponent, kept) as other:
            players = {side: pupil if side == colour else other for side in SIDES}
            game = play_game(players, openings.for_pair(number // 2), TimeSetting())
        if pupil.failure:
            raise pupil.failure
        if isinstance(other, PupilPlayer) and other.failure:
            raise ProgramError(fact("write.kept_failed", error=other.failure.said))
        assert game.ending
        points = 0.5 if game.ending.winner is None else float(game.ending.winner == colour)
        emit({"type": "game", "game": number, "points": points, **told(text=game.ending.sentence)})


def _colours(games: int) -> Iterator[tuple[int, str]]:
    """Yields the numbers of the games, from 0, with the pupil's colour: each opening is played with both."""
    for number in range(games):
        yield number, BLACK if number % 2 else WHITE


def _show(emit: Emit, number: int, colour: str, position: Position) -> None:
    made, fen = position.moves_made(), position.fen().split()
    emit(
        {
            "type": "position",
            "game": number,
            "colour": colour,
            "number": int(fen[-1]),
            "pieces": fen[0],
            "last": made[-1].uci() if made else None,
        }
    )


#: What the page calls; each call gets its arguments, and where its events go.
CALLS: Final[dict[str, Callable[..., Json | None]]] = {"lesson": lesson, "puzzles": solve_puzzles, "match": play_match}
