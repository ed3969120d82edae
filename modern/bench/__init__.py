"""Benchmarks of `gosub bench`: speed relative to named peers in the same run, and tactical suites."""
