"""PGN in many dialects, read by Gosub Chess, python-chess and pgn-extract.

hypothesis makes files of games from the grammar of tests/shared/dialects.py, which knows what each game is. Gosub Chess
reads every game as it is. The others differ where DIFFERENCES says, and nowhere else.
"""

from __future__ import annotations

import io
import logging
import re
import subprocess
from collections.abc import Callable, Iterator
from typing import Final

import chess
import chess.pgn
import pytest
from dialects import DIALECTS, Draft, ReadGame, files_of_games, game_in
from hypothesis import HealthCheck, given, settings
from pgn_standard import PGN_EXTRACT, needs_pgn_extract

from modern.game.pgn_reading import decode, every_game

pytestmark = pytest.mark.slow

PYTHON_CHESS: Final = "python-chess"
EXTRACT: Final = "pgn-extract"

ENDS_AT_AN_EMPTY_LINE: Final = "an empty line ends the headers or the game: one game becomes two, one without moves"
LOSES_A_HEADER: Final = "a header in another form is left out, and a FEN with it, so that other moves are read"
IS_NO_MOVE: Final = "the word is no move: it is passed over, or the game ends there"
ENDS_THE_GAME: Final = "what it does not know as PGN ends the game there, or drops it"
NEEDS_A_RESULT: Final = "a game ends with a result; without one, it is dropped or goes on in the next"
KEEPS_A_RESULT: Final = "a result in another form stays as it is"

#: The classes of differences: how each reader differs in a dialect, and why. It does so in no other.
DIFFERENCES: Final[dict[str, dict[str, str]]] = {
    PYTHON_CHESS: {
        **dict.fromkeys(
            (
                *("empty lines between headers", "two empty lines after the headers", "empty line between moves"),
                *("empty line before the result", "comment and empty line before the moves"),
            ),
            ENDS_AT_AN_EMPTY_LINE,
        ),
        **dict.fromkeys(
            (
                *("blanks in headers", "headers on one line", "no blank in a header", "no quotation marks"),
                *("other quotation marks", "unclosed header", "small letters", "header over lines"),
                "blank before a header",
            ),
            LOSES_A_HEADER,
        ),
        **dict.fromkeys(
            (
                *("figures for pieces", "brackets around a promotion", "colon for a capture", "other dashes"),
                *("invisible characters", "named blanks"),
            ),
            IS_NO_MOVE,
        ),
        **dict.fromkeys(
            ("half a result in the header", "result in words", "blanks in the header's result", "unknown result"),
            KEEPS_A_RESULT,
        ),
        **dict.fromkeys(
            ("text before", "comment before the headers", "padding before"),
            "text or a comment before the headers is a game of its own",
        ),
        "no empty line after the game": "headers right behind a game are not seen, and its moves go on in the next",
        "Ctrl-Z after the game": "the character is a word of a game of its own",
        "unclosed comment": "the comment goes on to the end of the file, and later games with it",
    },
    EXTRACT: {
        **dict.fromkeys(
            (
                *("no quotation marks", "other quotation marks", "hyphen in a header", "quotation marks inside"),
                *("text before", "figures for pieces", "brackets around a promotion", "dash behind long castling"),
                *("other dashes", "invisible characters", "ellipsis for Black", "assessment as one sign"),
                *("evaluation as one sign", "comma behind a move", "word of check", "two signs"),
                *("evaluation after a blank", "command outside a comment", "words outside a comment", "hard blanks"),
                *("named blanks", "control character", "glued to the result", "glued to the next number"),
                "glyph before a variation",
            ),
            ENDS_THE_GAME,
        ),
        **dict.fromkeys(
            (
                *("no result", "sign of a draw", "dash in the result", "blanks in the result", "colon in the result"),
                "unclosed variation",
            ),
            NEEDS_A_RESULT,
        ),
        **dict.fromkeys(("result in words", "blanks in the header's result"), KEEPS_A_RESULT),
        "two results": "the second result is a game of its own",
        "small letters": LOSES_A_HEADER,
        "unclosed comment": "the comment goes on to its end in a later game, or to the end of the file",
        "comment to the end of the line": "a `;` behind a move begins no comment, and the game ends there",
    },
}

#: Forms that python-chess passes over alone. It takes the result from the header, or from the first result in a form
#: that it knows: with no header, a result in another form is lost, and one in a variation is that of the game.
WITHOUT_A_HEADER: Final = "no result in the header"
NEED_THE_HEADER: Final = (
    *("half a result", "sign of a draw", "dash in the result", "blanks in the result", "colon in the result"),
    *("result in a variation", "unclosed variation"),
)


def read_by_us(content: bytes) -> list[ReadGame]:
    return [
        ReadGame(
            game.headers["White"],
            "" if game.start == chess.STARTING_FEN else game.start,
            " ".join(game.uci_moves),
            game.headers["Result"],
        )
        for game in every_game(decode(content))
    ]


def _python_chess_games(content: bytes) -> Iterator[ReadGame]:
    file = io.TextIOWrapper(io.BytesIO(content), encoding="utf-8-sig", errors="replace")
    while (game := chess.pgn.read_game(file)) is not None:
        moves = " ".join(move.uci() for move in game.mainline_moves())
        yield ReadGame(game.headers["White"], game.headers.get("FEN", ""), moves, game.headers["Result"])


def read_by_python_chess(content: bytes) -> list[ReadGame]:
    return list(_python_chess_games(content))


def read_by_pgn_extract(content: bytes) -> list[ReadGame]:
    assert PGN_EXTRACT is not None
    command = [PGN_EXTRACT, "-s", "-Wuci", "-C", "-V", "-N", "-w100000"]
    written = subprocess.run(command, input=content, capture_output=True, timeout=60, check=False).stdout
    games = []
    for text in re.split(r"^(?=\[Event )", written.decode(errors="replace"), flags=re.M)[1:]:
        headers = dict(re.findall(r'^\[(\w+) "(.*)"\]$', text, re.M))
        movetext = re.sub(r"^\[.*$", "", text, flags=re.M)
        moves = " ".join(re.findall(r"\b[a-h][1-8][a-h][1-8][QRBN]?\b", movetext)).lower()
        games.append(ReadGame(headers["White"], headers.get("FEN", ""), moves, headers["Result"]))
    return games


OTHERS: Final[dict[str, Callable[[bytes], list[ReadGame]]]] = {
    PYTHON_CHESS: read_by_python_chess,
    EXTRACT: read_by_pgn_extract,
}


@pytest.fixture(autouse=True)
def silent_python_chess() -> Iterator[None]:
    """python-chess logs each problem; that is not what is compared."""
    logger = logging.getLogger("chess.pgn")
    logger.disabled = True
    yield
    logger.disabled = False


def differs(reader: str, drafts: list[Draft]) -> bool:
    """Returns True if a reader reads other games than those that a file has."""
    return OTHERS[reader](b"".join(draft.text() for draft in drafts)) != [draft.truth for draft in drafts]


@needs_pgn_extract
@given(files_of_games())
@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
def test_we_read_every_game_and_each_difference_of_the_others_has_a_reason(drafts: list[Draft]) -> None:
    content = b"".join(draft.text() for draft in drafts)
    assert read_by_us(content) == [draft.truth for draft in drafts]
    for draft, game in zip(drafts, every_game(decode(content)), strict=True):
        assert sorted(glyph for note in game.notes for glyph in note.glyphs) == sorted(draft.glyphs)
        said = " ".join(f"{note.comment_before} {note.comment}" for note in game.notes)
        assert all(comment in said for comment in draft.comments)
        assert not game.error
    used = {name for draft in drafts for name in draft.dialects}
    for reader, reasons in DIFFERENCES.items():
        needs_the_header = reader == PYTHON_CHESS and WITHOUT_A_HEADER in used and used & {*NEED_THE_HEADER}
        if not used & reasons.keys() and not needs_the_header:
            assert not differs(reader, drafts), (reader, sorted(used), content.decode())


@needs_pgn_extract
@pytest.mark.parametrize("reader", list(DIFFERENCES))
def test_each_reason_shows_in_a_file_of_its_dialect_alone(reader: str) -> None:
    shown = set()
    for name in DIALECTS:
        for seed in range(25):
            drafts = [game_in([name], 1, seed), game_in([], 2, seed + 1)]
            if drafts[0].dialects and differs(reader, drafts):
                shown.add(name)
                break
    assert shown == DIFFERENCES[reader].keys()


@pytest.mark.parametrize("form", NEED_THE_HEADER)
def test_python_chess_loses_a_result_in_another_form_only_without_a_header(form: str) -> None:
    games = [(game_in([form], 1, seed), game_in([form, WITHOUT_A_HEADER], 1, seed)) for seed in range(25)]
    games = [(with_header, without) for with_header, without in games if len(without.dialects) == 2]
    assert not any(differs(PYTHON_CHESS, [with_header]) for with_header, _ in games)
    assert any(differs(PYTHON_CHESS, [without]) for _, without in games)
