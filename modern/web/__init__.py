"""Games in a browser: `gosub serve` on this machine, and the same games where the code runs in the browser itself.

Read the files in this order:

1. settings.py: what the browser may ask for: which players, which of their options, how long they think.
2. clocks.py, game.py, game_state.py: a game, its commands, and all that the browser shows of it.
3. stored_game.py: a game as JSON and from a PGN.
4. thinking.py, candidates.py: a player's thought, in whatever process it runs; what the program of 1994 considered.
5. screen.py: the screen of 1994.

These use the standard library and python-chess only, and neither threads nor files, so they also run in a browser.
The rest is the server on this machine:

6. store.py: the games in SQLite.
7. workers.py: the processes in which players think.
8. service.py: ties these together: the games being played, who watches them, and whose turn it is to think.
9. security.py, server.py: what is answered, and what is refused.
"""
