"""PW, PB and PM as a position: from and to FEN, squares, sides, castling, and moves made from outside."""
