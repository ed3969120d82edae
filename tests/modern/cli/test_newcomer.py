"""A newcomer's session: wrong inputs to every command are answered in words that a chess player understands."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from commands import JARGON
from scenarios import Gosub

TOP = Path(__file__).parents[3]
TOUR = (TOP / "docs" / "tour.md").read_text(encoding="utf-8")

SEVEN_RANKS = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1"

#: A wrong command line, and the part of the message that says what was expected or what there is.
MISTAKES = [
    # Mistyped words.
    ("paly", "did you mean play?"),
    ("play --white histroic", "did you mean historic?"),
    ("play --whit human", "did you mean --white?"),
    ("match modern histroic", "did you mean historic?"),
    ("tournament modern histroic", "did you mean historic?"),
    ("serve --prot 8000", "did you mean --port?"),
    ("play --white 'modern[Hsh=3]'", "did you mean Hash?"),
    # Words too many, too few, or elsewhere.
    ("think e4", "'e4' was not expected; expected gosub think [OPTIONS]"),
    ("uci modern", "'modern' was not expected; expected gosub uci [OPTIONS]"),
    ("players histroic", "did you mean historic?"),
    ("players modern historic", "'historic' was not expected; expected gosub players [OPTIONS] [NAME]"),
    ("match modern", "B is missing; expected gosub match [OPTIONS] A B"),
    ("perft", "DEPTH is missing; expected gosub perft [OPTIONS] DEPTH"),
    ("prove", "REPORT.txt is missing; expected gosub prove [OPTIONS] REPORT.txt"),
    ("play --depth", "--depth needs a value: PLIES"),
    ("match modern historic --sprt 0", "--sprt needs 2 values: ELO0 ELO1"),
    ("bench engine --json", "--json needs a value: FILE"),
    ("replay --board=2", "--board takes no value"),
    # Numbers.
    ("play --depth abc", "'abc' is not a whole number; expected 1 to 100"),
    ("analyse startpos --time -1", "-1 is out of range; expected more than 0 and at most 1,000,000"),
    ("analyse startpos --multipv 2.5", "'2.5' is not a whole number; expected at least 1"),
    ("match modern historic --alpha 1", "1 is out of range; expected more than 0 and less than 0.5"),
    ("tournament modern historic --games many", "expected 2 to 100,000"),
    ("run --pause slow", "'slow' is not a number; expected 0 to 60"),
    ("serve --port http", "expected 0 to 65,535"),
    ("readings --mutate --sample 0", "expected at least 1"),
    ("play --elo strong", "'strong' is not a whole number"),
    # One of several words.
    ("replay --reading other", "no reading called 'other'; expected printed or recorded"),
    ("think --side green", "'green' was not expected; expected white or black"),
    ("agree --kind everything", "expected moves, attacks, scores, choices or all"),
    # Positions and moves.
    ("play --fen e9", "expected startpos, GAME.pgn:PLY or a FEN, such as 'rnbqkbnr/"),
    (f"play --white human --fen '{SEVEN_RANKS}'", "a FEN has 8 ranks, not 7"),
    ("think --fen xyz", "expected startpos, GAME.pgn:PLY or a FEN"),
    (f"think --fen {SEVEN_RANKS}", "a FEN has 8 ranks, not 7"),
    ("analyse '8/8/8/8/8/8/8/8 w - - 0 1'", "White has 0 kings; expected 1"),
    ("analyse startpos --moves 'e4 e9'", "there is no square e9"),
    ("analyse startpos --moves 'e4 e5 0-0'", "O-O is not a legal move: f1 and g1 must be empty"),
    ("analyse startpos --moves Ke2", "White's pawn is already on e2"),
    ("picture board", "expected title, diagram-2-1,"),
    ("picture diagram-24", "did you mean diagram-2-4?"),
    ("replay --reading recordet", "did you mean recorded?"),
    ("page gmae.pgn", "did you mean game.pgn?"),
    ("think --fen gmae.pgn:3", "did you mean game.pgn?"),
    ("picture game.pgn:99", "the game has 3 plies, not 99"),
    ("page illegal.pgn --html x.html", "'Ke3' is not a legal move in rnbqkbnr/"),
    # Files.
    ("page nofile.pgn", "no file called 'nofile.pgn'"),
    ("page game.pgn --game 7 --html x.html", "no game 7; the file has 1 game"),
    ("replay --html folder", "folder cannot be written: it is a folder"),
    ("replay --pgn nowhere/x.pgn", "there is no folder nowhere"),
    ("think --states nofile", "no file called 'nofile'"),
    ("agree --from data.bin", "expected games (PGN) or positions (FEN, EPD)"),
    ("match modern historic --resume text.txt", "text.txt is not a journal of `gosub match --resume`"),
    ("tournament modern historic --html text.txt", "text.txt cannot be written: it is not a folder"),
    ("play --resume text.txt", "text.txt is not a game saved by `gosub play`"),
    ("play --from data.bin", "not a text file; expected a PGN"),
    ("prove text.txt", "expected the report, whose Appendix B is the listing"),
    ("readings text.txt", "expected the report, whose Appendix B is the listing"),
    ("book show text.txt", "expected an opening book in Polyglot's format"),
    ("bench tactics --suite text.txt", "an EPD needs 4 fields before its operations, not 1: 'hello'"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a game, a game with an illegal move, a text and a file that is no text."""
    path = tmp_path_factory.mktemp("newcomer")
    (path / "game.pgn").write_text('[Event "x"]\n\n1. e4 e5 2. Nf3 *\n')
    (path / "illegal.pgn").write_text("1. e4 e5 2. Ke3 *\n")
    (path / "text.txt").write_text("hello\n")
    (path / "data.bin").write_bytes(bytes(range(256)) * 3)
    (path / "folder").mkdir()
    return path


@pytest.mark.parametrize(("line", "said"), MISTAKES, ids=[line for line, _ in MISTAKES])
def test_a_mistake_is_answered_in_one_line_that_says_what_was_expected(
    line: str, said: str, folder: Path, gosub: Gosub
) -> None:
    before = sorted(folder.iterdir())
    result = gosub(*shlex.split(line), cwd=folder)
    assert result.returncode in (1, 2)
    assert result.stdout == ""
    assert result.stderr.startswith("gosub: ")
    assert result.stderr.count("\n") == 1
    assert said in result.stderr
    assert sorted(folder.iterdir()) == before


def test_wrong_words_in_a_game_are_answered_and_the_game_goes_on(gosub: Gosub) -> None:
    typed = ["e9", "0-0", "pawn e4", "Ke2", "exd5", "xyzzy", "undo all", "e2 e4", "resing", "quit"]
    result = gosub("play", "--white", "human", "--black", "historic", given="\n".join(typed))
    assert (result.returncode, result.stderr) == (0, "")
    for said in (
        "'e9' is not a move: there is no square e9; type help for the list of commands",
        "O-O is not a legal move: f1 and g1 must be empty",
        "'pawn e4' is not a move; a move is written Nf3, g1f3 or g1-f3",
        "'Ke2' is not a legal move: White's pawn is already on e2",
        "'exd5' is not a legal move: White's pawn on e2 cannot go to d5; it can go to e3 and e4",
        "'xyzzy' is not a move",
        "'all' was not expected",
        "'resing' is not a move",
        "The 1994 program plays 1...",
    ):
        assert said in result.stdout
    assert not JARGON.search(result.stdout)


def test_wrong_lines_of_uci_are_answered_and_the_engine_goes_on(gosub: Gosub) -> None:
    lines = [
        "foo",
        "position startpos moves e9",
        "position fen e9",
        "position",
        "go depth x",
        "setoption name Hsh value 3",
        "setoption name Hash value lots",
        "position startpos moves e2e4",
        "go depth 1",
        "quit",
    ]
    result = gosub("uci", given="".join(f"{line}\n" for line in lines))
    assert result.returncode == 0
    for said in (
        "no such command 'foo'; the commands are: uci,",
        "'e9' is not a move; expected UCI notation, such as e2e4 or e7e8q",
        "a FEN has 4 to 6 fields, not 1: 'e9'",
        "position: expected startpos or fen, and then moves",
        "go depth: expected a whole number, not 'x'",
        "no such option 'Hsh'; did you mean Hash?",
        "'lots' is not a value of Hash; expected a whole number from 1 to 4096",
    ):
        assert f"info string {said}" in result.stdout or f"the position cannot be read: {said}" in result.stdout
    assert result.stdout.count("bestmove ") >= 1
    assert not JARGON.search(result.stdout.replace("info string", "info"))


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(line, marks=pytest.mark.slow if "replay" in line else [])
        for line in re.findall(r"^gosub (.+)$", TOUR, re.M)
    ],
)
def test_the_other_commands_of_the_tour_write_what_they_say(line: str, gosub: Gosub, tmp_path: Path) -> None:
    """tests/test_docs.py runs those whose output the tour shows."""
    words = shlex.split(line)
    result = gosub(*words, cwd=tmp_path)
    assert result.returncode == 0
    written = [path.name for path in tmp_path.iterdir()]
    assert written == [word for word in words if word.endswith((".html", ".svg"))]
