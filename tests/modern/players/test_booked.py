"""The opening book of every player of our own."""

from __future__ import annotations

import io
import os
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from modern.book.book import Book
from modern.game.clock import TimeSetting
from modern.limits import Limits
from modern.match.openings import Opening
from modern.match.referee import play_game
from modern.players import (
    PLAYERS,
    Decision,
    Game,
    MoveRequest,
    OptionError,
    Player,
    PlayerError,
    player_class,
    player_named,
)
from modern.players.booked import BOOK, BOOK_VARIETY, with_book
from modern.rules import Move, Position
from modern.uci import UciSession


def book_with(path: Path, **weights: int) -> Path:
    """Writes a book with moves in the initial position, and their weights."""
    book = Book()
    for uci, weight in weights.items():
        book.add(Position.initial(), Move.from_uci(uci), weight)
    book.save(path)
    return path


class FirstMover(Player):
    """Plays the first legal move in the order of UCI, without thinking."""

    name = "first mover"

    def decide(self, request: MoveRequest) -> Decision:
        allowed = request.limits.only or request.game.position.legal_moves()
        return Decision(min(allowed, key=str))


def first_mover(path: Path, variety: int = 0) -> Player:
    player = with_book(FirstMover)()
    player.set_option(BOOK, str(path))
    player.set_option(BOOK_VARIETY, str(variety))
    return player


def decision(player: Player, game: Game | None = None, limits: Limits | None = None) -> tuple[str, list[str]]:
    notes: list[str] = []
    decided = player.decide(MoveRequest(game or Game(), limits or Limits(), note=notes.append))
    return str(decided.move), notes


@pytest.mark.parametrize("name", PLAYERS)
def test_every_player_of_our_own_plays_the_heaviest_move_of_its_book_and_says_so(name: str, tmp_path: Path) -> None:
    path = book_with(tmp_path / "a.bin", b2b4=3, h2h4=5)
    with closing(player_named(f"{name}[Book={path}]")) as player:
        assert decision(player) == ("h2h4", ["book move h4, weight 5 of 8"])
        assert player.explained_lines() == []
        assert [option.name for option in player_class(name).options][-2:] == [BOOK, BOOK_VARIETY]


def test_without_a_book_and_out_of_it_the_player_thinks(tmp_path: Path) -> None:
    player = first_mover(book_with(tmp_path / "a.bin", h2h4=1))
    assert decision(player, Game(moves=["e2e4"])) == ("a7a5", [])
    player.set_option(BOOK, "<empty>")
    assert decision(player) == ("a2a3", [])


def test_moves_of_weight_0_and_moves_that_are_not_allowed_are_not_played(tmp_path: Path) -> None:
    player = first_mover(book_with(tmp_path / "a.bin", h2h4=9, g2g4=0, b2b4=1))
    assert decision(player, limits=Limits(only=(Move.from_uci("b2b4"), Move.from_uci("g2g4"))))[0] == "b2b4"
    assert decision(player, limits=Limits(only=(Move.from_uci("g2g4"),))) == ("g2g4", [])
    assert decision(player, limits=Limits(infinite=True)) == ("a2a3", [])


def test_with_variety_moves_are_drawn_by_their_weights_and_a_seed_draws_the_same_move(tmp_path: Path) -> None:
    path = book_with(tmp_path / "a.bin", b2b4=10, h2h4=30, g2g4=0)
    drawn = [decision(first_mover(path, seed))[0] for seed in range(1, 101)]
    assert drawn == [decision(first_mover(path, seed))[0] for seed in range(1, 101)]
    counts = Counter(drawn)
    assert set(counts) == {"b2b4", "h2h4"}
    assert 12 < counts["b2b4"] < 38  # 25 expected of 100; the standard deviation is 4


def test_a_book_that_cannot_be_used_is_refused_and_the_earlier_one_stays(tmp_path: Path) -> None:
    player = first_mover(book_with(tmp_path / "a.bin", h2h4=1))
    (tmp_path / "foreign").write_text("no book")
    for path, reason in (
        (tmp_path / "foreign", "it has no entry"),
        (tmp_path, "a folder"),
        (tmp_path / "nothing", "nothing cannot be read: "),
        ("~nobody-at-all/x", "cannot be read: " if os.name == "nt" else "is not the path of a file"),
        ("a\0b", "is not the path of a file"),
    ):
        with pytest.raises(OptionError, match=reason):
            player.set_option(BOOK, str(path))
    assert decision(player)[0] == "h2h4"
    with pytest.raises(PlayerError, match=r"modern: Book: .*nothing cannot be read"):
        player_named(f"modern[Book={tmp_path / 'nothing'}]")


@pytest.mark.posix  # Windows replaces no open file
def test_a_book_that_is_replaced_on_disk_stays_as_it_was_opened(tmp_path: Path) -> None:
    player = first_mover(book_with(tmp_path / "a.bin", h2h4=1))
    book_with(tmp_path / "a.bin", b2b4=1)
    assert decision(player)[0] == "h2h4"
    player.set_option(BOOK, str(tmp_path / "a.bin"))
    assert decision(player)[0] == "b2b4"


def test_in_a_match_the_note_says_that_a_move_is_from_the_book(tmp_path: Path) -> None:
    players = {"white": first_mover(book_with(tmp_path / "a.bin", h2h4=1)), "black": FirstMover()}
    game = play_game(players, Opening(), TimeSetting(depth=1))
    assert (game.moves[0].uci(), game.notes[0].comment) == ("h2h4", "book move h4, weight 1 of 1")
    assert not any("book" in note.comment for note in game.notes[1:])


def test_the_book_is_an_option_of_uci_and_the_move_an_info_string(tmp_path: Path) -> None:
    path = book_with(tmp_path / "a book.bin", h2h4=1)
    commands = f"uci\nsetoption name book value {path}\nposition startpos\ngo depth 1\nquit\n"
    output = io.BytesIO()
    with closing(player_named("modern")) as player:
        UciSession(player, io.BytesIO(commands.encode()), output).run()
    lines = output.getvalue().decode().splitlines()
    assert "option name Book type string default <empty>" in lines
    assert "option name Book Variety type spin default 0 min 0 max 1000000" in lines
    remark, info, move = lines[lines.index("uciok") + 1 :]
    assert (remark, move) == ("info string book move h4, weight 1 of 1", "bestmove h2h4")
    assert " depth 0 " in info
    assert info.endswith(" pv h2h4")
