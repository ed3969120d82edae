from bug import sick_program

from historic import State


def test_each_centre_square_counts_a_tenth() -> None:
    """From e4 (square 66) a king reaches the other three."""
    program = sick_program()
    program.state = State.from_fen("k7/8/8/8/8/4K3/8/8 w - - 0 1")
    scores = {move.square: move.own_score for move in program.think("white").candidates}
    assert round(scores[66], 2) == 0.80
