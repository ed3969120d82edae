#!/usr/bin/env bash
# `move in board.legal_moves` and `move in list(board.legal_moves)` look like the same question. For castling in the
# form of Chess960, king takes own rook (e1h1), the first says yes and the second no: legal_moves is no set of moves but
# asks whether the board would play one. A program that looks a reply up in a list that it made refuses a legal move.
# python-chess 1.11.2, 2026-11-27
. "$(dirname "$(readlink -f "$0")")/lib"
python_packages chess==1.11.2
same "$(python3 - <<'PY'
import chess

board = chess.Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
move = chess.Move.from_uci("e1h1")
print("chess960:", board.chess960)
print("in legal_moves:", move in board.legal_moves, "- in the list of them:", move in list(board.legal_moves))
print("as SAN:", board.san(move), "- parsed from UCI:", board.parse_uci("e1h1"))
board.push(move)
print("pushed:", board.move_stack[-1], "-", board.board_fen().split("/")[-1])
PY
)" 'chess960: False
in legal_moves: True - in the list of them: False
as SAN: O-O - parsed from UCI: e1g1
pushed: e1g1 - R4RK1'
