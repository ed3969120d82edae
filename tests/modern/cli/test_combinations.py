"""What cannot be combined on a command line: each rule that a man page gives its reader, typed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from scenarios import Gosub

from modern.cli.combinations import RULES

#: What is typed after an option, if it is not 1; FILE is a file that is there, and None stands for no value.
VALUES = {
    **dict.fromkeys(("--ask", "--c", "--diagram", "--large", "--mutate", "--self", "--step", "--with-text"), None),
    **dict.fromkeys(("--from", "--shape", "--states"), "FILE"),
    **dict.fromkeys(("--alpha", "--beta"), "0.1"),
    "--elo": "1500",
    "--kind": "moves",
    "--player": "huo",
    "--reading": "printed",
    "--side": "white",
    "--think": "white",
}
#: What else is typed, where a command needs it, and the group that a command is in.
ARGUMENTS = {"match": ["modern"], "prove": ["FILE"], "tournament": ["modern", "huo"]}
GROUPS = {"tactics": ["bench"]}


def broken_rules() -> Iterator[tuple[str, list[str]]]:
    """Yields a command and options that break one of the rules of its man page."""
    for path in sorted((Path(__file__).parents[3] / "docs" / "man").glob("*.1")):
        command = path.stem.rpartition("-")[2]
        _, _, section = path.read_text(encoding="utf-8").partition(".SH COMBINATIONS\n")
        for rule in section.partition("\n.SH")[0].replace("\\-", "-").split("\n.PP\n") if section else ():
            option, *others = re.findall(r"\\fB(.+?)\\fR", rule.partition(": ")[0])
            if " cannot be combined with " in rule:
                yield from ((command, [option, other]) for other in others)
            else:
                assert " needs " in rule
                yield command, [option]


def test_the_man_pages_have_every_rule_of_every_command() -> None:
    told = {(command, option) for command, (option, *_) in broken_rules()}
    assert told == {(command, rule.option) for command, rules in RULES.items() for rule in rules}


def typed(command: str, options: list[str]) -> list[str]:
    """Returns the words of a command line with these options or arguments."""
    words = [*GROUPS.get(command, []), command, *ARGUMENTS.get(command, [])]
    for option in options:
        if not option.startswith("--"):
            words.append({"B": "novice", "REPORT.txt": "FILE"}[option])
        elif VALUES.get(option, "1") is None:
            words.append(option)
        else:
            words += [option, VALUES.get(option, "1") or ""]
    return words


@pytest.mark.parametrize(("command", "options"), list(broken_rules()))
def test_a_broken_rule_is_refused_in_one_line_that_names_the_options(
    command: str, options: list[str], gosub: Gosub, tmp_path: Path
) -> None:
    (tmp_path / "FILE").write_text("A text.\n", encoding="utf-8")
    result = gosub(*typed(command, options), cwd=tmp_path)
    assert (result.returncode, result.stdout) == (2, "")
    assert len(result.stderr.splitlines()) == 1
    assert [option for option in options if option not in result.stderr] == []
    assert [path.name for path in tmp_path.iterdir()] == ["FILE"]


@pytest.mark.parametrize(
    "words",
    [
        "picture startpos --arrows e2e4 --svg -",
        "replay --self --plies 1",
        "agree --fen startpos --moves e4 --kind moves",
    ],
)
def test_what_a_rule_allows_is_done(words: str, gosub: Gosub) -> None:
    result = gosub(*words.split())
    assert (result.returncode, result.stderr) == (0, "")


def test_a_refusal_says_what_cannot_be_combined_or_is_needed_and_why(gosub: Gosub) -> None:
    lines = [
        ("think --states - --side white", "--side cannot be combined with --states: each line has its own side"),
        ("replay --plies 5", "--plies needs --self: the record always has 23 plies"),
        ("readings --mutate --picture p", "--picture needs REPORT.txt and --mutate, or --shape"),
    ]
    for words, message in lines:
        assert gosub(*words.split()).stderr == f"gosub: {message}\n"
