"""Restores the listing of Appendix B from the text of the report, which is not part of this repository.

Read the files in this order: report.py (the text of a report from a file), appendix.py (Appendix B in it), repair.py
and repairs.py (each damaged place, how it reads, and the evidence for that), evidence.py (looks up the evidence in the
text), damage.py (places that cannot be right BASIC), sums.py (the SHA-256 sums of the known listing) and restoration.py
(all of it together); other_readings.py (how doubtful places could be read otherwise). Only Python's standard library is
needed.
"""
