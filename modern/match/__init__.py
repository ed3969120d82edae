"""Matches: games between two players, their record, and what the result says about strength.

Read the files in this order: pace.py (time controls and clocks), openings.py, record.py (a finished game as data),
referee.py (plays one game), statistics.py and standing.py (Elo, SPRT and the score table), journal.py and
games_file.py (files), match.py, which plays the games in parallel and counts them in order, defaults.py and options.py
(what a match is asked to do), play.py (a whole match with its files and processes) and result.py (its result in words).
"""
