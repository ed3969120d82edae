"""Evaluation: what every evaluator has in common, the hand-written terms, and the knowledge of particular endings.

Read the files in this order: `evaluator`; `weights`, `hand_set` (the weights before they were fitted to games),
`packed`, `spans`, `pawns`, `groups`, `evaluate`; then `endings` and `kpk`.
"""
