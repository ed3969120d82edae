"""A small program of our own, as a listing and as a port, for tests of how the two are compared."""

from __future__ import annotations

from typing import Any

from historic.basic import single
from historic.machine.screen import Screen

#: It has the labels that are watched. BLACK is called by WHITE while WHITE counts X8.
LISTING = """\
	GOSUB INIT
MLOOP:
	N=N+1
	GOSUB BOARD
	INPUT"NEXT";A$
	GOSUB WHITE
	GOTO MLOOP

BOARD:
	CLS
	PRINT"ROUND";N
	RETURN

WHITE:
	FOR X8=1 TO 3
		GOSUB BLACK
		A$=INKEY$
		IF S1>2 THEN A(0,X8+1)=0
	NEXT X8
	RETURN

BLACK:
	S1=S1+A(0,X8)*.1
	A(1,X8)=A(1,X8)+1
	RETURN

INIT:
	DIM A(1,3)
	FOR X=0 TO 3
		A(0,X)=X
	NEXT X
	RETURN
"""
LABELS = ("BOARD", "WHITE", "BLACK", "INIT")
COUNTERS = {"rounds": ("X8",)}


class SmallPort:
    """The port. Tests change it by overriding a method."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.N = self.X = self.X8 = 0
        self.S1 = 0.0
        self.A_string = ""
        self.INIT()

    def run(self) -> None:
        """Runs it, until the keyboard stops it or a subscript is out of range."""
        self.INIT()
        while True:
            self.N += 1
            self.BOARD()
            self.A_string = self.screen.INPUT("NEXT")
            self.WHITE()

    def BOARD(self) -> None:
        """Prints the round."""
        self.screen.CLS()
        self.screen.PRINT("ROUND", self.N)

    def WHITE(self) -> None:
        """Counts X8."""
        self.rounds()

    def rounds(self) -> None:
        """Counts X8, which is local until the end."""
        for X8 in range(1, 4):
            self.count(X8)
            self.A_string = self.screen.INKEY()
            if self.S1 > 2:
                self.clear(X8 + 1)
        self.X8 = 4

    def count(self, X8: int) -> None:
        """Calls BLACK for a value of X8."""
        self.square = X8
        self.BLACK()

    def clear(self, place: int) -> None:
        """Clears an element, if there is one."""
        from historic.basic import subscript_out_of_range

        if place > 3:
            raise subscript_out_of_range("WHITE")
        self.A[0][place] = 0

    def BLACK(self) -> None:
        self.S1 = single(self.S1 + self.A[0][self.square] * single(0.1))
        self.A[1][self.square] += 1

    def INIT(self) -> None:
        """Fills the array."""
        self.A: Any = [[0, 1, 2, 3], [0, 0, 0, 0]]
        self.X = 4
