"""Compares the 1994 program with the rules of chess, and puts each difference into a class with a name and a cause.

Read the files in this order: differences (kinds and classes); pair (one position in both programs) and view; attacks;
moves and move_comparison; formula, scored_army, scores and score_comparison; exact_search, choices and
choice_comparison; classes and tally; expected; sampling and sources; comparison; campaign; sheet.
"""
