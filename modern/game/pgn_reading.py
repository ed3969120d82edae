"""Reads games from PGN: headers, moves, comments, glyphs, variations, and what is wrong with each.

`pgn_scanning` finds the parts of a game, and python-chess says which move each word is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

import chess

from modern.facts import fact, fact_of
from modern.game.game import Game
from modern.game.move_notes import NO_NOTE, MoveNote, Variation, VariationMove
from modern.game.pgn_scanning import (
    CLOSE,
    COMMENT,
    GLYPH,
    MOVE,
    NULL,
    OPEN,
    RESULT,
    UNKNOWN,
    PgnError,
    ScannedGame,
    Token,
    check_text,
    decode,
    lines_of,
    scanned_games,
    word_parts,
)
from modern.game.problems import IGNORED, LEFT_OUT, Problem
from modern.rules import Move, RulesError
from modern.rules.errors import quoted
from modern.rules.lenient_fen import lenient_fen

__all__ = ["PgnError", "check_text", "decode", "every_game", "games_in", "lines_of", "numbered_game", "standard_game"]

#: The headers that every game has, and what they are if a file does not say.
ROSTER: Final = {
    **dict.fromkeys(("Event", "Site"), "?"),
    "Date": "????.??.??",
    **dict.fromkeys(("Round", "White", "Black"), "?"),
    "Result": "*",
}
#: The results of a game that is over.
FINAL_RESULTS: Final = ("1-0", "0-1", "1/2-1/2")
#: The names that programs give to standard chess in the header Variant, in lower case.
STANDARD_VARIANTS: Final = ("", "standard", "chess", "normal", "from position")
#: What is wrong with a game that has a null move, and with text that is not a game.
NULL_MOVE: Final = fact("pgn.null_move")
NO_GAME: Final = fact("pgn.no_game")
MISPLACED_VARIATION: Final = "a variation stands where no move is before it"
NOT_A_MOVE: Final = "{} is not a move; expected English piece letters, as in Nf3"
#: What python-chess says of a move in SAN, and what is wrong with the move.
SAN_MESSAGE: Final = re.compile(r"(illegal|invalid|ambiguous) san: ('.*?')( in .*)?")
SAN_ERRORS: Final = {
    "illegal": "is not a legal move",
    "invalid": "is not a move",
    "ambiguous": "could be several moves",
}
#: The most characters of a file that a message quotes.
MAX_QUOTE_LENGTH: Final = 200
LETTER: Final = re.compile(r"[^\W\d_]")
#: A move as UCI writes it, for castling too.
UCI: Final = re.compile(r"[a-h][1-8][a-h][1-8]")


def every_game(source: str | Iterable[str], with_variations: bool = True, lenient: bool = True) -> Iterator[Game]:
    """Yields the games of a PGN, given as text or as lines, which are read only as far as needed.

    `error` says why a game is not a complete game of chess, and `problems` what else is wrong with it and where. After
    an error in a variation its moves are left out, unless `lenient` is False: then the game has that error.
    """
    for scanned in scanned_games(source):
        yield _GameReader(scanned, with_variations, lenient).game()


def games_in(source: str | Iterable[str]) -> Iterator[Game]:
    """Yields the games of a PGN without their variations, each up to its first error, which is in `Game.error`."""
    return every_game(source, with_variations=False)


def numbered_game(source: str | Iterable[str], number: int = 1) -> Game:
    """Returns a game of a PGN by its number, from 1, as `every_game` yields it. Raises PgnError if there is none."""
    count = 0
    for scanned in scanned_games(source):
        count = scanned.number
        if count == number:
            return _GameReader(scanned, with_variations=True, lenient=True).game()
    if not count:
        raise PgnError("no game in the file")
    raise PgnError(f"no game {number}; the file has {count} {'game' if count == 1 else 'games'}")


def standard_game(content: bytes, number: int = 1) -> Game:
    """Returns game `number`, from 1, of a PGN file with this content. Raises PgnError unless it is completely read."""
    game = numbered_game(decode(content), number)
    if game.error:
        raise PgnError(error_text(game, number))
    return game


def error_text(game: Game, number: int) -> str:
    """Returns why a game cannot be read, with its number and the place: `game 2, line 9, column 3: ..`."""
    problem = next((problem for problem in game.problems if problem.what == game.error and not problem.done), None)
    return f"game {number}, {problem}" if problem else f"game {number}: {game.error}"


def has_several_games(source: str | Iterable[str]) -> bool:
    """Returns True if a PGN has more than one game."""
    return len(list(islice(scanned_games(source), 2))) > 1


def _is_chess960(fen: str) -> bool:
    """Returns True if a FEN has castling rights of Chess960; False if it is no FEN at all."""
    try:
        return chess.Board(fen).has_chess960_castling_rights()
    except ValueError:  # modern.rules says why
        return False


def plain_message(error: Exception) -> str:
    """Returns python-chess's message on one line; of a move it says `'Ke3' is not a legal move in` and the FEN."""
    text = " ".join(str(error).split())
    san = SAN_MESSAGE.fullmatch(text)
    return f"{san[2]} {SAN_ERRORS[san[1]]}{san[3] or ''}" if san else text


@dataclass(slots=True)
class _ReadMove:
    """A move as it is being read, with its comments, glyphs and variations."""

    move: chess.Move
    comment_before: str
    comment: str = ""
    glyphs: tuple[int, ...] = ()
    variations: tuple[Variation, ...] = ()

    def note(self) -> MoveNote:
        """Returns the note on the move."""
        if not (self.comment or self.comment_before or self.glyphs or self.variations):
            return NO_NOTE
        return MoveNote(
            comment=self.comment,
            comment_before=self.comment_before,
            glyphs=self.glyphs,
            variations=self.variations,
        )


@dataclass(slots=True)
class _Line:
    """The main line or a variation as it is being read: its position, its moves, and where it begins.

    A skipped variation is not read; `skipped` counts the open variations inside it, itself included.
    """

    board: chess.Board
    start: Token | None = None
    moves: list[_ReadMove] = field(default_factory=list)
    skipped: int = 0


class _GameReader:
    """Makes a Game of a scanned one."""

    def __init__(self, scanned: ScannedGame, with_variations: bool, lenient: bool) -> None:
        self.scanned = scanned
        self.with_variations = with_variations
        self.lenient = lenient
        self.problems = list(scanned.problems)
        #: The main line, and the variations that are open, the innermost last.
        self.lines: list[_Line] = []
        self.introduction = ""
        self.pending_comment = ""
        self.after_move = False
        self.error = ""
        #: The variant, if it is not standard chess.
        self.variant = ""

    def game(self) -> Game:
        """Returns the game."""
        scanned = self.scanned
        headers = {**ROSTER, **scanned.headers}
        if headers["Result"] == "*" and scanned.result:
            headers["Result"] = scanned.result
        game = self._start(headers)
        if not scanned.is_game:
            self.error = NO_GAME
        if not self.error:
            self._read(chess.Board(game.start))
            for read in self.lines[0].moves:
                move = read.move
                game.add(Move(move.from_square | move.to_square << 6 | (move.promotion or 0) << 12), read.note())
        if not self.error:
            self._check_result(headers)
        game.headers = headers
        game.introduction = self.introduction
        game.variant = self.variant
        game.error = self.error
        game.problems = sorted(self.problems, key=lambda problem: (problem.line, problem.column))
        game.line = scanned.line
        game.pgn = "".join(scanned.text)
        return game

    def _start(self, headers: dict[str, str]) -> Game:
        """Returns the game before its first move, and finds out if it is standard chess."""
        variant = " ".join(headers.get("Variant", "").split())[:MAX_QUOTE_LENGTH]
        self.variant = "" if variant.lower() in STANDARD_VARIANTS else variant
        fen = headers.get("FEN")
        try:
            read = None if fen is None else lenient_fen(fen)
            if read and not self.variant and _is_chess960(read.fen):
                self.variant = "Chess960"
            if self.variant:
                self._fail(fact("pgn.other_variant", variant=self.variant), None)
            elif read:
                game = Game(read.fen)
                place = self.scanned.places["FEN"]
                self.problems += [Problem(*place, f"the FEN: {what}", done) for what, done in read.remarks]
                return game
        except RulesError as error:
            self._fail(fact_of(error), None)
        return Game()

    def _fail(self, error: str, token: Token | None) -> None:
        """Stores the first error, and where it is."""
        if error and not self.error:
            self.error = error
            header = "Variant" if "Variant" in self.scanned.places and self.variant else "FEN"
            place = self.scanned.places.get(header, (self.scanned.line, 1))
            line, column = (token.line, token.column) if token else place
            self.problems.append(Problem(line, column, error, is_loss=True))

    def _problem(self, token: Token, what: str, done: str, is_loss: bool = False) -> None:
        self.problems.append(Problem(token.line, token.column, what, done, is_loss))

    def _read(self, board: chess.Board) -> None:
        """Reads the tokens up to the first error."""
        self.lines = [_Line(board)]
        for token in self.scanned.tokens:
            line = self.lines[-1]
            if line.skipped:
                self._skip(token)
            elif token.kind == MOVE:
                self._read_move(token, line)
            elif token.kind == COMMENT:
                self._read_comment(token.text, line)
            elif token.kind == OPEN:
                self._open(token)
            elif token.kind == CLOSE:
                self._close()
            elif token.kind == GLYPH:
                self._read_glyph(token, line)
            elif token.kind == NULL:
                self._read_null_move(token, line)
            elif token.kind == UNKNOWN:
                self._read_unknown(token)
            elif token.kind == RESULT and len(self.lines) > 1 and token is not self.scanned.tokens[-1]:
                self._problem(token, f"a result, {token.text}, stands in a variation", IGNORED)
            if self.error:
                break
        if not self.error and self.pending_comment:
            self._keep_pending_comment()
        if len(self.lines) > 1 and not self.error:
            start = self.lines[1].start
            assert start
            self._problem(start, "the variation is not closed", "it ends with the game")
        while len(self.lines) > 1:
            self._close()

    def _check_result(self, headers: dict[str, str]) -> None:
        """Corrects a result that the last position contradicts. The header counts if the moves end with another one."""
        after = next((token for token in reversed(self.scanned.tokens) if token.kind == RESULT), None)
        given = []
        if "Result" in self.scanned.headers:
            given.append((_result_in(self.scanned.headers["Result"]), *self.scanned.places["Result"]))
        if after and self.scanned.result:
            given.append((after.text, after.line, after.column))
        given = [said for said in given if said[0] in FINAL_RESULTS]
        if not given:
            return
        truth, end = _end_on_board(self.lines[0].board)
        wrong = [said for said in given if said[0] != (truth or given[0][0])]
        if wrong:
            result, line, column = wrong[0]
            what = f"the game ends with {end}" if end else f"the header says {given[0][0]}"
            headers["Result"] = truth or given[0][0]
            done = f"read as {headers['Result']}"
            self.problems.append(Problem(line, column, f"the result is {result}, but {what}", done))

    def _keep_pending_comment(self) -> None:
        """Adds a comment to the last move, if no move follows it."""
        moves = self.lines[0].moves
        if moves:
            moves[-1].comment = _joined(moves[-1].comment, self.pending_comment)

    def _read_move(self, token: Token, line: _Line) -> None:
        try:
            move = line.board.parse_san(token.text)
        except ValueError as error:
            found = self._uci_move(token, line.board)
            if found is None:
                self._stop(token, plain_message(error)[:MAX_QUOTE_LENGTH])
                return
            move = found
        self._add_move(move, line)

    def _uci_move(self, token: Token, board: chess.Board) -> chess.Move | None:
        """Returns the legal move that a word in UCI notation names, such as g1f3; None if it names none."""
        if UCI.match(token.text):
            try:
                return board.parse_uci(token.text.lower().replace("=", ""))
            except ValueError:
                pass
        return None

    def _read_null_move(self, token: Token, line: _Line) -> None:
        if len(self.lines) == 1:
            self._fail(NULL_MOVE, token)
        elif line.board.is_check():
            self._stop(token, "a null move is not possible in check")
        else:
            self._add_move(chess.Move.null(), line)

    def _add_move(self, move: chess.Move, line: _Line) -> None:
        line.moves.append(_ReadMove(move, self.pending_comment))
        line.board.push(move)
        self.pending_comment = ""
        self.after_move = True

    def _read_unknown(self, token: Token) -> None:
        """Handles a word that is not PGN: it is ignored if it has no letters."""
        if LETTER.search(token.text):
            self._stop(token, NOT_A_MOVE.format(quoted(token.text)))
        else:
            self._problem(token, f"{quoted(token.text)} means nothing between moves", IGNORED)

    def _stop(self, token: Token, reason: str) -> None:
        """Ends the game at an error in the main line; leaves out the rest of a variation with one."""
        if len(self.lines) == 1 or not self.lenient:
            self._fail(reason, token)
        else:
            self._problem(token, reason, "the rest of the variation is left out", is_loss=True)
            self.pending_comment = ""
            self.lines[-1].skipped = 1

    def _read_comment(self, text: str, line: _Line) -> None:
        """Adds a comment to the move before it, to the game before the first move, or to the next move."""
        if not self.after_move and (len(self.lines) > 1 or line.moves):
            self.pending_comment = _joined(self.pending_comment, text)
        elif line.moves:
            line.moves[-1].comment = _joined(line.moves[-1].comment, text)
        else:
            self.introduction = _joined(self.introduction, text)

    def _read_glyph(self, token: Token, line: _Line) -> None:
        if line.moves:
            line.moves[-1].glyphs += (int(token.text),)
        else:
            self._problem(token, "a glyph stands before the first move", LEFT_OUT, is_loss=True)

    def _open(self, token: Token) -> None:
        """Enters a variation, which replaces the last move."""
        outer = self.lines[-1]
        if not self.with_variations:
            self.lines.append(_Line(outer.board, token, skipped=1))
        elif not outer.moves:
            self.lines.append(_Line(outer.board, token, skipped=1))
            if self.lenient:
                self._problem(token, MISPLACED_VARIATION, LEFT_OUT, is_loss=True)
            else:
                self._fail(MISPLACED_VARIATION, token)
        else:
            board = outer.board.copy(stack=1)
            board.pop()
            self.lines.append(_Line(board, token))
            self.after_move = False

    def _skip(self, token: Token) -> None:
        """Skips a token of a variation that is not read."""
        line = self.lines[-1]
        line.skipped += {OPEN: 1, CLOSE: -1}.get(token.kind, 0)
        if not line.skipped:
            self._close()

    def _close(self) -> None:
        """Leaves a variation."""
        line = tuple(VariationMove(read.move.uci(), read.note()) for read in self.lines.pop().moves)
        if line:
            self.lines[-1].moves[-1].variations += (line,)


def _result_in(header: str) -> str:
    """Returns the result that a header has, in PGN's form; '' if it has none."""
    return next((text for kind, text, _ in word_parts(header.strip()) if kind == RESULT), "")


def _end_on_board(board: chess.Board) -> tuple[str, str]:
    """Returns the result and the end of a game in checkmate or stalemate; two empty texts for any other position."""
    if board.is_checkmate():
        return ("0-1", "checkmate by Black") if board.turn else ("1-0", "checkmate by White")
    return ("1/2-1/2", "stalemate") if board.is_stalemate() else ("", "")


def _joined(first: str, second: str) -> str:
    return " ".join(filter(None, (first, second)))
