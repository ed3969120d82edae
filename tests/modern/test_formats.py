"""What version 1.0 wrote is read by every later version, and its JSON keeps its keys (docs/develop/what-stays.md).

`tests/data/formats-1.0` has one file of each format. They stay as they are.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from commands import run_here

from modern.agreement.campaign import Campaign, CampaignPlan
from modern.jobs.journal import JournalError, entries_of
from modern.report import Score

PAGE: Final = (Path(__file__).parents[2] / "docs" / "develop" / "json.md").read_text(encoding="utf-8")
FORMATS: Final = Path(__file__).parents[1] / "data" / "formats-1.0"

#: The commands that wrote the JSON files; FILE is the one that they wrote, and - is standard output.
WRITTEN_BY: Final = {
    "agree.json": "agree --positions 20 --jobs 1 --json FILE",
    "analyse.json": "analyse saved.pgn --depth 1 --json FILE",
    "match.json": "match modern modern --games 2 --depth 1 --openings mate.epd --resume match.jsonl --json FILE",
    "perft.json": "perft 2 --json",
    "players.json": "players --json",
    "replay.json": "replay --self --plies 2 --json FILE",
    "thoughts.jsonl": "think --states states.jsonl",
    "tournament.json": "tournament modern modern[Without=null_move] --games 2 --depth 1 --openings mate.epd "
    "--resume tournament.jsonl --json FILE",
}
#: The keys by which an object in a list is known, if it has one of them.
NAMES: Final = ("player", "name")
#: The objects whose keys are squares, moves, headers, kinds of endings, or classes of difference.
KEYED_BY_DATA: Final = ("think_move_board", "divide", "headers", "endings", "classes", "positions", "smallest")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Returns a folder with copies of the files."""
    return Path(shutil.copytree(FORMATS, tmp_path / "formats"))


def values_of(text: str) -> list[Any]:
    """Returns the values of a file of JSON, or of lines of JSON."""
    try:
        return [json.loads(text)]
    except ValueError:
        return [json.loads(line) for line in text.splitlines()]


def lost(old: Any, new: Any, place: str = "") -> Iterator[str]:
    """Yields the places of keys that have gone, and of values of another type. New keys may come.

    What has a name in a list is found by it: more may come at any place of the list.
    """
    numbers = (int, float)
    if old is None or new is None:
        return
    if isinstance(old, dict) and isinstance(new, dict):
        for key, value in old.items():
            if key in new:
                yield from lost(value, new[key], f"{place}.{key}")
            else:
                yield f"{place}.{key}"
    elif isinstance(old, list) and isinstance(new, list):
        named = next((key for key in NAMES if all(isinstance(one, dict) and key in one for one in old)), None)
        if named is None or not old:
            for one, other in zip(old, new, strict=False):
                yield from lost(one, other, f"{place}[]")
            return
        by_name = {other.get(named): other for other in new}
        for one in old:
            if one[named] in by_name:
                yield from lost(one, by_name[one[named]], f"{place}[{one[named]}]")
            else:
                yield f"{place}[{one[named]}]"
    elif type(old) is not type(new) and not (isinstance(old, numbers) and isinstance(new, numbers)):
        yield f"{place}: {type(old).__name__}"


def test_a_lost_key_and_another_type_are_found() -> None:
    old = {"a": 1, "b": [{"c": "x"}], "d": True}
    assert list(lost(old, {"a": 1.5, "b": [{"c": "y", "e": 1}], "d": False, "f": 2})) == []
    assert list(lost(old, {"a": "1", "b": [{}]})) == [".a: int", ".b[].c", ".d"]


def test_what_has_a_name_may_be_anywhere_in_its_list() -> None:
    old = [{"name": "Hash", "minimum": 1}, {"name": "Book"}]
    new = [{"name": "Book"}, {"name": "New", "choices": ["a"]}, {"name": "Hash", "minimum": 2}]
    assert list(lost(old, new)) == []
    assert list(lost(old, [{"name": "Hash"}])) == ["[Hash].minimum", "[Book]"]


def keys_in(value: Any) -> Iterator[str]:
    """Yields the keys of objects, except those of objects whose keys are data."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from () if key in KEYED_BY_DATA else keys_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from keys_in(inner)


@pytest.mark.usefixtures("games_here")
@pytest.mark.parametrize("name", WRITTEN_BY)
def test_the_json_of_a_command_keeps_its_keys_and_its_page_names_them(name: str, folder: Path) -> None:
    words = [word.replace("null_move", "null move") for word in WRITTEN_BY[name].split()]
    ended = run_here(*(str(folder / "new") if word == "FILE" else word for word in words), cwd=folder)
    assert ended.returncode == 0, ended.stderr
    new = values_of((folder / "new").read_text(encoding="utf-8") if "FILE" in words else ended.stdout)
    old = values_of((folder / name).read_text(encoding="utf-8"))
    assert len(new) == len(old)
    assert list(lost(old, new)) == []
    assert set(keys_in(new)) - set(re.findall(r"\w+", PAGE)) == set(), "docs/develop/json.md does not name them"


@pytest.mark.parametrize("name", ["match", "tournament"])
def test_a_journal_of_games_is_resumed_and_nothing_is_played_again(name: str, folder: Path) -> None:
    before = (folder / f"{name}.jsonl").read_bytes()
    words = [word.replace("null_move", "null move") for word in WRITTEN_BY[f"{name}.json"].split()]
    ended = run_here(*words, cwd=folder)
    assert ended.returncode == 0, ended.stderr
    assert (folder / f"{name}.jsonl").read_bytes() == before
    new, old = (
        json.loads((folder / file).read_text(encoding="utf-8"), parse_float=lambda digits: round(float(digits), 9))
        for file in ("FILE", f"{name}.json")
    )  # the last digit of a logarithm is that of the system's library
    assert {key: value for key, value in new.items() if key in old} == old


def test_a_journal_of_a_campaign_is_read_and_other_code_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = folder / "agree.jsonl"
    header = entries_of(path)[0]
    plan = CampaignPlan(header["kinds"], header["positions"], header["seed"], None)
    monkeypatch.setattr("modern.agreement.campaign.code_digest", lambda modules: header["code"])
    campaign = Campaign(plan)
    with campaign.resumed(path):
        assert campaign.damage == []
        assert (campaign.resumed_positions, list(campaign.items())) == (20, [])
    monkeypatch.setattr("modern.agreement.campaign.code_digest", lambda modules: "0")
    with pytest.raises(JournalError, match="other code"), Campaign(plan).resumed(path):
        pass


def test_a_saved_game_goes_on_with_the_memory_of_the_1994_program(folder: Path) -> None:
    ended = run_here("play", "--resume", "saved.pgn", given="Nf3\nquit\n", cwd=folder)
    assert ended.returncode == 0, ended.stderr
    saved = (folder / "saved.pgn").read_text(encoding="utf-8")
    assert "1. e4 { 0.00s } 1... Nf6" in saved
    assert "3. Nf3" in saved
    assert "3... " in saved


def test_the_games_of_the_server_go_on(folder: Path) -> None:
    served = pytest.importorskip("served_games").served
    with served(folder / "games.sqlite") as server:
        against_1994, with_clocks = "pzmZlG9NFki0", "bmx4baVxwvok"
        assert server.state(with_clocks)["settings"]["clock"] == {"minutes": 5, "increment": 2}
        assert [move["san"] for move in server.state(against_1994)["moves"]] == ["e4", "Nf6"]
        server.move(with_clocks, "c4")
        server.move(against_1994, "d4")
        assert server.replied(against_1994)["ply"] == 4


@pytest.mark.parametrize("text", ["+0.35", "-0.35", "+0.00", "-12.07", "#3", "#-2", "#0"])
def test_a_score_is_read_as_it_was_written(text: str) -> None:
    assert str(Score.parse(text)) == text
