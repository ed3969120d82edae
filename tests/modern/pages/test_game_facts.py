"""What a page says of its game, and PGN files that are rejected."""

from __future__ import annotations

import pytest

from modern.game.game import Game
from modern.game.pgn_reading import PgnError, standard_game
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

REJECTED = {
    "an empty file": (b"", 1, "no game in the file"),
    "blanks": (b"\n \n", 1, "no game in the file"),
    "other text": (b"Dear reader,\n\nthis is a letter.\n", 1, "game 1: "),
    "an illegal move": (b"1. e4 e5 2. Nf6 *", 1, "game 1, line 1, column 13: 'Nf6' "),
    "no move at all": (b"1. e4 e5 2. -- *", 1, "game 1, line 1, column 13: '--' "),
    "moves in other letters": (b"1. e4 e5 2. Sf3 Sc6 *", 1, "game 1, line 1, column 13: 'Sf3' "),
    "words among moves": (b"1. e4 hello world *", 1, "game 1, line 1, column 7: 'hello' "),
    "a variant": (b'[Variant "Atomic"]\n\n1. e4 *', 1, "game 1, line 1, column 1: "),
    "an unknown variant": (b'[Variant "Nonsense"]\n\n1. e4 *', 1, "game 1, line 1, column 1: "),
    "no kings": (b'[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n*', 1, "game 1, line 1, column 1: White has 0 kings"),
    "a game too few": (b"1. e4 *", 2, "no game 2; the file has 1 game"),
    "two games too few": (b"1. e4 *\n\n1. d4 *", 7, "no game 7; the file has 2 games"),
}


@pytest.mark.parametrize("what", REJECTED)
def test_a_file_without_the_game_is_rejected_in_one_line(what: str, capfd: pytest.CaptureFixture[str]) -> None:
    content, number, reason = REJECTED[what]
    with pytest.raises(PgnError) as refused:
        standard_game(content, number)
    assert str(refused.value).startswith(reason)
    assert len(str(refused.value).splitlines()) == 1
    assert capfd.readouterr() == ("", "")


def page_game(pgn: str) -> Game:
    return standard_game(pgn.encode())


def comments(game: Game) -> dict[int, str]:
    """Returns the comments on moves by their plies."""
    return {ply: note.text for ply, note in enumerate(game.notes, 1) if note.text}


def rejection(pgn: str) -> str:
    """Returns the reason why a PGN is rejected, or ''."""
    try:
        page_game(pgn)
    except PgnError as error:
        return str(error)
    return ""


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


@pytest.mark.parametrize(
    "moves",
    [
        "1.e4 e5 2.Nf3!? Nc6?! 3.O-O-O?",
        "1. e4 {Sf3 {was better} e5 ; Sf3 was better\n2. Nf3",
        "1. e4 e5 (1... Sf6 (2. Se2)) 2. Nf3 $14 Nc6 N +-",
        "1. Pe2e4 e7-e5 2. Ng1xf3",
        "1. e2-e4 d5 2. e5 f5 3. exf6 e.p. exf6",
        "[%clk 0:01:00] 1. e4 {[%clk 0:00:59] Ja, Sf3!} c5 1/2-1/2",
    ],
)
def test_every_way_of_writing_moves_and_annotations_is_accepted(moves: str) -> None:
    """The moves may still be illegal."""
    assert "English piece letters" not in rejection(moves)


def test_control_characters_are_removed_from_headers_and_comments() -> None:
    read = page_game('[White "\\"Bob\\" \u202eevil"]\n\n1. e4 {a\u202eb} *')
    assert title_of(read) == '"Bob" evil against Black'
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
