"""A game that a human plays here: who sits where, what is typed, how it is kept."""
