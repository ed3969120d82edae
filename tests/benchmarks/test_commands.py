"""Every command of a script that a page names can be run, and the table of the scripts has each of them."""

from __future__ import annotations

import importlib
import re
import shlex
from contextlib import closing
from pathlib import Path

import click
import matches
import pytest

from modern.game.pgn_reading import numbered_game
from modern.players import player_named

TOP = Path(__file__).parents[2]
SCRIPTS = TOP / "benchmarks"
TABLE = (SCRIPTS / "README.md").read_text(encoding="utf-8")
PAGES = (TOP / "README.md", TOP / "CONTRIBUTING.md", SCRIPTS / "README.md", *TOP.glob("docs/**/*.md"))
COMMANDS = sorted(
    {
        command.strip()
        for page in PAGES
        for command in re.findall(r"python (benchmarks/\w+\.py[^`\n#]*)", page.read_text(encoding="utf-8"))
    }
)


def options_of(script: str, words: list[str]) -> set[str]:
    """Returns the options of a script, or of the command of it that the first of the words names."""
    command: click.Command = importlib.import_module(script).main
    if isinstance(command, click.Group) and words:
        command = command.commands[words[0]]
    return {option for parameter in command.params for option in parameter.opts}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_on_a_page_names_a_script_with_its_options(command: str) -> None:
    path, *words = shlex.split(command)
    assert (TOP / path).is_file()
    assert {word for word in words if word.startswith("--")} <= options_of(Path(path).stem, words)


def test_the_table_has_every_file() -> None:
    assert [path.name for path in SCRIPTS.glob("*.py") if path.name not in TABLE] == []


def test_the_mistakes_of_people_and_of_a_level_are_rows(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """White's last move gives its queen away."""
    games = tmp_path / "games.pgn"
    moves = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. d3 Nf6 5. Nc3 d6 6. Qe2"
    games.write_text(f'[WhiteElo "950"]\n[BlackElo "1210"]\n\n{moves} O-O 7. Qe3 *\n')
    words = ["--positions", "6", "--judge", "modern", "--nodes", "300", "--level", "10"]
    matches.main(["mistakes", str(games), *words], standalone_mode=False)
    white, black, people, level = capfd.readouterr().out.splitlines()
    assert white.startswith("people of 800 to 999: ")
    assert black.startswith("people of 1200 to 1399: ")
    assert re.fullmatch(r"people: 6 moves, [1-9]\d+ centipawns a move, \d+\.\d %", people)
    assert re.fullmatch(r"level 10, full \(3000\): 6 moves, \d+ centipawns a move, 0\.0 %", level)


def test_a_lost_queen_loses_a_piece_and_the_best_move_nothing() -> None:
    game = numbered_game("1. e4 e5 2. Qh5 Nc6 *")
    with closing(player_named("modern")) as judge:
        position = matches.JudgedPosition(game, game.position.parse_san("Qxf7+"), 800, matches.JudgeOfMoves(judge, 500))
    assert position.loss(position.played) > 500
    assert sorted(position.losses.values())[0] == 0
    assert matches.mistakes_row("x", [0, 249, 250, 1000]) == "x: 4 moves, 375 centipawns a move, 50.0 %"


@pytest.mark.slow
def test_a_match_of_a_technique_is_a_row(capfd: pytest.CaptureFixture[str]) -> None:
    matches.main(["techniques", "--only", "null move", "--nodes", "5", "--games", "2"], standalone_mode=False)
    row = capfd.readouterr().out.splitlines()[-1]
    assert re.fullmatch(r"\| null move \| 2 \|.* to .*\| undecided \|", row)
