"""`gosub agree`: its options, and the comparison of positions."""
