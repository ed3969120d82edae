"""The listing of Appendix B, label for label, in its order and under its names.

Each label that is entered by a GOSUB or by the main flow is a method. A label inside it is a name without a value, such
as `CWHITEA: Label`, which does nothing at run time; so is a term of a score, such as `OWN: Term`, which names what the
next statement does to S1. Every variable is SINGLE: a variable that can hold a fraction goes through single() at each
assignment; one that is always whole is an int, which has the same effect (except PV, which is float because it is added
to S1). When a subroutine returns, every variable has the value that it has in BASIC, also if it is never read again,
such as the counter of a finished FOR loop.

The form differs from the listing in these points, without affecting any value:
- A GOTO is the loop, `else`, `continue` or `break` that it stands for. CWHITE2 (CBLACK2) can be reached by a GOTO and
  from the line above, so it is written twice.
- FOR loops that copy or clear a row are copy_row(). On each square CWHITE (CBLACK) copies the board back 24 times, once
  for each piece. Here it does so only if it has `changed` the board since.
- INKEY$ is '' without a call if the screen has no keys.
- The rows of A have names: `board`, `white`, `black`, and `think` for the row that WHITE1 (BLACK1) fills.
- A FOR counts in a local name. After the loop, the variable is set to the value that BASIC leaves in it.
- WHITE1 (BLACK1) does not count FOR A=0 TO 15: testing all sixteen takes an interpreted program long. A table has the
  directions in which the two IFs let the piece go on to WHITE2 (BLACK2). At the end A is 16, and B is what direction 15
  leaves. In that direction only a knight goes on to WHITE2, and its B comes from FOR B; for any other piece, B is its
  move code.
- The DIMs of INIT are in Memory's constructor.
- BASIC evaluates both sides of an AND; Python evaluates the right side only if the left is true. No right side here can
  fail.
- A row is a vec of i64, which is a list of int unless this module is compiled (historic.basic.native). A line such as
  `X: i64` tells mypyc the same of a FOR's counter, and does nothing at run time.

CWHITE and CBLACK (like WHITE and BLACK) are twins, and both are written out, as in the listing. Where the twins differ
in more than colour, a comment says `differs`; docs/program/quirks.md describes the consequences.
"""

from __future__ import annotations

import math
from typing import Final, TypeAlias

from historic.basic.native import i64, vec
from historic.basic.single import single
from historic.basic.stops import BasicError, Stop, subscript_out_of_range
from historic.machine.screen import Screen, no_key
from historic.memory import Memory, copy_row
from historic.position.castling import KINGSIDE_BESTPOS, QUEENSIDE_BESTPOS
from historic.position.moves import PieceMove
from historic.position.sides import side_named
from historic.position.state import State
from historic.readings import PRINTED, RECORDED, checked_reading
from historic.tables import CASTLING_BONUS, DATA, LETTERS, TENTH, TWENTIETH
from historic.thought import StoppedThought, Thought, TriedMove, TriedReply

#: Marks the place of a label inside a method. Traces name the labels from these marks (modern.proof.port_changes).
Label: TypeAlias = str
#: Marks the term that the next statement adds to S1. A recorder is told of each (modern.proof.recorder.ScoreTerm).
Term: TypeAlias = str

#: Two to the power of each piece: its bit on a think move board.
POWER: Final = vec[i64]([2**piece for piece in range(24)])

#: The directions of each move code up to 255, and those of any greater one, the knight's: the values of FOR A=0 TO 15
#: that go on to WHITE2 (BLACK2).
MOVE_DIRECTIONS: Final = vec[vec[i64]]([vec[i64]([A for A in range(8) if 2**A & code == 2**A]) for code in range(256)])
KNIGHT_DIRECTIONS: Final = vec[i64](list(range(8, 16)))

NO_ROW: Final = vec[i64]([0] * 144)


class Program(Memory):
    """The 1994 program in memory: the listing's variables (historic.memory), and a method for each label.

    `reading` is 'printed' or 'recorded' (historic.readings). The program prints to `screen` and reads its keys; without
    one it prints into memory, and no key is ever pressed. A new program has run INIT.
    """

    def __init__(self, reading: str = PRINTED, screen: Screen | None = None) -> None:
        super().__init__()
        self.reading = checked_reading(reading)
        self.screen = screen or Screen()

        #: The root moves of a turn as they are tried, or None if no turn is observed. It is not in the listing.
        self.tried_log: list[TriedMove] | None = None
        #: The replies as they are tried, or None if they are not observed. It is not in the listing.
        self.reply_log: list[TriedReply] | None = None
        self.INIT()

    def run(self) -> None:
        """Runs the program from its first line: START, ASK, ASK1 and MLOOP. Ends only with Stop or BasicError.

        Clears all variables first, as RUN does.
        """
        self.copy_from(Memory())
        self.START()
        self.ASK()
        self.ASK1()
        self.MLOOP()

    def START(self) -> None:
        """Shows the title picture, and waits for a key."""
        screen = self.screen
        screen.SCREEN(1)
        screen.CLS()
        for X in range(0, 76):
            screen.LINE(X, X, 319 - X, X, 1)
            screen.LINE(319 - X, X, 319 - X, 199 - X, 2)
            screen.LINE(319 - X, 199 - X, X, 199 - X, 3)
            screen.LINE(X, 199 - X, X, X, 2)
        self.X = 76
        screen.LOCATE(12, 14)
        screen.PRINT("COMPUTER CHESS")
        screen.LOCATE(13, 11)
        screen.PRINT("by Ghislain de Blois")
        screen.LOCATE(14, 13)
        screen.PRINT("TECHNICAL REPORT")
        self.KEYP()

    def ASK(self, jump: bool = True) -> None:
        """Asks whether White and Black are humans. The listing jumps over both questions; `jump=False` asks them."""
        screen = self.screen
        screen.CLS()
        if jump:
            return  # GOTO ASK1
        screen.PRINT("IS WHITE (H)UMAN OR (C)OMPUTER?")
        self.KEYP()
        self.PW_ = 1
        if self.A_string == "C":
            self.PW_ = 0
        if self.PW_ == 1:
            screen.PRINT("HUMAN")
        if self.PW_ == 0:
            screen.PRINT("COMPUTER")
        screen.PRINT()
        screen.PRINT("IS BLACK (H)UMAN OR (C)OMPUTER?")
        self.KEYP()
        self.PB_ = 0
        if self.A_string == "H":
            self.PB_ = 1
        if self.PB_ == 1:
            screen.PRINT("HUMAN")
        if self.PB_ == 0:
            screen.PRINT("COMPUTER")
        screen.PRINT()
        screen.PRINT("HIT ANY KEY")
        self.KEYP()

    def ASK1(self) -> None:
        """Continues with INIT."""
        self.INIT()

    def MLOOP(self) -> None:
        """Plays move after move, forever."""
        while True:
            self.MOVE = self.MOVE + 1
            self.BOARD()
            self.screen.PRINT("WHITE'S MOVE")
            self.A_string = self.screen.INPUT("ENTER MOVE")
            if self.A_string == "X":
                self.ENDEND()
            self.WHITE()
            self.JAA = 1
            self.CWHITE()
            self.BOARD()
            self.screen.PRINT("BLACK'S MOVE")
            self.A_string = self.screen.INPUT("ENTER MOVE")
            self.BLACK()
            self.JAA = 0
            self.CBLACK()

    def BOARD(self) -> None:
        """Sets up the board from PW, PB and PM, and prints it."""
        board = self.A[0]
        for X in range(2, 10):
            for Y in range(2, 10):
                board[Y * 12 + X] = 0
        for Z in range(0, 24):
            self.X = self.PW[Z]
            self.Y = self.PB[Z]
            if self.PM[Z][0] != 2:
                board[checked(self.X, 143, "BOARD")] = Z + 1
            if self.PM[Z][1] != 2:
                board[checked(self.Y, 143, "BOARD")] = Z + 25
        self.Z = 24
        self.screen.CLS()
        self.BOARD2()

    def BOARD2(self) -> None:
        """Prints the board. BOARD continues into it."""
        screen = self.screen
        screen.PRINT("MOVE #", self.MOVE)
        screen.PRINT()
        screen.PRINT("  A B C D E F G H")
        screen.PRINT("*****************")
        for Y in range(9, 1, -1):
            screen.PRINT("12345678"[Y - 2], "*", end="")
            for X in range(2, 10):
                screen.PRINT(self.BB_string[self.A[0][Y * 12 + X]], " ", end="")
            screen.PRINT()
        self.X, self.Y = 10, 1

    def KEYP(self) -> None:
        """Waits for a key."""
        self.A_string = self.screen.wait_for_key()

    def WHITE(self) -> None:
        """Computes White's think move board, A(1,..)."""
        X: i64
        A = self.A
        copy_row(A[1], NO_ROW)
        board = A[0]
        for X in range(24, 120):
            self.X = X
            self.Z = board[X]
            if self.Z > 0 and self.Z < 25:
                self.WHITE1()
        self.X = 120

    def WHITE1(self) -> None:
        """Adds the squares that the piece Z on X can reach."""
        A: i64
        B: i64
        board, think = self.A[0], self.A[1]
        PM, MC, MDU = self.PM, self.MC, self.MDU
        X, Z = self.X, self.Z
        code = MC[Z - 1][1]
        for A in KNIGHT_DIRECTIONS if code > 255 else MOVE_DIRECTIONS[code]:
            WHITE2: Label
            for B in range(1, MC[Z - 1][0] + 1):
                if Z < 9 and PM[Z - 1][0] == 0 and board[61 + Z] == 0 and board[49 + Z] == 0:
                    think[61 + Z] += POWER[Z - 1]
                    self.S1 = single(self.S1 + self.J)
                X0 = X - MDU[A] * B
                self.X0 = X0
                if X0 < 0 or X0 > 143:
                    raise subscript_out_of_range("WHITE2")
                if board[X0] == 99:
                    B = 0
                    break  # GOTO WHITE3
                if board[X0] == 0:
                    think[X0] += POWER[Z - 1]
                    self.S1 = single(self.S1 + self.J)
                if board[X0] > 0 and Z > 8:
                    think[X0] += POWER[Z - 1]
                    B = 0
                    self.S1 = single(self.S1 + self.J)
                    break  # GOTO WHITE3
                if Z < 9:
                    if board[X + 11] != 99:
                        if board[X + 11] > 0:
                            think[X + 11] += POWER[Z - 1]
                            self.S1 = single(self.S1 + self.J)
                    if board[X + 13] != 99:
                        if board[X + 13] > 0:
                            think[X + 13] += POWER[Z - 1]
                            self.S1 = single(self.S1 + self.J)
                if X0 == 65 or X0 == 66 or X0 == 77 or X0 == 78:
                    if think[X0] > 1:  # differs
                        CENTRE: Term
                        self.S1 = single(self.S1 + TENTH)
            else:
                B = MC[Z - 1][0] + 1
            WHITE3: Label
        self.A_ = 16
        self.B = B if code > 255 else code

    def BLACK(self) -> None:
        """Computes Black's think move board, A(2,..)."""
        X: i64
        A = self.A
        copy_row(A[2], NO_ROW)
        board = A[0]
        for X in range(24, 120):
            self.X = X
            self.Z = board[X]
            if self.Z > 24 and self.Z < 49:
                self.BLACK1()
        self.X = 120

    def BLACK1(self) -> None:
        """Adds the squares that the piece Z on X can reach."""
        A: i64
        B: i64
        board, think = self.A[0], self.A[2]
        PM, MC, MDU = self.PM, self.MC, self.MDU
        X, Z = self.X, self.Z
        code = MC[Z - 25][1]
        for A in KNIGHT_DIRECTIONS if code > 255 else MOVE_DIRECTIONS[code]:
            BLACK2: Label
            for B in range(1, MC[Z - 25][0] + 1):
                if Z - 24 < 9 and PM[Z - 25][1] == 0 and board[49 + Z] == 0 and board[61 + Z] == 0:
                    think[49 + Z] += POWER[Z - 25]
                    self.S1 = single(self.S1 + self.J)
                X0 = X + MDU[A] * B
                self.X0 = X0
                if X0 < 0 or X0 > 143:
                    raise subscript_out_of_range("BLACK2")
                if board[X0] == 99:
                    B = 0
                    break  # GOTO BLACK3
                if board[X0] == 0:
                    think[X0] += POWER[Z - 25]
                    self.S1 = single(self.S1 + self.J)
                if board[X0] > 0 and Z - 24 > 8:
                    think[X0] += POWER[Z - 25]
                    B = 0
                    self.S1 = single(self.S1 + self.J)
                    break  # GOTO BLACK3
                if Z - 24 < 9:
                    if board[X - 13] != 99:
                        if board[X - 13] > 0:
                            think[X - 13] += POWER[Z - 25]
                            self.S1 = single(self.S1 + self.J)
                    if board[X - 11] != 99:
                        if board[X - 11] > 0:
                            think[X - 11] += POWER[Z - 25]
                            self.S1 = single(self.S1 + self.J)
                if X0 == 65 or X0 == 66 or X0 == 77 or X0 == 78:
                    if think[X0] > 0:  # differs
                        CENTRE: Term
                        self.S1 = single(self.S1 + TENTH)
            else:
                B = MC[Z - 25][0] + 1
            BLACK3: Label
        self.A_ = 16
        self.B = B if code > 255 else code

    def CWHITE(self) -> None:
        """Tries every move on White's think move board and keeps the best; at the root (JAA=1), plays it."""
        X: i64
        X8: i64
        Y8: i64
        KJ: i64
        HJ: i64
        ZI: i64
        A, PW, PM, PV = self.A, self.PW, self.PM, self.PV
        board, white, black = A[0], A[1], A[2]
        inkey = self.screen.INKEY
        has_keys = inkey is not no_key
        self.WOO = 0
        self.WOOO = 0
        if PM[12][0] == 0:
            self.BLACK()
            if PM[8][0] == 0:
                self.II = 0
                for X in range(27, 30):
                    if board[X] > 0:
                        self.II = 1
                for X in range(28, 31):
                    if black[X] > 0:
                        self.II = 1
                self.X = 31
            if self.II == 0:
                self.WOOO = 1
            if PM[15][0] == 0:
                self.II = 0
                for X in range(31, 33):
                    if board[X] > 0:
                        self.II = 1
                for X in range(30, 32):
                    if black[X] > 0:
                        self.II = 1
                self.X = 32
            if self.II == 0:
                self.WOO = 1
        copy_row(A[3], board)
        copy_row(A[4], white)
        self.X = 144
        changed = False
        self.BESTVAL1 = -1000.0
        self.BESTPIECE1 = 0
        self.BESTPOS1 = 0
        for X8 in range(26, 118):
            if A[3][X8] > 0 and A[3][X8] < 25:
                continue  # GOTO CWHITE3
            if A[4][X8] == 0 or A[3][X8] == 99:
                continue  # GOTO CWHITE3
            self.YY1 = A[4][X8]
            for Y8 in range(23, -1, -1):
                if changed:
                    copy_row(board, A[3])
                    changed = False
                self.X = 144
                self.II = 0
                if self.WOO == 1:
                    board[30] = 0
                    board[31] = 16
                    board[32] = 13
                    board[33] = 0
                    self.WOO = 2
                    self.II = 1
                elif self.WOOO == 1:
                    board[26] = 0
                    board[27] = 0
                    board[28] = 13
                    board[29] = 9
                    board[30] = 0
                    self.WOOO = 2
                    self.II = 2
                else:
                    self.ZZ1 = self.YY1 // POWER[Y8]
                    if self.ZZ1 < 1:
                        self.A_string = inkey() if has_keys else ""
                        if self.A_string == "A":
                            self.ENDEND()
                        continue  # GOTO CWHITE2
                    self.YY1 = self.YY1 - POWER[Y8]
                    board[checked(PW[Y8], 143, "CWHITE")] = 0
                    board[X8] = Y8 + 1

                CWHITEA: Label
                changed = True
                self.J = TENTH
                ZERO: Term
                self.S1 = 0.0
                self.WHITE()
                self.J = -TENTH
                self.BLACK()
                for KJ in range(24, 120):
                    if board[KJ] != 0 and board[KJ] != 99:
                        self.JK = board[KJ]
                        if not self.JK > 24:
                            self.JK = checked(self.JK - 1, 23, "CWHITEA")
                            if PM[self.JK][0] != 2:
                                if board[KJ] > 0 and board[KJ] < 25:
                                    OWN: Term
                                    self.S1 = single(self.S1 + PV[self.JK])
                                    if black[KJ] > 0:
                                        OWN_ATTACKED: Term
                                        self.S1 = single(self.S1 - PV[self.JK] * 0.25)
                                        if white[KJ] > 0:
                                            OWN_PROTECTED: Term
                                            self.S1 = single(self.S1 + PV[self.JK] * 0.25)
                        else:
                            CWHITE5: Label
                            self.JK = checked(self.JK - 25, 23, "CWHITE5")
                            if PM[self.JK][1] != 2:
                                if board[KJ] > 24:
                                    ENEMY: Term
                                    self.S1 = single(self.S1 - PV[self.JK])
                                    if white[KJ] > 0:
                                        ENEMY_ATTACKED: Term
                                        self.S1 = single(self.S1 + PV[self.JK] * 0.25)
                                        if black[KJ] > 0:
                                            ENEMY_PROTECTED: Term
                                            self.S1 = single(self.S1 - PV[self.JK] * 0.25)
                    CWHITE4: Label
                    if (board[KJ] == 13 and black[KJ] > 0) or PM[12][0] == 2:
                        KING_ATTACKED: Term
                        self.S1 = -1000.0
                self.KJ = 120
                for HJ in range(0, 8):
                    self.GH = 0.0
                    for ZI in range(38 + HJ, 111 + HJ, 12):
                        self.GH = single(self.GH + TWENTIETH)
                        if ZI > 109:
                            self.GH = 9.0
                        if board[ZI] > 0 and board[ZI] < 9:
                            RANK: Term
                            self.S1 = single(self.S1 + self.GH)
                    self.ZI = 122 + HJ
                self.HJ = 8
                if self.JAA != 0:
                    copy_row(A[5], A[3])
                    copy_row(A[6], A[4])
                    self.FUL = 144
                    self.BB2 = Y8
                    self.PP2 = X8
                    self.SSZ = self.S1
                    self.CBLACK()
                    copy_row(A[3], A[5])
                    copy_row(A[4], A[6])
                    LESS_REPLY: Term
                    self.S1 = single(self.SSZ - self.BESTVAL)
                    self.screen.LOCATE(18, 1)
                    line = self.screen.PRINT(hundredths(self.S1), Y8, X8)  # differs
                    if Y8 == 12 and PM[12][0] == 0 and self.II == 0:
                        KING_MOVES: Term
                        self.S1 = single(self.S1 - CASTLING_BONUS)
                    if self.II > 0:
                        CASTLES: Term
                        self.S1 = single(self.S1 + CASTLING_BONUS)
                    if self.tried_log is not None:
                        reply = PieceMove(self.BESTPIECE, self.BESTPOS)
                        tried = TriedMove(Y8, X8, self.II, self.SSZ, self.S1, reply, self.BESTVAL, line)
                        self.tried_log.append(tried)
                elif self.reply_log is not None:
                    self.reply_log.append((Y8, X8, self.II, self.S1))

                CWHITE9: Label
                if self.S1 > self.BESTVAL1:
                    self.BESTVAL1 = self.S1
                    self.BESTPIECE1 = Y8
                    self.BESTPOS1 = X8
                    if self.II == 1:
                        self.BESTPOS1 = KINGSIDE_BESTPOS
                    if self.II == 2:
                        self.BESTPOS1 = QUEENSIDE_BESTPOS

                CWHITE2: Label
                self.A_string = inkey() if has_keys else ""
                if self.A_string == "A":
                    self.ENDEND()
            self.Y8 = -1
            CWHITE3: Label
        self.X8 = 118
        if self.JAA == 0:
            return
        if not (self.BESTPOS1 == KINGSIDE_BESTPOS or self.BESTPOS1 == QUEENSIDE_BESTPOS):
            PW[self.BESTPIECE1] = self.BESTPOS1
            PM[self.BESTPIECE1][0] = 1
            if A[3][self.BESTPOS1] > 24:  # differs: the border's 99 is more than 24
                self.L2 = A[3][self.BESTPOS1] - 25
                PM[checked(self.L2, 23, "CWHITE3")][1] = 2
                self.PB[self.L2] = 0
            if board[self.BESTPOS1] < 8 and self.BESTPOS1 > 109:  # differs
                PW[self.BESTPIECE1] = 0
                PM[self.BESTPIECE1][0] = 2
                PM[checked(self.BESTPIECE1 + 16, 23, "CWHITE3")][0] = 1
                PW[self.BESTPIECE1 + 16] = self.BESTPOS1

        CWHITEB: Label
        if self.BESTPOS1 == QUEENSIDE_BESTPOS:
            PW[8] = 29
            PW[12] = 28
            PM[8][0] = 1
            PM[12][0] = 1
        if self.BESTPOS1 == KINGSIDE_BESTPOS:
            PW[12] = 32
            PW[15] = 31
            PM[12][0] = 1
            PM[15][0] = 1

    def CBLACK(self) -> None:
        """Tries every move on Black's think move board and keeps the best; at the root (JAA=0), plays it."""
        X: i64
        X9: i64
        Y9: i64
        KJ: i64
        HJ: i64
        ZI: i64
        A, PB, PM, PV = self.A, self.PB, self.PM, self.PV
        board, white, black = A[0], A[1], A[2]
        inkey = self.screen.INKEY
        has_keys = inkey is not no_key
        self.BOO = 0
        self.BOOO = 0
        if PM[12][1] == 0:
            self.WHITE()
            if PM[8][1] == 0:
                self.III = 0
                for X in range(111, 114):
                    if board[X] > 0:
                        self.III = 1
                for X in range(112, 115):
                    if white[X] > 0:
                        self.III = 1
                self.X = 115
            if self.III == 0:
                self.BOOO = 1
            if PM[15][0] == 0:  # differs: White's rook
                self.III = 0
                for X in range(115, 117):
                    if board[X] > 0:
                        self.III = 1
                for X in range(114, 116):
                    if white[X] > 0:
                        self.III = 1
                self.X = 116
            if self.III == 0:
                self.BOO = 1
        copy_row(A[3], board)
        copy_row(A[4], black)
        self.X = 144
        changed = False
        self.BESTVAL = -1000.0
        self.BESTPIECE = 0
        self.BESTPOS = 0
        for X9 in range(26, 118):
            if A[3][X9] > 24 or A[4][X9] == 0:
                continue  # GOTO CBLACK3
            self.YY = A[4][X9]
            for Y9 in range(23, -1, -1):
                if changed:
                    copy_row(board, A[3])
                    changed = False
                self.X = 144
                self.III = 0
                if self.BOO == 1:
                    board[114] = 0
                    board[115] = 40
                    board[116] = 37
                    board[117] = 0
                    self.BOO = 2
                    self.III = 1
                elif self.BOOO == 1:
                    board[110] = 0
                    board[111] = 0
                    board[112] = 37
                    board[113] = 33
                    board[114] = 0
                    self.BOOO = 2
                    self.III = 2
                else:
                    self.ZZ = self.YY // POWER[Y9]
                    if self.ZZ < 1:
                        self.A_string = inkey() if has_keys else ""
                        if self.A_string == "A":
                            self.ENDEND()
                        continue  # GOTO CBLACK2
                    self.YY = self.YY - POWER[Y9]
                    board[checked(PB[Y9], 143, "CBLACK")] = 0
                    board[X9] = Y9 + 25

                CBLACKA: Label
                changed = True
                self.J = TENTH
                ZERO: Term
                self.S1 = 0.0
                self.BLACK()
                self.J = -TENTH
                self.WHITE()
                for KJ in range(24, 120):
                    if board[KJ] != 0 and board[KJ] != 99:
                        self.JK = board[KJ]
                        if not self.JK < 25:
                            self.JK = checked(self.JK - 25, 23, "CBLACKA")
                            if PM[self.JK][1] != 2:
                                if board[KJ] > 24:
                                    OWN: Term
                                    self.S1 = single(self.S1 + PV[self.JK])
                                    if white[KJ] > 0:
                                        OWN_ATTACKED: Term
                                        self.S1 = single(self.S1 - PV[self.JK] * 0.25)
                                        if black[KJ] > 0:
                                            OWN_PROTECTED: Term
                                            self.S1 = single(self.S1 + PV[self.JK] * 0.25)
                        else:
                            CBLACK5: Label
                            self.JK = checked(self.JK - 1, 23, "CBLACK5")
                            if PM[self.JK][0] != 2:
                                if board[KJ] > 0 and board[KJ] < 25:
                                    ENEMY: Term
                                    self.S1 = single(self.S1 - PV[self.JK])
                                    if black[KJ] > 0:
                                        ENEMY_ATTACKED: Term
                                        self.S1 = single(self.S1 + PV[self.JK] * 0.25)
                                        if white[KJ] > 0:
                                            ENEMY_PROTECTED: Term
                                            self.S1 = single(self.S1 - PV[self.JK] * 0.25)
                    CBLACK4: Label
                    if (board[KJ] == 37 and white[KJ] > 0) or PM[12][1] == 2:
                        KING_ATTACKED: Term
                        self.S1 = -1000.0
                self.KJ = 120
                for HJ in range(0, 8):
                    self.GH = 0.0
                    for ZI in range(98 + HJ, 25 + HJ, -12):
                        self.GH = single(self.GH + TWENTIETH)
                        if ZI < 34:
                            self.GH = 9.0
                        if board[ZI] > 24 and board[ZI] < 33:
                            RANK: Term
                            self.S1 = single(self.S1 + self.GH)
                    self.ZI = 14 + HJ
                self.HJ = 8
                if self.JAA != 1:
                    copy_row(A[5], A[3])
                    copy_row(A[6], A[4])
                    self.FUL = 144
                    self.SS2 = self.S1
                    self.BB2 = Y9
                    self.PP2 = X9
                    self.CWHITE()
                    copy_row(A[3], A[5])
                    copy_row(A[4], A[6])
                    LESS_REPLY: Term
                    self.S1 = single(self.SS2 - self.BESTVAL1)
                    self.screen.LOCATE(18, 1)
                    if Y9 == 12 and PM[12][1] == 0 and self.III == 0:
                        KING_MOVES: Term
                        self.S1 = single(self.S1 - CASTLING_BONUS)
                    # The letter in which the readings differ: II as recorded, III as printed.
                    if (self.II if self.reading == RECORDED else self.III) > 0:
                        CASTLES: Term
                        self.S1 = single(self.S1 + CASTLING_BONUS)
                    line = self.screen.PRINT(hundredths(self.S1), Y9, X9)  # differs
                    if self.tried_log is not None:
                        reply = PieceMove(self.BESTPIECE1, self.BESTPOS1)
                        tried = TriedMove(Y9, X9, self.III, self.SS2, self.S1, reply, self.BESTVAL1, line)
                        self.tried_log.append(tried)
                elif self.reply_log is not None:
                    self.reply_log.append((Y9, X9, self.III, self.S1))

                CBLACK9: Label
                if self.S1 > self.BESTVAL:
                    self.BESTVAL = self.S1
                    self.BESTPIECE = Y9
                    self.BESTPOS = X9
                    if self.III == 1:
                        self.BESTPOS = KINGSIDE_BESTPOS
                    if self.III == 2:
                        self.BESTPOS = QUEENSIDE_BESTPOS

                CBLACK2: Label
                self.A_string = inkey() if has_keys else ""
                if self.A_string == "A":
                    self.ENDEND()
            self.Y9 = -1
            CBLACK3: Label
        self.X9 = 118
        if self.JAA == 1:
            return
        if not (self.BESTPOS == KINGSIDE_BESTPOS or self.BESTPOS == QUEENSIDE_BESTPOS):
            PB[self.BESTPIECE] = self.BESTPOS
            PM[self.BESTPIECE][1] = 1
            if A[3][self.BESTPOS] > 0 and A[3][self.BESTPOS] < 25:  # differs
                self.L2 = A[3][self.BESTPOS] - 1
                PM[self.L2][0] = 2
                self.PW[self.L2] = 0
            if board[self.BESTPOS] > 24 and board[self.BESTPOS] < 33 and self.BESTPOS < 34:  # differs
                PB[self.BESTPIECE] = 0
                PM[self.BESTPIECE][1] = 2
                PM[checked(self.BESTPIECE + 16, 23, "CBLACK3")][1] = 1
                PB[self.BESTPIECE + 16] = self.BESTPOS

        CBLACKB: Label
        if self.BESTPOS == QUEENSIDE_BESTPOS:
            PB[8] = 113
            PB[12] = 112
            PM[8][1] = 1
            PM[12][1] = 1
        if self.BESTPOS == KINGSIDE_BESTPOS:
            PB[12] = 116
            PB[15] = 115
            PM[12][1] = 1
            PM[15][1] = 1

    def INIT(self) -> None:
        """Reads DATA into the arrays, and sets up the board."""
        data = iter(DATA)
        # Individual move codes for pieces
        for X in range(0, 24):
            self.MC[X][0] = next(data)
            self.MC[X][1] = next(data)
        # Move directions for move codes
        for X in range(0, 16):
            self.MDU[X] = next(data)
        # Set up board
        for X in range(0, 8):
            self.PW[X] = 38 + X
            self.PB[X] = 98 + X
        for X in range(8, 16):
            self.PW[X] = 18 + X
            self.PB[X] = 102 + X
        for X in range(16, 24):
            self.PM[X][0] = 2
            self.PM[X][1] = 2
        # Define board
        for X in range(0, 144):
            self.A[0][X] = 99
        # Piece values
        for X in range(0, 24):
            self.PV[X] = float(next(data))
        self.X = 24
        self.BB_string = LETTERS

    def CHECK(self) -> None:
        """Shows Black's think move board, one file per row. Nothing in the listing calls it."""
        screen = self.screen
        screen.SCREEN(2)
        for X in range(2, 10):
            for Y in range(2, 10):
                screen.PRINT(self.A[2][Y * 12 + X], end="")
            screen.PRINT()
        self.X, self.Y = 10, 10
        self.KEYP()
        screen.SCREEN(1)

    def CHECK2(self) -> None:
        """Shows White's think move board, one file per row. Nothing in the listing calls it."""
        screen = self.screen
        screen.SCREEN(2)
        for X in range(2, 10):
            for Y in range(2, 10):
                screen.PRINT(self.A[1][Y * 12 + X], end="")
            screen.PRINT()
        self.X, self.Y = 10, 10
        self.KEYP()
        screen.SCREEN(1)

    def ENDEND(self) -> None:
        """Ends the program: STOP."""
        raise Stop

    # The rest is not in the listing: one turn of the program, for observation from outside.

    def play(self, side: str) -> Thought:
        """Plays a turn as MLOOP does: BOARD, WHITE and CWHITE for 'white', BOARD, BLACK and CBLACK for 'black'.

        Returns the thought. Raises ValueError for any other side, and BasicError if the program stops with an error.
        Once WHITE (BLACK) has started, the error is a StoppedThought, which contains the thought so far.
        """
        side_named(side)
        before = self.state
        if side == "white":
            self.MOVE = self.MOVE + 1
        self.BOARD()
        candidates: list[TriedMove] = []
        self.tried_log = candidates
        reach: list[int] = []
        try:
            if side == "white":
                self.WHITE()
                reach = list(self.A[1])
                self.JAA = 1
                self.CWHITE()
            else:
                self.BLACK()
                reach = list(self.A[2])
                self.JAA = 0
                self.CBLACK()
        except BasicError as error:
            raise StoppedThought(error, self._thought(side, before, reach, candidates)) from error
        finally:
            self.tried_log = None
        return self._thought(side, before, reach, candidates)

    def think(self, side: str) -> Thought:
        """Returns or raises what `play` would, and leaves the program unchanged."""
        return self.copy().play(side)

    def copy(self) -> Program:
        """Returns a program with the same variables and a screen of its own that is not shown."""
        other = Program(self.reading)
        other.copy_from(self)
        return other

    def __repr__(self) -> str:
        placement = self.state.to_fen("white").split()[0]
        return f"<Program: {self.reading} reading, {placement}>"

    def _thought(self, side: str, before: State, think_move_board: list[int], candidates: list[TriedMove]) -> Thought:
        if side == "white":
            best, value = PieceMove(self.BESTPIECE1, self.BESTPOS1), self.BESTVAL1
        else:
            best, value = PieceMove(self.BESTPIECE, self.BESTPOS), self.BESTVAL
        return Thought(side, candidates, best, value, best.uci_as_played(before, self.state, side), think_move_board)


def checked(subscript: i64, bound: i64, label: str) -> i64:
    """Returns `subscript` if it is from 0 to `bound`. Raises error 9 under `label` if it is not."""
    if subscript < 0 or subscript > bound:
        raise subscript_out_of_range(label)
    return subscript


def hundredths(score: float) -> float:
    """Returns INT(S1*100)/100, with each step in SINGLE."""
    return single(math.floor(single(score * 100)) / 100)
