"""The workflows, recipes and settings of other programs name commands, extras and files that exist."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from modern.cli import COMMANDS

TOP: Final = Path(__file__).parents[1]
PROJECT: Final = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))
WORKFLOWS: Final = {path.name: path for path in (TOP / ".github" / "workflows").iterdir()}
YAML: Final = sorted([TOP / "CITATION.cff", *TOP.glob(".github/**/*.yml"), *TOP.glob("packaging/**/*.y*ml")])
#: The first words of the commands of workflows that are not files of the repository: those of the machine, and those
#: that the extras and the steps before have installed.
PROGRAMS: Final = {
    "apt-get",
    "cibuildwheel",
    "echo",
    "gh",
    "git",
    "grep",
    "mkdocs",
    "pip",
    "pytest",
    "python",
    "rm",
    "twine",
    "uv",
}


def parsed(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def steps_of(workflow: Any) -> Iterator[dict[str, Any]]:
    for job in workflow["jobs"].values():
        yield from job.get("steps", ())


def commands_of(workflow: Any) -> Iterator[list[str]]:
    """Yields the words of each command of a workflow, without the variables that it sets."""
    for step in steps_of(workflow):
        for line in re.split(r"\n|&&|\|", step.get("run", "")):
            words = line.split()
            while words and re.match(r"\w+=", words[0]):
                del words[0]
            if words:
                yield words


@pytest.mark.parametrize("path", YAML, ids=lambda path: path.relative_to(TOP).as_posix())
def test_each_file_of_yaml_can_be_parsed(path: Path) -> None:
    assert isinstance(parsed(path), dict)


@pytest.mark.parametrize("name", WORKFLOWS)
def test_a_workflow_names_commands_files_and_extras_that_exist(name: str) -> None:
    workflow = parsed(WORKFLOWS[name])
    for words in commands_of(workflow):
        for word in words:
            if word.startswith((".ci/", ".github/")):
                assert (TOP / word).is_file(), word
        program = words[0].removeprefix("venv/bin/")
        assert program in PROGRAMS or program == "gosub" or program.startswith(".ci/"), words
        if program == "gosub":
            assert words[1].startswith("--") or words[1] in COMMANDS
        for extra in re.findall(r"\.\[(\w+)\]", " ".join(words)):
            assert extra in PROJECT["project"]["optional-dependencies"]
    for job in workflow["jobs"].values():
        called = job.get("uses")
        assert called is None or (TOP / called).is_file()


@pytest.mark.parametrize("name", WORKFLOWS)
def test_a_workflow_may_only_read_unless_a_job_says_so(name: str) -> None:
    assert parsed(WORKFLOWS[name])["permissions"] == {"contents": "read"}


@pytest.mark.parametrize("name", WORKFLOWS)
def test_the_actions_of_others_are_named_with_their_version(name: str) -> None:
    for step in steps_of(parsed(WORKFLOWS[name])):
        used = step.get("uses", "docker://image:1.0")
        assert re.fullmatch(r"[\w./-]+@(v\d+|release/v\d+)|docker://[\w./-]+:\d[\d.]+", used)


def test_the_fast_tests_run_on_each_python_that_wheels_are_built_for_and_on_the_oldest_allowed() -> None:
    tested = parsed(WORKFLOWS["ci.yml"])["jobs"]["fast"]["strategy"]["matrix"]["python"]
    built = [f"3.{minor}" for minor in re.findall(r"cp3(\d+)-", " ".join(PROJECT["tool"]["cibuildwheel"]["build"]))]
    assert tested == built
    assert PROJECT["project"]["requires-python"] == f">={built[0]}"


def test_each_kind_of_system_has_its_wheels() -> None:
    systems = parsed(WORKFLOWS["wheels.yml"])["jobs"]["compiled"]["strategy"]["matrix"]["system"]
    assert {system.partition("-")[0] for system in systems} == {"ubuntu", "macos", "windows"}


def test_the_container_copies_files_that_exist_and_starts_a_command_that_exists() -> None:
    text = (TOP / "packaging" / "Containerfile").read_text(encoding="utf-8")
    for copied in re.findall(r"^COPY (?!--)(.*) \S+$", text, re.M):
        for name in copied.split():
            assert (TOP / name).exists(), name
    (command,) = re.findall(r"^CMD (.*)$", text, re.M)
    program, name, *_ = json.loads(command)
    assert program == "gosub"
    assert name in COMMANDS


def test_the_citation_has_the_licence_of_the_project_and_the_title_of_the_report() -> None:
    citation = parsed(TOP / "CITATION.cff")
    assert citation["license"] == PROJECT["project"]["license"]
    (report,) = citation["references"]
    assert report["title"] in (TOP / "docs" / "program" / "report.md").read_text(encoding="utf-8")


def test_the_changelog_dates_each_version_and_the_latest_is_that_of_the_project() -> None:
    text = (TOP / "CHANGELOG.md").read_text(encoding="utf-8")
    first, *headings = re.findall(r"^## .*$", text, re.M)
    assert first == "## Unreleased"
    dated = [re.fullmatch(r"## (\d+\.\d+\.\d+) - \d{4}-\d\d-\d\d", heading) for heading in headings]
    versions = [match[1] for match in dated if match]
    assert (len(versions), versions[0]) == (len(dated), PROJECT["project"]["version"])
    assert "](../" not in text  # nor does a link depend on the host of the repository


def test_other_packagers_have_the_version_of_the_project() -> None:
    version = PROJECT["project"]["version"]
    assert parsed(TOP / "packaging" / "conda-forge" / "recipe.yaml")["context"]["version"] == version
    (latest, *_) = (TOP / "packaging" / "debian" / "changelog").read_text(encoding="utf-8").splitlines()
    assert latest.startswith(f"gosub-chess ({version}")


def test_the_files_that_the_ci_script_names_exist() -> None:
    named = set(
        re.findall(
            r"(?<![\w/$}'])(?:benchmarks|docs|\.ci|modern|tests)/[\w./-]+\.(?:py|cjs|json|txt)",
            (TOP / ".ci" / "run").read_text(encoding="utf-8"),
        )
    )
    assert "docs/making/play_site.py" in named
    assert [name for name in named if not (TOP / name).exists()] == []
