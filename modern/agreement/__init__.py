"""Historic against modern: where the program of 1994 and the rules of chess part, each way with a name and a reason.

The order in which the files explain themselves: pair (one position, two programs), view; findings, classes; moves,
attacks, formula, scores, choices; tally; sampling, sources; journal, campaign; sheet.
"""
