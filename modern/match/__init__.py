"""Matches: games between two players or among many, their record, and what the result says about strength.

A match is a tournament of two players. Read the files in this order:

1. openings.py, referee.py: the openings of games, and one game played.
2. schedule.py: who plays whom.
3. crosstable.py: the record of the results. statistics.py: Elo of two players and SPRT, from pairs of games;
   ratings.py: ratings of many players, from all games at once (Davidson's model).
4. defaults.py, options.py: what is to be played.
5. journal.py, games_file.py: the files that games are written to.
6. tournament.py: plays the schedule in parallel, with its files and processes.
7. result.py: the result as JSON and in sentences.
"""
