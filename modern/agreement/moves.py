"""Move agreement: what CWHITE (CBLACK) tries beside the legal moves, and why each difference is one.

A class of difference is a predicate that says, from what the listing does and what the rules forbid, that the one
program must have this move and the other must not. Each difference has to be claimed by exactly one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from historic.candidates import LONG, LOOKS, SHORT, Look, Tried
from historic.castling import BY_BESTPOS, CASTLES_LONG, CASTLES_SHORT
from historic.sides import other_side, side_named
from historic.squares import NAMES, NUMBERS
from historic.state import CAPTURED, KINDS, MEN, MOVED, NOT_MOVED, State
from historic.state import KING as KING_MAN
from modern.agreement.attacks import predicted_row
from modern.agreement.findings import UNEXPLAINED, Finding
from modern.agreement.pair import SQUARE_64, SQUARE_144
from modern.agreement.view import View
from modern.rules import Position
from modern.rules.attacks import PAWN_ATTACKS, attackers, is_attacked
from modern.rules.bitboard import BIT, SQUARE_NAMES
from modern.rules.legality import legal_codes
from modern.rules.men import KING, PAWN, QUEEN
from modern.rules.move import uci_of

HISTORIC: Final = "historic"
MODERN: Final = "modern"

#: The program is watched in one of so many positions where it does not think of castling.
DRAWN: Final = 8

#: What a move is beyond its squares.
PLAIN: Final = 0
CASTLING: Final = 1
EN_PASSANT: Final = 2
#: Made by a man who stands nowhere.
FROM_NOWHERE: Final = 3

#: Of each way to castle: the king's move, as modern.rules has it.
KING_MOVES: Final = {
    (side, castling): SQUARE_64[NUMBERS[way.king[0]]] | SQUARE_64[NUMBERS[way.king[1]]] << 6
    for side in ("white", "black")
    for castling, bestpos in ((SHORT, CASTLES_SHORT), (LONG, CASTLES_LONG))
    for way in [BY_BESTPOS[side, bestpos]]
}
CASTLING_OF: Final = {(side, code): castling for (side, castling), code in KING_MOVES.items()}


class Key(NamedTuple):
    """A move as both programs can name it: modern.rules's code, and what is special about it.

    Where the man stands nowhere, the code has his number in place of his square.
    """

    code: int
    special: int


class Only(NamedTuple):
    """A move that only one of the programs has, `who`.

    `man` is the number of the man who moves, from `origin` (0 for a man who stands nowhere) to `target`, in the
    listing's squares; `castling` is 0, 1 short or 2 long.
    """

    who: str
    key: Key
    man: int
    origin: int
    target: int
    castling: int

    def __str__(self) -> str:
        return f"only {self.who} has {name_of(self.key)}"


def key_of_tried(state: State, side: str, tried: Tried) -> Key:
    """The key of a move that the program tries. A pawn that arrives is one that becomes a queen: that is meant."""
    if tried.castling:
        return Key(KING_MOVES[side, tried.castling], CASTLING)
    target = SQUARE_64[tried.square]
    origin = SQUARE_64[state.men(side)[0][tried.man]]
    if origin < 0:
        return Key(tried.man | target << 6, FROM_NOWHERE)
    arrives = tried.man in KINDS["P"] and NAMES[tried.square][1] == side_named(side).last_rank
    return Key(origin | target << 6 | (QUEEN << 12 if arrives else 0), PLAIN)


def keys_of_legal(position: Position) -> dict[Key, int]:
    """The keys of the legal moves, and their codes."""
    on, side, passed = position.on, position.side, position.en_passant
    keys: dict[Key, int] = {}
    for code in legal_codes(position):
        special = PLAIN
        if (side, code) in CASTLING_OF and on[code & 63] & 7 == KING:
            special = CASTLING
        elif code >> 6 & 63 == passed and on[code & 63] & 7 == PAWN:
            special = EN_PASSANT
        keys[Key(code, special)] = code
    return keys


def name_of(key: Key) -> str:
    """A move in words: `e2e4`, `0-0`, `man 3 from nowhere to a1`."""
    if key.special == FROM_NOWHERE:
        return f"man {key.code & 63} from nowhere to {SQUARE_NAMES[key.code >> 6]}"
    if key.special == CASTLING:
        return "0-0" if key.code & 63 < key.code >> 6 else "0-0-0"
    return uci_of(key.code)


def differences(view: View, predicates: Mapping[str, Predicate] | None = None) -> list[tuple[str, Only, str]]:
    """Every move that only one of the two has: the name of its class, the move, and that in words."""
    if predicates is None:
        predicates = PREDICATES
    legal = keys_of_legal(view.position)
    tried = {key_of_tried(view.state, view.side, move): move for move in view.tried}
    found = []
    for key, move in tried.items():
        if key not in legal:
            origin = view.state.men(view.side)[0][move.man]
            found.append(_classed(view, Only(HISTORIC, key, move.man, origin, move.square, move.castling), predicates))
    for key in sorted(legal.keys() - tried.keys()):
        origin, target = SQUARE_144[key.code & 63], SQUARE_144[key.code >> 6 & 63]
        castling = CASTLING_OF[view.side, key.code] if key.special == CASTLING else 0
        man = view.board[origin] - side_named(view.side).first
        found.append(_classed(view, Only(MODERN, key, man, origin, target, castling), predicates))
    return found


def _classed(view: View, only: Only, predicates: Mapping[str, Predicate]) -> tuple[str, Only, str]:
    """The class that claims the move; where none or several do, it is unexplained."""
    claims = [name for name, claims in predicates.items() if claims(view, only)]
    if len(claims) == 1:
        return claims[0], only, str(only)
    return UNEXPLAINED, only, f"{only}: {' and '.join(claims) or 'no class'} claims it"


def compare_moves(view: View, predicates: Mapping[str, Predicate] | None = None) -> list[Finding]:
    """A finding for every move that only one of the two has; none where they agree.

    What the program tries is a list (historic.candidates). Wherever it thinks of castling, where the list could go
    wrong most easily, and in one of DRAWN other positions, CWHITE (CBLACK) itself is watched, which takes longer.
    """
    findings = [Finding(name, what) for name, _, what in differences(view, predicates)]
    if view.ways or view.position.hash % DRAWN == 0:
        astray = view.not_as_listed()
        if astray:
            findings.append(Finding(UNEXPLAINED, astray))
    return findings


# What the rules say of a move.


def goes_there(view: View, only: Only) -> bool:
    """Whether the man may go from his square to the target as his kind goes, were it not for his king."""
    position, us = view.position, view.us
    men, them = position.men, us ^ 8
    start, to = SQUARE_64[only.origin], SQUARE_64[only.target]
    if start < 0 or position.on[start] == 0 or position.on[start] & 8 != us or men[us] & BIT[to]:
        return False
    if position.on[start] & 7 != PAWN:
        return bool(attackers(men, to, us, men[us] | men[them]) & BIT[start])
    if men[them] & BIT[to]:
        return bool(PAWN_ATTACKS[8 * us + start] & BIT[to])
    ahead = -8 if us else 8
    if position.on[to]:
        return False
    home = 6 if us else 1
    return to == start + ahead or (to == start + 2 * ahead and start // 8 == home and position.on[start + ahead] == 0)


def leaves_king_attacked(view: View, only: Only) -> bool:
    """Whether the mover's king stands attacked when a man has gone to the target."""
    board, us = view.position.twin(), view.us
    board.play(only.key.code)
    return bool(is_attacked(board.men, board.king(us), us ^ 8, board.men[us] | board.men[us ^ 8]))


def is_attacked_by_rule(view: View, square: int) -> bool:
    """Whether the other side attacks a square of the listing's."""
    men, us = view.position.men, view.us
    return bool(is_attacked(men, SQUARE_64[square], us ^ 8, men[us] | men[us ^ 8]))


def is_attacked_by_pawns_alone(view: View, square: int) -> bool:
    """Whether only pawns of the other side attack a square on which nobody stands, so that they have no bit there."""
    men, them = view.position.men, view.us ^ 8
    by = attackers(men, SQUARE_64[square], them, men[0] | men[8])
    return by != 0 and by & ~men[them + PAWN] == 0 and view.board[square] == 0


# What the listing does about castling, reckoned from the flags and the bitboards.


def look_at(view: View, only: Only) -> Look:
    """What CWHITE (CBLACK) looks at before this castling."""
    return next(look for look in LOOKS[view.side] if look.castling == only.castling)


def looks(view: View, look: Look) -> bool:
    """Whether it looks at all: the rook that it asks for has not moved."""
    return view.flag(look.asked, look.rook) == NOT_MOVED


def sees_barred(view: View, look: Look) -> bool:
    """What it then sees: somebody stands in the way, or the other side's think move board has a bit there."""
    if any(view.position.on[SQUARE_64[square]] for square in look.empty):
        return True
    bits = predicted_row(view, other_side(view.side))
    return any(bits[square] for square in look.safe)


def barred(view: View, look: Look) -> bool:
    """II (III) when it comes to this castling: 0 at first, then what each look has left."""
    left = False
    for earlier in LOOKS[view.side]:
        if looks(view, earlier):
            left = sees_barred(view, earlier)
        if earlier is look:
            break
    return left


def turns_of_castling(view: View) -> list[int]:
    """The men whose turns castling takes at the first target: 23, or 23 and 22."""
    if view.flag(view.side, KING_MAN) != NOT_MOVED:
        return []
    return [MEN - 1, MEN - 2][: sum(not barred(view, look) for look in LOOKS[view.side])]


def rook_flag(view: View, only: Only) -> int:
    """PM of the rook that would castle: NOT_MOVED, MOVED or CAPTURED."""
    return view.flag(view.side, look_at(view, only).rook)


def castles(only: Only, who: str) -> bool:
    """Whether it is a castling that only `who` has."""
    return only.who == who and only.castling != 0


def castles_by_look(view: View, only: Only) -> bool:
    """Whether only the program has it, with a rook that has not moved, and after a look that finds the way free."""
    if not castles(only, HISTORIC) or view.flag(view.side, KING_MAN) != NOT_MOVED:
        return False
    look = look_at(view, only)
    return rook_flag(view, only) == NOT_MOVED and looks(view, look) and not sees_barred(view, look)


def castles_without_look(view: View, only: Only) -> bool:
    """Whether only the program has it, and it did not look: II (III) was left at 0."""
    if not castles(only, HISTORIC) or view.flag(view.side, KING_MAN) != NOT_MOVED:
        return False
    look = look_at(view, only)
    return not looks(view, look) and not barred(view, look)


# The classes, in the order of modern.agreement.classes.


def en_passant(view: View, only: Only) -> bool:
    """WHITE2 gives a pawn no bit on an empty diagonal; the rules have it take there."""
    return only.who == MODERN and only.key.special == EN_PASSANT


def lesser_promotion(view: View, only: Only) -> bool:
    """CWHITE3 knows a queen for each pawn, and nothing else."""
    return only.who == MODERN and only.key.code >> 12 not in (0, QUEEN)


def king_left_attacked(view: View, only: Only) -> bool:
    """The man has his bit there and may go as he goes, but his king is then attacked, which CWHITE does not ask."""
    return (
        only.who == HISTORIC
        and only.castling == 0
        and view.reach[only.target] >> only.man & 1 == 1
        and goes_there(view, only)
        and leaves_king_attacked(view, only)
    )


def castles_into_attack(view: View, only: Only) -> bool:
    """CWHITE looked, and what it looks at is safe; but it does not look at the king's last square."""
    if not castles_by_look(view, only):
        return False
    look = look_at(view, only)
    end = SQUARE_144[only.key.code >> 6 & 63]
    if end in look.safe or any(is_attacked_by_rule(view, square) for square in look.safe):
        return False
    return is_attacked_by_rule(view, end)


def castles_past_a_pawn(view: View, only: Only) -> bool:
    """CWHITE looked, and saw nothing where only a pawn attacks, over an empty diagonal."""
    if not castles_by_look(view, only):
        return False
    attacked = [square for square in look_at(view, only).safe if is_attacked_by_rule(view, square)]
    return bool(attacked) and all(is_attacked_by_pawns_alone(view, square) for square in attacked)


def castles_with_a_moved_rook(view: View, only: Only) -> bool:
    """The rook has moved, so CWHITE did not look, and II still says that the way is free."""
    return castles_without_look(view, only) and rook_flag(view, only) == MOVED


def castles_with_a_captured_rook(view: View, only: Only) -> bool:
    """The same with a rook that has been captured."""
    return castles_without_look(view, only) and rook_flag(view, only) == CAPTURED


def castles_on_whites_account(view: View, only: Only) -> bool:
    """Black's rook has moved or gone, but CBLACK asks for White's, which has not moved, and finds the way free."""
    if not castles(only, HISTORIC) or view.flag(view.side, KING_MAN) != NOT_MOVED:
        return False
    look = look_at(view, only)
    if look.asked == view.side or rook_flag(view, only) == NOT_MOVED:
        return False
    return looks(view, look) and not sees_barred(view, look)


def castles_unlooked(view: View, only: Only) -> bool:
    """Black's rook has not moved, but White's has, so CBLACK did not look; the rules see that the way is barred."""
    if not castles_without_look(view, only) or rook_flag(view, only) != NOT_MOVED:
        return False
    look = look_at(view, only)
    way = {*look.safe, SQUARE_144[only.key.code >> 6 & 63]}
    return any(view.board[square] for square in look.empty) or any(is_attacked_by_rule(view, square) for square in way)


def castling_not_offered(view: View, only: Only) -> bool:
    """White's rook has moved, so CBLACK did not look at the short way; III still says that the long one is barred."""
    if not castles(only, MODERN):
        return False
    look = look_at(view, only)
    return look.asked != view.side and not looks(view, look) and barred(view, look)


def slot_of_the_queen(view: View, only: Only) -> bool:
    """Castling took the turn of this queen in reserve at the first target, which she reaches."""
    return (
        only.who == MODERN
        and only.key.special == PLAIN
        and only.target == view.targets[0]
        and view.reach[only.target] >> only.man & 1 == 1
        and only.man in turns_of_castling(view)
    )


def man_from_nowhere(view: View, only: Only) -> bool:
    """The man does not reach the first target, but the bit of a queen whose turn castling took still stands there."""
    if only.who != HISTORIC or only.castling or only.target != view.targets[0]:
        return False
    bits = view.reach[only.target]
    turns = turns_of_castling(view)
    return not bits >> only.man & 1 and any(bits >> turn & 1 for turn in turns) and only.man < min(turns)


Predicate = Callable[[View, Only], bool]

PREDICATES: Final[Mapping[str, Predicate]] = {
    "en-passant": en_passant,
    "lesser-promotion": lesser_promotion,
    "king-left-attacked": king_left_attacked,
    "castles-into-attack": castles_into_attack,
    "castles-past-a-pawn": castles_past_a_pawn,
    "castles-with-a-moved-rook": castles_with_a_moved_rook,
    "castles-with-a-captured-rook": castles_with_a_captured_rook,
    "castles-on-whites-account": castles_on_whites_account,
    "castles-unlooked": castles_unlooked,
    "castling-not-offered": castling_not_offered,
    "slot-of-the-queen": slot_of_the_queen,
    "man-from-nowhere": man_from_nowhere,
}
