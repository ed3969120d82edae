"""The board for the browser: plain JavaScript modules and CSS, which pages of games and `modern.web` share.

Read the files in this order: texts.js (texts in the reader's language, from texts.en.json and its like), squares.js
(squares and elements), arrows.js, drag.js, promotion.js, board.js (the board), board.css, moves.js (typed moves, and
moves in words), kept.js (what the reader chose), page_theme.js (light or dark), copying.js, scroll_hints.js (tables
that scroll), stepping.js (through a game), tried_moves.js and number_boards.js (what the 1994 program considered, from
modern.players.tried_moves), tried_moves.css, modules.py (the modules' text, and as one script) and
pieces.py (the pieces).
"""
