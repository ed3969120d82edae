"""The program with the questions of ASK, and humans who answer them."""

from __future__ import annotations

from scenarios import run_program

from historic.position.squares import NAME_TO_SQUARE


def test_ask_makes_white_human_except_for_c_and_black_human_only_for_h() -> None:
    for white, black, expected in (("H", "C", (1, 0)), ("C", "H", (0, 1)), ("?", "?", (1, 0)), ("c", "h", (1, 0))):
        program, printed = run_program(" ", white, black, " ", ask=True)
        assert (program.PW_, program.PB_) == expected
        words = [word for word in printed.split("\n") if word in ("HUMAN", "COMPUTER")]
        assert words == ["HUMAN" if human else "COMPUTER" for human in expected]
        assert "IS WHITE (H)UMAN OR (C)OMPUTER?" in printed
        assert "HIT ANY KEY" in printed


def test_a_human_white_plays_against_the_program() -> None:
    program, printed = run_program(" ", "H", "C", " ", "a2a5", "a2-a3", "", "g1f3", "", "X", ask=True)
    assert "White's pawn on a2 cannot go to a5; it" in printed
    assert (program.PW[0], program.PW[14]) == (NAME_TO_SQUARE["a3"], NAME_TO_SQUARE["f3"])
    assert program.MOVE == 3
    assert sum(flags[1] == 1 for flags in program.PM) == 2


def test_a_human_black_plays_against_the_program_and_may_end_the_game_with_x() -> None:
    program, printed = run_program(" ", "C", "H", " ", "", "e7e5", "", "X", ask=True)
    assert program.PB[4] == NAME_TO_SQUARE["e5"]
    assert program.MOVE == 2
    assert printed.count("BLACK'S MOVE") == 2


def test_two_humans_can_play_to_checkmate_without_a_word_from_the_program() -> None:
    program, printed = run_program(" ", "H", "H", " ", "f2f3", "e7e5", "g2g4", "d8h4", "e1f2", "X", ask=True)
    assert program.PB[11] == NAME_TO_SQUARE["h4"]
    assert "the king on f2 would be attacked by" in printed
