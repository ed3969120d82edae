"""The benchmark of the start: each contender is a process that ends well."""

from __future__ import annotations

import pytest

from modern.bench import start
from modern.bench.rates import BenchError, medians, timed_runs


def test_each_contender_starts_and_the_peer_has_the_ratio_1(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start, "STARTS", 1)
    compared = start.comparisons()
    rates = medians(compared, list(timed_runs(compared, 1)))
    assert [rate.contender for rate in rates] == list(start.CONTENDERS)
    assert {rate.contender: rate.ratio for rate in rates}[start.PEER] == 1
    assert all(rate.per_second > 0 for rate in rates)


def test_a_contender_that_fails_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(start.CONTENDERS, "gosub --help", ("-m", "modern", "--hlep"))
    with pytest.raises(BenchError, match=r"^gosub --help: exit code 2: .*--hlep"):
        list(timed_runs(start.comparisons(), 1))
