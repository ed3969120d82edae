"""Studies of the program: the moves that it tries, the terms of its scores, traces, replays and diagrams.

Read the files in this order: sample_game.py and replay.py (the recorded game, replayed), candidates.py (the moves that
the program tries), terms.py (the terms of their scores), traces.py (thoughts as JSON lines), diagram.py (boards as
text).
"""
