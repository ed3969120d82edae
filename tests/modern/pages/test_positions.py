"""The data of a page: the program's own figures in each position."""

from __future__ import annotations

import re

import chess
import pytest
from pages import page_data, page_of_pgn, recorded_game_positions
from scenarios import binary32, rows_of, state_of

from historic.basic import print_number
from historic.study.sample_game import NOTES, SAMPLE_GAME
from historic.study.terms import DECIMALS, TERMS, board_from_state, explain
from modern import facts
from modern.game.pgn_reading import standard_game
from modern.pages.positions import PageData, game_thoughts, page_positions
from modern.players import Game
from modern.players.tried_moves import PIECE_NAMES

TRACE = rows_of("trace-record.jsonl")


def data_of_pgn(pgn: str, seconds: float = 0) -> list[PageData]:
    if not seconds:
        return list(page_positions(standard_game(pgn.encode()), "printed"))
    positions: list[PageData] = page_data(page_of_pgn(pgn, seconds))["positions"]
    return positions


def data_of_fen(fen: str, seconds: float = 0) -> PageData:
    (position,) = data_of_pgn(f'[FEN "{fen}"]\n\n*\n', seconds)
    return position


def test_there_is_a_position_for_each_ply_and_one_after_the_last() -> None:
    positions = recorded_game_positions()
    assert [at["ply"] for at in positions] == list(range(1, 25))
    assert [at["played"] and at["played"]["move"] for at in positions] == [*SAMPLE_GAME, None]
    assert [at["last"] for at in positions] == [None, *SAMPLE_GAME]


def for_mover(at: PageData, value: float) -> float:
    """Returns a value from White's side as the program has it, for the side to move."""
    return value if at["side"] == "white" else -value


@pytest.mark.parametrize("ply", range(1, 24))
def test_candidates_boards_and_choice_are_those_of_the_restored_listing(ply: int) -> None:
    """The trace has the values that the BASIC compilers give."""
    row, at = TRACE[ply - 1], recorded_game_positions()[ply - 1]
    program = at["program"]
    tried = [[piece, square, bits] for piece, square, _, bits in row["candidates"]]
    candidates = program["candidates"]
    assert [[one["piece"], one["square"], binary32(for_mover(at, one["number"]))] for one in candidates] == tried
    reach = {square: bits for square, bits in enumerate(program["reach"]) if bits}
    assert reach == {int(square): bits for square, bits in row["think_move_board"].items()}
    assert program["board"] == board_from_state(state_of(row))
    chosen = [number for number, one in enumerate(candidates) if "choice" in one["remarks"]]
    assert chosen == [program["chosen"]]
    assert candidates[chosen[0]]["notation"] == program["san"]
    best = max(for_mover(at, one["number"]) for one in candidates)
    assert for_mover(at, candidates[chosen[0]]["number"]) == best


def test_values_are_from_whites_side_and_printed_as_basic_prints_them_without_noise() -> None:
    for at in recorded_game_positions():
        for one in at["program"]["candidates"]:
            assert float(one["value"]) == pytest.approx(one["number"], rel=1e-6, abs=0.00005)
            assert one["value"] == print_number(float(one["value"])).strip()
            assert len(one["value"].partition(".")[2]) <= DECIMALS
    assert [at["program"]["value"] for at in recorded_game_positions()[20:23]] == [8.2, 9.4, 7.65]


def test_each_candidate_has_its_terms_and_those_of_the_reply_it_expects() -> None:
    game = Game(moves=SAMPLE_GAME[:3])
    for position, data in zip(game_thoughts(game), recorded_game_positions(), strict=False):
        thought, candidates = position.thought, data["program"]["candidates"]
        for candidate, shown in zip(thought.candidates, candidates, strict=True):
            explanation = explain(position.state, position.side, candidate)
            own, replied = explanation.own_terms(), explanation.reply_score.terms()
            assert shown["terms"] == rounded([*(own[term] for term in TERMS), sum(own.values())])
            assert shown["reply_terms"] == rounded([*(replied[term] for term in TERMS), sum(replied.values())])
            value = for_mover(data, shown["number"])
            assert value == pytest.approx(shown["terms"][-1] - shown["reply_terms"][-1], abs=1e-4)


def rounded(amounts: list[float]) -> list[float]:
    return [round(amount, DECIMALS) for amount in amounts]


def test_the_board_after_a_legal_move_and_a_legal_reply_is_that_of_the_rules() -> None:
    """Except where the program moves nothing but the piece: promotions and en passant."""
    compared = 0
    for at in recorded_game_positions()[::5]:
        for one in at["program"]["candidates"]:
            board = chess.Board(at["fen"])
            for shown in (one, one["reply"]):
                if shown and shown["move"] and board.is_legal(chess.Move.from_uci(shown["move"])):
                    board.push_uci(shown["move"])
            if len(board.move_stack) == 2:
                assert one["after"] == board.board_fen(), one
                compared += 1
    assert compared > 100


def test_a_side_that_loses_its_king_after_every_reply_has_no_reply() -> None:
    candidates = data_of_fen("7k/5K2/8/6Q1/8/8/8/8 w - - 0 1")["program"]["candidates"]
    quiet = next(one for one in candidates if one["notation"] == "Qh4#")
    assert (quiet["reply"], quiet["reply_terms"][-1]) == (None, -1000)
    assert quiet["after"] == "7k/5K2/8/8/7Q/8/8/8"


def test_at_ply_22_record_and_listing_differ() -> None:
    positions = recorded_game_positions()
    assert [at["ply"] for at in positions if at["program"]["agrees"] is False] == [22]
    program = positions[21]["program"]
    assert (program["san"], program["value"], program["move"]) == ("O-O", 9.4, "e8g8")
    assert [(one["notation"], one["piece"], one["remarks"]) for one in program["candidates"] if one["remarks"]] == [
        ("O-O", 23, ["choice", "slot"]),
        ("Qe7", 11, ["played"]),
    ]
    ((heading, text),) = positions[21]["notes"]
    assert heading == "Record and listing differ"
    assert text == (
        "The listing as printed plays O-O (+9.40). The record has Qe7, its second choice (+9.45). "
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
    assert re.match("error 9: .* CWHITE3$", program["error"])
    assert program["san"] == "Ra8#"


def test_without_a_choice_there_is_no_value_and_there_are_no_terms() -> None:
    program = data_of_fen("k7/8/1Q6/8/8/8/8/2K5 b - - 0 1")["program"]
    assert (program["san"], program["value"], program["move"], program["chosen"]) == ("none", None, None, None)


def test_moves_are_in_san_and_an_illegal_one_is_written_like_one() -> None:
    at = data_of_fen("4r2k/8/8/8/8/8/4N3/N3K3 w - - 0 1")
    position = chess.Board(at["fen"])
    illegal = set()
    for one in at["program"]["candidates"]:
        if one["legal"]:
            assert one["notation"] == position.san(chess.Move.from_uci(one["move"]))
        else:
            illegal.add(one["notation"])
    assert {"Ne2c1", "Ne2f4"} < illegal  # there is another knight


def test_men_from_nowhere_are_candidates_and_named_as_such() -> None:
    """Quirk piece-from-nowhere: a queen in reserve reaches the first target, where castling takes its slot."""
    candidates = data_of_fen("6k1/8/8/8/QP6/1P6/2PPPPP1/3QK2R w K - 0 1")["program"]["candidates"]
    nowhere = [one for one in candidates if one["notation"].endswith("from nowhere")]
    assert nowhere
    assert all(one["move"] is None and one["notation"].startswith(one["to"]) for one in nowhere)


def test_the_king_in_check_and_the_last_move_are_in_the_data() -> None:
    positions = data_of_pgn("1. f3 e5 2. g4 Qh4# 0-1")
    assert [at["check"] for at in positions] == [None, None, None, None, "e1"]
    assert positions[-1]["last"] == "d8h4"
    ((kind, said),) = positions[-1]["notes"]
    assert (kind, said.partition(": ")[2]) == ("The end", "checkmate, 0-1.")


def test_the_figures_of_a_saved_game_are_told_from_whites_side_with_their_units() -> None:
    """A PGN has the score of the side that moves, as other programs write it."""
    positions = data_of_pgn("1. e4 {+0.35/8 0.52s} e5 {-6.25/2 1.59s It likes this.} 2. Nf3 {1.20s} *")
    heading = "The player's own figures"
    assert [at["notes"] for at in positions[:3]] == [
        [[heading, "+0.35 for White, depth 8, 0.52 s of thinking"]],
        [[heading, "+6.25 for White, depth 2, 1.59 s of thinking"], ["Comment", "It likes this."]],
        [[heading, "1.20 s of thinking"]],
    ]


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
    assert any(kind == "Substitution" and "knight on e5" in said for kind, said in notes)


def test_the_programs_promotion_is_the_games_only_if_that_is_to_a_queen() -> None:
    fen = "7k/8/8/8/8/8/p7/7K b - - 0 1"
    for letter, same in (("q", True), ("n", False)):
        program = data_of_pgn(f'[FEN "{fen}"]\n\n1... a1={letter.upper()} *')[0]["program"]
        (promotion,) = [one for one in program["candidates"] if one["notation"] == "a1=Q+"]
        assert ("played" in promotion["remarks"]) is same


def test_todays_engine_has_a_score_a_principal_variation_and_a_depth() -> None:
    today = data_of_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 5.0)["today"]
    assert (today["move"], today["san"], today["score"], today["value"]) == ("a1a8", "Ra8#", "#1", 1000.0)
    assert today["pv"] == "1. Ra8#"
    assert today["depth"] >= 1


def test_todays_engine_does_not_analyse_a_checkmate() -> None:
    assert data_of_pgn("1. f3 e5 2. g4 Qh4# 0-1", 0.01)[-1]["today"] is None


def test_todays_score_is_from_whites_side() -> None:
    today = data_of_fen("r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 1", 5.0)["today"]
    assert (today["san"], today["score"], today["value"]) == ("Ra1#", "#-1", -1000.0)


def test_what_a_pgn_says_of_a_move_is_kept() -> None:
    pgn = "1. e4! {[%clk 0:05:00] [%eval 0.31,20] good} (1. d4 $5 d5 {hm} (1... Nf6 2. c4)) 1... e5 {[%eval #-3]} *"
    first, second, _ = data_of_pgn(pgn)
    assert [first["played"][name] for name in ("glyphs", "clock", "evaluation")] == [
        "!",
        "0:05:00",
        "+0.31 at depth 20",
    ]
    assert first["notes"] == [["Comment", "good"], ["Variation", '1. d4!? d5 "hm" (1... Nf6 2. c4)']]
    assert [second["played"][name] for name in ("glyphs", "clock", "evaluation")] == ["", "", "#-3"]


def test_a_substitution_is_told_whatever_the_words_of_the_arbiter(monkeypatch: pytest.MonkeyPatch) -> None:
    fen = "4k3/8/8/4N3/8/8/8/1N2K1N1 w - - 0 1"
    (told,) = [text for kind, text in data_of_fen(fen)["notes"] if kind == "Substitution"]
    monkeypatch.setitem(facts.english(), "arbiter.no_number", "{square} {piece} {other}")
    facts._parts.cache_clear()
    again = [text for kind, text in data_of_fen(fen)["notes"] if kind == "Substitution"]
    monkeypatch.undo()
    facts._parts.cache_clear()
    assert again == [told] == ["The program has no number for the knight on e5 and stores it as a bishop."]
