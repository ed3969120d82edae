"""Reads games from PGN: headers, moves, comments, glyphs, variations, and the problems of each.

`pgn_scanning` finds the parts of a game and `pgn_moves` reads its moves. This module reads the game around them: its
start, its variant, its result, and other ways to read one that cannot be read.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from os import PathLike
from typing import Final

import chess

from modern.facts import fact, fact_of
from modern.game.game import NO_RESULT, Game
from modern.game.pgn_moves import DOUBLE_FORFEIT, MAX_QUOTE_LENGTH, MoveReader
from modern.game.pgn_scanning import FOREIGN_MOVE, MAX_TOKENS, ScannedGame, Token, scanned_games
from modern.game.piece_letters import ENGLISH, in_english, languages_with
from modern.game.text_lines import PgnError, check_text, decode, lines_of
from modern.rules import Move, RulesError
from modern.rules.errors import quoted
from modern.rules.lenient_fen import lenient_fen
from modern.rules.move_text import MOVE, NUMBER, UNKNOWN, parts_of, result_of

__all__ = [
    "PgnError",
    "check_text",
    "decode",
    "every_game",
    "games_in",
    "lines_of",
    "numbered_game",
    "standard_game",
]

#: The headers that every game has, and their values if a file does not say.
ROSTER: Final = {
    **dict.fromkeys(("Event", "Site"), "?"),
    "Date": "????.??.??",
    **dict.fromkeys(("Round", "White", "Black"), "?"),
    "Result": NO_RESULT,
}
#: The results of a game that is over.
FINAL_RESULTS: Final = ("1-0", "0-1", "1/2-1/2")
#: The words of programs for the initial position in the header FEN, and for standard chess in the header Variant, in
#: lower case without blanks and hyphens. Chess960 is chess where kings and rooks stand at home, or may not castle.
NO_FEN: Final = ("", "?", "*", "startpos", "start", "initial", "initialposition", "none")
STANDARD_VARIANTS: Final = (
    *("", "?", "standard", "chess", "normal", "fromposition", "regular", "orthodox", "orthochess", "classical"),
    *("classic", "western", "standardchess", "wild/0", "none"),
)
CHESS960_VARIANTS: Final = ("chess960", "fischerandom", "fischerrandom", "fischerrandomchess", "960", "frc")
#: The name of a file, where the text of a PGN is expected.
FILE_NAME: Final = re.compile(r"\.(?:pgn|epd|txt|gz|zip)\Z", re.IGNORECASE)
#: The problem of text that is not a game, and of a game without an end.
NO_GAME: Final = fact("pgn.no_game")
TOO_LONG: Final = f"the game has more than {MAX_TOKENS:,} moves, comments and signs; expected fewer"


def every_game(source: str | Iterable[str], with_variations: bool = True, lenient: bool = True) -> Iterator[Game]:
    """Yields the games of a PGN, given as text or as lines, which are read only as far as needed.

    `error` says why a game is not a complete game of chess, and `problems` lists its other faults by place. After
    an error in a variation its moves are left out, unless `lenient` is False: then the game has that error.

    Raises TypeError or PgnError, with one sentence, for bytes, a path, or the name of a file.
    """
    _check_source(source)
    return (_read_game(scanned, with_variations, lenient) for scanned in scanned_games(source))


def games_in(source: str | Iterable[str]) -> Iterator[Game]:
    """Yields the games of a PGN without their variations, each up to its first error, which is in `Game.error`.

    `source` is the text of a PGN, or its lines, as an open text file has them. Raises as `every_game` does.
    """
    return every_game(source, with_variations=False)


def _check_source(source: object) -> None:
    """Raises TypeError or PgnError for anything but the text of a PGN or its lines."""
    hint = "expected the text of a PGN or its lines, such as open(name, encoding='utf-8')"
    if isinstance(source, str):
        if "\n" not in source and FILE_NAME.search(source):
            raise PgnError(f"{quoted(source)} is the name of a file; {hint}")
    elif isinstance(source, bytes | bytearray | PathLike | io.RawIOBase | io.BufferedIOBase):
        kind = "bytes" if isinstance(source, bytes | bytearray) else "a path" if isinstance(source, PathLike) else ""
        raise TypeError(f"{kind or 'a binary file'} cannot be read as games; {hint}")
    elif not isinstance(source, Iterable):
        raise TypeError(f"{quoted(source)} cannot be read as games; {hint}")


def numbered_game(source: str | Iterable[str], number: int = 1) -> Game:
    """Returns a PGN's game by its number, from 1, as `every_game` yields it. Raises PgnError if it does not exist."""
    _check_source(source)
    count = 0
    for scanned in scanned_games(source):
        count = scanned.number
        if count == number:
            return _read_game(scanned)
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


def _read_game(scanned: ScannedGame, with_variations: bool = True, lenient: bool = True) -> Game:
    """Returns a game. One that cannot be read is tried in other ways, and the longest is returned."""
    reader = _GameReader(scanned, with_variations, lenient)
    games = [reader.game()]
    if games[0].error and not games[0].variant:
        if not games[0].moves and reader.headers.get("SetUp") == "0" and "FEN" in reader.headers:
            games.append(_GameReader(scanned, with_variations, lenient, without_fen=True).game())
        games += [
            _GameReader(scanned, with_variations, lenient, language=language).game()
            for language in _languages_of(scanned)
        ]
    return max(games, key=lambda game: (not game.error, len(game.moves)))


def _languages_of(scanned: ScannedGame) -> Iterator[str]:
    """Yields the languages whose letters of pieces a game has."""
    words = [FOREIGN_MOVE.fullmatch(token.text) for token in scanned.tokens if token.kind == UNKNOWN]
    letters = {match["letter"] for match in words if match and match["letter"]}
    known = {token.text[0] for token in scanned.tokens if token.kind == MOVE and token.text[0] in ENGLISH}
    return languages_with(letters | known) if letters else iter(())


class _GameReader:
    """Makes a Game of a scanned one, with the letters of another language or without its FEN if these are given."""

    def __init__(
        self,
        scanned: ScannedGame,
        with_variations: bool,
        lenient: bool,
        language: str = "",
        without_fen: bool = False,
    ) -> None:
        self.scanned = scanned
        self.with_variations = with_variations
        self.lenient = lenient
        self.language = language
        self.without_fen = without_fen
        self.headers = {**ROSTER, **scanned.headers}
        self.problems = scanned.problems.copy()
        self.error = ""
        #: The variant, if it is not standard chess.
        self.variant = ""

    def game(self) -> Game:
        """Returns the game."""
        scanned, headers = self.scanned, self.headers
        game = self._start()
        if not scanned.is_game:
            self._fail(NO_GAME, scanned.line, 1, is_named=False)
        elif scanned.is_too_long:
            last = scanned.tokens[-1]
            self._fail(TOO_LONG, last.line, last.column)
        said = result_of(headers["Result"])
        board, after = chess.Board(game.start), self.scanned.last_result
        if not self.error:
            moves = MoveReader(board, self.problems, self.with_variations, self.lenient, said == DOUBLE_FORFEIT)
            moves.read(self._tokens())
            for move, note in zip(moves.main.moves, moves.main.notes(), strict=True):
                game.add(Move(move.from_square | move.to_square << 6 | (move.promotion or 0) << 12), note)
            game.introduction = " ".join(filter(None, moves.introduction))
            if moves.error_at:
                self._fail(moves.error, moves.error_at.line, moves.error_at.column)
            else:
                after = moves.result
        headers["Result"] = self._result(said, after, board)
        game.headers = headers
        game.variant = self.variant
        game.error = self.error
        game.problems = self.problems.listed()
        game.line = scanned.line
        game.pgn = scanned.text.getvalue()
        return game

    def _fail(self, error: str, line: int, column: int, is_named: bool = True) -> None:
        """Stores the first error, and where it is."""
        if not self.error:
            self.error = error
            if is_named:
                self.problems.add(line, column, error, is_loss=True)

    def _place(self, header: str) -> tuple[int, int]:
        return self.scanned.places.get(header, (self.scanned.line, 1))

    # The start.

    def _start(self) -> Game:
        """Returns the game before its first move, and finds out if it is standard chess."""
        headers = self.headers
        fen = headers.get("FEN", "")
        if self.without_fen:
            self.problems.add(
                *self._place("SetUp"), "SetUp is 0, and the moves do not fit the FEN", "the FEN is left out"
            )
        if self.without_fen or _plain_name(fen) in NO_FEN:
            fen = ""
            headers.pop("FEN", None)
            headers.pop("SetUp", None)
        variant = " ".join(headers.get("Variant", "").split())[:MAX_QUOTE_LENGTH]
        try:
            read = lenient_fen(fen) if fen else None
            if _plain_name(variant) in STANDARD_VARIANTS:
                # python-chess, for one, refuses names of standard chess that it does not know.
                if headers.get("Variant", "From Position") != "From Position":
                    headers["Variant"] = "Standard"
                variant = ""
            if read and not variant and _is_chess960(read.fen):
                variant = "Chess960"
            if _plain_name(variant) in CHESS960_VARIANTS and not _is_chess960(fen):
                variant = ""
            self.variant = variant
            if variant:
                place = self._place("Variant" if "Variant" in self.scanned.places else "FEN")
                self._fail(fact("pgn.other_variant", variant=variant), *place)
            elif read:
                game = Game(read.fen)
                for what, done in read.remarks:
                    self.problems.add(*self._place("FEN"), f"the FEN: {what}", done)
                return game
        except RulesError as error:
            self._fail(fact_of(error), *self._place("FEN"))
        return Game()

    def _tokens(self) -> Sequence[Token]:
        """Returns the tokens of the moves, in English letters."""
        if not self.language:
            return self.scanned.tokens
        tokens: list[Token] = []
        is_named = False
        for token in self.scanned.tokens:
            text = in_english(token.text, self.language) if token.kind in (MOVE, UNKNOWN) else token.text
            if text != token.text and not is_named:
                what = f"the letters of the pieces are {self.language}"
                self.problems.add(token.line, token.column, what, f"{quoted(token.text)} is read as {quoted(text)}")
                is_named = True
            parts = parts_of(text) if token.kind == UNKNOWN else ((token.kind, text, 0),)
            tokens += [Token(kind, part, token.line, token.column + at) for kind, part, at in parts if kind != NUMBER]
        return tokens

    # The result.

    def _result(self, said: str, after: Token | None, board: chess.Board) -> str:
        """Returns the result in PGN's form: from the header, else from the end, unless the board denies it.

        `said` is the header's meaning, and `after` stands behind the moves.
        """
        given = []
        header = self.scanned.headers.get("Result", NO_RESULT)
        if header != NO_RESULT:
            given.append((said, header, *self._place("Result")))
        if after:
            given.append((after.text, after.text, after.line, after.column))
        meant = next((result for result, *_ in given if result not in ("", NO_RESULT)), NO_RESULT)
        if self.error:
            return meant if meant in FINAL_RESULTS else NO_RESULT
        truth, end = _end_on_board(board)
        result = (truth or meant) if meant in FINAL_RESULTS else NO_RESULT
        for means, text, line, column in given:
            if means in FINAL_RESULTS and means != result:
                reason = f"the game ends with {end}" if end else f"the header says {said}"
                self.problems.add(line, column, f"the result is {means}, but {reason}", f"read as {result}")
                break
            if means not in (*FINAL_RESULTS, NO_RESULT) and (text.strip(" ?") or result == NO_RESULT):
                self.problems.add(line, column, f"the result is {quoted(text)}", f"read as {result}")
                break
        return result


def _plain_name(text: str) -> str:
    """Returns a name in lower case without blanks and hyphens."""
    return "".join(text.lower().replace("-", " ").split())


def _is_chess960(fen: str) -> bool:
    """Returns True if a FEN has castling rights of Chess960; False if it is not a FEN at all."""
    try:
        return chess.Board(fen).has_chess960_castling_rights()
    except ValueError:  # modern.rules says why
        return False


def _end_on_board(board: chess.Board) -> tuple[str, str]:
    """Returns the result and the end of a game in checkmate or stalemate; two empty texts for any other position."""
    if board.is_checkmate():
        return ("0-1", "checkmate by Black") if board.turn else ("1-0", "checkmate by White")
    return ("1/2-1/2", "stalemate") if board.is_stalemate() else ("", "")
