"""The options in a player's name: how they are read, what they do, and what is refused."""

from __future__ import annotations

import re
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from refusals import pattern
from sparring import outside

from historic.study.sample_game import SAMPLE_GAME
from modern.game.clock import TimeSetting
from modern.game.saved_game import read_saved_game, saved_game
from modern.game.session import GameSession, Refusal
from modern.limits import Limits
from modern.match.openings import Opening
from modern.match.referee import new_player, play_with_new_players
from modern.players import Game, MoveRequest, PlayerError, player_named
from modern.players.protocol import LIMIT_STRENGTH, UCI_ELO
from modern.players.seats import check_player, checked_spec, seated
from modern.players.spec import command_words, is_outside, parse_spec
from modern.web.settings import checked_seat

#: White mates in one, so a game from here is short.
MATE_IN_ONE = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"


@pytest.mark.parametrize(
    ("text", "name", "options"),
    [
        ("modern", "modern", ()),
        ("modern[Hash=1]", "modern", (("Hash", "1"),)),
        ("modern[ Hash = 1 , UCI_Elo=1500 ]", "modern", (("Hash", "1"), ("UCI_Elo", "1500"))),
        ("historic[Move Overhead=3]", "historic", (("Move Overhead", "3"),)),
        ("uci:stockfish[Threads=2]", "uci:stockfish", (("Threads", "2"),)),
        ("uci:stockfish [Threads=2]", "uci:stockfish", (("Threads", "2"),)),
        ("xboard:a --level 3[Book=a=b:c]", "xboard:a --level 3", (("Book", "a=b:c"),)),
        ("modern[Hash=]", "modern", (("Hash", ""),)),
        pytest.param("uci:'/a[1]/engine'", "uci:'/a[1]/engine'", (), marks=pytest.mark.posix),
        pytest.param(r"uci:/a\[1\]/engine[Hash=2]", r"uci:/a\[1\]/engine", (("Hash", "2"),), marks=pytest.mark.posix),
        ('uci:sh -c "[ -f x ]"[Hash=2]', 'uci:sh -c "[ -f x ]"', (("Hash", "2"),)),
        ("", "", ()),
    ],
)
def test_the_options_follow_the_name_in_brackets(text: str, name: str, options: tuple[tuple[str, str], ...]) -> None:
    assert parse_spec(text) == (name, options)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("modern[Hash=1", "there is no ] after its ["),
        ("modern[", "there is no ] after its ["),
        ("modern]", "there is no [ before its ]"),
        ("modern]Hash=1[", "there is no [ before its ]"),
        ("modern[Hash=1]]", "its options must be in one pair of brackets at its end"),
        ("modern[[Hash=1]]", "its options must be in one pair of brackets at its end"),
        ("modern[Hash=1][Ponder=true]", "its options must be in one pair of brackets at its end"),
        ("modern[Hash=1] now", "its options must be in one pair of brackets at its end"),
        ("modern[]", "its brackets are empty"),
        ("modern[Hash]", "'Hash' has no value"),
        ("modern[=1]", "there is no option before '=1'"),
        ("modern[Hash=1,]", "an option is missing before or after a comma"),
        ("huo[Edition=0,6]", "'6' has no value; a comma begins the next option"),
        ("modern[Hash=1,hash=2]", "'hash' is set twice"),
        ("uci:stockfish[Hash=1", "there is no ] after its ["),
        ("modern[Hash=\n1", "there is no ] after its ["),
    ],
)
def test_malformed_brackets_get_one_line(text: str, reason: str) -> None:
    with pytest.raises(PlayerError) as refused:
        player_named(text)
    assert str(refused.value).endswith(f": {reason}; expected NAME[OPTION=VALUE,...]")
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("historic[Raeding=printed]", "historic: .. 'Raeding'; .. Reading?"),
        ("historic[Depth=3]", "historic: .. 'Depth'; .. Reading, "),
        ("historic[Reading=wrong]", "historic: 'wrong' .. Reading; .. printed or recorded"),
        ("modern[UCI_Elo=1]", "modern: '1' .. UCI_Elo; .. 400 to 3000"),
        ("hsitoric[Reading=printed]", "'hsitoric'; .. historic?"),
        ("nobody[Depth=1]", "'nobody'; .. modern, historic, "),
        (f"uci:{outside()}[Level=11]", "'11' .. Level; .. 1 to 9"),
        (f"uci:{outside()}[Courage=1]", "'Courage'; .. Book, Brave, Depth, Forget, Level, Nodes, "),
    ],
)
def test_what_does_not_exist_is_refused_in_one_line(text: str, message: str) -> None:
    with pytest.raises(PlayerError) as refused:
        player_named(text)
    assert re.search(pattern(message), str(refused.value))
    assert "\n" not in str(refused.value)


def test_an_option_is_in_effect() -> None:
    game = Game(moves=SAMPLE_GAME[:21])
    moves = {
        reading: str(player_named(f"historic[Reading={reading}]").decide(MoveRequest(game)).move)
        for reading in ("printed", "recorded")
    }
    assert moves == {"printed": "e8g8", "recorded": SAMPLE_GAME[21]}


def test_a_player_with_options_is_called_as_it_was_named() -> None:
    assert player_named("historic[reading=RECORDED]").name == "historic[reading=RECORDED]"
    assert player_named("huo[Depth= 1 , Edition = 0.6 ]").name == "huo[Depth=1,Edition=0.6]"
    assert player_named("historic").name == "Gosub Chess, historic"


def test_an_elo_also_limits_the_strength() -> None:
    limited, full = player_named("modern[UCI_Elo=1000]"), player_named("modern")
    assert (limited.settings[LIMIT_STRENGTH], full.settings[LIMIT_STRENGTH]) == ("true", "false")
    nodes = [player.decide(MoveRequest(Game(), Limits(nodes=3000))).nodes for player in (limited, full)]
    assert nodes[0] < 1000 < nodes[1]


def test_an_elo_does_not_limit_the_strength_if_that_is_switched_off_by_name() -> None:
    player = player_named("modern[uci_elo=1000,uci_limitstrength=false]")
    assert (player.settings[LIMIT_STRENGTH], player.settings[UCI_ELO]) == ("false", "1000")


@pytest.mark.parametrize(
    ("text", "elo", "sets_strength"),
    [
        ("modern[uci_elo=1500]", 1500, True),
        ("modern[UCI_LimitStrength=TRUE,UCI_Elo=1500]", 1500, True),
        ("modern[UCI_LimitStrength=false,UCI_Elo=1500]", None, True),
        ("modern[UCI_LimitStrength=true]", None, True),
        ("uci:engine[UCI_Elo=high]", None, True),
        ("modern[Hash=1]", None, False),
        ("modern", None, False),
    ],
)
def test_a_name_tells_the_elo_that_its_player_is_limited_to(text: str, elo: int | None, sets_strength: bool) -> None:
    spec = parse_spec(text)
    assert (spec.elo, spec.sets_strength) == (elo, sets_strength)


def test_another_elo_takes_the_place_of_what_a_name_says_of_the_strength() -> None:
    limited = parse_spec("modern[uci_elo=1500,Hash=1,UCI_LimitStrength=false]").limited_to(1200)
    assert str(limited) == "modern[Hash=1,UCI_Elo=1200]"
    assert limited.elo == 1200


def test_options_of_an_outside_program_reach_it(tmp_path: Path) -> None:
    log = tmp_path / "log"
    text = f"uci:{outside(log=log)}[level=7,Book=a b.bin]"
    with closing(player_named(text)) as player:
        assert player.name == text
    sent = [line for line in log.read_text().splitlines() if line.startswith("setoption")]
    assert sent == ["setoption name Level value 7", "setoption name Book value a b.bin"]


def test_nodes_limit_an_outside_program_beside_the_limits_of_the_game(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with closing(player_named(f"uci:{outside(log=log)}[nodes=300]")) as player:
        for limits in (Limits(seconds=1), Limits(nodes=50), Limits(nodes=5000)):
            player.decide(MoveRequest(Game(), limits))
    lines = log.read_text().splitlines()
    assert not [line for line in lines if line.startswith("setoption")]
    assert [line.split()[1:] for line in lines if line.startswith("go ")] == [
        ["nodes", "300", "movetime", "1000"],
        ["nodes", "50"],
        ["nodes", "300"],
    ]


def test_xboard_has_no_limit_of_nodes() -> None:
    with pytest.raises(PlayerError, match="no such option 'Nodes'"):
        player_named(f"xboard:{outside(protocol='xboard')}[Nodes=300]")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("uci:x", True),
        ("xboard:x[Hash=1]", True),
        ("historic[Reading=uci:x]", False),
        ("usi:x", False),
        ("UCI:x", False),
    ],
)
def test_only_a_protocol_makes_a_name_that_of_an_outside_program(text: str, expected: bool) -> None:
    assert is_outside(text) is expected


def test_a_match_knows_two_settings_of_one_player_apart() -> None:
    white, black = (partial(new_player, name) for name in ("historic[Reading=recorded]", "historic"))
    game = play_with_new_players(white, black, Opening(MATE_IN_ONE, ()), TimeSetting(depth=1))
    assert (game.headers["White"], game.headers["Black"]) == ("historic[Reading=recorded]", "Gosub Chess, historic")


def test_a_saved_game_names_the_player_with_its_options() -> None:
    seats = {"white": seated("human")[0], "black": seated("Historic[Reading=recorded]")[0]}
    text = saved_game(GameSession(seats, TimeSetting(seconds=1)))
    assert '[BlackSeat "historic[Reading=recorded]"]' in text
    assert '[Black "historic[Reading=recorded]"]' in text
    spec = read_saved_game(text, "game.pgn", TimeSetting(seconds=1)).seats["black"].spec
    assert spec == "historic[Reading=recorded]"
    _, player = seated(spec)
    assert player is not None
    assert player.settings["Reading"] == "recorded"


def test_options_are_checked_in_one_way_wherever_a_player_is_named() -> None:
    typed = "modern[nodes=100,EVALUATION=Hand]"
    assert str(checked_spec(parse_spec(typed))) == checked_seat(typed).spec == "modern[Nodes=100,Evaluation=hand]"
    for name, why in (("modern[Speed=9]", "no such option 'Speed'; "), ("modern[Nodes=x]", "'x' is not a value of")):
        for check, error in ((check_player, PlayerError), (checked_seat, Refusal)):
            with pytest.raises(error, match=rf"^modern: {why}"):
                check(name)
    check_player("modern[Ponder=true]")
    with pytest.raises(Refusal, match="no such option 'Ponder'"):  # a browser is not offered it
        checked_seat("modern[Ponder=true]")


def test_a_human_has_no_options() -> None:
    with pytest.raises(PlayerError, match=r"^human has no options$"):
        seated("human[Depth=1]")


def test_only_double_quotation_marks_quote_a_command_of_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("modern.players.spec.ONLY_DOUBLE_QUOTES", True)
    words = [r"C:\my engines\x.exe", "--net", r"C:\O'Brien\n.bin"]
    assert command_words(f'"{words[0]}" {words[1]} {words[2]}') == words
