"""Work for several processes: journals that make it resumable, workers, clusters, and the loop that keeps them busy."""
