"""The command `gosub book`: command.py has its commands, and editing.py the editor in the terminal."""
