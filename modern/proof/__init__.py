"""The listing and the port side by side, and what the recorded game proves about both.

The proof that the port is the listing: variables.py (which variables there are, and their values at one moment),
machine.py (the keyboard and the screen of both sides), sides.py (a run of either side), listing_side.py and
port_side.py (the two sides), tasks.py (what is run), trails.py (all moments of a run, and the first that differs),
proof.py (a whole proof), page.py (a page about it).

A second witness, the listing in C: c_terms.py (tokens and expressions), c_witness.py (statements), c_machine.c (the
machine under them), c_side.py (compiles it, and runs it as a side).

One-token changes of either: changes.py (one token changed for another), port_changes.py (the changes of the port),
listing_changes.py (those of the listing), changed_port.py (a changed port as a program of its own),
planting.py (changes that the comparison must find) and equivalent.py (those that it cannot find).

What the record pins: record.py (how far a program follows the recorded game), effects.py (where a change has its first
effect in it), mutation.py (every change of the port over it), port_tokens.py and counterparts.py (the token of the
listing for which a token of the port stands), listing_record.py (the same with a listing), trials.py (each repair taken
back, each other reading), checks.py (changes of the port made in the listing too), shape.py (what a picture of the
listing shows).
"""
