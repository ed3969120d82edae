"""The machine of 1994: the screen, the keyboard, the displays, the terminal, the pace and the picture of the screen.

Read the files in this order: screen.py (the screen in memory, as BASIC sees it), display.py and keyboard.py (what shows
it and what is typed), pace.py (how long a move tried is shown), terminal.py and signals.py (a terminal is taken over
and restored), system.py (in what terminals differ between systems), process.py (how a command ends), font.py and
picture.py (the screen as SVG).
"""
