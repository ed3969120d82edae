"""The modern engine: search and evaluation.

docs/engine/engine.md explains the ideas, and has the order in which to read the files: the path of a move from the root
to a leaf and back.
"""
