"""The listing and the port side by side, and what the recorded game proves about both.

The proof that the port is the listing, in the order of reading: variables.py (which variables there are, and their
values at one moment), machine.py (the keyboard and the screen of both sides), sides.py (a run of either side),
listing_side.py and port_side.py (the two sides), tasks.py (what is run), trails.py (all moments of a run, and the first
that differs), proof.py (a whole proof), coverage.py (what of the listing runs in a task).

A second witness, the listing in C: c_terms.py (tokens and expressions), c_witness.py (statements), c_machine.c (the
machine under them), c_side.py (compiles it, and runs it as a side).

A turn of the port can be watched step by step: recorder.py (what happens, as events with the variables that change),
stepper.py (steps in both directions, each in words, with the quirk that is at work).

Beside it stands a laboratory with two ideas. A change is one token of the listing or of the port replaced by another; a
verdict is what the proof or the recorded game says of it. In the order of reading: changes.py (a change, what can stand
for a token, and the changes of the listing), port_changes.py (the port as tokens of the listing, and its changes),
record.py (how far a program follows the recorded game; each repair taken back, each other reading), changed_port.py (a
changed port as a program of its own, and where a change has its first effect), counterparts.py (the token of the
listing for which a token of the port stands), shape.py (how firmly the game pins each line), equivalent.py (changes
that no comparison can find), verdicts.py (the verdicts of the record and of the proof on any number of changes).
"""
