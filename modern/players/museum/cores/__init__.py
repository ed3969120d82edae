"""The boards and search loops of the museum's programs, which the compiled build compiles.

A core knows its program's rules, and nothing of players.
"""
