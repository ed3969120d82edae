"""A game in a browser: its commands, its clocks, and what has to be thought about.

It neither waits nor reads the time: each call is given `now`, in seconds of any clock that runs on, and a player's
thought is a task that `task` returns and a result that `finish` takes (modern.web.thinking).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from modern.engine.report import Score
from modern.game.clock import TimeControl, TimeSetting
from modern.game.game import BLACK, TIME_FORFEIT, WHITE, Ending, opponent
from modern.game.pgn_text import comment_text
from modern.game.saved_game import saved_game_pgn
from modern.game.session import LiveGame, Refusal
from modern.play.hints import HINT_PLAYER, HINT_SECONDS
from modern.play.sitting import Sitting
from modern.rules import Position, RulesError
from modern.web.seats import DistantPlayer, Json

#: What a task is for.
MOVE: Final = "move"
HINT: Final = "hint"


class WebGame:
    """A game that is played in a browser.

    `pace` is how long programs think where there are no clocks, and `control` the time control where there are; they
    run from the ply `clock_from` on. `pause` is how long each move that the program of 1994 tries is shown, in seconds.
    `message` is the last remark for the user, `considered` the event with the moves that the program of 1994 considered
    at its last move.
    """

    def __init__(
        self,
        live_game: LiveGame,
        pace: TimeSetting,
        control: TimeControl | None = None,
        pause: float = 0.0,
        clock_from: int = 0,
    ) -> None:
        self.live_game = live_game
        self.pace = pace
        self.control = control
        self.pause = pause
        self.clock_from = clock_from
        self.message = ""
        self.considered: Json | None = None
        #: The game's moves in SAN, and the FEN after each.
        self.sans: list[str] = []
        self.fens: list[str] = []
        #: The number of the task that is to be done; it changes with the position.
        self.task_number = 0
        self.hint_asked = False
        #: Why the program to move cannot continue.
        self.failure = ""
        #: When the side to move began to think; None until a page shows the game, or while a program waits.
        self.turn_began: float | None = None
        if control:
            live_game.headers["TimeControl"] = str(control)
        self.sitting = Sitting(live_game, pace, (), _ignore)
        self._position_changed()

    # What it is.

    @property
    def has_human(self) -> bool:
        """True if a human plays."""
        return bool(self.live_game.human_sides)

    @property
    def human_to_move(self) -> bool:
        """True if it is a human's turn."""
        return self.live_game.ending is None and self.live_game.seat.player is None

    @property
    def program_to_move(self) -> bool:
        """True if it is a program's turn, and it can continue."""
        return self.live_game.ending is None and self.live_game.seat.player is not None and not self.failure

    def pgn(self) -> str:
        """Returns the game as `gosub play` saves it."""
        return saved_game_pgn(self.live_game, self.pace)

    # Clocks.

    def time_left(self, side: str, now: float) -> float:
        """Returns the time on a side's clock, in seconds. There must be clocks."""
        left = self._left_after(side, len(self.live_game.record))
        if side == self.live_game.side and self.live_game.ending is None and self.turn_began is not None:
            left -= now - self.turn_began
        return left

    def clock_after(self, ply: int) -> float | None:
        """Returns the clock of the side that made a ply, after it, in seconds; None for a game without clocks."""
        side = self.live_game.side if (len(self.live_game.record) - ply) % 2 else opponent(self.live_game.side)
        return round(self._left_after(side, ply), 2) if self.control and ply > self.clock_from else None

    def _left_after(self, side: str, plies: int) -> float:
        """Returns the time on a side's clock after so many plies of the game, in seconds."""
        assert self.control is not None
        record = self.live_game.record
        ours = (len(record) - 1) % 2 if side != self.live_game.side else len(record) % 2
        used = [move.seconds for ply, move in enumerate(record[:plies]) if ply % 2 == ours and ply >= self.clock_from]
        return self.control.seconds + len(used) * self.control.increment - sum(used)

    def seconds_until_flag(self, now: float) -> float | None:
        """Returns when the flag of a human to move falls, in seconds from now; None if it cannot."""
        if self.control is None or not self.human_to_move or self.turn_began is None:
            return None
        return self.time_left(self.live_game.side, now)

    def check_flag(self, now: float) -> bool:
        """Ends the game if the flag of the human to move has fallen. Returns True if it has."""
        left = self.seconds_until_flag(now)
        if left is None or left > 0:
            return False
        self._lose_on_time(self.live_game.side, "")
        return True

    def _lose_on_time(self, side: str, details: str) -> None:
        self.live_game.ending = Ending(opponent(side), TIME_FORFEIT, details)
        self._position_changed()

    def look(self, now: float) -> None:
        """Starts the clock of a human to move, when the game is first shown."""
        if self.turn_began is None and self.human_to_move:
            self.turn_began = now

    # Commands.

    def command(self, given: Json, now: float) -> None:
        """Does what a browser asks for: `{"command": "move", "move": "e4"}`.

        Raises Refusal if that is not possible, and Question if a yes is needed first: the command is then given again
        with `"confirmed": true`.
        """
        commands: dict[str, Callable[[Json, float], None]] = {
            "move": self._move,
            "hint": self._hint,
            "take_back": self._take_back,
            "draw": self._draw,
            "resign": self._resign,
            "stop": self._stop,
        }
        name = given.get("command")
        if not isinstance(name, str) or name not in commands:
            raise Refusal(f"command must be one of {', '.join(commands)}")
        self.check_flag(now)
        if self.live_game.ending:
            raise Refusal("the game is over")
        ply = given.get("ply")
        if ply is not None and ply != len(self.live_game.record):
            raise Refusal("the game has gone on since; look at the board again")
        commands[name](given, now)

    def allowed(self) -> dict[str, bool]:
        """Returns which commands are possible now."""
        human, over = self.human_to_move, self.live_game.ending is not None
        return {
            "move": human,
            "hint": human and not self.hint_asked,
            "take_back": self._plies_to_take_back() > 0,
            "draw": human,
            "resign": self.has_human and not over,
            "stop": self.program_to_move or self.hint_asked,
        }

    def _move(self, given: Json, now: float) -> None:
        if not self.human_to_move:
            raise Refusal("it is not your turn")
        move = given.get("move")
        if not isinstance(move, str) or not move.strip():
            raise Refusal("move must be a text, such as Nf3 or g1f3")
        began = now if self.turn_began is None else self.turn_began
        self.sitting.enter_move(move.strip()[:100], max(0.0, now - began))
        self._position_changed(now)

    def _hint(self, given: Json, now: float) -> None:
        if not self.human_to_move:
            raise Refusal("a hint is given only when it is your turn")
        if not self.hint_asked:
            self.hint_asked = True
            self.task_number += 1

    def cancel_hint(self) -> None:
        """Gives up the hint that was asked for."""
        self.hint_asked = False
        self.task_number += 1

    def _take_back(self, given: Json, now: float) -> None:
        if not self._plies_to_take_back():
            raise Refusal("you have no move to take back")
        self.sitting.undo()
        self._position_changed(now)

    def _plies_to_take_back(self) -> int:
        """Returns how many plies a human can take back now."""
        live_game = self.live_game
        if live_game.ending or not self.has_human:
            return 0
        plies = 1 if live_game.seat.player or len(live_game.human_sides) == 2 else 2
        return plies if len(live_game.record) >= plies else 0

    def _draw(self, given: Json, now: float) -> None:
        if not self.human_to_move:
            raise Refusal("a draw is claimed or offered only when it is your turn")
        self.sitting.draw(given.get("confirmed") is True)
        self._position_changed(now)

    def _resign(self, given: Json, now: float) -> None:
        live_game = self.live_game
        if not self.has_human:
            raise Refusal("no human plays in this game")
        live_game.resign(live_game.side if self.human_to_move else live_game.human_sides[0])
        self._position_changed(now)

    def _stop(self, given: Json, now: float) -> None:
        """Checks that something can be stopped; whatever runs the thought stops it."""
        if not self.allowed()["stop"]:
            raise Refusal("no program is thinking")

    # Thoughts.

    def task(self) -> Json | None:
        """Returns what a player has to think about now, for modern.web.thinking; None if there is nothing."""
        live_game = self.live_game
        if self.program_to_move:
            player = live_game.seat.player
            assert player is not None
            asked = {"kind": MOVE, "spec": live_game.seat.spec, "memory": player.memory(), **self._limits()}
        elif self.hint_asked:
            asked = {"kind": HINT, "spec": HINT_PLAYER, "memory": "", "seconds": HINT_SECONDS}
        else:
            return None
        moves = [move.uci for move in live_game.record]
        return {
            "number": self.task_number,
            "side": live_game.side,
            "start": live_game.game.start,
            "moves": moves,
            **asked,
        }

    def _limits(self) -> Json:
        if self.control is None:
            return {**self.pace.as_json(), "pause": self.pause}
        plies = len(self.live_game.record)
        left = {side: max(0.01, self._left_after(side, plies)) for side in (WHITE, BLACK)}
        return {"clocks": left, "increment": self.control.increment}

    def thought_began(self, number: int, now: float) -> None:
        """Starts the clock of the program to move: it thinks, and no longer waits."""
        if number == self.task_number and self.program_to_move:
            self.turn_began = now

    def finish(self, result: Json, now: float) -> list[Json]:
        """Takes the result of a task: makes the program's move, or returns the hint. Returns the events to be shown.

        The result of a task that is no longer asked for is ignored.
        """
        if result["number"] != self.task_number:
            return []
        if "error" in result:
            return self._fail(result)
        if result["kind"] == HINT:
            self.cancel_hint()
            return [self._hint_event(result)]
        self._make_program_move(result, now)
        return [self.considered] if self.considered else []

    def _fail(self, result: Json) -> list[Json]:
        self.hint_asked = False
        self.message = str(result["error"])
        if result["kind"] == MOVE:
            self.failure = self.message
        return []

    def _make_program_move(self, result: Json, now: float) -> None:
        live_game = self.live_game
        side, seconds = live_game.side, float(result["seconds"])
        if self.control:
            left = self._left_after(side, len(live_game.record))
            if seconds > left:
                self._lose_on_time(side, f"{seconds:.3f} s used of {left:.3f} s")
                return
        try:
            move = live_game.game.position.parse_uci(result["move"])
        except RulesError:
            self._fail({**result, "error": f"{live_game.seat.short_name} returned no legal move"})
            return
        player = live_game.seat.player
        assert isinstance(player, DistantPlayer)
        player.remembered = result["memory"]
        score = Score(*result["score"]) if result["score"] else None
        live_game.make(move, score, result["depth"], seconds, comment_text(result["notes"]))
        self._position_changed(now)
        self.considered = result["considered"]
        self.message = " ".join(result["notes"])

    def _hint_event(self, result: Json) -> Json:
        position = Position.from_fen(self.live_game.game.position.fen())
        line = [position.parse_uci(result["move"])]
        san = position.san(line[0])
        text = f"{HINT_PLAYER} would play {result['line'] or san}"
        if result["score"]:
            text += f" ({Score(*result['score']).for_white(self.live_game.side)} for White)"
        return {"type": "hint", "uci": result["move"], "san": san, "text": text}

    def _position_changed(self, now: float | None = None) -> None:
        """Forgets what belonged to the position before, and starts the clock of a human to move."""
        self.task_number += 1
        self.hint_asked = False
        self.failure = self.message = ""
        self.considered = None
        self.turn_began = now if self.human_to_move else None
        self._describe_moves()

    def _describe_moves(self) -> None:
        """Brings `sans` and `fens` up to date after one move, or one taken back."""
        moves = self.live_game.game.moves
        del self.sans[len(moves) :], self.fens[len(moves) :]
        new = moves[len(self.sans) :]
        if new:
            position = self.live_game.game.position.copy()
            for _ in new:
                position.unmake()
            for move in new:
                self.sans.append(position.san(move))
                position.make(move)
                self.fens.append(position.fen())


def _ignore(message: str) -> None:
    """Ignores a message: no file is written here."""
