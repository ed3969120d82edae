"""The commands `gosub match` and `gosub tournament`."""
