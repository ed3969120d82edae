"""The network: an efficiently updatable neural network (NNUE), trained on the engine's own games.

Read the files in this order: `features`, `lanes`, `accumulators`, `network`; `weights_file`, `bounds`; `explain`.
docs/engine/network.md explains it to a reader who has never met a network.
"""
