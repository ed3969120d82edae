"""The names of openings."""

from __future__ import annotations

import pytest

from modern.analysis import openings
from modern.analysis.formats import analysed_game, analysis_json
from modern.analysis.game_analysis import GameAnalysis
from modern.analysis.openings import opening_of
from modern.game.pgn_reading import numbered_game


@pytest.mark.parametrize(
    ("moves", "opening"),
    [
        ("1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5", "C41 Philidor Defense"),
        ("1. d4 Nf6 2. c4 e6 3. Nf3 d5 4. Nc3 Be7", "D37 Queen's Gambit Declined: Three Knights Variation"),
        ("1. c4 e6 2. Nc3 d5 3. d4 Nf6 4. Nf3 Be7", "D37 Queen's Gambit Declined: Three Knights Variation"),
    ],
)
def test_a_game_is_named_by_its_last_known_position_however_it_came_there(moves: str, opening: str) -> None:
    assert str(opening_of(numbered_game(f"{moves} *"))) == opening


@pytest.mark.parametrize(("fields", "eco"), [("KQkq e3 0 1", "B00"), ("KQkq - 0 1", "B00"), ("Qkq - 0 1", None)])
def test_a_position_is_known_by_its_pieces_turn_and_castling_rights_alone(fields: str, eco: str | None) -> None:
    found = openings._openings().get(openings._key(f"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b {fields}"))
    assert (found.eco if found else None) == eco


def test_a_game_from_another_position_may_have_no_opening() -> None:
    game = numbered_game('[FEN "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1"]\n\n1. Qf7 1/2-1/2')
    assert opening_of(game) is None
    assert "ECO" not in analysed_game(GameAnalysis(game), "x").headers
    assert analysis_json(GameAnalysis(game))["opening"] is None


def test_an_analysed_game_has_its_opening_in_the_headers_unless_the_file_names_another() -> None:
    game = numbered_game("1. e4 e5 2. Nf3 d6 *")
    assert analysed_game(GameAnalysis(game), "x").headers["ECO"] == "C41"
    assert analysed_game(GameAnalysis(game), "x").headers["Opening"] == "Philidor Defense"
    named = numbered_game('[ECO "C99"]\n[Opening "Mine"]\n\n1. e4 e5 2. Nf3 d6 *')
    assert analysed_game(GameAnalysis(named), "x").headers["Opening"] == "Mine"
    assert analysis_json(GameAnalysis(game))["opening"] == {"eco": "C41", "name": "Philidor Defense"}
