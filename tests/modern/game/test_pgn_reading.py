"""Games read from PGN: moves, comments, variations, variants and errors; and games written as they were read."""

from __future__ import annotations

import io
import random

import chess
import chess.pgn
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modern.game.game import Game
from modern.game.move_notes import MoveNote, VariationMove
from modern.game.pgn_moves import NULL_MOVE
from modern.game.pgn_reading import (
    NO_GAME,
    STANDARD_VARIANTS,
    PgnError,
    decode,
    every_game,
    games_in,
    has_several_games,
    numbered_game,
)
from modern.game.pgn_text import header_value
from modern.game.pgn_writing import Exporter, pgn_as_read, variation_text
from modern.rules.fen import INITIAL_FEN

CHESS960_FEN = "4k3/8/8/8/8/8/8/1R2K3 w B - 0 1"
ANNOTATED = """\
[Event "Rated \\"blitz\\" game"]
[Zed "last of the file"]
[White "one"]
[Black "two"]
[Result "1-0"]
[Annotator "Annie"]

{ A {friendly game.  } 1. e4 { [%eval 0.2] [%clk 0:05:00] } (1. d4 $1 {x} d5 (1... Nf6 {y} 2. c4) 2. c4!?)
(1. c4 (1. Nf3 (1. b3))) 1... e5 $1 $14 () { before } 2. Nf3 { after } (2. f4 exf4 {accepted} 3. Nf3 (3. Bc4)) { and
again } 2... Nc6?! 3. Bb5 (3. --) ({instead} 3. Bc4 Bc5 4. O-O) 1-0
"""


def game(text: str, with_variations: bool = True) -> Game:
    (only,) = every_game(text, with_variations, lenient=False)
    return only


def main_line(text: str) -> Game:
    (only,) = games_in(io.StringIO(text))
    return only


def line(*moves: str) -> tuple[VariationMove, ...]:
    return tuple(VariationMove(uci) for uci in moves)


@pytest.mark.parametrize(
    ("word", "moves"),
    [
        *(("O-O-O-", ["e8c8"]), ("O-O-O-+", ["e8c8"]), ("0-0-0\N{EN DASH}", ["e8c8"]), ("O-O-Rd1", ["e8g8", "a1d1"])),
        *(("O-O-O-Ke2", ["e8c8", "e1e2"]), ("O-O-", []), ("O-O-O-O", []), ("O-O-N", [])),
    ],
)
def test_a_dash_behind_castling_is_ignored_unless_the_move_may_go_on(word: str, moves: list[str]) -> None:
    (game,) = every_game(f'[FEN "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1"]\n\n1... {word} *\n')
    assert game.uci_moves == moves
    assert bool(game.error) == (not moves)


def test_comments_belong_to_the_game_or_to_the_move_before_them() -> None:
    text = "{first} 1. e4 {one} {two} e5 (1... c5 {no}) {after} 2. Nf3 *"
    read = next(every_game(text))
    assert read.introduction == "first"
    assert read.uci_moves == ["e2e4", "e7e5", "g1f3"]
    variation = (VariationMove("c7c5", MoveNote(comment="no")),)
    assert read.notes == [MoveNote(comment="one two"), MoveNote(comment="after", variations=(variation,)), MoveNote()]
    assert main_line(text).notes == [MoveNote(comment="one two"), MoveNote(comment="after"), MoveNote()]
    assert game(text, with_variations=False).notes == main_line(text).notes


def test_a_comment_after_an_empty_variation_belongs_to_the_next_move() -> None:
    assert game("1. e4 e5 () {a plan} 2. Nf3 *").notes[-1] == MoveNote(comment_before="a plan")


def test_glyphs_and_variations_belong_to_their_moves() -> None:
    read = game("1. e4! e5 $2 2. Nf3 (2. f4) *")
    assert [note.glyphs for note in read.notes] == [(1,), (2,), ()]
    assert [note.variations for note in read.notes] == [(), (), (line("f2f4"),)]
    assert game("1. e4 () *").notes == [MoveNote()]


def test_a_variation_inside_a_variation_is_read() -> None:
    ((first, second),) = game("1. e4 (1. d4 d5 (1... Nf6 2. c4)) *").notes[0].variations
    assert first == VariationMove("d2d4")
    assert second == VariationMove("d7d5", MoveNote(variations=(line("g8f6", "c2c4"),)))


def test_a_variation_that_is_not_closed_is_read() -> None:
    assert game("1. e4 (1. d4 d5 (1... Nf6").notes[0].variations[0][1].note.variations == (line("g8f6"),)


def test_the_main_line_ends_at_its_first_error() -> None:
    read = game("1. e4 e5 2. Ke3 Nf6 *")
    assert read.uci_moves == ["e2e4", "e7e5"]
    assert read.error.startswith("'Ke3' is not a legal move")


def test_an_error_in_a_variation_is_not_one_of_the_main_line() -> None:
    text = "1. e4 e5 (1... c5 2. Ke3) 2. Nf3 *"
    assert game(text.removesuffix("*")).error.startswith("'Ke3' is not a legal move")
    (lenient,) = every_game(text)
    for read in (lenient, main_line(text), game(text, with_variations=False)):
        assert read.error == ""
        assert read.uci_moves == ["e2e4", "e7e5", "g1f3"]
    assert lenient.notes[1].variations == (line("c7c5"),)
    (problem,) = lenient.problems
    assert str(problem).startswith("line 1, column 22: 'Ke3' is not a legal move in ")
    assert str(problem).endswith("; the rest of the variation is left out")


def test_a_bracket_too_many_after_an_error_does_no_harm() -> None:
    read = game("1. e4 e4 ) 1... e5 *")
    assert read.uci_moves == ["e2e4"]
    assert read.error.startswith("'e4' is not a legal move")


def test_a_variation_before_the_first_move_of_a_variation_is_left_out_or_an_error() -> None:
    text = "1. e4 e5 ((1. d4) 1... c5) 2. Nf3 *"
    read = next(every_game(text))
    assert (read.uci_moves, read.error) == (["e2e4", "e7e5", "g1f3"], "")
    assert read.notes[1].variations == (line("c7c5"),)
    assert game(text).error == "a variation stands where no move is before it"


@pytest.mark.parametrize(("digits", "glyphs"), [(1, (9,)), (6, (999_999,)), (7, ()), (5000, ())])
def test_a_glyph_of_more_than_six_digits_is_left_out(digits: int, glyphs: tuple[int, ...]) -> None:
    read = game(f"1. e4 ${'9' * digits} e5 *")
    assert (read.uci_moves, read.error, read.notes[0].glyphs if read.notes else ()) == (["e2e4", "e7e5"], "", glyphs)


def test_a_game_ends_before_a_null_move() -> None:
    read = game("1. e4 -- 2. d4 *")
    assert (read.uci_moves, read.error) == (["e2e4"], NULL_MOVE)
    (lenient,) = every_game("1. e4 -- 2. d4 *")
    assert (lenient.uci_moves, lenient.error) == (["e2e4"], "")
    assert [(problem.what, problem.is_loss) for problem in lenient.problems] == [(NULL_MOVE, True)]
    assert game("1. e4 (1. -- e5) e5 *").error == ""


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("Dear mother,\n", NO_GAME),
        ("1. e4 hello -- *", "'hello' is not a move"),
        ('[Variant "Atomic"]\n\n1. e4 hello *', "the variant is Atomic"),
        ('[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\nhello *', "White has 0 kings"),
        ("1. e4 hello Ke3 *", "'hello' is not a move"),
        ("1. e4 Ke3 hello *", "'Ke3' is not a legal move"),
    ],
)
def test_a_game_with_several_errors_says_the_first(text: str, error: str) -> None:
    assert game(text).error.startswith(error)


def test_missing_headers_are_filled_with_question_marks() -> None:
    read = game("1. e4 1-0")
    assert (read.headers["White"], read.headers["Result"]) == ("?", "1-0")
    assert read.result == "1-0"


@pytest.mark.parametrize("name", [*STANDARD_VARIANTS, "Standard", "From Position"])
def test_some_variants_are_standard_chess(name: str) -> None:
    read = game(f'[Variant "{name}"]\n\n1. e4 *')
    assert read.variant == ""
    assert read.uci_moves == ["e2e4"] or not name
    written = chess.pgn.read_game(io.StringIO(pgn_as_read(read)))  # python-chess refuses other names of standard chess
    assert written is not None
    assert written.errors == []
    assert read.headers["Variant"] == (name if name == "From Position" else "Standard")


@pytest.mark.parametrize("name", ["Atomic", "Antichess", "Nonsense"])
def test_other_variants_are_not(name: str) -> None:
    read = game(f'[Variant "{name}"]\n\n1. e4 *')
    assert read.variant == name
    assert name in read.error


@pytest.mark.parametrize("name", ["", "Normal"])
def test_chess960_is_recognised_by_its_castling_rights(name: str) -> None:
    assert game(f'[Variant "{name}"]\n[FEN "{CHESS960_FEN}"]\n\n*').variant == "Chess960"


def test_the_first_position_is_read_from_the_headers() -> None:
    read = game('[FEN "4k3/8/8/8/8/8/8/R3K3 w Q -"]\n\n*')
    assert read.headers["FEN"] == "4k3/8/8/8/8/8/8/R3K3 w Q -"
    assert read.start == "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"
    assert game("1. e4 *").start == INITIAL_FEN
    assert game('[FEN "bad"]\n\n*').error == "a FEN has 4 to 6 fields, not 1: 'bad'"


@pytest.mark.parametrize(
    ("header", "movetext", "result"),
    [("1-0", "*", "1-0"), ("*", "0-1", "0-1"), ("1-0", "0-1", "1-0"), ("1/2-1/2", "", "1/2-1/2")],
)
def test_the_result_after_the_moves_counts_only_where_the_headers_have_none(
    header: str, movetext: str, result: str
) -> None:
    assert game(f'[Result "{header}"]\n\n1. e4 e5 {movetext}').result == result
    assert game(f"1. e4 e5 {movetext}").result == (movetext or "*")


def test_prose_is_not_a_game() -> None:
    assert game("Dear mother,\n").error == NO_GAME
    assert game('[Event "?"]\n').error == ""
    assert list(games_in(io.StringIO("\n\n"))) == []


def test_a_game_is_found_by_its_number() -> None:
    text = '[White "A"]\n\n1. e4 *\n\n[White "B"]\n\n1. d4 d5 *\n'
    read = numbered_game(text, 2)
    assert read.uci_moves == ["d2d4", "d7d5"]
    assert read.pgn == '[White "B"]\n\n1. d4 d5 *\n'
    with pytest.raises(PgnError, match="no game 3; the file has 2 games"):
        numbered_game(text, 3)


@pytest.mark.parametrize(
    "parts",
    [
        ("1. d4 * ", "1. c4 e5 *\n"),
        ("1. d4 {a\nb} * ", "1. c4 e5 *\n"),
        ("1. d4 {a\nb} * ", '[Event "x"]\n\n1. c4 e5 *\n'),
        ("1. d4 {a\nb} d5 {c\nd} *\n", '[Event "x"]\n\n1. c4 {e\nf} *\n'),
    ],
)
def test_each_game_has_its_own_part_of_the_text(parts: tuple[str, ...]) -> None:
    assert tuple(game.pgn for game in every_game("".join(parts))) == parts


def test_a_file_is_utf_8_or_latin_1() -> None:
    assert decode("\ufeffé".encode()) == decode("é".encode("latin-1")) == "é"
    with pytest.raises(PgnError, match="UTF-16"):
        decode("1. e4 *".encode("utf-16"))
    with pytest.raises(PgnError, match="not a text file"):
        decode(bytes(range(64)))


def by_python_chess(text: str) -> str:
    """Returns a game as python-chess alone reads and writes it, in lines as ours are."""
    read = chess.pgn.read_game(io.StringIO(text))
    assert read is not None
    assert not read.errors
    read.headers.update({name: header_value(text) for name, text in read.headers.items()})
    return f"{read.accept(Exporter(columns=80))}\n"


def test_a_game_read_and_written_again_keeps_headers_comments_glyphs_and_variations() -> None:
    text = pgn_as_read(game(ANNOTATED))
    assert text == by_python_chess(ANNOTATED)
    assert pgn_as_read(game(text)) == text
    for kept in (
        '"Rated \\"blitz\\" game"',
        "{ A {friendly game. }",
        "{ before } 2. Nf3 { after and",
        "$1 $14",
        "3. --",
    ):
        assert kept in text


def test_a_variation_as_text_has_its_comments_in_quotation_marks() -> None:
    read = game(ANNOTATED)
    texts = [
        [variation_text(Game(moves=read.uci_moves[:ply]).position.fen(), variation) for variation in note.variations]
        for ply, note in enumerate(read.notes)
    ]
    assert texts == [
        ['1. d4! "x" d5 (1... Nf6 "y" 2. c4) 2. c4!?', "1. c4 (1. Nf3 (1. b3))"],
        [],
        ['2. f4 exf4 "accepted" 3. Nf3 (3. Bc4)'],
        [],
        ["3. --", '"instead" 3. Bc4 Bc5 4. O-O'],
    ]


def test_variations_may_be_nested_a_thousand_deep() -> None:
    """As deep as only a file that was made to do harm has them."""
    depth = 1_000
    text = f"1. e4 e5 {'(1... c5 ' * depth}{')' * depth} *"
    read = game(text)
    assert pgn_as_read(read).count("c5") == depth
    after_e4 = Game(moves=["e2e4"]).position.fen()
    assert variation_text(after_e4, read.notes[1].variations[0]).count("(1... c5") == depth - 1


WORDS = st.sampled_from(["", "good", "a {plan", "[%clk 0:01:00]", "two  blanks", "é", "% and ; and ["])


def _add_tree(node: chess.pgn.GameNode, rng: random.Random, comments: list[str], plies: int) -> None:
    """Adds random moves to a node, with comments, glyphs and variations inside variations."""
    for _ in range(plies):
        legal = sorted(node.board().legal_moves, key=str)
        if not legal:
            return
        parent = node
        for move in rng.sample(legal, min(len(legal), rng.choice((1, 1, 1, 2, 3)))):
            child = parent.add_variation(move)
            child.nags.update(rng.sample(range(1, 140), rng.choice((0, 0, 1, 2))))
            child.comment = rng.choice(comments)
            if child is not parent.variations[0]:
                child.starting_comment = rng.choice(comments)
                _add_tree(child, rng, comments, rng.randrange(min(3, plies)))
        node = parent.variations[0]


@given(st.randoms(use_true_random=False), st.lists(WORDS, min_size=1, max_size=4), st.integers(1, 12))
@settings(max_examples=30, deadline=None)
def test_any_tree_is_read_and_written_as_python_chess_does(rng: random.Random, comments: list[str], plies: int) -> None:
    tree = chess.pgn.Game({"Event": "x", "Result": "*", "Other": "y"})
    tree.comment = rng.choice(comments)
    _add_tree(tree, rng, comments, plies)
    text = str(tree)
    read = game(text)
    assert read.error == ""
    assert read.uci_moves == [move.uci() for move in tree.mainline_moves()]
    assert pgn_as_read(read) == by_python_chess(text)
    assert pgn_as_read(game(pgn_as_read(read))) == pgn_as_read(read)


FIRST = '[Event "one"]\n[White "Anderssen"]\n[Black "Kieseritzky"]\n\n1. e4 e5'
SECOND = '[Event "two"]\n[White "Morphy"]\n[Black "Paulsen"]\n\n1. d4 d5'


@pytest.mark.parametrize(
    "text",
    [
        f"{FIRST} 1-0\n{SECOND} 0-1\n",
        f"{FIRST}\n{SECOND}\n",
        f"{FIRST} 1-0{SECOND} 0-1",
        f"{FIRST}{SECOND}",
        f"{FIRST} ; a comment {{ that ends with the line\n{SECOND}",
        f"{FIRST} (1... c5 \n{SECOND}\n",
        f'{FIRST} {{a comment\n[Event "three"]\n[%clk 0:01:00]\n}} 1-0\n{SECOND}',
        f'{FIRST} {{a comment\n\n[Event "three"]}}\n{SECOND}',
        f'{FIRST} ; [Event "three"]\n{SECOND}',
        f'{FIRST}\n%[Event "three"]\n% {{\n{SECOND}',
        f'{FIRST}\n[Note "of \\"two\\""]\n{SECOND}'.replace(f"\n{SECOND}", SECOND.replace("[Event", "\n[Event", 1)),
    ],
)
def test_a_game_keeps_its_headers_if_no_empty_line_is_before_it(text: str) -> None:
    for games in (list(every_game(text)), list(games_in(io.StringIO(text)))):
        assert [(game.headers["White"], game.uci_moves, game.error) for game in games] == [
            ("Anderssen", ["e2e4", "e7e5"], ""),
            ("Morphy", ["d2d4", "d7d5"], ""),
        ]
    assert has_several_games(text)
    assert numbered_game(text, 2).headers["Event"] == "two"
    assert numbered_game(text, 2).pgn.startswith("[")


def test_the_result_of_a_variation_is_not_that_of_the_game() -> None:
    for movetext, result in (
        ("(1. d4 1-0) e5", "*"),
        ("(1. d4 1-0) e5 0-1", "0-1"),
        ("(1. d4 (1. c4 0-1)) e5 1-0", "1-0"),
    ):
        assert game(f"1. e4 {movetext}").result == result


@pytest.mark.parametrize(
    ("movetext", "moves"),
    [
        ("1. e4 (1. d4 0-1) (\n\n1. c4) 1... e5 *", [2]),  # the result is that of a variation that has ended
        ("1. e4 e5 (1... c5 0-1\n\n1. d4 *", [2, 1]),
    ],
)
def test_move_1_after_an_empty_line_in_a_variation_begins_a_game_only_behind_a_result(
    movetext: str, moves: list[int]
) -> None:
    assert [len(read.moves) for read in every_game(movetext)] == moves


def test_a_comment_behind_everything_else_belongs_to_the_last_move() -> None:
    for movetext in (
        "1. e4 e5 {a} (1... c5) {b}",
        "1. e4 e5 {a} () {b}",
        "1. e4 e5 {a} (1... c5 (1... c6 {no})) {b} *",
    ):
        assert game(movetext).notes[-1].text == "a b"
    assert game("1. e4 (1. d4 d5 {a} (1... Nf6) {b}) e5").notes[0].variations[0][-1].note.comment == "a b"
