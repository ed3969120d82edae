"""`gosub` itself, and `gosub bench`."""

from __future__ import annotations

import importlib
import json
import os
import platform
import re
import subprocess
import sys
import time
from importlib.metadata import version
from importlib.util import LazyLoader
from pathlib import Path
from typing import Final

import pytest
from click.testing import CliRunner
from perft_counts import STARTPOS
from refusals import refused
from scenarios import Gosub

from modern.bench.rates import BenchError, Comparison, Workload
from modern.bench.rules import POSITIONS, stockfish_perft
from modern.build import build_mode, how_to_compile
from modern.cli import COMMANDS
from modern.cli.bench import bench
from modern.cli.lazy import lazily
from modern.cli.shell import with_joined_fens
from modern.output_files import held
from modern.players import PLAYERS


def test_help_names_every_command(gosub: Gosub) -> None:
    result = gosub("--help")
    assert result.returncode == 0
    for command in COMMANDS:
        assert f"  {command} " in result.stdout
    assert gosub("replay", "--help").returncode == 0


@pytest.mark.parametrize(
    "words",
    [
        "play --white human --black human --pgn FILE",
        "play --resume GAME",
        "book import FILE GAME",
        "book edit FILE",
        "match random random --games 2 --depth 1 --pgn FILE",
        "tournament random modern --games 2 --depth 1 --pgn FILE",
    ],
)
def test_a_file_that_another_command_works_on_is_refused_and_left_as_it_is(
    words: str, gosub: Gosub, tmp_path: Path
) -> None:
    game, file = tmp_path / "game.pgn", tmp_path / "held"
    gosub("play", "--white", "human", "--black", "human", "--pgn", str(game), given="e4\n")
    before = game.read_text()
    with held(game, "gosub play"), held(file, "gosub play"):
        named = {"FILE": str(file), "GAME": str(game)}
        result = gosub(*[named.get(word, word) for word in words.split()], given="e5\n")
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr.endswith(f" is in use by gosub play, process {os.getpid()}\n")
    assert (game.read_text(), file.exists()) == (before, False)


#: The name of a file that a terminal would obey: a colour, a new line, and the direction of text.
ROGUE: Final = "a\x1b[31m\n\u202eb"
#: Commands with files of that name: F.pgn, F.epd and so on are there, and FX is not.
NAMING: Final = (
    "agree --from F.epd --positions 5",
    "agree --json FX/y --positions 5",
    "agree --resume F.pgn --positions 5",
    "analyse F.epd",
    "analyse F.pgn --depth 1 --player FX",
    "analyse FX",
    "basic F.bas",
    "basic FX",
    "bench tactics --suite FX",
    "book edit F.bin",
    "book export F.bin FX",
    "book import F.bin F.pgn",
    "book list F.bin",
    "book show FX",
    "match random random --games 2 --depth 1 --openings F.epd",
    "match random random --games 2 --depth 1 --pgn FX/y",
    "match random random --games 2 --depth 1 --resume F.pgn",
    "match uci:FX random --games 2 --depth 1",
    "page F.pgn --analyse 0 --html FX/y.html",
    "page FX",
    "perft 1 FX",
    "picture FX",
    "play --from F.pgn --white human --black human",
    "play --pgn F.new --white human --black human",
    "play --resume F.pgn",
    "players FX",
    "prove FX",
    "readings FX",
    "replay --pgn FX/z",
    "restore F.bas",
    "run --states FX",
    "serve --store F.pgn",
    "think --states F.epd",
    "uci FX",
)


@pytest.mark.posix
@pytest.mark.slow
@pytest.mark.parametrize("words", NAMING)
def test_no_control_character_of_a_name_reaches_the_terminal(words: str, gosub: Gosub, tmp_path: Path) -> None:
    base = str(tmp_path / ROGUE)
    Path(f"{base}.pgn").write_text('[White "a"]\n\n1. e4 e5 *\n', encoding="utf-8")
    Path(f"{base}.epd").write_text("junk\n8/8/8/8/8/8/8/8 w - - bm Qd1;\n", encoding="utf-8")
    Path(f"{base}.bas").write_text("PRINT 1\nFOO BAR BAZ(\n", encoding="utf-8")
    Path(f"{base}.bin").write_text("nonsense", encoding="utf-8")
    named = [re.sub("FX|F(?=[.])", lambda place: base + place[0][1:], word) for word in words.split()]
    result = gosub(*named, given="e4\n")
    said = result.stdout + result.stderr
    assert "\x1b" not in said
    assert "\u202e" not in said
    assert "Traceback" not in said


@pytest.mark.parametrize("words", ["", "perft", "book edit"])
def test_help_is_also_a_word_before_the_command(words: str, gosub: Gosub) -> None:
    result = gosub("help", *words.split())
    assert result.returncode == 0
    assert result.stdout == gosub(*words.split(), "--help").stdout != ""


def test_gosub_alone_says_what_to_begin_with(gosub: Gosub) -> None:
    assert "To begin, type `gosub play`" in gosub().stdout


@pytest.mark.parametrize(
    ("words", "code"),
    [(["--help"], 0), (["think", "--fen", "nonsense"], 2)],
)
def test_the_installed_command_answers_and_exits_like_the_command_in_this_process(
    words: list[str], code: int, gosub: Gosub, installed_gosub: Gosub
) -> None:
    installed = installed_gosub(*words)
    assert installed.returncode == code
    assert (installed.stdout, installed.stderr) == (gosub(*words).stdout, gosub(*words).stderr)


def test_version_prints_version_build_and_python(installed_gosub: Gosub) -> None:
    result = installed_gosub("--version")
    assert result.returncode == 0
    first = f"gosub-chess {version('gosub-chess')}, {build_mode()}, CPython {platform.python_version()}"
    assert result.stdout.splitlines() == [first, *filter(None, [how_to_compile()])]


FEN = "r3k3/8/8/8/8/8/8/K6Q w - - 0 1"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("repaly", "no such command 'repaly'; did you mean replay?"),
        ("Replay", "no such command 'Replay'; did you mean replay?"),
        ("nonsense", "no such command 'nonsense'; `gosub --help` lists them"),
        ("why", "no such command 'why'; type why during a game, which `gosub play` starts"),
        ("bench tactic", "no such command 'tactic'; did you mean tactics?"),
        ("bench nonsense", "no such command 'nonsense'; `gosub bench --help` lists them"),
        ("--versoin", "no such option '--versoin'; did you mean --version?"),
        ("bench rules --rnus 3", "no such option '--rnus'; did you mean --runs?"),
        ("--nonsense", "no such option '--nonsense'; `gosub --help` lists them"),
        ("analyse --fen startpos", "no such option '--fen'; type the position without it"),
        ("run HAMURABI.BAS", "'HAMURABI.BAS' was not expected; gosub basic runs a listing"),
        ("think startpos", "'startpos' was not expected; a position is the value of --fen"),
        ("play GAME.pgn:3", "'GAME.pgn:3' was not expected; a position is the value of --fen"),
        (
            "think 8/8/8/8/8/5k2/R7/7K w - - 0 1",
            "'8/8/8/8/8/5k2/R7/7K w - - 0 1' was not expected; a position is the value of --fen",
        ),
        ("uci -x", "no such option '-x'; `gosub uci --help` lists them"),
    ],
)
def test_a_mistyped_command_or_option_gets_one_line_with_a_suggestion(words: str, message: str, gosub: Gosub) -> None:
    result = gosub(*words.split())
    assert (result.returncode, result.stdout, result.stderr) == (2, "", f"gosub: {message}\n")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_suggests_its_help_for_an_unknown_option(command: str, gosub: Gosub) -> None:
    result = gosub(command, "--zzzzz")
    message = f"gosub: no such option '--zzzzz'; `gosub {command} --help` lists them\n"
    assert (result.returncode, result.stdout, result.stderr) == (2, "", message)


@pytest.mark.parametrize(
    "words",
    [
        "think --side white --fen=FEN",
        "perft --fen FEN 1",
        "picture FEN --svg -",
    ],
)
def test_a_fen_needs_no_quotes(words: str, gosub: Gosub) -> None:
    split = gosub(*words.replace("FEN", FEN).split())
    assert (split.returncode, split.stderr) == (0, "")
    joined = gosub(*(word.replace("FEN", FEN) for word in words.split()))
    assert without_figures(split.stdout) == without_figures(joined.stdout)


def without_figures(text: str) -> str:
    """Returns a text without what depends on the speed of the machine."""
    return re.sub(r"[\d,.]+ s\b.*", "", text)


@pytest.mark.parametrize(
    ("arguments", "joined"),
    [
        (["8/8/8/8/8/8/8/8", "w"], ["8/8/8/8/8/8/8/8 w"]),
        (["think", "8/8/8/8/8/8/8/8", "b", "KQkq", "e3", "--side"], ["think", "8/8/8/8/8/8/8/8 b KQkq e3", "--side"]),
        (["--fen", "8/8/8/8/8/8/8", "w", "-", "-", "3"], ["--fen", "8/8/8/8/8/8/8 w - -", "3"]),
        (["8/8/8/8/8/8/8/8", "w", "-", "-", "0", "1", "3"], ["8/8/8/8/8/8/8/8 w - - 0 1", "3"]),
        (["--fen=8/8/8/8/8/8/8/8", "w", "-", "-"], ["--fen=8/8/8/8/8/8/8/8 w - -"]),
        (["--fen", "8/8/8/8/8/8/8/8 w - - 0 1", "w"], ["--fen", "8/8/8/8/8/8/8/8 w - - 0 1", "w"]),
        (["match", "modern", "historic"], ["match", "modern", "historic"]),
        ([], []),
    ],
)
def test_the_arguments_of_a_fen_without_quotes_are_joined(arguments: list[str], joined: list[str]) -> None:
    assert with_joined_fens(arguments) == joined


def test_help_imports_neither_the_program_nor_rich_nor_chess() -> None:
    """`gosub --help` must start at once."""
    code = (
        "import sys; from modern.cli import gosub; gosub.main(['--help'], standalone_mode=False); print(*sys.modules)"
    )
    result = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True)
    assert not {"historic.program", "modern.rules", "rich", "chess"} & set(result.stdout.splitlines()[-1].split())


@pytest.mark.posix
def test_a_reader_that_closes_the_pipe_early_causes_no_message(gosub_path: str) -> None:
    command = f"{gosub_path} think --fen '4k3/8/8/8/8/8/8/4K3 w - - 0 1' | head -1"
    result = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert result.stderr == ""


@pytest.mark.posix
def test_a_full_disk_gets_a_one_line_message(gosub_path: str) -> None:
    for words in ("--version", "think --fen '4k3/8/8/8/8/8/8/4K3 w - - 0 1'"):
        command = f"{gosub_path} {words} > /dev/full"
        result = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
        assert result.returncode == 1
        assert result.stderr == "gosub: standard input or output: No space left on device\n"


def test_a_reader_that_is_gone_before_the_first_line_causes_no_message(gosub_path: str) -> None:
    for words in ("", "--version"):
        reading, writing = os.pipe()
        os.close(reading)
        result = subprocess.run([gosub_path, *words.split()], stdout=writing, stderr=subprocess.PIPE, check=False)
        os.close(writing)
        assert (result.returncode, result.stderr) == (1, b"")


@pytest.mark.posix
def test_a_command_runs_without_standard_error(gosub_path: str) -> None:
    command = f"{gosub_path} replay --self --plies 1 2>&-"
    result = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert result.returncode == 0
    assert "ended after 1 ply" in result.stdout


def comparison(ours: Workload, peers: Workload, amount: int = 1) -> Comparison:
    """Returns a comparison of two contenders that do the same work."""
    return Comparison("plies", amount, "peer", {"ours": ours, "peer": peers})


@pytest.mark.parametrize(
    ("done", "message"),
    [(0, "no comparison has been measured"), (1, "the median of 1 run of each, in turn")],
)
def test_an_interrupted_bench_prints_the_rates_so_far_and_replaces_no_file(
    done: int, message: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "rates").write_text("earlier rates")
    remaining = [1] * 2 * done

    def work() -> int:
        if not remaining:
            raise KeyboardInterrupt
        return remaining.pop()

    monkeypatch.setattr("modern.bench.historic.comparisons", lambda: [comparison(work, work)])
    result = CliRunner().invoke(bench, ["historic", "--json", str(tmp_path / "rates")])
    assert result.exit_code == 130
    assert result.stdout.splitlines()[-1] == f"interrupted: {message}"
    assert (tmp_path / "rates").read_text() == "earlier rates"


def test_a_bench_checks_that_its_file_can_be_written_before_it_measures(gosub: Gosub) -> None:
    refused(gosub("bench", "historic", "--json", "/nowhere/rates"), f"there is no folder {Path('/nowhere')}", 1)


@pytest.mark.slow
@pytest.mark.parametrize("which", ["historic", "rules"])
def test_a_bench_prints_rates_next_to_a_named_peer(which: str, gosub: Gosub) -> None:
    result = gosub("bench", which, "--runs", "1", "--json", "-")
    assert result.returncode == 0
    rates = json.loads(result.stdout)
    assert all(list(rate) == ["what", "who", "per_second", "ratio"] for rate in rates)
    workloads = list(dict.fromkeys(rate["what"] for rate in rates))
    assert len(workloads) == 2
    for what in workloads:
        ours, peer = [rate for rate in rates if rate["what"] == what][:2]
        assert ours["who"].split(", ") == ["historic" if which == "historic" else "modern.rules", build_mode()]
        assert peer["who"].startswith("python-chess")
        assert peer["ratio"] == 1
        assert ours["ratio"] == pytest.approx(ours["per_second"] / peer["per_second"])
    assert "the median of 1 run of each, in turn" in result.stderr


@pytest.fixture
def _one_ply_less(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes `gosub bench rules` count one ply less deep, for tests of which contenders it measures."""
    positions = [(name, fen, depth - 1, counts) for name, fen, depth, counts in POSITIONS]
    monkeypatch.setattr("modern.bench.rules.POSITIONS", positions)


def program_on_the_path(folder: Path, name: str, code: str) -> str:
    """Writes a Python program called `name`, and returns a PATH that begins with its folder."""
    program = folder / name
    program.write_text(f"#!{sys.executable}\n{code}")
    program.chmod(0o755)
    return f"{folder}{os.pathsep}{os.environ['PATH']}"


@pytest.mark.posix  # the program is a script that is executable
@pytest.mark.usefixtures("_one_ply_less")
def test_a_stockfish_on_the_path_is_measured_too(tmp_path: Path, gosub: Gosub, monkeypatch: pytest.MonkeyPatch) -> None:
    """The stand-in knows two perft counts for each build."""
    code = """
import sys
counts = {("r3", "2"): 2039, ("r3", "3"): 97862, ("rn", "3"): 8902, ("rn", "4"): 197281}
for line in sys.stdin:
    if line.startswith("position fen "):
        at = line.split()[2][:2]
    if line.startswith("go perft "):
        print("a2a3: 1", "", f"Nodes searched: {counts[at, line.split()[2]]}", "", sep="\\n", flush=True)
"""
    monkeypatch.setenv("PATH", program_on_the_path(tmp_path, "stockfish", code))
    rates = json.loads(gosub("bench", "rules", "--runs", "1", "--json", "-").stdout)
    assert [rate["who"] for rate in rates].count("stockfish, go perft") == 2


BROKEN_STOCKFISH = {
    "it exits": "raise SystemExit",
    "its count is wrong": "input(); print('Nodes searched: 7', flush=True); input()",
    "its count is not a number": "input(); print('Nodes searched: x', flush=True); input()",
    "it prints bytes that are not text": "input(); import sys; sys.stdout.buffer.write(bytes([255, 10]))",
}


@pytest.mark.posix  # the program is a script that is executable
@pytest.mark.usefixtures("_one_ply_less")
@pytest.mark.parametrize("fault", BROKEN_STOCKFISH)
def test_a_stockfish_without_a_count_gets_one_line_and_the_other_rates_are_printed(
    fault: str, tmp_path: Path, gosub: Gosub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", program_on_the_path(tmp_path, "stockfish", BROKEN_STOCKFISH[fault]))
    result = gosub("bench", "rules", "--runs", "1")
    assert result.returncode == 1
    assert len(result.stderr.splitlines()) == 1
    assert "stockfish" in result.stderr
    assert "python-chess" in result.stdout
    assert "not all contenders have run" in result.stderr


@pytest.mark.posix  # the program is a script that is executable
def test_a_stockfish_that_cannot_be_run_gets_a_one_line_message(
    tmp_path: Path, gosub: Gosub, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = program_on_the_path(tmp_path, "stockfish", "")
    (tmp_path / "stockfish").write_text("#!/nowhere/interpreter\n")
    monkeypatch.setenv("PATH", path)
    said = f"the stockfish on the PATH, {tmp_path}/stockfish, cannot be run: "
    result = gosub("bench", "rules", "--runs", "1", "--json", "-")
    refused(result, said, 1)
    assert not result.stdout
    assert "measured" not in result.stderr


@pytest.mark.posix  # the program is a script that is executable
def test_a_silent_stockfish_is_killed_after_a_timeout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """This one has started another program, which holds its output open."""
    program_on_the_path(tmp_path, "stockfish", "import subprocess; subprocess.run(['sleep', '1000'])")
    monkeypatch.setattr("modern.bench.rules.TIMEOUT", 0.5)
    start = time.monotonic()
    with stockfish_perft(str(tmp_path / "stockfish")) as perft, pytest.raises(BenchError, match="gave no count"):
        perft(STARTPOS, 3)
    assert time.monotonic() - start < 20


@pytest.mark.parametrize(
    ("typed", "completions"),
    [
        ("gosub pla", {"play", "players"}),
        ("gosub play --white ", {"human", *PLAYERS}),
        ("gosub match hist", {name for name in PLAYERS if name.startswith("hist")}),
        ("gosub match historic[R", {"historic[Reading="}),
        ("gosub match historic[Reading=", {"historic[Reading=printed]", "historic[Reading=recorded]"}),
        ("gosub uci --player modern[Hash=1,UCI_", {"modern[Hash=1,UCI_LimitStrength=", "modern[Hash=1,UCI_Elo="}),
        ("gosub uci --player m", {"modern"}),
        ("gosub replay --re", {"--reading"}),
        ("gosub picture t", {"title", "file,t"}),
        ("gosub agree --show castles-un", {"castles-untested"}),
        ("gosub repaly --re", {""}),  # no such command, and no message in the line that is typed
    ],
)
def test_a_shell_completes_commands_options_and_players(
    typed: str, completions: set[str], gosub: Gosub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("_GOSUB_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", typed)
    monkeypatch.setenv("COMP_CWORD", str(typed.count(" ")))
    assert {line.removeprefix("plain,") for line in gosub().stdout.splitlines()} == completions


@pytest.mark.parametrize(
    "name", ["asyncio", "historic.machine.display", "modern.cli.names", "rich.table", "webbrowser"]
)
def test_what_only_a_command_needs_is_loaded_when_it_is_used(name: str) -> None:
    parent = name.rpartition(".")[0]
    with lazily():
        finder = sys.meta_path[0]
        found = finder.find_spec(name, importlib.import_module(parent).__path__ if parent else None)
        assert found
        assert isinstance(found.loader, LazyLoader)
        assert finder.find_spec("json", None) is None  # Python's own finders load it at once
    assert finder not in sys.meta_path
