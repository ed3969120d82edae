"""Adds evaluations, glyphs, comments and variations to a game, and keeps what its PGN already has.

An evaluation is lichess's and ChessBase's command in a comment: `[%eval 0.35]` in pawns, `[%eval #-3]` to mate, from
White's side.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import chess.engine
import chess.pgn

from modern.game.pgn_text import MAX_LINE_LENGTH, header_line_text, one_line_comment
from modern.game.pgn_writing import Exporter

#: The glyphs that judge a move: !, ?, !!, ??, !? and ?!.
MOVE_GLYPHS: Final = frozenset(range(1, 7))


@dataclass(frozen=True)
class MoveNote:
    """What is to be added to a move: nothing where a field is empty.

    `centipawns` or `mate` is its evaluation from White's side, `glyph` the number of a glyph. `variation` is another
    line instead of the move, in UCI notation.
    """

    centipawns: int | None = None
    mate: int | None = None
    glyph: int = 0
    comment: str = ""
    variation: tuple[str, ...] = ()


class _Tree(chess.pgn.GameBuilder[chess.pgn.Game]):
    """Reads a game with its variations. Its errors are kept without being logged."""

    def handle_error(self, error: Exception) -> None:
        """Keeps an error."""
        self.game.errors.append(error)


class _MainLine(_Tree):
    """Reads a game without its variations."""

    def begin_variation(self) -> chess.pgn.SkipType:  # type: ignore[override]  # as BaseVisitor allows
        """Skips a variation."""
        return chess.pgn.SKIP

    def end_variation(self) -> None:
        """Leaves a variation, which has not been entered."""


def annotated_pgn(text: str, notes: Mapping[int, MoveNote], annotator: str) -> str:
    """Returns the PGN of a game with notes added to its moves, by their plies from 1.

    The game's own headers, comments, clocks, glyphs and variations stay; an evaluation is replaced. A move that already
    has a glyph for a judgement gets no other, and no comment or variation is added twice, so that an annotated game can
    be annotated again. `annotator` is the header of that name, unless the game has one. A game with an error in a
    variation loses its variations.
    """
    game = chess.pgn.read_game(io.StringIO(text), Visitor=_Tree)
    assert game is not None
    if game.errors:
        game = chess.pgn.read_game(io.StringIO(text), Visitor=_MainLine)
        assert game is not None
    game.headers.setdefault("Annotator", header_line_text("Annotator", annotator))
    for ply, node in enumerate([*game.mainline()], 1):
        _annotate(node, notes.get(ply, MoveNote()))
    return f"{game.accept(Exporter(columns=MAX_LINE_LENGTH))}\n"


def _annotate(node: chess.pgn.ChildNode, note: MoveNote) -> None:
    score = _score(note)
    if score is not None:
        node.set_eval(chess.engine.PovScore(score, chess.WHITE))
    if note.glyph and not MOVE_GLYPHS & node.nags:
        node.nags.add(note.glyph)
    comment = one_line_comment(note.comment)
    if comment not in " ".join(node.comment.split()):
        node.comment = f"{node.comment} {comment}".strip()
    if note.variation and not any(other.uci() == note.variation[0] for other in node.parent.variations):
        node.parent.add_line([chess.Move.from_uci(uci) for uci in note.variation])


def _score(note: MoveNote) -> chess.engine.Score | None:
    if note.mate is not None:
        return chess.engine.Mate(note.mate)
    return None if note.centipawns is None else chess.engine.Cp(note.centipawns)
