"""Prints the problems in a file of games or positions, and counts its readable entries."""

from __future__ import annotations

from collections.abc import Iterable

from modern.cli.shell import EXIT_FAILURE, echo
from modern.game.game import Game
from modern.game.problems import Problem
from modern.rules.errors import printable


class ReadingReport:
    """The problems in the file `source`, printed on standard error as it is read. It has `noun`s, such as games.

    `read`      how many could be read.
    `skipped`   how many could not.
    `has_loss`  True if something of the file was left out.
    """

    def __init__(self, source: object, noun: str = "game") -> None:
        self.source = printable(str(source))
        self.noun = noun
        self.read = 0
        self.skipped = 0
        self.has_loss = False

    @property
    def exit_code(self) -> int:
        """1 if something was left out, else 0."""
        return EXIT_FAILURE if self.has_loss or self.skipped else 0

    def add(self, number: int, problems: Iterable[Problem], is_skipped: bool) -> None:
        """Counts a game or position, and prints its problems."""
        self.read += not is_skipped
        self.skipped += is_skipped
        self.print(problems, f"{self.noun} {number}, ", is_skipped)

    def add_game(self, number: int, game: Game) -> None:
        """Counts a game, skipped if it has an error, and prints its problems."""
        self.add(number, game.problems, bool(game.error))

    def add_line(self, problem: Problem) -> None:
        """Prints a problem of a line that has a position, which is skipped if something is lost."""
        self.skipped += problem.is_loss
        self.print([problem], is_skipped=problem.is_loss)

    def print(self, problems: Iterable[Problem], place: str = "", is_skipped: bool = False) -> None:
        """Prints problems; `place` says where they are beside their lines."""
        for problem in problems:
            self.has_loss = self.has_loss or problem.is_loss
            done = f"; the {self.noun} is skipped" if is_skipped and not problem.done else ""
            echo(f"{self.source}: {place}{problem}{done}", err=True)

    def print_count(self) -> None:
        """Prints `997 games read, 3 skipped`, if one was skipped."""
        if self.skipped:
            nouns = f"{self.noun}{'' if self.read == 1 else 's'}"
            echo(f"{self.source}: {self.read:,} {nouns} read, {self.skipped:,} skipped", err=True)


def print_warnings(warnings: Iterable[str]) -> None:
    """Prints warnings about a position that was typed."""
    for warning in warnings:
        echo(f"warning: {warning}", err=True)
