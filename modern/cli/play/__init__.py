"""The command `gosub play`: the front end of modern.play for a terminal.

Read the files in this order: command.py (the options), session.py (the loop), board.py, thinking.py and why.py (what is
printed), prompt.py (what is typed).
"""
