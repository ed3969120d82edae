"""What a player thinks of a whole game: the score of each move, its mistakes, and how accurately each side played.

Read the files in this order:

1. accuracy.py: the formulas, from a score to the accuracy of a game.
2. game_analysis.py: a player goes through the positions of a game; what that says about each move and each side.
3. openings.py: the name of the game's opening.
4. formats.py: the analysis as annotations of the game, and as JSON.
5. file_analysis.py: the games of a file, as an annotated PGN and as JSON.
"""
