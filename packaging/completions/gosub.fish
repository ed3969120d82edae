# Completion of gosub in fish: asks the installed command for its own script.
_GOSUB_COMPLETE=fish_source gosub | source
