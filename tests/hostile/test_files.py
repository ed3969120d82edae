"""Damaged files and texts of every format that a command reads, besides journals (test_journals.py)."""

from __future__ import annotations

import io
import os
import re
import signal
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import chess.pgn
import pytest
from commands import run_here
from damage import TO_BYTES, TO_TEXT, Answer, Format
from report_text import needs_report, report_path
from signal_actions import ctrl_c_raises
from small_network import random_weights

from modern.engine.network.weights_file import WeightsError, file_content, parse_weights

pytestmark = pytest.mark.slow

#: Promotions, en passant, castling and a mate in one, with every right and counter.
FENS: Final = (
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/8/7R/k7/pP1N4/3N4/8/4K3 b - b3 0 60",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 99 150",
)
GAMES: Final = """\
[Event "one"]
[Site "?"]
[White "a"]
[Black "b"]
[Result "1-0"]
[Annotator "with \\"quotes\\" and a \\\\"]

1. e4 {good; [%clk 0:01:02]} e5 $1 2. Nf3 (2. f4 exf4 (2... d5!? 3. exd5) 3. Bc4) 2... Nc6 ; to the end
3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 1-0

[Event "two"]
[FEN "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"]
[SetUp "1"]

% an escaped line
1. e4+ Kg5 $14 {and so on} *
"""
POSITIONS: Final = """\
r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - bm Nxf7; id "one";
8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - bm Rb1 Rxf4; c0 "a comment; with a semicolon"; id "two";
rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 hmvc 0; fmvn 2;
"""
LISTING: Final = """\
DEFINT I-J
DIM A(10), N$(3)
FOR I = 1 TO 3
  A(I) = I * 2.5 - I \\ 2
  READ N$(I)
  IF A(I) > 3 AND N$(I) <> "TWO" THEN PRINT N$(I); A(I) ELSE GOSUB TOTAL
NEXT I
DO WHILE J < 4: J = J + 1: LOOP
SELECT CASE J
CASE 1 TO 3: PRINT "FEW"
CASE ELSE: PRINT LEFT$("MANY MORE", 4); J MOD 3
END SELECT
LOCATE 5, 10: PRINT SUM!
END
TOTAL:
SUM! = SUM! + A(I)
RETURN
DATA "ONE", "TWO", THREE
"""
#: Two states of `gosub think`, in which the program thinks little.
STATES: Final = "".join((Path(__file__).parents[1] / "data" / "rare-states.jsonl").read_text().splitlines(True)[:2])
#: What is in results, and depends on the clock.
SECONDS: Final = re.compile(r"\d+\.\d+ s|\"seconds\": [\d.e-]+")
#: A listing that damage has made endless is stopped by Ctrl-C.
ENDLESS_SECONDS: Final = 3.0


def reader(folder: Path, name: str, *commands: str) -> Callable[[bytes], Answer]:
    """Returns how commands read a file: each line of `commands` has FILE for it and OUT for a file that is written.

    The first one that refuses ends it. The result is what was printed and written.
    """
    file, out = folder / name, folder / "out"

    def read(content: bytes) -> Answer:
        file.write_bytes(content)
        result, messages = "", ""
        for command in commands:
            out.unlink(missing_ok=True)
            words = [{"FILE": str(file), "OUT": str(out)}.get(word, word) for word in command.split()]
            words = [word.replace("FILE:", f"{file}:") for word in words]
            ended = run_here(*words, cwd=folder)
            result += SECONDS.sub("", ended.stdout) + (out.read_bytes().hex() if out.exists() else "")
            messages += ended.stderr
            if ended.returncode:
                named = ended.stderr.splitlines(keepends=True)
                if named and all(line.startswith(f"{file}: game ") for line in named):
                    messages = named[0]  # a line for each game that is damaged
                return Answer(ended.returncode, messages, result, file.read_bytes())
        return Answer(0, messages, result, file.read_bytes())

    return read


class FileFormat(NamedTuple):
    """A format of files: its suffix, an intact file, the commands that read it, and how often an ordinary run does."""

    name: str
    suffix: str
    intact: str
    commands: Sequence[str]
    times: int


FORMATS: Final = (
    FileFormat("PGN, a place", "pgn", GAMES, ["perft 1 --fen FILE:5", "picture FILE:1"], 1000),
    FileFormat("PGN, a book", "pgn", GAMES, ["book import OUT FILE --weights result"], 600),
    FileFormat(
        "PGN, continued", "pgn", GAMES, ["play --from FILE --game 1 --white human --black human --pgn OUT"], 300
    ),
    FileFormat("PGN, analysed", "pgn", GAMES, ["analyse FILE --depth 1 --pgn OUT"], 24),
    FileFormat("PGN, compared", "pgn", GAMES, ["agree --from FILE --kind moves --jobs 1"], 24),
    FileFormat("EPD, compared", "epd", POSITIONS, ["agree --from FILE --kind moves --jobs 1"], 150),
    FileFormat(
        "EPD, openings",
        "epd",
        POSITIONS,
        ["match modern modern --depth 1 --games 2 --draw 1 1 99999 --resign 1 1 --openings FILE"],
        12,
    ),
    FileFormat("states in JSON", "jsonl", STATES, ["think --states FILE"], 250),
)


@pytest.mark.parametrize("fmt", FORMATS, ids=lambda fmt: fmt.name)
def test_a_damaged_file_is_refused_or_read(
    fmt: FileFormat, tmp_path: Path, keeps_promise: Callable[[Format, int], None]
) -> None:
    read = reader(tmp_path, f"file.{fmt.suffix}", *fmt.commands)
    keeps_promise(Format(fmt.name, fmt.intact.encode(), read, TO_TEXT, has_checksum=False), fmt.times)


@pytest.mark.parametrize("fen", FENS)
def test_a_damaged_fen_is_refused_or_read(fen: str, keeps_promise: Callable[[Format, int], None]) -> None:
    def read(content: bytes) -> Answer:
        text = os.fsdecode(content).replace("\0", "")  # an argument cannot have it
        ended = run_here("perft", "1", f"--fen={text}", "--divide")
        return Answer(ended.returncode, ended.stderr, SECONDS.sub("", ended.stdout))

    keeps_promise(Format("FEN", fen.encode(), read, TO_TEXT, has_checksum=False), 700)


def test_a_damaged_book_is_refused_or_read(tmp_path: Path, keeps_promise: Callable[[Format, int], None]) -> None:
    (tmp_path / "games.pgn").write_text(GAMES)
    assert run_here("book", "import", "intact.bin", "games.pgn", cwd=tmp_path).returncode == 0
    read = reader(tmp_path, "file.bin", "book list FILE", "book show FILE --moves e4", "book import OUT FILE")
    intact = (tmp_path / "intact.bin").read_bytes()
    keeps_promise(Format("Polyglot book", intact, read, TO_BYTES, has_checksum=False), 700)


def test_a_damaged_saved_game_is_refused_or_goes_on_with_all_its_moves(
    tmp_path: Path, keeps_promise: Callable[[Format, int], None]
) -> None:
    saved = tmp_path / "saved.pgn"
    words = ["play", "--white", "human", "--black", "historic", "--pgn", str(saved)]
    assert run_here(*words, given="e4\nd4\n").returncode == 0
    read_and_saved = reader(tmp_path, "file.pgn", "play --resume FILE")

    def read(content: bytes) -> Answer:
        answer = read_and_saved(content)
        assert answer.left is not None
        if answer.code == 0:
            before, after = moves_of(content), moves_of(answer.left)
            assert after[: len(before)] == before, f"{before} became {after}"
        return answer

    keeps_promise(Format("saved game", saved.read_bytes(), read, TO_TEXT, has_checksum=False), 300)


def moves_of(content: bytes) -> list[chess.Move]:
    """Returns the moves of the first game, as python-chess reads them."""
    game = chess.pgn.read_game(io.StringIO(content.decode("utf-8", "replace")))
    return list(game.mainline_moves()) if game else []


@pytest.mark.parametrize("part", ["the head", "the numbers"])
def test_damaged_weights_are_refused_unless_only_the_head_says_something_else(
    part: str, keeps_promise: Callable[[Format, int], None]
) -> None:
    head, line_end, numbers = file_content(random_weights()).partition(b"\n")
    in_head = part == "the head"

    def read(content: bytes) -> Answer:
        try:
            weights = parse_weights(content + line_end + numbers if in_head else head + line_end + content)
        except WeightsError as error:
            return Answer(1, str(error), None)
        return Answer(0, "", (weights.hidden, weights.shift, weights.tempo, weights.checksum))

    intact, damages = (head, TO_TEXT) if in_head else (numbers, TO_BYTES)
    keeps_promise(Format(f"network, {part}", intact, read, damages, has_checksum=not in_head), 300)


def test_a_damaged_listing_is_refused_or_runs_or_is_stopped(
    tmp_path: Path, keeps_promise: Callable[[Format, int], None]
) -> None:
    pytest.importorskip("lark", reason="the extra `listing` is not installed")
    run = reader(tmp_path, "FILE.BAS", "basic FILE")

    def read(content: bytes) -> Answer:
        stop = threading.Timer(ENDLESS_SECONDS, os.kill, (os.getpid(), signal.SIGINT))
        stop.start()
        try:
            with ctrl_c_raises():
                return run(content)
        finally:
            stop.cancel()
            stop.join()

    keeps_promise(Format("BASIC listing", LISTING.encode(), read, TO_TEXT, has_checksum=False), 500)


@needs_report
def test_a_damaged_report_is_refused_or_gives_the_listing(
    tmp_path: Path, keeps_promise: Callable[[Format, int], None]
) -> None:
    restored = reader(tmp_path, "report.txt", "restore FILE --out OUT")

    def read(content: bytes) -> Answer:
        answer = restored(content)
        last = [line for line in answer.messages.splitlines() if not line.startswith("report.txt: ")]  # the findings
        listing = (tmp_path / "out").read_bytes() if (tmp_path / "out").exists() else b""
        return answer._replace(messages="\n".join(last) if answer.code else "", result=listing)

    keeps_promise(Format("report's text", report_path().read_bytes(), read, TO_TEXT, has_checksum=True), 48)
