"""Work for several processes: journals that make it resumable, workers, and the loop that keeps them busy."""
