"""The commands `gosub match` and `gosub tournament`.

Read the files in this order: command.py (both commands), options.py (their options, checked), playing.py (the games,
and the printing).
"""
