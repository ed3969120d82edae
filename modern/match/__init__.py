"""Matches: games between two players or among many, their record, and what the result says about strength.

Read the files in this order: pace.py (time controls and clocks), openings.py, record.py (a finished game as data),
adjudication.py (games that end early), referee.py (plays one game), fixture.py (a game to be played), statistics.py
and standing.py (Elo, SPRT and the score table), journal.py and games_file.py (files), series.py (plays games in
parallel and counts them in order), match.py, defaults.py and options.py (what a match is asked to do), processes.py
(the workers that play), play.py (a whole match with its files and processes) and result.py (its result in words).

A tournament is schedule.py (who plays whom), crosstable.py, ratings.py (Davidson's model), entries.py (the players as
they are named), tournament.py, tournament_result.py and pages.py (its result and its games as HTML, in the
templates of modern.pages).
"""
