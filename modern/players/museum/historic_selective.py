"""The 1994 program with the change that its author wished for: replies to his four most promising moves only.

What it is: CWHITE and CBLACK as they are, tried in another order. In the report's conclusion Ghislain de Blois (1994)
says that he would make one change: instead of looking at the opponent's replies to all of his moves, 20 on the first
turn, he would look at the replies to the four best. He did not write that program.

Certain, because the report says so:
- Only some moves are given a reply search, four of them; they are the best available before the replies.

Inferred:
- The best are those with the highest score S1 as CWHITE (CBLACK) computes it before it asks for the replies; of equal
  ones, those tried first, as CWHITE9 prefers them. Castling's .9 is no part of it: the listing adds it afterwards.
- The value of a move, the choice among the four and what is printed are as in the listing.

How it is done: the listing's routines run unchanged (package historic), in two passes. First CWHITE scores all moves
as it does when it looks for replies, one ply deep. Then CBLACK looks for the best reply to each of the best moves, in
the order in which CWHITE tried them, because III carries over from one to the next; and the values are compared. The
lines that play the choice on PW, PB and PM do not run, so the player never stops with their error 9.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from historic.basic import BasicError, Stop, single
from historic.position.moves import PieceMove
from historic.position.sides import WHITE
from historic.position.state import KING, NOT_MOVED
from historic.program import Program, hundredths
from historic.readings import RECORDED
from historic.study.candidates import fill_think_move_board, first_best, moves_tried_by_program
from historic.study.terms import board_after
from historic.tables import CASTLING_BONUS
from historic.thought import Thought, TriedMove
from modern.facts import fact
from modern.players.historic import (
    HistoricArbiter,
    HistoricPlayer,
    HistoricSearch,
    ProgramAnswer,
    answer_of,
    basic_error,
)
from modern.players.protocol import SPIN, MoveRequest, Option
from modern.rules.pieces import MAX_MOVES

WIDTH: Final = "Width"
#: The report's four.
DEFAULT_WIDTH: Final = 4

#: The row and the column at which the listing prints each move that it has tried.
PRINT_ROW: Final = 18


class SelectiveSearch(HistoricSearch):
    """One turn of the program's thinking, with a reply search for the `width` most promising moves only.

    `root_board` is the board before the program's move, and `log` has the moves whose replies it has searched.
    """

    def __init__(self, request: MoveRequest, arbiter: HistoricArbiter, program: Program, width: int) -> None:
        super().__init__(request, arbiter, program)
        self.width = width
        self.state = program.state
        self.log: list[TriedMove] = []
        program.tried_log = self.log
        self.root_board: list[int] = []

    def run(self) -> ProgramAnswer:
        """Lets the program think. Returns its answer.

        If none of the promising moves is legal, the arbiter asks for replies to the next ones, until one is.
        """
        try:
            tried = self._own_scores()
            order = by_promise(tried)
            promising = sorted(order[: self.width])
            for index in promising:
                self._search_reply(tried[index])
            thought = self._thought()
            self.best = thought.best
            answer = answer_of(thought, self.state)
            for index in order[self.width :]:
                if self.arbiter.tried:
                    break
                self._search_reply(tried[index])
        except BasicError as error:
            return ProgramAnswer("", fact("arbiter.stopped_with", error=basic_error(error)))
        except Stop:
            return ProgramAnswer("", fact("arbiter.stopped_after", count=len(self.tried)))
        return answer

    def _own_scores(self) -> list[TriedMove]:
        """Returns the moves that CWHITE (CBLACK) tries, in its order, each with S1 before the replies."""
        program = self.program
        fill_think_move_board(program, self.side)
        self.root_board = program.board
        return moves_tried_by_program(program, self.side)

    def _search_reply(self, tried: TriedMove) -> None:
        """Lets CBLACK (CWHITE) find the best reply to a move, logs the move's value, and tells the arbiter."""
        program = self.program
        program.board = board_after(self.root_board, self.state, self.side, tried.move)
        if self.side == WHITE.name:
            program.JAA = 1
            program.BLACK()
            program.CBLACK()
            reply, reply_score = PieceMove(program.BESTPIECE, program.BESTPOS), program.BESTVAL
        else:
            program.JAA = 0
            program.WHITE()
            program.CWHITE()
            reply, reply_score = PieceMove(program.BESTPIECE1, program.BESTPOS1), program.BESTVAL1
        difference = single(tried.own_score - reply_score)
        value = self._with_castling(tried, difference)
        program.screen.LOCATE(PRINT_ROW, 1)
        printed = difference if self.side == WHITE.name else value  # CBLACK prints after it has added castling's .9
        line = program.screen.PRINT(hundredths(printed), tried.piece, tried.square)
        self.log.append(tried._replace(value=value, reply=reply, reply_score=reply_score, printed=line))
        self.inkey()

    def _with_castling(self, tried: TriedMove, value: float) -> float:
        """Returns a value less .9 for the king's first move, or plus .9 for castling, as the root adds them.

        As recorded, Black's bonus depends on II, which the reply search has left, and not on III.
        """
        program = self.program
        flag = program.II if self.side != WHITE.name and program.reading == RECORDED else tried.castling
        if tried.piece == KING and self.state.pieces(self.side)[1][KING] == NOT_MOVED and tried.castling == 0:
            value = single(value - CASTLING_BONUS)
        if flag > 0:
            value = single(value + CASTLING_BONUS)
        return value

    def _thought(self) -> Thought:
        """Returns the program's choice among the moves so far, by the rule of CWHITE9 (CBLACK9)."""
        best, value = first_best(self.log)
        return Thought(self.side, self.log, best, value, best.uci(self.state, self.side), [])


def by_promise(tried: Sequence[TriedMove]) -> list[int]:
    """Returns the indices of the moves, the highest own score first; of equal ones the first tried comes first."""
    return sorted(range(len(tried)), key=lambda index: -tried[index].own_score)


class HistoricSelectivePlayer(HistoricPlayer):
    """CWHITE and CBLACK, which search the replies to their most promising moves only, kept to the rules by the arbiter.

    Its reports and its tried moves are those with a reply search.
    """

    name = "Gosub Chess, historic-selective"
    author = "after Ghislain de Blois"
    year = "1994, never written"
    depth = "2 plies, with replies only to its best moves (option Width)"
    options = (*HistoricPlayer.options, Option(WIDTH, SPIN, str(DEFAULT_WIDTH), 1, MAX_MOVES))

    def new_search(self, request: MoveRequest, arbiter: HistoricArbiter, program: Program) -> HistoricSearch:
        """Returns a search with the option's width."""
        return SelectiveSearch(request, arbiter, program, int(self.settings[WIDTH]))
