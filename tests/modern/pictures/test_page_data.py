"""What a page has of each position: the program's own figures."""

from __future__ import annotations

import chess
import pytest
from pages import recorded_game_positions
from scenarios import binary32, rows_of, state_of

from historic.basic import print_number
from historic.sample_game import NOTES, SAMPLE_GAME
from historic.terms import DECIMALS, TERMS, board_from_state, explain
from modern.pictures.page.data import PIECE_NAMES, PageData, page_positions
from modern.pictures.page.page_game import game_from_pgn
from modern.pictures.thoughts import game_thoughts
from modern.players import Game

TRACE = rows_of("trace-record.jsonl")


def found_in(pgn: str, seconds: float = 0) -> list[PageData]:
    return list(page_positions(game_from_pgn(pgn.encode()), "printed", seconds))


def found_at(fen: str, seconds: float = 0) -> PageData:
    (found,) = found_in(f'[FEN "{fen}"]\n\n*\n', seconds)
    return found


def test_there_is_a_position_for_each_ply_and_one_after_the_last() -> None:
    found = recorded_game_positions()
    assert [one["ply"] for one in found] == list(range(1, 25))
    assert [one["played"] and one["played"]["move"] for one in found] == [*SAMPLE_GAME, None]
    assert [one["last"] for one in found] == [None, *SAMPLE_GAME]


@pytest.mark.parametrize("ply", range(1, 24))
def test_candidates_boards_and_choice_are_those_of_the_restored_listing(ply: int) -> None:
    """Those that the BASIC compilers give."""
    row, program = TRACE[ply - 1], recorded_game_positions()[ply - 1]["program"]
    tried = [[man, square, bits] for man, square, _, bits in row["candidates"]]
    assert [[man, square, binary32(value)] for _, man, square, *_, value in program["candidates"]] == tried
    reach = {square: bits for square, bits in enumerate(program["reach"]) if bits}
    assert reach == {int(square): bits for square, bits in row["think_move_board"].items()}
    assert program["board"] == board_from_state(state_of(row))
    chosen = [candidate for candidate in program["candidates"] if candidate[4].startswith("the choice")]
    assert [candidate[0] for candidate in chosen] == [program["choice"]]
    assert chosen[0][5] == max(candidate[5] for candidate in program["candidates"])


def test_values_are_printed_as_basic_prints_them() -> None:
    for one in recorded_game_positions():
        for *_, value, _, number in one["program"]["candidates"]:
            assert value == print_number(number).strip()


def test_a_choice_is_made_up_of_the_terms_that_think_shows() -> None:
    game = Game(moves=SAMPLE_GAME[:3])
    for considered, one in zip(game_thoughts(game), recorded_game_positions(), strict=False):
        thought, program = considered.thought, one["program"]
        assert thought.chosen is not None
        candidate, reply = thought.candidates[thought.chosen], thought.replies[thought.chosen]
        told = explain(considered.state, considered.side, candidate, reply)
        own, replied = told.own_terms(), told.reply_score.terms()
        assert program["terms"] == [[term, _shown(own[term]), _shown(replied[term])] for term in TERMS]
        assert program["together"] == [_shown(sum(own.values())), _shown(sum(replied.values()))]
        assert program["exact"] == print_number(told.value).strip()


def _shown(amount: float) -> str:
    return print_number(round(amount, DECIMALS)).strip()


def test_at_ply_22_record_and_listing_part() -> None:
    found = recorded_game_positions()
    assert [one["ply"] for one in found if one["program"]["agrees"] is False] == [22]
    program = found[21]["program"]
    assert (program["choice"], program["value"], program["move"]) == ("0-0", -9.4, "e8g8")
    assert [one[:2] + one[4:5] for one in program["candidates"] if one[4]] == [
        ["0-0", 23, "the choice, in the slot of man 23"],
        ["d8-e7", 11, "in the game"],
    ]
    ((who, what),) = found[21]["notes"]
    assert who == "Record and listing differ"
    assert what == (
        "The listing as printed plays 0-0 (-9.40). The record has d8-e7, its second choice (-9.45). "
        "One letter decides it: where White's half of the listing asks for II before it adds the .9 for castling, "
        "Black's half asks for III."
    )


def test_the_authors_notes_stand_at_their_plies() -> None:
    noted = {one["ply"]: what for one in recorded_game_positions() for who, what in one["notes"] if "author" in who}
    assert noted == NOTES


def test_after_the_last_move_the_end_is_told() -> None:
    last = recorded_game_positions()[-1]
    assert last["played"] is None
    assert last["program"]["agrees"] is None
    assert last["notes"] == [["The end", "The record ends here."]]


def test_each_man_has_his_name() -> None:
    letters = {"pawn": "P", "rook": "R", "knight": "N", "bishop": "B", "queen": "Q", "king": "K"}
    home = chess.Board()
    squares = recorded_game_positions()[0]["program"]["squares"]
    for name, square in zip(PIECE_NAMES[:16], squares[:16], strict=True):
        assert str(home.piece_at(chess.parse_square(square))) == letters[name]
    assert PIECE_NAMES[16:] == ["queen"] * 8


def test_where_the_program_stops_the_error_is_told_with_its_label() -> None:
    program = found_at("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")["program"]
    assert program["stopped"] == "error 9: Subscript out of range, under the label CWHITE3"
    assert program["choice"] == "a1-a8"
    assert program["terms"]


def test_where_nothing_is_chosen_there_is_neither_value_nor_terms() -> None:
    program = found_at("k7/8/1Q6/8/8/8/8/2K5 b - - 0 1")["program"]
    assert (program["choice"], program["value"], program["move"], program["terms"]) == ("none", None, None, [])


def test_men_from_nowhere_are_tried_and_said_to_be_such() -> None:
    """Quirk men-from-nowhere: a queen out of reserve reaches the first target, where castling takes her slot."""
    rows = found_at("6k1/8/8/8/QP6/1P6/2PPPPP1/3QK2R w K - 0 1")["program"]["candidates"]
    assert any(words.endswith("from nowhere") for words, *_ in rows)


def test_the_king_in_check_and_the_last_move_are_marked() -> None:
    found = found_in("1. f3 e5 2. g4 Qh4# 0-1")
    assert [one["check"] for one in found] == [None, None, None, None, "e1"]
    assert found[-1]["last"] == "d8h4"
    assert found[-1]["notes"] == [["The end", "The game is over: checkmate, 0-1."]]


def test_comments_stand_at_the_ply_of_their_move() -> None:
    found = found_in("{before all} 1. e4 {good [%clk 0:01]} e5 2. Nf3 {fine} *")
    assert [one["notes"] for one in found] == [
        [["Before the game", "before all"], ["Comment", "good"]],
        [],
        [["Comment", "fine"]],
        [["The end", "The game ends here."]],
    ]


def test_a_third_knight_is_held_as_another_man_and_it_is_said() -> None:
    notes = found_at("4k3/8/8/2N1N3/8/1N6/8/4K3 w - - 0 1")["notes"]
    assert ["How it is held", "The program has no number for the knight on e5, and holds it as a bishop."] in notes


def test_a_promotion_of_the_games_is_the_programs_only_if_it_is_to_a_queen() -> None:
    fen = "7k/8/8/8/8/8/p7/7K b - - 0 1"
    for letter, same in (("q", True), ("n", False)):
        program = found_in(f'[FEN "{fen}"]\n\n1... a1={letter.upper()} *')[0]["program"]
        (row,) = [row for row in program["candidates"] if row[0] == "a2-a1"]
        assert ("in the game" in row[4]) is same


def test_the_engine_of_today_has_a_score_a_line_and_a_depth() -> None:
    today = found_at("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 0.05)["today"]
    assert (today["move"], today["san"], today["score"], today["value"]) == ("a1a8", "Ra8#", "#1", 1000.0)
    assert today["line"] == "1. Ra8#"
    assert today["depth"] >= 1


def test_the_engine_of_today_is_not_asked_where_the_game_is_over() -> None:
    assert found_in("1. f3 e5 2. g4 Qh4# 0-1", 0.01)[-1]["today"] is None
