"""Evaluation: what every evaluator has in common, the hand-written terms, and the knowledge of particular endings.

Read the files in this order: `evaluator`; `weights`, `packed`, `spans`, `pawns`, `groups`, `evaluate`; then `endings`
and `kpk`.
"""
