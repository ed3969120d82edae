"""The command `gosub bench`."""
