"""How one thinks about chess today: evaluation, search, and what they need."""
