"""Campaigns: the same counts whoever works, and whatever interrupts them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import Executor
from pathlib import Path

import pytest

from modern.agreement.campaign import Campaign, survey
from modern.agreement.classes import ALL_KINDS, CHOICES_RECORDED, CLASS_KINDS, DEFAULT_KINDS, classes_of
from modern.agreement.findings import UNEXPLAINED, Finding
from modern.agreement.journal import CampaignJournal, JournalError
from modern.agreement.pair import PositionPair, pair_at
from modern.agreement.sources import Chunk, random_chunks
from modern.agreement.tally import LARGEST, KindTally, Tally
from modern.workers import InProcessExecutor, local_workers

POSITIONS, SEED = 230, 11
DESCRIBED = {"positions": POSITIONS, "seed": SEED, "kinds": ["moves"], "from": None}


def whole(executor: Executor, at_once: int, kinds: tuple[str, ...] = DEFAULT_KINDS) -> dict[str, object]:
    campaign = Campaign(random_chunks(SEED, POSITIONS), kinds)
    for _ in campaign.run(executor, at_once):
        pass
    return campaign.tally.as_json()


@pytest.fixture(scope="module")
def expected() -> dict[str, object]:
    return whole(InProcessExecutor(), 1)


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


@pytest.mark.parametrize("at_once", [1, 3, 100])
def test_two_processes_count_as_one(at_once: int, expected: dict[str, object]) -> None:
    with local_workers(2) as (executor, _):
        assert whole(executor, at_once) == expected


def test_a_dask_cluster_counts_as_one_process(expected: dict[str, object]) -> None:
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0") as cluster,
        distributed.Client(cluster) as client,
    ):
        assert whole(client.get_executor(), 4) == expected


def test_choices_are_counted_in_both_readings() -> None:
    campaign = Campaign(random_chunks(SEED, 4), ("choices",))
    for _ in campaign.run(InProcessExecutor(), 1):
        pass
    kinds = campaign.tally.as_json()["kinds"]
    assert list(kinds) == ["choices", CHOICES_RECORDED]
    assert all(kind["compared"] == 4 for kind in kinds.values())


def test_no_more_chunks_are_with_the_executor_than_asked_for() -> None:
    taken = 0

    def chunks() -> Iterator[Chunk]:
        nonlocal taken
        for chunk in random_chunks(SEED, 500):
            taken += 1
            yield chunk

    with local_workers(2) as (executor, _):
        running = Campaign(chunks(), ("attacks",)).run(executor, 3)
        next(running)
        assert taken == 3
        running.close()


def test_what_a_worker_raises_is_raised_here() -> None:
    class Broken:
        number = 0

        def positions(self) -> Iterator[PositionPair]:
            raise RuntimeError("no such luck")

    campaign = Campaign(iter([Broken()]), ("moves",))  # type: ignore[list-item]
    with pytest.raises(RuntimeError, match="no such luck"):
        list(campaign.run(InProcessExecutor(), 1))


# Tallies.


def tally_of(*chunks: int) -> Tally:
    found = Tally()
    for chunk in random_chunks(SEED, 200):
        if chunk.number in chunks:
            found.merge(survey(chunk, ALL_KINDS[:3]))
    return found


def test_tallies_add_up_to_the_same_in_any_order() -> None:
    assert tally_of(0, 1, 2, 3).as_json() == _merged(tally_of(3, 1), tally_of(2), tally_of(0)).as_json()


def _merged(*tallies: Tally) -> Tally:
    found = Tally()
    for tally in tallies:
        found.merge(tally)
    return found


@pytest.mark.parametrize("sparse", [False, True])
def test_a_tally_is_told_and_read_again(sparse: bool) -> None:
    tally = tally_of(0, 2)
    told = json.loads(json.dumps(tally.as_json(sparse)))
    assert Tally.from_json(told).as_json() == tally.as_json()


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
def test_what_is_no_tally_is_refused(given: object) -> None:
    with pytest.raises(ValueError, match="no tally"):
        Tally.from_json(given)


def test_counts_of_nothing_are_a_tally() -> None:
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


def test_what_is_unexplained_is_told_apart_from_the_classes() -> None:
    kind = KindTally()
    kind.add(pair_at("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), [Finding(UNEXPLAINED, "a fault"), Finding(UNEXPLAINED, "two")])
    told = kind.as_json(classes_of("moves"), sparse=False)
    assert told["unexplained"] == kind.unexplained == 2
    assert UNEXPLAINED not in told["classes"]
    assert told["smallest"][UNEXPLAINED]["what"] == "a fault"


def test_every_kind_has_classes() -> None:
    assert all(classes_of(kind) for kind in CLASS_KINDS)


# Journals.


def resumed(path: Path, stop_after: int | None = None) -> Tally:
    """Go on with the campaign of a journal; leave off after so many chunks."""
    with CampaignJournal(path, DESCRIBED) as journal:
        campaign = Campaign(random_chunks(SEED, POSITIONS), ("moves",), journal)
        for number, _ in enumerate(campaign.run(InProcessExecutor(), 1), 1):
            if number == stop_after:
                break
        return campaign.tally


@pytest.fixture
def complete(tmp_path: Path) -> Tally:
    return resumed(tmp_path / "complete")


def test_a_campaign_goes_on_where_it_left_off_with_nothing_counted_twice(tmp_path: Path, complete: Tally) -> None:
    path = tmp_path / "journal"
    assert resumed(path, 2).positions == 100
    assert resumed(path, 1).positions == 150
    assert resumed(path).as_json() == complete.as_json()
    lines = path.read_text().splitlines()
    assert sorted(json.loads(line)["chunk"] for line in lines[1:]) == [0, 1, 2, 3, 4]


def test_when_all_is_done_nothing_is_done_again(tmp_path: Path, complete: Tally) -> None:
    before = (tmp_path / "complete").read_bytes()
    assert resumed(tmp_path / "complete").as_json() == complete.as_json()
    assert (tmp_path / "complete").read_bytes() == before


def test_wherever_writing_was_cut_off_the_counts_come_out_the_same(tmp_path: Path, complete: Tally) -> None:
    data = (tmp_path / "complete").read_bytes()
    path = tmp_path / "torn"
    for length in (0, 1, 30, data.index(b"\n"), data.index(b"\n") + 1, len(data) // 2, len(data) - 1):
        path.write_bytes(data[:length])
        assert resumed(path).as_json() == complete.as_json()


def test_a_chunk_that_stands_there_twice_counts_once(tmp_path: Path, complete: Tally) -> None:
    path = tmp_path / "complete"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines, lines[2]]))
    assert resumed(path).as_json() == complete.as_json()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a letter to mother", "is no file of `gosub agree --resume`"),
        ("a letter\nto mother\n", "is no file of `gosub agree --resume`"),
        ('{"positions": 5}\n', "is no file of `gosub agree --resume`"),
        (json.dumps({"journal": "gosub agree", **DESCRIBED, "seed": 12}) + "\n", "there seed is 12, here 11"),
        (json.dumps({"journal": "gosub agree", **DESCRIBED}) + '\n{"chunk": 1}\n', "line 2 does not say"),
        (json.dumps({"journal": "gosub agree", **DESCRIBED}) + "\nrubbish\n", "line 2 does not say"),
        (json.dumps({"journal": "gosub agree", **DESCRIBED}) + "\n" + "[" * 100_000 + "\n", "line 2 does not say"),
        (json.dumps({"journal": "gosub agree", **DESCRIBED}) + '\n{"chunk": 1e999}\n', "line 2 does not say"),
    ],
)
def test_a_file_that_is_none_of_this_campaign_is_refused_and_left_as_it_is(
    text: str, reason: str, tmp_path: Path
) -> None:
    path = tmp_path / "file"
    path.write_text(text)
    with pytest.raises(JournalError) as refused:
        CampaignJournal(path, DESCRIBED)
    assert reason in str(refused.value)
    assert path.read_text() == text


def test_two_campaigns_cannot_write_to_one_file(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with CampaignJournal(path, DESCRIBED), pytest.raises(JournalError, match="is being written by another campaign"):
        CampaignJournal(path, DESCRIBED)
    with CampaignJournal(path, DESCRIBED) as journal:
        assert not journal.done
