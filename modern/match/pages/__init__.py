"""The pages of a tournament: its result, and each game as a page to step through."""
