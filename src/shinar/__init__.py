"""Play, study and research three board games of ancient Mesopotamia.

>>> import shinar
>>> game = shinar.make("babel", edition="second")
>>> match = shinar.Match(game, seed=1)
"""

from shinar.core.action import Action, Entry
from shinar.core.compiled.encoding import Encoding
from shinar.core.compiled.simulator import Simulator
from shinar.core.errors import IllegalActionError, NotationError, OptionError, ShinarError
from shinar.core.game import CHANCE, Game, Observation, Outcome, Refusal
from shinar.core.match import Match
from shinar.core.record import Record
from shinar.core.registry import game_class, game_names, make, register
from shinar.core.story import StoryLine
from shinar.core.viewer import OPEN, SPECTATOR, Viewer

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "OPEN",
    "SPECTATOR",
    "Action",
    "Encoding",
    "Entry",
    "Game",
    "IllegalActionError",
    "Match",
    "NotationError",
    "Observation",
    "OptionError",
    "Outcome",
    "Record",
    "Refusal",
    "ShinarError",
    "Simulator",
    "StoryLine",
    "Viewer",
    "game_class",
    "game_names",
    "make",
    "register",
]
