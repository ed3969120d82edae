"""The command `gosub match`."""
