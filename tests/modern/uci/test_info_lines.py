"""Every info line of whole games, checked by python-chess as match programs such as fastchess check it."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import chess
import pytest
from exhibits import EXHIBITS, reduced
from scenarios import LONG
from uci_games import uci_process

#: Players, and what they are sent. Of 60 nodes a search with several lines does not reach the last of them.
TURNS = [
    *((reduced(name), "go nodes 200") for name in (*EXHIBITS, "historic")),
    *((f"modern[UCI_Elo={elo}]", "go nodes 300") for elo in (400, 1000, 1600)),
    *((f"modern[MultiPV={lines}]", f"go nodes {nodes}") for lines, nodes in ((1, 1), (1, 800), (3, 800), (256, 60))),
]
#: The most plies of a game; minutes each for some players.
PLIES = 150 if LONG else 60
INFO = re.compile(r"info depth .*?multipv (\d+) score (cp|mate) (-?\d+)( \w+bound)?.* pv (.+)")


def end(board: chess.Board) -> bool:
    """Returns True if the game is over, or drawn if somebody claims it."""
    drawn = board.is_repetition(3) or board.halfmove_clock >= 100 or board.is_insufficient_material()
    return drawn or not any(board.legal_moves)


def faults(board: chess.Board, lines: list[str], most: int) -> Iterator[str]:
    """Yields what is wrong in the lines of a turn that shows at most this many variations."""
    found = [match for line in lines if (match := INFO.fullmatch(line))]
    best = lines[-1].split()[1]
    shown: dict[int, str] = {}
    for match in found:
        rank, unit, number, bound, text = match.groups()
        line = board.copy()
        for uci in text.split():
            if line.ply() > board.ply() and end(line):
                yield f"goes on after the end: {match[0]}"
            if chess.Move.from_uci(uci) not in line.legal_moves:
                yield f"illegal: {match[0]}"
                break
            line.push_uci(uci)
        plies = 2 * int(number) - 1 if int(number) > 0 else -2 * int(number)
        if unit == "mate" and not bound and (not line.is_checkmate() or line.ply() - board.ply() != plies):
            yield f"not a whole mate: {match[0]}"
        shown[int(rank)] = text.split()[0]
    if shown.get(1) != best:
        yield f"bestmove {best}, but the first line begins with {shown.get(1)}"
    if len({*shown.values()}) < len(shown) or [*shown] != [*range(1, len(shown) + 1)] or len(shown) > most:
        yield f"two lines with one move, or a rank left out: {shown}"


@pytest.mark.slow
@pytest.mark.parametrize(("name", "go"), TURNS)
def test_every_info_line_of_a_game_is_as_a_match_program_expects_it(name: str, go: str) -> None:
    board, generator = chess.Board(), random.Random(name)
    for _ in range(6):
        board.push(generator.choice([*board.legal_moves]))
    most = int(found[1]) if (found := re.search(r"MultiPV=(\d+)", name)) else 1
    with uci_process(name) as engine:
        while not end(board) and board.ply() < PLIES:
            moves = " ".join(map(str, board.move_stack))
            lines = engine.send(f"position startpos moves {moves}", go, until="bestmove")
            assert [*faults(board, lines, most)] == [], moves
            board.push_uci(lines[-1].split()[1])
