"""The network: an evaluation that the engine has learnt from its own games.

Read the files in this order: `features`, `lanes`, `accumulators`, `network`; `weights_file`, `bounds`. docs/network.md
explains it to a reader who has never met a network.
"""
