"""The 1994 program with a planted fault, next to the healthy one."""

import sys

from historic import Program, State
from historic.position.moves import state_after
from historic.position.state import StateError, side_to_move
from historic.study.replay import side_of_ply
from historic.study.sample_game import SAMPLE_GAME
from modern.proof.changed_port import changed_port
from modern.proof.port_changes import port_changes, port_source

#: The number of the fault. Your teacher may give you another one.
FAULT = 228


def sick_program(fault: int = FAULT) -> Program:
    """Returns the program with one token of its source changed."""
    return changed_port([port_changes(port_source())[fault]])("printed", None)


def compare_game() -> None:
    """Prints the plies of the recorded game at which the two programs choose differently."""
    healthy, sick = Program(), sick_program()
    differs = False
    for ply, recorded in enumerate(SAMPLE_GAME, 1):
        side, before = side_of_ply(ply), healthy.state
        sick.state = before
        moves = healthy.play(side).move, sick.play(side).move
        if moves[0] != moves[1]:
            differs = True
            print(f"ply {ply} ({side}): healthy {moves[0]}, sick {moves[1]}")
        healthy.state = state_after(before, side, recorded)
    if not differs:
        print("no difference")


def compare_position(fen: str) -> None:
    """Prints the moves for which the two programs compute different scores, before any reply."""
    try:
        state, side = State.from_fen(fen), side_to_move(fen)
    except StateError as error:
        sys.exit(f"this is no position: {error}")
    scores = []
    for program in (Program(), sick_program()):
        program.state = before = state
        tried = program.think(side).candidates
        scores.append({move.move.uci(before, side): move.own_score for move in tried})
    if scores[0] == scores[1]:
        print("no difference")
    for move, healthy in scores[0].items():
        sick = scores[1][move]
        if sick != healthy:
            print(f"{move}: healthy {healthy:+.2f}, sick {sick:+.2f}, difference {sick - healthy:+.2f}")


def reveal() -> None:
    """Prints the changed line."""
    change = port_changes(port_source())[FAULT]
    print(f"{change.label}: {port_source().splitlines()[change.line - 1].strip()}")
    print(f"{change.old!r} became {change.new!r}")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["game"]:
            compare_game()
        case ["position", first, *others]:
            compare_position(" ".join([first, *others]))
        case ["reveal"]:
            reveal()
        case _:
            sys.exit("expected: game, position FEN, or reveal")
