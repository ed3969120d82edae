"""Reads and writes the file of a network's weights, and says what is wrong with a file that cannot be read.

The file starts with a line of JSON, of at most 64 KiB:

- `format` (`gosub network`) and `version` (2);
- `hidden`: the number of neurons, 8 to 1,024 in steps of 8;
- `shift`: a centipawn is 2 to this power, 0 to 12, in units;
- `tempo`: the tempo, -500 to 500 centipawns;
- `tempo_neurons`: how many of the neurons are tempo neurons, a multiple of 8;
- `crc32`: the checksum of what follows;
- `provenance`: the commands that made the weights.

Signed 16-bit numbers follow, the lower byte first: the biases, then for each of the 768 inputs the weights of all
neurons, the tempo neurons last. In each group, ordinary and tempo, the first half has the output weight 1 and the
second -1. The number of an input is 384 for an enemy piece, plus 64 times its type (pawn 0 to king 5), plus its square
in the perspective (a1 0 to h8 63).
"""

from __future__ import annotations

import json
import sys
import zlib
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import Any, Final

from modern.engine.network.bounds import overflowing_neurons
from modern.engine.network.features import INPUTS
from modern.engine.network.lanes import LANES, pack, pack_with_offset

FORMAT: Final = "gosub network"
VERSION: Final = 2
#: The file in the package.
FILE_NAME: Final = "weights.bin"
#: Half of the ordinary neurons, and half of the tempo neurons, have the output weight 1, and an integer has four.
HIDDEN_STEP: Final = 2 * LANES
MAX_HIDDEN: Final = 1024
#: A centipawn is 2 to the power of the shift; the largest shift and the largest tempo, in centipawns.
MAX_SHIFT: Final = 12
MAX_TEMPO: Final = 500
#: The first line of a file is at most this long, in bytes.
MAX_HEAD: Final = 1 << 16
#: The checksum of the weights in the package. A test proves that no sum leaves its 16 bits, which takes longer than all
#: else that an engine does before it answers.
PROVEN: Final = 0xAE3A0B6B


class WeightsError(Exception):
    """The weights cannot be used. The message is one line that says what is wrong."""


@dataclass(frozen=True)
class NetworkWeights:
    """The weights of a network.

    `shift`          a centipawn is 2 to this power in the units of the neurons.
    `tempo`          the constant part of the value of the right to move, in centipawns.
    `biases`         the bias of each neuron, in the order of `output_weights`.
    `inputs`         the weights: for each input in turn those of all neurons.
    `provenance`     where they come from: text by name, such as the commands that made them.
    `tempo_neurons`  the number of tempo neurons, which come last; they are some of the neurons.
    """

    shift: int
    tempo: int
    biases: Sequence[int]
    inputs: Sequence[int]
    provenance: Mapping[str, str]
    tempo_neurons: int = 0

    @property
    def hidden(self) -> int:
        """The number of neurons."""
        return len(self.biases)

    @property
    def ordinary(self) -> int:
        """The number of neurons that are no tempo neurons."""
        return self.hidden - self.tempo_neurons

    @property
    def checksum(self) -> str:
        """Eight hexadecimal digits that tell these numbers from others."""
        return f"{zlib.crc32(_body(self)):08x}"

    @cached_property
    def packed_biases(self) -> Sequence[int]:
        """The sums of an empty accumulator: the biases with their offset, four in an integer."""
        return pack_with_offset(self.biases)

    @cached_property
    def packed_inputs(self) -> Sequence[int]:
        """The weights of `inputs`, four in an integer."""
        return pack(self.inputs)

    @cached_property
    def output_weights(self) -> Sequence[int]:
        """The output weight of each neuron, 1 or -1, from the perspective of the side to move."""
        return output_weights(self.hidden, self.tempo_neurons)

    def neuron(self, number: int) -> Sequence[int]:
        """Returns the weights of a neuron by input."""
        return self.inputs[number :: self.hidden]


def output_weights(hidden: int, tempo_neurons: int) -> list[int]:
    """Returns the output weight of each of `hidden` neurons, the tempo neurons last."""
    half, tempo_half = (hidden - tempo_neurons) // 2, tempo_neurons // 2
    return [1] * half + [-1] * half + [1] * tempo_half + [-1] * tempo_half


@cache
def installed_weights() -> NetworkWeights:
    """Returns the weights in the package; their file is read once a process. Raises WeightsError."""
    try:
        data = files(__package__ or "").joinpath(FILE_NAME).read_bytes()
    except OSError as error:
        raise WeightsError(f"the network has no weights: {FILE_NAME}: {error.strerror}") from None
    return parse_weights(data)


def parse_weights(data: bytes) -> NetworkWeights:
    """Returns the weights of a file's content. Raises WeightsError."""
    head, newline, _ = data[:MAX_HEAD].partition(b"\n")
    if not newline:
        raise WeightsError(f"this is not a file of network weights: it has no first line of at most {MAX_HEAD} bytes")
    fields = _parse_head(head)
    body = data[len(head) + 1 :]
    expected = 2 * fields["hidden"] * (1 + int(INPUTS))
    if len(body) != expected:
        raise WeightsError(f"the network's weights are damaged: they have {len(body)} bytes, not {expected}")
    if zlib.crc32(body) != fields.get("crc32"):
        raise WeightsError("the network's weights are damaged: their checksum differs from the one in their head")
    numbers = array("h", body)
    if sys.byteorder == "big":
        numbers.byteswap()
    hidden = fields["hidden"]
    weights = NetworkWeights(
        fields["shift"],
        fields["tempo"],
        numbers[:hidden],
        numbers[hidden:],
        fields["provenance"],
        fields["tempo_neurons"],
    )
    if fields["crc32"] != PROVEN:
        check_lanes(weights)
    return weights


def check_lanes(weights: NetworkWeights) -> None:
    """Raises WeightsError if the sum of a neuron could leave its 16 bits in some position."""
    overflowing = overflowing_neurons(
        (weights.biases[number], weights.neuron(number)) for number in range(weights.hidden)
    )
    if overflowing:
        raise WeightsError(
            f"the network's weights cannot be used: the sum of neuron {overflowing[0]} can exceed 16 bits"
        )


def file_content(weights: NetworkWeights) -> bytes:
    """Returns the content of the file with these weights. Raises WeightsError if it could not be read again."""
    body = _body(weights)
    head = {
        "format": FORMAT,
        "version": VERSION,
        "hidden": weights.hidden,
        "shift": weights.shift,
        "tempo": weights.tempo,
        "tempo_neurons": weights.tempo_neurons,
        "crc32": zlib.crc32(body),
        "provenance": dict(weights.provenance),
    }
    content = json.dumps(head).encode("ascii") + b"\n" + body
    parse_weights(content)
    return content


def _body(weights: NetworkWeights) -> bytes:
    """Returns the biases and the weights as they are in the file. Raises WeightsError if one does not fit."""
    try:
        numbers = array("h", [*weights.biases, *weights.inputs])
    except OverflowError:
        raise WeightsError("a weight does not fit into 16 bits") from None
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tobytes()


def _parse_head(line: bytes) -> dict[str, Any]:
    """Returns the fields of a file's first line. Raises WeightsError."""
    try:
        fields = json.loads(line)
        name, version = fields["format"], fields["version"]
    except (ValueError, TypeError, KeyError, RecursionError):
        raise WeightsError("this is not a file of network weights: its first line has no format and version") from None
    if name != FORMAT or version != VERSION:
        raise WeightsError(f"the weights are {name!r} of version {version!r}; expected {FORMAT!r} of version {VERSION}")
    limits = {
        "hidden": (HIDDEN_STEP, MAX_HIDDEN),
        "shift": (0, MAX_SHIFT),
        "tempo": (-MAX_TEMPO, MAX_TEMPO),
        "tempo_neurons": (0, MAX_HIDDEN),
    }
    for field, (low, high) in limits.items():
        number = fields.get(field)
        if type(number) is not int or not low <= number <= high:
            raise WeightsError(f"the network's {field} is {number!r}; expected a number from {low} to {high}")
    for field, name in (("hidden", "neurons"), ("tempo_neurons", "tempo neurons")):
        if fields[field] % HIDDEN_STEP:
            raise WeightsError(f"the network has {fields[field]} {name}; expected a multiple of {HIDDEN_STEP}")
    if fields["tempo_neurons"] > fields["hidden"]:
        raise WeightsError(f"the network has {fields['tempo_neurons']} tempo neurons, but {fields['hidden']} neurons")
    provenance = fields.get("provenance")
    if not isinstance(provenance, dict):
        raise WeightsError("the network's weights do not say where they come from: there is no provenance")
    return {**fields, "provenance": {str(key): str(value) for key, value in provenance.items()}}
