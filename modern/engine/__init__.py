"""The modern engine: search and evaluation.

Read the files in this order, and you follow a move from the root to a leaf and back:

1. `engine`, `limits`: a position and its limits come in; the tables survive from one search to the next.
2. `iterative_deepening`: the search runs to depth 1, 2, 3 and so on.
3. `search`, with `stack`, `score` and `techniques`: principal variation search, down from the root.
4. `transposition`: has this position been searched before?
5. `picker`, with `ordering`, `history` and `see`: the next move of a node.
6. `pruning`, with `checks` and `draws`: what needs no search, or a shallower one.
7. `quiescence`: at depth 0, captures go on until the position is quiet.
8. `evaluation/evaluator`: the score of a quiet position, by hand-written terms (`evaluation/`) or by the network
   (`network/`).
9. `stopping/`, `control`: what ends the search.
10. `report`: a move goes out, with its score and its line.

Beside the path, `strength` and `oversights` weaken the engine. docs/engine.md explains the ideas in the same order.
"""
