"""The rules of chess, a modern engine, the players and their matches, and the comparison with the program of 1994."""
