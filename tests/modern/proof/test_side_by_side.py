"""Two sides compared at each return: a small program of our own, with differences that must be found and named."""

from __future__ import annotations

import pytest
from small_program import COUNTERS, LABELS, LISTING, SmallPort

from historic.basic.language import compile_listing
from modern.proof.listing_side import ListingSide
from modern.proof.port_side import PortSide
from modern.proof.proof import SECONDS_A_TURN, Job, Proof
from modern.proof.sides import ProofTask
from modern.proof.tasks import SelfPlay, record_turns
from modern.proof.trails import FirstDifference, find_difference, run_digest

LISTING_SIDE = ListingSide(compile_listing(LISTING), LABELS)


def port(program: type[SmallPort]) -> PortSide:
    return PortSide(program, LISTING_SIDE.layout, labels=LABELS, counters=COUNTERS)


def difference(program: type[SmallPort], rounds: int | None = 1) -> FirstDifference | None:
    task = SelfPlay("some rounds", rounds)
    side = port(program)
    return find_difference(task, run_digest(side, task), (LISTING_SIDE, side))


def named(found: FirstDifference | None) -> tuple[int, str, list[tuple[str, str, str]]]:
    """Returns after how many equal returns, at which label, and each name with the listing's and the port's value."""
    assert found is not None
    return found.index, found.label, [(one.name, *one.values) for one in found.differences]


def test_equal_sides_have_no_difference_until_error_9_ends_both() -> None:
    assert difference(SmallPort, rounds=1) is None
    assert difference(SmallPort, rounds=None) is None
    assert run_digest(port(SmallPort), SelfPlay("", None)).ending == "error 9 under WHITE"


def test_the_moments_are_the_returns_and_the_end_and_each_new_score_is_counted() -> None:
    trail = run_digest(LISTING_SIDE, SelfPlay("", 1))
    assert len(trail) == len(["INIT", "BOARD", "BLACK", "BLACK", "BLACK", "WHITE", "BOARD", "the end"])
    assert (trail.scores, trail.ending) == (3, "STOP")


def test_a_proof_takes_at_least_as_long_as_its_self_play_however_many_processes_there_are() -> None:
    def seconds(processes: int, *tasks: ProofTask) -> float:
        return Proof("comparing", [Job("printed", task) for task in tasks], {}).expected_seconds(processes)

    game, turns = SelfPlay("self-play"), record_turns(2)
    assert seconds(1, *turns) == 2 * SECONDS_A_TURN
    assert seconds(1, game, *turns) == seconds(1, game) + seconds(1, *turns)
    assert seconds(2, game, *turns) == seconds(1, game) > seconds(1, *turns)


def test_a_number_is_compared_to_its_last_bit() -> None:
    class Unrounded(SmallPort):
        def BLACK(self) -> None:
            self.S1 += self.A[0][self.square] * 0.1
            self.A[1][self.square] += 1

    assert named(difference(Unrounded)) == (2, "BLACK", [("S1", "0.10000000149011612", "0.1")])


def test_an_element_of_an_array_is_named_with_its_subscripts() -> None:
    class WrongElement(SmallPort):
        def BLACK(self) -> None:
            super().BLACK()
            self.A[1][self.square - 1] += 1

    assert named(difference(WrongElement)) == (2, "BLACK", [("A(1,0)", "0", "1")])


def test_the_counter_of_a_loop_that_still_runs_is_compared() -> None:
    class WrongCounter(SmallPort):
        def rounds(self) -> None:
            for X8 in (1, 3, 2):
                self.count(X8 if X8 == 1 else 5 - X8)
                self.A_string = self.screen.INKEY()
            self.X8 = 4

    assert named(difference(WrongCounter)) == (3, "BLACK", [("X8", "2", "3")])


def test_a_string_is_compared() -> None:
    class WrongString(SmallPort):
        def BOARD(self) -> None:
            super().BOARD()
            self.A_string = "X"

    assert named(difference(WrongString)) == (1, "BOARD", [("A$", '""', '"X"')])


def test_what_is_printed_is_compared() -> None:
    class WrongPrint(SmallPort):
        def BOARD(self) -> None:
            self.screen.CLS()
            self.screen.PRINT("ROUND", self.N + 1)

    printed = "'[cleared]ROUND 1 \\n'", "'[cleared]ROUND 2 \\n'"
    assert named(difference(WrongPrint)) == (1, "BOARD", [("what is printed", *printed)])


def test_a_score_that_is_gone_at_the_next_return_is_compared() -> None:
    class WrongScore(SmallPort):
        def count(self, X8: int) -> None:
            super().count(X8)
            if X8 == 3:
                self.S1 += 1

        def WHITE(self) -> None:
            super().WHITE()
            self.S1 -= 1

    (index, label, found) = named(difference(WrongScore))
    assert (index, label) == (5, "WHITE")
    assert [name for name, _, _ in found] == ["score 1"]


def test_a_subroutine_that_is_not_called_is_named() -> None:
    class NoBlack(SmallPort):
        def count(self, X8: int) -> None:
            self.S1 = 0.1

    index, label, found = named(difference(NoBlack))
    assert (index, label) == (2, "BLACK")
    assert found[0] == ("what happens", "BLACK", "WHITE")


def test_what_the_variables_hold_at_the_end_is_compared() -> None:
    """The program ends at INPUT. Nothing returns after the number has changed."""

    class WrongAtTheEnd(SmallPort):
        def BOARD(self) -> None:
            super().BOARD()
            self.is_at_input = True

        @property
        def N(self) -> int:
            return self._n + getattr(self, "at_end", 0)

        @N.setter
        def N(self, number: int) -> None:
            self._n = number

        def run(self) -> None:
            try:
                super().run()
            finally:
                self.at_end = 1

    assert named(difference(WrongAtTheEnd)) == (7, "STOP", [("N", "2", "3")])


def test_another_end_is_a_difference() -> None:
    class NoError(SmallPort):
        def clear(self, place: int) -> None:
            if place <= 3:
                super().clear(place)

    assert named(difference(NoError, rounds=9))[2][0] == ("what happens", "error 9 under WHITE", "WHITE")


@pytest.mark.parametrize("label", LABELS)
def test_each_label_is_watched(label: str) -> None:
    class Wrong(SmallPort):
        pass

    def wrong(self: SmallPort) -> None:
        getattr(SmallPort, label)(self)
        self.N += 10

    setattr(Wrong, label, wrong)
    _, where, found = named(difference(Wrong))
    assert where == label
    assert found[0][0] == "N"
