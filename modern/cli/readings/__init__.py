"""`gosub readings`: its options, and the printing of its three parts."""
