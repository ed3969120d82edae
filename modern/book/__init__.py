"""Opening books: which moves may be played in a position, and how often.

Read the files in this order: polyglot.py (a book's format on disk, and its moves in a position), book.py (a book that
can be changed), lines.py (what a book has from the initial position on), editor.py (a book is made by playing),
games.py (games become a book) and opening_files.py (the format of Huo Chess).
"""
