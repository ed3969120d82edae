"""A newcomer's session: wrong inputs to every command are answered in words that a chess player understands."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from commands import JARGON
from refusals import refused
from scenarios import Gosub

TOP = Path(__file__).parents[3]
TOUR = (TOP / "docs" / "program" / "tour.md").read_text(encoding="utf-8")

SEVEN_RANKS = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1"

#: A wrong command line, and what its message says of the mistake, of what was expected or of what there is.
MISTAKES = [
    # Mistyped words.
    ("play --white histroic", "--white .. historic?"),
    ("play --whit human", "--whit .. --white?"),
    ("match modern histroic", "histroic .. historic?"),
    ("tournament modern histroic", "histroic .. historic?"),
    ("serve --prot 8000", "--prot .. --port?"),
    ("play --white 'modern[Hsh=3]'", "Hsh .. Hash?"),
    # Words too many, too few, or elsewhere.
    ("think e4", "'e4' .. gosub think [OPTIONS]"),
    ("uci modern", "'modern' .. gosub uci [OPTIONS]"),
    ("players histroic", "histroic .. historic?"),
    ("players modern historic", "'historic' .. gosub players [OPTIONS] [NAME]"),
    ("match modern", "B .. gosub match [OPTIONS] A B"),
    ("prove", "REPORT.txt .. gosub prove [OPTIONS] REPORT.txt"),
    ("play --depth", "--depth needs a value: PLIES"),
    ("match modern historic --sprt 0", "--sprt needs 2 values: ELO0 ELO1"),
    ("bench engine --json", "--json needs a value: FILE"),
    ("replay --board=2", "--board takes no value"),
    # Numbers.
    ("play --depth abc", "--depth .. 'abc' .. 1 to 100"),
    ("analyse startpos --time -1", "-1 is out of range; expected more than 0 and at most 1,000,000"),
    ("analyse startpos --multipv 2.5", "--multipv .. '2.5' .. 1"),
    ("match modern historic --alpha 1", "1 is out of range; expected more than 0 and less than 0.5"),
    ("tournament modern historic --games many", "--games .. 'many' .. 2 to 100,000"),
    ("run --pause slow", "--pause .. 'slow' .. 0 to 60"),
    ("serve --port http", "--port .. 'http' .. 0 to 65,535"),
    ("readings --mutate --sample 0", "--sample: 0 .. 1"),
    ("play --elo strong", "--elo .. 'strong'"),
    # One of several words.
    ("think --side green", "'green' .. white or black"),
    # Positions and moves.
    ("play --fen e9", "expected startpos, GAME.pgn:PLY or a FEN, such as 'rnbqkbnr/"),
    (f"play --white human --fen '{SEVEN_RANKS}'", "--fen .. 8 .. 7"),
    ("think --fen xyz", "expected startpos, GAME.pgn:PLY or a FEN"),
    (f"think --fen {SEVEN_RANKS}", "--fen .. 8 .. 7"),
    ("analyse '8/8/8/8/8/8/8/8 w - - 0 1'", "White .. 0 .. 1"),
    ("analyse startpos --moves 'e4 e9'", "--moves .. e9"),
    ("analyse startpos --moves 'e4 e5 0-0'", "--moves: O-O .. f1 and g1"),
    ("analyse startpos --moves Ke2", "--moves .. Ke2 .. e2"),
    ("picture board", "expected title, diagram-2-1,"),
    ("replay --reading recordet", "recordet .. recorded?"),
    ("page gmae.pgn", "gmae.pgn .. game.pgn?"),
    ("think --fen gmae.pgn:3", "gmae.pgn .. game.pgn?"),
    ("picture game.pgn:99", "game.pgn .. 3 .. 99"),
    ("page illegal.pgn --html x.html", "illegal.pgn .. 'Ke3' .. rnbqkbnr/"),
    # Files.
    ("replay --html folder", "folder "),
    ("replay --pgn nowhere/x.pgn", "there is no folder nowhere"),
    ("agree --from data.bin", "expected games (PGN) or positions (FEN, EPD)"),
    ("match modern historic --resume text.txt", "text.txt .. `gosub match --resume`"),
    ("tournament modern historic --html text.txt", "text.txt "),
    ("play --resume text.txt", "text.txt .. `gosub play`"),
    ("play --from data.bin", "not a text file; expected a PGN"),
    ("prove text.txt", "text.txt: "),
    ("readings text.txt", "text.txt: "),
    ("book show text.txt", "text.txt: .. Polyglot"),
    ("bench tactics --suite text.txt", "text.txt: line 1 .. 'hello'"),
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
    refused(gosub(*shlex.split(line), cwd=folder), said)
    assert sorted(folder.iterdir()) == before


def test_wrong_words_in_a_game_are_answered_and_the_game_goes_on(gosub: Gosub) -> None:
    typed = ["e9", "0-0", "pawn e4", "Ke2", "exd5", "xyzzy", "undo all", "e2 e4", "resing", "quit"]
    result = gosub("play", "--white", "human", "--black", "historic", given="\n".join(typed))
    assert (result.returncode, result.stderr) == (0, "")
    for said in ("'e9'", "O-O", "'pawn e4'", "'Ke2'", "'exd5'", "'xyzzy'", "'all'", "'resing'", "plays 1..."):
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
    told = [line for line in result.stdout.splitlines() if line.startswith("info string ")]
    for said in ("'foo'", "'e9'", "position: ", "go depth: ", "Hash?", "'lots' .* 1 to 4096"):
        assert any(re.search(said, line) for line in told), said
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
