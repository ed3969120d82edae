"""`gosub picture`."""

from __future__ import annotations

import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner
from perft_counts import STARTPOS
from refusals import refused
from scenarios import Gosub
from svg_text import png_size, texts_in, title_of
from terminals import exit_code, spawn

from modern.cli.picture import picture as command
from modern.pictures.diagrams import NAMED_PICTURES
from modern.pictures.svg import picture_size

#: The position of the author's first note, before ply 13.
NOTE = "r2qkb1r/ppp2ppp/2n2n2/3ppb2/Q7/2N1PN2/PPPP1PPP/R1B1KB1R w KQkq - 4 7"
THREE_KNIGHTS = "4k3/8/8/8/8/8/8/1NNNK3 w - - 0 1"


def drawn(*words: str) -> str:
    """Returns the SVG that the command prints."""
    result = CliRunner().invoke(command, [*words, "--svg", "-"], catch_exceptions=False)
    assert result.exit_code == 0
    return result.stdout


def test_a_position_is_written_to_both_files(tmp_path: Path, gosub: Gosub) -> None:
    result = gosub("picture", NOTE, "--svg", "a.svg", "--png", "a.png", "--size", "321", cwd=tmp_path)
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    picture = (tmp_path / "a.svg").read_text()
    assert title_of(picture) == f"White to move: {NOTE}"
    assert picture_size(picture) == (321, 321)
    assert png_size((tmp_path / "a.png").read_bytes()) == (321, 321)


@pytest.mark.posix
def test_a_png_on_standard_output_is_the_same_byte_for_byte(tmp_path: Path, gosub: Gosub, gosub_path: str) -> None:
    words = [gosub_path, "picture", "title"]
    assert gosub(*words[1:], "--png", str(tmp_path / "a.png")).returncode == 0
    printed = subprocess.run([*words, "--png", "-"], check=True, capture_output=True).stdout
    assert printed == (tmp_path / "a.png").read_bytes()


def test_startpos_is_a_position() -> None:
    assert title_of(drawn("startpos")) == f"White to move: {STARTPOS}"


@pytest.mark.parametrize("name", NAMED_PICTURES)
def test_a_named_picture_is_drawn_and_listed_in_the_help(name: str) -> None:
    assert drawn(name) == NAMED_PICTURES[name]()
    assert f"{name} (" in " ".join(CliRunner().invoke(command, ["--help"]).stdout.split())


def test_a_third_knight_can_be_drawn_but_has_no_think_move_board() -> None:
    assert THREE_KNIGHTS in title_of(drawn(THREE_KNIGHTS))
    result = CliRunner().invoke(command, [THREE_KNIGHTS, "--think", "white", "--svg", "-"])
    assert result.exit_code == 2
    assert "one of White's 3 knights" in result.stderr


@pytest.mark.parametrize("side", ["white", "black"])
def test_either_sides_think_move_board_is_laid_over_a_position(side: str) -> None:
    assert title_of(drawn(NOTE, "--think", side)).startswith(f"{side.capitalize()}'s think move board")
    assert "10240" in texts_in(drawn(NOTE, "--think", side))


@pytest.mark.parametrize(("word", "meant"), [("Nf3", "g1f3"), ("Nc3:red", "b1c3:red"), ("O-O", "e1g1")])
def test_an_arrow_may_be_a_move_in_san(word: str, meant: str) -> None:
    fen = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/RNBQK2R w KQkq - 0 1" if word == "O-O" else "startpos"
    assert drawn(fen, "--arrows", f"d4 {word}") == drawn(fen, "--arrows", f"d4 {meant}")


def test_without_a_file_the_board_is_printed(gosub: Gosub) -> None:
    shown = gosub("picture").stdout.splitlines()
    assert shown[1].split() == ["8", *"rnbqkbnr", "8"]
    assert shown[-1] == f"White to move: {STARTPOS}"
    flipped = gosub("picture", "--flip").stdout.splitlines()
    assert flipped[1].split() == ["1", *"RNBKQBNR", "1"]
    assert gosub("picture", NOTE).stdout.splitlines()[4].split() == ["5", *"...ppb..", "5"]


def test_flip_changes_every_kind_of_board() -> None:
    for words in ([NOTE], [NOTE, "--think", "white"], [NOTE, "--arrows", "e2e4"]):
        assert drawn(*words) != drawn(*words, "--flip")


@pytest.mark.parametrize(
    ("words", "code", "reason"),
    [
        (["title"], 2, "no file to write; expected --svg FILE, --png FILE or both"),
        ([NOTE, "--svg", "old", "--png", "old"], 2, "--svg and --png"),
        ([NOTE, "--svg", "-", "--png", "-"], 2, "--svg and --png"),
        (["diagram-2-2", "--svg", "old"], 2, "'diagram-2-2' .. diagram-2-"),
        (["", "--svg", "old"], 2, "no picture called ''; expected title, diagram-2-1, "),
        ([THREE_KNIGHTS, "--think", "black", "--png", "old"], 2, "White's 3 knights"),
        ([NOTE, "--think", "red", "--svg", "old"], 2, "'red' .. white or black"),
        ([NOTE, "--arrows", "e2e9", "--svg", "old"], 2, "'e2e9' "),
        ([NOTE, "--arrows", "e2e4:pink", "--svg", "old"], 2, "'pink' .. green, red"),
        ([NOTE, "--arrows", "d4:pink", "--think", "white", "--svg", "old"], 2, "'pink' "),
        (["title", "--arrows", "", "--svg", "old"], 2, "--arrows applies to a position, not to the picture title"),
        (["title", "--think", "white", "--svg", "old"], 2, "--think applies to a position"),
        (["diagram-2-4", "--flip", "--png", "old"], 2, "--flip applies to a position"),
        ([NOTE, "--size", "31", "--svg", "old"], 2, "--size: 31 "),
        ([NOTE, "--size", "4097", "--png", "old"], 2, "--size: 4097 "),
        ([NOTE, "--svg", "/nowhere/a.svg"], 1, "/nowhere/a.svg "),
        ([NOTE, "--svg", "old", "--png", "/nowhere/a.png"], 1, "/nowhere/a.png "),
    ],
)
def test_a_wrong_call_prints_one_line_and_changes_no_file(
    words: list[str], code: int, reason: str, tmp_path: Path, gosub: Gosub
) -> None:
    (tmp_path / "old").write_text("an earlier picture")
    refused(gosub("picture", *words, cwd=tmp_path), reason, code)
    assert (tmp_path / "old").read_text() == "an earlier picture"


def test_a_png_is_not_written_to_a_terminal(gosub_path: str) -> None:
    child = spawn(gosub_path, ["picture", "title", "--png", "-"])
    assert exit_code(child) == 2
    assert " ".join(child.before.split()).startswith(
        "gosub: a terminal cannot show a PNG; expected a file, or standard out"
    )


def test_a_png_without_the_library_that_draws_it_is_refused_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def load(svg: str) -> bytes:
        raise ImportError("DLL load failed while importing resvg_py")

    monkeypatch.setattr("modern.cli.picture.png", SimpleNamespace(png_of=load))
    result = CliRunner().invoke(command, ["startpos", "--png", "-"])
    assert result.exit_code == 1
    assert "a PNG cannot be drawn here, an SVG can: DLL load failed while importing resvg_py" in result.output
