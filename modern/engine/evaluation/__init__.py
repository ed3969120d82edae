"""The static evaluation: its terms, the table of weights, and the knowledge of particular endings."""
