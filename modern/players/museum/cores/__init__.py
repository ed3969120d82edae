"""The boards and search loops of the museum's programs; the compiled build compiles the slow ones."""
