"""The search trees of docs/engine/engine.md.

Each tree is a real search, made here: minimax, alpha-beta, principal variation search and quiescence search, over
positions so small that the whole tree can be drawn. A leaf scores the material. All scores are White's, so White picks
the highest and Black the lowest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import chess
from making.page import PICTURES, Files, text_files

from modern.pictures.arrows import parse_arrows
from modern.pictures.board import board_picture, draw_board
from modern.pictures.svg import BLUE, FAINT, GREEN, INK, Picture, document, text_element
from modern.rules import Position

#: White can capture the knight. Few moves are legal, so three plies have only 21 leaves.
TREE_FEN: Final = "7k/5p1P/5P2/8/1p1p4/1p1P4/1K1P4/n7 w - - 0 1"
TREE_DEPTH: Final = 3
#: White wins a pawn by exchanging knights on e5.
EXCHANGE_FEN: Final = "6k1/5ppp/2n5/4p3/8/5N2/5PPP/4R1K1 w - - 0 1"
#: Boards with arrows: the move that is best, and in red the one that the search prefers with or without a technique.
BOARDS: Final = {
    "tree-position.svg": (TREE_FEN, ""),
    "tree-null-move.svg": ("8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1", "e1f1"),
    "tree-singular.svg": (
        "r1bqk2r/2p3p1/1p1bpn2/1P1p3p/1n1P1p1P/2N1PN2/PB3PP1/R2QKB1R w KQkq - 0 1",
        "e3f4 a2a3:red",
    ),
}
#: The values of the pieces in pawns, by their letters.
VALUES: Final = {"P": 1, "N": 3, "B": 3, "R": 5, "Q": 9, "K": 0}
MINUS: Final = "\N{MINUS SIGN}"
#: Greater than any score.
INFINITE: Final = 99

#: The picture: the width of a leaf, the height of a ply, the size of a node, and the space for a panel's title.
LEAF: Final = 31
PLY: Final = 74
NODE: Final = (40, 22)
TITLE: Final = 34
#: The space for the moves to the leaves, which are written upwards.
LEAF_MOVES: Final = 52
BOARD: Final = 230
FONT: Final = 12
SMALL_FONT: Final = 11
SKIPPED: Final = "#c4c4c4"
#: The boxes of the nodes at which White and Black are to move.
WHITE_BOX, BLACK_BOX = ("#ffffff", INK), ("#444444", "#ffffff")


class Node:
    """A node of a search tree, and what a search has found there.

    `move`      the move that leads to it, in SAN.
    `material`  White's material minus Black's, in pawns.
    `score`     the score for White, or None if the node was not searched.
    `bound`     "≤" or "≥" if the score is an upper or a lower bound.
    `window`    the window of a zero window search.
    `best`      the child that gives the score.
    """

    def __init__(self, move: str, white_to_move: bool, material: int, score: int | None = None) -> None:
        self.move = move
        self.white_to_move = white_to_move
        self.material = material
        self.score = score
        self.children: list[Node] = []
        self.bound = ""
        self.window = ""
        self.best: Node | None = None

    def leaves(self) -> list[Node]:
        """Returns the leaves below the node, from left to right."""
        return [leaf for child in self.children for leaf in child.leaves()] if self.children else [self]


def material(position: Position) -> int:
    """Returns White's material minus Black's, in pawns."""
    pieces = position.fen().split()[0]
    return sum(value * (pieces.count(letter) - pieces.count(letter.lower())) for letter, value in VALUES.items())


def tree_of(position: Position, depth: int, captures_first: bool = True, move: str = "") -> Node:
    """Returns the tree of all moves to a depth, in plies: at each node the captures first, or last."""
    node = Node(move, position.side == "white", material(position))
    if depth > 0:
        moves = [(position.san(code), code) for code in position.legal_moves()]
        for san, code in sorted(moves, key=lambda pair: ("x" in pair[0]) != captures_first):
            after = position.copy()
            after.make(code)
            node.children.append(tree_of(after, depth - 1, captures_first, san))
    return node


def minimax(node: Node) -> int:
    """Scores every node of a tree: White picks the highest score, Black the lowest."""
    if not node.children:
        return _scored(node, node.material)
    scores = {id(child): minimax(child) for child in node.children}
    pick = max if node.white_to_move else min
    node.best = pick(node.children, key=lambda child: scores[id(child)])
    return _scored(node, scores[id(node.best)])


def alpha_beta(node: Node, alpha: int = -INFINITE, beta: int = INFINITE) -> int:
    """Scores a node by alpha-beta: White already has alpha elsewhere, Black beta (fail-soft)."""
    return _search(node, alpha, beta, alpha_beta)


def pv_search(node: Node, alpha: int = -INFINITE, beta: int = INFINITE) -> int:
    """Scores a node by principal variation search: all moves after the first with a zero window."""

    def child_score(child: Node, alpha: int, beta: int) -> int:
        if child is node.children[0]:
            return pv_search(child, alpha, beta)
        zero_window = (alpha, alpha + 1) if node.white_to_move else (beta - 1, beta)
        score = pv_search(child, *zero_window)
        if alpha < score < beta and zero_window != (alpha, beta):
            return pv_search(child, alpha, beta)
        return score

    if node.children and alpha > -INFINITE and beta < INFINITE:
        node.window = f"({alpha}, {beta})".replace("-", MINUS)
    return _search(node, alpha, beta, child_score)


def _search(node: Node, alpha: int, beta: int, child_score: Callable[[Node, int, int], int]) -> int:
    """Searches the children in order until one refutes the node; returns and records the best score."""
    if not node.children:
        return _scored(node, node.material)
    lower, upper, best = alpha, beta, 0
    node.best = None
    for child in node.children:
        score = child_score(child, lower, upper)
        if node.best is None or (score > best if node.white_to_move else score < best):
            node.best, best = child, score
        if node.white_to_move:
            lower = max(lower, score)
        else:
            upper = min(upper, score)
        if lower >= upper:
            break
    node.bound = "≤" if best <= alpha else "≥" if best >= beta else ""
    return _scored(node, best)


def _scored(node: Node, score: int) -> int:
    node.score = score
    return score


def quiescence_tree(position: Position, move: str = "") -> Node:
    """Returns the tree of all captures from a position, each node with the score that quiescence search gives it.

    The side to move may stand pat on the material, so a node without a better capture has no `best`.
    """
    node = Node(move, position.side == "white", material(position))
    node.score = node.material
    for code in position.legal_moves():
        san = position.san(code)
        if "x" not in san:
            continue
        after = position.copy()
        after.make(code)
        child = quiescence_tree(after, san)
        node.children.append(child)
        assert child.score is not None
        if child.score > node.score if node.white_to_move else child.score < node.score:
            node.best, node.score = child, child.score
    return node


def number(score: int) -> str:
    """Returns a score with its sign."""
    return f"+{score}" if score > 0 else str(score).replace("-", MINUS)


def tree_elements(root: Node, top: float, left: float = 0) -> Iterator[str]:
    """Yields the elements of a tree with its leaves at the bottom; nodes that were not searched are grey."""
    places: dict[int, tuple[float, float]] = {}
    next_leaf = left + LEAF / 2

    def place(node: Node, ply: int) -> float:
        nonlocal next_leaf
        if node.children:
            xs = [place(child, ply + 1) for child in node.children]
            x = (xs[0] + xs[-1]) / 2
        else:
            x, next_leaf = next_leaf, next_leaf + LEAF
        places[id(node)] = (x, top + PLY * ply + NODE[1] / 2)
        return x

    def edges(node: Node, on_pv: bool) -> Iterator[str]:
        x, y = places[id(node)]
        for child in node.children:
            cx, cy = places[id(child)]
            searched, pv = child.score is not None, on_pv and child is node.best
            colour, width = (BLUE, 3) if pv else (FAINT, 1) if searched else (SKIPPED, 1)
            dashes = "" if searched else ' stroke-dasharray="3 3"'
            ends = f'x1="{x:g}" y1="{y:g}" x2="{cx:g}" y2="{cy:g}"'
            yield f'<line {ends} stroke="{colour}" stroke-width="{width}"{dashes}/>'
            yield from edges(child, pv)

    def nodes(node: Node, on_pv: bool) -> Iterator[str]:
        x, y = places[id(node)]
        searched = node.score is not None
        yield from _box(node, x, y, leaf=not node.children)
        colour = BLUE if on_pv else INK if searched else SKIPPED
        weight = "bold" if on_pv else ""
        if node.children and node.move:
            yield _halo(x, y - NODE[1] / 2 - 5, node.move, colour, weight)
        elif node.move:
            middle = f'transform="rotate(-90 {x + 4:g} {y + 16:g})"'
            yield f"<g {middle}>{text_element(x + 4, y + 16, node.move, SMALL_FONT, colour, 'end', weight)}</g>"
        if node.window:
            yield _halo(x, y + NODE[1] / 2 + 13, node.window, GREEN, "")
        for child in node.children:
            yield from nodes(child, on_pv and child is node.best)

    place(root, 0)
    yield from edges(root, True)
    yield from nodes(root, True)


def _box(node: Node, x: float, y: float, leaf: bool) -> Iterator[str]:
    """Yields the box of a node with its score: white if White is to move, dark if Black is; a leaf has no box."""
    width, height = NODE
    text = "" if node.score is None else node.bound + number(node.score)
    if leaf:
        yield f'<circle cx="{x:g}" cy="{y:g}" r="11" fill="#ffffff"/>'
        yield text_element(x, y + 4, text or "·", FONT, INK if text else SKIPPED, "middle")
        return
    fill, ink = WHITE_BOX if node.white_to_move else BLACK_BOX
    stroke = INK
    if not text:
        fill, stroke = "#f4f4f4", SKIPPED
    yield (
        f'<rect x="{x - width / 2:g}" y="{y - height / 2:g}" width="{width}" height="{height}" rx="4" fill="{fill}"'
        f' stroke="{stroke}"/>'
    )
    yield text_element(x, y + 4.5, text, FONT, ink, "middle", "bold")


def _halo(x: float, y: float, text: str, colour: str, weight: str) -> str:
    """Returns text on white, so that the lines of the tree do not cross it."""
    width = 7 * len(text) + 2
    rect = f'<rect x="{x - width / 2:g}" y="{y - 10:g}" width="{width}" height="12" fill="#ffffff"/>'
    return rect + text_element(x, y, text, SMALL_FONT, colour, "middle", weight)


def panel(root: Node, title: str, top: float) -> Iterator[str]:
    """Yields a tree with its title."""
    yield text_element(0, top + 16, title, 14, INK, weight="bold")
    yield from tree_elements(root, top + TITLE)


def panel_height() -> int:
    """Returns the height of a panel with a tree of TREE_DEPTH plies."""
    return TITLE + TREE_DEPTH * PLY + NODE[1] + LEAF_MOVES


def searched_tree(search: Callable[[Node], int], captures_first: bool = True) -> Node:
    """Returns the tree of TREE_FEN, searched."""
    root = tree_of(Position(TREE_FEN), TREE_DEPTH, captures_first)
    search(root)
    return root


def leaf_count(root: Node) -> str:
    """Returns how many leaves were scored: '9 of 21 leaves'."""
    leaves = root.leaves()
    return f"{sum(leaf.score is not None for leaf in leaves)} of {len(leaves)} leaves"


def legend(top: float, *lines: str) -> Iterator[str]:
    """Yields the lines below a picture."""
    for index, line in enumerate(lines):
        yield text_element(0, top + 14 + 17 * index, line, FONT, FAINT)


#: The lines of the legends.
BOXES: Final = "White box: White to move, picks the highest. Dark box: Black to move, picks the lowest."
MARKS: Final = "Blue: the principal variation. ≤, ≥: upper, lower bound. Grey: not searched."


def alpha_beta_picture() -> Picture:
    """Draws the same tree searched by minimax and by alpha-beta."""
    full, cut = searched_tree(minimax), searched_tree(alpha_beta)
    assert full.score == cut.score
    height = panel_height()
    elements = [
        *panel(full, f"Minimax: {leaf_count(full)} scored", 0),
        *panel(cut, f"Alpha-beta: {leaf_count(cut)} scored", height + 10),
        *legend(2 * height + 10, BOXES, MARKS),
    ]
    title = "A tree of three plies, searched by minimax and by alpha-beta, which skips the grey branches"
    return document(LEAF * len(full.leaves()), 2 * height + 50, elements, title, TREE_FEN)


def order_picture() -> Picture:
    """Draws alpha-beta over the tree with the captures last."""
    root = searched_tree(alpha_beta, captures_first=False)
    height = panel_height()
    elements = [
        *panel(root, f"Alpha-beta, captures last: {leaf_count(root)} scored", 0),
        *legend(height, BOXES, MARKS),
    ]
    title = "The same tree with the captures last: alpha-beta skips fewer branches"
    return document(LEAF * len(root.leaves()), height + 40, elements, title, TREE_FEN)


def zero_window_picture() -> Picture:
    """Draws principal variation search over the tree, with the windows."""
    root = searched_tree(pv_search)
    height = panel_height()
    elements = [
        *panel(root, f"Principal variation search: {leaf_count(root)} scored", 0),
        *legend(height, "Green: the zero window (alpha, beta) of a node. Other nodes have an open window.", MARKS),
    ]
    title = "The same tree searched with zero windows: the moves after the first are only proven to be worse"
    return document(LEAF * len(root.leaves()), height + 40, elements, title, TREE_FEN)


def quiescence_picture() -> Picture:
    """Draws both captures on e5, scored at once and by quiescence search, next to the board."""
    root = quiescence_tree(Position(EXCHANGE_FEN))
    board = draw_board(chess.Board(EXCHANGE_FEN), size=BOARD)
    left, column = BOARD + 90, 190
    elements = [f'<g transform="translate(0 24)">{board}</g>']
    elements.append(text_element(0, 14, "White to move", FONT, INK))
    for index, first in enumerate(root.children):
        x, y = left + column * index, 14
        chain = [first]
        while chain[-1].children:
            (only,) = chain[-1].children
            chain.append(only)
        elements.append(text_element(x, y, f"1. {first.move}", 14, INK, "middle", "bold"))
        for ply, node in enumerate(chain):
            cy = y + 30 + 62 * ply
            if ply:
                best = chain[ply - 1].best is node
                colour, width = (BLUE, 3) if best else (FAINT, 1)
                elements.append(
                    f'<line x1="{x}" y1="{cy - 51}" x2="{x}" y2="{cy - 11}" stroke="{colour}" stroke-width="{width}"/>'
                )
                elements.append(
                    text_element(x - 8, cy - 26, node.move, FONT, BLUE if best else INK, "end", "bold" if best else "")
                )
            elements.extend(_box(node, x, cy, leaf=False))
            elements.append(text_element(x + 28, cy + 4, f"material {number(node.material)}", SMALL_FONT, FAINT))
    elements.extend(
        legend(
            BOARD + 36,
            "In the box: White's score after quiescence search. Beside it: the score of standing pat.",
            "Blue: a capture that beats standing pat. White box: White to move. Dark box: Black to move.",
        )
    )
    scores = " and ".join(f"{number(first.score or 0)} after {first.move}" for first in root.children)
    title = f"Quiescence search of two captures on e5: {scores}"
    return document(682, BOARD + 76, elements, title, EXCHANGE_FEN)


def files() -> Files:
    trees = {
        "tree-alpha-beta.svg": alpha_beta_picture(),
        "tree-order.svg": order_picture(),
        "tree-zero-window.svg": zero_window_picture(),
        "tree-quiescence.svg": quiescence_picture(),
    }
    boards = {name: board_picture(fen, parse_arrows(arrows)) for name, (fen, arrows) in BOARDS.items()}
    return text_files(PICTURES, trees | boards)
