"""Benchmarks of `gosub bench`: speed relative to named peers in the same run, and tactical suites.

Read the files in this order: rates.py (how speed is measured); historic.py, rules.py, engine.py with positions.py,
basic.py and start.py (a benchmark each); suite.py and tactics.py (suites of puzzles).
"""
