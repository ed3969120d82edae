"""Work for several processes: journals that make it resumable, workers, clusters, and the loop that keeps them busy.

Read the files in this order: journal.py and code_digest.py (finished work in a file, and whose code it was);
workers.py, cluster.py and remote_calls.py (processes here, and on other machines); loop.py (keeps them busy);
work.py and early_end.py (long work, and how it begins, resumes and ends).
"""
