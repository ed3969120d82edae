"""The command `gosub play`: drives a GameSession from a terminal.

Read the files in this order: command.py (the options), start.py (who plays, where the game comes from, and where it is
saved), opponents.py (the questions of a game without options), terminal.py (the loop, and what each command does),
prompt.py (what can be typed, and how it is read), board.py and thinking.py (what is printed), in_words.py (the answer
to `why`), afterwards.py (what can be done with a game that is over).
"""
