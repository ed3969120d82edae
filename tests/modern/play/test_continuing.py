"""Games that go on from another game: what is kept of it, and who has sat where."""

from __future__ import annotations

from pathlib import Path

import pytest

from modern.game.clock import TimeSetting
from modern.game.pgn_reading import PgnError, PgnGame, standard_game
from modern.game.saved_game import read_saved_game, saved_game_pgn
from modern.game.session import LiveGame, Refusal
from modern.play.continuing import continued_game, origin
from modern.play.resuming import resumed_game
from modern.play.sitting import Sitting
from modern.players.seats import Seat

#: As lichess writes it, with an annotator's additions.
ANNOTATED = b"""[Event "Rated blitz game"]
[White "one"]
[Black "two"]
[Result "1-0"]

1. e4 {[%eval 0.2] [%clk 0:05:00]} e5 $1 {[%clk 0:05:00]} 2. Nf3 (2. f4 exf4 {accepted} 3. Nf3) Nc6?! {Inaccuracy.}
3. Bb5 a6 4. O-O 1-0
"""
SHUFFLE = b"1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *"


def game_of(content: bytes) -> PgnGame:
    return standard_game(content)[0]


def seats(white: str = "human", black: str = "human") -> dict[str, Seat]:
    return {"white": Seat(white), "black": Seat(black)}


def saved(path: Path, live_game: LiveGame) -> str:
    path.write_text(saved_game_pgn(live_game, TimeSetting(depth=1)), encoding="utf-8")
    return " ".join(path.read_text(encoding="utf-8").split())


def test_moves_and_their_comments_are_kept_but_not_the_result(tmp_path: Path) -> None:
    text = saved(tmp_path / "game.pgn", continued_game(seats(), game_of(ANNOTATED), 4))
    assert "1. e4 { [%eval 0.2] [%clk 0:05:00] } 1... e5 { [%clk 0:05:00] } 2. Nf3 Nc6 { Inaccuracy. } *" in text
    assert '[ContinuedFrom "one - two, Rated blitz game, after ply 4"]' in text
    assert '[White "Human"]' in text


def test_a_position_of_the_earlier_game_counts_as_a_repetition() -> None:
    live_game = continued_game(seats(), game_of(SHUFFLE), 6)
    assert not live_game.may_claim_draw()
    live_game.make(live_game.game.position.parse_uci("f3g1"), None, 0, 0.0)
    assert live_game.may_claim_draw()


def test_moves_of_the_earlier_game_can_be_taken_back() -> None:
    sitting = Sitting(continued_game(seats(), game_of(ANNOTATED), 3), TimeSetting(depth=1), (), pytest.fail)
    for _ in range(3):
        sitting.undo()
    assert sitting.live_game.game.moves == []
    with pytest.raises(Refusal, match=r"^you have no move to take back$"):
        sitting.undo()


def test_the_scores_of_the_players_before_are_not_those_of_the_players_now(tmp_path: Path) -> None:
    content = b"1. e4 {+0.40/5 1.00s} e5 {+9.00/5 1.00s} *"
    live_game = continued_game(seats(black="historic"), game_of(content), 2)
    assert live_game.last_score("black") is None
    saved(tmp_path / "game.pgn", live_game)
    again = resumed_game(seats(black="historic"), read_saved_game(tmp_path / "game.pgn"), "game.pgn")
    assert again.last_score("black") is None
    assert again.seated_at == live_game.seated_at == {"white": 2, "black": 2}
    again.undo()
    assert again.seated_at == {"white": 0, "black": 0}


def test_a_player_that_sat_there_before_gets_its_memory_back() -> None:
    content = b'[WhiteSeat "human"]\n[BlackSeat "historic"]\n[BlackMemory "1:5,7"]\n\n1. e4 e5 {-0.50/2 1.00s} *'
    live_game = continued_game(seats(black="historic"), game_of(content), 2)
    player = live_game.seats["black"].player
    assert player is not None
    assert player.memory() == "1:5,7"
    assert str(live_game.last_score("black")) == "-0.50"


def test_a_memory_that_cannot_be_read_is_refused() -> None:
    content = b'[WhiteSeat "human"]\n[BlackSeat "historic"]\n[BlackMemory "x"]\n\n1. e4 *'
    with pytest.raises(ValueError, match=r"'x' is not a ply with II and III"):
        continued_game(seats(black="historic"), game_of(content), 1)


def test_the_origin_names_players_and_event_as_far_as_they_are_known() -> None:
    assert origin(game_of(ANNOTATED), 1) == "one - two, Rated blitz game, after ply 1"
    assert origin(game_of(b'[White "a \\"b\\""]\n\n*'), 0) == 'a "b" - ?, after ply 0'
    assert origin(game_of(SHUFFLE), 0) == "? - ?, after ply 0"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", r"^no game in the file$"),
        (b'[Variant "Atomic"]\n\n1. e4 *', r"^game 1: the variant is Atomic; expected standard chess$"),
        (b"1. e4 e5 2. Ke3 *", r"^game 1: 'Ke3' is not a legal move"),
        (b"1. e4 hello *", r"^game 1: 'hello' is not a move"),
    ],
)
def test_what_is_no_complete_game_of_chess_is_refused(content: bytes, reason: str) -> None:
    with pytest.raises(PgnError, match=reason):
        standard_game(content)
