"""PGN as its writers wrote it, in the kinds that real files have: each text means the same as a plain one beside it.

What the plain text means, python-chess says.
"""

from __future__ import annotations

import gzip
import io
import itertools
import tracemalloc
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import chess
import chess.pgn
import pytest

from modern.game.game import Game
from modern.game.pgn_headers import MAX_HEADERS
from modern.game.pgn_headers import MAX_LENGTH as MAX_HEADER_LENGTH
from modern.game.pgn_moves import NULL_MOVE
from modern.game.pgn_reading import PgnError, decode, every_game, games_in, lines_of, numbered_game
from modern.game.pgn_scanning import MAX_TOKENS
from modern.game.problems import MAX_PROBLEMS
from modern.game.text_lines import MAX_LINE_SIZE, check_text
from modern.rules.move_text import parts_of, result_of

HEADERS: Final = '[Event "x"]\n[White "A"]\n[Black "B"]\n'
CASTLES: Final = "r3k2r/pppq1ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPPQ1PPP/R3K2R w KQkq - 0 9"


def only(text: str | bytes) -> Game:
    (game,) = every_game(decode(text if isinstance(text, bytes) else text.encode()))
    return game


def moves_of(movetext: str, fen: str = chess.STARTING_FEN) -> list[str]:
    """Returns the moves of a text in the standard's form, as python-chess reads it."""
    game = chess.pgn.read_game(io.StringIO(f'[FEN "{fen}"]\n\n{movetext}\n'))
    assert game is not None
    assert not game.errors
    return [move.uci() for move in game.mainline_moves()]


def said(game: Game) -> list[str]:
    return [f"{problem.line}:{problem.column} {problem.what}; {problem.done}" for problem in game.problems]


# Words without blanks between them.

WHITE_MOVES: Final = ("e5", "Nf3", "Qxh5+", "O-O", "O-O-O", "b8=Q", "Rad1", "R1e2#", "0-0", "bxa8=N", "e2e4")
MARKS: Final = ("", "!", "?!", "+-", "#", "+!", "=", "±", "++", "\u203c", "!?N")
AFTER: Final = ("1-0", "0-1", "1/2-1/2", "*", "2.Nc3", "2...Nc6", "...d5", "½-½", "Bd7", "Qxd4", "O-O-O", "--")


@pytest.mark.parametrize(("mark", "after"), [*itertools.product(MARKS, AFTER)])
def test_a_move_its_marks_and_what_follows_need_no_blank_between_them(mark: str, after: str) -> None:
    """Together they have the parts that they have apart."""
    for move in WHITE_MOVES:
        # += is a sign, e8=Q a promotion, +-- a check and a null move, and N a novelty only at the end of a word.
        is_other = mark == "=" and ("+" in move or after[0] in "QB")
        if is_other or (mark == "!?N" and after[0].isalnum()) or (mark == "+-" and after == "--"):
            continue
        apart = [part[:2] for word in (move, mark, after) if word for part in parts_of(word)]
        assert [part[:2] for part in parts_of(f"{move}{mark}{after}")] == apart, f"{move}{mark}{after}"


@pytest.mark.parametrize(
    ("glued", "plain"),
    [
        ("1.e4 e52.Nf3", "1. e4 e5 2. Nf3 *"),
        ("1.e4!e5?2.Nf3!?Nc6", "1. e4 e5 2. Nf3 Nc6 *"),
        ("1.f3 e52.g4Qh4#0-1", "1. f3 e5 2. g4 Qh4# 0-1"),
        ("1. Nf3 Nf61/2-1/2", "1. Nf3 Nf6 1/2-1/2"),
        ("1.e4e5*", "1. e4 *"),
        ("1. Nf3 d5 2. g3 Nf6 3. Bg2 e6 4. O-OBe7", "1. Nf3 d5 2. g3 Nf6 3. Bg2 e6 4. O-O Be7 *"),
    ],
)
def test_a_whole_game_without_blanks(glued: str, plain: str) -> None:
    game = only(f"{HEADERS}\n{glued}\n")
    if glued == "1.e4e5*":  # a pawn's move from e4 to e5, in UCI notation
        assert game.error
    else:
        assert (game.uci_moves, game.problems) == (moves_of(plain), [])
        assert game.result == plain.split()[-1]


@pytest.mark.parametrize("word", ["e4.", "e4,", "e4:", '"e4"', "'e4'", "\u201ee4\u201c", "\u2019e4\u2019,", "e4..."])
def test_marks_of_punctuation_say_nothing(word: str) -> None:
    for text in (f"1. {word} e5 2. Nf3", f"1. {word}\ne5, 2. Nf3:", f"1.{word}\n1...e5."):
        game = only(f"{HEADERS}\n{text} *\n")
        assert (game.uci_moves[:2], game.error) == (["e2e4", "e7e5"], "")
        assert all(problem.done for problem in game.problems)


def test_a_variation_with_commas_is_read_whole() -> None:
    game = only(f"{HEADERS}\n1. d4, d5, 2. c4. (2. Nf3., Nf6, 3. g3: (3. Bf4, e6.)) 2... e6 *\n")
    assert (game.uci_moves, game.problems) == (moves_of("1. d4 d5 2. c4 e6 *"), [])
    (variation,) = game.notes[2].variations
    assert [move.uci for move in variation] == ["g1f3", "g8f6", "g2g3"]
    assert [move.uci for move in variation[2].note.variations[0]] == ["c1f4", "e7e6"]


INVISIBLE: Final = ("\u200b", "\u200d", "\u00ad", "\ufeff", "\u2060", "\u200e", "\ufe0e")


@pytest.mark.parametrize("char", INVISIBLE)
def test_characters_that_nobody_sees_are_not_read(char: str) -> None:
    text = f"1. e{char}4 e5{char} 2. {char}Nf3 {char} N{char}c6 3. B{char}b5+{char}- 1{char}-0"
    game = only(f"{HEADERS}\n{text}\n")
    assert (game.uci_moves, game.problems) == (moves_of("1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0"), [])
    assert (game.result, game.notes[4].glyphs) == ("1-0", (18,))


@pytest.mark.parametrize("blank", ["&nbsp;", "\u00a0", "\u2003", "\u3000", "<br>", "<br/>", "<br />", " &nbsp; \u00a0"])
def test_blanks_of_other_kinds_are_blanks(blank: str) -> None:
    game = only(f"{HEADERS}\n1.{blank}e4{blank}e5{blank}{{a&nbsp;b}}{blank}2. Nf3{blank}*\n")
    assert (game.uci_moves, game.problems) == (moves_of("1. e4 e5 2. Nf3 *"), [])
    assert game.notes[1].comment == "a&nbsp;b"


# Control characters.


@pytest.mark.parametrize(
    ("content", "places"),
    [
        (f"{HEADERS}\n1. e4 {{a\x06b}} e5 *\n", ["5:9 the control character U+0006; left out"]),
        (f"{HEADERS}\n1. e\x004 e5\x01 *\n", ["5:5 the control character U+0000 and 1 more; left out"]),
        (f"\x02{HEADERS}\n1. e4 e5 *\n", ["1:1 the control character U+0002; left out"]),
        (f"{HEADERS}\n1. e4\x1a e5 *\n", ["5:6 the control character U+001A; left out"]),
        (f"{HEADERS}\n1. e4\n\x00\x00\ne5 *\n", ["6:1 the control character U+0000 and 1 more; left out"]),
        (f"{HEADERS.replace('A', 'A' + chr(7))}\n1. e4 e5 *\n", ["2:10 the control character U+0007; left out"]),
        (f"{HEADERS}\n1. e4 e5 *\n\x1a", []),
        (f"{HEADERS}\n1. e4 e5 *\n\x1a{chr(0) * 300}", []),
        (f"{HEADERS}\n1. e4 e5 *\x1a", []),
        (f"{HEADERS}\n1. e4 e5 *{chr(0) * 2000}\n\n\x00\n", []),
    ],
)
def test_control_characters_are_dropped_and_named_except_at_the_end(content: str, places: list[str]) -> None:
    game = only(content)
    assert (game.headers["White"], game.uci_moves, said(game)) == ("A", ["e2e4", "e7e5"], places)
    assert not any(ord(char) < 32 and char not in "\n\t" for char in game.pgn)


@pytest.mark.parametrize("between", ["\x1a\n", "\x00" * 512, "\x00\n\x1a\n", "\n\x1a\x00\x00\n"])
def test_games_behind_control_characters_are_read(between: str) -> None:
    games = list(every_game(decode(f"{HEADERS}\n1. e4 *\n{between}{HEADERS}\n1. d4 *\n".encode())))
    assert [game.uci_moves for game in games] == [["e2e4"], ["d2d4"]]
    assert ["the control character" in problem for game in games for problem in said(game)] == [True]


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x10\x00\x00", "not a text file"),
        (bytes(range(256)) * 20, "not a text file"),
        ("[Event".encode("utf-16-le") * 9, "not a text file"),
        ("1. e4 *".encode("utf-16"), "UTF-16"),
        (gzip.compress(b"1. e4 *", mtime=0), "gzip"),
        (b"PK\x03\x04\x14\x00\x00\x00", "zip"),
        (b"BZh91AY&SY", "bzip2"),
    ],
)
def test_what_is_not_text_is_refused_by_its_kind(content: bytes, kind: str) -> None:
    with pytest.raises(PgnError, match=kind) as raised:
        decode(content)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("controls", "size", "is_text"),
    [(3, 4, True), (4, 47, False), (4, 48, True), (5, 59, False), (5, 60, True), (300, 3599, False), (300, 3600, True)],
)
def test_a_text_may_have_three_control_characters_or_one_in_twelve(controls: int, size: int, is_text: bool) -> None:
    sample = b"\x01" * controls + b"a" * (size - controls)
    if is_text:
        check_text(sample, "games")
    else:
        with pytest.raises(PgnError, match="not a text file"):
            check_text(sample, "games")


def test_windows_quotation_marks_are_read() -> None:
    assert (
        only(HEADERS.encode() + b"\n1. e4 {\x93good\x94 \x96 M\xfcller} *\n").notes[0].comment == "“good” \u2013 Müller"
    )


# Results.


@pytest.mark.parametrize(
    ("texts", "result"),
    [
        (
            ("1-0", "1:0", "1 - 0", "1\u20130", "White wins", "white won", "+:-", "(+)-(-)", "1-0 ff", "1-0 (time)"),
            "1-0",
        ),
        (("0-1", "0:1", "0 - 1", "0\u22121", "Black wins", "BLACK WON", "-:+", "(-)-(+)", "0-1 forfeit"), "0-1"),
        (("1/2-1/2", "1/2", "½-½", "½", "1/2 - 1/2", "draw", "Draw", "0.5-0.5", "1/2:1/2", "remis", "="), "1/2-1/2"),
        (("Black resigned", "Black resigns", "White"), "1-0"),
        (("White resigned", "White resigns", "Black"), "0-1"),
        (("draw by repetition", "Drawn game", "remis (Patt)"), "1/2-1/2"),
        (("*", "?", "", "unknown", "adjourned", "2-0", "-", "10-0", "1-00", "1 point", "0 moves"), ""),
        (("White lost", "Black lost on time", "White adjourns", "no draw"), ""),
        (("0-0", "0:0", "-:-", "(-)-(-)"), "0-0"),
        (("1/2-0", "0-1/2"), None),
    ],
)
def test_what_means_a_result_is_read_as_one(texts: Iterable[str], result: str | None) -> None:
    for text in texts:
        meant = result_of(text)
        assert meant == (text if result is None or text == "*" else result), text
        game = only(f'[White "A"]\n[Result "{text}"]\n\n1. e4 e5\n')
        expected = meant if meant in ("1-0", "0-1", "1/2-1/2") else "*"
        assert (game.headers["Result"], game.uci_moves) == (expected, ["e2e4", "e7e5"])
        assert bool(game.problems) == (meant != expected), text


@pytest.mark.parametrize("text", ["1-0", "0-1", "1/2-1/2", "1/2", "½-½", "1:0", "1 - 0", "½ - ½", "0 \u2013 1", "*"])
@pytest.mark.parametrize("header", ["?", "", "unknown", "*", None])
def test_the_result_after_the_moves_counts_if_the_header_has_none(text: str, header: str | None) -> None:
    tag = "" if header is None else f'[Result "{header}"]\n'
    game = only(f"{HEADERS}{tag}\n1. e4 e5 {text}\n")
    assert (game.headers["Result"], game.uci_moves) == (result_of(text), ["e2e4", "e7e5"])
    assert [problem.done for problem in game.problems] == (
        [f"read as {result_of(text)}"] if header == "unknown" or (text == "*" and header in ("", "?")) else []
    )


BEFORE: Final = "1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7"


@pytest.mark.parametrize(
    ("header", "end", "plies", "remarks"),
    [
        ("0-0", "0-0", 6, 1),
        ("0-0", "0-0 {both are late}", 6, 1),
        ("0-0", "", 6, 1),
        ("-:-", "0-0\n", 6, 1),
        ("*", "4. d3 d6 5. c3 c6 6. Kf1 0-0 7. Kg1 0-0", 13, 1),
        (None, "4. Rf1 Rf8 0-0", 8, 1),
        (None, "1/2-0", 6, 1),
        (None, "0-1/2", 6, 1),
        ("1/2-0", "1/2-0", 6, 1),
        (None, "0-0 0-0", 8, 0),
        (None, "0-0 d6 1-0", 8, 0),
        ("1-0", "0-0 1-0", 7, 0),
        (None, "4. d3 (4. 0-0) 4... d6 0-0", 9, 0),
    ],
)
def test_both_may_lose_and_castling_is_still_a_move(header: str | None, end: str, plies: int, remarks: int) -> None:
    tag = "" if header is None else f'[Result "{header}"]\n'
    game = only(f"{HEADERS}{tag}\n{BEFORE} {end}\n")
    assert (len(game.moves), game.error, len(game.problems)) == (plies, "", remarks)
    assert game.result == ("1-0" if end.endswith("1-0") else "*")


# The start, and the variant.


@pytest.mark.parametrize(
    "headers",
    [
        *(f'[FEN "{text}"]' for text in ("", "?", "-", "startpos", "start", "initial position", " ")),
        '[FEN ""]\n[SetUp "1"]',
        *(
            f'[Variant "{name}"]'
            for name in ("?", "-", "", "Regular", "orthodox", "Classical", "wild/0", "NORMAL", "From Position", "chess")
        ),
        *(f'[Variant "{name}"]' for name in ("Chess960", "chess 960", "Fischerandom", "Fischer Random", "FRC")),
        f'[Variant "Chess960"]\n[SetUp "1"]\n[FEN "{chess.STARTING_FEN}"]',
        f'[Variant "Chess960"]\n[FEN "{chess.STARTING_FEN.replace("KQkq", "HAha")}"]',
        '[SetUp "0"]',
        f'[SetUp "0"]\n[FEN "{chess.STARTING_FEN}"]',
        '[SetUp "0"]\n[FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]',
    ],
)
def test_these_headers_mean_chess_from_the_initial_position(headers: str) -> None:
    game = only(f"{headers}\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O *\n")
    assert (game.start, game.variant, game.error) == (chess.STARTING_FEN, "", "")
    assert len(game.moves) == 7
    assert game.headers.get("FEN", chess.STARTING_FEN).strip("?- ")


def test_a_set_up_of_0_does_not_undo_a_fen_that_the_moves_fit() -> None:
    game = only('[SetUp "0"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. Kd2 Ke7 *\n')
    assert (game.uci_moves, game.problems) == (["e1d2", "e8e7"], [])


def test_chess960_without_rights_to_castle_is_chess() -> None:
    game = only('[Variant "Chess960"]\n[FEN "bbqnnrkr/8/8/8/8/8/8/BBQNNRKR w - - 0 1"]\n\n1. Nf3 *\n')
    assert (game.uci_moves, game.error) == (["e1f3"], "")


@pytest.mark.parametrize(
    ("variant", "fen"),
    [
        ("Chess960", "nrbkrbqn/pppppppp/8/8/8/8/PPPPPPPP/NRBKRBQN w KQkq - 0 1"),
        ("Fischerandom", "r1k4r/8/8/8/8/8/8/R1K4R w HAha - 0 1"),
        ("Chess960", "rk5r/8/8/8/8/8/8/RK5R w KQkq - 0 1"),
        ("Chess960", "3rk1r1/8/8/8/8/8/8/3RK1R1 w KQkq - 0 1"),
        ("Crazyhouse", chess.STARTING_FEN),
        ("wild/5", chess.STARTING_FEN),
    ],
)
def test_other_variants_stay_refused(variant: str, fen: str) -> None:
    game = only(f'[Variant "{variant}"]\n[FEN "{fen}"]\n\n1. e4 *\n')
    assert (game.variant, bool(game.error)) == (variant, True)


# Null moves, glyphs, words, promotions.


@pytest.mark.parametrize("null", ["--", "Z0", "0000", "@@@@", "null"])
@pytest.mark.parametrize("before", ["", "1. e4", f"{BEFORE} 4."])
def test_a_game_ends_before_a_null_move_and_keeps_the_moves_before_it(null: str, before: str) -> None:
    game = only(f"{HEADERS}\n{before} {{a}} {null} {{b}} e5 1-0\n")
    assert (game.uci_moves, game.error) == (moves_of(f"{before.removesuffix(' 4.')} *"), "")
    assert [(problem.what, problem.is_loss) for problem in game.problems] == [(NULL_MOVE, True)]


@pytest.mark.parametrize(
    ("text", "glyphs"),
    [
        ("($142 1. d4)", (142,)),
        ("(1. $142 d4)", (142,)),
        ("($142 $7 1. d4! )", (142, 7, 1)),
        ("(⌓ 1. d4)", (142,)),
        ("({better is} $142 1. d4)", (142,)),
        ("($142 {better is} 1. d4 d5)", (142,)),
    ],
)
def test_a_glyph_before_a_variation_belongs_to_its_first_move(text: str, glyphs: tuple[int, ...]) -> None:
    game = only(f"{HEADERS}\n1. e4 {text} e5 *\n")
    ((first, *_),) = game.notes[0].variations
    assert (first.uci, first.note.glyphs, game.problems) == ("d2d4", glyphs, [])
    assert first.note.comment_before == ("better is" if "better" in text else "")


@pytest.mark.parametrize(
    "text",
    ["1. e4 ($142) e5 *", "$14 *", "1. e4 ({a} $142) e5 *", "1. e4 (($1)) e5 *", "1. e4 (1. d4 ($3)) e5"],
)
def test_a_glyph_without_a_move_is_named(text: str) -> None:
    game = only(f"{HEADERS}\n{text}\n")
    assert (game.error, any(problem.is_loss for problem in game.problems)) == ("", True)


@pytest.mark.parametrize(
    ("text", "comments"),
    [
        ("1. e4 Best by test e5 *", ["Best by test", ""]),
        ("1. e4 {a {nested} comment} e5 *", ["a {nested comment", ""]),
        ("1. e4 <p> e5 oh? *", ["<p>", "oh?"]),
        ("Played in Paris 1. e4 e5 *", ["", ""]),
        ("1. e4 {one} and {two} e5 *", ["one and two", ""]),
        ("1. e4 e5 * White resigned", ["", "White resigned"]),
    ],
)
def test_words_outside_a_comment_are_one(text: str, comments: list[str]) -> None:
    game = only(f"{HEADERS}\n{text}\n")
    if "resigned" in text:  # behind the result, it is text after the game
        assert game.uci_moves == ["e2e4", "e7e5"]
        return
    assert ([note.comment for note in game.notes], game.error) == (comments, "")
    assert all(problem.done and not problem.is_loss for problem in game.problems)


@pytest.mark.parametrize("word", ["Ncc6", "Nf9", "hgdfdf2", "O-O-", "O-O-O-O", "B3"])
def test_a_word_that_may_be_a_move_is_not_passed_over(word: str) -> None:
    game = only(f"{HEADERS}\n1. e4 {word} 2. Nf3 *\n")
    assert (game.uci_moves, bool(game.error)) == (["e2e4"], True)


def test_a_pawn_that_says_no_piece_becomes_a_queen() -> None:
    fen = "8/6qk/8/5KPp/1Q3p2/4P1P1/1p6/8 b - - 1 69"
    for word in ("b1", "b2b1", "b2-b1", "b1 $1", "b1+"):
        game = only(f'[FEN "{fen}"]\n\n69... {word} *\n')
        assert (game.uci_moves, game.error, len(game.problems)) == (["b2b1q"], "", 1)


# Languages.


@pytest.mark.parametrize(
    ("language", "letters"),
    [
        ("German", "KDTLS"),
        ("French", "RDTFC"),
        ("Spanish", "RDTAC"),
        ("Dutch", "KDTLP"),
        ("Portuguese", "RDTBC"),
        ("Polish", "KHWGS"),
        ("Czech", "KDVSJ"),
        ("Hungarian", "KVBFH"),
        ("Finnish", "KDTLR"),
        ("Romanian", "RDTNC"),
        ("Icelandic", "KDHBR"),
        ("Russian", ("\u041a\u0440", *"\u0424\u041b\u0421\u041a")),
        ("Greek", "\u03a1\u0392\u03a0\u0391\u0399"),
    ],
)
def test_games_in_other_languages_are_read(language: str, letters: str) -> None:
    plain = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O Qf6 6. Kh1 Be6 7. Re1 O-O-O 8. d3 Kb8 9. Nbd2 *"
    own = dict(zip("KQRBN", letters, strict=True))
    game = only(f"{HEADERS}\n{''.join(own.get(char, char) for char in plain)}\n")
    assert (game.uci_moves, game.error) == (moves_of(plain), "")
    (problem,) = game.problems
    assert language in problem.what


# What the functions are given.


@pytest.mark.parametrize(
    "source",
    [
        "games.pgn",
        "C:\\games\\Games.PGN",
        Path("games.pgn"),
        b"1. e4 *",
        bytearray(b"*"),
        io.BytesIO(b"1. e4 *"),
        7,
        None,
    ],
)
def test_the_name_of_a_file_and_bytes_are_refused_in_one_sentence(source: object) -> None:
    for function in (games_in, every_game, numbered_game):
        with pytest.raises((TypeError, PgnError), match="expected the text of a PGN or its lines") as raised:
            function(source)  # type: ignore[arg-type]
        assert "\n" not in str(raised.value)


# Sizes.


@pytest.mark.parametrize(
    ("movetext", "said"),
    [
        ("1. e4 " + "$1 " * (MAX_TOKENS + 1), "more than 100,000 moves"),
        ("1. e4 " + "{a} " * (MAX_TOKENS + 1), "more than 100,000 moves"),
        ("1. e4 " + "(1. d4) " * (MAX_TOKENS // 3 + 1), "more than 100,000 moves"),
        ("1. e4 " + "(" * (MAX_TOKENS + 1), "more than 100,000 moves"),
        ("1. e4 " + "word " * (MAX_TOKENS + 1), "more than 100,000 moves"),
    ],
)
def test_a_game_without_end_is_refused_and_the_next_one_read(movetext: str, said: str) -> None:
    first, second = every_game(f"{HEADERS}\n{movetext} *\n\n{HEADERS}\n1. d4 *\n")
    assert said in first.error
    assert second.uci_moves == ["d2d4"]


@pytest.mark.parametrize(
    ("headers", "kept"),
    [
        (f'[Site "{"a" * MAX_HEADER_LENGTH}"]', True),
        (f'[Site "{"a" * MAX_HEADER_LENGTH}a"]', False),
        ('[Site "' + '\\"' * 10 + '"]', True),
        ('[Site "' + '\\"' * MAX_HEADER_LENGTH + '"]', False),
        ("".join(f'[A{number} "b"]\n' for number in range(MAX_HEADERS)) + '[Site "a"]', False),
    ],
)
def test_a_header_without_end_is_left_out_and_named(headers: str, kept: bool) -> None:
    game = only(f"{headers}\n\n1. e4 *\n")
    assert ("Site" in game.headers and game.headers["Site"] != "?") == kept
    assert (game.uci_moves, [problem.is_loss for problem in game.problems]) == (["e2e4"], [True] * (not kept))


def test_many_problems_are_counted() -> None:
    game = only(f"{HEADERS}\n1. e4 {')' * 5000} e5 *\n")
    assert game.uci_moves == ["e2e4", "e7e5"]
    assert (len(game.problems), game.problems[-1].what) == (MAX_PROBLEMS + 1, "4,000 more problems")


def test_a_line_without_end_is_refused() -> None:
    with pytest.raises(PgnError, match="line 2 is longer than 16 MB"):
        decode(b"1. e4\n" + b"e5 " * (MAX_LINE_SIZE // 3 + 1))


def test_a_file_may_be_closed_before_the_rest_of_its_lines_is_given_up() -> None:
    """As after Ctrl-C: Python would print a traceback of its own for an error that nobody can catch any more."""
    file = io.BytesIO(b"1. e4 e5\n" * 3)
    lines = lines_of(file)
    assert next(lines) == "1. e4 e5\n"
    file.close()
    lines.close()  # type: ignore[attr-defined]


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        '[Site "' + "a" * 1_000_000 + '"]\n\n1. e4 *\n',
        '[Site "' + '\\"' * 500_000 + '"]\n\n1. e4 *\n',
        "".join(f'[A{number} "b"]\n' for number in range(40_000)),
        "".join(f'[A{number} "b"] ' for number in range(40_000)),
        *(
            unit * (400_000 // len(unit))
            for unit in (
                *("$1 ", "{a} ", "(1. d4) ", "(1. d4 ", ") ", "word ", "x", "[", '[A "', "&", "1. e4 e5 "),
                *(
                    "[A 'x y] ",
                    '1. e4 [A "x" ',
                    "1. e4 * ",
                    '1. e4 * [A "b"] ',
                    '[A "b"]\n\n',
                    "1. word\n\n",
                    "[%a]",
                    "; a\n",
                ),
                *("\x06\n", "\x1a", "{", '{[A "b"]\n', "[A\n", '[A "\n', "<br>"),
            )
        ),
        *("\n" * 3_000_000, "%\n" * 1_500_000, "{\n" * 1_500_000),
    ],
    ids=lambda text: ascii(text[:16]),
)
def test_a_file_takes_at_most_twenty_times_its_size_and_20_mb(text: str) -> None:
    content = io.BytesIO(f"1. e4 {text}".encode() if text.startswith(("$", "{a", "(", ")")) else text.encode())
    tracemalloc.start()
    try:
        # Games are read one by one; if a line with many were read whole, the first would show it.
        for _ in itertools.islice(every_game(lines_of(content)), 1_000):
            pass
        _, peak = tracemalloc.get_traced_memory()
    except PgnError:  # not a text file
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 20 * len(text) + 20_000_000


@pytest.mark.parametrize("unit", ["1. e4 * ", '1. e4 * [A "b"] ', '[A "b"] 1. e4 * '])
def test_a_line_may_have_many_games(unit: str) -> None:
    games = list(every_game(unit * 1_100))
    assert {(tuple(game.uci_moves), game.error) for game in games[:1_100]} == {(("e2e4",), "")}
    assert {game.pgn for game in games[1:1_099]} == {'[A "b"] 1. e4 * ' if "[" in unit else unit}
