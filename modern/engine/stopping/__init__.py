"""When a search stops: the limits, the clock, a settled best move, or a stop request.

`condition` decides; the engine and iterative deepening only ask its StopCondition. Read the files in this order:
`time_management` (the soft and the hard time limit of a move), `stability` (best move stability moves the soft limit),
`condition`, and `node_counter`, which asks from inside the search.
"""
