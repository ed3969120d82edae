"""Makes the suite of `gosub bench tactics`: `python benchmarks/make_tactics.py modern/bench/tactics.epd`.

The positions come from games that the 1994 program and the modern engine, limited to few nodes, play after random
openings. Stockfish finds the moves, and an exhaustive search proves the mates. All programs search a fixed number of
nodes in one thread, so the same programs and seed produce the same file; a different engine version plays different
games.
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

from modern.cli.shell import run_and_exit
from modern.engine.engine import Engine
from modern.engine.limits import Limits
from modern.match.openings import RandomOpenings
from modern.output_files import check_writable, write_atomically
from modern.players import Game, MoveRequest, Player, player_named
from modern.rules import Move, Position

STOCKFISH: Final = "/usr/games/stockfish"

#: The players of White and Black: the nodes per move of the modern engine, or None for the 1994 program.
PAIRINGS: Final[tuple[tuple[int | None, int | None], ...]] = (
    (300, 300),
    (300, 1000),
    (None, 300),
    (1000, 1000),
    (2000, 5000),
    (None, 1000),
)
#: The number of random plies before a game, and the ply at which a game is abandoned.
OPENING_PLIES, MAX_PLIES = 8, 160

#: Stockfish's node limits for one position; its verdict must be the same at each of them.
NODE_BUDGETS: Final = (3_000, 40_000, 400_000)
#: The score used for a mate, in centipawns.
MATE_CENTIPAWNS = 10_000

#: In centipawns. A winning move scores at least WINNING_SCORE. The second-best move is worse by at least MIN_SCORE_GAP,
#: scores at most half as much and at most MAX_SECOND_SCORE. A saving move scores at least HOLDING_SCORE, and the
#: second-best move at most LOSING_SCORE.
WINNING_SCORE, MIN_SCORE_GAP, MAX_SECOND_SCORE = 150, 150, 400
HOLDING_SCORE, LOSING_SCORE = -50, -250
#: A move that the engine finds at these depths, in plies, is too easy for the suite.
SHALLOW_DEPTHS: Final = (1, 2)
#: The maximum number of first moves that solve a mate, and the minimum number of pieces of the mated side.
MAX_SOLUTIONS, MIN_PIECES = 2, 4

#: The minimum distance between positions of one game, in plies, and the maximum number of positions from one game.
MIN_PLIES_APART, MAX_PER_GAME = 10, 3
#: If only mates are still missing, only this many last plies of a game are examined.
LAST_PLIES = 12

MATE_IN_2, MATE_IN_3, WINNING, SAVING = "mate in 2", "mate in 3", "winning move", "saving move"
#: By the number of moves to mate.
MATE_KINDS: Final = {2: MATE_IN_2, 3: MATE_IN_3}


class SuitePuzzle(NamedTuple):
    """A position of the suite, its best moves, the number of moves to mate if it is one, and a comment for the EPD."""

    kind: str
    fen: str
    best: list[chess.Move]
    mate: int | None = None
    comment: str = ""

    def line(self, number: int) -> str:
        """Returns the puzzle as a line of EPD."""
        board = chess.Board(self.fen)
        operations: dict[str, object] = {"bm": sorted(self.best, key=board.san)}
        if self.mate:
            operations["dm"] = self.mate
        if self.comment:
            operations["c0"] = self.comment
        return board.epd(**operations, id=f"{self.kind}, {number:03}")  # type: ignore[arg-type]


@dataclass
class Suite:
    """The puzzles found so far, and the number wanted of each kind; winning and saving moves share one number."""

    wanted: dict[str, int]
    found: list[SuitePuzzle] = field(default_factory=list)

    def wants(self, kind: str) -> bool:
        """Returns True if another puzzle of this kind is wanted."""
        return self.count(kind) < self.wanted[kind]

    def count(self, kind: str) -> int:
        """Returns the number of puzzles of this kind; winning and saving moves are counted together."""
        kinds = {WINNING, SAVING} if kind in (WINNING, SAVING) else {kind}
        return sum(puzzle.kind in kinds for puzzle in self.found)

    def is_full(self) -> bool:
        """Returns True if no more puzzles are wanted."""
        return not any(self.wants(kind) for kind in self.wanted)

    def text(self) -> str:
        """Returns the text of the EPD file: one kind after the other, numbered."""
        numbers: Counter[str] = Counter()
        lines = []
        for kind in (MATE_IN_2, MATE_IN_3, WINNING, SAVING):
            for puzzle in self.found:
                if puzzle.kind == kind:
                    numbers[kind] += 1
                    lines.append(puzzle.line(numbers[kind]))
        return "\n".join(lines) + "\n"


def games(seed: int) -> Iterator[list[str]]:
    """Plays games without end; yields each as the FENs of its positions, without move counters."""
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
        decision = (
            historic.decide(MoveRequest(game))
            if nodes is None
            else modern.decide(MoveRequest(game, Limits(nodes=nodes)))
        )
        assert decision.move is not None
        game.make(decision.move)
    return fens


class Finder:
    """Finds puzzles in positions, with Stockfish's help."""

    def __init__(self, stockfish: chess.engine.SimpleEngine, suite: Suite) -> None:
        self.stockfish = stockfish
        self.suite = suite

    def puzzle_at(self, fen: str) -> SuitePuzzle | None:
        """Returns the puzzle at a position, or None if it has none of a kind that is wanted."""
        board = chess.Board(f"{fen} 0 1")
        if board.legal_moves.count() < 2:
            return None
        for nodes in NODE_BUDGETS:
            lines = self._two_best_lines(board, nodes)
            mate = lines[0]["score"].relative.mate()
            if mate is not None and 0 < mate <= max(MATE_KINDS):
                return self._mate(board)
            move = lines[0]["pv"][0]
            if not self.suite.wants(WINNING) or not kind_of(lines) or _is_found_at_shallow_depth(board.fen(), move):
                return None
        scores = " and the next ".join(str(info["score"].relative) for info in lines)
        return SuitePuzzle(kind_of(lines), board.fen(), [move], comment=f"Stockfish: {scores}")

    def _mate(self, board: chess.Board) -> SuitePuzzle | None:
        """Returns a proven mate puzzle with the shortest mate, or None."""
        if chess.popcount(board.occupied_co[not board.turn]) < MIN_PIECES:
            return None
        position = Position.from_fen(board.fen())
        moves = mate_distance(position, 3)
        if moves not in MATE_KINDS or not self.suite.wants(MATE_KINDS[moves]):
            return None
        solutions = [chess.Move.from_uci(str(Move(code))) for code in mating_moves(position, moves)]
        if len(solutions) > MAX_SOLUTIONS:
            return None
        return SuitePuzzle(MATE_KINDS[moves], board.fen(), solutions, moves)

    def _two_best_lines(self, board: chess.Board, nodes: int) -> list[chess.engine.InfoDict]:
        """Returns Stockfish's analysis of the two best moves, starting with an empty hash table."""
        return self.stockfish.analyse(board, chess.engine.Limit(nodes=nodes), multipv=2, game=object())


def kind_of(lines: list[chess.engine.InfoDict]) -> str:
    """Returns the kind of puzzle: what the best move achieves and the second-best does not; "" if they are alike."""
    best_score, second_score = (info["score"].relative.score(mate_score=MATE_CENTIPAWNS) for info in lines)
    if best_score >= WINNING_SCORE and second_score <= min(
        best_score - MIN_SCORE_GAP, best_score // 2, MAX_SECOND_SCORE
    ):
        return WINNING
    return SAVING if best_score >= HOLDING_SCORE and second_score <= LOSING_SCORE else ""


def _is_found_at_shallow_depth(fen: str, move: chess.Move) -> bool:
    """Returns True if the modern engine finds the move at one of the SHALLOW_DEPTHS."""
    for depth in SHALLOW_DEPTHS:
        report = Engine(1).think(Position.from_fen(fen), Limits(depth=depth))
        if report is not None and str(report.pv[0]) == move.uci():
            return True
    return False


def gather(suite: Suite, finder: Finder, seed: int) -> None:
    """Searches games for puzzles, each game from its end, until the suite is full."""
    fens: set[str] = set()
    for number, game_fens in enumerate(games(seed), 1):
        taken: list[int] = []
        for index in reversed(range(len(game_fens))):
            if suite.is_full() or len(taken) == MAX_PER_GAME:
                break
            if not suite.wants(WINNING) and index < len(game_fens) - LAST_PLIES:
                break
            if (taken and taken[-1] - index < MIN_PLIES_APART) or game_fens[index] in fens:
                continue
            puzzle = finder.puzzle_at(game_fens[index])
            if puzzle is not None:
                suite.found.append(puzzle)
                taken.append(index)
                fens.add(game_fens[index])
        if suite.is_full():
            return
        if number % 10 == 0:
            click.echo(f"{number} games: {', '.join(f'{suite.count(kind)} {kind}' for kind in suite.wanted)}", err=True)


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--mates", default=60, show_default=True, help="Number of mates in 2, and of mates in 3.")
@click.option("--others", default=126, show_default=True, help="Number of winning and saving moves.")
@click.option("--seed", default=1994, show_default=True, help="Seed of the openings.")
@click.option("--stockfish", default=STOCKFISH, show_default=True, type=click.Path(exists=True, dir_okay=False))
def main(file: Path, mates: int, others: int, seed: int, stockfish: str) -> None:
    """Write the suite to FILE as EPD. Ctrl-C writes the positions found so far."""
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
