"""Work for several processes: journals that make it resumable, and workers."""
