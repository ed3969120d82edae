"""The search tree of the first lesson for a class, and for each lesson a sheet to print, as HTML.

A sheet takes its exercises, what they need and its tables from the page of the lesson, and draws their positions.
`modern/lessons/files/sheets/sheet.css` is the style of all sheets.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import escape
from typing import Final, NamedTuple

import chess
from making.page import DOCS, PICTURES, Files, text_files

from historic import Program, State
from historic.position.moves import state_after
from historic.study.candidates import moves_tried_by_program
from historic.study.terms import board_from_state
from historic.thought import TriedMove
from modern.pictures.board import draw_board
from modern.pictures.svg import BLUE, FAINT, INK, Picture, document, text_element

#: A position with few moves, so that the picture has room for all of them and for all replies.
TREE_FEN: Final = "k7/8/8/3p4/4P3/8/8/7K w - - 0 1"
#: `gosub class` writes the sheets too.
SHEETS: Final = DOCS.parent / "modern" / "lessons" / "files" / "sheets"

#: The picture: a row for each reply, and where the columns begin, in pixels.
ROW: Final = 19
BOARD: Final = 190
MOVES, REPLIES, WIDTH = BOARD + 70, BOARD + 330, BOARD + 440
TOP: Final = 44

EXERCISE: Final = re.compile(r"^\*\*((?:Exercise|Question) \d+)\.\*\* (.*?)(?=\n\n|\n```|\Z)", re.M | re.S)
LINK: Final = re.compile(r"</?a\b[^>]*>")
#: A link in parentheses, which has no meaning on paper.
ASIDE: Final = re.compile(r"\s*\(\[[^\]]*\]\([^)]*\)\.?\)")


class Sheet(NamedTuple):
    """What a sheet has beside the exercises of its lesson.

    `boards`  pairs of a position that is on the page of the lesson, as FEN, and what stands below its board.
    `tables`  the beginnings of the tables that the sheet takes from the page.
    `blank`   True if the first column alone of the tables is printed, and the class fills in the others.
    `lines`   how many lines there are to write the answer to each exercise on.
    `pages`   how many pages it prints on, of A4 or of US Letter.
    `before`  the beginnings of the paragraphs and blocks of the page that an exercise needs, by its number.
    """

    boards: tuple[tuple[str, str], ...]
    tables: tuple[str, ...]
    blank: bool
    lines: tuple[int, ...]
    pages: int = 1
    before: Mapping[int, tuple[str, ...]] = {}


#: The sheets by the names of their lessons.
LESSONS: Final = {
    "how-1994-chose": Sheet(
        (
            ("r3k3/8/8/8/8/8/8/K6Q w - - 0 1", "Exercises 3 and 9"),
            ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "Exercises 4 to 6"),
            ("6k1/5ppp/2n5/4p3/8/5N2/5PPP/4R1K1 w - - 0 1", "Exercises 7 and 8"),
            ("4k1r1/8/8/8/8/8/8/4K2R w K - 0 1", "Exercise 10"),
        ),
        ("| term | how much |",),
        False,
        (3, 6, 5, 7, 7, 4, 4, 6, 4, 4, 2),
        2,
        {
            1: ("A square's number",),
            3: ("Each piece has", '```\n$ gosub think --fen "r3k3'),
            4: ("A side's score is", "A pawn reaches"),
            9: ("Nobody told",),
        },
    ),
    "write-a-player": Sheet(
        (
            ("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "Capture the queen"),
            ("4k3/2p5/3p4/8/8/8/3Q4/3K4 w - - 0 1", "Leave the protected pawn"),
            ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "Checkmate in one"),
            ("7k/8/5K2/8/8/8/8/R7 w - - 0 1", "Checkmate in two"),
        ),
        ("| match (20 games) |", "| puzzle |"),
        True,
        (3, 4, 3, 3),
    ),
    "find-the-bug": Sheet(
        (
            ("4k3/8/8/8/8/2N5/8/K7 w - - 0 1", "Part 2"),
            ("k7/8/8/8/4K3/8/8/8 w - - 0 1", "Part 3"),
            ("k7/8/8/3p4/4N3/5P2/8/K7 w - - 0 1", "Fault 909"),
            ("4k3/8/8/8/8/8/P6P/K7 w - - 0 1", "Fault 1060"),
        ),
        ("| fault | begin with",),
        False,
        (3, 4, 5, 5),
    ),
}


def page_of(lesson: str) -> str:
    """Returns the page of a lesson, as Markdown."""
    return (DOCS / "teach" / f"class-{lesson}.md").read_text(encoding="utf-8")


def thought_tree(fen: str) -> list[tuple[str, TriedMove, list[tuple[str, TriedMove]]]]:
    """Returns the moves that the 1994 program tries for White, each with the replies that it tries.

    Each move has its notation in the report before it.
    """
    program = Program()
    program.state = before = State.from_fen(fen)
    tree = []
    for move in program.play("white").candidates:
        uci = move.move.uci(before, "white")
        assert uci is not None
        after = state_after(before, "white", uci)
        board = board_from_state(after)
        named = [(reply.move.notation(board, after, "black"), reply) for reply in replies_tried(after, board)]
        tree.append((move.move.notation(board_from_state(before), before, "white"), move, named))
    return tree


def replies_tried(state: State, board: list[int]) -> list[TriedMove]:
    """Returns the replies that the program tries for Black."""
    program = Program()
    program.state, program.board = state, board
    program.WHITE()
    program.BLACK()
    return moves_tried_by_program(program, "black")


def number(score: float) -> str:
    """Returns a score to a hundredth of a pawn."""
    return f"{round(score, 2) + 0.0:g}".replace("-", "\N{MINUS SIGN}")


def tree_picture() -> Picture:
    """Draws all that the program looks at in TREE_FEN: White's moves, Black's replies, and their scores."""
    tree = thought_tree(TREE_FEN)
    best = max((move for _, move, _ in tree), key=lambda move: move.value)
    rows = sum(len(replies) for _, _, replies in tree)
    height = TOP + ROW * rows + 10 * len(tree)
    middle = TOP + (height - TOP) / 2
    elements = [
        f'<g transform="translate(0 {middle - BOARD / 2:g})">{draw_board(chess.Board(TREE_FEN), size=BOARD)}</g>',
        text_element(MOVES, 14, "White's moves:", 12, FAINT),
        text_element(MOVES, 30, "White's score \N{MINUS SIGN} Black's best = value", 12, FAINT),
        text_element(REPLIES, 14, "Black's replies", 12, FAINT),
        text_element(REPLIES, 30, "and Black's score", 12, FAINT),
    ]
    y = TOP + ROW / 2
    for name, move, replies in tree:
        at = y + ROW * (len(replies) - 1) / 2
        colour, weight = (BLUE, "bold") if move is best else (INK, "")
        elements.append(_line(BOARD + 6, middle, MOVES - 6, at, colour if move is best else FAINT))
        reply_score = f"({number(move.reply_score)})" if move.reply_score < 0 else number(move.reply_score)
        left = f"{number(move.own_score)} \N{MINUS SIGN} {reply_score} = {number(move.value)}"
        elements.append(text_element(MOVES, at + 4, name, 13, colour, weight=weight))
        elements.append(text_element(MOVES + 55, at + 4, left, 13, colour, weight=weight))
        chosen = next(index for index, (_, reply) in enumerate(replies) if reply.move == move.reply)
        for index, (reply_name, reply) in enumerate(replies):
            is_best = index == chosen
            elements.append(_line(MOVES + 195, at, REPLIES - 6, y, BLUE if is_best else FAINT))
            ink, heavy = (BLUE, "bold") if is_best else (INK, "")
            elements.append(text_element(REPLIES, y + 4, reply_name, 13, ink, weight=heavy))
            elements.append(text_element(REPLIES + 70, y + 4, number(reply.own_score), 13, ink, weight=heavy))
            y += ROW
        y += 10
    title = (
        f"A search tree: White's {len(tree)} moves, and Black's {rows} replies to them. Blue: the choice, and the best"
        " reply to each move"
    )
    return document(WIDTH, int(height), elements, title, TREE_FEN)


def _line(x1: float, y1: float, x2: float, y2: float, colour: str) -> str:
    width = 2 if colour == BLUE else 1
    return f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="{colour}" stroke-width="{width}"/>'


def sheet(lesson: str) -> str:
    """Returns the sheet of a lesson as HTML."""
    page, wanted = page_of(lesson), LESSONS[lesson]
    title = page.partition("\n")[0].removeprefix("# For a class: ")
    title = title[0].upper() + title[1:]
    return "\n".join(
        [
            '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            f"<title>{escape(title)}: a sheet to print</title>",
            '<link rel="stylesheet" href="sheet.css">\n</head>\n<body>',
            f"<h1>{escape(title)}</h1>",
            '<div class="name"><span>Name</span><span>Date</span></div>',
            '<div class="boards">',
            *(_board(fen, caption) for fen, caption in wanted.boards),
            "</div>",
            *(_table(page, start, wanted.blank) for start in wanted.tables),
            '<div class="exercises">',
            *_exercises(page, wanted),
            "</div>",
            "<footer>White is to move in each position. Squares are named from a1, at the bottom left.</footer>",
            "</body>\n</html>\n",
        ]
    )


def _board(fen: str, caption: str) -> str:
    return f"<figure>{draw_board(chess.Board(fen), size=240)}<figcaption>{escape(caption)}</figcaption></figure>"


def _html(text: str) -> str:
    """Returns Markdown as HTML without links."""
    from markdown import markdown  # the tests read the sheets, and need only the rest of this module

    return LINK.sub("", markdown(text, extensions=["tables"]))


def _table(page: str, start: str, is_blank: bool) -> str:
    """Returns a table of the page; only its head and its first column if the others are to be filled in."""
    found = re.search(rf"^{re.escape(start)}.*?\n(?=\n)", page, re.M | re.S)
    assert found, start
    html = _html(found[0])
    if not is_blank:
        return html
    return re.sub(r"(?<=</td>)\n<td>.*?</td>", "\n<td></td>", html).replace("<table>", '<table class="blank">')


def _exercises(page: str, wanted: Sheet) -> Iterator[str]:
    for (name, text), lines in zip(EXERCISE.findall(page), wanted.lines, strict=True):
        number = int(name.rpartition(" ")[2])
        passages = "".join([_passage(page, start) for start in wanted.before.get(number, ())])
        html = _html(f"**{name}.** {ASIDE.sub('', text)}")
        yield f"<section>{passages}{html}{'<hr>' * lines}</section>"


def _passage(page: str, start: str) -> str:
    """Returns a paragraph of the page, or what a command prints in a block of it."""
    at = page.index(f"\n{start}") + 1
    if not start.startswith("```"):
        return _html(page[at : page.index("\n\n", at)])
    lines = page[at : page.index("\n```\n", at)].splitlines()
    printed = "\n".join([line for line in lines if not line.startswith(("```", "$", " ..."))])
    return f"<pre>{escape(printed)}</pre>"


def files() -> Files:
    sheets = {f"{lesson}.html": sheet(lesson) for lesson in LESSONS}
    return text_files(PICTURES, {"class-tree.svg": tree_picture()}) | text_files(SHEETS, sheets)
