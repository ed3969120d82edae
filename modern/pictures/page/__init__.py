"""A page of a game, to step through it and see what the program of 1994 sees."""
