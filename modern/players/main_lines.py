"""The openings of the levels: main lines as people play them, of which a weak player knows fewer moves.

A move is chosen by the number of lines that continue with it, so a line that is played more often stands here with more
of its branches.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from typing import Final

#: Main lines in SAN, grouped by their first moves.
LINES: Final = """
e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O
e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 d3 b5 Bb3 d6
e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O f6 d4 exd4 Nxd4 c5
e4 e5 Nf3 Nc6 Bb5 Nf6 O-O Nxe4 d4 Nd6 Bxc6 dxc6 dxe5 Nf5
e4 e5 Nf3 Nc6 Bb5 Nf6 d3 Bc5 c3 O-O O-O d6
e4 e5 Nf3 Nc6 Bb5 d6 d4 Bd7 Nc3 Nf6 O-O exd4 Nxd4
e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d3 d6 O-O O-O Re1 a6
e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d4 exd4 cxd4 Bb4+ Bd2 Bxd2+ Nbxd2 d5
e4 e5 Nf3 Nc6 Bc4 Bc5 d3 Nf6 O-O d6 c3 a6
e4 e5 Nf3 Nc6 Bc4 Bc5 b4 Bxb4 c3 Ba5 d4 exd4 O-O
e4 e5 Nf3 Nc6 Bc4 Nf6 d3 Be7 O-O O-O Re1 d6
e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5 d5 exd5 Na5 Bb5+ c6 dxc6 bxc6
e4 e5 Nf3 Nc6 Bc4 Nf6 d4 exd4 O-O Nxe4 Re1 d5 Bxd5 Qxd5
e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Nf6 Nxc6 bxc6 e5 Qe7
e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Bc5 Be3 Qf6 c3 Nge7 Bc4
e4 e5 Nf3 Nc6 Nc3 Nf6 Bb5 Bb4 O-O O-O d3 d6 Bg5
e4 e5 Nf3 Nc6 Nc3 Nf6 d4 exd4 Nxd4 Bb4
e4 e5 Nf3 Nf6 Nxe5 d6 Nf3 Nxe4 d4 d5 Bd3 Nc6 O-O Be7
e4 e5 Nf3 Nf6 d4 Nxe4 Bd3 d5 Nxe5 Nd7
e4 e5 Nf3 d6 d4 exd4 Nxd4 Nf6 Nc3 Be7 Be2 O-O
e4 e5 Nf3 d6 d4 Nf6 Nc3 Nbd7 Bc4 Be7 O-O O-O
e4 e5 Nc3 Nf6 f4 d5 fxe5 Nxe4 Nf3 Be7
e4 e5 Nc3 Nf6 Bc4 Nc6 d3 Bb4
e4 e5 Bc4 Nf6 d3 c6 Nf3 d5 Bb3 Bd6
e4 e5 f4 exf4 Nf3 g5 h4 g4 Ne5 Nf6
e4 e5 f4 exf4 Nf3 d5 exd5 Nf6 Bc4 Nxd5
e4 e5 d4 exd4 Qxd4 Nc6 Qe3 Nf6
e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be3 e5 Nb3 Be6
e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Bg5 e6 f4 Be7 Qf3 Qc7
e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be2 e5 Nb3 Be7
e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6 Be3 Bg7 f3 O-O Qd2 Nc6
e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 Nc6 Bg5 e6 Qd2 Be7
e4 c5 Nf3 d6 Bb5+ Bd7 Bxd7+ Qxd7 O-O Nc6 c3 Nf6
e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 e5 Ndb5 d6 Bg5 a6 Na3 b5
e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 g6 Nc3 Bg7 Be3 Nf6
e4 c5 Nf3 Nc6 Bb5 g6 O-O Bg7 Re1 Nf6
e4 c5 Nf3 e6 d4 cxd4 Nxd4 a6 Bd3 Nf6 O-O d6
e4 c5 Nf3 e6 d4 cxd4 Nxd4 Nc6 Nc3 Qc7 Be2 a6
e4 c5 c3 Nf6 e5 Nd5 d4 cxd4 Nf3 Nc6
e4 c5 c3 d5 exd5 Qxd5 d4 Nf6 Nf3 Bg4
e4 c5 Nc3 Nc6 g3 g6 Bg2 Bg7 d3 d6
e4 c5 d4 cxd4 c3 dxc3 Nxc3 Nc6 Nf3 d6
e4 e6 d4 d5 Nc3 Nf6 Bg5 Be7 e5 Nfd7 Bxe7 Qxe7
e4 e6 d4 d5 Nc3 Bb4 e5 c5 a3 Bxc3+ bxc3 Ne7
e4 e6 d4 d5 Nd2 Nf6 e5 Nfd7 Bd3 c5 c3 Nc6
e4 e6 d4 d5 e5 c5 c3 Nc6 Nf3 Qb6 a3 c4
e4 e6 d4 d5 exd5 exd5 Nf3 Nf6 Bd3 Bd6 O-O O-O
e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5 Ng3 Bg6 h4 h6
e4 c6 d4 d5 e5 Bf5 Nf3 e6 Be2 c5
e4 c6 d4 d5 exd5 cxd5 Bd3 Nc6 c3 Nf6 Bf4 Bg4
e4 c6 d4 d5 exd5 cxd5 c4 Nf6 Nc3 e6 Nf3 Be7
e4 d5 exd5 Qxd5 Nc3 Qa5 d4 Nf6 Nf3 c6 Bc4 Bf5
e4 d5 exd5 Nf6 d4 Nxd5 Nf3 g6
e4 d6 d4 Nf6 Nc3 g6 Nf3 Bg7 Be2 O-O
e4 g6 d4 Bg7 Nc3 d6 Be3 a6
e4 Nf6 e5 Nd5 d4 d6 Nf3 Bg4 Be2 e6
d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O Nf3 Nbd7 Rc1 c6
d4 d5 c4 e6 Nc3 Nf6 cxd5 exd5 Bg5 Be7 e3 O-O Bd3 Nbd7
d4 d5 c4 e6 Nf3 Nf6 Nc3 Be7 Bf4 O-O e3 c5
d4 d5 c4 c6 Nf3 Nf6 Nc3 dxc4 a4 Bf5 e3 e6 Bxc4 Bb4
d4 d5 c4 c6 Nf3 Nf6 Nc3 e6 e3 Nbd7 Bd3 dxc4 Bxc4 b5
d4 d5 c4 c6 cxd5 cxd5 Nc3 Nf6 Nf3 Nc6 Bf4 Bf5
d4 d5 c4 dxc4 Nf3 Nf6 e3 e6 Bxc4 c5 O-O a6
d4 d5 Nf3 Nf6 Bf4 c5 e3 Nc6 c3 Qb6
d4 d5 Nf3 Nf6 e3 e6 Bd3 c5 c3 Nc6 Nbd2
d4 d5 Bf4 Nf6 e3 c5 c3 Nc6 Nd2 e6 Ngf3 Bd6
d4 d5 Nc3 Nf6 Bg5 Nbd7 Nf3 h6
d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5 O-O Nc6
d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 f3 O-O Be3 e5
d4 Nf6 c4 g6 Nc3 d5 cxd5 Nxd5 e4 Nxc3 bxc3 Bg7 Nf3 c5
d4 Nf6 c4 e6 Nc3 Bb4 e3 O-O Bd3 d5 Nf3 c5
d4 Nf6 c4 e6 Nc3 Bb4 Qc2 O-O a3 Bxc3+ Qxc3 b6
d4 Nf6 c4 e6 Nf3 b6 g3 Bb7 Bg2 Be7 O-O O-O
d4 Nf6 c4 e6 Nf3 d5 Nc3 Be7 Bg5 O-O e3 h6
d4 Nf6 c4 e6 g3 d5 Bg2 Be7 Nf3 O-O O-O dxc4
d4 Nf6 c4 c5 d5 b5 cxb5 a6 bxa6 Bxa6
d4 Nf6 c4 c5 d5 e6 Nc3 exd5 cxd5 d6 e4 g6
d4 Nf6 Nf3 g6 Bf4 Bg7 e3 d6 h3 O-O Be2
d4 Nf6 Nf3 e6 Bf4 d5 e3 c5 c3 Nc6
d4 Nf6 Nf3 d5 c4 e6 Nc3 Be7
d4 Nf6 Bg5 e6 e4 h6 Bxf6 Qxf6
d4 f5 g3 Nf6 Bg2 e6 Nf3 Be7 O-O O-O c4 d6
d4 f5 c4 Nf6 g3 g6 Bg2 Bg7
c4 e5 Nc3 Nf6 Nf3 Nc6 g3 d5 cxd5 Nxd5 Bg2 Nb6
c4 e5 g3 Nf6 Bg2 d5 cxd5 Nxd5 Nc3 Nb6
c4 c5 Nf3 Nf6 Nc3 Nc6 g3 g6 Bg2 Bg7
c4 Nf6 Nc3 e6 e4 d5 e5 d4
c4 e6 Nf3 d5 g3 Nf6 Bg2 Be7 O-O O-O
Nf3 d5 g3 Nf6 Bg2 e6 O-O Be7 d3 O-O
Nf3 d5 c4 e6 g3 Nf6 Bg2 Be7 O-O O-O
Nf3 Nf6 c4 g6 Nc3 Bg7 e4 d6 d4 O-O
Nf3 d5 d4 Nf6 c4 e6 Nc3 Be7
b3 e5 Bb2 Nc6 e3 Nf6 Bb5 Bd6
f4 d5 Nf3 g6 e3 Bg7 Be2 Nf6 O-O O-O
"""

#: How many plies of a game the levels know, by Elo: between these and beyond them as the level below.
KNOWN_PLIES: Final = {400: 2, 600: 3, 800: 4, 1000: 5, 1200: 6, 1400: 8, 1600: 10, 1900: 12, 2200: 16}


def known_move(played: Sequence[str], elo: int, seed: int) -> str | None:
    """Returns the next move in SAN of a line that begins with the moves `played`, also in SAN.

    The seed of the game chooses among the lines. None if a level of this Elo knows no further move.
    """
    known = max((plies for lowest, plies in KNOWN_PLIES.items() if elo >= lowest), default=0)
    ply = len(played)
    if ply >= known:
        return None
    following = [line[ply] for line in _lines() if len(line) > ply and line[:ply] == tuple(played)]
    return random.Random(f"{seed} {' '.join(played)}").choice(following) if following else None


@cache
def _lines() -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(line.split()) for line in LINES.split("\n") if line)
