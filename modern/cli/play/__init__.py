"""The command `gosub play`: drives a GameSession from a terminal.

Read the files in this order: command.py (the options), start.py (who plays, where the game comes from, and where it is
saved), opponents.py (the questions of a game without options), terminal.py (the loop, and the effect of each command),
prompt.py (the commands, and how lines are read), board.py and thinking.py (the display), afterwards.py (the choices
when a game is over).
"""
