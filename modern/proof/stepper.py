"""Stepping through a recorded turn: where one stands, what happens there in words, and the quirks at work."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Final, NamedTuple

from historic.basic import print_number, single
from historic.memory import BOARD_SIZE, Memory
from historic.position.castling import CASTLINGS
from historic.position.sides import BLACK, WHITE, Side, other_side, side_named
from historic.position.squares import SQUARE_TO_NAME
from historic.position.state import CAPTURED, KING, NOT_MOVED, PIECE_NUMBERS, PLURAL_PIECE_NAMES
from historic.tables import TENTH
from modern.facts import Fact, fact
from modern.proof.recorder import (
    BEST,
    GOSUB,
    LAYOUT,
    REACHES,
    RETURN,
    SCORE,
    SEARCHES,
    TRY,
    Event,
    Part,
    ScoreTerm,
    part_count,
    recorded,
)

#: How many parts are kept; each takes some 3 MB.
KEPT_PARTS: Final = 8

#: The labels at which a breakpoint can stand: those that are entered by a GOSUB, and those inside CWHITE and CBLACK.
BREAKPOINTS: Final = (
    *("BOARD", "WHITE", "WHITE1", "BLACK", "BLACK1"),
    *("CWHITE", "CWHITEA", "CWHITE5", "CWHITE4", "CWHITE9", "CBLACK", "CBLACKA", "CBLACK5", "CBLACK4", "CBLACK9"),
)

#: What each label does, in our own words.
LABEL_TEXTS: Final = {label: fact(f"label.{label.lower()}") for label in (*BREAKPOINTS, "CWHITEB", "CBLACKB")}

#: What S1 becomes at a lost king.
_LOST_KING: Final = -1000

#: The quirks that can be at work in a step, by their names in docs/program/quirks.md: what each one is.
QUIRKS: Final = {
    name: fact(f"quirk.{name.replace('-', '_')}")
    for name in (
        *("minus-1000", "protected-king", "attacked-and-unprotected", "ranks-of-pawns", "phantom-double-push"),
        *("centre-for-both", "piece-from-nowhere", "stale-ii", "whites-rook", "rook-from-nowhere", "single-precision"),
    )
}

#: Where castling takes the king, by II (III).
_CASTLING_FILES: Final = {1: "g", 2: "c"}


class Moment(NamedTuple):
    """An event of a turn by the number of its part and its own number in it, both from 0."""

    part: int
    event: int


class Stepper:
    """A turn through which one can step in both directions. It stands at an event: what that event does is done.

    The turn is that of `side`, with the variables of `memory`. `parts` is one more than the candidates.
    """

    def __init__(self, memory: Memory, side: str) -> None:
        self.memory = memory
        self.side = side_named(side).name
        self.parts = part_count(memory, side)
        self.at = Moment(0, 0)
        self._recorded = lru_cache(KEPT_PARTS)(lambda part: recorded(memory, side, {part})[0])

    def part(self, number: int) -> Part:
        """Returns a part. The last ones are kept. Raises IndexError if the turn has no such part."""
        if not 0 <= number < self.parts:
            raise IndexError(f"no part {number}; the turn has 0 to {self.parts - 1}")
        return self._recorded(number)

    @property
    def event(self) -> Event:
        """The event at which it stands."""
        return self.part(self.at.part).events[self.at.event]

    def moment(self) -> tuple[Event, list[float], list[float], tuple[str, ...]]:
        """Returns the event, all numbers before and after it in the order of LAYOUT.places, and the stack after it."""
        return next(islice(self.part(self.at.part).moments(), self.at.event, None))

    def step(self) -> bool:
        """Moves to the next event. Returns False at the end of the turn."""
        return self._go(self._after(), lambda event, depth, start: True)

    def over(self) -> bool:
        """Moves to the next event at this depth: past the RETURN of a GOSUB."""
        return self._go(self._after(), lambda event, depth, start: depth <= start - (self.event.kind == GOSUB))

    def out(self) -> bool:
        """Moves to the RETURN of the label that is running."""
        return self._go(self._after(), lambda event, depth, start: depth < start)

    def back(self) -> bool:
        """Moves back to the previous event. Returns False at the beginning."""
        part, event = self.at
        if event:
            self.at = Moment(part, event - 1)
        elif part:
            self.at = Moment(part - 1, len(self.part(part - 1).events) - 1)
        return bool(event or part)

    def reply(self) -> bool:
        """Moves to the next reply that is tried, or to the next candidate."""
        return self._go(self._after(), lambda event, depth, start: event.kind == TRY)

    def candidate(self) -> bool:
        """Moves to the next candidate; after the last one, to the end of the turn."""
        return self.to_part(self.at.part + 1) if self.at.part + 1 < self.parts else self.choice()

    def to_part(self, number: int) -> bool:
        """Goes to the first event of a part."""
        self.part(number)
        self.at = Moment(number, 0)
        return True

    def choice(self) -> bool:
        """Goes to the end of the turn, where the choice is played."""
        last = Moment(self.parts - 1, len(self.part(self.parts - 1).events) - 1)
        moved, self.at = self.at != last, last
        return moved

    def run(self, breakpoints: Collection[str]) -> bool:
        """Moves to the next event at a breakpoint; without one, to the end of the turn."""
        return self._go(self._after(), lambda event, depth, start: event.place in breakpoints and event.kind != RETURN)

    def _after(self) -> Iterator[tuple[Moment, Event]]:
        for number in range(self.at.part, self.parts):
            events = self.part(number).events
            first = self.at.event + 1 if number == self.at.part else 0
            for index in range(first, len(events)):
                yield Moment(number, index), events[index]

    def _go(self, events: Iterator[tuple[Moment, Event]], there: Callable[[Event, int, int], bool]) -> bool:
        """Goes to the first event that is `there`, given the depth of the stack after it and that of the start."""
        start = depth = len(self.moment()[3])
        found = None
        for found, event in events:  # noqa: B007 -- the last one is where it stands
            depth += (event.kind == GOSUB) - (event.kind == RETURN)
            if there(event, depth, start):
                break
        if found:
            self.at = found
        return found is not None


# ---- what happens


def sentence(event: Event, before: Sequence[float], after: Sequence[float]) -> Fact:
    """Returns what an event does, to be told, given all numbers before and after it, in the order of LAYOUT.places."""
    then, now = _Numbers(before), _Numbers(after)
    match event.kind:
        case "gosub" | "return" if event.label in REACHES:
            return _reach(event, then, now)
        case "gosub":
            return LABEL_TEXTS[event.label]
        case "return":
            return _left(event.label, now)
        case "try":
            return fact("step.tries", move=_move(event.label, now))
        case "best":
            return _best(event.label, now)
        case "error":
            return fact("step.stops", label=event.label)
    return _term(event, then, now)


def tried_squares(event: Event, after: Sequence[float]) -> str:
    """Returns the squares of the move that an event tries, such as e2e4; only the second one for a piece from nowhere.

    `after` are all numbers after the event. A castling has the squares of the king.
    """
    side, now = _side_of(event.label), _Numbers(after)
    square, piece, _ = SEARCHES[event.label]
    castling = _castling(side, now)
    if castling in _CASTLING_FILES:
        rank = side_named(other_side(side.name)).last_rank
        return f"e{rank}{_CASTLING_FILES[castling]}{rank}"
    origin = SQUARE_TO_NAME.get(now.home(side, now.whole(piece)), "")
    return origin + SQUARE_TO_NAME.get(now.whole(square), "")


def quirks(event: Event, before: Sequence[float], after: Sequence[float]) -> tuple[str, ...]:
    """Returns the names in docs/program/quirks.md of the quirks at work in an event: their mends would change it."""
    then, now = _Numbers(before), _Numbers(after)
    at_work: dict[str, bool] = {}
    if event.kind == RETURN and event.label in REACHES:
        at_work = _quirks_of_reach(event, now)
    elif event.kind == TRY:
        at_work = _quirks_of_try(event, now)
    elif event.kind == BEST:
        name = "BESTVAL1" if event.label == "CWHITE" else "BESTVAL"
        at_work = {"single-precision": now[name] > then[name] and _twentieths(now[name]) == _twentieths(then[name])}
    elif event.kind == SCORE:
        at_work = _quirks_of_term(event, then, now)
    return tuple(name for name, is_at_work in at_work.items() if is_at_work)


class _Numbers:
    """All numbers by their names in BASIC."""

    def __init__(self, numbers: Sequence[float]) -> None:
        self.numbers = numbers

    def __getitem__(self, name: str) -> float:
        return self.numbers[LAYOUT.place_of[name]]

    def whole(self, name: str) -> int:
        return int(self[name])

    def flag(self, side: Side, piece: int) -> int:
        """Returns PM of a piece."""
        return self.whole(f"PM({piece},{int(side is BLACK)})")

    def home(self, side: Side, piece: int) -> int:
        """Returns PW or PB of a piece: its square before the turn."""
        return self.whole(f"{'PB' if side is BLACK else 'PW'}({piece})")


def _named(side: Side, piece: int, square: int) -> Fact:
    """Returns a piece and its square, to be told: White's knight on b1."""
    return fact("piece.on", piece=_owned(side, piece), square=_square(square))


def _owned(side: Side, piece: int) -> Fact:
    letter = next((letter for letter, numbers in PIECE_NUMBERS.items() if piece in numbers), "Q")
    return fact(f"own.{side.name}_{PLURAL_PIECE_NAMES[letter].removesuffix('s')}")


def _side(side: Side) -> Fact:
    return fact(f"the_side.{side.name}")


def _square(square: int) -> str:
    return SQUARE_TO_NAME.get(square) or fact("square.number", number=square)


def _amount(pawns: float) -> str:
    """Returns an amount in pawns as PRINT writes it, with its sign."""
    text = print_number(single(round(pawns, 4))).strip()
    return text if text.startswith("-") else f"+{text}"


def _side_of(label: str) -> Side:
    return BLACK if label.startswith(("BLACK", "CBLACK")) else WHITE


def _reach(event: Event, then: _Numbers, now: _Numbers) -> Fact:
    side = _side_of(event.label)
    piece = _named(side, now.whole("Z") - side.board_offset, now.whole("X"))
    if event.kind == GOSUB:
        return fact("step.which_squares", piece=piece)
    facts = {"piece": piece, "count": _reached(event), "amount": _amount(single(now["S1"] - then["S1"]))}
    if event.centre:
        return fact("step.reaches_centre", **facts, centre=_amount(event.centre * TENTH))
    return fact("step.reaches", **facts)


def _reached(event: Event) -> int:
    """Returns how many squares have got a bit by WHITE1 or BLACK1."""
    row = 2 if _side_of(event.label) is BLACK else 1
    first = LAYOUT.place_of[f"A({row},0)"]
    return sum(first <= place < first + BOARD_SIZE for place, _ in event.changes)


def _left(label: str, now: _Numbers) -> Fact:
    if label not in SEARCHES:
        return fact("step.is_done", label=label)
    side = _side_of(label)
    value = now["BESTVAL1" if side is WHITE else "BESTVAL"]
    if value <= -1000:
        return fact("step.none_above", side=_side(side))
    return fact("step.best_worth", side=_side(side), amount=_amount(value))


def _castling(side: Side, now: _Numbers) -> int:
    """Returns what the move being tried is: 1 for kingside castling, 2 for queenside castling, 0 for any other move."""
    return now.whole("II" if side is WHITE else "III")


def _move(label: str, now: _Numbers) -> Fact:
    side = _side_of(label)
    square, piece, _ = SEARCHES[label]
    castling = _castling(side, now)
    if castling:
        return fact("step.castles_kingside" if castling == 1 else "step.castles_queenside", side=_side(side))
    number = now.whole(piece)
    origin = _square(now.home(side, number))
    return fact("step.move", piece=_owned(side, number), origin=origin, to=_square(now.whole(square)))


def _best(label: str, now: _Numbers) -> Fact:
    value = "BESTVAL1" if label == "CWHITE" else "BESTVAL"
    if now[value] == -1000:
        return fact("step.none_best")
    return fact("step.best_so_far", move=_move(label, now), amount=_amount(now[value]))


def _term(event: Event, then: _Numbers, now: _Numbers) -> Fact:
    own = _side_of(event.label)
    term = event.term
    amount = _amount(single(now["S1"] - then["S1"]))
    if term is ScoreTerm.KING_ATTACKED:
        is_captured = now.flag(own, KING) == CAPTURED
        return fact("step.king_captured" if is_captured else "step.king_attacked", side=_side(own))
    if term is ScoreTerm.LESS_REPLY:
        return fact("step.less_reply", amount=_amount(now["S1"]))
    if term is ScoreTerm.KING_MOVES:
        return fact("step.king_moves", amount=amount)
    if term is ScoreTerm.CASTLES:
        return fact("step.castling", amount=amount)
    if term is ScoreTerm.OTHER:
        return fact("step.other", amount=amount)
    if term is ScoreTerm.RANK:
        return fact("step.rank", piece=_named(own, 0, now.whole("ZI")), amount=amount)
    is_own = term in (ScoreTerm.OWN, ScoreTerm.OWN_ATTACKED, ScoreTerm.OWN_PROTECTED)
    side = own if is_own else side_named(other_side(own.name))
    piece = _named(side, now.whole("JK"), now.whole("KJ"))
    if term in (ScoreTerm.OWN_ATTACKED, ScoreTerm.ENEMY_ATTACKED):
        return fact("step.attacked", piece=piece, amount=amount)
    if term in (ScoreTerm.OWN_PROTECTED, ScoreTerm.ENEMY_PROTECTED):
        return fact("step.protected", piece=piece, amount=amount)
    return fact("step.counts", piece=piece, amount=amount)


def _quirks_of_reach(event: Event, now: _Numbers) -> dict[str, bool]:
    side = _side_of(event.label)
    piece = now.whole("Z") - side.board_offset
    home = side.a_pawn_home + piece
    return {
        "phantom-double-push": piece in PIECE_NUMBERS["P"]
        and now.flag(side, piece) == NOT_MOVED
        and now.whole("X") != home
        and now[f"A(0,{home + side.forward})"] == now[f"A(0,{home + 2 * side.forward})"] == 0,
        "centre-for-both": now["J"] < 0 < event.centre,
    }


def _quirks_of_try(event: Event, now: _Numbers) -> dict[str, bool]:
    side = _side_of(event.label)
    square, piece, _ = SEARCHES[event.label]
    if number := _castling(side, now):
        castling = next(one for one in CASTLINGS[side.name] if one.number == number)
        tested, own = now.flag(side_named(castling.tested_side), castling.rook), now.flag(side, castling.rook)
        return {
            "stale-ii": tested != NOT_MOVED,
            "whites-rook": tested == NOT_MOVED != own,
            "rook-from-nowhere": own == CAPTURED,
        }
    reached_by = now.whole(f"A(4,{now.whole(square)})")
    return {"piece-from-nowhere": not reached_by & 1 << now.whole(piece)}


def _quirks_of_term(event: Event, then: _Numbers, now: _Numbers) -> dict[str, bool]:
    term, square = event.term, now.whole("KJ")
    is_piece = term in (ScoreTerm.OWN, ScoreTerm.ENEMY)
    is_protected = term in (ScoreTerm.OWN_PROTECTED, ScoreTerm.ENEMY_PROTECTED)
    return {
        "attacked-and-unprotected": is_piece
        and now["JK"] != KING
        and now[f"A(1,{square})"] == now[f"A(2,{square})"] == 0,
        "protected-king": is_protected and now["JK"] == KING,
        "minus-1000": term is ScoreTerm.KING_ATTACKED and _with_lost_king(then["S1"]) != _LOST_KING,
        "ranks-of-pawns": term is ScoreTerm.RANK,
    }


def _with_lost_king(pawns: float) -> float:
    """Returns a sum from which a lost king is subtracted once."""
    return single(pawns + _LOST_KING) if pawns > _LOST_KING / 2 else pawns


def _twentieths(pawns: float) -> int:
    """Returns a value as a number of twentieths of a pawn: each term is a whole number of them."""
    return round(pawns * 20)
