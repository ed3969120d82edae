"""RND: QBasic's generator of random numbers."""

import struct


class Random:
    """RND: QBasic's generator, x * 16598013 + 12820163 modulo 2^24."""

    def __init__(self) -> None:
        self.seed = 0x50000

    def next(self, choice: float = 1.0) -> float:
        """Returns RND: the next number, the last one again for 0, or, below 0, the one that belongs to `choice`."""
        if choice < 0:
            (bits,) = struct.unpack("<I", struct.pack("<f", choice))
            self.seed = bits + (bits >> 24)
        if choice:
            self.seed = (self.seed * 16598013 + 12820163) % 2**24
        return self.seed / 2**24

    def begin(self, number: float) -> None:
        """RANDOMIZE: replaces the upper two bytes of the seed."""
        (bits,) = struct.unpack("<I", struct.pack("<d", number)[4:])
        self.seed = (bits ^ bits >> 16) % 2**16 << 8 | self.seed % 2**8
