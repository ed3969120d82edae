"""Messages to and from a worker of a Dask cluster: calls and their results, as bytes."""

from __future__ import annotations

import pickle
import time
import traceback
from collections.abc import Callable, Sequence
from functools import partial
from importlib.metadata import version
from typing import NamedTuple

from modern.build import build_mode
from modern.jobs.code_digest import code_digest


class Answer(NamedTuple):
    """A worker's answer: the digest of its code, and this project's version and build there.

    `outcomes` are pickled pairs, of a result and None or of None and an exception, one for each call. The calls took
    `seconds`.
    """

    code: str
    version: str
    build: str
    outcomes: bytes
    seconds: float


class RemoteCall:
    """A value whose pickle is a call: whoever loads it makes the call, and gets the result.

    So Dask is asked for `pickle.loads`, which a scheduler and a worker without this project know, too.
    """

    def __init__(self, function: Callable[..., object], *args: object, **kwargs: object) -> None:
        self.call = partial(function, *args, **kwargs)

    def __reduce__(self) -> tuple[Callable[..., object], tuple[()]]:
        return self.call, ()


def answer_calls(deciding: Sequence[str], pickled_calls: Sequence[bytes]) -> tuple[object, ...]:
    """Makes calls in a worker. Returns the fields of an Answer, with the digest of the worker's modules `deciding`."""
    code = code_digest(deciding)
    start = time.perf_counter()
    outcomes = pickle.dumps([_outcome(call) for call in pickled_calls])
    return tuple(Answer(code, version("gosub-chess"), build_mode(), outcomes, time.perf_counter() - start))


def _outcome(pickled_call: bytes) -> tuple[object, Exception | None]:
    try:
        return pickle.loads(pickled_call), None
    except Exception as error:  # whatever it is, the client raises it
        try:
            pickle.loads(pickle.dumps(error))
        except Exception:  # an exception that cannot travel
            return None, RuntimeError(traceback.format_exc())
        return None, error
