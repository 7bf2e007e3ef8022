"""Search over observations, made for any game from its rules and what its expertise adds; knows no game."""
