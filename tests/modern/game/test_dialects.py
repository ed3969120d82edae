"""PGN, EPD and FEN as programs and people write them: what is read, and what is said about it."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from modern.game.epd import EpdError, fen_from_line, lines_with_positions, read_epd
from modern.game.pgn_reading import decode, every_game, games_in
from modern.rules import FenError, Position
from modern.rules.fen import INITIAL_FEN
from modern.rules.lenient_fen import lenient_fen
from modern.rules.move_text import parts_of

HEADERS = '[Event "x"]\n[White "A"]\n[Black "B"]\n[Result "*"]\n'
MATE = "but the game ends with checkmate by Black; read as 0-1"
PAWN_FEN = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"


class Read(NamedTuple):
    """What is read of a game: White, the moves, the comments and glyphs, and what is wrong."""

    white: str
    moves: str
    notes: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    fen: str = ""


def read(text: str | bytes) -> list[Read]:
    games = []
    for game in every_game(decode(text if isinstance(text, bytes) else text.encode())):
        notes = [game.introduction, *(f"{note.comment_before}{note.comment}{note.glyph_signs}" for note in game.notes)]
        assert game.error == "" or any(problem.what == game.error for problem in game.problems)
        games.append(
            Read(
                game.headers["White"],
                " ".join(game.uci_moves),
                tuple(filter(None, notes)),
                tuple(f"{problem.line}:{problem.column} {problem.what}; {problem.done}" for problem in game.problems),
                game.headers.get("FEN", ""),
            )
        )
    return games


E4E5 = Read("A", "e2e4 e7e5")


@pytest.mark.parametrize(
    "text",
    [
        f"{HEADERS}\n\n1. e4 e5 *\n",
        f"{HEADERS}\n\n\n\n1. e4 e5 *\n",
        f"{HEADERS}\n1. e4\n\ne5 *\n",
        f"{HEADERS}\n1. e4 e5\n\n*\n",
        f"{HEADERS}\n1. e4\n \t\n1...\n\n e5\n\n\n*\n\n\n",
        f"\n\n{HEADERS.replace(']', ']' + chr(10), 1)}\n1. e4 e5 *\n",
        f"{HEADERS}1. e4 e5 *\n",
    ],
)
def test_an_empty_line_does_not_end_a_game(text: str) -> None:
    assert read(text) == [E4E5]


@pytest.mark.parametrize("gap", ["\n", "\n\n", "\n\n\n", "\n \n"])
def test_a_comment_before_the_moves_may_have_empty_lines_after_it(gap: str) -> None:
    assert read(f"{HEADERS}\n{{c}}{gap}1. e4 e5 *\n") == [E4E5._replace(notes=("c",))]
    assert read(f"{HEADERS}\n; c{gap}1. e4 e5 *\n") == [E4E5._replace(notes=("c",))]


ODD = "has other quotation marks than PGN"


@pytest.mark.parametrize(
    ("header", "problem"),
    [
        ('[White_Elo "2000"]\n[White "A"]', ""),
        (
            '[White-Elo "2000"]\n[White "A"]',
            "1:1 the header 'White-Elo' is written otherwise in PGN; read as White_Elo",
        ),
        ('[ White "A" ]', ""),
        ('[Event "x"] [White "A"]', ""),
        ('[Event "x"][White "A"][Round "1"]', ""),
        ('[White"A"]', ""),
        ("[White A]", "1:1 the header White has no quotation marks; read as 'A'"),
        ("[White 'A']", f"1:1 the header White {ODD}; read as 'A'"),
        ("[White “A”]", f"1:1 the header White {ODD}; read as 'A'"),
        ('[White "A"', "1:1 the header White is not closed; read as 'A'"),
        ('[White "A]', "1:1 the header White is not closed; read as 'A'"),
        ('[White "A"x]', "1:1 the header White has something behind its value; read as 'A'"),
        ('[white "A"]', "1:1 the header 'white' is written otherwise in PGN; read as White"),
        ('[White "A"]\n[]', "2:1 '[]' is not a header; left out"),
        ('[White "A"]\n[Événement "x"]', "2:1 'Événement' is not the name of a header; left out"),
        ('[White "B"]\n[White "A"]', "2:1 the header White stands twice; the first, 'B', is left out"),
    ],
)
def test_an_odd_header_is_read_or_named(header: str, problem: str) -> None:
    assert read(f"{header}\n\n1. e4 e5 *\n") == [E4E5._replace(problems=(problem,) if problem else ())]


def test_quotation_marks_and_line_ends_in_a_header() -> None:
    assert read('[White "The "King" of"]\n\n*\n')[0].white == 'The "King" of'
    assert read('[White "C:\\"]\n\n*\n')[0].white == "C:\\"
    (game,) = read('[White "Anders\nson"]\n\n1. e4 *\n')
    assert (game.white, game.moves) == ("Anders son", "e2e4")
    assert game.problems == ("1:1 the header White goes on in the next line; read as 'Anders son'",)


@pytest.mark.parametrize("lines", [1, 2, 3])
def test_a_header_over_several_lines_ends_at_its_bracket_and_what_follows_is_read(lines: int) -> None:
    name = "An" + "\nders" * lines
    (game,) = read(f'[White "{name}"]\n[Black "Ben"]\n\n1. e4 e5 *\n')
    assert (game.white, game.moves) == ("An" + " ders" * lines, "e2e4 e7e5")
    assert [problem.partition(" ")[0] for problem in game.problems] == ["1:1"]


def test_a_header_over_lines_with_something_behind_its_bracket_is_none() -> None:
    (game,) = read('[White "Anders\nson"] x\n\n1. e4 e5 *\n')
    assert game.white != "Anders son"


@pytest.mark.parametrize(
    "header",
    [
        f'[FEN "{PAWN_FEN}" ]',
        f'[ FEN "{PAWN_FEN}"]',
        f'[Event "x"] [FEN "{PAWN_FEN}"]',
        f'[fen "{PAWN_FEN}"]',
        f"[FEN {PAWN_FEN}]",
        f'[FEN "{PAWN_FEN}"',
        f'[FEN: "{PAWN_FEN}"]',
        f'\n[SetUp "1"]\n\n\n[FEN "{PAWN_FEN}"]',
    ],
)
def test_a_fen_is_never_lost(header: str) -> None:
    (game,) = read(f"{header}\n\n1. e4 *\n")
    assert (game.fen, game.moves) == (PAWN_FEN, "e2e4")


@pytest.mark.parametrize("fields", ["W - - 0 1", "w - - - -", "w KQkq E3 0 1", "w - - 0 0"])
def test_the_fen_of_a_game_is_repaired_as_any_other(fields: str) -> None:
    fen = PAWN_FEN.replace("w - - 0 1", fields)
    (game,) = games_in(f'[FEN "{fen}"]\n\n1. e4 *\n')
    assert (game.start, game.uci_moves, game.error) == (PAWN_FEN, ["e2e4"], "")


def test_moves_behind_a_result_are_another_game_and_named() -> None:
    named = "1:14 moves stand behind the result 1-0; read as another game"
    first, second = read("1. e4 e5 1-0 2. Nf3 Nc6 1-0\n")
    assert (first.moves, second.moves, second.problems) == ("e2e4 e7e5", "g1f3 b8c6", (named,))
    assert not any(game.problems for game in read("1. e4 e5 1-0 1. d4 d5 0-1\n"))


@pytest.mark.parametrize(
    ("header", "moves", "result", "said"),
    [
        ("1-0", "1. f3 e5 2. g4 Qh4# 1-0", "0-1", f"1:1 the result is 1-0, {MATE}"),
        ("0-1", "1. f3 e5 2. g4 Qh4# 1-0", "0-1", f"3:21 the result is 1-0, {MATE}"),
        ("1/2", "1. f3 e5 2. g4 Qh4#", "0-1", f"1:1 the result is 1/2-1/2, {MATE}"),
        ("White won", "1. f3 e5 2. g4 Qh4# 1-0", "0-1", f"1:1 the result is 1-0, {MATE}"),
        ("", "1. f3 e5 2. g4 Qh4# 0-1", "0-1", ""),
        ("*", "1. f3 e5 2. g4 Qh4# *", "*", ""),
        ("1-0", "1. e4 e5 0-1", "1-0", "3:10 the result is 0-1, but the header says 1-0; read as 1-0"),
        ("1-0", "1. e4 e5 *", "1-0", ""),
        ("1/2", "1. e4 e5 1/2-1/2", "1/2-1/2", ""),
        (
            '0-1"]\n[FEN "k7/8/1Q6/8/8/8/8/K7 b - -',
            "1-0",
            "1/2-1/2",
            "1:1 the result is 0-1, but the game ends with stalemate; read as 1/2-1/2",
        ),
    ],
)
def test_a_result_that_the_board_or_the_header_contradicts_is_named(
    header: str, moves: str, result: str, said: str
) -> None:
    text = f'[Result "{header}"]\n\n{moves}\n'
    assert [game.problems for game in read(text)] == [(said,) if said else ()]
    assert [game.result for game in games_in(text)] == [result]


def test_headers_may_follow_a_result_in_the_same_line() -> None:
    assert [game.moves for game in read('[Event "a"] 1. e4 e5 1-0 [Event "b"] 1. d4 *\n')] == ["e2e4 e7e5", "d2d4"]


@pytest.mark.parametrize(
    ("movetext", "glyphs"),
    [
        ("1. e4+- e5", ("+-",)),
        ("1. e4± e5", ("±",)),
        ("1. e4 +/= e5", ("⩲",)),
        ("1. e4+= e5=+", ("⩲", "⩱")),
        ("1.e4!?+/- e5!", ("!? ±", "!")),
        ("1. e4 = e5∞", ("=", "∞")),
        ("1. e4-/+ e5 N", ("∓", "N")),
        ("1. e2\u2012e4 1\u2026e5", ()),
        ("1. e4 1...e5", ()),
        ("1. e2\u2013e4 e7\u2212e5", ()),
        ("1.Pe4 1. ... e7e5", ()),
        ("1. e4$18 e5$1$14", ("+-", "! ⩲")),
    ],
)
def test_a_sign_behind_a_move_is_its_glyph(movetext: str, glyphs: tuple[str, ...]) -> None:
    assert read(f"{HEADERS}\n{movetext} *\n") == [E4E5._replace(notes=glyphs)]


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("12.Qh5++-", [("number", "12"), ("move", "Qh5"), ("glyph", "18")]),
        ("12...Qh5+!", [("number", ""), ("move", "Qh5"), ("glyph", "1")]),
        ("Qh5#+-", [("move", "Qh5"), ("glyph", "18")]),
        ("exd6e.p.", [("move", "exd6")]),
        ("e8(Q)+", [("move", "e8=Q")]),
        ("e8/Q", [("move", "e8=Q")]),
        ("e8=", [("move", "e8"), ("glyph", "10")]),
        ("♘f3", [("move", "Nf3")]),
        ("N:f3", [("move", "Nxf3")]),
        ("0-0-0!", [("move", "O-O-O"), ("glyph", "3")]),
        ("½-½", [("result", "1/2-1/2")]),
        ("1\u20130", [("result", "1-0")]),
        ("Sf3", [("unknown", "Sf3")]),
        ("e4=+-", [("move", "e4"), ("glyph", "10"), ("glyph", "18")]),
        ("Bb5N", [("move", "Bb5"), ("glyph", "146")]),
        ("e8N", [("move", "e8N")]),
    ],
)
def test_the_parts_of_a_word(word: str, parts: list[tuple[str, str]]) -> None:
    expected = [(kind, "1" if (kind, text) == ("glyph", "3") else text) for kind, text in parts]
    assert [part[:2] for part in parts_of(word)] == expected


@pytest.mark.parametrize("end", ["+" * 24 + "_", "!" * 24 + "y", "?" * 24 + "x", "+" * 100_000])
def test_many_signs_are_no_sign_and_take_no_time(end: str) -> None:
    assert [part[0] for part in parts_of(f"e4{end}")] == ["unknown"]


def test_a_header_with_many_blanks_takes_no_time() -> None:
    for start in ("[a", '[a "', "[a b", '[a "b'):
        assert len(read(f"{start}{' ' * 100_000}x\n\n1. e4 *\n")) <= 1


SECOND = '[Event "y"]\n[White "B"]\n\n1. d4 *\n'
TWO = [Read("A", "e2e4"), Read("B", "d2d4")]


@pytest.mark.parametrize(
    "text",
    [
        f"{HEADERS}\n1. e4 *\n\n\ufeff{SECOND}".encode(),
        f"\ufeff{HEADERS}\n1. e4 *\n\ufeff{SECOND}".encode(),
        f"{HEADERS}\n1. e4 *\n\n{SECOND}".replace("\n", "\r").encode(),
        f"{HEADERS}\n1. e4 *\n\n{SECOND}".replace("\n", "\r\n").encode(),
        f"{HEADERS}\n1. e4 *\n\n".encode() + SECOND.replace("\n", "\r").encode(),
        f"{HEADERS}\n1. e4 *\n\n".encode() + b'\xef\xbb\xbf[Site "M\xfcnchen"]\n' + SECOND.encode(),
        f"{HEADERS}\n1. e4 *\n\n\n\n{SECOND}".encode(),
        f"{HEADERS}\n1. e4\n{SECOND}".encode(),
    ],
)
def test_files_that_were_put_together_are_read_whole(text: bytes) -> None:
    assert read(text) == TWO


@pytest.mark.parametrize(
    ("movetext", "problem"),
    [
        ("1. e4 {never", "6:7 the comment is not closed; it ends before the next headers"),
        ("{never 1. e4", "6:1 the comment is not closed; it ends before the next headers"),
        ("1. e4 {never\n\nlines", "6:7 the comment is not closed; it ends before the next headers"),
        ("1. e4 (1. d4 {never", "6:14 the comment is not closed; it ends before the next headers"),
        ("1. e4 (1. d4", "6:7 the variation is not closed; it ends with the game"),
        ("1. e4 (1. d4 (1. c4) d5 *", "6:7 the variation is not closed; it ends with the game"),
        ("1. e4 ) e5", "6:7 ')' closes no variation; ignored"),
        ("1. e4 } e5", "6:7 '}' closes nothing; ignored"),
    ],
)
@pytest.mark.parametrize("later", ["", "{closed} "])
def test_the_games_after_an_unclosed_brace_are_found(movetext: str, problem: str, later: str) -> None:
    games = read(f"{HEADERS}\n{movetext}\n\n{SECOND.replace('1. d4', f'1. d4 {later}')}\n{SECOND}")
    assert [(game.white, game.moves) for game in games[1:]] == [("B", "d2d4"), ("B", "d2d4")]
    assert problem in games[0].problems


def test_a_comment_may_have_headers_in_it() -> None:
    (game,) = read(f'{HEADERS}\n1. e4 {{see\n\n[Event "y"]\n[White "B"]\n\nthere}} e5 *\n')
    assert (game.moves, game.problems) == ("e2e4 e7e5", ())


@pytest.mark.parametrize(
    "title",
    [
        "My games",
        "My games\n\nof 1994",
        "{My games}",
        "; My games",
        "*** My games ***",
        "Games with e4, and Nf3 too",
        "*",
    ],
)
def test_text_before_the_headers_is_skipped_and_named(title: str) -> None:
    (game,) = read(f"{title}\n\n{HEADERS}\n1. e4 e5 *\n")
    assert game[:2] == E4E5[:2]
    (problem,) = game.problems
    assert problem.startswith(
        f"1:1 {title.replace(chr(10) * 2, chr(92) + 'n' + chr(92) + 'n')!a}".replace("\\\\", "\\")
    )
    assert problem.endswith("stands before the headers; skipped")


def test_text_between_and_after_games_is_skipped_and_named() -> None:
    first, second = read(f"{HEADERS}\n1. e4 *\n\nSome prose\n\n{SECOND}\nThe end\n")
    assert (first, second[:2]) == (TWO[0], TWO[1][:2])
    assert second.problems == (
        "8:1 'Some prose' stands before the headers; skipped",
        "15:1 'The end' stands after the last game; skipped",
    )


@pytest.mark.parametrize(
    ("text", "comments"),
    [
        ("1. e4 ; a good start\ne5 *", ("a good start",)),
        ("1. e4 e5 ;end\n*", ("end",)),
        ("; before\n1. e4 e5 *", ("before",)),
        ("1. e4 ; {braces}\ne5 *", ("(braces)",)),
        ("1. e4 {a ; b} e5 *", ("a ; b",)),
        ("1. e4;one\n;two\ne5 *", ("one two",)),
        ("1. e4 e5 * ; after", ("after",)),
        ("1. e4 [%clk 0:01] e5 *", ("[%clk 0:01]",)),
    ],
)
def test_a_comment_to_the_end_of_the_line_is_kept(text: str, comments: tuple[str, ...]) -> None:
    (game,) = read(f"{HEADERS}\n{text}\n")
    assert (game.moves, game.notes) == ("e2e4 e7e5", comments)


@pytest.mark.parametrize(
    ("text", "games"),
    [
        ("1. e4 * 1. d4 *", ["e2e4", "d2d4"]),
        ("1. e4 *\n\n1. d4 *", ["e2e4", "d2d4"]),
        ("1. e4\n\n1. d4", ["e2e4", "d2d4"]),
        ("1. e4 (1. c4 *\n\n1. d4 *", ["e2e4", "d2d4"]),
        ("Title\n\n1. e4 *", ["e2e4"]),
        ("1. e4 1 - 0", ["e2e4"]),
    ],
)
def test_games_without_headers(text: str, games: list[str]) -> None:
    assert [game.moves for game in read(text)] == games


EMPTY = "4k3/8/8/8/8/8/8/4K3 w - -"


@pytest.mark.parametrize(
    ("line", "fen"),
    [
        (f"{EMPTY} hmvc 10; fmvn 33;", f"{EMPTY} 10 33"),
        (f"{EMPTY} fmvn 33;", f"{EMPTY} 0 33"),
        (f'{EMPTY} id "a; b"; hmvc 4;', f"{EMPTY} 4 1"),
        (f"{EMPTY} 10 33", f"{EMPTY} 10 33"),
        (f"{EMPTY} 10 33 bm Kd2;", f"{EMPTY} 10 33"),
        (f"{EMPTY} 0 0", f"{EMPTY} 0 1"),
        (f"{EMPTY} 10 33;", f"{EMPTY} 10 33"),
        (f"{EMPTY} 10", f"{EMPTY} 10"),
        (f"{EMPTY} 10 fmvn 33;", f"{EMPTY} 10 33"),
        (f"{EMPTY} -1 1", f"{EMPTY} -1 1"),
        (f"{EMPTY} 3 9 # a remark", f"{EMPTY} 3 9"),
        (f"{EMPTY} | 25 | 1.0", EMPTY),
        (f"{EMPTY}; bm Kd2", EMPTY),
        (f"{EMPTY} bm nonsense", EMPTY),
    ],
)
def test_an_opening_has_the_counters_that_its_line_has(line: str, fen: str) -> None:
    assert fen_from_line(line).fen == fen


CASTLE = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -"


@pytest.mark.parametrize(
    ("line", "opcode", "moves"),
    [
        (f"{CASTLE} bm 0-0;", "bm", ["e1g1"]),
        (f"{CASTLE} bm Rd1, Rb1;", "bm", ["a1d1", "a1b1"]),
        (f"{CASTLE} bm Rxh8+!, O-O-O", "bm", ["h1h8", "e1c1"]),
        (f"{CASTLE} 4 20 bm O-O;", "bm", ["e1g1"]),
        (f"{CASTLE} bm a1d1 1.Rb1;", "bm", ["a1d1", "a1b1"]),
        (f"{CASTLE} ; am Rd1;", "am", ["a1d1"]),
        (f"{CASTLE} pv 1. O-O-O 0-0;", "pv", ["e1c1", "e8g8"]),
    ],
)
def test_the_moves_of_an_epd_are_read_as_they_are_written(line: str, opcode: str, moves: list[str]) -> None:
    assert [move.uci() for move in read_epd(line)[1][opcode]] == moves


@pytest.mark.parametrize(
    ("text", "name"), [("BK.01", "BK.01"), ("a b", "a b"), ('"a; b"', "a; b"), ('"say \\"b\\""', 'say "b"'), ("7", 7)]
)
def test_a_name_needs_no_quotation_marks(text: str, name: object) -> None:
    assert read_epd(f"{EMPTY} id {text}; bm Kd2;")[1]["id"] == name


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (f"{EMPTY} bm Kd5;", "bm: 'Kd5' is not a legal move in "),
        (f"{EMPTY} bm best;", "bm has 'best', which is not a move"),
        (f'{EMPTY} id "a;', "'id \"a;' is not an operation of an EPD"),
        (f"{EMPTY} ?;", "'?;' is not an operation of an EPD"),
        (f"{EMPTY} -1 1 bm Kd2;", "the halfmove clock is '-1'; expected a number from 0 to 99999"),
        (f"{EMPTY} sm Kd2 Kd1;", "sm has 2 moves; expected one"),
        (f"{EMPTY} hmvc 1 2;", "hmvc is '1 2'; expected a whole number"),
    ],
)
def test_what_cannot_be_read_in_an_epd_is_said_in_one_line(line: str, reason: str) -> None:
    with pytest.raises(EpdError) as raised:
        read_epd(line)
    assert reason in str(raised.value)
    assert "chess" not in str(raised.value)


def test_remarks_and_empty_lines_are_no_positions() -> None:
    lines = ["\ufeff# a suite\n", "\n", f"{EMPTY}\n", "  # more\n", "x\n"]
    assert list(lines_with_positions(lines)) == [(3, EMPTY), (5, "x")]


@pytest.mark.parametrize(
    ("fen", "repaired", "remarks"),
    [
        (f"{EMPTY} 0 0", f"{EMPTY} 0 1", 0),
        (f"{EMPTY} 7 0", f"{EMPTY} 7 1", 0),
        (f"{EMPTY} - -", f"{EMPTY} 0 1", 1),
        ("4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1", f"{EMPTY} 0 1", 4),
        ("4k2r/8/8/8/8/8/8/R3K3 w KQkq - 0 1", "4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1", 2),
        ("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 1),
        ("4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", 1),
        ("4k3/8/8/8/8/8/8/4K3 W - - 0 1", f"{EMPTY} 0 1", 1),
        ("4k3/8/8/8/8/8/8/4K3 w - e3 0 1", f"{EMPTY} 0 1", 1),
        ("4k3/8/8/4p3/8/8/8/4K3 w - e6 3 1", "4k3/8/8/4p3/8/8/8/4K3 w - - 3 1", 1),
        ("4k3/8/8/8/4P3/8/8/4K3 b - e4 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1", 1),
        (INITIAL_FEN, INITIAL_FEN, 0),
    ],
)
def test_a_fen_is_repaired_where_the_position_stays_the_same(fen: str, repaired: str, remarks: int) -> None:
    result = lenient_fen(fen)
    assert (result.fen, len(result.remarks)) == (repaired, remarks)
    assert Position.from_fen(result.fen).fen().split()[:4] == repaired.split()[:4]


@pytest.mark.parametrize(
    "fen",
    [
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 3 7",
        "5k2/8/8/8/8/8/8/R4K1R w KQ - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w X - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - z9 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - x 1",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "nonsense",
    ],
)
def test_a_fen_that_could_mean_another_position_is_refused_as_before(fen: str) -> None:
    assert lenient_fen(fen).fen == fen
    with pytest.raises(FenError):
        Position.from_fen(fen)
