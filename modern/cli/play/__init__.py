"""The command `gosub play`."""
