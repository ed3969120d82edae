"""The boards and search loops of the museum's programs; the compiled build compiles the slow ones.

MUSEUM in modern/build.py names those that are compiled. A core knows its program's rules, and nothing of players.
"""
