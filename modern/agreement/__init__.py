"""Compares the program of 1994 with the rules of chess, and puts each difference into a class with a name and a cause.

Read the files in this order: pair (one position in both programs) and view; findings and kinds; attacks; move_keys,
castling, move_classes and moves; formula, scored_army, score_classes and scores; exact_search, choice_steps, choices;
classes and tally; sampling and sources; comparison; code_digest, journal and campaign; sheet.
"""
