"""The command `gosub play`: drives a GameSession from a terminal.

Read the files in this order: command.py (the options), players.py (who plays), sources.py (where the game comes from,
and where it is saved), terminal.py (the loop, and what each command does), commands.py (what can be typed), prompt.py
(how it is read), board.py, thinking.py and why.py (what is printed).
"""
