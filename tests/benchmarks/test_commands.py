"""Every command of a script that a page names can be run, and the table of the scripts has each of them."""

from __future__ import annotations

import importlib
import json
import re
import shlex
from contextlib import closing
from pathlib import Path
from typing import Any

import click
import matches
import pytest

from modern.analysis.accuracy import judgement_of
from modern.analysis.game_analysis import GameAnalysis
from modern.cli.shell import EXIT_INTERRUPTED
from modern.game.pgn_reading import every_game, numbered_game
from modern.players import player_named
from modern.report import Score

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


def ply_json(number: int, before: str, after: str | None, lost: float | None = 0, best: str = "e2e4") -> dict[str, Any]:
    """Returns what `gosub analyse --json` writes of the move a2a4, as far as a comparison reads it."""
    side = "white" if number % 2 else "black"
    scores = (Score.parse(score).for_white(side) for score in (before, after or "#1"))
    judgement = judgement_of(*scores)
    return {
        "ply": number,
        "side": side,
        "san": f"M{number}",
        "move": "a2a4",
        "best": [best],
        "best_score": before,
        "score": after,
        "lost": lost,
        "judgement": judgement.name if judgement else None,
    }


def compared(*pairs: tuple[dict[str, Any], dict[str, Any]]) -> list[matches.ComparedMove]:
    """Returns the comparison of a game's moves, each as two players judge it."""
    headers = {"White": "Morphy, Paul", "Black": "Isouard"}
    plies = zip(*pairs, strict=True)
    return matches.compared_moves([{"headers": headers, "plies": own} for own in plies])


def test_two_judgements_are_compared_from_the_movers_side() -> None:
    moves = compared(
        (ply_json(1, "#2", "+9.00"), ply_json(1, "+9.00", "+8.00")),
        (ply_json(2, "+0.00", "+2.50"), ply_json(2, "+1.20", "+2.50")),
        (ply_json(3, "#1", None), ply_json(3, "#1", None)),
    )
    assert [move.name for move in moves] == [f"Morphy - Isouard, {name}" for name in ("1. M1", "1...M2", "2. M3")]
    assert [[str(view) for view in move.views] for move in moves] == [
        ["98 to 96 %, mistake", "96 to 95 %, no mistake"],
        ["50 to 28 %, blunder", "39 to 28 %, mistake"],
        ["98 to 100 %, no mistake"] * 2,
    ]
    assert moves[1].views[1].score == Score(-120)
    assert list(matches.difference_rows(moves, ["a", "b"])) == [
        "| move | a | b |",
        "|---|---|---|",
        "| Morphy - Isouard, 1...M2 | 50 to 28 %, blunder | 39 to 28 %, mistake |",
    ]


def test_a_move_that_one_of_the_players_cannot_judge_is_left_out() -> None:
    assert compared((ply_json(1, "+0.00", "+0.00"), ply_json(1, "+0.00", "+0.00", None))) == []
    assert list(matches.difference_rows([], ["a", "b"])) == []


def test_the_agreement_counts_each_grade_with_the_worse_ones() -> None:
    moves = compared(
        (ply_json(1, "+1.00", "-2.00"), ply_json(1, "+2.00", "-2.00")),  # blunders
        (ply_json(3, "+2.00", "-1.00"), ply_json(3, "+4.00", "+2.30")),  # a blunder, a mistake
        (ply_json(5, "-1.00", "-1.00"), ply_json(5, "-2.00", "-3.50")),  # no mistake, a mistake
        (ply_json(7, "#3", "#2"), ply_json(7, "+20.00", "+20.00")),
    )
    blunders, mistakes, inaccuracies, scale, ratio = matches.agreement_rows(moves, ["a", "b"])
    assert ratio == (
        "b from 1 to 10 pawns, 3 positions: median ratio of the scores 0.50, 0 beyond twice; "
        "same sign in 100.0 % of 3 positions beyond half a pawn"
    )
    assert blunders == "blunder: 2 of a (50 % of them by both), 1 of b (100 % of them by both), 1 of both"
    assert mistakes == "mistake or worse: 2 of a (100 % of them by both), 3 of b (67 % of them by both), 2 of both"
    assert inaccuracies == mistakes.replace("mistake", "inaccuracy")
    assert scale.startswith("scores of 3 positions: correlation 1.000; the chances are closest if a centipawn of a")
    assert scale.endswith(" counts as 2.00 of b")
    assert list(matches.grade_rows(moves, ["a", "b"])) == [
        "| a, and b: | blunder | mistake | inaccuracy | no mistake |",
        "|---|---|---|---|---|",
        "| blunder | 1 | 1 | 0 | 0 |",
        "| mistake | 0 | 0 | 0 | 0 |",
        "| inaccuracy | 0 | 0 | 0 | 0 |",
        "| no mistake | 0 | 1 | 0 | 1 |",
    ]
    assert next(matches.agreement_rows([], ["a", "b"])) == "blunder: none of a, none of b, 0 of both"


def test_a_judge_confirms_a_blunder_by_what_it_loses_and_its_own_moves_lose_nothing() -> None:
    moves = compared(
        (ply_json(1, "+0.00", "-3.00"), ply_json(1, "+0.00", "-0.83")),  # 7.6 %
        (ply_json(2, "+0.00", "+3.00"), ply_json(2, "+0.00", "+0.82")),  # 7.49 %
        (ply_json(3, "+0.00", "-3.00"), ply_json(3, "+0.00", "-3.00", best="a2a4")),
        (ply_json(4, "+0.00", "+0.60"), ply_json(4, "+0.00", "+3.00", best="a2a4")),
        (ply_json(5, "+0.00", "-0.50"), ply_json(5, "+0.00", "-3.00", best="a2a4")),
    )
    assert list(matches.blame_rows(moves, ["a", "b"])) == [
        "blunders of a that lose at least 7.5 % for b: 1 of 3 (33 %)",
        "moves that b wants, and a blames: 2 of 3",
    ]
    assert [str(moves[index].views[1]) for index in (2, 3)] == ["25 to 25 %, no mistake"] * 2
    assert list(matches.blame_rows([], ["a", "b"])) == ["moves that b wants, and a blames: 0 of 0"]


def rated_games(*games: tuple[str, int, int, int]) -> str:
    """Returns games of lichess: the kind, the ratings and the number of plies of each."""
    shuffle = ("Nf3", "Nf6", "Ng1", "Ng8")
    return "\n".join(
        f'[Event "Rated {kind} game"]\n[WhiteElo "{white}"]\n[BlackElo "{black}"]\n\n'
        + " ".join(shuffle[ply % 4] for ply in range(plies))
        + " *\n"
        for kind, white, black, plies in games
    )


def test_the_games_drawn_are_of_their_kind_rating_and_length(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    fit = [("Classical", 1100, 2800, 30), *[("Blitz", low, low + 399, 80) for low in (1100, 1600, 2000)]]
    unfit = [("Bullet", 1500, 1500, 40), ("Blitz", 1099, 1200, 40), ("Blitz", 1500, 1500, 29), ("Blitz", 9, 9, 81)]
    source, drawn = tmp_path / "all.pgn", tmp_path / "drawn.pgn"
    source.write_text(rated_games(*unfit, *fit * 8))
    printed = []
    for seed in ("78", "78", "79"):
        matches.main(["draw", str(source), str(drawn), "--seed", seed], standalone_mode=False)
        printed.append(capfd.readouterr().out)
    assert printed[0] == printed[1]
    assert printed[0] != printed[2].replace("79", "78", 1)
    numbers = sorted(map(int, printed[0].split(": ")[1].split(", ")))
    assert numbers == sorted(set(numbers))
    assert numbers[0] > len(unfit)
    games = list(every_game(drawn.read_text().splitlines(keepends=True)))
    assert [games[0].headers["White"], len(games)] == ["Morphy, Paul", 24]
    assert sorted(len(game.moves) for game in games[1:]) == [30] * 8 + [80] * 15


def test_the_judge_may_search_each_position_once(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    games, folder = tmp_path / "games.pgn", tmp_path / "analyses"
    games.write_text(f"{BLUNDERED}\n")
    words = ["judgements", str(games), str(folder), "--judge", "modern[Evaluation=hand]", "--judge-nodes", "700"]
    matches.main([*words, "--nodes", "300"], standalone_mode=False)
    assert capfd.readouterr().out.startswith("1 of 1 games, 7 moves\n")
    content = json.loads((folder / "modern-Evaluation-hand--1.json").read_bytes())
    assert content["nodes"] == 700
    assert {700 <= ply["nodes"] < 1000 for ply in content["games"][0]["plies"]} == {True}


BLUNDERED = "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Kxf7 4. Nf3 *"


def test_two_analyses_of_a_game_are_written_and_compared_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """White gives its queen away for a pawn, and both players see it."""
    games, folder = tmp_path / "games.pgn", tmp_path / "analyses"
    games.write_text(f'[White "A"]\n[Black "B"]\n\n{BLUNDERED}\n')
    words = ["judgements", str(games), str(folder), "--judge", "modern[Evaluation=hand]"]
    matches.main([*words, "--nodes", "300"], standalone_mode=False)
    counted, blunders, *_ = capfd.readouterr().out.splitlines()
    assert counted == "1 of 1 games, 7 moves"
    assert int(blunders.split()[-3]) >= 1
    assert sorted(path.name for path in folder.iterdir()) == ["modern-1.json", "modern-Evaluation-hand--1.json"]
    monkeypatch.setattr(matches, "write_analysis", pytest.fail)
    matches.main([*words, "--nodes", "300"], standalone_mode=False)
    assert capfd.readouterr().out.startswith(counted)
    with pytest.raises(click.ClickException, match=r"modern-1\.json is of another game, player or limit"):
        matches.main([*words, "--nodes", "301"], standalone_mode=False)
    (folder / "modern-1.json").write_text("[]")
    with pytest.raises(click.ClickException, match=r"modern-1\.json is not the analysis of a game"):
        matches.main([*words, "--nodes", "300"], standalone_mode=False)


def test_ctrl_c_compares_the_games_that_are_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    games = tmp_path / "games.pgn"
    games.write_text("1. f3 e5 2. g4 Qh4# 0-1\n\n1. e4 *\n")
    write = matches.write_analysis

    def interrupted(path: Path, game: GameAnalysis, *others: Any) -> None:
        if game.number == 2:
            raise KeyboardInterrupt
        write(path, game, *others)

    monkeypatch.setattr(matches, "write_analysis", interrupted)
    words = ["judgements", str(games), str(tmp_path / "analyses"), "--judge", "modern", "--nodes", "50"]
    with pytest.raises(SystemExit) as ended:
        matches.main(words, standalone_mode=False)
    assert ended.value.code == EXIT_INTERRUPTED
    printed = capfd.readouterr()
    assert printed.out.startswith("1 of 2 games, 4 moves\nblunder: 1 of modern (100 % of them by both)")
    assert printed.err.endswith("interrupted; the same command resumes\n")


def test_a_player_whose_scores_are_no_chances_judges_no_moves(tmp_path: Path) -> None:
    games = tmp_path / "games.pgn"
    games.write_text("1. e4 *\n")
    words = ["judgements", str(games), str(tmp_path / "analyses"), "--player", "historic", "--judge", "modern"]
    with pytest.raises(click.ClickException, match="historic judges no moves: "):
        matches.main(words, standalone_mode=False)


def test_the_classic_games_are_twenty_and_can_be_replayed() -> None:
    games = list(every_game((SCRIPTS / "classic-games.pgn").read_text(encoding="ascii")))
    assert [game.error for game in games] == [""] * 20
    assert all(game.headers["Date"][:4].isdigit() and len(game.moves) > 12 for game in games)
    checkmates = [game.headers["White"] for game in games if game.position.outcome()]
    assert len(checkmates) == 7


@pytest.mark.slow
def test_a_match_of_a_technique_is_a_row(capfd: pytest.CaptureFixture[str]) -> None:
    matches.main(["techniques", "--only", "null move", "--nodes", "5", "--games", "2"], standalone_mode=False)
    row = capfd.readouterr().out.splitlines()[-1]
    assert re.fullmatch(r"\| null move \| 2 \|.* to .*\| undecided \|", row)


def test_the_scores_of_two_players_are_compared_by_size(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """With itself every ratio is 1. White wins the queen."""
    games = tmp_path / "games.pgn"
    games.write_text("1. e4 e5 2. Nf3 Qg5 3. Nxg5 d6 4. Nf3 Nf6 5. d3 Be7 6. Be2 O-O 7. O-O Nc6 *\n")
    words = ["--judge", "modern", "--positions", "3", "--nodes", "200", "--judge-nodes", "200"]
    matches.main(["scores", str(games), *words], standalone_mode=False)
    first, *others = capfd.readouterr().out.splitlines()
    assert re.fullmatch(
        r"modern from 1 to 10 pawns, 3 positions: median ratio of the scores 1\.00, 0 beyond twice; "
        r"same sign in 100\.0 % of 3 positions beyond half a pawn",
        first,
    )
    assert all(re.fullmatch(r"modern from \d pawns: [1-3] positions, median ratio 1\.00", row) for row in others)
    assert others
