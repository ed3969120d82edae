"""Games in a browser: `gosub serve` on this machine, and the same games where the code runs in the browser itself.

Read the files in this order:

1. settings.py: the browser's requests: which players, which of their options, how long they think.
2. game_json.py: a game (modern.game.session) as JSON: its commands, and all that the browser shows of it.
3. stored_game.py: a new game, one from a PGN, and one as it is kept.
4. thinking.py: a player's thought, in whatever process it runs; the moves that the 1994 program considered.
5. keeping.py, thinking_pool.py: how games are kept and listed, and the workers that think, wherever they are.
6. service.py: the games in progress, who watches them, and whose turn it is.
7. screen.py: the 1994 screen.
8. inside.py: a thought of the 1994 program, step by step, and the restored listing.
9. record.py: the recorded game, replayed; after_game.py: the analysis of a game that is over; workshop.py: the player
   that a pupil writes.

These use the standard library and python-chess only (the analysis also Jinja2), and neither threads nor files, so they
also run in a browser. The rest is the server on this machine:

10. store.py, answered.py: the games in SQLite, and a second record of the last changes.
11. child.py, thinking_process.py: the processes in which players think.
12. streams.py, screens.py, analyses.py: who watches what, the 1994 screens, and the analyses in progress.
13. connections.py, long_work.py: how long a request may take to come, and its answer; security.py, server.py: which
    requests are answered, and which are refused.

The scripts and styles of the page are in static; the documentation's site, on which all this runs in the
browser, in pyodide. The HTML of both is in modern.pages.
"""
