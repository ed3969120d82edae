"""`gosub prove`: the listing and the port side by side, and changes planted in either."""
