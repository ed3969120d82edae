"""When a search stops: the limits, the clock, a settled best move, or a stop request.

`condition` decides; the search asks its StopCondition through modern.engine.node_counter. Read the files in this order:
`time_management` (the soft and the hard time limit of a move), `stability` (best move stability moves the soft limit),
`condition`. None of them is ever compiled: here Ctrl-C and other threads get in.
"""
