"""A game in a browser: its commands, its clocks, its thoughts, and how it is kept."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import chess.pgn
import pytest
from refusals import pattern

from historic.study.sample_game import SAMPLE_GAME
from modern.engine.control import Control
from modern.game.game import Game
from modern.game.move_notes import MoveNote
from modern.game.pgn_writing import pgn_of
from modern.game.saved_game import saved_game
from modern.game.session import GameSession, Refusal
from modern.players import player_named
from modern.players.historic import HistoricPlayer
from modern.report import Report, Score
from modern.rules import Move, Position
from modern.web.game_json import do_command, shown_state
from modern.web.keeping import matches, summary
from modern.web.stored_game import kept_game, new_game, offered_pgn, restored_game
from modern.web.thinking import SearchEvents, Thinker, finish_task, task_json

Json = dict[str, Any]

#: The recorded game of 1994.
RECORD = pgn_of(Game(moves=SAMPLE_GAME))

#: White mates in one, with Qxf7.
SCHOLARS_MATE = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"


def move(game: GameSession, text: str, now: float = 0.0, **more: Any) -> None:
    do_command(game, {"command": "move", "move": text, **more}, now)


def task_of(game: GameSession) -> Json:
    """Returns the task of a program, as another process gets it."""
    task = task_json(game, "g")
    assert task is not None
    as_text: Json = json.loads(json.dumps(task))
    return as_text


def think(game: GameSession, now: float = 0.0) -> list[Json]:
    """Lets the program to move think, and returns its events and those of its move."""
    events: list[Json] = []
    if game.program_to_move:
        game.begin_turn(now)
    result = Thinker().think(task_of(game), events.append)
    return events + finish_task(game, json.loads(json.dumps(result)), now + result.get("seconds", 0.0))


def result_of(task: Json, uci: str, seconds: float = 0.1, **more: Any) -> Json:
    """Returns the result of a task without a thought."""
    result = {"number": task["number"], "kind": "move", "move": uci, "score": None, "depth": 1, "seconds": seconds}
    return {**result, "by_arbiter": False, "line": "", "notes": [], "memory": "", "considered": None, "why": "", **more}


def answer(game: GameSession, uci: str, seconds: float = 0.1, now: float = 0.0, **more: Any) -> None:
    """Makes the program's move without a thought."""
    finish_task(game, result_of(task_of(game), uci, seconds, **more), now)


def refusal(game: GameSession, now: float = 0.0, **command: Any) -> str:
    with pytest.raises(Refusal) as refused:
        do_command(game, command, now)
    return str(refused.value)


def again(game: GameSession) -> GameSession:
    """Returns the game after it has been kept as text and restored."""
    return restored_game(json.loads(json.dumps(kept_game(game))))


def test_a_human_plays_against_1994_and_sees_its_lines_and_all_that_it_considered() -> None:
    game = new_game({"pause": 0})
    move(game, "d4", 1.0)
    state = shown_state(game, 1.0)
    assert (state["thinking"], state["turn"], state["legal"], state["allowed"]["move"]) == (True, "black", [], False)
    events = think(game, 1.0)
    lines = [event["text"] for event in events if event["type"] == "line"]
    considered = events[-1]
    assert considered["type"] == "considered"
    assert len(lines) == len(considered["candidates"]) == 20
    moves = [[one[name] for name in ("notation", "move", "to")] for one in considered["candidates"]]
    assert moves == [
        [event[name] for name in ("notation", "move", "to")] for event in events if event["type"] == "line"
    ]
    assert considered["chosen"] == considered["played"]
    chosen = considered["candidates"][considered["chosen"]]
    state = shown_state(game, 2.0)
    assert chosen["move"] == state["last"] == state["moves"][1]["uci"]
    assert chosen["notation"] == state["moves"][1]["san"]
    assert lines[-1] == state["line"] == shown_state(again(game), 2.0)["line"] != ""
    assert state["why"].startswith("It moves its ")
    assert shown_state(again(game), 2.0)["facts"]["why"] == state["facts"]["why"]
    assert chosen["remarks"] == ["choice", "played"]
    # Values are from White's side: the lowest is Black's best.
    assert float(chosen["value"]) == min(float(row["value"]) for row in considered["candidates"])
    assert (len(considered["board"]), len(considered["reach"])) == (144, 144)
    assert {entry["san"] for entry in state["legal"]} >= {"Nf3", "c4"}
    assert [entry["by"] for entry in state["moves"]] == ["human", "program"]


def test_terms_of_a_candidate_add_up_to_its_value() -> None:
    game = new_game({"pause": 0})
    move(game, "e4")
    considered = think(game)[-1]
    for row in considered["candidates"]:
        own, reply = row["terms"], row["reply_terms"]
        assert len(own) == len(reply) == len(considered["terms"]) + 1
        for amounts in (own, reply):
            assert sum(amounts[:-1]) == pytest.approx(amounts[-1], abs=0.001)
        assert reply[-1] - own[-1] == pytest.approx(row["number"], abs=0.001)
        assert float(row["value"]) == pytest.approx(row["number"], abs=0.001)


def test_an_illegal_choice_and_the_move_that_the_arbiter_plays_instead_are_both_marked() -> None:
    """White castles on the queenside, where it has no rook."""
    game = new_game({"white": "historic", "black": "human", "fen": "4k1r1/8/8/8/8/8/8/4K2R w K - 0 1", "pause": 0})
    considered = think(game)[-1]
    choice, played = (considered["candidates"][considered[name]] for name in ("chosen", "played"))
    assert (choice["notation"], choice["legal"]) == ("O-O-O", False)
    assert choice["remarks"] == ["choice", "slot", "illegal"]
    assert played["move"] == shown_state(game, 0.0)["last"] != choice["move"]
    assert (played["legal"], played["remarks"]) == (True, ["played"])
    assert shown_state(game, 0.0)["moves"][-1]["by"] == shown_state(again(game), 0.0)["moves"][-1]["by"] == "arbiter"


def test_the_move_of_a_program_that_was_stopped_stands_for_its_choice() -> None:
    game = new_game({"white": "historic", "black": "human", "pause": 0})
    task, control, lines = task_of(game), Control(), []

    def stop_at_the_fifth(event: Json) -> None:
        lines.append(event)
        if len([line for line in lines if line["type"] == "line"]) == 5:
            control.stop()

    (considered,) = finish_task(game, Thinker().think(task, stop_at_the_fifth, control), 1.0)
    assert considered["stopped"]
    assert len(considered["candidates"]) == 5
    assert considered["chosen"] == considered["played"]
    assert considered["candidates"][considered["chosen"]]["move"] == shown_state(game, 1.0)["last"]


def test_the_state_has_the_fen_after_each_move() -> None:
    game = new_game({"black": "human"})
    for text in ("e4", "e5", "Nf3", "Nf6"):
        move(game, text)
    fens = ["rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", shown_state(game, 0.0)["fen"]]
    assert [shown_state(game, 0.0)["moves"][ply]["fen"] for ply in (1, 3)] == fens
    do_command(game, {"command": "take_back"}, 0.0)
    move(game, "d6")
    assert shown_state(game, 0.0)["moves"][3]["fen"] == shown_state(game, 0.0)["fen"]


def test_scores_are_from_whites_side_in_reports_and_in_the_list_of_moves() -> None:
    game = new_game({"white": "modern", "black": "human", "fen": "4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1", "depth": 2})
    reports = [event for event in think(game) if event["type"] == "report"]
    assert reports[-1]["score"].startswith(("+", "#"))
    black = new_game({"black": "modern", "fen": "4k3/8/8/8/8/8/7P/qq2K3 w - - 0 1", "depth": 2})
    move(black, shown_state(black, 0.0)["legal"][0]["uci"])
    reports = [event for event in think(black) if event["type"] == "report"]
    assert reports[-1]["score"].startswith(("-", "#-"))
    assert shown_state(black, 0.0)["moves"][-1]["score"] == reports[-1]["score"]


def test_only_the_best_of_several_lines_is_shown() -> None:
    sent: list[Json] = []
    events = SearchEvents(Position.initial(), sent.append, player_named("random"))
    for multipv, uci in ((1, "e2e4"), (2, "d2d4")):
        events.report(Report(3, 3, multipv, Score(20), (Move.from_uci(uci),), 10, 0.1))
    events.flush()
    assert [event["uci"] for event in sent] == ["e2e4"]


def test_the_score_of_a_hint_is_from_whites_side_for_either_side() -> None:
    for fen, sign in (("4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1", "+"), ("qq2k3/8/8/8/8/8/8/4K3 b - - 0 1", "-")):
        game = new_game({"white": "human", "black": "human", "fen": fen})
        do_command(game, {"command": "hint"}, 0.0)
        [hint] = finish_task(
            game,
            result_of(task_of(game), shown_state(game, 0.0)["legal"][0]["uci"], score=[900, None], kind="hint"),
            0.0,
        )
        assert f"({sign}9.00 for White)" in hint["text"]


@pytest.mark.parametrize("plies", [0, 9, 14, 21])
def test_python_chess_can_play_the_line_of_a_hint(plies: int) -> None:
    game = new_game({"white": "human", "black": "human", "pgn": RECORD, "ply": plies, "depth": 4})
    do_command(game, {"command": "hint"}, 0.0)
    [hint] = [event for event in think(game) if event["type"] == "hint"]
    assert hint["facts"]["text"]["code"] == "player.hint_with_score"
    values = hint["facts"]["text"]["values"]
    board = chess.Board(shown_state(game, 0.0)["fen"])
    line = re.sub(r"\d+\.+ ?", "", values["line"]).split()
    assert board.parse_san(line[0]).uci() == hint["uci"]
    for san in line:
        board.push_san(san)
    assert re.fullmatch(r"[-+]\d+\.\d\d|#-?\d+", values["score"])


def test_a_command_for_an_earlier_position_is_refused() -> None:
    game = new_game({"black": "human"})
    move(game, "e4", ply=0)
    assert "moved on" in refusal(game, command="move", move="d4", ply=0)


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"second": 3}, "'second'; .. seconds?"),
        ({"Depth": 3}, "'Depth'; .. depth?"),
        ({"clock": {"minutse": 5}}, "'minutse'; .. minutes?"),
        ({"black": {"name": "modern", "option": {}}}, "'option'; .. options?"),
        ({"clock": {"x": 5}}, "'x'; .. minutes, increment"),
    ],
)
def test_an_unknown_setting_of_a_game_is_refused_with_the_nearest_known_one(settings: Json, reason: str) -> None:
    with pytest.raises(Refusal, match=pattern(reason)):
        new_game(settings)


def test_an_unknown_setting_of_a_command_is_refused_with_the_nearest_known_one() -> None:
    said = refusal(new_game({}), command="draw", confirm=True)
    assert "'confirm'" in said
    assert "confirmed?" in said


@pytest.mark.parametrize("command", [None, 3, "", "castle", ["move"]])
def test_an_unknown_command_is_refused(command: Any) -> None:
    assert "command must be one of" in refusal(new_game({}), command=command)


def test_mate_ends_the_game() -> None:
    game = new_game({"fen": SCHOLARS_MATE})
    move(game, "Qxf7#")
    state = shown_state(game, 0.0)
    assert (state["result"], state["termination"], state["check"]) == ("1-0", "Checkmate: White wins, 1-0.", "e8")
    assert not any(state["allowed"].values())
    assert task_json(game, "g") is None
    assert refusal(game, command="resign") == "the game is over"


# Clocks.

BLITZ = {"clock": {"minutes": 1, "increment": 2}}


def test_the_clock_of_a_human_runs_from_the_first_look_and_gets_the_increment() -> None:
    game = new_game(BLITZ)
    assert shown_state(game, 5.0)["clocks"] == {"white": 60.0, "black": 60.0, "running": None}
    game.begin_turn(10.0)
    assert shown_state(game, 17.0)["clocks"] == {"white": 53.0, "black": 60.0, "running": "white"}
    move(game, "e4", 20.0)
    assert shown_state(game, 21.0)["clocks"] == {"white": 52.0, "black": 60.0, "running": None}
    answer(game, "e7e5", seconds=30.0, now=60.0)
    state = shown_state(game, 61.0)
    assert state["clocks"] == {"white": 51.0, "black": 32.0, "running": "white"}
    assert [entry["clock"] for entry in state["moves"]] == [52.0, 32.0]


def test_a_flag_falls_for_the_human_and_for_the_program() -> None:
    game = new_game(BLITZ)
    game.begin_turn(0.0)
    assert game.seconds_until_flag(59.0) == 1.0
    assert not game.check_flag(59.9)
    assert "game is over" in refusal(game, 60.1, command="move", move="e4")
    assert shown_state(game, 61.0)["termination"] == "Time forfeit: Black wins, 0-1."
    assert shown_state(game, 61.0)["clocks"] == {"white": 0.0, "black": 60.0, "running": None}
    assert shown_state(again(game), 0.0)["clocks"] == {"white": 0.0, "black": 60.0, "running": None}
    other = new_game(BLITZ)
    other.begin_turn(0.0)
    move(other, "e4", 1.0)
    answer(other, "e7e5", seconds=60.5, now=62.0)
    assert shown_state(other, 62.0)["result"] == "1-0"
    assert shown_state(other, 62.0)["clocks"] == {"white": 61.0, "black": 0.0, "running": None}
    assert len(other.game.moves) == 1


# How a game is kept.


def test_a_kept_game_is_restored_with_its_memory_its_clocks_and_the_moves_considered() -> None:
    game = new_game(BLITZ | {"pause": 0})
    game.begin_turn(0.0)
    move(game, "e4", 3.0)
    think(game, 4.0)
    game.begin_turn(9.0)
    other = again(game)
    assert other.considered == game.considered is not None
    assert saved_game(other) == saved_game(game)
    other.begin_turn(100.0)
    assert shown_state(other, 100.0)["clocks"]["white"] == 59.0
    assert summary(other) == summary(game)


@pytest.mark.slow
def test_a_pgn_with_the_same_player_named_again_gives_it_its_memory_back() -> None:
    game = new_game({"pause": 0})
    move(game, "e4")
    think(game)
    game.seats[
        "black"
    ].memory = "1:3,0"  # as if the program had left 3 in II: 0 is what it begins with, and is not kept
    move(game, "d4")
    think(game)
    players = {"white": "human", "black": {"name": "historic"}}
    end = new_game({"pgn": saved_game(game), **players})
    assert end.game.moves == game.game.moves
    assert [note.pgn_comment for note in end.game.notes] == [note.pgn_comment for note in game.game.notes]
    assert end.seats["black"].memory == game.seats["black"].memory == "1:3,0 3:0,0"
    earlier = new_game({"pgn": saved_game(game), "ply": 3, **players})
    move_earlier = think(earlier)[-1]
    assert move_earlier["candidates"][move_earlier["chosen"]]["move"] == game.game.uci_moves[3]
    assert new_game({"pgn": saved_game(game), "white": "human", "black": "modern"}).seats["black"].memory == ""


def headers_of(game: GameSession) -> dict[str, str]:
    """Returns the headers of the PGN that the page offers."""
    read = chess.pgn.read_game(io.StringIO(offered_pgn(game)))
    assert read is not None
    return dict(read.headers)


def test_the_pgn_names_the_event_and_a_human_by_the_name_given_or_as_unknown() -> None:
    anna = {"name": "human", "person": " Anna \n de Blois "}
    for players, names in (
        ({}, ("?", "Gosub Chess, historic")),
        ({"white": anna}, ("Anna de Blois", "Gosub Chess, historic")),
    ):
        game = new_game(players)
        move(game, "e4")
        for one in (
            game,
            again(game),
            new_game({"pgn": offered_pgn(game)}),
            again(new_game({"pgn": offered_pgn(game)})),
        ):
            headers = headers_of(one)
            assert (headers["Event"], headers["White"], headers["Black"]) == ("gosub serve", *names)
            assert summary(one)["white"] == ("You" if names[0] == "?" else names[0])


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"black": {"name": "historic", "person": "Anna"}}, "'historic' is a program; person is the name of a human"),
        ({"white": {"name": "human", "person": "x" * 61}}, "person must have at most 60 characters"),
        ({"white": {"name": "human", "person": 5}}, "person must be a text"),
        ({"ply": 3}, "ply is possible only with a pgn"),
        ({"ply": 0, "fen": "8/8/8/8/8/8/8/K1k5 w - - 0 1"}, "ply is possible only with a pgn"),
    ],
)
def test_a_setting_without_what_it_belongs_to_is_refused(settings: Json, reason: str) -> None:
    with pytest.raises(Refusal) as refused:
        new_game(settings)
    assert reason in str(refused.value)


def test_a_pgn_that_is_too_long_is_refused_before_its_moves_are_made() -> None:
    moves = "Nf3 Nf6 Ng1 Ng8 " * 501
    with pytest.raises(Refusal, match="2004 plies; at most 2000"):
        new_game({"pgn": f'[WhiteSeat "human"]\n[BlackSeat "human"]\n\n{moves}*\n'})


#: A game with clocks against a 1994 program that was told to play as recorded.
SAVED_PGN = """[Event "gosub play"]
[Site "?"]
[Date "2026.11.21"]
[Round "-"]
[White "Human"]
[Black "historic[Reading=recorded]"]
[Result "*"]
[TimeControl "60+2"]
[Termination "unterminated"]
[PlyCount "6"]
[Limit "3 s a move"]
[WhiteSeat "human"]
[BlackSeat "historic[Reading=recorded]"]
[BlackMemory "1:0,0%203:0,0%205:0,0"]

1. e4 { 3.46s } 1... Nf6 { -0.65/2 0.07s } 2. Nf3 { 9.38s } 2... Nxe4 { +0.20/2
0.08s it chooses an illegal move; the arbiter plays f6e4 } 3. Bb5 { 9.38s }
3... c6 { +1.20/2 0.11s } *
"""
#: As this version writes it: what the arbiter chose is not only in words.
WRITTEN_NOW = SAVED_PGN.replace('0,0"]\n', '0,0"]\n[ArbiterPlies "4"]\n')


@pytest.mark.parametrize(
    "changed",
    [
        {"notes": [["1", 0.5, False]]},
        {"notes": [[1, "0.5", False]]},
        {"notes": [[1, 0.5, 1]]},
        {"ending": [1, 2]},
        {"considered": 3},
        {"considered": {"type": "considered", "candidate": []}},
        {"message": None},
        {"why": 3},
        {"pause": "0.1"},
        {"pgn": 1},
    ],
)
def test_a_kept_game_with_a_value_of_another_type_is_refused(changed: dict[str, Any]) -> None:
    game = new_game({"white": "human", "black": "human"})
    move(game, "e4")
    with pytest.raises((TypeError, ValueError, Refusal)):
        restored_game({**kept_game(game), **changed})


@pytest.mark.parametrize(
    ("settings", "least", "most", "step"),
    [
        (lambda value: {"seconds": value}, 0.01, 3600, 0.001),
        (lambda value: {"depth": value}, 1, 100, 1),
        (lambda value: {"pause": value}, 0, 4, 0.001),
        (lambda value: {"clock": {"minutes": value}}, 0.01, 600, 0.001),
        (lambda value: {"clock": {"minutes": 1, "increment": value}}, 0, 600, 0.001),
    ],
    ids=["seconds", "depth", "pause", "minutes", "increment"],
)
def test_a_time_or_a_depth_is_taken_up_to_the_bounds_that_the_protocol_names(
    settings: Callable[[float], dict[str, Any]], least: float, most: float, step: float
) -> None:
    for value in (least, most):
        assert new_game(settings(value))
    for value in (least - step, most + step):
        with pytest.raises(Refusal):
            new_game(settings(value))


def test_a_line_that_1994_prints_before_its_first_move_has_no_move() -> None:
    sent: list[dict[str, Any]] = []
    player = player_named("historic")
    assert isinstance(player, HistoricPlayer)
    player.search = SimpleNamespace(tried=[])  # type: ignore[assignment]
    SearchEvents(Position.initial(), sent.append, player).line("1 . WHITE")
    assert sent == [{"type": "line", "text": "1 . WHITE"}]


def test_a_saved_pgn_opens_with_its_clocks_and_its_memory() -> None:
    game = new_game({"pgn": SAVED_PGN})
    assert shown_state(game, 0.0)["clocks"] == {"white": 43.78, "black": 65.74, "running": None}
    assert [entry["by"] for entry in shown_state(game, 0.0)["moves"][2:5]] == ["human", "arbiter", "human"]
    assert game.seats["black"].memory == "1:0,0 3:0,0 5:0,0"
    assert saved_game(game) == WRITTEN_NOW
    move(game, "O-O")
    think(game)
    assert game.seats["black"].memory == ""  # II and III are 0, as without a memory


def test_what_a_pgn_rounds_or_leaves_out_is_kept_as_it_was() -> None:
    game = new_game(BLITZ | {"seconds": 0.125})
    game.begin_turn(0.0)
    move(game, "e4", 1.2345)
    answer(game, "e7e5", seconds=0.1234, now=2.0, notes=["book move e5, weight 3 of 4"], by_arbiter=True)
    do_command(game, {"command": "resign"}, 3.0)
    other = again(game)
    assert other.game.notes == game.game.notes
    assert other.game.notes[0].seconds == 1.2345
    assert (other.game.ending, other.time) == (game.game.ending, game.time)
    assert kept_game(other) == kept_game(game)


def test_the_details_of_an_ending_and_the_ply_from_which_clocks_run_are_kept() -> None:
    game = new_game(BLITZ | {"pgn": "1. e4 e5 2. Nf3 *", "white": "human", "black": "historic"})
    answer(game, "b8c6", seconds=60.5, now=62.0)
    ending = shown_state(game, 62.0)["termination"]
    assert ending == "Time forfeit: White wins, 1-0 (60.500 s used of 60.000 s)."
    assert shown_state(again(game), 62.0)["termination"] == ending
    assert again(game).clock_from == 3


@pytest.mark.parametrize("memory", ["nonsense", "1:x"])
def test_a_pgn_with_a_memory_that_its_player_cannot_have_is_refused(memory: str) -> None:
    pgn = SAVED_PGN.replace("1:0,0%203:0,0%205:0,0", memory)
    for settings in ({}, {"ply": 2, "white": "human", "black": "historic[Reading=recorded]"}):
        with pytest.raises(Refusal, match=rf"the PGN: '{memory}'"):
            new_game({"pgn": pgn, **settings})


@pytest.mark.parametrize("spec", ["uci:/bin/sh", "modern[Book=/etc/passwd]"])
def test_neither_a_pgn_nor_a_kept_game_names_a_command_or_a_file(spec: str) -> None:
    with pytest.raises(Refusal):
        new_game({"pgn": SAVED_PGN.replace("historic[Reading=recorded]", spec)})
    kept = kept_game(new_game({"pgn": SAVED_PGN}))
    with pytest.raises(Refusal):
        restored_game({**kept, "pgn": kept["pgn"].replace("historic[Reading=recorded]", spec)})


def test_a_game_is_found_by_the_names_for_people_and_by_the_specs() -> None:
    found = summary(new_game({"black": "modern[UCI_Elo=800]"}))
    assert (found["white"], found["black"]) == ("You", "Today's engine, level 3")
    for search in ("you", "today's engine", "level 3", "MODERN", "uci_elo=800", "human", "*"):
        assert matches(found, search)
    assert not matches(found, "historic")


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (
            {"fen": "4k3/8/8/8/8/8/8/4K2R w KQ - 0 0"},
            "the FEN was repaired: the castling right Q has no rook on a1; left out",
        ),
        ({"fen": "4k3/8/8/8/8/8/8/4K2R w K - 0 1"}, ""),
        (
            {"pgn": "[WhiteElo 2000]\n\n1. e4 *", "ply": 1},
            "in the PGN, line 1, column 1: the header WhiteElo has no quotation marks; read as '2000'",
        ),
        ({"pgn": "1. e4 $ $ $ $ $ *", "ply": 1}, "2 more problems"),
    ],
)
def test_the_state_of_a_new_game_says_what_was_repaired_until_a_move_is_made(settings: Json, message: str) -> None:
    game = new_game({"white": "human", "black": "human", **settings})
    state = shown_state(game, 0.0)
    assert state["message"].endswith(message)
    assert bool(state["message"]) == bool(message)
    if message:
        assert state["facts"]["message"]["code"] in ("fen.repaired", "pgn.problem", "list.remarks")
    restored = restored_game(kept_game(game))
    assert shown_state(restored, 0.0)["message"] == state["message"]
    do_command(game, {"command": "move", "move": game.game.position.legal_moves()[0].uci()}, 0.0)
    assert shown_state(game, 0.0)["message"] == ""


SWAPPED = {"white": "black", "1-0": "0-1"} | {"black": "white", "0-1": "1-0"}


def mirrored(value: Any) -> Any:
    """Returns what a state has if Black is White, and White Black: the board is turned over, too."""
    if isinstance(value, dict):
        return {SWAPPED.get(key, key): mirrored(each) for key, each in value.items() if key not in ("san", "number")}
    if isinstance(value, list):
        return [mirrored(each) for each in value]
    if not isinstance(value, str) or value in SWAPPED:
        return SWAPPED.get(value, value) if isinstance(value, str) else value
    if re.fullmatch(r"([a-h][1-8]){1,2}[nbrq]?", value):
        return "".join(str(9 - int(each)) if each.isdigit() else each for each in value)
    if re.fullmatch(r"[+-]\d+\.\d+", value):
        return {"+": "-", "-": "+"}[value[0]] + value[1:]
    if value.count("/") == 7:
        board = chess.Board(value if " " in value else f"{value} w - - 0 1")
        return " ".join(board.mirror().fen().split()[: 5 if " " in value else 1])  # without the number of the move
    return value


def plain(state: Json) -> Json:
    """Returns a state without its sentences, which name sides; `legal` in the order of its moves."""
    kept = {name: each for name, each in state.items() if name not in ("termination", "message", "why", "facts")}
    kept["legal"] = sorted((legal["uci"] for legal in state["legal"]), key=lambda uci: mirrored(uci))
    return mirrored(mirrored(kept))  # type: ignore[no-any-return]


TURNED = chess.Board().mirror().fen()


@pytest.mark.parametrize(
    "seats", [("human", "human"), ("human", "historic"), ("historic", "human"), ("random", "random")]
)
@pytest.mark.parametrize("clock", [None, {"minutes": 1, "increment": 2}])
def test_what_black_sees_is_what_white_would_see_on_the_other_side(seats: tuple[str, str], clock: Json | None) -> None:
    settings = {"white": seats[0], "black": seats[1], "clock": clock, "fen": chess.STARTING_FEN}
    turned = {"black": seats[0], "white": seats[1], "clock": clock, "fen": TURNED}
    games = new_game(settings), new_game(turned)
    now = 0.0

    def check() -> Json:
        states = [json.loads(json.dumps(shown_state(game, now))) for game in games]
        here, there = plain(states[0]), mirrored(plain(states[1]))
        there["legal"] = sorted(there["legal"], key=lambda uci: mirrored(uci))
        assert here == {name: there[name] for name in here}
        return here

    def both(command: str, **more: Any) -> None:
        for game in games:
            given = {name: mirrored(each) if game is games[1] else each for name, each in more.items()}
            do_command(game, {"command": command, **given}, now)

    assert check()["turn"] == "white"
    for uci in ("e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6"):
        is_program = games[0].program_to_move
        for game in games:
            game.begin_turn(now)
        now += 3
        if not is_program:
            both("move", move=uci)
        for game in games if is_program else ():
            made = game.game.position.parse_uci(uci if game is games[0] else mirrored(uci))
            game.make_program_move(made, MoveNote(Score(30), 4), now)
        check()
    if "human" in seats:
        both("take_back")
        check()
        both("resign")
        assert check()["result"] in ("0-1", "1-0")
