"""A game that a human plays in the terminal: the players, the moves typed, the board and the saved game.

Read the files in this order:

1. seats.py: who plays each side.
2. live_game.py: the game being played: two seats, the moves made, draws, resignation and the end by the rules.
3. move_entry.py: parses a typed move, and explains why a move is illegal.
4. commands.py: the commands that can be typed instead of a move, and their help.
5. board.py: the board as the terminal shows it.
6. background.py: lets a player think in a thread of its own.
7. saved_game.py: writes the game to a PGN file and reads it back.

The loop that ties them together is modern/cli/play/session.py.
"""
