"""Playing in the terminal: what is drawn, typed and read."""
