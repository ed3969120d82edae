"""A game of chess: its parts, its play, and how it is read, written and saved.

Read the files in this order:

1. move_notes.py, game.py: the notes on a move, and a game with its moves.
2. clock.py, adjudication.py: time controls and limits, and games that end early.
3. session.py: a game that is being played: seats, clocks, commands, the tasks of programs.
4. problems.py, text_lines.py; pgn_text.py, pgn_headers.py, pgn_scanning.py, pgn_moves.py, piece_letters.py,
   pgn_reading.py, pgn_writing.py: PGN, which is read and written nowhere else; epd.py: EPD.
5. saved_game.py, games_folder.py: the saved form of a game, and where `gosub` keeps such files.

It knows the rules, and of the engine only the records of limits and scores.
"""
