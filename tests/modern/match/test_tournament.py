"""Tournaments: played, counted, resumed, and what their result says."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sparring import FaultyFactory, GreedyMover, RandomMover, SparringFactory

from modern.agreement.classes import CLASS_BY_NAME
from modern.game.adjudication import Adjudication, DrawRule
from modern.game.clock import TimeSetting, parse_time_control
from modern.game.game import Ending, Game
from modern.game.move_notes import MoveNote
from modern.jobs.journal import JournalError
from modern.jobs.workers import InProcessExecutor, local_workers
from modern.match.crosstable import Crosstable, Tally
from modern.match.games_file import game_pgn
from modern.match.openings import Opening, Openings, random_openings
from modern.match.options import TournamentOptions, check_players, parse_anchor
from modern.match.referee import play_game
from modern.match.result import tournament_json, tournament_lines
from modern.match.schedule import ScheduledGame
from modern.match.tournament import Tournament
from modern.players import PlayerError, player_named

NAMES = ("greedy", "random", "other")
FACTORIES = (SparringFactory(GreedyMover), SparringFactory(RandomMover), SparringFactory(RandomMover, 7))


class ShortGames(Openings):
    """Positions in which one side can mate at once, and which are drawn three moves later by the fifty-move rule."""

    positions = ("k7/8/1K6/8/8/8/8/7R w - - 94", "K7/8/1k6/8/8/8/8/7r b - - 94")

    def for_pair(self, pair: int) -> Opening:
        """Returns one position after the other, with another number of the move each time."""
        return Opening(f"{self.positions[pair % 2]} {100 + pair}")

    def different(self, pairs: int) -> int:
        return pairs

    def as_json(self) -> str:
        return "short games"


def options(games: int = 4, **changes: Any) -> TournamentOptions:
    return TournamentOptions(NAMES, games, TimeSetting(depth=1), ShortGames("short games"), **changes)


def play(
    tournament: Tournament, executor: Executor | None = None, factories: tuple[Callable[[], Any], ...] = FACTORIES
) -> Tournament:
    """Plays a tournament between the players of sparring.py instead of those that are named."""
    tournament.player_factories = factories
    for _ in tournament.steps(executor or InProcessExecutor(), 1 if executor is None else 2):
        pass
    return tournament


def figures(tournament: Tournament) -> dict[str, Any]:
    """Returns the result without the times, which are never the same twice."""
    result = json.loads(json.dumps(tournament_json(tournament)))
    for row in result["table"]:
        del row["seconds_a_move"]
    assert isinstance(result, dict)
    return result


def test_each_pairing_plays_each_opening_from_both_sides() -> None:
    games: dict[int, Game] = {}
    tournament = play(Tournament(options(), on_game=lambda scheduled, game: games.update({scheduled.number: game})))
    assert tournament.complete
    assert list(games) == list(range(12))
    for number in range(0, 12, 2):
        first, second = games[number], games[number + 1]
        assert first.start == second.start
        names = [(game.headers["White"], game.headers["Black"]) for game in (first, second)]
        assert names[0] == names[1][::-1]
    assert len({game.start for game in games.values()}) == 2  # one for each round
    assert all(tournament.crosstable.total(player).games == 8 for player in range(3))


def test_the_stronger_player_comes_first() -> None:
    result = figures(play(Tournament(options(8))))
    assert result["table"][0]["player"] == "greedy"
    assert result["table"][0]["elo"] - result["table"][0]["error"] > 0
    assert sum(row["points"] for row in result["table"]) == result["games"] == 24
    assert sum(row["elo"] for row in result["table"]) == pytest.approx(0, abs=0.01)
    assert result["superiority"][0][1] + result["superiority"][1][0] == pytest.approx(1, abs=0.001)


def test_a_gauntlet_has_no_games_between_the_others() -> None:
    tournament = play(Tournament(options(gauntlet=1)))
    assert tournament.games_counted == 8
    assert tournament.crosstable.against(0, 2).games == 0
    assert tournament.crosstable.total(1).games == 8


def test_two_processes_give_the_same_table_as_one() -> None:
    with local_workers(2) as (executor, _):
        two = figures(play(Tournament(options()), executor))
    assert two == figures(play(Tournament(options())))


def test_a_resumed_tournament_has_the_same_table(tmp_path: Path) -> None:
    path, pgn = tmp_path / "journal", tmp_path / "games.pgn"
    short, resumed = Tournament(options(2), pgn), Tournament(options(4), pgn)
    with short.resumed(path):
        play(short)
    with resumed.resumed(path):
        assert (resumed.earlier_games, resumed.complete) == (6, False)
        play(resumed)
    assert figures(resumed) == figures(play(Tournament(options(4))))
    assert pgn.read_text().count("[Event ") == 12


def test_the_journal_of_another_tournament_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with Tournament(options()).resumed(path):
        pass
    before = path.read_bytes()
    for other, difference in (
        (options(gauntlet=0), "gauntlet: none; asked for: greedy"),
        (options(adjudication=Adjudication(DrawRule(1, 2, 3))), "draw: none; asked for: 1, 2, 3"),
    ):
        with pytest.raises(JournalError, match=difference), Tournament(other).resumed(path):
            pass
    assert path.read_bytes() == before


def test_a_player_that_always_fails_comes_last_with_its_forfeits() -> None:
    longer = replace(options(), openings=random_openings("random:2", 3))
    result = figures(play(Tournament(longer), factories=(*FACTORIES[:2], FaultyFactory("illegal"))))
    last = result["table"][-1]
    assert (last["player"], last["points"], last["forfeits"]) == ("other", 0, {"illegal move": 8})
    assert last["name"] == "faulty"
    assert -2000 < last["elo"] < 0


def test_a_result_without_games_is_finite() -> None:
    result = figures(Tournament(options()))
    assert [row["elo"] for row in result["table"]] == [0, 0, 0]
    assert result["complete"] is False
    assert tournament_lines(Tournament(options()))[1:] == ["forfeits: none", "moves replaced by the arbiter: none"]


START = Opening()


def game(ending: Ending, by_arbiter: tuple[bool, ...] = (), opening: Opening = START) -> Game:
    """Returns a game with so many moves after the opening; of each is said whether the arbiter plays it."""
    played = Game(opening.start, opening.moves, {"White": "W", "Black": "B", "Date": "2026.11.22"})
    played.opening_plies = len(opening.moves)
    for is_arbiter in by_arbiter:
        move = sorted(played.position.legal_moves(), key=str)[0]
        played.make(move, MoveNote(depth=1, seconds=0.5, by_arbiter=is_arbiter))
    played.ending = ending
    return played


def test_the_crosstable_counts_results_from_both_sides() -> None:
    table = Crosstable(3)
    table.add(ScheduledGame(0, 0, 1, 0), game(Ending("white", "checkmate")))
    table.add(ScheduledGame(1, 1, 0, 0), game(Ending("white", "time forfeit")))
    table.add(ScheduledGame(2, 0, 1, 0), game(Ending(None, "stalemate")))
    table.add(ScheduledGame(3, 2, 0, 0), game(Ending("black", "crash")))
    assert table.against(0, 1) == Tally(1, 1, 1)
    assert table.against(1, 0) == Tally(1, 1, 1)
    assert (table.total(0), table.total(0).points) == (Tally(2, 1, 1), 2.5)
    assert [dict(forfeits) for forfeits in table.forfeits] == [{"time forfeit": 1}, {}, {"crash": 1}]
    assert table.endings["time forfeit", "white"] == 1


def test_games_that_are_equal_move_for_move_count_once_in_what_is_estimated() -> None:
    """The second round repeats the first; in the third only the game in which player 1 has White is another one."""
    table = Crosstable(2)
    won, lost, drawn = Ending("white", "checkmate"), Ending("black", "checkmate"), Ending(None, "stalemate")
    ends = [won, drawn, won, drawn, won, lost]
    for number, ending in enumerate(ends):
        table.add(ScheduledGame(number, number % 2, 1 - number % 2, number // 2), game(ending))
    assert (table.games, table.different) == (6, 3)
    assert table.total(0) == Tally(4, 2, 0)
    assert table.pairs() == [0, 0, 0, 1, 0]
    assert table.colour_results() == {(0, 1): (1, 0, 0), (1, 0): (0, 1, 1)}
    # A game that only the other colour of another round can make a pair with.
    table.add(ScheduledGame(6, 0, 1, 3), game(lost))
    table.add(ScheduledGame(7, 1, 0, 3), game(drawn))
    assert table.pairs() == [0, 0, 1, 1, 0]


@pytest.mark.parametrize(
    ("players", "changes", "different"),
    [
        (("modern", "modern[Hash=2]"), {"time_setting": TimeSetting(nodes=100)}, 2),
        (("modern", "historic"), {"time_setting": TimeSetting(nodes=100)}, 2),
        (("modern[Nodes=50]", "historic"), {"time_setting": TimeSetting(seconds=1)}, 2),
        (("modern", "historic"), {"time_setting": TimeSetting(seconds=1)}, 24),
        (("modern[UCI_Elo=1500]", "historic"), {"time_setting": TimeSetting(nodes=100)}, 24),
        (("modern[UCI_Elo=1500,Seed=3]", "historic"), {"time_setting": TimeSetting(nodes=100)}, 2),
        (("modern", "historic", "modern[UCI_Elo=1500]"), {"time_setting": TimeSetting(nodes=100)}, 50),
        (("modern", "historic"), {"openings": random_openings("random:8", 1)}, 24),
        (("modern", "historic"), {"openings": random_openings("random:0", 1)}, 2),
    ],
)
def test_players_without_chance_have_two_games_from_each_opening(
    players: tuple[str, ...], changes: dict[str, Any], different: int
) -> None:
    asked = replace(options(games=24), players=players, openings=random_openings("random:0", 1))
    assert Tournament(replace(asked, **changes)).different_games() == different


@pytest.mark.parametrize(("opening", "interventions"), [(START, [2, 1]), (Opening(moves=("e2e4",)), [1, 2])])
def test_moves_of_the_arbiter_belong_to_the_player_who_made_them(opening: Opening, interventions: list[int]) -> None:
    table = Crosstable(2)
    table.add(ScheduledGame(0, 0, 1, 0), game(Ending(None, "stalemate"), (True, False, True, True), opening))
    assert table.interventions == interventions
    assert table.moves == [2, 2]


def test_a_program_whose_choice_is_illegal_adds_to_the_moves_of_the_arbiter() -> None:
    opening = Opening(CLASS_BY_NAME["castles-into-attack"].fen)
    players = {side: player_named("historic") for side in ("white", "black")}
    # The first move decides: the program castles through an attack.
    rules = Adjudication(DrawRule(1, 1, 10**6))
    table = Crosstable(2)
    table.add(ScheduledGame(0, 0, 1, 0), play_game(players, opening, TimeSetting(depth=1), rules))
    assert sum(table.interventions) >= 1


def test_the_pgn_names_the_players_as_they_entered_and_the_round() -> None:
    one = game(Ending(None, "adjudication", "both scores within 10 centipawns for 2 moves"))
    scheduled = options().schedule.game(7)
    text = game_pgn(options(), scheduled, one)
    assert f'[White "{NAMES[scheduled.white]}"]' in text
    assert f'[Black "{NAMES[scheduled.black]}"]' in text
    assert '[Round "2.2"]' in text
    assert '[Termination "adjudication"]' in text


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        ((), "two players or more, not 0"),
        (("modern",), "two players or more, not 1"),
        (("modern", "historic", "modern"), "'modern' is named twice"),
        (("modern[Hash=2]", "modern[ hash = 2 ]"), "is named twice"),
    ],
)
def test_a_tournament_needs_two_players_who_enter_once(names: tuple[str, ...], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        check_players(names)


def test_players_with_other_options_are_others() -> None:
    check_players(["modern", "modern[Hash=2]", "modern[Hash=3]", "uci:a b", "uci:a c"])
    with pytest.raises(PlayerError):
        check_players(["modern[Hash", "historic"])


def test_an_anchor_is_a_player_with_its_elo() -> None:
    players = ["modern", "modern[UCI_Elo=1500]"]
    assert parse_anchor(players, "modern[UCI_Elo=1500]=1500") == (1, 1500)
    for text in ("modern", "modern=", "modern=strong", "modern=nan", "modern=1e9", "=1500"):
        with pytest.raises(ValueError, match="expected PLAYER=ELO"):
            parse_anchor(players, text)
    with pytest.raises(ValueError, match="did you mean modern"):
        parse_anchor(players, "moderm=1500")


def test_the_options_make_the_players_that_are_named() -> None:
    named = replace(options(), players=("modern[Hash=2]", "historic"))
    assert [factory().name for factory in named.player_factories] == ["modern[Hash=2]", "Gosub Chess, historic"]


@pytest.mark.parametrize(
    ("players", "changes", "seconds"),
    [
        # Three pairings of two games, each side with 50 moves.
        (("modern", "modern[Hash=2]", "diablo"), {"time_setting": TimeSetting(seconds=0.1)}, 3 * 2 * 2 * 50 * 0.1),
        (("modern", "modern[Hash=2]"), {"time_setting": TimeSetting(parse_time_control("40/60+1"))}, 4 * (120 + 50)),
        # The 1994 program takes no time worth counting, and nobody knows how long a depth takes.
        (("modern", "historic"), {"time_setting": TimeSetting(seconds=0.1)}, 2 * 50 * 0.1),
        (("modern", "modern[Hash=2]"), {"time_setting": TimeSetting(depth=3)}, 0),
        (("modern", "modern[Hash=2]"), {"time_setting": TimeSetting(seconds=1), "cluster": "tcp://a:1"}, 0),
    ],
)
def test_how_long_a_tournament_takes_if_the_players_use_all_their_time_is_known(
    players: tuple[str, ...], changes: dict[str, Any], seconds: float
) -> None:
    asked = replace(options(games=2), players=players, **changes)
    assert Tournament(asked).thinking_seconds() == pytest.approx(seconds)
