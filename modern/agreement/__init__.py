"""Compares the program of 1994 with the rules of chess, and puts each difference into a class with a name and a cause.

Read the files in this order: pair (one position in both programs) and view; findings and classes; attacks, moves,
formula, scores and choices (the comparisons); tally; sampling and sources; code_digest, journal and campaign; sheet.
"""
