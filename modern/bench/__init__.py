"""What `gosub bench` runs: rates and ratios against named peers, all in one run, and positions to be solved."""
