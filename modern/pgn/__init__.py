"""PGN: the only place that reads and writes it, through python-chess.

Read the files in this order: encoding.py (bytes to text), reading.py (games, their variants and errors), movetext.py
(words that are not moves), checking.py (games that are refused), annotations.py (clocks, evaluations, glyphs,
variations), names_and_notes.py (what a header and a comment can hold), writing.py, and annotating.py (adds to a game).
"""
