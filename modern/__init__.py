"""The engine as one would write it today, and all that looks at the two programs."""
