"""The positions of the engine benchmark: openings, middlegames, endgames, castling, promotion and en passant."""

from __future__ import annotations

from typing import Final

#: Name and FEN. The self-play games were played by the first version of the engine.
POSITIONS: Final = (
    ("initial position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
    ("the report's game, ply 11", "r2qkbnr/ppp2ppp/2n5/3ppb2/Q7/2N1P3/PPPP1PPP/R1B1KBNR w KQkq - 2 6"),
    ("the report's game, ply 22", "r2qk2r/2p2ppp/2p2n2/p2p4/5Q2/2N1P3/PPbPBPPP/R1B1K2R b KQkq - 1 11"),
    ("both sides can castle", "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1"),
    ("self-play game, move 8", "rn2kb1r/pp1B1ppp/4pn2/q1Pp4/8/2N1P3/PPP2PPP/R1BQK1NR b KQkq - 0 8"),
    ("self-play game, move 9", "rnb2rk1/p2p1ppp/1qpb1n2/4p3/1p1PP3/1P3N2/PBP1NPPP/R2QKB1R w KQ - 2 9"),
    ("self-play game, move 10", "r2qk1nr/p1p3pp/b3p3/1p1p1pN1/1b2PB2/2PP3P/PP2nPP1/R2QKB1R w KQkq - 0 10"),
    ("self-play game, move 11", "2kr1b1r/pppb1ppp/4p1n1/8/1nP1PP2/2N1BN2/PP2B1PP/R2K3R b - - 10 11"),
    ("self-play game, move 12", "rn3rk1/1b1p1pbp/p6p/qp1Pp3/4P1P1/1Q3N2/PP1N1PBP/R3K2R b KQ - 1 12"),
    ("self-play game, move 13", "r2qk2r/pbp2ppp/1p2p3/1N1p3P/1b1Pn1P1/4PN2/PPP1BP2/R2Q1RK1 w kq - 0 13"),
    ("self-play game, move 14", "r1q2rk1/pb3ppp/1P3n2/3pB3/3Q4/1R3N2/1PP1PPPP/4KB1R b K - 0 14"),
    ("self-play game, move 20", "r3r1k1/p2n1ppp/8/4p3/1p2B3/1P6/PBP2PPP/5RK1 w - - 1 20"),
    ("self-play game, move 24", "3r2k1/1pn3pp/2p1p3/2P2p2/p2r3q/P2B3P/1P2QPP1/3R1RK1 w - - 1 24"),
    ("self-play game, move 27", "2r3k1/1b3pbp/3p3p/pq1Pp2P/4P1P1/1PQ2N2/5PB1/3R2K1 w - - 3 27"),
    ("self-play game, move 31", "6k1/1b3rp1/1R3p2/3p1K2/1P1B3p/4PN2/3n2PP/3r1BR1 w - - 1 31"),
    ("knights and pawns", "8/1p6/4knpp/NK6/P5P1/8/1r6/8 w - - 1 43"),
    ("rook against pawns", "6k1/6p1/pP6/r7/5p2/7P/4bPPK/8 w - - 0 43"),
    ("rooks and pawns", "4k3/6p1/7p/6rP/1R1pK1P1/8/8/8 w - - 4 43"),
    ("Lucena position", "1K6/1P1k4/8/8/8/8/r7/2R5 w - - 0 1"),
    ("king and pawn", "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"),
    ("king and rook", "8/8/8/4k3/8/8/8/R3K3 w - - 0 1"),
    ("both sides promote", "8/1P4k1/8/8/8/8/1p4K1/8 w - - 0 1"),
    ("en passant along a pin", "8/8/8/K2pP2r/8/8/8/7k w - d6 0 1"),
)
