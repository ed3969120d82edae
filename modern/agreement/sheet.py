"""A printed sheet for one position: both boards, and the result of each kind of comparison."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from historic.basic import print_number
from historic.position.sides import SIDES
from historic.position.squares import FILES, SQUARE_TO_NAME
from historic.position.state import CAPTURED, NOT_MOVED, PIECE_COUNT
from historic.program import Program
from historic.study.diagram import think_move_board_lines
from modern.agreement.attacks import ATTACK_CLASSES, compare_attacks, pawns_of
from modern.agreement.choice_comparison import choice_in_words, choice_paths
from modern.agreement.classes import CLASS_BY_NAME
from modern.agreement.differences import ATTACKS, CHOICES, CLASS_KINDS, MOVES, SCORES, UNEXPLAINED, Finding
from modern.agreement.move_comparison import compare_moves
from modern.agreement.pair import SQUARE_144, NotRepresentable, PositionPair, pair_at
from modern.agreement.score_comparison import TERMS, ScoreSheet, sampled_index, score_sheets
from modern.agreement.scores import single_precision
from modern.agreement.tally import Example
from modern.agreement.view import PositionView, key_of_tried
from modern.rules.bitboard import squares_of

#: The number of moves in a line.
MOVES_PER_LINE: Final = 10
NAME_WIDTH: Final = 24


#: The lines of a sheet or of a part of it, and True if something on it is unexplained.
SheetLines = tuple[list[str], bool]


def position_sheet(pair: PositionPair, kinds: Sequence[str], class_name: str = "") -> SheetLines:
    """Returns the sheet of a position. It shows one score: the first that has the class `class_name`, or the sample."""
    view = PositionView(Program(), pair)
    lines = [f"{pair.side.capitalize()} to move: {pair.position.fen()}"]
    if pair.moves:
        lines += [f"from {pair.start_fen}", f"by {' '.join(pair.moves)}"]
    if pair.II or pair.III:
        lines.append(f"II is {pair.II} and III {pair.III} before the turn")
    lines += ["", *board_lines(view)]
    unexplained = False
    for kind in kinds:
        part, part_unexplained = _PARTS[kind](view, class_name)
        lines += ["", *part]
        unexplained |= part_unexplained
    return lines, unexplained


def board_lines(view: PositionView) -> Iterator[str]:
    """Yields A(0,..) and the board of modern.rules side by side, then the moved and unmoved pieces of each side."""
    yield f"{'A(0,..)':{4 * len(FILES) + 8}}today's board"
    for rank in range(7, -1, -1):
        numbers = "".join(f"{view.board[12 * (rank + 2) + file + 2] or '.':>4}" for file in range(8))
        letters = " ".join(view.position.piece_at(8 * rank + file) or "." for file in range(8))
        yield f"{rank + 1}{numbers}       {rank + 1} {letters}"
    yield f" {''.join(f'{name:>4}' for name in FILES)}         {' '.join(FILES)}"
    yield "On the left, a white piece is its number plus 1, a black piece its number plus 25."
    for side in SIDES:
        _, flags = view.state.pieces(side)
        unmoved = " ".join(str(number) for number in range(PIECE_COUNT) if flags[number] == NOT_MOVED)
        moved = " ".join(str(number) for number in range(PIECE_COUNT) if flags[number] not in (NOT_MOVED, CAPTURED))
        yield f"{side.capitalize()}'s pieces: not moved {unmoved or '-'}; moved {moved or '-'}"


def _moves(view: PositionView, class_name: str) -> SheetLines:
    tried = [key_of_tried(view.state, view.side, move) for move in view.tried]
    both = [move for move in tried if move in view.legal]
    historic, modern = len(tried) - len(both), len(view.legal) - len(both)
    lines = [f"moves: {len(both)} in both, {historic} only in the 1994 program, {modern} only in the rules"]
    lines += [
        f"{'':{NAME_WIDTH}}{'  '.join(both[at : at + MOVES_PER_LINE])}" for at in range(0, len(both), MOVES_PER_LINE)
    ]
    findings = compare_moves(view, always=True)
    return [*lines, *map(_finding_line, findings)], _has_unexplained(findings)


def _finding_line(finding: Finding) -> str:
    return f"  {finding.name:<{NAME_WIDTH + 6}}{finding.what}"


def _has_unexplained(findings: Iterable[Finding]) -> bool:
    return any(finding.name == UNEXPLAINED for finding in findings)


def _attacks(view: PositionView, class_name: str) -> SheetLines:
    found = compare_attacks(view)
    lines = ["attacks: the think move boards, and where their bits differ from the attacks"]
    squares: dict[str, list[str]] = {}
    for side in SIDES:
        lines += ["", f"{side.capitalize()}: on each square the sum of 2^n over each piece n that reaches it"]
        lines += ["", *think_move_board_lines(list(view.think_move_boards[side]))]
        for pawn in pawns_of(view, side):
            for one in ATTACK_CLASSES:
                squares.setdefault(one.name, []).extend(
                    SQUARE_TO_NAME[SQUARE_144[square]] for square in squares_of(one.squares(pawn))
                )
    lines.append("")
    for finding in found:
        name, count = finding.name, finding.differences
        bits_in_words = "1 bit" if count == 1 else f"{count} bits"
        text = finding.what if name == UNEXPLAINED else f"{bits_in_words}: {' '.join(squares[name])}"
        lines.append(_finding_line(Finding(name, text)))
    return lines, _has_unexplained(found)


def _scores(view: PositionView, class_name: str) -> SheetLines:
    sheets = score_sheets(view)
    if isinstance(sheets, str):
        return [f"scores: {sheets}"], True
    if not sheets:
        return ["scores: the program tries no move"], False
    failed = [sheet for sheet in sheets if sheet.errors]
    shown = next((sheet for sheet in sheets if class_name in sheet.classes()), sheets[sampled_index(view)])
    return [line for sheet in failed or [shown] for line in _score_lines(sheet)], bool(failed)


def _score_lines(sheet: ScoreSheet) -> Iterator[str]:
    """Yields a line for each term: the listing's amount is the formula's plus the amounts of the classes."""
    yield f"scores, in centipawns: after {sheet.move} the program has {print_number(sheet.score).strip()} pawns"
    yield f"  {'':<{NAME_WIDTH + 6}}{'listing':>9}{'formula':>9}{'classes':>9}"
    for term, formula_names in TERMS.items():
        prose = sum(sheet.formula[one] for one in formula_names)
        added = sum(amount.centipawns for amount in sheet.amounts if amount.term == term)
        yield f"  {term:<{NAME_WIDTH + 6}}{sheet.listing[term]:>9}{prose:>9}{added:>+9}"
        for class_ in dict.fromkeys(amount.name for amount in sheet.amounts if amount.term == term):
            adds = sum(one.centipawns for one in sheet.amounts if (one.name, one.term) == (class_, term))
            if adds:
                yield f"    {class_:<{NAME_WIDTH + 4}}{'':>18}{adds:>+9}"
    listing, prose = sum(sheet.listing.values()), sum(sheet.formula.values())
    added = sum(amount.centipawns for amount in sheet.amounts)
    yield f"  {'total':<{NAME_WIDTH + 6}}{listing:>9}{prose:>9}{added:>+9}"
    if single_precision.name in sheet.classes():
        yield f"  {single_precision.name:<{NAME_WIDTH + 6}}{sheet.score * 100:>9.5f}"
    yield from (f"  {UNEXPLAINED}: {error}" for error in sheet.errors)


def _choices(view: PositionView, class_name: str) -> SheetLines:
    lines = []
    paths = choice_paths(view)
    for reading, path in paths.items():
        own, exact = choice_in_words(path.own), choice_in_words(path.exact)
        lines.append(f"choice ({reading}): the program chooses {own}, the exact search {exact}")
        lines += map(_finding_line, path.findings())
    return lines, any(path.errors for path in paths.values())


_PARTS: Final = {MOVES: _moves, ATTACKS: _attacks, SCORES: _scores, CHOICES: _choices}


def class_sheet(name: str) -> SheetLines:
    """Returns the sheet of a class, at the position that shows it. Raises KeyError if there is no such class."""
    one = CLASS_BY_NAME[name]
    lines, unexplained = position_sheet(pair_at(one.fen, one.moves), list(dict.fromkeys([MOVES, one.kind])), name)
    quirk = f"; quirk {one.quirk}" if one.quirk else ""
    return [f"{one.name}, a class of {one.kind}: {one.label}{quirk}", one.cause, "", *lines], unexplained


def reproducing_command(kind: str, example: Example, pieces: int | None = None) -> list[str]:
    """Returns the words of the command that reproduces an unexplained difference.

    The command has only the FEN if that is enough; otherwise it has the game's starting FEN and its moves. Of every
    position with `pieces` besides the kings, it has the number.
    """
    command = ["gosub", "agree", "--kind", CLASS_KINDS[kind]]
    if example.number is not None:
        return [*command, "--complete", str(pieces), "--number", str(example.number)]
    command.append("--fen")
    if example.moves:
        try:
            _, unexplained = position_sheet(pair_at(example.fen), [CLASS_KINDS[kind]])
        except NotRepresentable:
            unexplained = False
        if not unexplained:
            return [*command, example.start, "--moves", example.moves]
    return [*command, example.fen]
