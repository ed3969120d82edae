"""Studies of the program: the moves that it tries, the terms of its scores, traces, replays and diagrams."""
