"""`gosub analyse`: a player analyses a position, or all positions of a game.

Read the files in this order: command.py (the options), analysing.py (the work, and what is printed).
"""
