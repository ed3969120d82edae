"""The tables of museum/historic-selective.md.

They tell what the program sees at ply 9 of the recorded game, how many recorded moves it keeps at each width, how many
times faster it is than `historic` (by the times of this machine and this build), and which recorded moves it does not
keep at the default width. It takes about ten seconds compiled, a few minutes interpreted.
"""

from __future__ import annotations

import time
from typing import Final

from making.page import DOCS, Files, page_with

from historic.position.moves import state_after
from historic.position.sides import other_side
from historic.readings import READINGS, RECORDED
from historic.study.replay import Ply, replay
from historic.study.sample_game import SAMPLE_GAME
from historic.study.terms import board_from_state
from historic.thought import TriedMove
from modern.players import Game, MoveRequest, Player, player_named

PAGE: Final = DOCS / "program" / "museum" / "historic-selective.md"
#: Widths from narrow to wide. 21 is the first at which no recorded move is lost.
WIDTHS: Final = (1, 2, 3, 4, 5, 6, 7, 8, 12, 21)
DEFAULT_WIDTH: Final = 4
#: The ply whose moves the page shows.
SHOWN_PLY: Final = 9
#: The shortest of this many times is used.
ROUNDS: Final = 3


def play_record(player: Player) -> tuple[list[str], float]:
    """Returns the moves that a player chooses in the 23 recorded positions, and the processor time in seconds."""
    game, moves, seconds = Game(), list[str](), 0.0
    for recorded in SAMPLE_GAME:
        start = time.process_time()
        moves.append(str(player.decide(MoveRequest(game)).move))
        seconds += time.process_time() - start
        game.make(game.position.parse_uci(recorded))
    return moves, seconds


def kept(moves: list[str]) -> int:
    """Returns how many of the moves are the recorded ones."""
    return sum(move == recorded for move, recorded in zip(moves, SAMPLE_GAME, strict=True))


def shortest_seconds(name: str) -> float:
    """Returns the least processor time for the 23 positions, in seconds."""
    return min(play_record(player_named(name))[1] for _ in range(ROUNDS))


def width_table() -> str:
    """Returns a row for each width: the moves kept in both readings, and the times faster than `historic`."""
    lines = ["| width | kept, printed | kept, recorded | times faster |", "|---|---|---|---|"]
    full_seconds = shortest_seconds("historic")
    for width in WIDTHS:
        figures = [kept(play_record(player_named(selective(width, reading)))[0]) for reading in READINGS]
        ratio = full_seconds / shortest_seconds(selective(width, READINGS[0]))
        lines.append(f"| {width} | {figures[0]} | {figures[1]} | {ratio:.1f} |")
    figures = [kept(play_record(player_named(f"historic[Reading={reading}]"))[0]) for reading in READINGS]
    lines.append(f"| all: `historic` | {figures[0]} | {figures[1]} | 1 |")
    return "\n".join(lines)


def selective(width: int, reading: str) -> str:
    """Returns the player's name with its options."""
    return f"historic-selective[Width={width},Reading={reading}]"


def moves_by_promise(ply: Ply) -> list[tuple[str | None, TriedMove]]:
    """Returns the moves that the program tries, the most promising first, each with its coordinates."""
    ranked = sorted(ply.thought.candidates, key=lambda tried: -tried.own_score)
    return [(tried.move.coordinates(ply.before, ply.side), tried) for tried in ranked]


def seen_table() -> str:
    """Returns the most promising moves of SHOWN_PLY and the recorded one, with their scores, replies and values."""
    ply = next(ply for ply in replay(RECORDED) if ply.number == SHOWN_PLY)
    lines = ["| rank | move | its own score | best reply | the reply's score | value |", "|---|---|---|---|---|---|"]
    for rank, (move, tried) in enumerate(moves_by_promise(ply), 1):
        if move is not None and (rank <= DEFAULT_WIDTH or move == ply.recorded):
            after = state_after(ply.before, ply.side, move)
            reply = tried.reply.notation(board_from_state(after), after, other_side(ply.side))
            own, replied, value = f"{tried.own_score:.2f}", f"{tried.reply_score:.2f}", f"{tried.value:.2f}"
            lines.append(f"| {rank} | {ply.notation(move)} | {own} | {reply} | {replied} | {value} |")
    return "\n".join(lines)


def lost_table() -> str:
    """Returns a row for each recorded move that is lost at the default width: its rank, and the move played instead."""
    lines = ["| ply | recorded | its rank before the replies | of | plays instead |", "|---|---|---|---|---|"]
    played = play_record(player_named(selective(DEFAULT_WIDTH, RECORDED)))[0]
    for ply, instead in zip(replay(RECORDED), played, strict=True):
        if instead != ply.recorded:
            ranked = [move for move, _ in moves_by_promise(ply)]
            rank = 1 + ranked.index(ply.recorded)
            recorded, other = ply.notation(ply.recorded), ply.notation(instead)
            lines.append(f"| {ply.number} | {recorded} | {rank} | {len(ranked)} | {other} |")
    return "\n".join(lines)


def files() -> Files:
    return page_with(PAGE, {"seen": seen_table(), "widths": width_table(), "lost": lost_table()})
