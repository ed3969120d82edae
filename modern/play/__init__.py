"""A game that a human plays: the players, the moves and commands, and the saved game, for any front end.

Read the files in this order:

1. seats.py: who plays each side.
2. live_game.py: the game being played: two seats, the moves made, draws, resignation and the end by the rules.
3. commands.py: the commands that can be typed instead of a move, their help and their completion.
4. background.py, program_turn.py: let a player think in a thread of its own, and follow its progress.
5. saved_game.py, games_folder.py, resuming.py, continuing.py: the game as a PGN file, the folder of such files, and how
   to go on with one of them or with any other game.
6. hints.py, thoughts.py: the players that give hints, and what programs were thinking at their moves.
7. sitting.py: ties these together: every move and command as an action, which a front end shows.

The front end for a terminal is modern/cli/play.
"""
