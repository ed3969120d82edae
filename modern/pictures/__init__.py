"""Draws positions, think move boards and the report's diagrams.

Read the files in this order:

1. svg.py: colours, and the SVG elements that all pictures are made of.
2. arrows.py: parses the arrows and circles of `gosub picture --arrows`.
3. board.py: a board with arrows, drawn by python-chess.
4. board_12x12.py: the board of the 1994 program, 12x12 squares.
5. directions.py: its sixteen directions.
6. heat.py: its think move board, laid over the board.
7. diagrams.py: the report's diagrams, made from the files above, and what the program shows on its screen.
8. png.py: turns any of these pictures into a PNG.
9. rating_chart.py: the ratings of a tournament as bars.
10. listing_shape.py: the shape of a listing.
11. browser: the board for the browser, as JavaScript modules.
12. notebook.py: shows positions in Jupyter and IPython.
"""
