"""Names, comments and all other texts that come from elsewhere are only text, on every kind of page."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files

import pytest
from making.play_site import PlaySite, SiteLink, play_page
from pages import HOSTILE, HOSTILE_IN_PGN, assert_only_text, page_of_game, recorded_game_positions

from historic.listing.appendix import Appendix
from historic.listing.restoration import Restoration
from historic.study.sample_game import SAMPLE_GAME
from modern.game.game import Game
from modern.game.pgn_reading import standard_game
from modern.pages.folder import index_page
from modern.pages.game_page import ShownAnalysis, game_page
from modern.pages.proof_page import proof_page
from modern.proof.proof import Compared, Job, Proof
from modern.proof.sides import ProofTask, WatchedRun
from modern.proof.trails import FirstDifference, RunDigest
from modern.proof.variables import Difference, Layout

#: Removes from the placement of a FEN what is not a piece.
DIGITS = str.maketrans("", "", "/12345678")


def test_on_the_page_of_a_game_headers_comments_and_variations_are_only_text() -> None:
    names = ("Event", "Site", "White", "Black", "WhiteTitle", "ECO", "Opening", "Termination", "Annotator")
    headers = "".join(f'[{name} "{HOSTILE_IN_PGN}"]\n' for name in names)
    page = page_of_game(standard_game(f"{headers}\n1. e4 {{{HOSTILE_IN_PGN}}} (1. d4 {{{HOSTILE_IN_PGN}}}) *".encode()))
    elements = assert_only_text(page, HOSTILE_IN_PGN)
    assert elements.text.count(HOSTILE_IN_PGN) >= len(names)


def test_on_the_page_of_a_game_the_players_name_and_every_other_text_are_only_text() -> None:
    game = Game(moves=SAMPLE_GAME, headers=dict.fromkeys(("Event", "White", "Black", "Annotator"), HOSTILE))
    analysis = ShownAnalysis(HOSTILE, HOSTILE, facts=[(HOSTILE, HOSTILE)])
    page = game_page(game, recorded_game_positions(), HOSTILE, analysis, HOSTILE)
    elements = assert_only_text(page)
    assert dict(elements.elements)["body"]["data-today"] == HOSTILE
    assert f"the choice of {HOSTILE}" in elements.text


def test_in_the_index_of_games_titles_facts_and_errors_are_only_text() -> None:
    names = ("White", "Black", "Result", "ECO", "Date")
    game = Game(moves=SAMPLE_GAME, headers=dict.fromkeys(names, HOSTILE))
    elements = assert_only_text(index_page(HOSTILE, [(1, game)], [HOSTILE]))
    assert elements.text.count("<img src=x onerror=alert(1)>") == 2 + len(names) + 1  # title and heading, the error
    assert len(elements.named("use")) == 1 + len(game.position.fen().split()[0].translate(DIGITS))


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
    job = Job(HOSTILE, HostileTask())
    proof = Proof("", [job], {})
    proof.record(job, compared)
    restored = {HOSTILE: Restoration(Appendix(()), (), (), ())}
    layout = Layout((HOSTILE,), (), ((HOSTILE, (2, 3)),))
    elements = assert_only_text(proof_page(proof, restored, layout), scripts=0)
    assert ("The two differ" in elements.text) == differs


def test_on_the_page_of_pyodide_only_the_sites_own_text_is_html() -> None:
    link = SiteLink(HOSTILE, HOSTILE)
    menu, about = [SiteLink(HOSTILE, links=[link])], "<p><em>About.</em></p>"
    elements = assert_only_text(play_page(PlaySite(HOSTILE, {}, HOSTILE), HOSTILE, about, HOSTILE, menu, [link]))
    assert elements.named("em") == [{}]
    assert [link["href"] for link in elements.named("a")] == [HOSTILE] * 4


def test_only_the_chart_of_ratings_and_the_sites_own_text_are_not_escaped_by_their_templates() -> None:
    templates = {path.name: path.read_text() for path in (files("modern.pages") / "templates").iterdir()}
    assert {name for name, text in templates.items() if "|safe" in text} == {
        "tournament.html",
        "pyodide.html",
        "served_text.html",
    }
    assert not [name for name, text in templates.items() if "autoescape" in text]
