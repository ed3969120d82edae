"""A book is made by playing its lines."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modern.book.book import Book
from modern.book.editor import BookEditor, EditError
from modern.rules import Position
from modern.rules.fen import INITIAL_FEN


def play(editor: BookEditor, sans: str) -> list[bool]:
    return [editor.play(editor.position.parse_san(san)) for san in sans.split()]


def weights(editor: BookEditor) -> dict[str, int]:
    return {editor.position.san(move): weight for move, weight in editor.moves()}


def test_a_line_that_is_played_is_in_the_book_with_weight_1() -> None:
    editor = BookEditor(Book())
    assert play(editor, "e4 e5 Nf3") == [True, True, True]
    assert weights(editor) == {}
    editor.to_start()
    assert weights(editor) == {"e4": 1}
    assert play(editor, "e4 e5") == [False, False]
    assert weights(editor) == {"Nf3": 1}


def test_back_leaves_the_move_in_the_book_and_another_one_joins_it() -> None:
    editor = BookEditor(Book())
    play(editor, "e4")
    editor.back()
    play(editor, "d4")
    editor.back()
    assert weights(editor) == {"d4": 1, "e4": 1}
    with pytest.raises(EditError, match="the board has the first position already"):
        editor.back()


def test_a_weight_is_set_and_a_move_removed() -> None:
    editor = BookEditor(Book())
    position = editor.position
    editor.set_weight(position.parse_san("c4"), 10)
    editor.set_weight(position.parse_san("e4"), 0)
    assert weights(editor) == {"c4": 10, "e4": 0}
    editor.remove(position.parse_san("c4"))
    assert weights(editor) == {"e4": 0}
    with pytest.raises(EditError, match="the book does not have c4 here"):
        editor.remove(position.parse_san("c4"))
    with pytest.raises(EditError, match="65536 is not a weight; expected a whole number from 0 to 65535"):
        editor.set_weight(position.parse_san("e4"), 65536)
    assert weights(editor) == {"e4": 0}


def test_the_board_may_start_elsewhere() -> None:
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    editor = BookEditor(Book(), fen)
    play(editor, "e4")
    assert Book.moves(editor.book, Position.from_fen(fen))[0].weight == 1


STEPS = st.tuples(st.sampled_from(["play", "weight", "remove", "back", "start"]), st.integers(0, 99))


@given(st.lists(STEPS, max_size=20))
@settings(max_examples=40, deadline=None)
def test_undo_takes_every_step_back_in_the_book_and_on_the_board(steps: list[tuple[str, int]]) -> None:
    editor = BookEditor(Book())
    states = []
    for name, number in steps:
        before = (editor.position.fen(), list(editor.line), editor.book.content())
        legal = sorted(editor.position.legal_moves(), key=str)
        count = len(editor.steps)
        move = legal[number % len(legal)] if legal else None
        try:
            if name in ("back", "start"):
                {"back": editor.back, "start": editor.to_start}[name]()
            elif move and name == "play":
                editor.play(move)
            elif move and name == "weight":
                editor.set_weight(move, number)
            elif move:
                editor.remove(move)
        except EditError:
            pass
        after = (editor.position.fen(), list(editor.line), editor.book.content())
        if after != before or len(editor.steps) > count:  # a weight may be set to what it was
            states.append(before)
    while states:
        content = editor.book.content()
        assert editor.undo() or editor.book.content() == content
        assert (editor.position.fen(), list(editor.line), editor.book.content()) == states.pop()
    with pytest.raises(EditError, match="there is nothing to undo"):
        editor.undo()
    assert editor.book.content() == b""
    assert editor.position.fen() == INITIAL_FEN
