"""`gosub analyse`: a player analyses a position, or all positions of a game."""
