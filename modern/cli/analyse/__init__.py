"""`gosub analyse`: a player analyses a position, or all positions of a game.

Read the files in this order: command.py (the options); position.py (a position); analysing.py (the games of a file),
printing.py and writing.py (the printed results of a game, and the files).
"""
