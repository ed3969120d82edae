"""Names, comments and all other texts that come from elsewhere are only text, on every kind of page."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path

import pytest
from pages import PageElements, page_of_game, recorded_game_positions
from sparring_tournaments import played_tournament

from historic.listing.appendix import Appendix
from historic.listing.restoration import Restoration
from modern.match.pages import game_page as tournament_game_page
from modern.match.pages import index_page as tournament_page
from modern.match.pages import write_pages
from modern.pages.folder import index_page
from modern.pages.game_page import game_page
from modern.pages.page_game import game_from_pgn, recorded_game
from modern.proof.page import proof_page
from modern.proof.proof import Compared, Job, Proof
from modern.proof.sides import ProofTask, WatchedRun
from modern.proof.trails import FirstDifference, RunDigest
from modern.proof.variables import Difference, Layout
from modern.web.pyodide.site import play_page

HOSTILE = (
    "</title></style></script><script>alert(1)</script><!-- <img src=x onerror=alert(1)> \"'&amp; \u2028\u2029 -->"
)
#: The same without the characters that a header or a comment of a PGN cannot have.
HOSTILE_IN_PGN = "</title></script><script>alert(1)</script><!-- <img src=x onerror=alert(1)> '&amp; -->"


def assert_only_text(page: str, expected: str = HOSTILE, scripts: int = 1) -> PageElements:
    """Asserts that a page has no element of the hostile text, and that the text can be read on it."""
    elements = PageElements(page)
    own = [one for one in elements.named("script") if one.get("type") != "application/json"]
    assert len(own) == scripts
    assert not [one for one in elements.named("img") if one.get("src") == "x"]
    assert not [name for _, attributes in elements.elements for name in attributes if name.startswith("on")]
    assert not re.findall(r"<!--", re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL))
    assert " ".join(expected.split()) in " ".join(elements.text.split())
    for data in re.findall(r'<script type="application/json" id="\w+">(.*?)</script>', page, re.DOTALL):
        assert not set("<>&\u2028\u2029") & set(data)
        json.loads(data)
    return elements


def test_on_the_page_of_a_game_headers_comments_and_variations_are_only_text() -> None:
    names = ("Event", "Site", "White", "Black", "WhiteTitle", "ECO", "Opening", "Termination", "Annotator")
    headers = "".join(f'[{name} "{HOSTILE_IN_PGN}"]\n' for name in names)
    page = page_of_game(game_from_pgn(f"{headers}\n1. e4 {{{HOSTILE_IN_PGN}}} (1. d4 {{{HOSTILE_IN_PGN}}}) *".encode()))
    elements = assert_only_text(page, HOSTILE_IN_PGN)
    assert elements.text.count(HOSTILE_IN_PGN) >= len(names)


def test_on_the_page_of_a_game_the_players_name_and_every_other_text_are_only_text() -> None:
    facts = ((HOSTILE, HOSTILE),)
    game = replace(recorded_game(), title=HOSTILE, subject=HOSTILE, facts=facts, other_facts=facts, is_record=False)
    page = game_page(game, recorded_game_positions(), HOSTILE, 1, HOSTILE, HOSTILE, HOSTILE)
    elements = assert_only_text(page)
    assert dict(elements.elements)["body"]["data-today"] == HOSTILE
    assert f"the choice of {HOSTILE}" in elements.text


def test_in_the_index_of_games_titles_facts_and_errors_are_only_text() -> None:
    game = replace(recorded_game(), title=HOSTILE, facts=tuple((name, HOSTILE) for name in ("Result", "ECO", "Date")))
    elements = assert_only_text(index_page(HOSTILE, [(1, game)], [HOSTILE]))
    assert elements.text.count(HOSTILE) == 7  # title and heading, three facts, the game's link, the error
    assert len(elements.named("use")) == 1 + len(game.game.position.fen().split()[0].translate(DIGITS))


#: Removes from the placement of a FEN what is not a piece.
DIGITS = str.maketrans("", "", "/12345678")


def test_on_the_pages_of_a_tournament_names_openings_and_notes_are_only_text(tmp_path: Path) -> None:
    tournament, games = played_tournament("greedy", HOSTILE, HOSTILE)
    index = assert_only_text(tournament_page(tournament, games, {0: "a.html", 1: HOSTILE}), scripts=0)
    assert [link["href"] for link in index.named("a")][-2:] == ["a.html", HOSTILE]
    move = games[0].moves[0]._replace(notes=HOSTILE)
    ending = games[0].ending._replace(reason=HOSTILE, details=HOSTILE)
    game = replace(games[0], white=HOSTILE, date=HOSTILE, moves=(move, *games[0].moves[1:]), ending=ending)
    page = tournament_game_page(tournament.options, game, HOSTILE, HOSTILE)
    elements = assert_only_text(page)
    assert f"greedy against {HOSTILE}" in elements.text
    (data,) = re.findall(r'id="positions">(.*?)</script>', page, re.DOTALL)
    assert HOSTILE in json.loads(data)[3]["note"]
    write_pages(tmp_path / "pages", tournament, games)
    assert f"greedy and {HOSTILE}" in PageElements((tmp_path / "pages" / "index.html").read_text()).text


@dataclass
class HostileTask(ProofTask):
    """A task that has only names."""

    name: str = HOSTILE
    kind: str = HOSTILE

    def play(self, run: WatchedRun) -> None:
        raise NotImplementedError


@pytest.mark.parametrize("differs", [False, True])
def test_on_the_page_of_a_proof_names_and_values_are_only_text(differs: bool) -> None:
    found = FirstDifference(HOSTILE, (HOSTILE, HOSTILE), 1, HOSTILE, HOSTILE, (Difference("BP", (HOSTILE, "2")),))
    compared = Compared(1, 2, 3, HOSTILE, HOSTILE, RunDigest(b"", 0, "", b""), found if differs else None)
    proof = Proof([(Job(HOSTILE, HostileTask()), compared)])
    restored = {HOSTILE: Restoration(Appendix(()), (), (), ())}
    layout = Layout((HOSTILE,), (), ((HOSTILE, (2, 3)),))
    elements = assert_only_text(proof_page(proof, restored, layout), scripts=0)
    assert ("The two differ" in elements.text) == differs


def test_on_the_page_of_pyodide_only_the_sites_own_text_is_html() -> None:
    page = play_page(HOSTILE, HOSTILE, "<p><em>About.</em></p>", HOSTILE)
    elements = assert_only_text(page)
    assert elements.named("em") == [{}]
    assert [link["href"] for link in elements.named("a")] == [HOSTILE]


def test_only_the_chart_of_ratings_and_the_sites_own_text_are_not_escaped_by_their_templates() -> None:
    templates = {path.name: path.read_text() for path in (files("modern.pages") / "templates").iterdir()}
    assert {name for name, text in templates.items() if "|safe" in text} == {"tournament.html", "pyodide.html"}
    assert not [name for name, text in templates.items() if "autoescape" in text]
