"""The options of the modern engine."""

from __future__ import annotations

import re

import pytest

from modern.engine.engine import EVALUATIONS, OPTIONAL
from modern.engine.evaluation.endings import SCALE_NORMAL, won_ending_score
from modern.engine.evaluation.evaluate import HandEvaluator
from modern.engine.evaluation.groups import ENDINGS, GROUPS, OPTIONAL_PARTS
from modern.engine.network import weights_file
from modern.engine.network.network import Network
from modern.engine.strength import MAX_ELO, MIN_ELO, level_of
from modern.engine.techniques import FIRST_YEAR, LAST_YEAR, NOTHING, TECHNIQUES
from modern.limits import Clock, Limits
from modern.players import Game, MoveRequest, OptionError
from modern.players.modern import MEMORY, ModernPlayer, shown_centipawns, shown_score, shown_terms
from modern.report import Report, Score, Term
from modern.rules import Position


def test_uci_elo_applies_only_while_strength_is_limited() -> None:
    player, request = ModernPlayer(), MoveRequest(Game(), Limits(nodes=3000))
    player.set_option("UCI_Elo", str(MIN_ELO))
    assert player.decide(request).nodes == 3000
    player.set_option("uci_limitstrength", "TRUE")
    assert player.decide(request).nodes <= level_of(MIN_ELO).nodes
    player.set_option("UCI_LimitStrength", "false")
    assert player.decide(request).nodes == 3000


@pytest.mark.parametrize("elo", [MIN_ELO - 1, MAX_ELO + 1, "strong"])
def test_an_elo_out_of_range_is_refused(elo: object) -> None:
    with pytest.raises(OptionError, match=f"UCI_Elo; .* {MIN_ELO} to {MAX_ELO}"):
        ModernPlayer().set_option("UCI_Elo", str(elo))


def limited(**options: str) -> ModernPlayer:
    """Returns a player at the lowest level."""
    player = ModernPlayer()
    for name, value in {"UCI_LimitStrength": "true", "UCI_Elo": str(MIN_ELO), **options}.items():
        player.set_option(name, value)
    return player


def game_of(player: ModernPlayer, plies: int = 12) -> tuple[list[str], list[str]]:
    """Returns the moves of a game of a player against itself, which mate may end early, and its remarks."""
    game, remarks = Game(), list[str]()
    player.new_game()
    while len(game.moves) < plies and game.position.legal_moves():
        decision = player.decide(MoveRequest(game, note=remarks.append))
        assert decision.move is not None
        game.make(decision.move)
    return game.uci_moves, remarks


def test_each_game_of_a_level_has_a_seed_of_its_own_and_can_be_played_again() -> None:
    player = limited()
    games = [game_of(player) for _ in range(3)]
    assert len({tuple(moves) for moves, _ in games}) > 1
    for moves, remarks in games:
        (remark,) = remarks
        seed = remark.partition("Seed=")[2]
        assert game_of(limited(Seed=seed)) == (moves, [])


def test_a_saved_game_of_a_level_keeps_its_seed() -> None:
    first, second = limited(), limited()
    assert first.memory() == ""
    moves, _ = game_of(first, 4)
    assert MEMORY.fullmatch(first.memory())
    game = Game(moves=moves)
    second.recall(game, first.memory())
    assert second.decide(MoveRequest(game)).move == first.decide(MoveRequest(game)).move
    assert second.memory() == first.memory()


@pytest.mark.parametrize("memory", ["seed", "seed 0", "seed 12345678", "4:1,0"])
def test_a_memory_that_is_no_seed_is_refused(memory: str) -> None:
    with pytest.raises(ValueError, match="is not the seed of a game, such as seed 1234"):
        ModernPlayer().recall(Game(), memory)


def test_full_strength_has_no_seed() -> None:
    player = ModernPlayer()
    remarks: list[str] = []
    player.decide(MoveRequest(Game(), Limits(nodes=100), note=remarks.append))
    assert (player.memory(), remarks) == ("", [])


def test_several_variations_share_the_nodes_of_a_level() -> None:
    player = ModernPlayer()
    for name, value in {"UCI_LimitStrength": "true", "UCI_Elo": "1600", "MultiPV": "3"}.items():
        player.set_option(name, value)
    reports: list[Report] = []
    decision = player.decide(MoveRequest(Game(), report=reports.append))
    assert {report.multipv for report in reports} == {1, 2, 3}
    assert decision.nodes <= level_of(1600).nodes


@pytest.mark.parametrize("year", [FIRST_YEAR - 1, LAST_YEAR + 1, "then"])
def test_a_year_out_of_range_is_refused(year: object) -> None:
    with pytest.raises(OptionError, match=f"Year; .* {FIRST_YEAR} to {LAST_YEAR}"):
        ModernPlayer().set_option("Year", str(year))


def test_the_network_evaluates_from_its_year_on_unless_hand_is_chosen() -> None:
    player = ModernPlayer()
    evaluates = []
    for name, value in (
        ("Year", "2017"),
        ("Year", "2018"),
        ("Evaluation", "hand"),
        ("Year", "2017"),
        ("Evaluation", "network"),
        ("Year", "2026"),
    ):
        player.set_option(name, value)
        evaluates.append(isinstance(player.engine.evaluator, Network))
    assert evaluates == [False, True, False, False, False, True]


@pytest.mark.parametrize("name", [NOTHING, *OPTIONAL])
def test_without_disables_the_technique_or_group_it_names(name: str) -> None:
    player = ModernPlayer()
    player.set_option("Without", name.upper())
    player.decide(MoveRequest(Game(), Limits(nodes=100)))
    assert player.engine.disabled == name


def test_without_nothing_enables_everything_again() -> None:
    player, request = ModernPlayer(), MoveRequest(Game(), Limits(depth=4))
    player.set_option("Evaluation", "hand")  # groups of weights are its own
    complete = player.decide(request)
    for name in (TECHNIQUES[0], OPTIONAL_PARTS[0]):
        player.set_option("Without", name)
    player.new_game()
    without = player.decide(request)
    player.set_option("Without", NOTHING)
    player.new_game()
    again = player.decide(request)
    assert (without.score, without.nodes) != (complete.score, complete.nodes)
    assert (again.move, again.score, again.nodes) == (complete.move, complete.score, complete.nodes)


def test_without_refuses_an_unknown_name() -> None:
    with pytest.raises(OptionError, match=f"'sense' .* Without; .* {NOTHING}, {TECHNIQUES[0]}, "):
        ModernPlayer().set_option("Without", "sense")


def test_a_misspelt_option_or_value_gets_a_suggestion() -> None:
    player = ModernPlayer()
    with pytest.raises(OptionError, match=r"'null mov' .* null move\?"):
        player.set_option("Without", "null mov")
    with pytest.raises(OptionError, match=r"'MoveOverhead'; .* Move Overhead\?"):
        player.set_option("MoveOverhead", "30")


def test_the_network_evaluates_if_it_is_asked_to() -> None:
    player, request = ModernPlayer(), MoveRequest(Game(), Limits(depth=4))
    player.set_option("Evaluation", "hand")
    by_hand = player.decide(request)
    player.set_option("Evaluation", "Network")
    assert player.settings["Evaluation"] == "network"
    by_network = player.decide(request)
    assert (by_network.score, by_network.nodes) != (by_hand.score, by_hand.nodes)
    player.set_option("Evaluation", "hand")
    again = player.decide(request)
    assert (again.move, again.score, again.nodes) == (by_hand.move, by_hand.score, by_hand.nodes)


def test_a_group_of_weights_that_is_disabled_while_the_network_evaluates_is_one_remark() -> None:
    player, notes = ModernPlayer(), list[str]()

    def notes_after(**options: str) -> list[str]:
        notes.clear()
        for name, value in options.items():
            player.set_option(name, value)
        for _ in range(2):
            player.decide(MoveRequest(Game(), Limits(depth=1), note=notes.append))
        return notes

    remark = "Without=mobility changes nothing: the network evaluates; set Evaluation to hand"
    assert notes_after(Without="mobility", Evaluation="hand") == []
    assert notes_after(UCI_LimitStrength="true", Seed="1", Evaluation="network") == []
    assert notes_after(UCI_LimitStrength="false") == [remark]
    assert notes_after(Without="endings") == []
    assert notes_after(Without="null move") == []


def test_a_limited_strength_and_why_keep_the_hand_written_evaluation() -> None:
    players = ModernPlayer(), ModernPlayer()
    players[1].set_option("Evaluation", "network")
    for player in players:
        player.set_option("UCI_LimitStrength", "true")
        player.set_option("Seed", "1")
    request = MoveRequest(Game(moves=["a2a4"]), Limits(nodes=200))  # no opening that it knows
    first, second = (player.decide(request) for player in players)
    assert (first.pv, first.score, first.nodes) == (second.pv, second.score, second.nodes)
    assert players[0].terms(Game()) == players[1].terms(Game())
    assert [reason.terms for reason in players[0].explained_lines()] == [
        reason.terms for reason in players[1].explained_lines()
    ]


def test_shown_scores_keep_their_order_and_their_sign_and_a_mate_its_distance() -> None:
    shown = [shown_centipawns(score) for score in range(-5000, 5001)]
    assert shown == sorted(shown)
    assert shown == [-score for score in reversed(shown)]
    assert [shown_centipawns(score) for score in (0, 10, 350, 1350)] == [0, 14, 473, 1022]
    assert shown_score(Score(mate=-3)) == Score(mate=-3)


@pytest.mark.parametrize("total", [0, 40, -900])
def test_shown_terms_add_up_to_the_shown_score(total: int) -> None:
    terms = shown_terms([Term("material", 300 + total, 100), Term("mobility", 0, 200)])
    assert sum(term.white - term.black for term in terms) == pytest.approx(shown_centipawns(total), abs=2)


def test_every_score_that_leaves_the_engine_is_a_shown_one() -> None:
    """Black has a knight for a pawn."""
    game = Game(moves=["e2e4", "e7e5", "g1f3", "b8c6", "f3e5", "c6e5"])
    reports, inside_reports = list[Report](), list[Report]()
    player = ModernPlayer()
    decision = player.decide(MoveRequest(game, Limits(nodes=300), report=reports.append))
    inside = ModernPlayer().engine.think(game.position, Limits(nodes=300), report=inside_reports.append)
    assert inside is not None
    assert decision.score == shown_score(inside.score) == player.explained_lines()[0].score
    assert [report.score for report in reports] == [shown_score(report.score) for report in inside_reports]


def test_it_says_whether_the_terms_add_up_to_its_scores() -> None:
    player = ModernPlayer()
    player.set_option("Evaluation", "hand")
    assert player.terms_note() == ""
    player.set_option("Evaluation", "network")
    assert "the scores are the network's" in player.terms_note()
    player.set_option("UCI_LimitStrength", "true")
    assert player.terms_note() == ""


def test_the_network_has_no_terms_so_those_of_the_hand_written_evaluation_are_shown() -> None:
    player, game = ModernPlayer(), Game(moves=["e2e4", "d7d5"])
    player.set_option("Evaluation", "network")
    assert player.engine.evaluator.terms(game.position) is None
    by_hand = HandEvaluator().terms(game.position)
    assert player.terms(game) == shown_terms(by_hand)
    assert [term.name for term in by_hand] == [*GROUPS, ENDINGS]
    assert player.terms_note() == (
        "these are the terms of the hand-written evaluation; the scores are the network's, which has no terms"
    )


@pytest.mark.parametrize("evaluation", EVALUATIONS)
def test_a_group_of_weights_that_is_disabled_is_a_term_of_0(evaluation: str) -> None:
    player, game = ModernPlayer(), Game(moves=["e2e4", "d7d5"])
    player.set_option("Evaluation", evaluation)
    complete = player.terms(game)
    player.set_option("Without", "mobility")
    assert Term("mobility", 0, 0) not in complete
    assert player.terms(game) == [Term("mobility", 0, 0) if term.name == "mobility" else term for term in complete]


def test_with_the_knowledge_of_endings_disabled_its_term_is_0() -> None:
    player, game = ModernPlayer(), Game("4k3/8/8/8/8/8/8/2B1KN2 w - - 0 1")
    player.set_option("Evaluation", "hand")
    bonus = int(won_ending_score(game.position) - HandEvaluator().score(game.position, SCALE_NORMAL))
    assert player.terms(game) == shown_terms(HandEvaluator().terms(game.position))
    assert HandEvaluator().terms(game.position)[-1] == Term("endings", bonus, 0)
    player.set_option("Without", "endings")
    assert player.terms(game)[-1] == Term("endings", 0, 0)


def test_the_file_of_the_weights_is_read_once_for_all_players(monkeypatch: pytest.MonkeyPatch) -> None:
    player = ModernPlayer()
    monkeypatch.setattr(weights_file, "FILE_NAME", "no-such-file.bin")
    other = ModernPlayer()
    assert other.complaint == ""
    scores = [one.engine.evaluator.evaluate(Position.initial()) for one in (player, other)]
    assert scores[0] == scores[1]
    assert isinstance(other.engine.evaluator, Network)


@pytest.mark.usefixtures("missing_weights")
def test_without_its_weights_the_network_is_refused_and_the_hand_written_evaluation_goes_on() -> None:
    player, request = ModernPlayer(), MoveRequest(Game(), Limits(depth=3))
    by_hand = player.decide(request)
    player.new_game()
    with pytest.raises(OptionError, match=r"no-such-file\.bin: No such file or directory; hand still evaluates"):
        player.set_option("Evaluation", "network")
    assert player.settings["Evaluation"] == "hand"
    assert player.decide(request).nodes == by_hand.nodes


@pytest.mark.usefixtures("missing_weights")
def test_a_player_whose_network_cannot_be_loaded_says_so_once_and_evaluates_by_hand() -> None:
    player, notes = ModernPlayer(), list[str]()
    for _ in range(2):
        player.decide(MoveRequest(Game(), Limits(depth=2), note=notes.append))
    (note,) = notes
    assert re.search("no-such-file.bin: .*hand", note)
    assert player.settings["Evaluation"] == "hand"


@pytest.mark.usefixtures("missing_weights")
def test_a_player_that_is_told_to_evaluate_by_hand_does_not_complain_about_the_network() -> None:
    player, notes = ModernPlayer(), list[str]()
    player.set_option("Evaluation", "hand")
    player.decide(MoveRequest(Game(), Limits(depth=2), note=notes.append))
    assert notes == []


def test_knowledge_of_endings_can_be_disabled_in_the_network_too() -> None:
    player = ModernPlayer()
    player.set_option("Evaluation", "network")
    network = player.engine.evaluator
    assert isinstance(network, Network)
    two_knights = Position("4k3/8/4K3/4N3/3N4/8/8/8 w - - 0 1")
    bishop_and_knight = Position("4k3/8/8/8/8/8/8/2B1KN2 w - - 0 1")
    assert abs(int(network.evaluate(two_knights))) < 10
    known = won_ending_score(bishop_and_knight)
    assert network.evaluate(bishop_and_knight) == known > 1000
    player.set_option("Without", "endings")
    assert abs(int(network.evaluate(two_knights))) > 100
    assert network.evaluate(bishop_and_knight) < known


@pytest.mark.parametrize(
    ("own", "limits", "nodes"),
    [("200", Limits(), 200), ("200", Limits(nodes=100), 100), ("0", Limits(nodes=150), 150)],
)
def test_the_option_nodes_limits_every_move_besides_the_limits_of_the_game(
    own: str, limits: Limits, nodes: int
) -> None:
    player = ModernPlayer()
    player.set_option("Nodes", own)
    assert player.decide(MoveRequest(Game(), limits)).nodes == nodes


@pytest.mark.parametrize(
    ("own", "limits", "depth"),
    [("2", Limits(), 2), ("2", Limits(depth=1), 1), ("1", Limits(depth=2), 1), ("0", Limits(depth=2), 2)],
)
def test_the_option_depth_limits_every_move_besides_the_limits_of_the_game(
    own: str, limits: Limits, depth: int
) -> None:
    player = ModernPlayer()
    player.set_option("Depth", own)
    assert player.decide(MoveRequest(Game(), limits)).depth == depth


@pytest.mark.parametrize(
    ("own", "limits", "expected"),
    [
        ({"Seconds": "2"}, Limits(seconds=0.1), Limits(seconds=2.0)),
        ({"Seconds": "0.5"}, Limits(depth=9), Limits(seconds=0.5, depth=9)),
        ({"Seconds": "2"}, Limits(white=Clock(9)), Limits(seconds=2.0, white=Clock(9))),
        ({"Time": "60+1"}, Limits(seconds=0.1), Limits(white=Clock(60.0, 1.0), black=Clock(60.0, 1.0))),
        (
            {"Time": "40/60"},
            Limits(white=Clock(90), black=Clock(80)),
            Limits(white=Clock(60.0), black=Clock(80), moves_to_go=40),
        ),
        ({"Time": "60"}, Limits(white=Clock(30), black=Clock(80)), Limits(white=Clock(30), black=Clock(80))),
    ],
)
def test_a_time_of_its_own_replaces_the_time_for_a_move_and_the_shorter_clock_counts(
    own: dict[str, str], limits: Limits, expected: Limits
) -> None:
    player = ModernPlayer()
    for name, value in own.items():
        player.set_option(name, value)
    assert player.own_limits(limits, Game()) == expected


def test_a_clock_of_its_own_runs_in_its_own_turns_of_one_game() -> None:
    player, game = ModernPlayer(), Game()
    player.set_option("Time", "2/10+1")

    def left() -> tuple[float, int | None]:
        limits = player.own_limits(Limits(), game)
        assert limits.white
        assert limits.black
        return (limits.white if game.side == "white" else limits.black).left, limits.moves_to_go

    assert left() == (10.0, 2)
    player.count_turn(game, 4.0)
    for uci in ("e2e4", "e7e5"):
        game.make(game.position.parse_uci(uci))
    assert left() == (7.0, 1)  # 10 - 4 + 1
    player.count_turn(game, 30.0)
    for uci in ("g1f3", "b8c6"):
        game.make(game.position.parse_uci(uci))
    assert left() == (0.05, 2)  # two periods and two increments, and the flag does not fall
    for _ in range(2):
        game.take_back()
    assert left() == (7.0, 1)
    game.take_back()
    assert left() == (10.0, 2)  # it plays the other side now
    assert player.own_limits(Limits(seconds=3), Game()).white == Clock(10.0, 1.0)


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("Depth", "101", "expected a whole number from 0 to 100"),
        ("Seconds", "0", "expected seconds, more than 0"),
        ("Seconds", "-1", "expected seconds, more than 0"),
        ("Seconds", "1e3", "expected seconds, more than 0"),
        ("Time", "10+", "expected SECONDS+INCREMENT or MOVES/SECONDS+INCREMENT"),
        ("Time", "0", "expected SECONDS+INCREMENT or MOVES/SECONDS+INCREMENT"),
    ],
)
def test_a_limit_of_its_own_that_cannot_be_read_is_refused(name: str, value: str, expected: str) -> None:
    with pytest.raises(OptionError, match=re.escape(f"'{value}' is not a value of {name}; {expected}")):
        ModernPlayer().set_option(name, value)
