"""Games read from PGN: main line, comments, variants and errors."""

from __future__ import annotations

import io

import pytest

from modern.game.pgn_reading import STANDARD_VARIANTS, PgnError, PgnGame, PgnMove, decode, games_in, numbered_game
from modern.rules.fen import INITIAL_FEN

CHESS960_FEN = "4k3/8/8/8/8/8/8/1R2K3 w B - 0 1"


def game(text: str, skip_variations: bool = False) -> PgnGame:
    (only,) = games_in(io.StringIO(text), skip_variations)
    return only


def test_comments_belong_to_the_game_or_to_the_move_before_them() -> None:
    text = "{first} 1. e4 {one} {two} e5 (1... c5 {no}) {after} 2. Nf3 *"
    read = game(text)
    assert read.comment == "first"
    first, last = PgnMove("e2e4", "", "one two"), PgnMove("g1f3")
    assert read.moves == (first, PgnMove("e7e5", "", "after", variations=("1... c5 {no}",)), last)
    assert game(text, skip_variations=True).moves == (first, PgnMove("e7e5", "", "after"), last)


def test_a_comment_after_an_empty_variation_belongs_to_the_next_move() -> None:
    assert game("1. e4 e5 () {a plan} 2. Nf3 *").moves[-1] == PgnMove("g1f3", "a plan")


def test_glyphs_and_variations_are_noticed() -> None:
    read = game("1. e4! e5 $2 2. Nf3 (2. f4) *")
    assert [bool(move.nags) for move in read.moves] == [True, True, False]
    assert read.has_variations
    assert not game("1. e4 () *").has_variations


def test_the_main_line_ends_at_its_first_error() -> None:
    read = game("1. e4 e5 2. Ke3 Nf6 *")
    assert read.uci_moves == ("e2e4", "e7e5")
    assert read.error == read.main_line_error
    assert read.error.startswith("'Ke3' is not a legal move")


def test_an_error_in_a_variation_is_not_one_of_the_main_line() -> None:
    text = "1. e4 e5 (1... c5 2. Ke3) 2. Nf3 *"
    assert game(text.removesuffix("*")).error.startswith("'Ke3' is not a legal move")
    assert game(text.removesuffix("*")).main_line_error == ""
    assert game(text, skip_variations=True).error == ""
    assert game(text, skip_variations=True).uci_moves == ("e2e4", "e7e5", "g1f3")


def test_a_bracket_too_many_after_an_error_does_no_harm() -> None:
    read = game("1. e4 e4 ) 1... e5 *")
    assert read.uci_moves == ("e2e4",)
    assert read.error.startswith("'e4' is not a legal move")


def test_missing_headers_are_filled_with_question_marks() -> None:
    read = game("1. e4 1-0")
    assert not read.has_headers
    assert (read.headers["White"], read.headers["Result"]) == ("?", "1-0")


@pytest.mark.parametrize("name", [*STANDARD_VARIANTS, "Standard", "From Position"])
def test_some_variants_are_standard_chess(name: str) -> None:
    assert game(f'[Variant "{name}"]\n\n1. e4 *').variant == ""


@pytest.mark.parametrize("name", ["Atomic", "Chess960", "Nonsense"])
def test_other_variants_are_not(name: str) -> None:
    assert game(f'[Variant "{name}"]\n\n1. e4 *').variant == name


def test_chess960_is_recognised_by_its_castling_rights() -> None:
    read = game(f'[FEN "{CHESS960_FEN}"]\n\n*')
    assert (read.variant, read.is_chess960) == ("", True)


def test_the_first_position_is_read_from_the_headers() -> None:
    read = game('[FEN "4k3/8/8/8/8/8/8/R3K3 w Q -"]\n\n*')
    assert read.start == "4k3/8/8/8/8/8/8/R3K3 w Q -"
    assert read.initial_fen == "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"
    assert game("1. e4 *").start == game("1. e4 *").initial_fen == INITIAL_FEN
    assert game('[FEN "bad"]\n\n*').initial_fen == ""


def test_prose_is_an_empty_game() -> None:
    assert game("Dear mother,\n").is_empty
    assert not game('[Event "?"]\n').is_empty
    assert list(games_in(io.StringIO("\n\n"))) == []


def test_a_game_is_found_by_its_number() -> None:
    text = '[White "A"]\n\n1. e4 *\n\n[White "B"]\n\n1. d4 d5 *\n'
    read, its_text = numbered_game(text, 2)
    assert read.uci_moves == ("d2d4", "d7d5")
    assert its_text == '[White "B"]\n\n1. d4 d5 *\n'
    with pytest.raises(PgnError, match="no game 3; the file has 2 games"):
        numbered_game(text, 3)


def test_a_file_is_utf_8_or_latin_1() -> None:
    assert decode("\ufeffé".encode()) == decode("é".encode("latin-1")) == "é"
    with pytest.raises(PgnError, match="UTF-16"):
        decode("1. e4 *".encode("utf-16"))
    with pytest.raises(PgnError, match="not a text file"):
        decode(b"\x00")
