"""The docs agree with the code: what a page names exists, and what exists has its entry."""

from __future__ import annotations

import ast
import io
import json
import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import chdir, closing
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import site_hooks
from click.testing import CliRunner
from exhibits import EXHIBITS
from making import game_pages, ideas, moving
from pages import page_data
from perft_counts import PUBLISHED
from scenarios import rows_of, think_at

from historic import Program
from modern.agreement.classes import CLASSES
from modern.bench.engine import SearchResult, search_positions, signature
from modern.cli import gosub
from modern.engine.engine import HAND, NETWORK, OPTIONAL
from modern.engine.strength import DEFAULT_ELO, MAX_ELO, MIN_ELO
from modern.facts import english, fact
from modern.game.clock import TimeSetting
from modern.game.game import BLACK
from modern.game.pgn_reading import every_game, standard_game
from modern.match.openings import Opening
from modern.match.referee import play_game
from modern.pages.game_facts import pgn_text, recorded_game
from modern.pictures.browser.modules import languages, package_text, texts_in
from modern.pictures.listing_shape import listing_shape_svg
from modern.players import PLAYERS, MoveRequest, Player, PlayerEntry, player_class, player_named
from modern.players.booked import BOOK_OPTIONS
from modern.proof.counterparts import ShapeLine
from modern.proof.shape import bars_of
from modern.rules import Position
from modern.uci import UciSession

TOP = Path(__file__).parents[1]
README = (TOP / "README.md").read_text(encoding="utf-8")
QUIRKS = (TOP / "docs" / "program" / "quirks.md").read_text(encoding="utf-8")
SECTIONS = dict(
    zip(re.findall(r"^### (.+)$", QUIRKS, re.M), re.split(r"^### .+$", QUIRKS, flags=re.M)[1:], strict=True)
)
TESTS = {path: path.read_text(encoding="utf-8") for path in sorted((TOP / "tests").rglob("test_*.py"))}
TESTS_OF_QUIRKS = "\n".join(text for path, text in TESTS.items() if path.is_relative_to(TOP / "tests" / "historic"))

#: What is read in the repository, and which of it is a page of the site.
SITE_PAGES = sorted((TOP / "docs").rglob("*.md"))
PAGES = [*(TOP / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "findings/README.md")), *SITE_PAGES]

#: The pages of docs that others lead to, but not the menu: tables, the exhibits of the museum, and the answers.
OUTSIDE_THE_MENU = re.compile(r"measurements/.*|program/museum/(?!index).*|teach/class-answers\.md")
#: Shorten a page, or put its tables into docs/measurements, before you raise these. The words are those of docs.
MOST_PAGES_OF_THE_MENU = 48
MOST_WORDS_OF_THE_MENU = 48_000
MOST_WORDS = 60_000

#: The packages, and the kinds of files that one reads in them.
CODE_PACKAGES = sorted(path.parent for name in ("historic", "modern") for path in (TOP / name).rglob("__init__.py"))
CODE_FILES = (".py", ".js", ".lark")
ALL_CODE_FILES = {path.name for name in ("historic", "modern") for path in (TOP / name).rglob("*")}

TOUR = (TOP / "docs" / "program" / "tour.md").read_text(encoding="utf-8")
LESSON = (TOP / "docs" / "teach" / "class-how-1994-chose.md").read_text(encoding="utf-8")
PICTURES_PAGE = (TOP / "docs" / "tools" / "positions.md").read_text(encoding="utf-8")
ADDING = (TOP / "docs" / "develop" / "adding-a-player.md").read_text(encoding="utf-8")
PLAYER, ENTRY, ITS_TESTS = re.findall(r"```python\n(.*?)```", ADDING, re.S)


@pytest.mark.parametrize("quirk", SECTIONS)
def test_each_quirk_has_a_board_a_label_a_position_and_tests_in_tests_historic(quirk: str) -> None:
    section = SECTIONS[quirk]
    assert f'src="../pictures/quirk-{quirk}.svg"' in section, "run `python docs/make.py quirks`"
    assert re.search(r"^- Label: [A-Z]", section, re.M)
    assert "- Position: " in section
    named = re.findall(r"`(test_\w+)`", section.partition("- Test: ")[2])
    assert named
    for name in named:
        assert f"def {name}(" in TESTS_OF_QUIRKS


def test_each_quirk_that_a_test_names_is_documented() -> None:
    named = set(re.findall(r'"""Quirk ([a-z0-9-]+)', "\n".join(TESTS.values())))
    assert named
    assert named <= set(SECTIONS)


@pytest.mark.parametrize("fen", sorted(set(re.findall(r"`([^`\n]+ [wb] \S+ \S+ \d+ \d+)`", QUIRKS))))
def test_the_program_can_think_about_each_fen_among_the_quirks(fen: str) -> None:
    assert think_at(fen).candidates


def test_every_quirk_is_linked_by_a_name_that_exists() -> None:
    for page in (TOP / "README.md", *(TOP / "docs").rglob("*.md")):
        text = page.read_text(encoding="utf-8")
        assert set(re.findall(r"quirks\.md#([^)]+)", text)) <= {*SECTIONS, "at-the-screen", "castling"}
        assert not re.search(r"\(quirks?\s[a-z]", text), "a quirk is named without a link"


@pytest.mark.parametrize("quirk", SECTIONS)
def test_each_quirk_names_the_classes_of_difference_that_it_causes(quirk: str) -> None:
    documented = re.search(r"^- Classes: (.*?)^- ", SECTIONS[quirk], re.M | re.S)
    named = re.findall(r"`([a-z0-9-]+)`", documented[1]) if documented else []
    assert named == [one.name for one in CLASSES if one.quirk == quirk]


def test_a_quirk_or_the_changed_letter_causes_every_class_of_difference() -> None:
    assert {one.name for one in CLASSES if one.quirk not in SECTIONS} == {"choice-by-the-letter"}


@pytest.mark.parametrize(("name", "kinds"), [("ledger", 3), ("ledger-choices", 2), ("ledger-moves", 2)])
def test_the_ledger_names_the_commands_of_its_campaigns_and_no_difference_is_unexplained(name: str, kinds: int) -> None:
    page = (TOP / "docs" / "program" / "agreement.md").read_text(encoding="utf-8")
    found = json.loads((TOP / "docs" / "data" / f"{name}.json").read_text(encoding="utf-8"))
    command = f"gosub agree --positions {found['positions']} --seed {found['seed']}"
    assert re.search(rf"^{command}( --kind \w+)* --json docs/data/{name}\.json$", page, re.M)
    assert len(found["kinds"]) == kinds
    compared = found["positions"] - sum(found["cannot_be_held"].values())
    for kind in found["kinds"].values():
        assert (kind["compared"], kind["unexplained"]) == (compared, 0)


def test_ten_million_positions_show_no_class_that_one_million_do_not() -> None:
    million, ten = (
        json.loads((TOP / "docs" / "data" / f"{name}.json").read_text(encoding="utf-8"))
        for name in ("ledger", "ledger-moves")
    )
    assert (million["positions"], ten["positions"]) == (10**6, 10**7)
    for kind, found in ten["kinds"].items():
        for name, count in found["classes"].items():
            assert count > million["kinds"][kind]["classes"][name] > 0


def test_every_variable_is_documented_and_no_other() -> None:
    page = (TOP / "docs" / "program" / "variables.md").read_text(encoding="utf-8")
    documented = [name for row in re.findall(r"^\| ([A-Z][^|]*) \|", page, re.M) for name in row.split(", ")]
    assert sorted(documented) == sorted(Program().variables())


def test_the_page_of_rules_has_the_number_of_published_perft_counts() -> None:
    (expected,) = re.findall(r"(\d+) lines in all", (TOP / "docs" / "engine" / "rules.md").read_text(encoding="utf-8"))
    assert int(expected) == sum(sum(counts) for counts in PUBLISHED.values())


def test_the_page_of_the_engine_has_the_signature_that_both_builds_are_tested_against() -> None:
    rows = [SearchResult(**row) for row in rows_of("engine-depth-10.jsonl")]
    page = (TOP / "docs" / "measurements" / "engine.md").read_text(encoding="utf-8")
    assert f"{sum(row.nodes for row in rows)} nodes at depth 10 with {HAND}, signature {signature(rows)}" in page
    assert f"signature `{signature(rows)}`" in (TOP / "docs" / "engine" / "engine.md").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.both_builds
def test_the_page_of_the_engine_has_the_signature_of_the_network_in_the_package() -> None:
    rows = list(search_positions(10, NETWORK))
    page = (TOP / "docs" / "measurements" / "engine.md").read_text(encoding="utf-8")
    assert f"{sum(row.nodes for row in rows)} nodes at depth 10 with {NETWORK}, signature {signature(rows)}" in page


def test_each_technique_and_each_group_of_weights_is_measured_once() -> None:
    measured = [name for name in OPTIONAL if name not in ideas.MEASURED_AS]  # the others are parts of a group
    assert list(ideas.gains()) == measured
    assert len(ideas.GAINS.read_text(encoding="utf-8").splitlines()) == 1 + len(measured)


def test_each_move_of_idea_by_idea_mates_or_has_its_score_and_that_of_the_next_best_move() -> None:
    page = (TOP / "docs" / "engine" / "idea-by-idea.md").read_text(encoding="utf-8")
    mates = re.findall(r"plays \S+ and mates in [2-5] \|", page)
    score = r"(?:[+-]\d+\.\d\d|0\.00)"
    scores = re.findall(rf"plays \S+ \((?:{score}|mate in \d); next best {score}\) \|", page)
    assert len(mates) + len(scores) == len(ideas.positions())
    shown = [ideas.score_text(score) for score in ("+263", "0", "#+6", "-631")]
    assert shown == ["+2.63", "0.00", "mate in 6", "-6.31"]


@pytest.mark.parametrize("name", game_pages.names())
def test_what_a_player_thinks_of_a_game_is_kept_for_each_of_its_positions(name: str) -> None:
    """If this fails, delete the JSON file of the game, and run `python docs/make.py games` in a compiled build."""
    game = game_pages.game_of(name)
    position = Position.from_fen(game.start)
    analysed = game_pages.stored_analysis(name)
    assert len(analysed) == len(game.moves) + 1
    for found, move in zip(analysed, [*game.moves, None], strict=True):
        if position.legal_moves():
            assert position.san(position.parse_uci(found["today"]["move"])) == found["today"]["san"]
        else:
            assert found["today"] is None
        if move:
            position.make(move)


def test_the_site_has_a_page_for_the_record_and_for_a_game_of_each_exhibit() -> None:
    addresses = [game_pages.address(name) for name in game_pages.names()]
    hours = sorted(pgn.stem for pgn in (TOP / "docs" / "games" / "finest-hours").glob("*.pgn"))
    exhibits = [f"games/museum/{name}.html" for name in sorted(EXHIBITS)]
    assert {path.stem for path in game_pages.GAMES.glob("*.pgn")} == {*EXHIBITS}, "docs/games/museum has a game of each"
    assert addresses == ["games/record.html", *exhibits, *(f"games/finest-hours/{name}.html" for name in hours)]


def test_the_pages_of_games_lead_to_the_page_for_playing() -> None:
    assert [game_pages.play_address(name) for name in ("record", "huo")] == [
        "../play-against-1994/index.html",
        "../../play-against-1994/index.html",
    ]
    assert (TOP / "docs" / "play-against-1994" / "index.md").exists()


def test_a_page_of_the_site_is_made_once_and_again_when_what_it_shows_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "firstchess.pgn").write_text('[White "firstchess"]\n\n1. e4 *\n', encoding="utf-8")
    (tmp_path / "firstchess.json").write_text(
        '[{"today": null, "remarks": [["x", "first"]]}, {"today": null, "remarks": []}]'
    )
    monkeypatch.setattr(game_pages, "GAMES", tmp_path)
    monkeypatch.setattr(game_pages, "CACHE", tmp_path / "cache")
    text = game_pages.page_of("firstchess")
    (at, _) = page_data(text)["positions"]
    assert (at["played"]["san"], at["notes"]) == ("e4", [["x", "first"]])
    (cached,) = (tmp_path / "cache").iterdir()
    cached.write_text("kept")
    assert game_pages.page_of("firstchess") == "kept"
    (tmp_path / "firstchess.json").write_text('[{"today": null, "remarks": []}, {"today": null, "remarks": []}]')
    assert page_data(game_pages.page_of("firstchess"))["positions"][0]["notes"] == []
    assert len(list((tmp_path / "cache").iterdir())) == 1


@pytest.mark.parametrize("name", EXHIBITS)
def test_each_exhibit_has_a_game_to_step_through_and_a_link_to_it(name: str) -> None:
    assert f"](../../games/museum/{name}.pgn)" in (TOP / "docs" / "program" / "museum" / f"{name}.md").read_text(
        encoding="utf-8"
    )


@pytest.mark.parametrize("name", EXHIBITS)
def test_an_exhibits_page_names_its_file_of_tests_some_of_them_and_one_of_each_quirk(name: str) -> None:
    page = (TOP / "docs" / "program" / "museum" / f"{name}.md").read_text(encoding="utf-8")
    folder = "tests/modern/players/museum"
    files = re.findall(rf"`(?:{folder}/)?(test_\w+\.py)`", page)
    tests = "\n".join((TOP / folder / file).read_text(encoding="utf-8") for file in files)
    assert f"`{folder}/{files[0]}`" in page
    named = set(re.findall(r"`(test_\w+)`", page))
    assert named
    assert named <= set(re.findall(r"^def (test_\w+)", tests, re.M))
    for table in re.findall(r"^\| quirk .*\| test \|\n\|[-|]+\|\n((?:\|.*\n)+)", page, re.M):
        assert [row for row in table.splitlines() if not re.search(r"`test_\w+` \|$", row)] == []


#: A link of Markdown or of HTML to a file, and its fragment.
LINK = re.compile(r"""(?:\]\(|<a\s[^>]*\bhref="|\bsrcset=")(?![a-z]+:)([^\s)"#]*)(?:#([^\s)"]*))?""")
#: A fragment that is not a heading: a place of the page for playing, and a ply of the page of a game.
PLACE = re.compile(r"/.*|\d+")


def _anchors(text: str) -> set[str]:
    """Returns the anchors of a page of Markdown, as GitHub and the site make them from its headings."""
    headings = re.findall(r"^#+ (.+?)(?: \{#.*)?$", re.sub(r"^```.*?^```", "", text, flags=re.S | re.M), re.M)
    slugs = [re.sub(r"[^\w -]", "", re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", one)).strip() for one in headings]
    return {re.sub(" ", "-", slug.lower()) for slug in slugs} | set(re.findall(r'\b(?:id="|\{#)([\w-]+)', text))


@pytest.mark.parametrize("path", PAGES, ids=[str(path.relative_to(TOP)) for path in PAGES])
def test_every_link_leads_somewhere_in_the_repository(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for target, fragment in LINK.findall(re.sub(r"^```.*?^```", "", text, flags=re.S | re.M)):
        linked = path.parent / target if target else path
        assert linked.exists(), target
        if fragment and not PLACE.fullmatch(fragment):
            assert fragment in _anchors(linked.read_text(encoding="utf-8")), f"{target}#{fragment}"


@pytest.mark.parametrize("path", SITE_PAGES, ids=[str(path.relative_to(TOP)) for path in SITE_PAGES])
def test_every_link_in_html_leads_somewhere_on_the_site(path: Path) -> None:
    """What Markdown links to is checked by `mkdocs build --strict`; it leaves HTML alone."""
    made = {TOP / "docs" / game_pages.address(name) for name in game_pages.names()}
    made |= {page.with_suffix(".html") for page in SITE_PAGES}
    text = site_hooks.on_page_markdown(path.read_text(encoding="utf-8"))
    for target, fragment in re.findall(r'<a\s[^>]*\bhref="(?![a-z]+:)([^"#]*)(?:#([^"]*))?"', text):
        assert not target or (path.parent / target).resolve() in made, target
        if fragment and not PLACE.fullmatch(fragment):
            page = (path.parent / target).with_suffix(".md") if target else path
            assert fragment in _anchors(page.read_text(encoding="utf-8")), f"{target}#{fragment}"


def test_the_site_has_the_page_of_a_game_where_the_repository_has_its_pgn() -> None:
    links = '[Step](../games/record.pgn#22) <a class="x" href="play-against-1994/index.md#/inside">a</a>\n'
    there = "<!-- repository only -->\nsource\n<!-- end -->\n"
    shown = '[Step](../games/record.html#22) <a class="x" href="play-against-1994/index.html#/inside">a</a>\n'
    assert site_hooks.on_page_markdown(links + there) == shown
    assert standard_game((TOP / "docs" / "games" / "record.pgn").read_bytes()).moves == recorded_game().moves


def test_every_picture_exists() -> None:
    for page in (TOP / "README.md", *(TOP / "docs").rglob("*.md")):
        for source in re.findall(r'<img src="([^"]+)"|!\[[^]]*\]\(([^)]+)\)', page.read_text(encoding="utf-8")):
            assert (page.parent / "".join(source)).exists()


def test_the_moving_picture_is_what_the_program_does_at_ply_22() -> None:
    made = moving.files()
    assert [path.name for path in made] == ["ply-22.svg", "ply-22-narrow.svg"]
    for path, picture in made.items():
        assert path.read_bytes() == picture, "run `python docs/make.py moving`"
        assert picture is not None
        text = picture.decode()
        assert "It plays O-O (blue). The record has Qe7 (red)." in text
        assert "@media (prefers-reduced-motion:reduce){g{animation:none!important}}" in text
        assert len(re.findall(r'<g class="s\d+">', text)) == 3  # at rest, only the last scene is seen


def files_in_order(package: Path) -> set[str]:
    """Returns the names of the files in the reading order of a package; of Python's files, without `.py`.

    The order of the engine is on its page, and the commands are in a table.
    """
    text = (package / "__init__.py").read_text(encoding="utf-8")
    docstring = ast.get_docstring(ast.parse(text)) or ""
    listed = re.sub(r"\([^()]*\)", "", docstring.partition("in this order:")[2].partition("\n\n")[0])
    names = {*re.findall(r"\b[a-z_0-9]+\.(?:js|lark)", docstring), *re.findall(r"\b([a-z_0-9]+)\.py", docstring)}
    if package.name == "engine":
        path = (
            (TOP / "docs" / "engine" / "engine.md")
            .read_text(encoding="utf-8")
            .partition("## The path through the files")[2]
        )
        names |= set(re.findall(r"`([a-z_]+)`", path))
    return names | set(re.findall(r"[a-z_0-9]+", listed)) | set(re.findall(r'Entry\("(\w+)"', text))


@pytest.mark.parametrize("package", CODE_PACKAGES, ids=lambda path: path.relative_to(TOP).as_posix())
def test_the_reading_order_of_a_package_names_all_its_files(package: Path) -> None:
    files = {path.name.removesuffix(".py") for path in package.iterdir() if path.suffix in CODE_FILES}
    named = files_in_order(package)
    assert files - {"__init__"} - named == set(), f"name them at the top of {package}/__init__.py"
    docstring = ast.get_docstring(ast.parse((package / "__init__.py").read_text(encoding="utf-8"))) or ""
    gone = {file for file in re.findall(r"(?<![/\w])\w+\.(?:py|js|lark)\b", docstring) if file not in ALL_CODE_FILES}
    assert gone == set(), f"{package}/__init__.py names files that are not there"


def test_the_site_navigation_has_every_page_once() -> None:
    navigation = (TOP / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:\n")[2]
    named = re.findall(r"^ +- [^:]+: (\S+)$", navigation, re.M)
    pages = [page.relative_to(TOP / "docs").as_posix() for page in (TOP / "docs").rglob("*.md")]
    menu = [page for page in pages if not OUTSIDE_THE_MENU.fullmatch(page)]
    assert sorted(named) == sorted([*menu, "changelog.md"])  # generated from CHANGELOG.md


def test_the_docs_are_no_longer_than_one_can_read() -> None:
    words = {page: len(page.read_text(encoding="utf-8").split()) for page in SITE_PAGES}
    menu = [page for page in words if not OUTSIDE_THE_MENU.fullmatch(page.relative_to(TOP / "docs").as_posix())]
    assert len(menu) + 1 <= MOST_PAGES_OF_THE_MENU  # and the changelog
    assert sum(words[page] for page in menu) <= MOST_WORDS_OF_THE_MENU
    assert sum(words.values()) <= MOST_WORDS


@pytest.mark.parametrize("old", site_hooks.MOVED)
def test_an_old_address_of_the_site_leads_to_a_page_or_a_section(old: str) -> None:
    address, _, section = site_hooks.MOVED[old].partition("#")
    kinds = (".md", ".pgn", ".html")
    assert not any((TOP / "docs" / old).with_suffix(kind).exists() for kind in kinds)
    place = Path(address)
    folder = site_hooks.SHEETS if place.parent.name == "class-sheets" else TOP / "docs" / place.parent
    (there,) = [page for kind in kinds if (page := (folder / place.name).with_suffix(kind)).exists()]
    assert not section or section in _anchors(there.read_text(encoding="utf-8"))


@pytest.mark.parametrize("code", re.findall(r"```python\n(.*?)```", README, re.S))
def test_the_python_in_readme_prints_what_it_says(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(code, "README.md", "exec"), {})
    (expected,) = re.findall(r"print\(.*\)  # (.*)", code)
    assert capsys.readouterr().out == expected + "\n"


def test_the_python_in_the_page_of_rules_prints_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    page = (TOP / "docs" / "engine" / "rules.md").read_text(encoding="utf-8")
    ((code, expected),) = re.findall(r"```python\n(.*?)```\n\n```\n(.*?)```", page, re.S)
    exec(compile(code, "rules.md", "exec"), {})
    assert capsys.readouterr().out == expected


@pytest.mark.parametrize("line", re.findall(r"^gosub (picture .*)$", PICTURES_PAGE.replace("\\\n", " "), re.M))
def test_the_commands_on_the_page_of_positions_draw_its_pictures(line: str, tmp_path: Path) -> None:
    with chdir(tmp_path):
        result = CliRunner().invoke(gosub, shlex.split(line), catch_exceptions=False)
    assert result.exit_code == 0
    (drawn,) = tmp_path.glob("*.svg")
    assert drawn.read_bytes() == (TOP / "docs" / "pictures" / drawn.name).read_bytes()


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        pytest.param(*block, marks=pytest.mark.slow if "replay" in block[0] else [])
        for block in re.findall(r"```\n\$ gosub ([^\n]*)\n(.*?)```", TOUR + LESSON, re.S)
        if not block[0].startswith(("analyse ", "match "))  # what they print depends on the engine and the machine
    ],
)
def test_the_commands_of_the_tour_and_the_lesson_print_what_is_shown(command: str, shown: str, tmp_path: Path) -> None:
    typed = "".join(re.findall(r"to move: (.*\n)", shown))
    (tmp_path / "record.pgn").write_text(pgn_text(recorded_game()))  # as `gosub replay --pgn` writes it
    with chdir(tmp_path):
        result = CliRunner().invoke(gosub, shlex.split(command), input=typed, env={"XDG_STATE_HOME": str(tmp_path)})
    assert result.exit_code == 0
    at = 0
    for piece in re.split(r"^ \.\.\.\n", shown, flags=re.M):
        assert piece in result.stdout[at:]
        at = result.stdout.index(piece, at) + len(piece)


@pytest.fixture
def greedy(monkeypatch: pytest.MonkeyPatch) -> str:
    """The example player of adding-a-player.md, registered as the page says."""
    words = [json.loads(f"{{{lines.strip().rstrip(',')}}}") for lines in re.findall(r"```json\n(.*?)```", ADDING, re.S)]
    for code, text in words[0].items():
        monkeypatch.setitem(english(), code, text)
    (entry,) = eval(f"{{{ENTRY}}}", {"PlayerEntry": PlayerEntry, "fact": fact}).items()
    name, module_name = entry[0], entry[1].module
    module = ModuleType(module_name)
    exec(compile(PLAYER, "adding-a-player.md", "exec"), vars(module))
    monkeypatch.setitem(sys.modules, module_name, module)
    monkeypatch.setitem(PLAYERS, *entry)
    return str(name)


@pytest.mark.usefixtures("greedy")
def test_the_example_player_passes_the_tests_on_its_page() -> None:
    space: dict[str, Any] = {}
    exec(compile(ITS_TESTS, "adding-a-player.md", "exec"), space)
    tests = [test for name, test in space.items() if name.startswith("test_")]
    assert len(tests) == 2
    for test in tests:
        test()


def test_the_page_for_players_names_what_a_player_has() -> None:
    own = {name: value for name, value in vars(Player).items() if not name.startswith("_")}
    table = ADDING.split("You may also write these methods:")[1]
    named = re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (`.*?) \|", table, re.M)))
    assert {*named, "decide", "set_option"} == {name for name, value in own.items() if callable(value)}
    assert {*re.findall(r"`(\w+)(?: = True)?`", ADDING)} >= own.keys() - {"set_option"}


def test_the_example_player_plays_a_legal_game_to_its_end(greedy: str) -> None:
    players = {side: player_named(greedy) for side in ("white", "black")}
    game = play_game(players, Opening(), TimeSetting(depth=1))
    assert len(game.moves) > 10
    assert game.ending
    drawn = ("stalemate", "threefold repetition", "fifty moves", "insufficient material")
    assert game.ending.reason in ("checkmate", *drawn)


def test_the_example_player_answers_uci_as_its_page_shows(greedy: str) -> None:
    (shown,) = re.findall(r"^\$ gosub uci --player greedy\n(.*?)```", ADDING, re.M | re.S)
    lines = shown.splitlines()
    commands = [line for line in lines if line.split()[0] in ("uci", "position", "go")]
    answers = io.BytesIO()
    UciSession(player_named(greedy), io.BytesIO("\n".join([*commands, "quit"]).encode()), answers).run()
    assert answers.getvalue().decode().splitlines() == [line for line in lines if line not in commands]


def test_the_table_of_options_has_every_option_of_the_players_and_no_other() -> None:
    page = (TOP / "docs" / "tools" / "gui.md").read_text(encoding="utf-8")
    documented = re.findall(r"^\| `([\w ]+)` \| ([\w, ]+) \|", page, re.M)
    for name in PLAYERS.keys() - set(EXHIBITS):
        player = player_class(name)
        options = {option.name for option in player.options} | set(player.buttons)
        rows = {option for option, players in documented if name in players.split(", ")}
        assert options == rows, f"the table of options in docs/tools/gui.md, `{name}`"


@pytest.mark.parametrize("name", EXHIBITS)
def test_the_museum_has_a_page_and_a_row_with_its_options_for_each_exhibit(name: str) -> None:
    index = (TOP / "docs" / "program" / "museum" / "index.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| \[`([\w-]+)`\]\(\1\.md\) \|(.*)\|$", index, re.M))
    assert name in rows, f"docs/program/museum/index.md has no row that begins with [`{name}`]({name}.md)"
    options = [option.name for option in player_class(name).options if option not in BOOK_OPTIONS]
    assert set(options) <= set(re.findall(r"`([^`]+)`", rows[name])), f"docs/program/museum/index.md, row `{name}`"


def test_the_page_of_uci_has_the_range_of_elo() -> None:
    page = (TOP / "docs" / "tools" / "gui.md").read_text(encoding="utf-8")
    assert f"{MIN_ELO} to {MAX_ELO}; default: {DEFAULT_ELO}" in page


def test_the_picture_of_the_listings_shape_is_that_of_its_json() -> None:
    shape = [
        ShapeLine.from_json(row) for row in json.loads((TOP / "docs" / "data" / "readings.json").read_text())["shape"]
    ]
    picture = (TOP / "docs" / "pictures" / "listing-shape.svg").read_text(encoding="utf-8")
    assert picture == listing_shape_svg(bars_of(shape))
    legend = re.findall(r"<text[^>]*>([^<]*)</text>", listing_shape_svg([]))
    labels = [line.label for line in shape if line.label and not line.offset]
    assert re.findall(r"<text[^>]*>([^<]*)</text>", picture) == [*legend, *labels]


def test_level_1_loses_the_game_of_the_docs_again() -> None:
    text = (TOP / "docs" / "play" / "play.md").read_text(encoding="utf-8")
    section = text.partition("### A game against level 1")[2]
    pgn = next(block for block in re.findall(r"```\n(.*?)```", section, re.S) if block.startswith("["))
    (game,) = every_game(pgn)
    with closing(player_named(game.headers["Black"])) as level:
        for ply in game.plies_of(BLACK):
            assert level.decide(MoveRequest(game.up_to(ply))).move == game.moves[ply]
    assert game.position.is_check()
    assert not game.position.legal_moves()


def test_on_the_site_a_long_command_may_wrap_and_what_it_prints_may_not() -> None:
    block = "<pre><span></span><code{}>{}</code></pre>"
    commands = "$ gosub analyse game.pgn\nGOSUB_LONG=1 pytest -m slow\npip install build \\\n    --upgrade\n"
    printed = "$ gosub replay\n 22  d8-e7  0-0\n"
    page = site_hooks.on_page_content(block.format("", commands) + block.format("", printed))
    assert page == block.format(' class="commands"', commands) + block.format("", printed)


def test_on_the_site_no_line_ends_within_an_option() -> None:
    page = site_hooks.on_page_content("<p>Use <code>gosub play --elo 1500</code>, not <code>d8-e7</code>.</p>")
    option = '<span class="option">--elo</span>'
    assert page == f"<p>Use <code>gosub play {option} 1500</code>, not <code>d8-e7</code>.</p>"


#: A sentence that dates the program or its report, and what it says then. The name "the 1994 program" dates nothing.
DATES = re.compile(
    r"[^.!?]*(?:\b(?:wrote|printed|ran|écrit|imprimé|tournait)\b[^.!?]*1994|\b(?:[Ii]n|from|[Ee]n) 1994\b"
    r"|1994 report|(?:report|rapport)(?: technique)? (?:of|de) 1994|1994[^.!?]*\bwrote)[^.!?]*"
)
DOUBT = re.compile(r"it is said|said to be|dit-on")


def shown_sentences() -> Iterator[tuple[str, str]]:
    """Yields what the site's front page, serve, the kiosk and the pages of games say, with where they do."""
    for language in languages():
        yield from ((f"{language}: {key}", text) for key, text in texts_in(language).items())
    yield "index.md", re.sub(r"<[^>]*>", "", (TOP / "docs/index.md").read_text(encoding="utf-8"))
    for name in ("game.html", "proof.html", "play.html", "pyodide.html"):
        yield name, re.sub(r"<[^>]*>|\{[#%].*?[#%]\}", " ", package_text("modern.pages", f"templates/{name}"))


def test_who_dates_the_program_says_that_it_is_said() -> None:
    found = [sentence for _, text in shown_sentences() for sentence in DATES.findall(text)]
    assert len(found) > 2
    wrong = {place: text for place, text in shown_sentences() for one in DATES.findall(text) if not DOUBT.search(one)}
    assert wrong == {}
    front = dict(shown_sentences())["index.md"]
    assert " ".join(front.split()).count(english()["program.origin"]) == 1


def test_nothing_dates_the_program_without_saying_that_it_is_said() -> None:
    """Its name is `the 1994 program`; the report itself names no year."""
    names = ("CITATION.cff", "packaging/debian/control", "packaging/lichess-bot/config-historic.yml")
    shown = [*(TOP / "packaging" / "desktop").iterdir(), *(TOP / name for name in names)]
    words = [*(TOP / "modern").glob("*.json"), *(TOP / "modern" / "pictures" / "browser").glob("texts.*.json")]
    pages = [*(TOP / "modern" / "pages" / "templates").iterdir(), TOP / "README.md", *SITE_PAGES]
    dated = re.compile(
        r"\b(?:in|from|of) 1994\b[^.|?!]*?\b(?:wrote|written|printed|published)\b"
        r"|\b(?:program|report|listing) (?:from|of|in) 1994\b|\bEn 1994\b",
        re.IGNORECASE,
    )
    found = 0
    for path in [*shown, *words, *pages]:
        text = re.sub(r"\]\([^)]*\)|<[^>]*>", "", path.read_text(encoding="utf-8"))
        for sentence in dated.finditer(" ".join(text.replace("[", "").split())):
            found += 1
            nearby = sentence.string[max(0, sentence.start() - 20) : sentence.end()]
            assert re.search(r"\bsaid\b|\bdit-on\b", nearby + sentence.string[sentence.end() :][:9]), (path, nearby)
    assert found >= 5
