"""A finished game in the journal and as PGN."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

import chess.pgn
import pytest
from pgn_standard import standard_games

from modern.game.clock import TimeControl, TimeSetting
from modern.game.game import Ending, Game
from modern.game.move_notes import MoveNote
from modern.match.games_file import game_pgn
from modern.match.journal import entry_of, game_of
from modern.match.openings import random_openings
from modern.match.options import MATCH, TournamentOptions
from modern.report import Score
from modern.rules.fen import INITIAL_FEN

DEPTH = TimeSetting(depth=1)
TURK = 'The "Turk" \\ 2\nof Vienna'


CHECKMATE = Ending("black", "checkmate")


class NotedMove(NamedTuple):
    """A move with its note."""

    uci: str
    note: MoveNote


MATE = (
    NotedMove("g2g4", MoveNote(Score(-35), 8, 0.5234)),
    NotedMove("d8h4", MoveNote(Score(mate=1), 3, 0.0101, by_arbiter=True, comment="a good day")),
)


def finished(
    white: str = TURK,
    start: str = INITIAL_FEN,
    opening: Sequence[str] = ("f2f3", "e7e5"),
    moves: Sequence[NotedMove] = MATE,
    ending: Ending = CHECKMATE,
) -> Game:
    game = Game(start, opening, {"White": white, "Black": "modern", "Date": "2026.11.21"})
    game.opening_plies = len(opening)
    for uci, note in moves:
        game.make(game.position.parse_uci(uci), note)
    game.ending = ending
    return game


def read(game: Game, time_setting: TimeSetting = DEPTH, number: int = 5) -> chess.pgn.Game:
    options = TournamentOptions(("a", "b"), 10, time_setting, random_openings(None, None), task=MATCH)
    (read_game,) = standard_games(game_pgn(options, options.schedule.game(number), game))
    return read_game


def test_a_game_is_written_and_read_as_json() -> None:
    game = finished()
    entry = json.loads(json.dumps(entry_of(5, game)))
    number, same = game_of(entry)
    assert (number, same.headers, same.ending) == (5, game.headers, game.ending)
    assert (same.start, same.opening_plies) == (game.start, game.opening_plies)
    assert (same.moves, same.notes) == (game.moves, game.notes)
    assert entry_of(number, same) == entry


def test_the_pgn_has_the_moves_with_score_time_and_notes() -> None:
    game = read(finished())
    assert [move.uci() for move in game.mainline_moves()] == ["f2f3", "e7e5", "g2g4", "d8h4"]
    assert [" ".join(node.comment.split()) for node in game.mainline()] == [
        "",
        "",
        "-0.35/8 0.52s",
        "#1/3 0.01s a good day White loses by checkmate.",
    ]
    assert game.end().board().is_checkmate()


def test_the_pgn_has_the_headers_of_the_game() -> None:
    assert dict(read(finished(), TimeSetting(TimeControl(60, 1, 40))).headers) == {
        "Event": "gosub match, 40/60+1",
        "Site": "?",
        "Date": "2026.11.21",
        "Round": "3.2",
        "White": r"The \"Turk\" \\ 2 of Vienna",
        "Black": "modern",
        "Result": "0-1",
        "PlyCount": "4",
        "Termination": "normal",
        "TimeControl": "40/60+1",
    }


def test_without_a_time_control_there_is_no_clock() -> None:
    assert read(finished(), TimeSetting(seconds=0.5)).headers["TimeControl"] == "-"


@pytest.mark.parametrize(
    ("number", "white", "black"),
    [(0, "modern A", "modern B"), (1, "modern B", "modern A"), (2, "modern A", "modern B")],
)
def test_players_with_the_same_name_are_called_a_and_b(number: int, white: str, black: str) -> None:
    headers = read(finished("modern"), number=number).headers
    assert (headers["White"], headers["Black"]) == (white, black)


def test_a_game_from_another_position_has_its_fen() -> None:
    fen = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"
    game = read(finished(start=fen, opening=(), moves=(NotedMove("e1c1", MoveNote(seconds=0.1)),)))
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
    game = read(finished(moves=MATE[:1], ending=ending))
    assert (game.headers["Result"], game.headers["Termination"]) == (result, termination)
    assert game.end().comment == f"-0.35/8 0.52s {comment}"
