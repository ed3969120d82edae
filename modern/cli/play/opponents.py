"""The questions at the start of `gosub play`: who the opponent is, how strong, and which side you play.

The listing's ASK was meant to ask for the players too (docs/program/quirks.md, nobody-plays).
"""

from __future__ import annotations

import os
import re
import textwrap
from collections.abc import Callable
from typing import Final, NamedTuple

import click

from modern.cli.names import print_levels
from modern.cli.options import LIST
from modern.cli.output import console
from modern.cli.play.prompt import COMMANDS, Prompt, command_named
from modern.cli.shell import echo
from modern.facts import in_quotes
from modern.game.game import BLACK, SIDE_NAMES, SIDES, WHITE, opponent
from modern.game.session import HUMAN, Seat
from modern.players import PLAYERS, Player, PlayerError, player_class
from modern.players.levels import ELO_RANGE, LEVELLED_PLAYER, NAMED_LEVELS, elo_named, is_elo, nearest_level
from modern.players.seats import DEFAULT_PLAYERS, PLAYER_DESCRIPTIONS
from modern.players.spec import OUTSIDE_PROTOCOLS, PlayerSpec
from modern.rules import AmbiguousMove, IllegalMove, MoveError, Position
from modern.rules.typed_move import parse_typed_move

#: Starts the player with a name. Raises PlayerError.
Start = Callable[[str], tuple[Seat, Player | None]]
Seated = tuple[Seat, Player | None]

#: The level of an empty answer, and the answer for full strength.
DEFAULT_LEVEL: Final = 3
#: Where an engine may be, as an example.
STOCKFISH: Final = '"C:\\Program Files\\Stockfish\\stockfish.exe"' if os.name == "nt" else "/usr/games/stockfish"
FULL_STRENGTH: Final = NAMED_LEVELS[-1].name
#: The default of a question, without its number.
DEFAULT: Final = re.compile(r"\[(?:\d+, )?(.+)\]")
#: Answers that are not players: to the question before; an outside program, whose command is asked next; and a player
#: for each side.
BACK: Final = "back"
OUTSIDE: Final = "uci:COMMAND"
TWO_PLAYERS: Final = "two"


class Back(Exception):
    """Raised by the answer that goes back to the question before."""


class Choice(NamedTuple):
    """A line in the list of opponents: other words to type for it than its number, its year, and a description."""

    name: str
    year: str
    text: str


def _choices() -> list[Choice]:
    years = {name: player_class(name).year.partition(",")[0] for name in PLAYERS}
    others = [name for name in PLAYERS if name not in (DEFAULT_PLAYERS[BLACK], LEVELLED_PLAYER)]
    modern_year = years[LEVELLED_PLAYER]
    return [
        Choice(DEFAULT_PLAYERS[BLACK], years[DEFAULT_PLAYERS[BLACK]], PLAYER_DESCRIPTIONS[DEFAULT_PLAYERS[BLACK]]),
        Choice(NAMED_LEVELS[0].name, modern_year, "today's engine at its lowest level; you can type any level's name"),
        Choice(
            LEVELLED_PLAYER,
            modern_year,
            "today's engine; choose its level in the next step, or type it now: modern club",
        ),
        *(Choice(name, years[name], PLAYER_DESCRIPTIONS[name]) for name in others),
        Choice(HUMAN, "", "another human, at this keyboard"),
        Choice(OUTSIDE, "", "an outside engine, by its command: uci:stockfish"),
        Choice(TWO_PLAYERS, "", "name White's player and Black's player: to watch two programs, for example"),
    ]


def ask_for_players(start: Start) -> dict[str, Seated]:
    """Asks until there is a player for each side, and starts the programs. Raises ClickException at the input's end."""
    choices = _choices()
    echo("Who is your opponent? Type a number or a name; help explains more, back goes back, quit leaves.")
    _print_choices(choices)
    words = [*(choice.name for choice in choices), *(level.name for level in NAMED_LEVELS)]
    prompt = Prompt(lambda before, prefix: words)
    while True:
        try:
            answer = _answer(prompt, f"Opponent [1, {choices[0].name}]: ", "opponent") or "1"
        except Back:
            echo("this is the first question; quit leaves")
            continue
        if command_named(answer) == "help":
            _explain(choices)
            continue
        try:
            return _seats(start, answer, choices)
        except PlayerError as error:
            echo(str(error))
        except Back:
            _print_choices(choices)


def _seats(start: Start, answer: str, choices: list[Choice]) -> dict[str, Seated]:
    """Returns a player for each side, started, after the questions that an answer leads to.

    Raises PlayerError, and Back from the first of them.
    """
    named = _named(answer, choices)
    if named == TWO_PLAYERS:
        return _ask_for_two(start)
    while True:
        found = start(named if isinstance(named, str) else named())
        try:
            side = WHITE if found[0].is_human else _ask_for_side()
            return {side: start(HUMAN), opponent(side): found}
        except Back:
            if found[1]:
                found[1].close()
            if isinstance(named, str):
                raise


def _answer(prompt: Prompt, question: str, wanted: str) -> str:
    """Returns the answer. Raises Exit for `quit`, Back for `back`, and ClickException at the end of the input.

    A move, or a command of the game, comes too early: the question is asked again.
    """
    default = DEFAULT.search(question)
    expected = f"the {wanted}, or press Enter for {default[1]}" if default else f"the {wanted}"
    try:
        while kind := _too_early(answer := prompt.ask(question)):
            echo(f"{in_quotes(answer[:40])} is {kind}, and the game has not begun; first name {expected}")
    except EOFError:
        raise click.ClickException(f"no {wanted} was named") from None
    if command_named(answer) == "quit":
        raise click.exceptions.Exit
    if answer.lower() == BACK:
        raise Back
    return answer


def _too_early(answer: str) -> str:
    """Returns `a move` or `a command` for an answer that only a game can be given; an empty string for another."""
    word, _, rest = answer.partition(" ")
    command = COMMANDS.get(command_named(word))
    if command and command_named(word) not in ("help", "quit") and (command.takes_argument or not rest):
        return "a command"
    try:
        parse_typed_move(Position(), answer)
    except (IllegalMove, AmbiguousMove):
        return "" if answer.isdecimal() else "a move"
    except MoveError:
        return ""
    return "a move"


def _named(answer: str, choices: list[Choice]) -> str | Callable[[], str]:
    """Returns the player that an answer names by number, level, Elo, title or name, or the question for what it lacks.

    Raises PlayerError for a number that is neither in the list nor an Elo, and for an unknown level.
    """
    word, _, rest = answer.partition(" ")
    if word.isdecimal() and not is_elo(answer):
        if not 1 <= int(word) <= len(choices):
            raise PlayerError(f"{word[:40]} is not in the list; expected 1 to {len(choices)}, {ELO_RANGE}, or a name")
        word = choices[int(word) - 1].name
        answer = f"{word} {rest}".strip()
    if word.lower() == LEVELLED_PLAYER and rest:
        return _at_level(rest)
    if _is_strength(answer):
        return _at_level(answer)
    names = {entry.title.lower(): name for name, entry in PLAYERS.items()}
    names |= {choice.name.lower(): choice.name for choice in choices}
    name = names.get(answer.lower(), answer)
    questions = {LEVELLED_PLAYER: _ask_for_level, OUTSIDE: _ask_for_command}
    return questions.get(name, name)


def _is_strength(answer: str) -> bool:
    """Returns True for the name of a level and for an Elo, which need no player before them."""
    return is_elo(answer) or answer.lower() in [level.name for level in NAMED_LEVELS]


def _at_level(text: str) -> str:
    """Returns the name of today's engine at a level or an Elo; the last level limits nothing. Raises PlayerError.

    Says which level is nearest to an Elo.
    """
    try:
        elo = elo_named(text)
    except ValueError as error:
        raise PlayerError(str(error)) from None
    if is_elo(text.strip()):
        level = nearest_level(elo)
        echo(
            f"Elo {elo} is {level}" if level.elo == elo else f"The level nearest to Elo {elo} is {level} ({level.elo})"
        )
    player = PlayerSpec(LEVELLED_PLAYER)
    return str(player if elo == NAMED_LEVELS[-1].elo else player.limited_to(elo))


def _ask_for_command() -> str:
    """Asks for the command of an outside program. Returns the program's name."""
    command = _answer(Prompt(lambda before, prefix: []), "Its command, for example stockfish: ", "command")
    return command if command.partition(":")[0] in OUTSIDE_PROTOCOLS else f"{OUTSIDE_PROTOCOLS[0]}:{command}"


def _ask_for_level() -> str:
    """Asks for a level until there is one. Returns today's engine at it."""
    question = f"Its level, 1 to {len(NAMED_LEVELS)}, {FULL_STRENGTH}, an Elo or {LIST} [{DEFAULT_LEVEL}]: "
    prompt = Prompt(lambda before, prefix: [*(level.name for level in NAMED_LEVELS), LIST])
    while True:
        answer = _answer(prompt, question, "level") or str(DEFAULT_LEVEL)
        if command_named(answer) in (LIST, "help"):
            print_levels()
            continue
        try:
            return _at_level(answer)
        except PlayerError as error:
            echo(str(error))


def _ask_for_side() -> str:
    """Asks which side the human plays."""
    prompt = Prompt(lambda before, prefix: SIDES)
    while True:
        answer = _answer(prompt, f"Your colour, {WHITE} or {BLACK} [{WHITE}]: ", "colour").lower() or WHITE
        for side in SIDES:
            if side.startswith(answer):
                return side
        echo(f"{in_quotes(answer[:40])} is not a colour; expected {WHITE} or {BLACK}")


def _ask_for_two(start: Start) -> dict[str, Seated]:
    """Asks for the players of both sides. Raises Back from the first question."""
    while True:
        white = _ask_for_player(start, WHITE)
        try:
            return {WHITE: white, BLACK: _ask_for_player(start, BLACK)}
        except Back:
            continue


def _ask_for_player(start: Start, side: str) -> Seated:
    """Asks for the player of a side until it can be started."""
    prompt = Prompt(lambda before, prefix: PLAYER_DESCRIPTIONS)
    question = f"Who plays {SIDE_NAMES[side]}? [{DEFAULT_PLAYERS[side]}] "
    while True:
        try:
            answer = _answer(prompt, question, f"player for {SIDE_NAMES[side]}") or DEFAULT_PLAYERS[side]
            return start(_at_level(answer) if _is_strength(answer) else answer)
        except PlayerError as error:
            echo(str(error))


def _print_choices(choices: list[Choice]) -> None:
    """Prints the list of opponents; in a terminal a long description wraps below its beginning."""
    width = max(len(choice.name) for choice in choices)
    out = console()
    for number, choice in enumerate(choices, 1):
        line = f"  {number:2}  {choice.name:{width}}  {choice.year:4}  "
        wrapped = textwrap.wrap(line + choice.text, out.width, subsequent_indent=" " * len(line))
        click.echo("\n".join(wrapped) if out.is_terminal else line + choice.text)


def _explain(choices: list[Choice]) -> None:
    """Prints how an opponent is named, and more of each program: its author, and how far it searches."""
    echo(
        f"Today's engine takes a level: {LEVELLED_PLAYER} club, {LEVELLED_PLAYER} 5, {LEVELLED_PLAYER} full. "
        f"A number alone may be {ELO_RANGE}: 1500. "
        "Options follow a name in brackets: modern[Nodes=100], historic[Reading=recorded]. An outside engine is named "
        f"by its protocol and command: uci:{STOCKFISH}, xboard:sjeng."
    )
    for number, choice in enumerate(choices, 1):
        if choice.name in PLAYERS:
            known = player_class(choice.name)
            echo(f"  {number:2}  {PLAYERS[choice.name].title}. Author: {known.author}. Depth: {known.depth}.")
    echo("`gosub players NAME` shows a player's options.")
