"""The command `gosub tournament`."""
