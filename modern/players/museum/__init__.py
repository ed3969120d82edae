"""The museum: the other programs of the documents, each rebuilt as a player.

exhibit.py is what they share: the program chooses a move by its own rules, and the arbiter replaces an illegal choice.
Each exhibit is one file, which tells what the program was and what is certain about it: firstchess.py, diablo.py,
huo.py, huo_tutorial.py, novice.py, historic_selective.py and random_mover.py. Where a search loop is slow in plain
Python, it is in `cores`, which a compiled build compiles.
"""
