"""The names of players for people."""

from __future__ import annotations

import pytest
from refusals import codes

from modern.game.session import Seat
from modern.players import PLAYERS
from modern.players.levels import NAMED_LEVELS
from modern.players.seats import seat_name, seat_names, seated


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("historic", "The 1994 program"),
        ("historic[Reading=recorded]", "The 1994 program, as recorded"),
        (
            "historic[reading=Recorded,Avoid Repetition=true]",
            "The 1994 program, as recorded (Avoid Repetition=true)",
        ),
        ("historic[Reading=printed]", "The 1994 program (Reading=printed)"),
        ("modern", "Today's engine"),
        ("modern[UCI_Elo=800]", "Today's engine, level 3"),
        ("modern[UCI_Elo=801]", "Today's engine, Elo 801"),
        ("modern[uci_elo=800,UCI_LimitStrength=true,Hash=1]", "Today's engine, level 3 (Hash=1)"),
        ("modern[UCI_Elo=800,UCI_LimitStrength=false]", "Today's engine (UCI_Elo=800, UCI_LimitStrength=false)"),
        ("modern[Nodes=100]", "Today's engine (Nodes=100)"),
        ("huo", "Huo Chess"),
        ("human", "Human"),
    ],
)
def test_a_player_has_a_name_for_people(spec: str, name: str) -> None:
    seat, player = seated(spec)
    assert seat_name(seat) == name
    if player:
        player.close()


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("uci:/usr/games/stockfish --fast", "Stockfish 15.1"),
        ("uci:/usr/games/stockfish --fast[UCI_Elo=1400,Threads=2]", "stockfish, Elo 1400 (Threads=2)"),
        pytest.param("xboard:'/opt/[x]/an engine' -x[Hash=1]", "an engine (Hash=1)", marks=pytest.mark.posix),
        ("uci:'unended[Hash=1]", "'unended (Hash=1)"),
    ],
)
def test_an_outside_program_names_itself_and_with_options_its_file_does(spec: str, name: str) -> None:
    assert seat_name(Seat(spec, "Stockfish 15.1")) == name


def test_every_player_and_level_has_a_name_of_its_own() -> None:
    specs = [*PLAYERS, *(f"modern[UCI_Elo={level.elo}]" for level in NAMED_LEVELS)]
    assert len({seat_name(Seat(spec, spec)) for spec in specs}) == len(specs)


def test_the_only_human_of_a_game_is_you() -> None:
    human, program = Seat("human", "Human"), Seat("modern", "Gosub Chess, modern")
    assert seat_names({"white": program, "black": human}) == {"white": "Today's engine", "black": "You"}
    assert seat_names({"white": human, "black": human}) == {"white": "Human", "black": "Human"}
    anna = Seat("human", "Anna")
    assert seat_names({"white": anna, "black": program}) == {"white": "Anna", "black": "Today's engine"}
    assert seat_names({"white": anna, "black": Seat("human", "?")}) == {"white": "Anna", "black": "Human"}


def test_the_settings_in_a_name_are_facts_in_other_languages_too() -> None:
    name = seat_name(Seat("historic[Avoid Repetition=true,MultiPV=2]", ""))
    assert name == "The 1994 program (Avoid Repetition=true, MultiPV=2)"
    assert {"option.avoid_repetition", "value.true"} <= codes(name)
