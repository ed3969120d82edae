"""The boards and search loops of the museum's programs, which the compiled build compiles.

A core knows its program's rules, and nothing of players. Read the files in this order: diablo.py; firstchess.py;
huo_board.py, huo.py and huo_game.py; tutorial_board.py, tutorial_search.py and third_lesson.py (Huo Chess's tutorial);
novice_board.py and novice_search.py.
"""
