"""Games in a browser: `gosub serve` on this machine, and the same games where the code runs in the browser itself.

Read the files in this order:

1. settings.py: what the browser may ask for: which players, which of their options, how long they think.
2. game_json.py: a game (modern.game.session) as JSON: its commands, and all that the browser shows of it.
3. stored_game.py: a new game, one from a PGN, and one as it is kept.
4. thinking.py: a player's thought, in whatever process it runs; the moves that the 1994 program considered.
5. screen.py: the 1994 screen.
6. inside.py: a thought of the 1994 program, step by step, and the restored listing.

These use the standard library and python-chess only, and neither threads nor files, so they also run in a browser.
The rest is the server on this machine:

7. store.py: the games in SQLite.
8. child.py, thinking_pool.py: the processes in which players think.
9. streams.py, service.py, screens.py: the games and screens in progress, who watches them, and whose turn it is.
10. security.py, server.py: what is answered, and what is refused.

The scripts and styles of the page are in static; those of the documentation's site, on which all this runs in the
browser, in pyodide. The HTML of both is in modern.pages.
"""
