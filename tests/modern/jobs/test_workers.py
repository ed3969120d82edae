"""Workers, and Ctrl-C while they start."""

from __future__ import annotations

import multiprocessing.util
import os
import signal
import threading
from typing import Any

import pytest
from signal_actions import ctrl_c_raises

from modern.jobs.workers import ProcessPool


def test_ctrl_c_waits_until_a_worker_has_started_even_if_another_thread_receives_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    launching, interrupted = threading.Event(), threading.Event()
    spawn: Any = multiprocessing.util.spawnv_passfds
    launched: list[int] = []

    def receive_ctrl_c() -> None:
        launching.wait(10)
        signal.pthread_kill(threading.get_ident(), signal.SIGINT)
        interrupted.set()

    def interrupted_spawn(*arguments: Any) -> int:
        process: int = spawn(*arguments)
        launching.set()
        assert interrupted.wait(10)
        launched.append(process)
        return process

    pool = ProcessPool(1)
    monkeypatch.setattr(multiprocessing.util, "spawnv_passfds", interrupted_spawn)
    receiver = threading.Thread(target=receive_ctrl_c)
    receiver.start()
    with ctrl_c_raises(), pytest.raises(KeyboardInterrupt):
        pool.submit(os.getpid)
    receiver.join()
    assert launched
    assert pool.submit(os.getpid).result(60) == launched[-1]
    pool.shutdown()
