"""The data of a page: the program's own figures in each position."""

from __future__ import annotations

import chess
import pytest
from pages import recorded_game_positions
from scenarios import binary32, rows_of, state_of

from historic.basic import print_number
from historic.study.sample_game import NOTES, SAMPLE_GAME
from historic.study.terms import DECIMALS, TERMS, board_from_state, explain
from modern.pictures.page.data import PIECE_NAMES, PageData, page_positions
from modern.pictures.page.page_game import game_from_pgn
from modern.pictures.page.thoughts import game_thoughts
from modern.players import Game

TRACE = rows_of("trace-record.jsonl")


def data_of_pgn(pgn: str, seconds: float = 0) -> list[PageData]:
    return list(page_positions(game_from_pgn(pgn.encode()), "printed", seconds))


def data_of_fen(fen: str, seconds: float = 0) -> PageData:
    (position,) = data_of_pgn(f'[FEN "{fen}"]\n\n*\n', seconds)
    return position


def test_there_is_a_position_for_each_ply_and_one_after_the_last() -> None:
    positions = recorded_game_positions()
    assert [at["ply"] for at in positions] == list(range(1, 25))
    assert [at["played"] and at["played"]["move"] for at in positions] == [*SAMPLE_GAME, None]
    assert [at["last"] for at in positions] == [None, *SAMPLE_GAME]


@pytest.mark.parametrize("ply", range(1, 24))
def test_candidates_boards_and_choice_are_those_of_the_restored_listing(ply: int) -> None:
    """The trace has the values that the BASIC compilers give."""
    row, program = TRACE[ply - 1], recorded_game_positions()[ply - 1]["program"]
    tried = [[piece, square, bits] for piece, square, _, bits in row["candidates"]]
    assert [[piece, square, binary32(value)] for _, piece, square, *_, value in program["candidates"]] == tried
    reach = {square: bits for square, bits in enumerate(program["reach"]) if bits}
    assert reach == {int(square): bits for square, bits in row["think_move_board"].items()}
    assert program["board"] == board_from_state(state_of(row))
    chosen = [candidate for candidate in program["candidates"] if candidate[4].startswith("the choice")]
    assert [candidate[0] for candidate in chosen] == [program["choice"]]
    assert chosen[0][5] == max(candidate[5] for candidate in program["candidates"])


def test_values_are_printed_as_basic_prints_them() -> None:
    for at in recorded_game_positions():
        for *_, value, _, number in at["program"]["candidates"]:
            assert value == print_number(number).strip()


def test_the_terms_of_a_choice_are_those_that_think_shows() -> None:
    game = Game(moves=SAMPLE_GAME[:3])
    for position, data in zip(game_thoughts(game), recorded_game_positions(), strict=False):
        thought, program = position.thought, data["program"]
        assert thought.chosen is not None
        candidate, reply = thought.candidates[thought.chosen], thought.replies[thought.chosen]
        explanation = explain(position.state, position.side, candidate, reply)
        own, replied = explanation.own_terms(), explanation.reply_score.terms()
        assert program["terms"] == [[term, _shown(own[term]), _shown(replied[term])] for term in TERMS]
        assert program["totals"] == [_shown(sum(own.values())), _shown(sum(replied.values()))]
        assert program["exact"] == print_number(explanation.value).strip()


def _shown(amount: float) -> str:
    return print_number(round(amount, DECIMALS)).strip()


def test_at_ply_22_record_and_listing_differ() -> None:
    positions = recorded_game_positions()
    assert [at["ply"] for at in positions if at["program"]["agrees"] is False] == [22]
    program = positions[21]["program"]
    assert (program["choice"], program["value"], program["move"]) == ("0-0", -9.4, "e8g8")
    assert [row[:2] + row[4:5] for row in program["candidates"] if row[4]] == [
        ["0-0", 23, "the choice, in the slot of piece 23"],
        ["d8-e7", 11, "in the game"],
    ]
    ((heading, text),) = positions[21]["notes"]
    assert heading == "Record and listing differ"
    assert text == (
        "The listing as printed plays 0-0 (-9.40). The record has d8-e7, its second choice (-9.45). "
        "One letter makes the difference: before the .9 for castling is added, White's half of the listing tests II, "
        "and Black's half tests III."
    )


def test_the_authors_notes_are_at_their_plies() -> None:
    positions = recorded_game_positions()
    notes = {at["ply"]: text for at in positions for heading, text in at["notes"] if "author" in heading}
    assert notes == NOTES


def test_the_position_after_the_last_move_says_how_the_game_ended() -> None:
    last = recorded_game_positions()[-1]
    assert last["played"] is None
    assert last["program"]["agrees"] is None
    assert last["notes"] == [["The end", "The record ends here."]]


def test_each_piece_number_has_the_name_of_its_piece_type() -> None:
    letters = {"pawn": "P", "rook": "R", "knight": "N", "bishop": "B", "queen": "Q", "king": "K"}
    home = chess.Board()
    squares = recorded_game_positions()[0]["program"]["squares"]
    for name, square in zip(PIECE_NAMES[:16], squares[:16], strict=True):
        assert str(home.piece_at(chess.parse_square(square))) == letters[name]
    assert PIECE_NAMES[16:] == ["queen"] * 8


def test_an_error_of_the_program_is_shown_with_its_label() -> None:
    program = data_of_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")["program"]
    assert program["error"] == "error 9: Subscript out of range, under the label CWHITE3"
    assert program["choice"] == "a1-a8"
    assert program["terms"]


def test_without_a_choice_there_is_no_value_and_there_are_no_terms() -> None:
    program = data_of_fen("k7/8/1Q6/8/8/8/8/2K5 b - - 0 1")["program"]
    assert (program["choice"], program["value"], program["move"], program["terms"]) == ("none", None, None, [])


def test_men_from_nowhere_are_candidates_and_named_as_such() -> None:
    """Quirk men-from-nowhere: a queen in reserve reaches the first target, where castling takes its slot."""
    rows = data_of_fen("6k1/8/8/8/QP6/1P6/2PPPPP1/3QK2R w K - 0 1")["program"]["candidates"]
    assert any(notation.endswith("from nowhere") for notation, *_ in rows)


def test_the_king_in_check_and_the_last_move_are_in_the_data() -> None:
    positions = data_of_pgn("1. f3 e5 2. g4 Qh4# 0-1")
    assert [at["check"] for at in positions] == [None, None, None, None, "e1"]
    assert positions[-1]["last"] == "d8h4"
    assert positions[-1]["notes"] == [["The end", "The game is over: checkmate, 0-1."]]


def test_comments_are_at_the_ply_of_their_move() -> None:
    positions = data_of_pgn("{before all} 1. e4 {good [%clk 0:01]} e5 2. Nf3 {fine} *")
    assert [at["notes"] for at in positions] == [
        [["Before the game", "before all"], ["Comment", "good"]],
        [],
        [["Comment", "fine"]],
        [["The end", "The game ends here."]],
    ]


def test_a_note_says_that_a_third_knight_is_stored_as_a_bishop() -> None:
    notes = data_of_fen("4k3/8/8/2N1N3/8/1N6/8/4K3 w - - 0 1")["notes"]
    assert ["Substitution", "The program has no number for the knight on e5 and stores it as a bishop."] in notes


def test_the_programs_promotion_is_the_games_only_if_that_is_to_a_queen() -> None:
    fen = "7k/8/8/8/8/8/p7/7K b - - 0 1"
    for letter, same in (("q", True), ("n", False)):
        program = data_of_pgn(f'[FEN "{fen}"]\n\n1... a1={letter.upper()} *')[0]["program"]
        (row,) = [row for row in program["candidates"] if row[0] == "a2-a1"]
        assert ("in the game" in row[4]) is same


def test_todays_engine_has_a_score_a_principal_variation_and_a_depth() -> None:
    today = data_of_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 0.05)["today"]
    assert (today["move"], today["san"], today["score"], today["value"]) == ("a1a8", "Ra8#", "#1", 1000.0)
    assert today["pv"] == "1. Ra8#"
    assert today["depth"] >= 1


def test_todays_engine_does_not_analyse_a_checkmate() -> None:
    assert data_of_pgn("1. f3 e5 2. g4 Qh4# 0-1", 0.01)[-1]["today"] is None
