"""The ladder: which games it still needs, and the table and picture that it makes of them."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import ladder
import pytest
from click.testing import CliRunner, Result

from modern.game.game import Ending, Game
from modern.game.move_notes import MoveNote
from modern.jobs.journal import with_checksum
from modern.match.journal import entry_of
from modern.match.ratings import KnownElo
from modern.pictures.rating_chart import PALE_COLOUR
from modern.players.spec import is_outside, parse_spec

KNOWN = KnownElo(1000, 10)
PLAYERS = ("alpha", "beta", "gamma[Depth=2]")


#: Its public rating is far too low, and less certain.
OTHER = ladder.Rung("gamma[Depth=2]", "", False, KnownElo(800, 200), "another list")


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(ladder.main, [str(argument) for argument in arguments])


def record(folder: Path, pairing: tuple[str, str], winners: Sequence[str | None]) -> None:
    """Writes the journal of a pairing: the sides that won, game by game. No two games are the same."""
    lines = [with_checksum({"journal": "gosub tournament", "format": 3})]
    for number, winner in enumerate(winners):
        game = Game(headers={"White": "W", "Black": "B", "Date": "2026.11.22"})
        game.make(game.position.legal_moves()[number], MoveNote(depth=1, seconds=0.1, by_arbiter=True))
        game.ending = Ending(winner, "checkmate")
        lines.append(with_checksum(entry_of(number, game)))
    cut_off_by_a_kill = b'{"game": 9, "whi'
    ladder.pairing_file(folder, pairing).write_bytes(b"".join([*lines, cut_off_by_a_kill]))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Returns a folder with games in which alpha loses to beta, and beta mostly to gamma."""
    record(tmp_path, ("alpha", "beta"), ["black", "white"] * 4)
    record(tmp_path, ("gamma[Depth=2]", "beta"), ["black", "white", None, "white", "black", "black"])
    return tmp_path


def test_neighbours_need_more_games_than_others() -> None:
    counts = {frozenset(("a", "b")): 40, frozenset(("b", "c")): 12}
    assert dict(ladder.missing(["a", "b", "c", "d"], counts, 40, 8)) == {
        ("b", "c"): 40,
        ("c", "d"): 40,
        ("a", "c"): 20,
        ("b", "d"): 20,
    }
    assert list(ladder.missing(["a", "b"], counts, 40, 8)) == []


def test_the_next_strengths_of_one_program_are_neighbours_too() -> None:
    order = ["a[Depth=1]", "b", "c", "a[Depth=2]", "d", "e", "a[Depth=3]"]
    wanted = dict(ladder.missing(order, {}, 40, 8))
    assert wanted["a[Depth=1]", "a[Depth=2]"] == wanted["a[Depth=2]", "a[Depth=3]"] == 40
    assert ("a[Depth=1]", "a[Depth=3]") not in wanted


def test_players_with_a_clock_meet_the_closest_without_one_and_not_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder, "CLOCKED", {"x", "y"})
    order = ["a", "b", "x", "c", "y", "d", "e", "f"]
    wanted = dict(ladder.missing(order, {frozenset(("x", "b")): 8}, 2, 8))
    assert {pairing for pairing in wanted if "x" in pairing} == {("x", "c")}
    assert {pairing for pairing in wanted if "y" in pairing} == {("y", "c"), ("y", "d")}
    assert wanted["b", "c"] == 2


def test_games_count_for_the_player_who_had_the_colour(folder: Path) -> None:
    table = ladder.crosstable(folder, PLAYERS)
    assert table.games == 14
    assert table.against(0, 1) == (0, 0, 8)
    # beta comes first in the alphabet and has White in games 0, 2 and 4.
    assert table.against(1, 2) == (1, 1, 4)
    assert table.interventions == [4, 4 + 3, 3]


def test_the_command_of_a_pairing_is_the_same_whoever_is_named_first(tmp_path: Path) -> None:
    one, other = (ladder.tournament_command(tmp_path, pairing, 40) for pairing in (("b", "a"), ("a", "b")))
    assert one == other
    assert one[1:6] == ["tournament", "a", "b", "--games", "40"]
    assert one[-2:] == ["--resume", str(tmp_path / "a--b.jsonl")]
    assert "--time" not in one
    clocked = next(rung.player for rung in ladder.RUNGS if rung.has_clock)
    assert "--time" in ladder.tournament_command(tmp_path, ("a", clocked), 40)


def test_each_pairing_has_openings_of_its_own(tmp_path: Path) -> None:
    seeds = {
        (command := ladder.tournament_command(tmp_path, pairing, 2))[command.index("--seed") + 1]
        for pairing in (("a", "b"), ("a", "c"), ("b", "c"))
    }
    assert len(seeds) == 3


def test_the_report_ranks_the_players_from_the_strongest_and_keeps_the_text_of_the_page(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, picture = folder / "ladder.md", folder / "pictures" / "ladder.svg"
    picture.parent.mkdir()
    page.write_text(f"# The ladder\n\nBefore.\n\n{ladder.BEGIN}\nold\n{ladder.END}\n\nAfter.\n")
    monkeypatch.setattr(ladder, "RUNGS", (ladder.Rung("beta", "B, the second", False, KNOWN, "a list"), OTHER))
    monkeypatch.setattr(ladder, "WHAT", {"beta": "B, the second"})
    words: list[str | Path] = ["report", folder, "--page", page, "--picture", picture]
    result = run(*words, *(word for player in PLAYERS for word in ("--rung", player)))
    assert result.exit_code == 0, result.output
    text = page.read_text()
    assert text.startswith("# The ladder\n\nBefore.\n")
    assert text.endswith(f"{ladder.END}\n\nAfter.\n")
    assert "old" not in text
    _, *rows = csv.reader((folder / "ladder.csv").read_text().splitlines())
    assert [row[1] for row in rows] == list(reversed(PLAYERS))
    assert rows[1][3] in ("999", "1000")
    assert rows[1][:3] + rows[1][4:7] == ["2", "beta", "B, the second", "20", "14", "1, 1, 4"]
    _, anchor, *_ = csv.reader((folder / "ladder-anchors.csv").read_text().splitlines())
    assert anchor[:3] + anchor[6:] == ["B, the second", "1000", "10", "a list"]
    here, difference, without = int(anchor[3]), int(anchor[4]), int(anchor[5].partition(" ")[0])
    assert here == 1000 + difference
    assert without < here - 300  # gamma alone, who is stronger, would put beta lower
    assert "![3 players, from the strongest to the weakest](pictures/ladder.svg)" in text
    assert picture.read_text().startswith("<svg")
    assert all(name in picture.read_text() for name in ("alpha", "B, the second", "gamma[Depth=2]"))
    pale = re.findall(f'fill="{PALE_COLOUR}"', picture.read_text())
    assert len(pale) == 1  # only alpha is weaker than all players whose rating is known


def test_every_rung_can_be_named() -> None:
    names = [rung.player for rung in ladder.RUNGS]
    assert len(set(names)) == len(names)
    for name in names:
        assert parse_spec(name).name
    assert all(rung.source for rung in ladder.RUNGS if rung.known)


@pytest.mark.parametrize("rung", [rung for rung in ladder.RUNGS if not is_outside(rung.player)])
def test_every_player_of_our_own_has_the_options_of_its_rung(rung: Any) -> None:
    from modern.players import player_named

    player_named(rung.player).close()


@pytest.mark.slow
def test_a_tiny_ladder_is_played_and_goes_on(tmp_path: Path) -> None:
    rungs = ["--rung", "modern[Nodes=1]", "--rung", "modern[Nodes=2]", "--rung", "modern[Nodes=50]"]
    words: list[str | Path] = ["play", tmp_path, *rungs, "--games", "2"]
    result = run(*words)
    assert result.exit_code == 0, result.output
    assert "the ladder is complete" in result.output
    again = run(*words)
    assert "gosub tournament" not in again.output
    assert ladder.crosstable(tmp_path, rungs[1::2]).games >= 4
