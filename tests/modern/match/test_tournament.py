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
from modern.game.clock import TimeSetting
from modern.game.game import Ending
from modern.jobs.workers import InProcessExecutor, local_workers
from modern.match.crosstable import Crosstable, Tally
from modern.match.entries import check_players, parse_anchor
from modern.match.fixture import Entrant
from modern.match.journal import JournalError, TournamentJournal
from modern.match.openings import Opening
from modern.match.options import NamedOpenings, random_openings
from modern.match.record import PlayedGame, PlayedMove
from modern.match.referee import play_game
from modern.match.schedule import Slot
from modern.match.tournament import Tournament, TournamentOptions, open_tournament, tournament_pgn
from modern.match.tournament_result import tournament_json, tournament_lines
from modern.players import PlayerError, player_named

NAMES = ("greedy", "random", "other")
FACTORIES = (SparringFactory(GreedyMover), SparringFactory(RandomMover), SparringFactory(RandomMover, 7))


class ShortGames:
    """Positions in which one side can mate at once, and which are drawn three moves later by the fifty-move rule."""

    positions = ("k7/8/1K6/8/8/8/8/7R w - - 94 100", "K7/8/1k6/8/8/8/8/7r b - - 94 100")

    def for_pair(self, pair: int) -> Opening:
        """Returns one position after the other."""
        return Opening(self.positions[pair % 2])

    def as_json(self) -> str:
        """Returns a name for the journal."""
        return "short games"


def options(games: int = 4, **changes: Any) -> TournamentOptions:
    return TournamentOptions(
        NAMES, games, TimeSetting(depth=1), NamedOpenings(ShortGames(), "short games", None), **changes
    )


def play(
    tournament: Tournament, executor: Executor | None = None, factories: tuple[Callable[[], Any], ...] = FACTORIES
) -> Tournament:
    """Plays a tournament between the players of sparring.py instead of those that are named."""
    tournament.entrants = factories
    for _ in tournament.run(executor or InProcessExecutor(), 1 if executor is None else 2):
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
    games: list[PlayedGame] = []
    tournament = play(Tournament(options(), on_game=games.append))
    assert tournament.complete
    assert [game.number for game in games] == list(range(12))
    for first, second in zip(games[::2], games[1::2], strict=True):
        assert first.opening == second.opening
        assert (first.white, first.black) == (second.black, second.white)
    assert len({game.opening for game in games}) == 2  # one for each round
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
    with open_tournament(options(2), pgn, path) as short:
        play(short)
    with open_tournament(options(4), pgn, path) as resumed:
        assert (resumed.earlier_games, resumed.complete) == (6, False)
        play(resumed)
    assert figures(resumed) == figures(play(Tournament(options(4))))
    assert pgn.read_text().count("[Event ") == 12


def test_the_journal_of_another_tournament_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with TournamentJournal(path, options().identity()):
        pass
    before = path.read_bytes()
    for other, difference in (
        (options(gauntlet=0), "gauntlet: none; asked for: greedy"),
        (options(adjudication=Adjudication(DrawRule(1, 2, 3))), "draw: none; asked for: 1, 2, 3"),
    ):
        with pytest.raises(JournalError, match=difference), open_tournament(other, None, path):
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


def game(number: int, ending: Ending, notes: tuple[str, ...] = (), opening: Opening = START) -> PlayedGame:
    moves = tuple(PlayedMove("e2e4", "", 1, 0.5, note) for note in notes)
    return PlayedGame(number, "W", "B", "2026.11.22", opening, moves, ending)


def test_the_crosstable_counts_results_from_both_sides() -> None:
    table = Crosstable(3)
    table.add(Slot(0, 1, 0), game(0, Ending("white", "checkmate")))
    table.add(Slot(1, 0, 0), game(1, Ending("white", "time forfeit")))
    table.add(Slot(0, 1, 0), game(2, Ending(None, "stalemate")))
    table.add(Slot(2, 0, 0), game(3, Ending("black", "crash")))
    assert table.against(0, 1) == Tally(1, 1, 1)
    assert table.against(1, 0) == Tally(1, 1, 1)
    assert (table.total(0), table.total(0).points) == (Tally(2, 1, 1), 2.5)
    assert [dict(forfeits) for forfeits in table.forfeits] == [{"time forfeit": 1}, {}, {"crash": 1}]
    assert table.endings["time forfeit", "white"] == 1


@pytest.mark.parametrize(("opening", "interventions"), [(START, [2, 1]), (Opening(moves=("e2e4",)), [1, 2])])
def test_moves_of_the_arbiter_belong_to_the_player_who_made_them(opening: Opening, interventions: list[int]) -> None:
    table = Crosstable(2)
    replaced = "it chooses an illegal move (e1e2); the arbiter plays a2a3, the best legal move that was tried"
    table.add(Slot(0, 1, 0), game(0, Ending(None, "stalemate"), (replaced, "", replaced, replaced), opening))
    assert table.interventions == interventions
    assert table.moves == [2, 2]


def test_a_program_whose_choice_is_illegal_adds_to_the_moves_of_the_arbiter() -> None:
    opening = Opening(CLASS_BY_NAME["castles-into-attack"].fen)
    players = {side: player_named("historic") for side in ("white", "black")}
    # The first move decides: the program castles through an attack.
    rules = Adjudication(DrawRule(1, 1, 10**6))
    moves, ending = play_game(players, opening, TimeSetting(depth=1), rules)
    table = Crosstable(2)
    table.add(Slot(0, 1, 0), PlayedGame(0, "W", "B", "", opening, moves, ending))
    assert sum(table.interventions) >= 1


def test_the_pgn_names_the_players_as_they_entered_and_the_round() -> None:
    one = game(7, Ending(None, "adjudication", "both scores within 10 centipawns for 2 moves"))
    text = tournament_pgn(options(), one)
    slot = options().schedule.slot(7)
    assert f'[White "{NAMES[slot.white]}"]' in text
    assert f'[Black "{NAMES[slot.black]}"]' in text
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
    assert options().entrants == [Entrant(name) for name in NAMES]
