import importlib.util
import sys

from modern.rules import Position

PUZZLES = [
    ("capture the queen", "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "exd5"),
    ("leave the protected pawn", "4k3/2p5/3p4/8/8/8/3Q4/3K4 w - - 0 1", "not Qxd6"),
    ("checkmate in one", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "Ra8#"),
    ("checkmate in two", "7k/8/5K2/8/8/8/8/R7 w - - 0 1", "Kg6"),
]


def main(name: str) -> None:
    """Prints what the program in a file chooses in each puzzle."""
    if importlib.util.find_spec(name) is None:
        sys.exit(f"there is no file {name}.py here")
    choose = importlib.import_module(name).choose
    for title, fen, wanted in PUZZLES:
        position = Position.from_fen(fen)
        chosen = choose(position)
        if chosen not in position.legal_moves():
            print(f"{'wrong':8}{title}: choose returned {chosen}, which is not a legal move")
            continue
        move = position.san(chosen)
        solved = move != wanted[4:] if wanted.startswith("not ") else move == wanted
        print(f"{'solved' if solved else 'wrong':8}{title}: {move}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("expected: the name of a program, such as step1")
    main(sys.argv[1].removesuffix(".py"))
