"""`gosub think`."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from refusals import refused
from scenarios import Gosub, lines_of

from historic import State

INITIAL = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def rows(text: str) -> list[list[str]]:
    return [line.split() for line in text.splitlines()]


def test_think_prints_board_think_move_board_candidates_choice_and_terms(gosub: Gosub) -> None:
    result = gosub("think", "--fen", INITIAL)
    assert result.returncode == 0
    assert result.stderr == ""
    lines = rows(result.stdout)
    assert ["8*r", "n", "b", "q", "k", "b", "n", "r"] in lines
    assert ["3", "-", "-", "513", "2", "516", "8", "16", "16416", "64", "16512", "-", "-"] in lines
    assert sum(line.count("-") == 12 for line in lines) == 4
    assert ["20", "candidates,", "in", "the", "order", "tried"] in lines
    assert ["7", "e2-e3", "4", "54", ".7000005", "the", "choice"] in lines
    assert ["pawn", "ranks", ".45", ".45"] in lines
    assert result.stdout.splitlines()[-2] == "The choice: e2-e3, value .7000005"


def test_without_a_position_it_thinks_at_the_start(gosub: Gosub) -> None:
    assert gosub("think").stdout == gosub("think", "--fen", INITIAL).stdout


def test_after_the_moves_of_a_game_the_program_knows_which_pieces_have_moved(gosub: Gosub, tmp_path: Path) -> None:
    """A FEN cannot say that the rook has left h1 and come back: only the king's other castling is lost with it."""
    (tmp_path / "g.pgn").write_text("1. Nf3 a6 2. g3 a5 3. Bg2 a4 4. Rg1 a3 5. Rh1 axb2 *\n")
    assert "0-0" in gosub("think", "--fen", "g.pgn:6", cwd=tmp_path).stdout.split()
    assert "0-0" not in gosub("think", "--fen", "g.pgn", cwd=tmp_path).stdout.split()


def test_the_terms_belong_to_the_chosen_move_and_its_best_reply(gosub: Gosub) -> None:
    ply_22 = "r2qk2r/2p2ppp/2p2n2/p2p4/5Q2/2N1P3/PPbPBPPP/R1B1K2R b KQkq - 1 11"
    result = gosub("think", "--fen", ply_22)
    assert "0-0" in result.stdout
    assert ["castling", ".9", "0"] in rows(result.stdout)
    recorded = gosub("think", "--reading", "recorded", "--fen", ply_22)
    assert "The choice: d8-e7" in recorded.stdout


def test_a_move_that_leaves_a_king_where_it_can_be_captured_is_explained(gosub: Gosub) -> None:
    before_mate = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"
    explained = "e8xf7 leaves the king of its side where it can be captured."
    assert explained in gosub("think", "--fen", before_mate).stdout
    assert "leaves the king" not in gosub("think").stdout


def test_the_side_not_to_move_can_think(gosub: Gosub) -> None:
    assert "Black to move" in gosub("think", "--side", "black", "--fen", INITIAL).stdout


def test_an_error_that_stops_the_program_is_printed(gosub: Gosub) -> None:
    result = gosub("think", "--fen", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
    assert result.returncode == 0
    assert re.match("Then the program stops: error 9: .* CWHITE3$", result.stdout.splitlines()[-1])


def test_a_position_without_a_choice_is_reported(gosub: Gosub) -> None:
    result = gosub("think", "--fen", "k7/8/1Q6/8/8/8/8/2K5 b - - 0 1")
    assert result.returncode == 0
    assert "No move beats -1000: BESTPIECE and BESTPOS stay 0." in result.stdout


def test_states_are_read_and_thoughts_are_printed_as_json_lines(gosub: Gosub) -> None:
    given = lines_of("trace-record.jsonl")[:2]
    result = gosub("think", "--states", "-", given="\n".join(given))
    assert (result.returncode, result.stderr) == (0, "")
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    keys = ("think_move_board", "candidates", "best", "printed", "after")
    assert answers == [{key: json.loads(row)[key] for key in keys} for row in given]


def test_states_are_thought_about_in_the_reading_of_the_option(gosub: Gosub, tmp_path: Path) -> None:
    (tmp_path / "ply22.jsonl").write_text(lines_of("trace-record.jsonl")[21] + "\n")
    for reading, best in (("printed", [23, 7000]), ("recorded", [11, 102])):
        result = gosub("think", "--states", "ply22.jsonl", "--reading", reading, cwd=tmp_path)
        assert json.loads(result.stdout)["best"][:2] == best


def test_an_invalid_line_is_answered_in_its_place_and_the_next_lines_are_read(gosub: Gosub) -> None:
    good = json.dumps({"side": "white", **vars(State.initial())})
    result = gosub("think", "--states", "-", given=f"{good}\nnonsense\n\n{good}\n")
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert [next(iter(answer)) for answer in answers] == ["think_move_board", "line", "line", "think_move_board"]
    assert [answer.get("line") for answer in answers] == [None, 2, 3, None]
    assert result.returncode == 1
    assert result.stderr == "gosub: 2 of 4 lines are not valid states\n"


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--fen", ""], "--fen: "),
        (["--fen", "8/8/8/8/8/8/8/NNN5 w - - 0 1"], "White's 3 knights"),
        (["--states", "/nowhere.jsonl"], "'/nowhere.jsonl'"),
        (["--fen", INITIAL, "--reading", "red"], "no reading called 'red'; expected printed or recorded"),
    ],
)
def test_a_wrong_command_line_gets_a_one_line_message(words: list[str], reason: str, gosub: Gosub) -> None:
    refused(gosub("think", *words), reason)


def sides_of(trace: str) -> tuple[list[str], list[str]]:
    """Returns the steps of a trace, and the lines of the port beside them."""
    rows = [re.split(r"(?<=[.?])(?:  \[.*\])? +(?=\d+: )", line, maxsplit=1) for line in trace.splitlines()]
    return [step for step, _ in rows], [code for _, code in rows]


def test_a_trace_has_each_step_of_a_candidate(gosub: Gosub) -> None:
    trace, before = (gosub("think", "--trace", number).stdout for number in ("3", "0"))
    lines, code = sides_of(trace)
    assert lines[0] == "CWHITEA: Tries White's pawn b2 to b3."
    assert lines[1] == "  WHITE: Fills White's think move board: which white pieces reach each square."
    assert "    CBLACKA: Tries Black's pawn a7 to a5." not in lines
    assert "  CBLACKA: Tries Black's pawn a7 to a5." in lines
    assert lines[-1].startswith("CWHITE")
    assert code[1].endswith(": def WHITE(self) -> None:")
    counts = next(index for index, line in enumerate(lines) if line.endswith("White's rook on a1 counts: S1 +5."))
    assert re.fullmatch(r"\d+: if board\[KJ\] .* self\.S1 = single\(self\.S1 \+ PV\[self\.JK\]\)", code[counts])
    first, _ = sides_of(before)
    assert first[0] == "BOARD: Puts the pieces on the board, and prints it."
    assert first[-1] == "CWHITE: No move is the best so far: its value is -1000."
    page = Path(__file__).parents[3].joinpath("docs", "program", "inside.md").read_text(encoding="utf-8")
    shown = re.findall(r"^(?: *)[A-Z].* \d+: .*$", page, re.M)
    assert len(shown) == 6
    assert {*shown} <= {*before.splitlines(), *trace.splitlines()}


def test_a_trace_of_a_candidate_that_does_not_exist_says_how_many_there_are(gosub: Gosub) -> None:
    result = gosub("think", "--trace", "33")
    assert result.returncode == 2
    assert result.stderr == "gosub: Invalid value for --trace: expected 0 to 20, the number of candidates here\n"
    assert gosub("think", "--trace", "1", "--states", "-").returncode == 2
