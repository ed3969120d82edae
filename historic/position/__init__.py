"""PW, PB and PM as a position: from and to FEN, squares, sides, castling, and moves made from outside.

Read the files in this order: squares.py and sides.py (the numbers of the board), castling.py (the four castling moves),
state.py (a position, from and to FEN), moves.py (moves made from outside).
"""
