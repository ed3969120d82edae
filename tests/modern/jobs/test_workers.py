"""Workers, and Ctrl-C while they start."""

from __future__ import annotations

import os
import signal
import threading
from concurrent.futures import Future, ProcessPoolExecutor
from typing import Any

import pytest
from signal_actions import ctrl_c_raises

from modern.jobs.workers import ProcessPool


@pytest.mark.posix
def test_ctrl_c_waits_until_a_worker_has_started_even_if_another_thread_receives_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    starting = threading.Event()
    submit = ProcessPoolExecutor.submit
    submitted: list[Future[int]] = []

    def receive_ctrl_c() -> None:
        starting.wait(10)
        signal.pthread_kill(threading.get_ident(), signal.SIGINT)

    def interrupted_submit(executor: ProcessPoolExecutor, *task: Any) -> Future[int]:
        starting.set()
        receiver.join()
        submitted.append(submit(executor, *task))  # starts the worker
        return submitted[-1]

    pool = ProcessPool(1)
    monkeypatch.setattr(ProcessPoolExecutor, "submit", interrupted_submit)
    receiver = threading.Thread(target=receive_ctrl_c)
    receiver.start()
    with ctrl_c_raises(), pytest.raises(KeyboardInterrupt):
        pool.submit(os.getpid)
    (started,) = submitted
    assert started.result(60) != os.getpid()
    pool.shutdown()
