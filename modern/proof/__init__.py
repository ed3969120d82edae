"""What the recorded game proves about the listing, and about the port of it.

Read the files in this order: changes.py (one token changed for another), port_changes.py (the changes of the port),
listing_changes.py (those of the listing), changed_port.py (a changed port as a program of its own).
"""
