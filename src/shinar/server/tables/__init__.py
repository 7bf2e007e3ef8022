"""Live tables: who sits there, what happens, who is told what."""
