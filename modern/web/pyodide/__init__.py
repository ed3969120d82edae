"""The page on which the code runs in the browser itself, under Pyodide: https://pyodide.org.

Read the files in this order:

1. start.js, loading.js, fetcher.js, service_worker.js: loads Pyodide and the code, and keeps them so that the page
   works offline.
2. asked_worker.js, worker.js, calls.py: Python in a web worker, and what the page calls there: the games, too.
3. pyodide_link.js: what served.js is for `gosub serve`, with what the games need of the page: the browser's storage,
   and the worker that thinks.
4. record.js: the recorded game, replayed and compared bit for bit.
5. workshop.js, program_text.js: a pupil's own player, edited and tried.
"""
