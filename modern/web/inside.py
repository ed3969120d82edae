"""The requests of the page "Inside 1994": a turn of the 1994 program, its parts step by step, the restored listing.

A turn is asked for by a position and moves from it, as they are typed elsewhere. The page gets a part at a time, and
steps through its events by itself. `gosub serve` and the page under Pyodide call the same functions.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple

from historic.listing.appendix import find_appendix
from historic.listing.repair import Repair
from historic.listing.report import MAX_BYTES, NotAReport
from historic.listing.restoration import restore
from historic.position.sides import SIDES
from historic.position.state import StateError
from historic.program import Program
from historic.readings import PRINTED, READINGS, RECORDED
from historic.study.sample_game import SAMPLE_GAME
from historic.study.terms import board_from_state
from historic.thought import StoppedThought, TriedMove
from modern.facts import Fact, as_json, fact, fact_of, told
from modern.game.game import Game
from modern.game.session import Refusal
from modern.players.game_state import GameState
from modern.players.historic import basic_error
from modern.players.tried_moves import PIECE_NAMES, move_text
from modern.proof.counterparts import Counterparts
from modern.proof.port_changes import port_source
from modern.proof.recorder import LAYOUT, TRY, Part, label_lines, port_lines
from modern.proof.stepper import (
    BREAKPOINTS,
    LABEL_TEXTS,
    QUIRKS,
    Stepper,
    quirks,
    sentence,
    tried_squares,
)
from modern.rules import Position, RulesError
from modern.rules.fen import INITIAL_FEN
from modern.rules.typed_move import parse_typed_move
from modern.web.settings import Json, check_choice, check_names, text_of

#: The names in the page's requests.
TURN_SETTINGS: Final = ("fen", "moves", "side", "reading", "carried")
PART_SETTINGS: Final = (*TURN_SETTINGS, "part")
LISTING_SETTINGS: Final = ("text", "reading")
#: The most plies before the position, and the longest text of a position or of moves, in characters.
MAX_PLIES: Final = 2000
MAX_TEXT: Final = 40_000
#: How many turns are kept; each keeps some parts of 3 to 10 MB. The server makes and reads them one at a time.
KEPT_TURNS: Final = 2

_MOVE_NUMBER: Final = re.compile(r"\b[0-9]+\.+")
#: II and III as the side's turn before has left them.
_CARRIED: Final = re.compile(r"(-?\d{1,9}),(-?\d{1,9})", re.ASCII)

#: The numbers of the program in groups; White's name and Black's are one entry. What they mean is among the words of
#: the facts, `means.woo` of `WOO, BOO`, from which docs/program/variables.md has it too.
NUMBERS: Final = {
    "score": ("S1", "J", "KJ", "JK", "HJ", "ZI", "GH"),
    "moves": (
        *("WOO, BOO", "WOOO, BOOO", "II, III", "X8, X9", "Y8, Y9", "YY1, YY", "ZZ1, ZZ", "BESTVAL1, BESTVAL"),
        *("BESTPIECE1, BESTPIECE", "BESTPOS1, BESTPOS", "BB2, PP2", "SSZ, SS2", "FUL", "L2"),
    ),
    "board": ("X", "Y", "Z", "A", "B", "X0"),
    "loop": ("PW, PB", "MOVE", "JAA"),
}
MEANINGS: Final = {
    names: fact(f"means.{names.partition(',')[0].lower()}") for group in NUMBERS.values() for names in group
}


class Stop(NamedTuple):
    """A moment of the tour: a reading, a part and an event of it, both from 0, and what to see there."""

    reading: str
    part: int
    event: int
    text: Fact


def turn(settings: Json) -> Json:
    """Returns a turn in outline: its candidates in the order tried, the choice, and how many parts it has.

    Raises Refusal for a position or moves that cannot be.
    """
    check_names(settings, TURN_SETTINGS)
    return _turn(*_key(settings))[1]


def part(settings: Json) -> Json:
    """Returns a part of a turn: the numbers before its first event, the GOSUB stack, and its events.

    Raises Refusal, also if the turn has no such part.
    """
    check_names(settings, PART_SETTINGS)
    number = settings.get("part")
    stepper, _ = _turn(*_key(settings))
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < stepper.parts:
        raise Refusal(fact("setting.whole_number", name="part", least=0, most=stepper.parts - 1))
    return _part_json(stepper.part(number))


def facts() -> Json:
    """Returns the data that the page needs once: names, facts, the lines of the port, and the tour."""
    return {
        "names": LAYOUT.numbers,
        "meanings": as_json(MEANINGS),
        "pieces": PIECE_NAMES,
        "labels": as_json(LABEL_TEXTS),
        "quirks": as_json(QUIRKS),
        "breakpoints": BREAKPOINTS,
        "port": {"lines": port_lines(), "labels": label_lines()},
        "readings": READINGS,
        "game": " ".join(SAMPLE_GAME),
        "tour": {"moves": " ".join(SAMPLE_GAME[: TOUR_PLY - 1]), "stops": [as_json(stop._asdict()) for stop in TOUR]},
    }


def _key(settings: Json) -> list[str]:
    """Returns the settings of a turn, in the order of TURN_SETTINGS. Raises Refusal for one that is not text."""
    return [text_of(settings, name) for name in TURN_SETTINGS]


@lru_cache(KEPT_TURNS)
def _turn(fen: str, moves: str, side: str, reading: str, carried: str) -> tuple[Stepper, Json]:
    """Returns a turn, and its outline. Raises Refusal."""
    if reading:
        check_choice("reading", reading, READINGS)
    if side:
        check_choice("side", side, SIDES)
    try:
        game = _game(fen, moves)
        game_state = GameState(game)
    except (RulesError, StateError) as error:
        raise Refusal(fact_of(error)) from None
    program = Program(reading or PRINTED)
    program.state = game_state.state
    if carried:
        match = _CARRIED.fullmatch(carried)
        if match is None:
            raise Refusal(fact("inside.carried"))
        program.II, program.III = map(int, match.groups())
    side = side or game_state.side
    stepper = Stepper(program, side)
    position = game.position if side == game.side else None
    return stepper, _outline(program, side, stepper.parts, game_state.substitutions, position)


def _game(fen: str, moves: str) -> Game:
    """Returns the game that a FEN and moves mean. Raises RulesError and Refusal."""
    if max(len(fen), len(moves)) > MAX_TEXT:
        raise Refusal(fact("inside.position_too_long", most=MAX_TEXT))
    game = Game(fen.strip() or INITIAL_FEN)
    typed = _MOVE_NUMBER.sub(" ", moves).split()
    if len(typed) > MAX_PLIES:
        raise Refusal(fact("inside.too_many_moves", count=len(typed), most=MAX_PLIES))
    for text in typed:
        game.make(parse_typed_move(game.position, text))
    return game


def _outline(program: Program, side: str, parts: int, substitutions: list[Fact], position: Position | None) -> Json:
    """Returns a turn in outline. `position` is None if the side is not to move: then all its moves are illegal."""
    stopped: str = ""
    try:
        thought = program.think(side)
    except StoppedThought as error:
        thought, stopped = error.thought, basic_error(error)
    state = program.state
    board = board_from_state(state)

    def candidate(tried: TriedMove) -> Json:
        return {
            "notation": move_text(board, state, side, tried.move, position),
            "value": round(tried.value, 4),
            "chosen": tried.move == thought.best,
        }

    return {
        "side": side,
        "reading": program.reading,
        "parts": parts,
        "candidates": [candidate(tried) for tried in thought.candidates],
        **told(stopped=stopped),
        "substitutions": substitutions,
    }


def _part_json(part: Part) -> Json:
    """Returns a part as JSON.

    An event is its kind, the label where it happens, the line of historic/program.py or 0, its changes as place and
    value by turns, the fact about its effect, and the quirks at work; one that tries a move has its squares too.
    """
    events = []
    for event, before, after, _ in part.moments():
        changes = [_plain(number) for change in event.changes for number in change]
        said = as_json(sentence(event, before, after))
        row = [event.kind, event.place, event.line, changes, said, quirks(event, before, after)]
        if event.kind == TRY:
            row.append(tried_squares(event, after))
        events.append(row)
    return {
        "number": part.number,
        "start": [_plain(number) for number in part.start],
        "stack": part.stack,
        "events": events,
    }


def _plain(number: float) -> float:
    """Returns a number, a whole one without a fraction."""
    return int(number) if number == int(number) else number


# ---- the listing


def listing(settings: Json) -> Json:
    """Returns the listing restored from the text of the report: its lines, with the repairs in each.

    `labels` has the line of each label, and `port` the line of each line of historic/program.py with a counterpart,
    both counted from 0. `note` names the fault of a listing that is not the known one. Raises Refusal if the
    text has no listing.
    """
    check_names(settings, LISTING_SETTINGS)
    text, reading = text_of(settings, "text"), text_of(settings, "reading") or PRINTED
    check_choice("reading", reading, READINGS)
    if len(text) > MAX_BYTES:
        raise Refusal(fact("inside.text_too_large", most=f"{MAX_BYTES:,}"))
    try:
        restoration = restore(find_appendix(text), reading)
    except NotAReport as error:
        raise Refusal(str(error)) from None
    findings = restoration.findings
    more = f", and {len(findings) - 1} more" if len(findings) > 1 else ""
    counterparts = Counterparts(port_source(), restoration.text)
    port = {line: found.number - 1 for line, found in counterparts.lines.items()}
    lines = [
        {
            "text": "".join(filter(str.isprintable, line.text.replace("\t", "  "))),
            "repairs": [
                {
                    "start": len(line.text[: change.reads_column].replace("\t", "  ")),
                    "length": len(change.repair.reads),
                    "title": _evidence(change.repair),
                }
                for change in line.changes
            ],
        }
        for line in restoration.lines
    ]
    labels = {line.damaged.label: number for number, line in reversed([*enumerate(restoration.lines)])}
    note = fact("inside.not_the_known_listing", finding=f"{findings[0]}{more}") if findings else ""
    return {"reading": reading, "lines": lines, "labels": labels, "port": port, **told(note=note)}


def _evidence(repair: Repair) -> str:
    """Returns the change that a repair makes, and its reason."""
    evidence = "; ".join(f"{piece.kind}: {piece}" for piece in repair.evidence)
    return f"{repair.printed} is printed. {repair.reason}. Evidence: {evidence}"


# ---- the tour

#: The ply of the recorded game in which one letter of the listing decides between the readings.
TOUR_PLY: Final = 22

TOUR: Final = tuple(
    Stop(*moment, fact(f"tour.{number}"))
    for number, moment in enumerate(
        (
            (PRINTED, 0, 1),
            (PRINTED, 0, 29),
            (PRINTED, 1, 0),
            (PRINTED, 1, 23),
            (PRINTED, 1, 99),
            (PRINTED, 1, 4829),
            (PRINTED, 1, 5033),
            (PRINTED, 1, 5034),
            (PRINTED, 27, 5125),
            (RECORDED, 27, 5126),
        ),
        start=1,
    )
)

#: The requests that a page makes by name, beside `facts`.
CALLS: Final[dict[str, Callable[[Json], Json]]] = {"turn": turn, "part": part, "listing": listing}
