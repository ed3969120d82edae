#!/usr/bin/env bash
# python-chess's Limit(nodes=3) means three nodes. For an engine of xboard's protocol it sends `nps 1` and `st 3`: think
# three seconds, a node each. An engine that passes over `nps`, such as Sjeng, thinks three real seconds and some
# hundred thousand nodes; with a usual limit of 20,000 it would think until tomorrow. Other engines (Phalanx, HoiChess)
# answer `nps` with an error, which python-chess raises.
# python-chess 1.11.2, sjeng 11.2-8.2, Debian 12, 2026-11-27
. "$(dirname "$(readlink -f "$0")")/lib"
python_packages chess==1.11.2
debian_packages sjeng
same "$(python3 - 2>/dev/null <<'PY'
import time
import chess.engine

board = chess.Board()
board.push_san("a3")  # not in the engine's book
with chess.engine.SimpleEngine.popen_xboard("sjeng") as engine:
    print("declares nps:", "nps" in engine.protocol.features)
    start = time.monotonic()
    result = engine.play(board, chess.engine.Limit(nodes=3), info=chess.engine.INFO_ALL)
    seconds = time.monotonic() - start
    print("three nodes:", "2 s or more," if seconds > 2 else "at once,", "thousands of nodes" if result.info["nodes"] > 1000 else "few nodes")
PY
)" 'declares nps: False
three nodes: 2 s or more, thousands of nodes'
