"""When a search stops: the limits, the clock, a settled best move, or a stop request.

`condition` decides; modern.engine.node_counter asks it for the search. Read the files in this order:
`time_management` (the soft and the hard time limit of a move), `stability` (best move stability moves the soft limit),
`condition`. None of them is ever compiled, so that Ctrl-C and other threads get their turn here.
"""
