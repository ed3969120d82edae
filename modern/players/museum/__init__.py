"""The museum: the other programs of the documents, each rebuilt as a player.

exhibit.py has the common part: the program chooses a move by its own rules, and the arbiter replaces an illegal choice.
Each exhibit is one file, which tells about the program and how certain that is: firstchess.py, diablo.py,
huo.py, huo_tutorial.py, novice.py, historic_selective.py and random_mover.py. Where a search loop is slow in plain
Python, it is in `cores`, which a compiled build compiles.
"""
