"""How good a position is by itself: what is weighed, the weights, and the endings that are known."""
