"""Search over observations, built for any game from its rules and its expertise; knows no game."""
