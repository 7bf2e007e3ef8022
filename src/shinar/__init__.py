"""Play, study and research three board games of ancient Mesopotamia.

>>> import shinar
>>> game = shinar.make("babel", edition="second")
>>> match = shinar.Match(game, seed=1)
"""

from shinar.core.errors import IllegalActionError, NotationError, OptionError, ShinarError
from shinar.core.game import CHANCE, SPECTATOR, Game, Observation, Outcome, Refusal
from shinar.core.match import Entry, Match
from shinar.core.record import Record
from shinar.core.registry import game_class, game_names, make, register

__version__ = "0.1.0"

__all__ = ["CHANCE", "SPECTATOR", "Entry", "Game", "IllegalActionError", "Match", "NotationError", "Observation"]
__all__ += [
    "OptionError",
    "Outcome",
    "Record",
    "Refusal",
    "ShinarError",
    "game_class",
    "game_names",
    "make",
    "register",
]
