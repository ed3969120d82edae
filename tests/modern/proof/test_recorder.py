"""The recorder of a turn: its moments are those of the program, and what is said of them is true."""

from __future__ import annotations

import ast
import io
import re
import shutil
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from scenarios import Row, digest, program_at, rows_of, sampled, state_of, variables

import historic
from historic import BasicError, Program
from historic.basic import single
from historic.memory import SCALARS
from modern.proof.changed_port import interpreted_port, restored, variables_of
from modern.proof.port_changes import label_at, labels_of, methods_of, port_source
from modern.proof.port_side import PortSide
from modern.proof.recorder import (
    BEST,
    ERROR,
    GOSUB,
    LABELS,
    LAYOUT,
    RETURN,
    SCORE,
    SEARCHES,
    TRY,
    Recorder,
    ScoreTerm,
    part_count,
    port_line,
    recordable,
    recorded,
)
from modern.proof.stepper import BREAKPOINTS, LABEL_TEXTS, QUIRKS, Moment, Stepper, sentence
from modern.proof.variables import Snapshot, packed

#: Two kings and a rook each: few moves, and castling.
FEW_PIECES = "4k3/8/8/8/7R/8/8/R3K3 w Q - 0 1"


#: Black may castle; on both sides, a piece is attacked and protected.
BLACK_CASTLES = "r3k3/8/8/2p5/3n4/4P3/1P6/4K1N1 b q - 0 1"


def returns_of(program: Program, side: str) -> Iterator[tuple[str, bytes]]:
    """Yields each return of a turn as the recorder has it."""
    for part in recorded(program, side):
        for event, _, numbers, _ in part.moments():
            if event.kind == RETURN:
                yield event.label, packed(numbers)


def proved_returns(program: Program, side: str) -> list[tuple[str, bytes]]:
    """Returns each return of a turn as the proof sees it."""
    found: list[tuple[str, bytes]] = []

    def watch(snapshot: Snapshot) -> None:
        found.append((snapshot.label, snapshot.numbers))

    run = PortSide(interpreted_port(), LAYOUT, labels=LABELS).start(watch)
    restored(run.program, variables_of(program))
    found.clear()
    run.program.play(side)
    return found


@pytest.mark.parametrize(("fen", "side"), [(FEW_PIECES, "white"), ("r3k2r/p7/8/8/8/8/P7/R3K2R b KQkq - 0 1", "black")])
def test_every_return_of_a_turn_has_the_numbers_that_the_proof_compares(fen: str, side: str) -> None:
    program = program_at(fen)
    before = program.variables()
    returns = list(returns_of(program, side))
    assert program.variables() == before
    proved = proved_returns(program, side)
    assert [label for label, _ in returns] == [label for label, _ in proved]
    assert returns == proved


def check_row(program: Program, row: Row) -> None:
    """Compares the recorded variables with those of the compiled listing: after BOARD, after WHITE, at the end."""
    expected = [row["BOARD"], row["reach"]]
    names = [name for name in SCALARS if not name.endswith("_string")]
    moves = program.MOVE
    for part in recorded(program, row["side"]):
        for event, _, numbers, stack in part.moments():
            if event.kind == RETURN and not stack:
                other = Program()
                for name, value in zip(names, numbers, strict=False):
                    setattr(other, name, value if isinstance(getattr(other, name), float) else int(value))
                values = iter([int(number) for number in numbers[len(names) :]])
                for array in (*other.A, other.PW, other.PB, *other.PM):
                    for index in range(len(array)):
                        array[index] = next(values)
                other.MOVE = moves  # the data's turns do not count moves
                if expected:
                    assert digest(variables(other)) == expected.pop(0)
                else:
                    assert variables(other) == row["turn"]


@pytest.mark.parametrize(
    ("reading", "plies"),
    [
        ("printed", slice(0, 1)),
        pytest.param("printed", slice(1, None), marks=pytest.mark.slow),
        pytest.param("recorded", slice(0, None), marks=pytest.mark.slow),
    ],
)
def test_the_recorded_game_equals_the_variables_of_the_compiled_listing(reading: str, plies: slice) -> None:
    rows = rows_of(f"variables-record-{reading}.jsonl")[plies]
    assert rows
    for row in sampled(rows, 5):  # 5 is odd: both sides move
        program = Program(reading)
        program.state = state_of(row)
        check_row(program, row)


def test_a_part_alone_is_the_same_as_in_the_whole_turn_and_starts_where_the_one_before_ends() -> None:
    program = program_at(FEW_PIECES)
    parts = recorded(program, "white")
    assert [part.number for part in parts] == list(range(part_count(program, "white")))
    assert len(parts) == 1 + len(program.think("white").candidates)
    for part in parts:
        assert recorded(program, "white", {part.number}) == [part]
    for part, following in pairwise(parts):
        *_, (_, _, numbers, stack) = part.moments()
        changed = [
            name
            for name, old, new in zip(LAYOUT.places, numbers, following.start, strict=True)
            if old != new and name[:2] not in ("A(", "X8", "Y8")
        ]
        # What changes between the last event of a candidate and the first of the next one.
        assert set(changed) <= {"X", "II", "YY1", "ZZ1", "S1", "J", "WOO", "WOOO"}, part.number
        assert stack == following.stack
    assert recorded(program, "white", {999}) == []
    assert recorded(program, "white", ()) == []


def test_the_events_tell_the_thought_candidate_by_candidate() -> None:
    program = program_at(FEW_PIECES)
    thought = program.think("white")
    parts = recorded(program, "white")
    for part, candidate in zip(parts[1:], thought.candidates, strict=True):
        first = part.events[0]
        assert (first.kind, first.label) == (TRY, "CWHITE")
        values = [
            numbers[LAYOUT.places.index("S1")] for event, _, numbers, _ in part.moments() if event.label == "CWHITE"
        ]
        assert single(values[-1]) == candidate.value or part is parts[-1]
        replies = [event for event in part.events if (event.kind, event.label) == (TRY, "CBLACK")]
        assert replies
    best = [event for part in parts for event in part.events if (event.kind, event.label) == (BEST, "CWHITE")]
    improvements = 0
    value = -1000.0
    for candidate in thought.candidates:
        if candidate.value > value:
            value, improvements = candidate.value, improvements + 1
    castlings = sum(candidate.castling > 0 for candidate in thought.candidates)
    assert improvements + 1 <= len(best) <= improvements + 1 + castlings  # the first is that of no move


def test_an_error_is_the_last_event() -> None:
    program = program_at("7K/8/6q1/8/8/8/8/2k5 w - - 0 1")
    with pytest.raises(BasicError) as raised:
        program.copy().play("white")
    parts = recorded(program, "white")
    assert len(parts) == part_count(program, "white")
    *_, (event, _, after, _) = parts[-1].moments()
    assert (event.kind, event.label) == (ERROR, raised.value.label)
    assert [after[LAYOUT.place_of[name]] for name in ("X8", "Y8")] == [118, -1]  # as the finished loops leave them


def test_every_line_that_assigns_the_score_has_its_label() -> None:
    lines = [line.strip() for line in port_source().splitlines()]
    events = {
        (event.kind, event.line, event.term)
        for side, fen in (("white", FEW_PIECES), ("black", BLACK_CASTLES))
        for part in recorded(program_at(fen), side)
        for event in part.events
        if event.line
    }
    assert {term for *_, term in events if term} == {*ScoreTerm} - {ScoreTerm.CENTRE, ScoreTerm.OTHER}
    for kind, line, term in events:
        variable = "self.S1" if kind in (TRY, SCORE) else "self.BESTPOS"
        assert lines[line - 1].startswith(variable)
        assert (term is None) == (kind == BEST)
        assert not term or lines[line - 2] == f"{term.name}: Term"
    assert {event.place for part in recorded(program_at(FEW_PIECES), "white") for event in part.events} <= {
        *BREAKPOINTS
    }
    assert set(BREAKPOINTS) <= set(LABEL_TEXTS)
    assert set(SEARCHES) <= set(LABELS) <= set(BREAKPOINTS)


class Reordered(ast.NodeTransformer):
    """Puts the lines of the port in another order in which they do the same.

    CBLACK stands before CWHITE, the enemy's pieces before the own ones, castling before the other moves of the king.
    """

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        node.body.reverse()
        return self.generic_visit(node)

    def visit_If(self, node: ast.If) -> ast.AST:
        self.generic_visit(node)
        for body in (node.body, node.orelse):
            for index, (one, other) in enumerate(pairwise(body)):
                match one, other:
                    case ast.If(orelse=[]), ast.If() if "KING_MOVES" in ast.unparse(one):
                        body[index : index + 2] = [other, one]
        if "OWN: Term" in ast.unparse(node) and node.orelse:
            node.test = ast.UnaryOp(ast.Not(), node.test)
            node.body, node.orelse = node.orelse, node.body
        return node


def test_lines_of_the_port_may_be_reordered() -> None:
    tree = Reordered().visit(ast.parse(port_source()))
    text = ast.unparse(ast.fix_missing_locations(tree))
    for first, second in (("def CBLACK", "def CWHITE"), ("ENEMY_PROTECTED:", "OWN:"), ("CASTLES:", "KING_MOVES:")):
        assert text.index(f" {first}") < text.index(f" {second}")
    program = recordable(ast.parse(text))
    for fen, side in ((FEW_PIECES, "white"), (BLACK_CASTLES, "black")):
        memory, parts = program_at(fen), {0, 1, 2}
        found, expected = (
            [event._replace(line=0) for part in Recorder(memory, side, parts, made).run() for event in part.events]
            for made in (program, None)
        )
        assert found == expected
        assert {ScoreTerm.ENEMY, ScoreTerm.OWN_ATTACKED, ScoreTerm.CASTLES} <= {event.term for event in found}


@pytest.mark.parametrize(("side", "label"), [("white", "CWHITE"), ("black", "CBLACK")])
def test_a_term_that_someone_adds_to_the_port_is_a_step(side: str, label: str) -> None:
    """A reader who changes the program can step through it: the line needs no mark, and a term may be taken out."""
    source = port_source().replace("self.S1 = single(self.S1 + self.GH)", "pass")
    program = recordable(ast.parse(source.replace("self.HJ = 8", "self.HJ = 8; self.S1 = single(self.S1 + 0.5)")))
    (part,) = Recorder(program_at("k6r/p7/8/8/8/8/P7/K6R w - - 0 1"), side, {1}, program).run()
    added = [
        (event.place, sentence(event, before, after))
        for event, before, after, _ in part.moments()
        if (event.term, event.label) == (ScoreTerm.OTHER, label)
    ]
    assert added == [(f"{label}4", "Another term: S1 +.5.")]
    assert ScoreTerm.RANK not in {event.term for event in part.events}


def test_each_step_has_the_line_of_the_port_at_its_label() -> None:
    lines = port_source().splitlines()
    labels = sorted(found for method in methods_of(ast.parse(port_source()), LABELS) for found in labels_of(method))
    found = {}
    for event in (event for part in recorded(program_at(FEW_PIECES), "white", {0, 1, 2}) for event in part.events):
        number, code = port_line(event)
        assert code.endswith(lines[number - 1].strip())
        assert label_at(number, labels)[1] == event.place
        assert (number == event.line) == (event.kind in (TRY, SCORE, BEST))
        found[event.term, event.kind, event.label] = code
    add, subtract = (f"self.S1 = single(self.S1 {sign} PV[self.JK])" for sign in "+-")
    for term, expected in (
        (ScoreTerm.ZERO, "self.S1 = 0.0"),
        (ScoreTerm.OWN, f"if board[KJ] > 0 and board[KJ] < 25: {add}"),
        (ScoreTerm.ENEMY, f"if board[KJ] > 24: {subtract}"),
        (ScoreTerm.LESS_REPLY, "self.S1 = single(self.SSZ - self.BESTVAL)"),
        (ScoreTerm.CASTLES, "if self.II > 0: self.S1 = single(self.S1 + CASTLING_BONUS)"),
    ):
        assert found[term, TRY if term is ScoreTerm.ZERO else SCORE, "CWHITE"] == expected
    assert found[None, GOSUB, "WHITE1"] == found[None, RETURN, "WHITE1"] == "def WHITE1(self) -> None:"


#: A program of all that reads the source of the port: a trace, the page "Inside 1994", and the names of the changes.
READERS = """
import json
from modern.proof.port_changes import port_changes, port_source
from modern.web import inside
from modern.cli import main

FEN = "7k/8/8/8/8/8/5q1p/7K w - - 0 1"
print(json.dumps([inside.part({"fen": FEN, "part": number}) for number in range(inside.turn({"fen": FEN})["parts"])]))
print([change.id for change in port_changes(port_source())])
main(["think", "--trace", "1", "--fen", FEN])
"""


@pytest.mark.slow
def test_comments_of_the_port_may_be_reworded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        exec(READERS, {})
    expected = capsys.readouterr().out
    assert "CWHITE5: Black's queen on f2 counts" in expected
    copy = tmp_path / "historic"
    shutil.copytree(Path(historic.__file__).parent, copy, ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"))
    port = copy / "program.py"
    lines = port.read_text(encoding="utf-8").splitlines(keepends=True)
    tokens = tokenize.generate_tokens(io.StringIO("".join(lines)).readline)
    places = [token.start for token in tokens if token.type == tokenize.COMMENT]
    assert len(places) > 25
    for row, column in places:
        lines[row - 1] = f"{lines[row - 1][:column]}# CWHITE9: self.S1 = 0.0\n"
    port.write_text("".join(lines), encoding="utf-8")
    command = [sys.executable, "-c", f"import historic; print(historic.__file__)\n{READERS}"]
    printed = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert printed.splitlines() == [str(copy / "__init__.py"), *expected.splitlines()]


def told(fen: str, side: str, reading: str = "printed") -> Iterator[tuple[str, str]]:
    """Yields the label and the sentence of each event of a turn."""
    for part in recorded(program_at(fen, reading), side):
        for event, before, after, _ in part.moments():
            yield event.place, sentence(event, before, after)


def test_sentences_name_piece_square_and_amount() -> None:
    said = list(told(FEW_PIECES, "white"))
    sentences = {text for _, text in said}
    assert "Tries White's rook a1 to b1." in sentences
    assert "Tries White's castling queenside." in sentences
    assert "White's rook on a1 counts: S1 +5." in sentences
    assert "Black's king on e8 counts: S1 -25." in sentences
    assert "Castling: S1 +.9." in sentences
    assert "Which squares does White's king on e1 reach?" in sentences
    assert any(
        re.fullmatch(r"White's rook on h4 reaches \d+ squares: S1 \+\.?\d+(\.\d+)?, with \+\.2 for the centre\.", text)
        for text in sentences
    )
    assert said[-1][0] == "CWHITE"
    assert re.fullmatch(r"White's best move is worth \+?-?[\d.]+\.", said[-1][1])


@pytest.mark.parametrize(("side", "number"), [("white", 0), ("black", 1)])
def test_a_step_says_of_a_lost_king_whether_it_is_attacked_or_captured(side: str, number: int) -> None:
    """Without its king, the program loses it again on each of the 96 squares that it looks at."""
    program = program_at("k6R/8/8/8/8/8/8/K6r w - - 0 1")
    assert kings_lost(program, side) == ["step.king_attacked"]
    program.PM[12][number] = 2
    assert kings_lost(program, side) == ["step.king_captured"] * 96


def kings_lost(program: Program, side: str) -> list[str]:
    """Returns the codes of what is said of the side's lost king in the first move that it tries."""
    (part,) = recorded(program, side, {1})
    return [
        sentence(event, before, after).code
        for event, before, after, _ in part.moments()
        if event.term is ScoreTerm.KING_ATTACKED and event.label == f"C{side.upper()}"
    ]


def test_a_step_names_what_squares_of_the_centre_add_for_either_side() -> None:
    sentences = [text for _, text in told("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "white")]
    assert "Black's pawn on d5 reaches 2 squares: S1 -.1, with +.1 for the centre." in sentences
    assert "White's pawn on e5 reaches 1 square: S1 +.1." in sentences


def test_every_quirk_of_a_step_has_its_place_on_the_page_of_quirks() -> None:
    page = (Path(__file__).parents[3] / "docs" / "program" / "quirks.md").read_text(encoding="utf-8")
    assert {*QUIRKS} <= {*re.findall(r"^### (\S+)$", page, re.M)}


# ---- steps


def test_steps_lead_through_the_whole_turn_and_back() -> None:
    program = program_at("8/8/8/8/8/5k2/8/R6K w - - 0 1")
    stepper = Stepper(program, "white")
    events = [event for part in recorded(program, "white") for event in part.events]
    forward = [stepper.event]
    while stepper.step():
        forward.append(stepper.event)
    assert forward == events
    backward = [stepper.event]
    while stepper.back():
        backward.append(stepper.event)
    assert backward == events[::-1]


def test_over_and_out_and_the_jumps() -> None:
    stepper = Stepper(program_at(FEW_PIECES), "white")
    assert (stepper.event.kind, stepper.event.label) == (GOSUB, "BOARD")
    assert stepper.over()
    assert (stepper.event.kind, stepper.event.label) == (RETURN, "BOARD")
    assert stepper.candidate()
    assert stepper.at == Moment(1, 0)
    assert stepper.over()  # the whole GOSUB WHITE
    assert (stepper.event.kind, stepper.event.label) == (RETURN, "WHITE")
    assert stepper.step()
    assert (stepper.event.kind, stepper.event.label) == (GOSUB, "BLACK")
    assert stepper.step()
    assert stepper.event.label == "BLACK1"
    assert stepper.out()
    assert (stepper.event.kind, stepper.event.label) == (RETURN, "BLACK1")
    assert stepper.out()
    assert (stepper.event.kind, stepper.event.label) == (RETURN, "BLACK")
    assert stepper.reply()
    assert (stepper.event.kind, stepper.event.label) == (TRY, "CBLACK")
    assert stepper.out()
    assert (stepper.event.kind, stepper.event.label) == (RETURN, "CBLACK")
    assert stepper.run({"CWHITE9"})
    assert stepper.event.place == "CWHITE9"
    assert stepper.choice()
    assert (stepper.event.kind, stepper.event.label) == (RETURN, "CWHITE")
    assert stepper.moment()[3] == ()
    assert not stepper.choice()
    assert not stepper.step()
    with pytest.raises(IndexError, match="no part 99"):
        stepper.to_part(99)


def test_a_side_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="green"):
        recorded(Program(), "green")
