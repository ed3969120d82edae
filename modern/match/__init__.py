"""Games between players, and how they are written down."""
