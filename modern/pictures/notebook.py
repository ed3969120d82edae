"""Shows the positions of both programs as pictures, and thoughts as tables, in Jupyter and IPython.

None of the classes knows of pictures or pages, so the notebook is told how to show it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from historic.position.state import State
    from historic.thought import Thought
    from modern.rules import Position

#: The MIME types of an SVG picture and of a table.
SVG: str = "image/svg+xml"
HTML: str = "text/html"


def set_up_notebook(shell: Any) -> None:
    """Makes a running IPython shell show positions as boards and a Thought as a table, without importing them."""
    formatters = shell.display_formatter.formatters
    formatters[SVG].for_type_by_name("modern.rules.position", "Position", position_svg)
    formatters[SVG].for_type_by_name("historic.position.state", "State", state_svg)
    formatters[SVG].for_type_by_name("historic.program", "Program", lambda program: state_svg(program.state))
    formatters[HTML].for_type_by_name("historic.thought", "Thought", thought_html)


def position_svg(position: Position) -> str:
    """Returns the board as SVG, with an arrow for the last move and the king marked if it is in check."""
    from chess.svg import Arrow

    from modern.pictures.board import board_picture

    last = [Arrow(move.from_square, move.to_square) for move in position.moves_made()[-1:]]
    return board_picture(position.fen(), last)


def state_svg(state: State) -> str:
    """Returns the board of the 1994 program as SVG. It has no side to move, so no king is marked.

    Of two pieces on one square, the later one is shown, as in the listing's BOARD.
    """
    import chess

    from modern.pictures.board import draw_board, titled

    board = chess.Board(state.to_fen("white"))
    return titled(draw_board(board), board.board_fen())


def thought_html(thought: Thought) -> str:
    """Returns a table of the moves that the 1994 program tried, in their order, with the choice in bold."""
    from historic.position.squares import SQUARE_TO_NAME
    from historic.tables import LETTERS

    rows = []
    for tried in thought.candidates:
        moves = (f"{LETTERS[1 + tried.piece]} to {SQUARE_TO_NAME.get(tried.square)}", "0-0", "0-0-0")
        tag = "th" if tried.move == thought.best else "td"
        cells = (moves[tried.castling], tried.piece, tried.square, f"{tried.value:.2f}")
        rows.append(f"<tr>{''.join(f'<{tag}>{cell}</{tag}>' for cell in cells)}</tr>")
    chosen = thought.move or "no move"
    return (
        f"<p>{thought.side.capitalize()} chooses {chosen} out of {len(rows)} moves. Values are in pawns.</p>"
        f"<table><tr><th>move</th><th>piece</th><th>square</th><th>value</th></tr>{''.join(rows)}</table>"
    )
