"""SINGLE is the machine's binary32."""

import struct

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from historic.basic import single


def machine_single(x: float) -> float:
    value: float = struct.unpack("f", struct.pack("f", x))[0]
    return value


magnitudes = st.floats(min_value=1e-30, max_value=1e30)


@given(magnitudes, st.sampled_from([1, -1]))
@example(1 + 2**-24, 1)  # half way: to the even neighbour below
@example(1 + 3 * 2**-24, 1)  # half way: to the even neighbour above
@example(2**24 + 1.0, 1)
@example(0.1, -1)
def test_single_is_the_nearest_binary32(size: float, sign: int) -> None:
    assert single(sign * size) == machine_single(sign * size)


@given(magnitudes)
def test_single_leaves_a_binary32_unchanged(size: float) -> None:
    assert single(machine_single(size)) == machine_single(size)


@pytest.mark.parametrize("zero", [0.0, -0.0])
def test_single_of_zero_is_zero(zero: float) -> None:
    assert single(zero) == 0


def test_a_tenth_in_single_is_not_a_tenth_in_double() -> None:
    assert single(0.1) == 0.100000001490116119384765625
