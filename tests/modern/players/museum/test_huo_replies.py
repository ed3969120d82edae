"""The replies of the originals: Huo Chess 0.9 and 0.6, each on its own board, move for move and node for node."""

from __future__ import annotations

from typing import Any

import pytest
from huo_positions import recorded_games
from refusals import codes

from modern.players import Game, player_named
from modern.players.museum.cores.huo_game import HuoGame
from modern.players.protocol import MoveRequest
from modern.rules.pieces import BLACK, WHITE

RECORDS = [
    (edition, game)
    for name, edition in (("huo-replies.json", "0.9"), ("huo-06-replies.json", "0.6"))
    for game in recorded_games(name)
]
#: The games at depth 3 that are replayed by default: a mate in 0.9, and edition 0.6's level 2.
QUICK = (("0.9", 302), ("0.6", 101))


def record_id(record: tuple[str, dict[str, Any]]) -> str:
    edition, game = record
    return f"{edition}-depth-{game['depth']}-{game['huo']}-{game['seed']}"


def is_quick(edition: str, game: dict[str, Any]) -> bool:
    return game["depth"] == 1 or (game["depth"] == 3 and (edition, game["seed"]) in QUICK)


def split_by_time(quick: bool) -> list[tuple[str, dict[str, Any]]]:
    return [record for record in RECORDS if is_quick(*record) == quick]


def check_replies(edition: str, record: dict[str, Any]) -> None:
    """Plays a recorded game on the program's own board and compares every figure of every reply."""
    game = HuoGame(WHITE if record["huo"] == "white" else BLACK, edition, record["depth"])
    flags = record.get("flags", [None] * len(record["plies"]))
    rows = zip(record["plies"], record["counters"], flags, strict=True)
    for (entered, reply, score, nodes), counters, recorded_flags in rows:
        if entered:
            game.enter(entered)
        thought = game.reply()
        assert thought is not None
        assert (thought.choice.move, thought.choice.score, thought.nodes) == (reply[:4], score, nodes)
        assert list(thought.counters) == counters
        if recorded_flags is not None:
            assert [thought.mate, thought.pat] == [bool(flag) for flag in recorded_flags]


@pytest.mark.parametrize("record", split_by_time(quick=True), ids=record_id)
def test_every_reply_comes_out(record: tuple[str, dict[str, Any]]) -> None:
    check_replies(*record)


@pytest.mark.slow
@pytest.mark.both_builds
@pytest.mark.parametrize("record", split_by_time(quick=False), ids=record_id)
def test_every_reply_of_the_long_games_comes_out(record: tuple[str, dict[str, Any]]) -> None:
    check_replies(*record)


def check_player(edition: str, record: dict[str, Any]) -> list[str]:
    """Sends each position of a recorded game to a new player, whole; returns the notes of its decisions."""
    notes: list[str] = []
    moves: list[str] = []
    for entered, reply, score, nodes in record["plies"]:
        moves += [entered] if entered else []
        player = player_named("huo")
        player.set_option("Edition", edition)
        player.set_option("Depth", str(record["depth"]))
        game = Game(moves=moves)
        before = len(notes)
        decision = player.decide(MoveRequest(game, note=notes.append))
        assert decision.move is not None
        assert decision.score is not None
        sign = 1 if record["huo"] == "white" else -1
        assert (decision.score.centipawns, decision.nodes) == (10 * sign * score, nodes)
        if len(notes) > before:
            assert "arbiter.illegal" in codes(notes[-1])
            assert reply in notes[-1]
            break
        promotes = game.position.piece_at(decision.move.from_square) in ("P", "p") and reply[3] in "18"
        assert decision.move.uci() == reply + ("q" if promotes else "")
        moves.append(decision.move.uci())
    return notes


@pytest.mark.parametrize("record", [record for record in RECORDS if record[1]["depth"] == 1], ids=record_id)
def test_a_player_that_knows_only_the_game_replies_the_same(record: tuple[str, dict[str, Any]]) -> None:
    notes = check_player(*record)
    illegal = record[1]["ended"].startswith("Huo plays illegal")
    assert len(notes) == illegal


@pytest.mark.slow
@pytest.mark.parametrize("record", [record for record in RECORDS if record[1]["depth"] > 1], ids=record_id)
def test_a_player_that_knows_only_the_game_replies_the_same_in_long_games(record: tuple[str, dict[str, Any]]) -> None:
    assert check_player(*record) == []
