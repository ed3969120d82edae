"""Make the suite of `gosub bench tactics`: `python benchmarks/make_tactics.py modern/bench/tactics.epd`.

The positions are of games that the program of 1994 and the engine of today, held to few nodes, play after random
openings. Stockfish finds the moves, a plain search proves the mates. All of them think by nodes and in one thread, so
the same programs and seed make the same file; a stronger engine plays other games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

import chess
import chess.engine
import click
from mate_proof import mate_distance, mating_moves

from historic.shell import check_writable, run_and_exit, write_atomically
from modern.engine.engine import Engine
from modern.engine.limits import Limits
from modern.match.openings import RandomOpenings
from modern.players import Game, Player, Turn, player_named
from modern.rules import Move, Position

STOCKFISH: Final = "/usr/games/stockfish"

#: Who plays, White and Black in turn: nodes of the engine of today, or None for the program of 1994.
PAIRINGS: Final[tuple[tuple[int | None, int | None], ...]] = (
    (300, 300),
    (300, 1000),
    (None, 300),
    (1000, 1000),
    (2000, 5000),
    (None, 1000),
)
#: Random plies before a game; a game is given up after so many.
OPENING_PLIES, MAX_PLIES = 8, 160

#: What Stockfish may look at, in nodes: each time what it has seen has to hold.
NODE_BUDGETS: Final = (3_000, 40_000, 400_000)
#: Instead of centipawns for a mate.
MATE_CENTIPAWNS = 10_000

#: In centipawns: a move wins, and the next is so much worse, at most half as good and wins no more than that; or a move
#: holds, and the next loses.
WINNING_SCORE, MIN_SCORE_GAP, MAX_SECOND_SCORE = 150, 150, 400
HOLDING_SCORE, LOSING_SCORE = -50, -250
#: What is seen at these depths, in plies, is no puzzle.
SHALLOW_DEPTHS: Final = (1, 2)
#: A mate has no more first moves, and is given against no fewer men.
MAX_SOLUTIONS, MIN_PIECES = 2, 4

#: Positions of one game are at least so many plies apart; there are no more of it than this.
MIN_PLIES_APART, MAX_PER_GAME = 10, 3
#: Where only mates are wanted any more, so many last plies of a game are looked at.
LAST_PLIES = 12

MATE_IN_2, MATE_IN_3, WINNING, SAVING = "mate in 2", "mate in 3", "winning move", "saving move"
#: By the moves that it takes.
MATE_KINDS: Final = {2: MATE_IN_2, 3: MATE_IN_3}


class SuitePuzzle(NamedTuple):
    """A position, the moves asked for, in how many moves they mate if they do, and what Stockfish says of the next."""

    kind: str
    fen: str
    best: list[chess.Move]
    mate: int | None = None
    comment: str = ""

    def line(self, number: int) -> str:
        """The EPD."""
        board = chess.Board(self.fen)
        asked: dict[str, object] = {"bm": sorted(self.best, key=board.san)}
        if self.mate:
            asked["dm"] = self.mate
        if self.comment:
            asked["c0"] = self.comment
        return board.epd(**asked, id=f"{self.kind}, {number:03}")  # type: ignore[arg-type]


@dataclass
class Suite:
    """What has been found, and how much is wanted of each: winning and saving moves are wanted together."""

    wanted: dict[str, int]
    found: list[SuitePuzzle] = field(default_factory=list)

    def wants(self, kind: str) -> bool:
        """Whether there is room for another."""
        return self.count(kind) < self.wanted[kind]

    def count(self, kind: str) -> int:
        """How many there are; saving moves are counted among the winning ones."""
        kinds = {WINNING, SAVING} if kind in (WINNING, SAVING) else {kind}
        return sum(puzzle.kind in kinds for puzzle in self.found)

    def is_full(self) -> bool:
        """Whether nothing is wanted any more."""
        return not any(self.wants(kind) for kind in self.wanted)

    def text(self) -> str:
        """The file: each kind in turn, numbered."""
        numbers: Counter[str] = Counter()
        lines = []
        for kind in (MATE_IN_2, MATE_IN_3, WINNING, SAVING):
            for puzzle in self.found:
                if puzzle.kind == kind:
                    numbers[kind] += 1
                    lines.append(puzzle.line(numbers[kind]))
        return "\n".join(lines) + "\n"


def games(seed: int) -> Iterator[list[str]]:
    """One game after the other, as the FENs of its positions without counters, with no end."""
    openings = RandomOpenings(OPENING_PLIES, seed)
    modern, historic = player_named("modern"), player_named("historic")
    modern.set_option("Hash", "1")
    for number in count():
        pair = PAIRINGS[number % len(PAIRINGS)]
        if number // len(PAIRINGS) % 2:
            pair = pair[::-1]
        game = Game(*openings.for_pair(number))
        modern.new_game()
        historic.new_game()
        yield _play_game(game, pair, modern, historic)


def _play_game(game: Game, pair: Sequence[int | None], modern: Player, historic: Player) -> list[str]:
    fens = []
    while len(game.moves) < MAX_PLIES and not game.position.outcome(claim=True):
        fens.append(" ".join(game.position.fen().split()[:4]))
        nodes = pair[len(game.moves) % 2]
        decision = historic.decide(Turn(game)) if nodes is None else modern.decide(Turn(game, Limits(nodes=nodes)))
        assert decision.move is not None
        game.make(decision.move)
    return fens


class Finder:
    """Finds what is worth asking in a position, with Stockfish's help."""

    def __init__(self, stockfish: chess.engine.SimpleEngine, suite: Suite) -> None:
        self.stockfish = stockfish
        self.suite = suite

    def puzzle_at(self, fen: str) -> SuitePuzzle | None:
        """A puzzle of a kind that is wanted."""
        board = chess.Board(f"{fen} 0 1")
        if board.legal_moves.count() < 2:
            return None
        for nodes in NODE_BUDGETS:
            look = self._two_best_lines(board, nodes)
            mate = look[0]["score"].relative.mate()
            if mate is not None and 0 < mate <= max(MATE_KINDS):
                return self._mate(board)
            move = look[0]["pv"][0]
            if not self.suite.wants(WINNING) or not kind_of(look) or _is_found_at_shallow_depth(board.fen(), move):
                return None
        told = " and the next ".join(str(info["score"].relative) for info in look)
        return SuitePuzzle(kind_of(look), board.fen(), [move], comment=f"Stockfish: {told}")

    def _mate(self, board: chess.Board) -> SuitePuzzle | None:
        """A mate, proven, if there is no shorter one."""
        if chess.popcount(board.occupied_co[not board.turn]) < MIN_PIECES:
            return None
        position = Position.from_fen(board.fen())
        moves = mate_distance(position, 3)
        if moves not in MATE_KINDS or not self.suite.wants(MATE_KINDS[moves]):
            return None
        ways = [chess.Move.from_uci(str(Move(code))) for code in mating_moves(position, moves)]
        return SuitePuzzle(MATE_KINDS[moves], board.fen(), ways, moves) if len(ways) <= MAX_SOLUTIONS else None

    def _two_best_lines(self, board: chess.Board, nodes: int) -> list[chess.engine.InfoDict]:
        """What Stockfish says of its best move and of the next; it begins with an empty table."""
        return self.stockfish.analyse(board, chess.engine.Limit(nodes=nodes), multipv=2, game=object())


def kind_of(lines: list[chess.engine.InfoDict]) -> str:
    """What the best move does that the next does not; nothing where they are alike."""
    best_score, second_score = (info["score"].relative.score(mate_score=MATE_CENTIPAWNS) for info in lines)
    if best_score >= WINNING_SCORE and second_score <= min(
        best_score - MIN_SCORE_GAP, best_score // 2, MAX_SECOND_SCORE
    ):
        return WINNING
    return SAVING if best_score >= HOLDING_SCORE and second_score <= LOSING_SCORE else ""


def _is_found_at_shallow_depth(fen: str, move: chess.Move) -> bool:
    """Whether the engine of today plays a move without looking far."""
    for depth in SHALLOW_DEPTHS:
        found = Engine(1).think(Position.from_fen(fen), Limits(depth=depth))
        if found is not None and str(found.pv[0]) == move.uci():
            return True
    return False


def gather(suite: Suite, finder: Finder, seed: int) -> None:
    """Look through games, each from its end, until the suite is full."""
    fens: set[str] = set()
    for number, played in enumerate(games(seed), 1):
        taken: list[int] = []
        for index in reversed(range(len(played))):
            if suite.is_full() or len(taken) == MAX_PER_GAME:
                break
            if not suite.wants(WINNING) and index < len(played) - LAST_PLIES:
                break
            if (taken and taken[-1] - index < MIN_PLIES_APART) or played[index] in fens:
                continue
            puzzle = finder.puzzle_at(played[index])
            if puzzle is not None:
                suite.found.append(puzzle)
                taken.append(index)
                fens.add(played[index])
        if suite.is_full():
            return
        if number % 10 == 0:
            click.echo(f"{number} games: {', '.join(f'{suite.count(kind)} {kind}' for kind in suite.wanted)}", err=True)


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--mates", default=60, show_default=True, help="In 2, and as many in 3.")
@click.option("--others", default=126, show_default=True, help="Moves that win or save.")
@click.option("--seed", default=1994, show_default=True, help="Of the openings.")
@click.option("--stockfish", default=STOCKFISH, show_default=True, type=click.Path(exists=True, dir_okay=False))
def main(file: Path, mates: int, others: int, seed: int, stockfish: str) -> None:
    """Write the suite to FILE, as an EPD; Ctrl-C ends it with what has been found."""
    check_writable(file)
    suite = Suite({MATE_IN_2: mates, MATE_IN_3: mates, WINNING: others})
    try:
        with suppress(KeyboardInterrupt), chess.engine.SimpleEngine.popen_uci(stockfish, setpgrp=True) as engine:
            engine.configure({"Threads": 1, "Hash": 16})
            gather(suite, Finder(engine, suite), seed)
    except chess.engine.EngineError as error:
        raise click.ClickException(f"{stockfish} does not answer as Stockfish does: {error}") from None
    write_atomically(file, suite.text())
    click.echo(f"{len(suite.found)} positions")


if __name__ == "__main__":
    run_and_exit(main, "make_tactics.py")
