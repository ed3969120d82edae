"""What a page says of its game, and PGN files that are rejected."""

from __future__ import annotations

from modern.game.game import Game
from modern.game.pgn_reading import standard_game
from modern.pages.game_facts import (
    ending_of,
    facts_of,
    is_record,
    other_facts_of,
    pgn_text,
    recorded_game,
    self_play_game,
    title_of,
)


def page_game(pgn: str) -> Game:
    return standard_game(pgn.encode())


def comments(game: Game) -> dict[int, str]:
    """Returns the comments on moves by their plies."""
    return {ply: note.text for ply, note in enumerate(game.notes, 1) if note.text}


def test_headers_without_a_known_value_are_not_shown() -> None:
    headers = '[Event "?"]\n[Date "1994.??.??"]\n[Result "*"]\n[Termination "time forfeit"]\n[ECO "C20"]\n'
    assert facts_of(page_game(f"{headers}\n1. e4 *")) == [
        ("Date", "1994"),
        ("ECO", "C20"),
        ("Termination", "time forfeit"),
    ]


def test_the_ending_says_how_the_game_ended() -> None:
    assert ending_of(page_game("1. f3 e5 2. g4 Qh4# 0-1")).endswith(": checkmate, 0-1.")
    assert ending_of(page_game("1. e4 *")) == "The game ends here."


def test_only_the_recorded_game_is_marked_as_the_record() -> None:
    assert is_record(recorded_game())
    assert len(recorded_game().moves) == 23
    assert not is_record(self_play_game(["e2e3"], "printed", ""))
    assert not is_record(page_game(pgn_text(recorded_game())))


def test_a_self_play_game_ends_where_the_program_chooses_no_move() -> None:
    read = self_play_game(["e2e3", None], "printed", "The game stopped.")
    assert ending_of(read) == "At ply 2 no move is chosen. The game stopped."


def test_control_characters_are_removed_from_headers_and_comments() -> None:
    read = page_game('[White "\\"Bob\\" \u202eevil"]\n\n1. e4 {a\u202eb} *')
    assert title_of(read) == '"Bob" evil against Black'
    read.headers["Ann\u202eotator"] = "An\u202enie"
    assert ("Ann otator", "An nie") in [*facts_of(read), *other_facts_of(read)]
    assert comments(read) == {1: "a b"}


def test_ratings_and_titles_stand_with_the_names_and_all_other_headers_are_kept() -> None:
    names = '[White "Anna"]\n[WhiteElo "2500"]\n[WhiteTitle "GM"]\n[Black "Ben"]\n[BlackElo "?"]\n'
    headers = '[Opening "King\'s Pawn"]\n[TimeControl "300+3"]\n[Annotator "x"]\n[PlyCount "1"]\n[SetUp "1"]\n'
    game = page_game(f"{names}{headers}\n1. e4 *")
    assert title_of(game) == "GM Anna (2500) against Ben"
    assert facts_of(game) == [("Time control", "300+3"), ("Opening", "King's Pawn")]
    assert other_facts_of(game) == [("Annotator", "x"), ("PlyCount", "1")]


def test_the_pgn_of_a_game_is_its_text_in_the_file() -> None:
    pgn = '[White "A"]\n\n1. e4 {[%clk 0:01:00]} (1. d4) *\n\n[White "B"]\n\n1. c4 *\n'
    first, second = (standard_game(pgn.encode(), number) for number in (1, 2))
    assert pgn_text(first) == '[White "A"]\n\n1. e4 {[%clk 0:01:00]} (1. d4) *\n'
    assert pgn_text(second) == '[White "B"]\n\n1. c4 *\n'
    assert pgn_text(recorded_game()).split("\n\n")[1].startswith("1. e3 e6 2. Qf3")
