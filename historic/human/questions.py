"""The program with ASK's two questions: a side that is given to a human enters its own moves."""

from __future__ import annotations

import textwrap

from historic.human.moves import HumanMoveError, enter
from historic.program import Program


def run_with_questions(program: Program) -> None:
    """Runs START, ASK with its two questions, INIT and MLOOP; a human's moves are entered at ENTER MOVE.

    Ends only with Stop (X at White's prompt or at a human's, A while the program thinks, the end of input) or with
    BasicError.
    """
    program.START()
    program.ASK(jump=False)
    program.ASK1()
    while True:
        program.MOVE = program.MOVE + 1
        program.BOARD()
        program.screen.PRINT("WHITE'S MOVE")
        if program.PW_ == 1:
            _enter_human_move(program, "white")
        else:
            program.A_string = program.screen.INPUT("ENTER MOVE")
            if program.A_string == "X":
                program.ENDEND()
            program.WHITE()
            program.JAA = 1
            program.CWHITE()
        program.BOARD()
        program.screen.PRINT("BLACK'S MOVE")
        if program.PB_ == 1:
            _enter_human_move(program, "black")
        else:
            program.A_string = program.screen.INPUT("ENTER MOVE")
            program.BLACK()
            program.JAA = 0
            program.CBLACK()


def _enter_human_move(program: Program, side: str) -> None:
    """Asks until the human enters a move that can be made."""
    screen = program.screen
    while True:
        program.A_string = screen.INPUT("ENTER MOVE")
        if program.A_string == "X":
            program.ENDEND()
        try:
            enter(program, side, program.A_string)
            return
        except HumanMoveError as error:
            for line in textwrap.wrap(str(error), screen.columns - 1):
                screen.PRINT(line)
