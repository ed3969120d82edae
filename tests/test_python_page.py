"""The examples of docs/develop/python.md print what the page shows."""

from __future__ import annotations

import io
import re
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from historic import Program
from modern.game.pgn_reading import games_in
from modern.limits import Clock, Limits
from modern.players import Game, MoveRequest, player_named
from modern.report import Report

PAGE = Path(__file__).parents[1] / "docs" / "develop" / "python.md"
#: An example and what it prints.
EXAMPLE = re.compile(r"```python\n(.*?)```\n\n```\n(.*?)```", re.S)


def test_the_examples_print_in_one_session_what_the_page_shows() -> None:
    text = PAGE.read_text(encoding="utf-8")
    examples = EXAMPLE.findall(text)
    assert len(examples) == text.count("```python") > 5
    session: dict[str, Any] = {}
    for code, shown in examples:
        printed = io.StringIO()
        with redirect_stdout(printed):
            exec(compile(code, "python.md", "exec"), session)
        assert printed.getvalue() == shown


def test_what_a_session_meets_prints_as_one_readable_line() -> None:
    (read,) = games_in(io.StringIO('[White "Ann"]\n[Black "Ben"]\n[Result "1-0"]\n\n1. e4 e5 2. Qh5 1-0\n'))
    position = "rnbqkbnr/pppp1ppp/8/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 1 2"
    assert repr(read) == f"<Game: Ann - Ben, 1-0, plies: 3, {position}>"
    game = Game(moves=read.uci_moves)
    assert repr(game) == f"<Game, plies: 3, {position}>"
    assert repr(Program("recorded")) == "<Program: recorded reading, rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR>"
    assert repr(Limits()) == "Limits()"
    assert repr(Limits(depth=2, white=Clock(3, 1))) == "Limits(depth=2, white=Clock(left=3, increment=1))"

    reports: list[Report] = []
    modern, historic = (player_named(name) for name in ("modern[Hash=1]", "historic"))
    assert repr(modern) == "<Player: modern[Hash=1]>"
    decision = modern.decide(MoveRequest(game, Limits(depth=1), report=reports.append))
    assert re.fullmatch(r"<Decision: (\w+), [-+]\d\.\d\d, line \1.*, depth 1, nodes \d+, .* s>", repr(decision))
    assert repr(reports[-1]).startswith(f"<Report 1: {decision.score}, line {decision.move}")
    assert repr(MoveRequest(game, Limits(depth=1))) == f"MoveRequest(game={game!r}, limits=Limits(depth=1))"
    historic.decide(MoveRequest(game))
    assert all(len(repr(reason)) < 80 for reason in historic.explained_lines())
