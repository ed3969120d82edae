"""The classes of differences between the readers of readers.py: whose reading is right, and why."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

GOSUB: Final = "Gosub Chess"
PYTHON_CHESS: Final = "python-chess"
EXTRACT: Final = "pgn-extract"
#: The headers that every game has, and those that a reader may write itself.
OWN_HEADERS: Final = ("Result", "FEN", "SetUp", "Variant")


@dataclass
class Reading:
    """A game as a reader has read it. Words of comments, glyphs and the moves of variations are counted."""

    headers: dict[str, str] = field(default_factory=dict)
    start: str = ""
    moves: tuple[str, ...] = ()
    comments: Counter[str] = field(default_factory=Counter)
    glyphs: Counter[int] = field(default_factory=Counter)
    variations: Counter[str] = field(default_factory=Counter)
    error: str = ""
    variant: str = ""
    #: Of our own readings: the game in the file, its first line, and what we say of it.
    text: str = ""
    line: int = 0
    problems: tuple[str, ...] = ()

    @property
    def result(self) -> str:
        """The result; * for what is none."""
        result = self.headers.get("Result", "*")
        return result if result in ("1-0", "0-1", "1/2-1/2") else "*"

    @property
    def known_headers(self) -> Counter[str]:
        """The headers that say something, each as `name value` without white space and what an encoding may change."""
        known = {name: value for name, value in self.headers.items() if name not in OWN_HEADERS}
        texts = {name: "".join(value.encode("ascii", "ignore").decode().split()) for name, value in known.items()}
        return Counter(f"{name} {text}" for name, text in texts.items() if text.strip("?."))

    @property
    def content(self) -> tuple[object, ...]:
        """All that the game says."""
        counts = (self.comments, self.glyphs, self.variations)
        return (self.headers, self.start, self.moves, *counts)

    @property
    def key(self) -> tuple[str, ...]:
        """What tells the game from others of its file: its moves, else its start and its headers."""
        return self.moves or (self.start, *sorted(self.known_headers))

    def likeness(self, other: Reading) -> float:
        """Returns how alike two readings are, from 0 to 3: their moves, their players and events, their start."""
        same = next((ply for ply, (a, b) in enumerate(zip(self.moves, other.moves, strict=False)) if a != b), None)
        length = max(len(self.moves), len(other.moves))
        in_moves = (min(len(self.moves), len(other.moves)) if same is None else same) / length if length else 0.5
        names = ("White", "Black", "Event", "Site", "Round", "Date")
        given = [name for name in names if self.headers.get(name, "?").strip("?. ")]
        in_names = sum(self.headers[name] == other.headers.get(name) for name in given) / len(given) if given else 0.0
        return in_moves + in_names + 0.1 * (self.start == other.start)


@dataclass
class Difference:
    """A difference in a game: the other reader, what differs, and both readings; None for a game that one lacks."""

    reader: str
    what: str
    ours: Reading | None
    theirs: Reading | None
    #: Our own readings of the games before and after it.
    before: Reading | None = None
    after: Reading | None = None
    suffix: str = ".pgn"
    name: str = ""

    @property
    def text(self) -> str:
        """The game in the file."""
        return self.ours.text if self.ours else ""

    @property
    def movetext(self) -> str:
        """The moves in the file, without comments."""
        return COMMENT.sub("{}", HEADER_LINES.sub("", self.text))

    @property
    def theirs_is_empty(self) -> bool:
        """True if the other reader has a game there without moves."""
        return self.theirs is not None and not self.theirs.moves

    @property
    def is_apart(self) -> bool:
        """True if an empty line follows the game before, and this one."""
        games = (self.before, self.ours if self.after else None)
        return all(re.search(r"\n\s*\n\Z", game.text) for game in games if game)

    @property
    def has_odd_headers(self) -> bool:
        """True if the headers in the file are not one on a line, each as the standard writes it."""
        heads = [
            line
            for line in self.text.splitlines()
            if re.match(r"\s*\[\s*[A-Za-z]", line) and not line.lstrip().startswith("[%")
        ]
        return any(not HEADER_LINE.fullmatch(line) for line in heads)

    @property
    def has_empty_line(self) -> bool:
        """True if an empty line stands in the game where the standard's export format has none."""
        head, _, moves = COMMENT.sub("{}", self.text).strip().partition("\n\n")
        return bool(self.ours) and (re.search(r"\n\s*\n", f"\n{moves}") is not None or not head.startswith("["))

    def says(self, *words: str) -> bool:
        """Returns True if we say one of these of the game."""
        return bool(self.ours and any(word in said for said in self.ours.problems for word in words))

    def has(self, pattern: str, *, in_moves: bool = True) -> bool:
        """Returns True if the moves in the file, or all of the game, have a pattern."""
        return re.search(pattern, self.movetext if in_moves else self.text, re.MULTILINE) is not None


HEADER_LINE: Final = re.compile(r'\[\w+ "(?:[^"\\]|\\["\\])*"\]\s*')
#: Signs that are neither !, ?, + nor #, alone or behind a move.
SIGNS: Final = (
    r"(?<![\d/-])(?:[-+]/[-+=]|=/[-+∞]|[-+]{2}|[-+]=|=[-+]|=|[±∓⩲⩱∞□⨀○↑→⌓∆Δ\u203c\u2047-\u2049]|\b(?:T?N|RR)\b)"
    r"(?![QRBN\d])"
)
COMMENT: Final = re.compile(r"\{[^}]*\}?|;.*")
HEADER_LINES: Final = re.compile(r"\A(?:\s*\[[^%].*\]\s*$)+", re.MULTILINE)

OURS: Final = "ours"
THEIRS: Final = "theirs"
NOBODY: Final = "the standard is silent"


@dataclass(frozen=True)
class ReaderClass:
    """A class of differences.

    `name`      its name.
    `readers`   which readers differ from us.
    `right`     whose reading is right.
    `reason`    why the readings differ.
    `test`      returns True for a difference of the class.
    `example`   a small file that has this difference and no other.
    `spreads`   True if later games of the file may differ because of it.
    `suffix`    the ending of files of its kind.
    """

    name: str
    readers: tuple[str, ...]
    right: str
    reason: str
    test: Callable[[Difference], bool]
    example: str
    spreads: bool = False
    suffix: str = ".pgn"


BOTH: Final = (PYTHON_CHESS, EXTRACT)
#: The headers of the examples, and a game that ends one.
HEADERS: Final = '[Event "x"]\n[White "A"]\n[Black "B"]\n'
NEXT: Final = '\n[Event "y"]\n[White "C"]\n[Black "D"]\n[Result "1-0"]\n\n1. c4 1-0\n'

_CLASSES: Final = (
    ReaderClass(
        "another variant",
        BOTH,
        OURS,
        "we read chess, and name games of other variants; python-chess plays some and raises an error for others, "
        "pgn-extract plays Chess960 and loses its way in the rest",
        lambda one: bool(one.ours and one.ours.variant),
        f'{HEADERS}[Variant "Atomic"]\n\n1. Nf3 d5 2. Ne5 f6 3. Nxd7 *\n',
        spreads=True,
    ),
    ReaderClass(
        "a null move in the game",
        BOTH,
        OURS,
        "a game of chess has none: we keep the moves before it, python-chess those after it too, pgn-extract no moves",
        lambda one: one.says("has no null moves"),
        f"{HEADERS}\n1. e4 -- 2. d4 d5 *\n",
    ),
    ReaderClass(
        "an impossible position",
        BOTH,
        OURS,
        "a FEN without kings is not a position of chess, so we read none of its game, not even a comment",
        lambda one: bool(one.ours and re.search(r"\d kings|king can be captured|a FEN has", one.ours.error)),
        f'{HEADERS}[FEN "8/8/8/8/8/8/P7/8 w - - 0 1"]\n[SetUp "1"]\n\n{{a lone pawn}} *\n',
        spreads=True,
    ),
    ReaderClass(
        "a word that may be a move",
        BOTH,
        OURS,
        "what has the form of a move but is none ends the game, since a move of the other side would follow; "
        "python-chess and pgn-extract sometimes pass over it and go on",
        lambda one: bool(one.ours and "is not a move; expected" in one.ours.error),
        f"{HEADERS}\n1. e4 e5 2. Ngf33 d6 3. d4 *\n",
        spreads=True,
    ),
    ReaderClass(
        "an illegal move",
        (EXTRACT,),
        OURS,
        "we and python-chess keep the moves before it; pgn-extract drops the game, or plays on",
        lambda one: bool(one.ours and re.search("is not a legal move|could be several|no matching", one.ours.error)),
        f"{HEADERS}\n1. e4 e5 2. Ke3 d6 *\n{NEXT}",
        spreads=True,
    ),
    ReaderClass(
        "an illegal move in a variation",
        BOTH,
        OURS,
        "we leave out the rest of the variation; python-chess ends the game there, pgn-extract drops it",
        lambda one: one.says("the rest of the variation is left out"),
        f"{HEADERS}\n1. e4 e5 (1... Ke4 2. d4) 2. d4 *\n",
        spreads=True,
    ),
    ReaderClass(
        "piece letters of another language, and figures",
        BOTH,
        OURS,
        "the standard has English letters; we read 27 languages, pgn-extract some, python-chess none",
        lambda one: one.says("the letters of the pieces") or one.has("[\u2654-\u265f]"),
        f"{HEADERS}\n1. Cf3 Cc6 2. g3 *\n",
        spreads=True,
    ),
    ReaderClass(
        "a pawn that becomes no piece",
        (PYTHON_CHESS,),
        NOBODY,
        "we and pgn-extract take a queen; for python-chess the move is illegal",
        lambda one: one.says("to which piece the pawn is promoted"),
        f'{HEADERS}[FEN "8/P6k/8/8/8/8/8/K7 w - - 0 1"]\n[SetUp "1"]\n\n1. a8 Kg7 *\n',
    ),
    ReaderClass(
        "words outside a comment",
        BOTH,
        NOBODY,
        "they are a comment without braces; python-chess passes over them, pgn-extract drops the game",
        lambda one: one.says(
            "stands outside a comment", "means nothing between moves", "closes nothing", "begins no header"
        ),
        f"{HEADERS}\n1. e4 best by test e5 *\n",
        spreads=True,
    ),
    ReaderClass(
        "text that is no game",
        BOTH,
        OURS,
        "what stands before, between or behind games, without headers and moves, is no game; the others have an empty "
        "one there, and pgn-extract drops the game behind it",
        lambda one: (
            one.says("stands before the headers", "stands after the last game", "neither headers nor moves")
            or (one.ours is None and one.theirs_is_empty and not (one.theirs and one.theirs.known_headers))
        ),
        f"Games that I like\n\n{HEADERS}\n1. e4 *\n",
        spreads=True,
    ),
    ReaderClass(
        "a control character",
        BOTH,
        NOBODY,
        "we leave it out of the text; the others keep it, or stop there",
        lambda one: one.says("the control character"),
        f"{HEADERS}\n1. e4 {{a\x06b}} e5 *\n",
    ),
    ReaderClass(
        "escapes in a header",
        BOTH,
        OURS,
        'the standard writes a quotation mark as \\" and a backslash as \\\\, and the others keep the backslashes',
        lambda one: one.what.endswith("headers") and one.has(r'^\[.*\\["\\]', in_moves=False),
        f'{HEADERS}[Annotator "a \\"b\\""]\n\n1. e4 *\n',
    ),
    ReaderClass(
        "a header in another form",
        BOTH,
        OURS,
        "blanks inside, several on a line, no blank or quotation marks, quotation marks inside, small letters, a line "
        "break: the others leave out the header, and a FEN with it, or end the game",
        lambda one: one.says("the header", "is not a header", "is not the name of a header") or one.has_odd_headers,
        f"{HEADERS}[Annotator 'Me']\n\n1. e4 *\n",
        spreads=True,
    ),
    ReaderClass(
        "a result in another form",
        BOTH,
        OURS,
        "what means a result is read as one, and all else as *; the others keep the text",
        lambda one: one.says("the result is") or one.has(r'\[Result "(?!1-0"|0-1"|1/2-1/2"|\*")', in_moves=False),
        f'{HEADERS}[Result "White wins"]\n\n1. e4 e5\n',
        spreads=True,
    ),
    ReaderClass(
        "moves behind a result",
        (PYTHON_CHESS,),
        OURS,
        "a game ends with its result; for python-chess it goes on to an empty line",
        lambda one: any(
            "moves stand behind the result" in said or "a second result" in said
            for game in (one.ours, one.after)
            if game
            for said in game.problems
        ),
        f"{HEADERS}\n1. e4 e5 1-0 2. Nf3 *\n",
        spreads=True,
    ),
    ReaderClass(
        "a game without moves",
        BOTH,
        OURS,
        "headers are a game, which pgn-extract drops; python-chess joins it with the next",
        lambda one: bool(one.what == "fewer games" and one.ours and not one.ours.moves),
        f"{HEADERS}{NEXT}",
        spreads=True,
    ),
    ReaderClass(
        "no result",
        (EXTRACT,),
        NOBODY,
        "a game ends with the next headers, too; for pgn-extract only with its result, so that it drops the game or "
        "mixes two",
        lambda one: bool(one.ours) and not re.search(r"(?:1-0|0-1|1/2-1/2|\*)\W*\Z", one.movetext),
        f"{HEADERS}\n1. e4 e5\n{NEXT}",
        spreads=True,
    ),
    ReaderClass(
        "an empty line",
        (PYTHON_CHESS,),
        OURS,
        "the standard's import format takes one anywhere; for python-chess headers and games end there, and one game "
        "becomes two",
        lambda one: one.has_empty_line,
        f"{HEADERS}\n1. e4\n\ne5 *\n",
        spreads=True,
    ),
    ReaderClass(
        "headers right behind a game",
        (PYTHON_CHESS,),
        OURS,
        "the standard's import format needs no empty line there; python-chess reads the headers as moves",
        lambda one: not one.is_apart,
        f"{HEADERS}\n1. e4 *\n{NEXT.lstrip()}",
        spreads=True,
    ),
    ReaderClass(
        "a comment to the end of the line",
        BOTH,
        OURS,
        "the standard has it; python-chess leaves it out, pgn-extract knows it only at the beginning of a line, and "
        "drops other games",
        lambda one: ";" in re.sub(r"\{[^}]*\}", "", one.text),
        f"{HEADERS}\n1. e4 ; a good start\ne5 *\n",
        spreads=True,
    ),
    ReaderClass(
        "signs of annotators",
        BOTH,
        NOBODY,
        "+/-, =, ± and others behind a move or alone mean a glyph; python-chess passes over them, pgn-extract drops "
        "the game or the sign",
        lambda one: one.what == "fewer glyphs" or one.has(SIGNS),
        f"{HEADERS}\n1. e4 e5 +/= 2. d4 *\n",
        spreads=True,
    ),
    ReaderClass(
        "a comment before a game without headers",
        (EXTRACT,),
        OURS,
        "the standard allows a comment anywhere; pgn-extract drops one that begins the file",
        lambda one: one.what == "fewer comments" and one.text.lstrip().startswith("{"),
        "{ A quick game. }\n1. e4 e5 *\n",
    ),
    ReaderClass(
        "a comment behind a number",
        (EXTRACT,),
        OURS,
        "the standard allows a comment anywhere; pgn-extract drops a game that has one between a number and its move",
        lambda one: one.has(r"\d\.+\s*\{\}\s*\w"),
        f"{HEADERS}\n1. e4 e5 2. {{a comment}} Nf3 *\n",
        spreads=True,
    ),
    ReaderClass(
        "a glyph before the first move of a variation",
        (EXTRACT,),
        OURS,
        "many programs write `($142 2. Nf3)`: the glyph belongs to the move; pgn-extract drops the game",
        lambda one: one.has(r"\(\s*\$\d"),
        f"{HEADERS}\n1. e4 e5 2. Nc3 ($142 2. Nf3) 2... Nf6 *\n",
        spreads=True,
    ),
    ReaderClass(
        "a variation in an odd place",
        BOTH,
        NOBODY,
        "one that has no move before it, or is not closed, is left out or ends with the game; the others disagree",
        lambda one: one.says("a variation stands", "closes no variation", "is not closed", "stands in a variation"),
        f"{HEADERS}\n1. e4 e5 ((1... c5)) 2. d4 *\n",
        spreads=True,
    ),
    ReaderClass(
        "a number among the moves of an EPD",
        (PYTHON_CHESS,),
        OURS,
        "`bm 1` names no move; python-chess returns the number",
        lambda one: one.what == "more headers" and re.search(r"\b(?:am|bm|pv|sm) [\d.]+;", one.text) is not None,
        "4k3/8/8/8/8/8/4P3/4K3 w - - bm 1;\n",
        suffix=".epd",
    ),
    ReaderClass(
        "a file that is no book",
        (PYTHON_CHESS,),
        OURS,
        "we refuse it and say why; python-chess opens it and finds no move",
        lambda one: bool(one.what == "a book" and one.theirs and not one.theirs.variations),
        "This text is no opening book...\n",
        suffix=".bin",
    ),
    ReaderClass(
        "a book with bytes behind its last entry",
        (PYTHON_CHESS,),
        OURS,
        "we leave them out, and say so; python-chess refuses the book",
        lambda one: one.what == "no book" and one.says("are not entries of a book"),
        "\0\0\0\0\0\0\0\0@PG@1.0\nend",
        suffix=".bin",
    ),
)
CLASSES: Final = {one.name: one for one in _CLASSES}


def class_of(difference: Difference) -> str:
    """Returns the name of the first class that a difference belongs to; '' for none."""
    known = (one for one in _CLASSES if one.suffix == difference.suffix and difference.reader in one.readers)
    return next((one.name for one in known if one.test(difference)), "")


def with_classes(together: Sequence[Difference]) -> Sequence[Difference]:
    """Returns the differences of neighbouring games with their classes; one may be due to another game's class."""
    for difference in together:
        difference.name = class_of(difference)
    sources = [index for index, one in enumerate(together) if one.name and CLASSES[one.name].spreads]
    for index, difference in enumerate(together):
        if not difference.name and sources:
            nearest = min(sources, key=lambda source: (source > index, abs(source - index)))
            difference.name = together[nearest].name
    return together
