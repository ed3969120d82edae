"""An outside program: `python outside_program.py PROTOCOL BEHAVIOUR [LOG]`. The lines it receives are written to LOG.

It plays random moves, the same ones in the same position. The behaviours are:
plays     nothing else.
crashes   it ends at its third move.
mute      it answers with its move alone (UCI).
one-game  it ends when its second game begins (UCI).
illegal   it answers e2e5.
none      it answers that it has no move.
sleeps    from its third move on it answers nothing.
waits     it answers only a stop.
garbage   it speaks no protocol.
stubborn  it ends neither at quit nor at the end of its input.
resigns   it resigns at its second move (xboard).
counts    it reports 900 nodes, and answers only a stop (UCI).
odd       the defaults of its options are none of their values (UCI).
silent    told to take moves back, it falls silent (xboard).
no-sd     it does not know sd (xboard); sd-moves takes it for a move.
whole     it ends at a fraction of a second in st, and moves only at ? (xboard).
refuses   it refuses its opponent's second move, and is silent then (xboard); no-position, a position that is set up.
no-setboard, no-features  it lacks setboard, or says nothing of its features (xboard).
elo       it also offers to limit its strength (UCI).
lines     it has MultiPV, as waits and crashes have, and sends as many lines, each a pawn worse (UCI).
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

import chess

OPTIONS = (
    "Level type spin default 3 min 1 max 9",
    "Brave type check default false",
    "Style type combo default Solid var Solid var Wild",
    "Book type string default <empty>",
    "Forget type button",
    "Ponder type check default false",
)
ELO_OPTIONS = ("UCI_LimitStrength type check default false", "UCI_Elo type spin default 1350 min 1350 max 2850")
MULTI_PV = "MultiPV type spin default 1 min 1 max 5"
WITH_LINES = ("lines", "waits", "crashes")
ODD_OPTIONS = (
    "Old Hash type spin default 0 min 1 max 64",
    "Old Style type combo default Very Solid var Solid var Wild",
    "Old Speed type spin default min 3 max 9",
    "Old Mood type combo default var Calm var Angry",
)

SD_ANSWERS = {"no-sd": "Error (unknown command): {0}", "sd-moves": "Illegal move: {0} {1}"}


class OutsideProgram:
    """The behaviour that both protocols share."""

    def __init__(self, behaviour: str, log: Path | None) -> None:
        self.behaviour = behaviour
        self.log = log
        self.board = chess.Board()
        #: The words of the last position command, which is on the board.
        self.position: list[str] = []
        self.line_count = 1
        self.move_count = self.game_count = 0

    def send(self, *lines: str) -> None:
        """Prints lines and flushes."""
        print(*lines, sep="\n", flush=True)

    def run(self) -> None:
        """Handles lines until quit."""
        for line in sys.stdin:
            if self.log:
                with self.log.open("a") as file:
                    file.write(line)
            words = line.split()
            if words[:1] == ["quit"] and self.behaviour != "stubborn":
                return
            if words:
                self.handle(words)
        while self.behaviour == "stubborn":
            time.sleep(1)

    def handle(self, words: list[str]) -> None:
        """Executes a command."""
        raise NotImplementedError

    def move(self) -> str:
        """Returns a move, or misbehaves."""
        self.move_count += 1
        if self.behaviour == "crashes" and self.move_count == 3:
            sys.exit("out of luck")
        while self.behaviour == "sleeps" and self.move_count == 3:
            time.sleep(1)
        if self.behaviour == "illegal":
            return "e2e5"
        moves = sorted(self.board.legal_moves, key=str)
        return random.Random(self.board.fen()).choice(moves).uci()


class UciProgram(OutsideProgram):
    """A program that speaks UCI."""

    def handle(self, words: list[str]) -> None:
        """Executes a command."""
        if words[0] == "uci":
            self.send(
                "id name Sparring Partner",
                "id author Nobody",
                *(f"option name {option}" for option in OPTIONS),
                *(f"option name {option}" for option in ELO_OPTIONS if self.behaviour == "elo"),
                *(f"option name {option}" for option in ODD_OPTIONS if self.behaviour == "odd"),
                *(f"option name {option}" for option in (MULTI_PV,) if self.behaviour in WITH_LINES),
                "uciok",
            )
        elif words[:3] == ["setoption", "name", "MultiPV"]:
            self.line_count = int(words[4])
        elif words[0] == "isready":
            self.send("readyok")
        elif words[0] == "ucinewgame":
            self.game_count += 1
            if self.behaviour == "one-game" and self.game_count == 2:
                sys.exit()
        elif words[0] == "position":
            self.set_position(words[1:])
        elif words[0] == "go" and self.behaviour == "counts":
            self.send("info depth 1 score cp 1 nodes 90", "info depth 2 score cp 2 nodes 900")
        elif (words[0] == "go" and self.behaviour != "waits") or words[0] == "stop":
            self.answer()

    def set_position(self, words: list[str]) -> None:
        """Sets up a position. Only the moves that are new since the last position of the game are made."""
        known = len(self.position)
        if words[:known] != self.position or known < 2:
            known = words.index("moves") if "moves" in words else len(words)
            self.board = chess.Board() if words[0] == "startpos" else chess.Board(" ".join(words[1:7]))
        for move in words[known:]:
            if move != "moves":
                self.board.push_uci(move)
        self.position = words

    def answer(self) -> None:
        """Sends a score and the move."""
        if self.behaviour == "none":
            self.send("bestmove (none)")
            return
        move = self.move()
        if self.behaviour == "mute":
            self.send(f"bestmove {move}")
            return
        if self.behaviour == "lines":
            moves = sorted(map(str, self.board.legal_moves))[: self.line_count]
            for rank, each in enumerate(moves, 1):
                self.send(f"info depth 4 multipv {rank} score cp {-100 * rank} nodes {70 * rank} pv {each}")
            self.send(f"bestmove {moves[0]}")
            return
        print("a line on standard error", file=sys.stderr, flush=True)
        score = "mate -2" if self.board.is_check() else "cp 13"
        self.send("a line that is not UCI", f"info depth 4 score {score} nodes 70 pv {move}", f"bestmove {move}")


class XBoardProgram(OutsideProgram):
    """A program that speaks xboard's protocol."""

    def handle(self, words: list[str]) -> None:
        """Executes a command."""
        if words[0] == "protover":
            setboard = int(self.behaviour != "no-setboard")
            if self.behaviour != "no-features":
                self.send(f'feature myname="Old Partner" ping=1 setboard={setboard} usermove=1 reuse=1 done=1')
        elif words[0] == "ping":
            self.send(f"pong {words[1]}")
        elif words[0] in ("undo", "remove"):
            while self.behaviour == "silent":
                time.sleep(1)
        elif words[0] == "new":
            self.board = chess.Board()
        elif words[0] == "setboard" and self.behaviour == "no-position":
            self.send("tellusererror Illegal position")
            self.behaviour = "refused"
        elif words[0] == "usermove" and self.behaviour == "refuses" and self.board.move_stack:
            self.send(f"Invalid move: {words[1]}")
            self.behaviour = "refused"
        elif words[0] == "setboard":
            self.board = chess.Board(" ".join(words[1:]))
        elif words[0] == "usermove":
            self.board.push_uci(words[1])
        elif words[0] == "sd" and self.behaviour in SD_ANSWERS:
            self.send(SD_ANSWERS[self.behaviour].format(*words))
        elif words[0] == "st" and self.behaviour == "whole" and not words[1].isdigit():
            sys.exit("Error (bad time)")
        elif words[0] == ("?" if self.behaviour == "whole" else "go") and self.behaviour != "refused":
            self.answer()

    def answer(self) -> None:
        move = self.move()
        if self.behaviour == "resigns" and self.move_count == 2:
            self.send("resign")
            return
        if self.behaviour != "illegal":
            self.board.push_uci(move)
        self.send(f"4 13 0 70 {move}", f"move {move}")


def main(protocol: str, behaviour: str, log: str = "") -> None:
    """Runs a program until its input ends."""
    if behaviour == "garbage":
        for line in sys.stdin:
            print("what is", line, flush=True)
        return
    program = UciProgram if protocol == "uci" else XBoardProgram
    program(behaviour, Path(log) if log else None).run()


if __name__ == "__main__":
    main(*sys.argv[1:])
