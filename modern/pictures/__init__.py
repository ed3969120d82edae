"""Boards and pages, for those who would rather look than read."""
