"""The record of a game as JSON and as PGN."""

from __future__ import annotations

import json
from dataclasses import replace

import chess.pgn
import pytest
from pgn_standard import standard_games

from modern.game.clock import TimeControl, TimeSetting
from modern.game.game import Ending
from modern.match.games_file import pgn_of_game
from modern.match.openings import Opening
from modern.match.record import PlayedGame, PlayedMove
from modern.rules.fen import INITIAL_FEN

DEPTH = TimeSetting(depth=1)
MATE = PlayedGame(
    5,
    'The "Turk" \\ 2\nof Vienna',
    "modern",
    "2026.11.21",
    Opening(INITIAL_FEN, ("f2f3", "e7e5")),
    (PlayedMove("g2g4", "-0.35", 8, 0.5234), PlayedMove("d8h4", "#1", 3, 0.0101, "a good day")),
    Ending("black", "checkmate"),
)


def read(game: PlayedGame, pace: TimeSetting = DEPTH) -> chess.pgn.Game:
    (read_game,) = standard_games(pgn_of_game(game, pace))
    return read_game


def test_a_game_is_written_and_read_as_json() -> None:
    assert PlayedGame.from_json(json.loads(json.dumps(MATE.as_json()))) == MATE


def test_the_pgn_has_the_moves_with_score_time_and_notes() -> None:
    game = read(MATE)
    assert [move.uci() for move in game.mainline_moves()] == ["f2f3", "e7e5", "g2g4", "d8h4"]
    assert [" ".join(node.comment.split()) for node in game.mainline()] == [
        "",
        "",
        "-0.35/8 0.52s",
        "#1/3 0.01s a good day White loses by checkmate.",
    ]
    assert game.end().board().is_checkmate()


def test_the_pgn_has_the_headers_of_the_game() -> None:
    assert dict(read(MATE, TimeSetting(TimeControl(60, 1, 40))).headers) == {
        "Event": "gosub match, 40/60+1",
        "Site": "?",
        "Date": "2026.11.21",
        "Round": "3.2",
        "White": "The 'Turk' / 2 of Vienna",
        "Black": "modern",
        "Result": "0-1",
        "PlyCount": "4",
        "Termination": "normal",
        "TimeControl": "40/60+1",
    }


def test_without_a_time_control_there_is_no_clock() -> None:
    assert read(MATE, TimeSetting(seconds=0.5)).headers["TimeControl"] == "-"


@pytest.mark.parametrize(
    ("number", "white", "black"),
    [(0, "modern A", "modern B"), (1, "modern B", "modern A"), (2, "modern A", "modern B")],
)
def test_players_with_the_same_name_are_called_a_and_b(number: int, white: str, black: str) -> None:
    headers = read(replace(MATE, number=number, white="modern")).headers
    assert (headers["White"], headers["Black"]) == (white, black)


def test_a_game_from_another_position_has_its_fen() -> None:
    fen = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"
    game = read(replace(MATE, opening=Opening(fen), moves=(PlayedMove("e1c1", "", 0, 0.1),)))
    assert game.headers["FEN"] == game.board().fen() == fen
    assert game.headers["SetUp"] == "1"
    assert game.end().comment.startswith("0.10s")


@pytest.mark.parametrize(
    ("ending", "result", "termination", "comment"),
    [
        (Ending(None, "stalemate"), "1/2-1/2", "normal", "Drawn by stalemate."),
        (Ending("white", "resignation", "it resigns"), "1-0", "normal", "Black loses by resignation: it resigns."),
        (
            Ending("white", "time forfeit", "2 s of 1 s"),
            "1-0",
            "time forfeit",
            "Black loses by time forfeit: 2 s of 1 s.",
        ),
        (Ending("black", "illegal move", "e2e5"), "0-1", "rules infraction", "White loses by illegal move: e2e5."),
        (Ending("black", "crash", "code 3"), "0-1", "abandoned", "White loses by crash: code 3."),
        (Ending("black", "no answer"), "0-1", "abandoned", "White loses by no answer."),
    ],
)
def test_the_ending_is_in_the_headers_and_in_the_last_comment(
    ending: Ending, result: str, termination: str, comment: str
) -> None:
    game = read(replace(MATE, moves=MATE.moves[:1], ending=ending))
    assert (game.headers["Result"], game.headers["Termination"]) == (result, termination)
    assert game.end().comment == f"-0.35/8 0.52s {comment}"
