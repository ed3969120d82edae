"""Stepping through a recorded turn: where one stands, what happens there in words, and the quirk that is at work."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Final, NamedTuple

from historic.basic import print_number, single
from historic.memory import BOARD_SIZE, Memory
from historic.position.sides import BLACK, WHITE, Side, other_side, side_named
from historic.position.squares import SQUARE_TO_NAME
from historic.position.state import CAPTURED, KING, MOVED, NOT_MOVED, PIECE_NUMBERS, PLURAL_PIECE_NAMES
from historic.tables import TENTH
from modern.proof.recorder import (
    BEST,
    GOSUB,
    LAYOUT,
    RETURN,
    SCORE,
    SEARCHES,
    TRY,
    Event,
    Part,
    ScoreTerm,
    part_count,
    recorded,
    score_lines,
)

#: How many parts are kept; each takes some 3 MB.
KEPT_PARTS: Final = 8

#: The labels at which a breakpoint can stand: those that are entered by a GOSUB, and those inside CWHITE and CBLACK.
BREAKPOINTS: Final = (
    *("BOARD", "WHITE", "WHITE1", "BLACK", "BLACK1"),
    *("CWHITE", "CWHITEA", "CWHITE5", "CWHITE4", "CWHITE9", "CBLACK", "CBLACKA", "CBLACK5", "CBLACK4", "CBLACK9"),
)

#: What each label does, in our own words.
LABEL_TEXTS: Final = {
    "BOARD": "Puts the pieces on the board, and prints it.",
    "WHITE": "Fills White's think move board: which white pieces reach each square.",
    "WHITE1": "Adds the squares that one white piece reaches.",
    "BLACK": "Fills Black's think move board: which black pieces reach each square.",
    "BLACK1": "Adds the squares that one black piece reaches.",
    "CWHITE": "Tries White's moves, square by square, and keeps the best.",
    "CWHITEA": "Scores the position after White's move.",
    "CWHITE5": "Counts a black piece.",
    "CWHITE4": "Looks at White's king, then at the ranks of White's pawns, and asks for Black's best reply.",
    "CWHITE9": "Compares the value with the best so far.",
    "CWHITEB": "Plays a castling.",
    "CBLACK": "Tries Black's moves, square by square, and keeps the best.",
    "CBLACKA": "Scores the position after Black's move.",
    "CBLACK5": "Counts a white piece.",
    "CBLACK4": "Looks at Black's king, then at the ranks of Black's pawns, and asks for White's best reply.",
    "CBLACK9": "Compares the value with the best so far.",
    "CBLACKB": "Plays a castling.",
}

#: The value of a pawn on the last rank, beyond its 1.
_LAST_RANK: Final = 9

#: The quirks that can be at work in a step, by their names in docs/quirks.md: what each one is.
QUIRKS: Final = {
    "minus-1000": "The king is attacked, so -1000 replaces the sum so far. Squares that come later still add to it.",
    "protected-king": "The king is protected, so the quarter of its value that a check costs is given back.",
    "attacked-and-unprotected": "An attacked piece loses a quarter of its value, and gets it back if it is protected.",
    "ranks-of-pawns": "A pawn on the last rank counts 9 more, although it stays a pawn.",
    "phantom-double-push": "The double push is computed from the pawn's home square, wherever the pawn stands.",
    "centre-for-both": "A centre square that the opponent reaches adds to the score instead of subtracting from it.",
    "piece-from-nowhere": "The piece is tried although it is not on the board: the queen's bit is never subtracted.",
    "stale-ii": "The rook has moved, so II is not computed, and castling reads what was left in it.",
    "rook-from-nowhere": "The rook is captured, but II has an old value, and castling brings it back.",
    "single-precision": "The two moves are worth the same. The rounding of their sums decides.",
}

#: Where castling takes the king, by II (III).
_CASTLING_FILES: Final = {1: "g", 2: "c"}
#: Two values that differ by less, in pawns, differ by the rounding of SINGLE only.
_ROUNDING: Final = 1e-4


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
        """Goes on to the next event. Returns False at the end of the turn."""
        return self._go(self._after(), lambda event, depth, start: True)

    def over(self) -> bool:
        """Goes on to the next event at this depth: past the RETURN of a GOSUB."""
        return self._go(self._after(), lambda event, depth, start: depth <= start - (self.event.kind == GOSUB))

    def out(self) -> bool:
        """Goes on to the RETURN of the label that is running."""
        return self._go(self._after(), lambda event, depth, start: depth < start)

    def back(self) -> bool:
        """Goes back to the event before. Returns False at the beginning."""
        part, event = self.at
        if event:
            self.at = Moment(part, event - 1)
        elif part:
            self.at = Moment(part - 1, len(self.part(part - 1).events) - 1)
        return bool(event or part)

    def reply(self) -> bool:
        """Goes on to the next reply that is tried, or to the next candidate."""
        return self._go(self._after(), lambda event, depth, start: event.kind == TRY)

    def candidate(self) -> bool:
        """Goes on to the next candidate; after the last one, to the end of the turn."""
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
        """Goes on to the next event at a breakpoint; if there is none, to the end of the turn."""
        return self._go(
            self._after(), lambda event, depth, start: place_of(event) in breakpoints and event.kind != RETURN
        )

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


def place_of(event: Event) -> str:
    """Returns the label of the listing where an event happens: CWHITE5, for example, inside CWHITE."""
    return score_lines()[event.line].label if event.line else event.label


# ---- what happens, in words


def sentence(event: Event, before: Sequence[float], after: Sequence[float]) -> str:
    """Returns what an event does, given all numbers before and after it, in the order of LAYOUT.places."""
    then, now = _Numbers(before), _Numbers(after)
    match event.kind:
        case "gosub" | "return" if event.label in ("WHITE1", "BLACK1"):
            return _reach(event, then, now)
        case "gosub":
            return LABEL_TEXTS[event.label]
        case "return":
            return _left(event.label, now)
        case "try":
            return f"Tries {_move(event.label, now)}."
        case "best":
            return _best(event.label, now)
        case "error":
            return f"The program stops with an error under {event.label}."
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


def quirk(event: Event, before: Sequence[float], after: Sequence[float]) -> str:
    """Returns the name in docs/quirks.md of the quirk that is at work in an event; '' if none is known to be."""
    then, now = _Numbers(before), _Numbers(after)
    if event.kind == RETURN and event.label in ("WHITE1", "BLACK1"):
        return _quirk_of_reach(event, then, now)
    if event.kind == TRY:
        return _quirk_of_try(event, now)
    if event.kind == BEST:
        return _quirk_of_best(event, then, now)
    if event.kind != SCORE:
        return ""
    term = score_lines()[event.line].term
    if term is ScoreTerm.KING_ATTACKED:
        return "minus-1000"
    if term in (ScoreTerm.OWN_PROTECTED, ScoreTerm.ENEMY_PROTECTED):
        return "protected-king" if now["JK"] == KING else ""
    if term in (ScoreTerm.OWN_ATTACKED, ScoreTerm.ENEMY_ATTACKED):
        return "attacked-and-unprotected"
    return "ranks-of-pawns" if term is ScoreTerm.RANK and now["GH"] == _LAST_RANK else ""


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


def _named(side: Side, piece: int) -> str:
    """Returns a piece in words: White's knight."""
    letter = next((letter for letter, numbers in PIECE_NUMBERS.items() if piece in numbers), "Q")
    return f"{side.name.capitalize()}'s {PLURAL_PIECE_NAMES[letter].removesuffix('s')}"


def _square(square: int) -> str:
    return SQUARE_TO_NAME.get(square, f"square {square}")


def _amount(pawns: float) -> str:
    """Returns an amount in pawns as PRINT writes it, with its sign."""
    text = print_number(single(round(pawns, 4))).strip()
    return text if text.startswith("-") else f"+{text}"


def _side_of(label: str) -> Side:
    return BLACK if label.startswith(("BLACK", "CBLACK")) else WHITE


def _reach(event: Event, then: _Numbers, now: _Numbers) -> str:
    side = _side_of(event.label)
    name = f"{_named(side, now.whole('Z') - side.board_offset)} on {_square(now.whole('X'))}"
    if event.kind == GOSUB:
        return f"Which squares does {name} reach?"
    gained = single(now["S1"] - then["S1"])
    count = len(_reached(event))
    squares = f"{count} square{'' if count == 1 else 's'}"
    return f"{name} reaches {squares}: S1 {_amount(gained)}."


def _reached(event: Event) -> dict[int, float]:
    """Returns the squares whose numbers WHITE1 or BLACK1 has raised, with the new numbers."""
    row = 2 if _side_of(event.label) is BLACK else 1
    first = LAYOUT.place_of[f"A({row},0)"]
    return {place - first: value for place, value in event.changes if first <= place < first + BOARD_SIZE}


def _left(label: str, now: _Numbers) -> str:
    if label in SEARCHES:
        side = _side_of(label)
        digit = "1" if side is WHITE else ""
        if now[f"BESTVAL{digit}"] <= -1000:
            return f"{side.name.capitalize()} has no move above -1000."
        return f"{side.name.capitalize()}'s best move is worth {_amount(now[f'BESTVAL{digit}'])}."
    return f"{label} is done."


def _castling(side: Side, now: _Numbers) -> int:
    """Returns what the move being tried is: 1 for kingside castling, 2 for queenside castling, 0 for any other move."""
    return now.whole("II" if side is WHITE else "III")


def _move(label: str, now: _Numbers) -> str:
    side = _side_of(label)
    square, piece, _ = SEARCHES[label]
    castling = _castling(side, now)
    if castling:
        return f"{side.name.capitalize()}'s castling {'kingside' if castling == 1 else 'queenside'}"
    number = now.whole(piece)
    return f"{_named(side, number)} {_square(now.home(side, number))} to {_square(now.whole(square))}"


def _best(label: str, now: _Numbers) -> str:
    value = "BESTVAL1" if label == "CWHITE" else "BESTVAL"
    if now[value] == -1000:
        return "No move is the best so far: its value is -1000."
    return f"The best so far is {_move(label, now)}, worth {_amount(now[value])}."


def _term(event: Event, then: _Numbers, now: _Numbers) -> str:
    own = _side_of(event.label)
    other = side_named(other_side(own.name))
    term = score_lines()[event.line].term
    if term is ScoreTerm.KING_ATTACKED:
        return f"{own.name.capitalize()}'s king is attacked: S1 becomes -1000."
    amount = f"S1 {_amount(single(now['S1'] - then['S1']))}."
    if term is ScoreTerm.LESS_REPLY:
        return f"The best reply is subtracted: S1 is {_amount(now['S1'])}."
    if term is ScoreTerm.KING_MOVES:
        return f"The king would move without castling: {amount}"
    if term is ScoreTerm.CASTLES:
        return f"Castling: {amount}"
    if term is ScoreTerm.RANK:
        return f"{_named(own, 0)} on {_square(now.whole('ZI'))} has its rank: {amount}"
    side = own if term in (ScoreTerm.OWN, ScoreTerm.OWN_ATTACKED, ScoreTerm.OWN_PROTECTED) else other
    piece = f"{_named(side, now.whole('JK'))} on {_square(now.whole('KJ'))}"
    if term in (ScoreTerm.OWN_ATTACKED, ScoreTerm.ENEMY_ATTACKED):
        return f"{piece} is attacked: {amount}"
    if term in (ScoreTerm.OWN_PROTECTED, ScoreTerm.ENEMY_PROTECTED):
        return f"{piece} is protected: {amount}"
    return f"{piece} counts: {amount}"


def _quirk_of_reach(event: Event, then: _Numbers, now: _Numbers) -> str:
    side = _side_of(event.label)
    piece, square = now.whole("Z") - side.board_offset, now.whole("X")
    reached = _reached(event)
    if piece in PIECE_NUMBERS["P"] and now.flag(side, piece) == NOT_MOVED:
        home = side.a_pawn_home + piece
        if square != home and home + 2 * side.forward in reached:
            return "phantom-double-push"
    row = 2 if side is BLACK else 1
    bits = sum(value - then[f"A({row},{place})"] for place, value in reached.items()) / 2**piece
    centre = round((now["S1"] - then["S1"] - bits * now["J"]) / TENTH)
    return "centre-for-both" if centre > 0 > now["J"] else ""


def _quirk_of_try(event: Event, now: _Numbers) -> str:
    side = _side_of(event.label)
    piece = SEARCHES[event.label][1]
    castling = _castling(side, now)
    if not castling:
        return "piece-from-nowhere" if now.flag(side, now.whole(piece)) == CAPTURED else ""
    rook = 15 if castling == 1 else 8
    return {MOVED: "stale-ii", CAPTURED: "rook-from-nowhere"}.get(now.flag(side, rook), "")


def _quirk_of_best(event: Event, then: _Numbers, now: _Numbers) -> str:
    name = "BESTVAL1" if event.label == "CWHITE" else "BESTVAL"
    return "single-precision" if 0 < now[name] - then[name] < _ROUNDING else ""
