"""Campaigns give the same counts with every executor, and after every interruption."""

from __future__ import annotations

import json
import math
import re
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import pytest

from modern.agreement.campaign import DECIDING_CODE, Campaign, CampaignPlan
from modern.agreement.classes import classes_of
from modern.agreement.comparison import compare_chunk
from modern.agreement.complete import position_count
from modern.agreement.differences import (
    ALL_KINDS,
    DEFAULT_KINDS,
    UNEXPLAINED,
    Finding,
)
from modern.agreement.pair import PositionPair, pair_at
from modern.agreement.sources import Chunk, Listener, digest, random_chunks, unheard
from modern.agreement.tally import LARGEST, KindTally, Tally
from modern.build import build_mode
from modern.jobs import work as works
from modern.jobs.cluster import cluster_workers
from modern.jobs.journal import JournalError, entries_of, parse_line, with_checksum
from modern.jobs.workers import InProcessExecutor, Workers, WorkersError, local_workers

POSITIONS, SEED = 110, 11
DESCRIPTION = {"positions": POSITIONS, "seed": SEED, "kinds": ["moves"], "from": None, "code": "a" * 16}


@dataclass(frozen=True)
class GivenPlan(CampaignPlan):
    """A plan with chunks and a journal of its own."""

    kinds: Sequence[str] = ("moves",)
    positions: int | None = POSITIONS
    seed: int | None = SEED
    source: Path | None = None
    given: Iterable[Chunk] | None = None
    described: Mapping[str, object] = field(default_factory=lambda: DESCRIPTION)

    def chunks(self, listener: Listener = unheard) -> Iterator[Chunk]:
        return random_chunks(SEED, POSITIONS) if self.given is None else iter(self.given)

    def identity(self) -> dict[str, object]:
        return dict(self.described)


def complete_counts(executor: Executor, max_pending: int, kinds: tuple[str, ...] = DEFAULT_KINDS) -> dict[str, object]:
    campaign = Campaign(GivenPlan(kinds))
    assert len(list(campaign.steps(executor, max_pending))) == 3
    return campaign.tally.as_json()


@pytest.fixture(scope="module")
def expected() -> dict[str, object]:
    return complete_counts(InProcessExecutor(), 1)


def test_the_counts_add_up(expected: dict[str, object]) -> None:
    assert expected["positions"] == POSITIONS
    kinds = expected["kinds"]
    assert isinstance(kinds, dict)
    assert list(kinds) == list(DEFAULT_KINDS)
    for name, kind in kinds.items():
        assert kind["compared"] == POSITIONS - sum(expected["cannot_be_held"].values())  # type: ignore[attr-defined]
        assert list(kind["classes"]) == classes_of(name)
        assert kind["unexplained"] == 0
        assert 0 <= kind["agree"] < kind["compared"]
        assert sum(kind["classes"].values()) > 0
        for class_, count in kind["positions"].items():
            assert min(1, kind["classes"][class_]) <= count <= kind["classes"][class_]


@pytest.mark.slow
def test_two_processes_give_the_counts_of_one(expected: dict[str, object]) -> None:
    with local_workers(2) as (executor, _):
        assert complete_counts(executor, 3) == expected


@pytest.mark.slow
def test_a_dask_cluster_gives_the_counts_of_one_process(expected: dict[str, object]) -> None:
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0") as cluster,
        cluster_workers(cluster.scheduler_address, DECIDING_CODE, pytest.fail) as (executor, max_pending),
    ):
        assert complete_counts(executor, max_pending) == expected


def test_no_more_chunks_are_pending_than_requested() -> None:
    submitted = 0

    def chunks() -> Iterator[Chunk]:
        nonlocal submitted
        for chunk in random_chunks(SEED, 500):
            submitted += 1
            yield chunk

    counts = Campaign(GivenPlan(("attacks",), given=chunks())).steps(InProcessExecutor(), 3)
    next(counts)
    assert submitted == 3
    counts.close()


def test_an_exception_in_a_worker_is_raised_in_this_process() -> None:
    class BrokenChunk:
        number = 0

        def positions(self) -> Iterator[PositionPair]:
            raise RuntimeError("no such luck")

    campaign = Campaign(GivenPlan(given=[BrokenChunk()]))  # type: ignore[list-item]
    with pytest.raises(RuntimeError, match="no such luck"):
        list(campaign.steps(InProcessExecutor(), 1))


# The end of a campaign.


def run(
    plan: CampaignPlan,
    show: Callable[[object], None] = lambda chunk: None,
    workers: AbstractContextManager[Workers] | None = None,
    resume: Path | None = None,
) -> Campaign:
    campaign = Campaign(plan)
    works.run(campaign, workers or local_workers(1), lambda: nullcontext(show), resume)
    return campaign


RANDOM_GAMES = CampaignPlan(("attacks",), 120, SEED, None)


SAMPLE = replace(RANDOM_GAMES, pieces=1)


def test_a_complete_campaign_has_all_positions_and_no_failure() -> None:
    start = time.perf_counter()
    result = run(RANDOM_GAMES)
    assert (result.tally.positions, result.resumed_positions, result.failure) == (120, 0, "")
    assert result.builds == build_mode()
    assert not result.is_interrupted
    assert 0 < result.seconds <= time.perf_counter() - start


@pytest.mark.parametrize("plan", [RANDOM_GAMES, SAMPLE], ids=["games", "sample"])
def test_an_interrupted_campaign_has_the_counts_so_far_and_can_be_resumed(plan: CampaignPlan, tmp_path: Path) -> None:
    def interrupt(chunk: object) -> None:
        raise KeyboardInterrupt

    result = run(plan, interrupt, resume=tmp_path / "journal")
    assert (result.tally.positions, result.is_interrupted) == (50, True)
    result = run(plan, resume=tmp_path / "journal")
    assert (result.tally.positions, result.resumed_positions, result.failure) == (120, 50, "")
    result = run(plan, resume=tmp_path / "journal")
    assert (result.resumed_positions, result.builds) == (120, "")


def test_a_journal_of_games_is_none_of_a_sample_of_every_position(tmp_path: Path) -> None:
    run(RANDOM_GAMES, resume=tmp_path / "journal")
    with pytest.raises(JournalError, match="belongs to another campaign; its pieces: none; asked for: 1"):
        run(SAMPLE, resume=tmp_path / "journal")


def test_a_campaign_over_every_position_has_as_many_as_the_formula_says(monkeypatch: pytest.MonkeyPatch) -> None:
    every = CampaignPlan(("attacks",), position_count(0), None, None, 0)
    chunks = list(every.chunks())
    monkeypatch.setattr(CampaignPlan, "chunks", lambda plan, listener: iter(chunks[:2]))
    assert re.fullmatch(r"only \d\d\d of 8838 positions were compared", run(every).failure)


@pytest.mark.parametrize(
    ("error", "failure"),
    [
        (WorkersError("the cluster failed"), "the cluster failed"),
        (JournalError("the journal cannot be written"), "the journal cannot be written"),
        (BrokenExecutor(), "a worker process has ended unexpectedly"),
    ],
)
def test_a_campaign_that_loses_its_workers_or_its_journal_says_so(error: Exception, failure: str) -> None:
    def fail(chunk: object) -> None:
        raise error

    result = run(RANDOM_GAMES, fail)
    assert (result.tally.positions, result.failure) == (50, failure)


def test_a_campaign_with_too_few_positions_is_not_complete(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "empty.pgn"
    path.write_text("")
    assert run(CampaignPlan(("moves",), None, None, path)).failure == f"{path} has no games and no positions"
    monkeypatch.setattr(CampaignPlan, "chunks", lambda plan, listener: random_chunks(SEED, 70))
    assert run(RANDOM_GAMES).failure == "only 70 of 120 positions were compared"


def test_a_journal_identifies_the_positions_the_kinds_and_the_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("modern.agreement.campaign.code_digest", list)  # the digest itself takes seconds
    path = tmp_path / "some.epd"
    path.write_text("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    identity = CampaignPlan(("moves", "choices"), None, None, path).identity()
    assert identity == {
        "positions": None,
        "seed": None,
        "kinds": ["moves", "choices"],
        "from": digest(path),
        "pieces": None,
        "code": list(DECIDING_CODE),
    }
    assert RANDOM_GAMES.identity()["from"] is None
    assert SAMPLE.identity() == {**RANDOM_GAMES.identity(), "pieces": 1}


# Tallies.


@cache
def counted_chunks() -> list[Tally]:
    return [compare_chunk(chunk, ALL_KINDS[:3]) for chunk in random_chunks(SEED, 200)]


def tally_of(*chunks: int) -> Tally:
    return _merged(*(counted_chunks()[number] for number in chunks))


@pytest.mark.slow
def test_tallies_can_be_merged_in_any_order() -> None:
    assert tally_of(0, 1, 2, 3).as_json() == _merged(tally_of(3, 1), tally_of(2), tally_of(0)).as_json()


def _merged(*tallies: Tally) -> Tally:
    found = Tally()
    for tally in tallies:
        found.merge(tally)
    return found


@pytest.mark.parametrize("sparse", [False, True])
def test_a_tally_survives_a_round_trip_through_json(sparse: bool) -> None:
    tally = tally_of(0, 2)
    read = json.loads(json.dumps(tally.as_json(sparse)))
    assert Tally.from_json(read).as_json() == tally.as_json()


NO_COUNTS = {"positions": 0, "kinds": {}, "cannot_be_held": {}, "cannot_be_held_because": {}}
NO_MOVES = {"compared": 1, "agree": 1, "classes": {}, "positions": {}, "unexplained": 0, "smallest": {}}


@pytest.mark.parametrize(
    "given",
    [
        None,
        [],
        {},
        {"positions": 1},
        {**NO_COUNTS, "positions": "x"},
        {**NO_COUNTS, "positions": -1},
        {**NO_COUNTS, "positions": 1e400},
        {**NO_COUNTS, "kinds": {"guesses": NO_MOVES}},
        {**NO_COUNTS, "kinds": {"moves": {**NO_MOVES, "compared": -7}}},
        {**NO_COUNTS, "kinds": {"moves": {**NO_MOVES, "classes": {"en-pasant": 1}}}},
        {**NO_COUNTS, "kinds": {"moves": {**NO_MOVES, "smallest": {"en-passant": {"men": 3}}}}},
    ],
)
def test_invalid_tallies_are_refused(given: object) -> None:
    with pytest.raises(ValueError, match="not a tally"):
        Tally.from_json(given)


def test_a_tally_without_classes_is_valid() -> None:
    assert Tally.from_json({**NO_COUNTS, "kinds": {"moves": NO_MOVES}}).kind("moves").agree == 1


def test_the_smallest_example_of_a_class_is_kept() -> None:
    large, small = pair_at("4k3/pp6/8/8/8/8/8/R3K3 w Q - 0 1"), pair_at("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    for order in ([large, small], [small, large]):
        kind = KindTally()
        for pair in order:
            kind.add(pair, [Finding("some-class", "what", 3)])
        assert kind.smallest["some-class"].fen == small.position.fen()
        assert (kind.differences["some-class"], kind.positions["some-class"], kind.agree) == (6, 2, 0)
    assert all(example < LARGEST for example in kind.smallest.values())


def test_unexplained_differences_are_counted_apart_from_the_classes() -> None:
    kind = KindTally()
    kind.add(pair_at("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), [Finding(UNEXPLAINED, "a fault"), Finding(UNEXPLAINED, "two")])
    counts = kind.as_json(classes_of("moves"), sparse=False)
    assert counts["unexplained"] == kind.unexplained == 2
    assert UNEXPLAINED not in counts["classes"]
    assert counts["smallest"][UNEXPLAINED]["what"] == "a fault"


# Journals.


def resumed(path: Path, stop_after: int | None = None) -> Tally:
    """Resumes the campaign of a journal, and stops after `stop_after` chunks."""
    campaign = Campaign(GivenPlan())
    with campaign.resumed(path):
        deque(islice(campaign.steps(InProcessExecutor(), 1), stop_after), 0)
    return campaign.tally


def loaded(path: Path) -> tuple[set[int], Sequence[str]]:
    """Returns the chunks that a journal has, and what it says of damaged lines."""
    campaign = Campaign(GivenPlan())
    with campaign.resumed(path):
        return {0, 1, 2} - {chunk.number for chunk in campaign.items()}, campaign.damage


class CompleteCampaign(NamedTuple):
    """What is in the journal of a complete campaign, and its tally as JSON."""

    journal: bytes
    tally: dict[str, object]


@pytest.fixture(scope="module")
def complete(tmp_path_factory: pytest.TempPathFactory) -> CompleteCampaign:
    path = tmp_path_factory.mktemp("campaign") / "complete"
    tally = resumed(path).as_json()
    return CompleteCampaign(path.read_bytes(), tally)


def test_a_resumed_campaign_counts_nothing_twice(tmp_path: Path, complete: CompleteCampaign) -> None:
    path = tmp_path / "journal"
    assert resumed(path, 1).positions == 50
    assert resumed(path, 1).positions == 100
    assert resumed(path).as_json() == complete.tally
    lines = path.read_text().splitlines()
    assert sorted(json.loads(line)["chunk"] for line in lines[1:]) == [0, 1, 2]


@pytest.mark.parametrize("chunks", [10, 4], ids=["to the end", "to Ctrl-C"])
def test_a_campaign_shows_what_is_on_the_disk_and_waits_for_the_disk_once_for_many_chunks(
    chunks: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "journal"
    on_disk = 0

    def sync(file: int) -> None:
        nonlocal on_disk
        on_disk = sum(entry["found"]["positions"] for entry in entries_of(path)[1:])

    def interrupted() -> Iterator[Chunk]:
        yield from islice(random_chunks(SEED, 500), chunks)
        if chunks < 10:
            raise KeyboardInterrupt

    monkeypatch.setattr("modern.jobs.journal.os.fsync", sync)
    monkeypatch.setattr("modern.agreement.campaign.WRITE_INTERVAL", math.inf)
    shown: list[tuple[int, int]] = []
    campaign = Campaign(GivenPlan(("attacks",), 500, given=interrupted()))
    with campaign.resumed(path), suppress(KeyboardInterrupt):
        shown.extend((campaign.tally.positions, on_disk) for _ in campaign.steps(InProcessExecutor(), 1))
    assert shown == [(50, 50)] * chunks
    assert (campaign.tally.positions, on_disk) == (50 * chunks, 50 * chunks)


def test_after_a_kill_the_next_entry_is_not_joined_to_half_a_line(tmp_path: Path) -> None:
    path = tmp_path / "torn"
    for _ in range(3):
        resumed(path, 1)
        path.write_bytes(path.read_bytes() + b'{"chunk": 7, "fo')
    assert loaded(path) == ({0, 1, 2}, [])


def test_a_journal_that_an_editor_has_saved_with_the_line_ends_of_windows_is_read(
    tmp_path: Path, complete: CompleteCampaign
) -> None:
    path = tmp_path / "crlf"
    path.write_bytes(complete.journal.replace(b"\n", b"\r\n"))
    assert loaded(path) == ({0, 1, 2}, [])


@pytest.mark.slow
def test_a_journal_that_was_cut_off_anywhere_leads_to_the_same_counts(
    tmp_path: Path, complete: CompleteCampaign
) -> None:
    data = complete.journal
    path = tmp_path / "torn"
    for length in (1, data.index(b"\n") + 1, len(data) // 2, len(data) - 1):
        path.write_bytes(data[:length])
        assert resumed(path).as_json() == complete.tally


def test_a_chunk_that_is_in_the_journal_twice_is_counted_once(tmp_path: Path, complete: CompleteCampaign) -> None:
    path = tmp_path / "complete"
    lines = complete.journal.splitlines(keepends=True)
    path.write_bytes(b"".join([*lines, lines[2]]))
    assert resumed(path).as_json() == complete.tally


def described(**changed: object) -> str:
    """Returns the first line of a journal, with something changed."""
    form = {"journal": "gosub agree", "format": 2, "written_by": "gosub-chess 9.0"}
    return with_checksum({**form, **DESCRIPTION, **changed}).decode()


@pytest.mark.parametrize(
    "line",
    [
        with_checksum({"chunk": 1}),
        with_checksum({"chunk": 1e999}),
        with_checksum({"chunk": 1, "found": {}}),
        b'{"chunk": 1, "found": {}}\n',
        b"rubbish\n",
        b"[" * 100_000 + b"\n",
        b"\n",
    ],
)
def test_a_line_that_does_not_count_is_named_and_kept_and_its_chunk_is_compared_again(
    line: bytes, tmp_path: Path, complete: CompleteCampaign
) -> None:
    path = tmp_path / "complete"
    first, _, *others = complete.journal.splitlines(keepends=True)
    path.write_bytes(b"".join([first, line, *others]))
    done, [sentence] = loaded(path)
    assert sentence.startswith(f"{path}: line 2 ")
    assert done == {1, 2}
    assert resumed(path).as_json() == complete.tally
    assert path.read_bytes().startswith(b"".join([first, line, *others]))


def test_a_chunk_that_other_code_compared_is_named_and_compared_again(
    tmp_path: Path, complete: CompleteCampaign
) -> None:
    path = tmp_path / "complete"
    first, second, *others = complete.journal.splitlines(keepends=True)
    entry = {name: value for name, value in parse_line(second[:-1]).items() if name != "crc32"}
    assert entry["code"] == DESCRIPTION["code"]
    path.write_bytes(b"".join([first, with_checksum({**entry, "code": "b" * 16}), *others]))
    done, [sentence] = loaded(path)
    assert "line 2 does not count: it does not record the counts of a chunk (other code compared it)" in sentence
    assert len(done) == 2
    assert resumed(path).as_json() == complete.tally
    assert len(loaded(path)[0]) == 3


@pytest.mark.parametrize(("lines", "rest"), [(5, ""), (6, "1 more line"), (20, "15 more lines")])
def test_of_many_damaged_lines_five_are_named_and_the_others_counted(
    lines: int, rest: str, tmp_path: Path, complete: CompleteCampaign
) -> None:
    path = tmp_path / "complete"
    path.write_bytes(complete.journal + b"?\n" * lines)
    _, damage = loaded(path)
    assert ["line" in sentence for sentence in damage[:5]] == [True] * 5
    assert damage[5:] == ([f"{path}: {rest} of this kind"] if rest else [])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a letter to mother", "is not a journal of `gosub agree --resume`"),
        ("a letter\nto mother\n", "is not a journal of `gosub agree --resume`"),
        ('{"positions": 5}\n', "is not a journal of `gosub agree --resume`"),
        (described(seed=12), "seed: 12; asked for: 11"),
        (described(format=9), "was written by gosub-chess 9.0, in a form that this version does not read"),
        (described().replace("written", "writ"), "line 1 is damaged, which says of which campaign this journal is"),
        (described().replace("crc32", "crc31"), "line 1 is damaged, which says of which campaign this journal is"),
        (described().replace("gosub agree", "gosub agre"), "line 1 is damaged"),
        (described().replace("journal", "jornal"), "line 1 is damaged"),
        (json.dumps({"journal": "gosub agree", **DESCRIPTION}) + "\n", "line 1 is damaged"),
    ],
)
def test_a_file_of_no_campaign_or_of_another_is_refused_and_left_unchanged(
    text: str, reason: str, tmp_path: Path
) -> None:
    path = tmp_path / "file"
    path.write_text(text)
    with pytest.raises(JournalError) as refused:
        loaded(path)
    assert reason in str(refused.value)
    assert path.read_text() == text


def test_a_journal_of_other_code_is_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    loaded(path)
    other_code = {**DESCRIPTION, "code": "b" * 16}
    with pytest.raises(JournalError) as refused, Campaign(GivenPlan(described=other_code)).resumed(path):
        pass
    assert str(refused.value) == (
        f"{path} was written by other code, which may give other results; expected a new file or a journal of this code"
    )
    other = Campaign(GivenPlan(described={**other_code, "seed": 12}))
    with pytest.raises(JournalError, match="seed: 11; asked for: 12"), other.resumed(path):
        pass
    assert loaded(path) == (set(), [])


def test_two_campaigns_cannot_write_to_one_file(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with Campaign(GivenPlan()).resumed(path), pytest.raises(JournalError, match="is in use by another campaign"):
        loaded(path)
    assert loaded(path) == (set(), [])


def test_it_is_known_about_how_long_the_positions_take_that_are_left(tmp_path: Path) -> None:
    resumed(tmp_path / "journal", 1)
    campaign = Campaign(GivenPlan(), rate=5.0)
    assert campaign.expected_seconds(2) == POSITIONS / 10
    with campaign.resumed(tmp_path / "journal"):
        assert campaign.expected_seconds(2) == (POSITIONS - 50) / 10
    assert (
        Campaign(GivenPlan()).expected_seconds(2)
        == Campaign(GivenPlan(positions=None), rate=5).expected_seconds(2)
        == 0
    )
