"""Typed moves, and why a move is illegal."""
