"""Matches: games between two players, their record, and what the result says about strength.

Read the files in this order: pace.py (time controls and clocks), openings.py, record.py (a finished game as data),
referee.py (plays one game), statistics.py and standing.py (Elo, SPRT and the score table), journal.py, games_file.py
and pgn.py (files), and match.py, which plays the games in parallel and counts them in order.
"""
