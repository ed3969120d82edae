"""The hand-written evaluation: its terms, the table of weights, and the knowledge of particular endings.

Read the files in this order: `weights`, `packed`, `spans`, `pawns`, `evaluate`; `endings`, `kpk`; `groups`, `terms`.
"""
