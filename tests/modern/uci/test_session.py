"""`gosub uci`, as chess programs use it."""

from __future__ import annotations

import io
import os
import queue
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib.metadata import version
from typing import IO, Any

import chess
import chess.engine
import pytest
from commands import GOSUB, run_here
from refusals import refused
from signal_actions import default_signals

from modern.limits import Clock, Limits
from modern.players import Decision, IllegalAnswer, MoveRequest, Option, Player, PlayerError, player_named
from modern.players.protocol import SPIN
from modern.report import Score
from modern.rules import Move
from modern.uci import UciSession

#: In seconds; only a hang takes this long.
TIMEOUT = 60.0


class Gui:
    """Plays the part of a chess program with a board: sends lines to a UCI engine, and waits for lines."""

    def __init__(self, to_engine: IO[bytes], from_engine: IO[bytes]) -> None:
        self.to_engine = to_engine
        self.from_engine = from_engine
        self.lines: queue.Queue[str] = queue.Queue()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self) -> None:
        for line in self.from_engine:
            self.lines.put(line.decode().rstrip("\n"))

    def send(self, *lines: str) -> None:
        self.to_engine.write("".join(f"{line}\n" for line in lines).encode())
        self.to_engine.flush()

    def until(self, beginning: str) -> list[str]:
        """Returns the lines up to the first that begins with `beginning`."""
        lines = [self.lines.get(timeout=TIMEOUT)]
        while not lines[-1].startswith(beginning):
            lines.append(self.lines.get(timeout=TIMEOUT))
        return lines

    def answer(self, *lines: str) -> list[str]:
        """Sends lines. Returns what comes up to the next bestmove."""
        self.send(*lines)
        return self.until("bestmove")

    def rest(self) -> list[str]:
        """Waits for the end of the engine's output. Returns the lines that have not been read."""
        self.reader.join(TIMEOUT)
        rest = []
        while not self.lines.empty():
            rest.append(self.lines.get())
        return rest


@contextmanager
def session_with(name: str) -> Iterator[Gui]:
    """Provides a session with a player, which runs in a thread of this process."""
    (their_input, to_engine), (from_engine, their_output) = os.pipe(), os.pipe()
    with (
        open(their_input, "rb") as input_stream,
        open(their_output, "wb") as output_stream,
        open(from_engine, "rb") as answers,
        open(to_engine, "wb") as commands,
    ):
        uci_session = UciSession(player_named(name), input_stream, output_stream)

        def run() -> None:
            uci_session.run()
            output_stream.close()

        session = threading.Thread(target=run)
        session.start()
        gui = Gui(commands, answers)
        try:
            yield gui
        finally:
            commands.close()
            session.join(TIMEOUT)
            gui.reader.join(TIMEOUT)


@pytest.fixture(params=["modern", "historic"])
def either(request: pytest.FixtureRequest) -> Iterator[Gui]:
    """A session with each of the two players."""
    with session_with(request.param) as gui:
        yield gui


@pytest.fixture
def modern() -> Iterator[Gui]:
    with session_with("modern") as gui:
        yield gui


def infos(lines: list[str]) -> list[dict[str, str]]:
    """Returns the info lines of a search, each as a dictionary."""
    found = []
    for line in lines:
        if line.startswith("info depth"):
            words = line.removeprefix("info ").replace("score cp ", "cp ").replace("score mate ", "mate ").split()
            pv = words.index("pv")
            bound = [word for word in words[:pv] if word.endswith("bound")]
            pairs = [word for word in words[:pv] if word not in bound]
            found.append({**dict(zip(pairs[::2], pairs[1::2], strict=True)), "pv": " ".join(words[pv + 1 :])})
            found[-1]["bound"] = "".join(bound)
    return found


def test_it_introduces_itself(either: Gui) -> None:
    either.send("uci")
    lines = either.until("uciok")
    assert lines[0].startswith(f"id name Gosub Chess {version('gosub-chess')}, ")
    assert lines[1].startswith("id author ")
    assert any(line.startswith("option name MultiPV type spin default 1 min 1 max ") for line in lines)


def test_modern_has_the_options_that_programs_expect(modern: Gui) -> None:
    modern.send("uci")
    lines = modern.until("uciok")
    assert "option name Hash type spin default 16 min 1 max 4096" in lines
    assert "option name Ponder type check default false" in lines
    assert "option name Move Overhead type spin default 20 min 0 max 10000" in lines
    assert "option name UCI_LimitStrength type check default false" in lines
    assert any(line.startswith("option name UCI_Elo type spin default ") for line in lines)
    assert "option name Threads type spin default 1 min 1 max 1" in lines
    assert "option name Clear Hash type button" in lines
    assert any(line.startswith("option name Without type combo default nothing var nothing var ") for line in lines)


def test_options_in_the_name_are_the_defaults_that_it_reports_and_the_name_is_as_typed() -> None:
    output = io.BytesIO()
    player = player_named("modern[UCI_Elo=1500]")
    UciSession(player, io.BytesIO(b"uci\nsetoption name UCI_Elo value 1700\nisready\nuci\nquit\n"), output).run()
    lines = output.getvalue().decode().splitlines()
    for line in (
        "id name modern[UCI_Elo=1500]",
        "option name UCI_LimitStrength type check default true",
        "option name UCI_Elo type spin default 1500 min 400 max 3000",
    ):
        assert lines.count(line) == 2
    assert player.settings["UCI_Elo"] == "1700"


def test_threads_can_be_set_to_one_only(either: Gui) -> None:
    either.send("setoption name Threads value 1", "isready")
    assert either.until("readyok") == ["readyok"]
    either.send("setoption name threads value 2", "isready")
    refusal = "info string '2' is not a value of Threads; expected 1"
    assert either.until("readyok") == [refusal, "readyok"]


def test_a_player_with_threads_of_its_own_keeps_them() -> None:
    class Threaded(Cheat):
        options = (Option("threads", SPIN, "1", 1, 8),)

    output = io.BytesIO()
    player = Threaded("")
    UciSession(player, io.BytesIO(b"uci\nsetoption name Threads value 4\nisready\nquit\n"), output).run()
    lines = output.getvalue().decode().splitlines()
    assert [line for line in lines if "hreads" in line] == ["option name threads type spin default 1 min 1 max 8"]
    assert player.settings["threads"] == "4"


def test_clear_hash_makes_the_next_search_as_long_as_the_first(modern: Gui) -> None:
    search = ["position startpos moves e2e4", "go depth 5"]
    first = infos(modern.answer(*search))[-1]["nodes"]
    assert int(infos(modern.answer(*search))[-1]["nodes"]) < int(first)
    modern.send("setoption name clear hash", "isready")
    assert modern.until("readyok") == ["readyok"]
    assert infos(modern.answer(*search))[-1]["nodes"] == first


def test_historic_has_its_two_readings() -> None:
    with session_with("historic") as historic:
        historic.send("uci")
        assert "option name Reading type combo default printed var printed var recorded" in historic.until("uciok")
        historic.send(
            "position startpos moves d2d4 d7d5 e2e3 b8c6",
            "setoption name Reading value recorded",
            "setoption name Reading value nonsense",
            "isready",
        )
        refusal = "info string 'nonsense' is not a value of Reading; expected printed or recorded"
        assert refusal in historic.until("readyok")


def test_the_info_lines_of_a_search_have_all_fields(modern: Gui) -> None:
    found = infos(modern.answer("position startpos moves e2e4", "go depth 3"))
    assert [info["depth"] for info in found if not info["bound"]] == ["1", "2", "3"]
    for info in found:
        assert set(info) == {"depth", "seldepth", "multipv", "cp", "nodes", "nps", "hashfull", "time", "pv", "bound"}
        board = chess.Board()
        board.push_uci("e2e4")
        for uci in info["pv"].split():
            board.push_uci(uci)


def test_a_mate_score_is_in_moves(modern: Gui) -> None:
    found = infos(modern.answer("position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "go depth 3"))
    assert found[-1]["mate"] == "1"
    found = infos(modern.answer("position fen k7/7R/1K6/8/8/8/8/8 b - - 0 1", "go depth 14"))
    assert found[-1]["mate"] == "-1"


def test_several_variations_are_numbered(either: Gui) -> None:
    answer = either.answer("setoption name MultiPV value 3", "position startpos", "go depth 2")
    found = [info for info in infos(answer) if not info["bound"]]
    assert [info["multipv"] for info in found][-3:] == ["1", "2", "3"]
    assert len({info["pv"].split()[0] for info in found[-3:]}) == 3


def test_historic_answers_a_bare_go() -> None:
    with session_with("historic") as historic:
        best = historic.answer("position startpos", "go")[-1].split()[1]
    assert chess.Move.from_uci(best) in chess.Board().legal_moves


def test_a_score_of_a_thousand_pawns_is_said_in_words_once() -> None:
    with session_with("historic") as historic:
        answer = historic.answer("position fen k7/8/1QK5/8/8/8/8/8 w - - 0 1", "go")
    scores = [int(score) for line in answer for score in re.findall(r" score cp (\S+)", line)]
    assert max(scores) == 20_000
    assert sum("the score is +1017.65 pawns; cp 20000 stands for it" in line for line in answer) == 1


def test_an_infinite_search_sends_no_move_before_stop(either: Gui) -> None:
    """isready is answered meanwhile, so a bestmove sent without a stop would come before a readyok."""
    either.send("position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "go infinite")
    for _ in range(20):
        either.send("isready")
        assert not any(line.startswith("bestmove") for line in either.until("readyok"))
        time.sleep(0.01)
    assert either.answer("stop")[-1].startswith("bestmove")


def test_while_pondering_it_waits_for_ponderhit_or_stop(either: Gui) -> None:
    either.send("position startpos moves e2e4", "go ponder movetime 1")
    for _ in range(20):
        either.send("isready")
        assert not any(line.startswith("bestmove") for line in either.until("readyok"))
        time.sleep(0.01)
    assert either.answer("ponderhit")[-1].startswith("bestmove")
    assert either.answer("go ponder wtime 60000 btime 60000", "stop")[-1].startswith("bestmove")


def test_a_go_during_a_search_ends_that_search(modern: Gui) -> None:
    modern.send("position startpos", "go infinite", "position startpos moves e2e4", "go depth 1")
    first, second = (modern.until("bestmove")[-1].split()[1] for _ in range(2))
    assert chess.Move.from_uci(first) in chess.Board().legal_moves
    board = chess.Board()
    board.push_uci("e2e4")
    assert chess.Move.from_uci(second) in board.legal_moves


def test_searchmoves_restricts_the_moves(either: Gui) -> None:
    assert either.answer("position startpos", "go depth 2 searchmoves h2h4")[-1].startswith("bestmove h2h4")


@pytest.mark.parametrize(
    ("fields", "repair"),
    [
        ("- - 0 0", ""),
        (
            "KQ - 0 1",
            "info string position: the castling right K has no king on e1; left out; also: the castling right Q has no"
            " king on e1; left out",
        ),
        ("- e3 0 1", "info string position: no pawn can capture on the en passant square e3; left out"),
    ],
)
def test_a_fen_that_programs_write_wrongly_is_the_position_that_is_answered(
    either: Gui, fields: str, repair: str
) -> None:
    lines = either.answer("position startpos", f"position fen 7k/8/6K1/8/8/8/8/6R1 b {fields}", "go depth 1")
    assert lines[-1].split()[:2] == ["bestmove", "h8g8"]  # the only legal move
    assert [line for line in lines if line.startswith("info string position")] == [repair][: bool(repair)]


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ("startpos moves e2e4 e2e5", "the position cannot be read: e2e5 is not a legal move"),
        ("fen 8/8/8/8/8/8/8/8 w - - 0 1", "the position cannot be read: "),
        ("start", "position: expected startpos or fen"),
    ],
)
def test_after_a_position_that_cannot_be_read_go_answers_for_no_other(either: Gui, position: str, reason: str) -> None:
    lines = either.answer("position startpos moves e2e4", f"position {position}", "go depth 1")
    said = [line for line in lines if line.startswith(f"info string no move: {reason}")]
    assert len(said) == 1
    assert lines[-1] == "bestmove 0000"
    assert either.answer("go depth 1")[-1] == "bestmove 0000"
    assert either.answer("position startpos moves e2e4", "go depth 1")[-1] != "bestmove 0000"


def test_without_a_position_an_infinite_search_waits_for_its_stop(modern: Gui) -> None:
    modern.send("position startpos moves e2e5", "go infinite", "isready")
    assert not any(line.startswith("bestmove") for line in modern.until("readyok"))
    assert modern.answer("stop")[-1] == "bestmove 0000"


@pytest.mark.parametrize(
    ("fen", "score"),
    [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "cp 0"),
        ("R6k/6pp/8/8/8/8/8/K7 b - - 0 1", "mate 0"),
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "mate 0"),
        ("8/8/8/8/8/5k2/5p2/5K2 w - - 0 1", "cp 0"),
    ],
)
def test_a_finished_position_has_a_score_and_bestmove_0000(either: Gui, fen: str, score: str) -> None:
    lines = either.answer(f"position fen {fen}", "go depth 3")
    assert lines[-2:] == [f"info depth 0 score {score}", "bestmove 0000"]
    assert lines[-3].startswith("info string there is no legal move: ")


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("setoption name Nonsense value 1", "no such option 'Nonsense'; the options are: Hash"),
        ("setoption name Hash value 0", "'0' is not a value of Hash; expected a whole number from 1 to 4096"),
        ("setoption name Hash value --1", "'--1' is not a value of Hash; expected a whole number from 1 to 4096"),
        ("setoption name Hash value +-5", "'+-5' is not a value of Hash; expected a whole number from 1 to 4096"),
        (
            "setoption name Hash value \u0664",
            r"'\u0664' is not a value of Hash; expected a whole number from 1 to 4096",
        ),
        ("setoption name Ponder value perhaps", "'perhaps' is not a value of Ponder; expected true or false"),
        ("setoption Hash", "setoption: expected name NAME value VALUE"),
        ("setoption name Wihtout value nothing", "no such option 'Wihtout'; did you mean Without?"),
        ("setoption name Without value null mov", "'null mov' is not a value of Without; did you mean null move?"),
        ("xyzzy go", "no such command 'xyzzy'; the commands are: uci, isready"),
        ("isredy", "no such command 'isredy'; did you mean isready?"),
        ("go depth", "go depth: expected a whole number"),
        ("go dpeth 3", "go: no such word 'dpeth'; did you mean depth?"),
    ],
)
def test_invalid_input_gets_an_info_string(modern: Gui, line: str, answer: str) -> None:
    modern.send(line, "isready")
    lines = modern.until("bestmove" if line.startswith("go") else "readyok")
    assert any(each.startswith(f"info string {answer}") for each in lines)
    assert all(each.isascii() for each in lines)


@pytest.mark.parametrize("bench", [(), (lambda: iter(["1 nodes 1 nps"]),)], ids=["without", "with bench"])
def test_the_commands_that_are_named_are_those_that_are_answered(bench: tuple[Any, ...]) -> None:
    def said(line: str) -> str:
        output = io.BytesIO()
        UciSession(player_named("random"), io.BytesIO(f"{line}\n".encode()), output, *bench).run()
        return output.getvalue().decode()

    named = said("xyzzy").strip().rpartition(": ")[2].split(", ")
    assert named[-2:] == (["eval", "bench"] if bench else ["d", "eval"])
    assert [name for name in (*named, "bench") if "no such command" in said(name)] == ([] if bench else ["bench"])


class Cheat(Player):
    """A player whose move is illegal, or that fails."""

    name = "Cheat"

    def __init__(self, move: str) -> None:
        super().__init__()
        self.move = move

    def new_game(self) -> None:
        raise PlayerError("it cannot begin")

    def decide(self, request: MoveRequest) -> Decision:
        if not self.move:
            raise PlayerError("it cannot go on")
        return Decision(Move.from_uci(self.move))


def test_a_signal_while_the_thread_of_the_player_starts_leaves_no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    start, started = threading.Thread.start, []

    def start_and_signal(thread: threading.Thread) -> None:
        start(thread)
        started.append(thread)
        raise KeyboardInterrupt

    monkeypatch.setattr(threading.Thread, "start", start_and_signal)
    with pytest.raises(KeyboardInterrupt):
        UciSession(player_named("random"), io.BytesIO(), io.BytesIO()).run()
    started[0].join(10)
    assert not started[0].is_alive()


def test_a_player_that_cannot_continue_plays_the_first_legal_move_and_says_so() -> None:
    output = io.BytesIO()
    UciSession(Cheat(""), io.BytesIO(b"ucinewgame\ngo\nisready\nquit\n"), output).run()
    lines = output.getvalue().decode().splitlines()
    assert "info string it cannot begin" in lines
    assert "info string it cannot go on; the first legal move is played instead" in lines
    (best,) = [line for line in lines if line.startswith("bestmove")]
    assert chess.Move.from_uci(best.split()[1]) in chess.Board().legal_moves


def answers(player: Player, *commands: str, bench: Callable[[], Iterator[str]] | None = None) -> list[str]:
    """Returns all that a session answers to some commands."""
    output = io.BytesIO()
    UciSession(player, io.BytesIO("".join(f"{line}\n" for line in commands).encode()), output, bench).run()
    return output.getvalue().decode().splitlines()


@pytest.mark.parametrize("name", ["modern[UCI_Elo=400,Seed=1]", "modern[UCI_Elo=400,Seed=2]"])
def test_every_move_has_an_info_line_with_a_score(name: str) -> None:
    """The first moves are of openings that a level knows. Later, its few nodes may end before depth 1 is done."""
    board, scored = chess.Board(), set()
    with player_named(name) as player:
        for _ in range(16):
            moves = " ".join(map(str, board.move_stack))
            lines = answers(player, f"position startpos moves {moves}", "go depth 5", "isready")
            (best,) = [line.split()[1] for line in lines if line.startswith("bestmove")]
            last = infos(lines)[-1]
            assert last["pv"].split()[0] == best
            scored.add(last["depth"])
            board.push_uci(best)
    assert {"0", "1"} <= scored


@pytest.mark.parametrize(("name", "go"), [("random", "go"), ("diablo", "go nodes 1")])
def test_a_player_that_reports_nothing_has_an_info_line_too(name: str, go: str) -> None:
    """The random mover has no score, and Diablo none before its first depth: 0 stands for both."""
    with player_named(name) as player:
        lines = answers(player, "position startpos moves e2e4", go)
    (line,) = infos(lines)
    assert line["pv"].split()[0] == lines[-1].split()[1]
    assert (line["depth"], line["cp"]) == ("0", "0")


class Silent(Player):
    """A player that has a score, and reports nothing."""

    name = "Silent"

    def decide(self, request: MoveRequest) -> Decision:
        moves = request.game.position.legal_moves()
        return Decision(moves[0], Score(35), (moves[0],), 4, 123, 0.5)


def test_an_unreported_score_is_sent_with_the_move() -> None:
    (line,) = infos(answers(Silent(), "go"))
    assert [line[word] for word in ("depth", "cp", "nodes", "time")] == ["4", "35", "123", "500"]


class Timed(Player):
    """A player that allows for some milliseconds between its move and the clock, if it has the option."""

    name = "Timed"

    def __init__(self, overhead: str) -> None:
        super().__init__()
        self.settings = {"Move Overhead": overhead} if overhead else {}
        self.limits: list[Limits] = []

    def decide(self, request: MoveRequest) -> Decision:
        self.limits.append(request.limits)
        return Decision(request.game.position.legal_moves()[0])


@pytest.mark.parametrize(
    ("overhead", "milliseconds", "left"), [("20", 50, 30), ("20", 30, 15), ("0", 50, 50), ("", 50, 50)]
)
def test_the_move_overhead_is_taken_off_the_time_for_a_move_up_to_its_half(
    overhead: str, milliseconds: int, left: int
) -> None:
    player = Timed(overhead)
    answers(player, f"go movetime {milliseconds}", f"go wtime {milliseconds} btime {milliseconds}", "isready")
    for_move, on_clock = player.limits
    assert for_move.seconds == pytest.approx(left / 1000)
    assert on_clock.white == Clock(milliseconds / 1000)


def test_perft_counts_what_python_chess_counts() -> None:
    fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1"
    board, counts = chess.Board(fen), dict[str, int]()
    for move in board.legal_moves:
        board.push(move)
        counts[str(move)] = board.legal_moves.count()
        board.pop()
    lines = answers(player_named("random"), f"position fen {fen}", "go perft 2")
    assert dict(line.split(": ") for line in lines[:-3]) == {move: str(count) for move, count in counts.items()}
    assert lines[-3:] == ["", f"Nodes searched: {sum(counts.values())}", ""]


def test_a_stop_ends_a_count_and_a_benchmark() -> None:
    def bench() -> Iterator[str]:
        while True:
            time.sleep(0.001)
            yield "and so on"

    for command in ("go perft 9", "bench"):
        (their_input, to_engine), output = os.pipe(), io.BytesIO()
        with open(their_input, "rb") as commands, open(to_engine, "wb", buffering=0) as gui:
            session = threading.Thread(target=UciSession(player_named("random"), commands, output, bench).run)
            session.start()
            gui.write(f"{command}\n".encode())
            time.sleep(0.05)
            gui.write(b"stop\nisready\nquit\n")
            session.join(TIMEOUT)
        assert b"readyok" in output.getvalue()
        assert b"Nodes searched" not in output.getvalue()
        assert output.getvalue().count(b"info string stopped before the end\n") == 1


@pytest.mark.parametrize("last", ["go depth 1", "quit"])
def test_a_count_and_a_benchmark_are_answered_in_full_before_the_next_command(last: str) -> None:
    lines = answers(player_named("random"), "go perft 3", "bench", last, bench=lambda: iter(["1 nodes 1 nps"]))
    assert lines[21:24] == ["Nodes searched: 8902", "", "1 nodes 1 nps"]
    assert [line.partition(" ")[0] for line in lines[24:]] == (["info", "bestmove"] if last != "quit" else [])


def test_bench_says_that_it_takes_no_argument() -> None:
    lines = answers(player_named("random"), "bench 16 1 13", bench=lambda: iter(["1 nodes 1 nps"]))
    assert lines == ["info string bench: expected no argument, not '16'; it is the same each time", "1 nodes 1 nps"]


def test_eval_ends_with_the_score_for_white_and_says_so_of_a_player_without_one() -> None:
    position = "position startpos moves e2e4 d7d5 e4d5"
    for name, sign in (("modern", "+"), ("historic", "+"), ("random", "none")):
        last = answers(player_named(name), position, "eval")[-2]
        assert last.startswith(f"Final evaluation {sign}")


@pytest.mark.parametrize(
    "command", ["go", "position", "position startpos moves", "setoption", "x", "go searchmoves e2e4"]
)
def test_a_line_of_a_megabyte_gets_one_answer(command: str) -> None:
    line = command + " x" * ((1 << 20) // 2 - len(command))
    lines = answers(player_named("random"), line)
    assert sum(not line.startswith(("bestmove", "info depth")) for line in lines) == 1
    assert max(map(len, lines)) < 1000


def test_an_illegal_choice_ends_the_session_without_a_move() -> None:
    output = io.BytesIO()
    with pytest.raises(IllegalAnswer, match=r"^Cheat chose e2e5; expected a legal move in rnbq"):
        UciSession(Cheat("e2e5"), io.BytesIO(b"go\ngo\nisready\nquit\n"), output).run()
    assert b"bestmove" not in output.getvalue()


class Pupil(Player):
    """A player of a class."""

    name = "Pupil"

    def __init__(self, choice: Callable[[], Any]) -> None:
        super().__init__()
        self.choice = choice

    def decide(self, request: MoveRequest) -> Decision:
        return Decision(self.choice())


@pytest.mark.parametrize(
    ("choice", "error", "message"),
    [
        (lambda: reqest, NameError, "name 'reqest' is not defined"),  # type: ignore[name-defined]  # noqa: F821
        (lambda: None, IllegalAnswer, "Pupil chose None; expected a legal move in rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/"),
        (lambda: "e2e4", IllegalAnswer, "Pupil chose 'e2e4', which is not a Move; expected a legal move in rnbq"),
        (lambda: sys.exit("tired"), SystemExit, "tired"),
    ],
)
def test_a_mistake_of_a_pupil_ends_the_session_without_a_move(
    choice: Callable[[], Any], error: type[BaseException], message: str
) -> None:
    output = io.BytesIO()
    with pytest.raises(error, match=f"^{message}"):
        UciSession(Pupil(choice), io.BytesIO(b"go\ngo\nisready\nquit\n"), output).run()
    assert b"bestmove" not in output.getvalue()


#: The program that a class writes.
PROGRAM = """
import sys
from modern.players import Decision, Player
from modern.uci import UciSession

class Pupil(Player):
    name = "Pupil"
    def decide(self, request):
        return Decision({})

UciSession(Pupil(), sys.stdin.buffer, sys.stdout.buffer).run()
"""


@pytest.mark.posix
@pytest.mark.parametrize(
    ("choice", "stderr", "error"),
    [
        ("reqest", "2>&1", "NameError: name 'reqest' is not defined. Did you mean: 'request'?\n"),
        ("None", "2>&1", "Pupil chose None; expected a legal move in rnbqkbnr"),
        ("None", "2>&-", ""),
        ("None", "2>/dev/full", ""),
    ],
)
def test_a_mistake_ends_the_program_at_once_also_if_nobody_can_read_it(choice: str, stderr: str, error: str) -> None:
    """The program ends although its input stays open: it need not wait for another command."""
    shell = f"exec '{sys.executable}' -c \"$0\" {stderr}"
    with subprocess.Popen(
        ["sh", "-c", shell, PROGRAM.replace("{}", choice)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as program:
        assert program.stdin
        assert program.stdout
        program.stdin.write("go\n")
        program.stdin.flush()
        assert program.wait(TIMEOUT) == 1
        printed = program.stdout.readlines()
        assert "".join(printed[-1:]).startswith(error)
        assert bool(printed) == bool(error)


def test_options_are_set_in_the_order_of_the_commands(modern: Gui) -> None:
    modern.send("go infinite", "setoption name MultiPV value 2", "isready")
    modern.until("readyok")
    modern.answer("stop")
    found = infos(modern.answer("go depth 1"))
    assert {info["multipv"] for info in found} == {"1", "2"}


@pytest.mark.parametrize("last", [["quit now"], []])
def test_at_the_end_of_the_input_it_sends_its_move(either: Gui, last: list[str]) -> None:
    either.send("position startpos", "go infinite", *last)
    either.to_engine.close()
    assert sum(line.startswith("bestmove") for line in either.rest()) == 1


@pytest.mark.posix
def test_ctrl_c_ends_it_without_a_traceback() -> None:
    process = subprocess.Popen(
        [GOSUB, "uci"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=default_signals,
    )
    assert process.stdin
    assert process.stdout
    gui = Gui(process.stdin, process.stdout)
    gui.send("position startpos", "go infinite", "isready")
    gui.until("readyok")
    process.send_signal(signal.SIGINT)
    assert process.wait(TIMEOUT) == 130
    assert any(line.startswith("bestmove") for line in gui.rest())
    process.communicate()


def test_it_exits_if_its_output_is_closed() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    process = subprocess.Popen([GOSUB, "uci"], stdin=subprocess.PIPE, stdout=writing, stderr=subprocess.PIPE)
    os.close(writing)
    assert process.stdin is not None
    assert process.stderr is not None
    with suppress(OSError):  # EPIPE, or EINVAL on Windows: it exits at the line after the one that it could not answer
        while process.poll() is None:
            process.stdin.write(b"go infinite\nisready\n")
            process.stdin.flush()
            time.sleep(0.01)
    assert process.wait(TIMEOUT) == 1
    assert process.stderr.read() == b""
    process.stderr.close()
    with suppress(BrokenPipeError):
        process.stdin.close()


def test_an_unknown_player_is_refused() -> None:
    refused(run_here("uci", "--player", "nobody"), "--player .. 'nobody' .. modern", 2)


@pytest.mark.parametrize(
    ("words", "limit", "plies"),
    [
        ([], chess.engine.Limit(white_clock=1, black_clock=1, white_inc=0.01, black_inc=0.01), 30),
        (["--player", "historic"], chess.engine.Limit(white_clock=60, black_clock=60), 12),
    ],
)
def test_python_chess_plays_against_it(words: list[str], limit: chess.engine.Limit, plies: int) -> None:
    with chess.engine.SimpleEngine.popen_uci([GOSUB, "uci", *words], timeout=TIMEOUT) as engine:
        board = chess.Board()
        for _ in range(plies):
            played = engine.play(board, limit, info=chess.engine.INFO_ALL)
            assert played.move is not None
            board.push(played.move)
            if board.is_game_over():
                break
        analysed = engine.analyse(board, chess.engine.Limit(depth=2), multipv=2)
        assert [info["multipv"] for info in analysed] == [1, 2]
