"""Who may sit at a board: a human, or any player by its name with its options."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from pathlib import PurePath
from typing import Final

from historic.readings import RECORDED
from modern.facts import english, fact
from modern.game.session import HUMAN, Seat
from modern.players import (
    PLAYERS,
    Option,
    OptionError,
    Player,
    PlayerError,
    player_class,
    player_named,
    unknown_player,
)
from modern.players.levels import LEVELLED_PLAYER, level_at
from modern.players.protocol import UCI_ELO, option_in
from modern.players.spec import STRENGTH_OPTIONS, PlayerSpec, command_words, option_refused, parse_spec
from modern.rules.errors import printable

#: Everything that can be named as a player, with a line about each.
PLAYER_DESCRIPTIONS: Final = {
    HUMAN: "you, at the keyboard",
    **{name: entry.description for name, entry in PLAYERS.items()},
    "uci:COMMAND": "any chess program that speaks UCI, for example uci:stockfish",
    "xboard:COMMAND": "any chess program that speaks the XBoard protocol",
}

#: The name of a human who has given none: here, in a PGN, and in a PGN without the header.
UNNAMED: Final = ("Human", "?", "")

#: The players of a new game if none is named.
DEFAULT_PLAYERS: Final = {"white": HUMAN, "black": "historic"}


def completed_specs(named: Mapping[str, str | None], program: str = DEFAULT_PLAYERS["black"]) -> dict[str, str]:
    """Returns who plays each side if a side is not named: `program` against a human, and a human against a program.

    If neither is named, the human has White.
    """
    if not any(named.values()):
        return dict(zip(named, (HUMAN, program), strict=True))
    default = program if HUMAN in named.values() else HUMAN
    return {side: spec or default for side, spec in named.items()}


def limited_specs(specs: Mapping[str, str], named: Mapping[str, str | None], elo: int) -> dict[str, str]:
    """Returns who plays each side, with the program limited to an Elo. `named` has the players that a human has named.

    Raises PlayerError if not exactly one program plays, if its name says how strong it is, or if it cannot be limited.
    """
    programs = {side: spec for side in specs if (spec := parse_spec(specs[side])).name.lower() != HUMAN}
    if not programs:
        raise PlayerError("no program plays; name one with --white or --black")
    if len(programs) > 1:
        raise PlayerError(f"both sides are programs; limit one by its name: '{LEVELLED_PLAYER}[{UCI_ELO}={elo}]'")
    ((side, program),) = programs.items()
    if not named[side]:  # the player of a saved game keeps no earlier limit
        program = program.limited_to(elo)
        _check_limit(program.name.lower(), elo)
        return {**specs, side: str(program)}
    return {**specs, side: limited_spec(specs[side], elo)}


def limited_spec(text: str, elo: int) -> str:
    """Returns the name of a player with its strength limited to an Elo.

    Raises PlayerError if its name says how strong it is, or if it cannot be limited.
    """
    program = parse_spec(text)
    if program.sets_strength:
        raise PlayerError(f"{program} names its own strength already")
    _check_limit(program.name.lower(), elo)
    return str(program.limited_to(elo))


def _check_limit(name: str, elo: int) -> None:
    """Raises PlayerError if a player of ours cannot be limited to an Elo.

    An outside program's abilities are known only when it is started.
    """
    if name not in PLAYERS:
        return
    option = next((option for option in player_class(name).options if option.name == UCI_ELO), None)
    if option is None:
        raise PlayerError(f"{name} cannot be limited to an Elo; {LEVELLED_PLAYER} can")
    try:
        option.parse(str(elo))
    except OptionError as error:
        raise PlayerError(str(error)) from None


def seated(spec: str) -> tuple[Seat, Player | None]:
    """Starts the player with a name and its options, and returns its seat; a human's seat has no player.

    Raises PlayerError if the player or the option does not exist, or if it cannot be started.
    """
    check_player(spec, with_human=True)
    named = parse_spec(spec)
    name = named.name if named.protocol else named.name.lower()
    if name == HUMAN:
        return Seat(HUMAN, "Human"), None
    full = name + spec[len(named.name) :]
    player = player_named(full)
    return Seat(full, player.name), player


def check_player(text: str, with_human: bool = False) -> None:
    """Raises PlayerError if the player or the option does not exist, without starting it.

    The options of an outside program, and whether a book is readable, are known only when the player is started.
    """
    named = parse_spec(text)
    if named.protocol:
        return
    name = named.name.lower() if with_human else named.name
    if name.lower() == HUMAN and not with_human:
        raise PlayerError(f"a {HUMAN} can play only in `gosub play`")
    if name != HUMAN and name not in PLAYERS:
        raise unknown_player(named.name, [HUMAN, *PLAYERS] if with_human else PLAYERS)
    checked_spec(PlayerSpec(name, named.options))


def own_options(name: str) -> Sequence[Option]:
    """Returns all options of a player of ours."""
    return player_class(name).options


def checked_spec(named: PlayerSpec, options_of: Callable[[str], Sequence[Option]] = own_options) -> PlayerSpec:
    """Returns a human, or a player of ours with the names and values of its options as it writes them.

    `options_of` returns the options that may be set. Raises PlayerError.
    """
    if named.name == HUMAN:
        if named.options:
            raise PlayerError(fact("setting.human_options", name=HUMAN))
        return named
    options, checked = options_of(named.name), []
    for name, value in named.options:
        try:
            option = option_in(options, name)
            checked.append((option.name, option.parse(value)))
        except OptionError as error:
            raise option_refused(named, error) from None
    return PlayerSpec(named.name, tuple(checked))


def seat_names(seats: Mapping[str, Seat]) -> dict[str, str]:
    """Returns the names of the players of a game for people; the only human is `You`, unless it has a name."""
    unnamed = [side for side, seat in seats.items() if seat.is_human and seat.name in UNNAMED]
    alone = sum(seat.is_human for seat in seats.values()) == 1
    names = {side: UNNAMED[0] if side in unnamed else seat_name(seat) for side, seat in seats.items()}
    return {side: fact("player.you") if alone and side in unnamed else name for side, name in names.items()}


def seat_name(seat: Seat) -> str:
    """Returns the name of a player for people: `Human`, `The 1994 program`, `Today's engine, level 3 (Hash=1)`.

    An outside program has the name that it gives itself; with options, the name of its file.
    """
    named = parse_spec(seat.spec)
    if named.name in PLAYERS:
        title = PLAYERS[named.name].title
    elif named.protocol and named.options:
        title = printable(_file_name(named))
    else:
        return seat.name
    others = dict(named.options)
    if named.elo is not None:
        others = {name: value for name, value in others.items() if name.lower() not in STRENGTH_OPTIONS}
        level = level_at(named.elo) if named.name == LEVELLED_PLAYER else None
        at_level = fact("player.at_level", player=title, number=level.number) if level else None
        title = at_level or fact("player.at_elo", player=title, elo=named.elo)
    for name, value in named.options:
        if (name.lower(), value.lower()) == ("reading", RECORDED):
            title = fact("player.as_recorded", player=title)
            del others[name]
    settings = [
        fact("player.setting", name=option_in_words(name), value=value_in_words(value))
        for name, value in others.items()
    ]
    if not settings:
        return title
    listed = reduce(lambda some, more: fact("player.more_settings", settings=some, more=more), settings)
    return fact("player.with_settings", player=title, settings=listed)


def option_in_words(name: str) -> str:
    """Returns the name of an option as a fact; as it is, on one line, if it has no words in other languages."""
    code = _code(name)
    return fact(f"option.{code}") if f"option.{code}" in english() else printable(name)


def value_in_words(value: str) -> str:
    """Returns a value of an option as a fact; as it is, on one line, if it has no words in other languages."""
    code = _code(value)
    return fact(f"value.{code}") if f"value.{code}" in english() else printable(value)


def _code(name: str) -> str:
    """Returns the end of the code of a name: `avoid_repetition` for `Avoid Repetition`."""
    return name.lower().replace(" ", "_").replace("-", "_")


def _file_name(spec: PlayerSpec) -> str:
    """Returns the name of the file of an outside program, without its folder and its arguments."""
    command = spec.name.partition(":")[2]
    try:
        words = command_words(command)
    except ValueError:  # a quotation without its end
        words = []
    return PurePath(words[0]).name if words else command
