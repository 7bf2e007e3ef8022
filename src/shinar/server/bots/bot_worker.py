"""What runs inside a worker process: choosing an action for a seat, and estimating who will win."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol, TypeVar, runtime_checkable

from shinar.bots import Bot, Budget, RandomBot
from shinar.bots.levels import level_of
from shinar.bots.registry import make_bot
from shinar.core.compiled.jit import announce_compiling
from shinar.core.compiled.layout import to_data
from shinar.core.errors import OptionError
from shinar.core.game import CHANCE, Game, Observation, Outcome
from shinar.core.match import Entry, Match
from shinar.core.options import OptionValue
from shinar.core.registry import make
from shinar.core.rng import Rng, below, fresh_seed, search_rng
from shinar.core.viewer import OPEN, viewer_of
from shinar.search.advice import Advice
from shinar.search.advice import advise as search_advice
from shinar.search.greedy import GreedyBot, evaluation_of

__all__ = ["Assessment", "NotCompiledError", "Task", "advise", "choose", "if_compiled", "odds", "open_task", "stand_in"]

T = TypeVar("T")

ANALYST = "search:1000"  # the bot whose judgement is asked for, where there is one
DUEL = 2  # seats of a game in which one's chance to win is the other's to lose
MAX_JUDGED = 24  # actions that a stand-in compares: it must be quick in plain Python
HINT_ITERATIONS = 2500  # by iterations and not by time, so that the same position always gets the same advice
PLAYOUTS = 60  # matches played on at random behind an estimate where no bot can judge


@dataclass(frozen=True)
class Task:
    """A seat's observation, and how strong a bot should think about it."""

    game: str
    options: tuple[tuple[str, OptionValue], ...]
    level: str
    seat: int
    state: Any  # the observation, of the game's own layout; a true state only once the match is over
    is_open: bool = False  # it is a true state, in which nothing is left to imagine


@dataclass(frozen=True)
class Assessment:
    """What a bot would do on a seat and why, and the chance of the seat to win."""

    advice: Advice
    chance: float


def open_task(game: Game[Any], log: Sequence[Entry]) -> Task:
    """A position of a match that is over, with everything open, for the seat that was asked then."""
    past: Match[Any] = Match(game, log=log, deals=False)
    asked = [actor for actor in past.actors if actor != CHANCE]
    return Task(game.name, tuple(game.options.items()), "", asked[0] if asked else 0, past.reveal(), is_open=True)


class RatedAction(Protocol):
    """An action that a bot has thought about."""

    @property
    def value(self) -> float:
        """For two seats, the chance to win with it."""
        ...


@runtime_checkable
class Analyst(Protocol):
    """A bot that can say what it thinks of its actions."""

    def think(self, observation: Observation[Any], budget: Budget, rng: Rng) -> Sequence[RatedAction]:
        """The actions it thought about, the best first."""
        ...


class NotCompiledError(Exception):
    """Code must be compiled first, which can take a minute."""


def if_compiled(function: Callable[[Task], T], task: Task) -> T:
    """The result of a function for a task; NotCompiledError at once if it would have to wait for the compiler."""
    announce_compiling(_refuse_to_compile)
    try:
        return function(task)
    finally:
        announce_compiling(None)


def _refuse_to_compile(name: str) -> None:
    raise NotCompiledError(name)


def stand_in(task: Task) -> int:
    """A legal action of a bot that needs no compiler: the best of some actions, one step ahead."""
    game = _game(task.game, task.options)
    observation = Observation(game, viewer_of(task.seat), task.state)
    rng = search_rng(fresh_seed())
    actions = list(observation.legal_actions())
    while len(actions) > MAX_JUDGED:
        actions.pop(below(rng, len(actions)))
    bot = GreedyBot(evaluation_of(game))
    return max(actions, key=lambda action: bot.worth(observation, action))


def choose(task: Task) -> int:
    """A legal action for the seat."""
    game = _game(task.game, task.options)
    observation = Observation(game, viewer_of(task.seat), task.state)
    return _bot(game, task.level).choose(observation, Budget(), search_rng(fresh_seed()))


def advise(task: Task) -> Assessment:
    """What the bot of a level would do, and why; the same position always gets the same advice."""
    game = _game(task.game, task.options)
    level, expertise = level_of(task.game, task.level), game.expertise()
    observation = Observation(game, viewer_of(task.seat), task.state)
    advice = search_advice(observation, HINT_ITERATIONS, guide=expertise.guide_of(level))
    is_duel = game.num_seats == DUEL and game.actors(task.state) == (task.seat,)
    return Assessment(advice, advice.best.chance.value if is_duel else odds(task)[task.seat])


def _rng_of(task: Task) -> Rng:
    """A random stream that depends on the position alone."""
    return search_rng(0, task.seat, to_data(task.state))


def odds(task: Task) -> list[float]:
    """Everybody's chance to win, from what the seat knows; the same position gets the same answer."""
    game = _game(task.game, task.options)
    outcome = game.outcome(task.state)
    if outcome is not None:
        return _shares(outcome)
    rng = _rng_of(task)
    asked, analyst = game.actors(task.state), _analyst(game)
    if game.num_seats == DUEL and analyst is not None and asked == (task.seat,):
        chance = analyst.think(Observation(game, viewer_of(task.seat), task.state), Budget(), rng)[0].value
        return [chance, 1 - chance] if task.seat == 0 else [1 - chance, chance]
    return _odds_at_random(Observation(game, OPEN if task.is_open else viewer_of(task.seat), task.state), rng)


def _odds_at_random(observation: Observation[Any], rng: Rng) -> list[float]:
    """How often each seat wins when the match is played on at random."""
    chances = [0.0] * observation.game.num_seats
    for _ in range(PLAYOUTS):
        for seat, share in enumerate(_shares(_played_on(observation, rng))):
            chances[seat] += share / PLAYOUTS
    return chances


def _shares(outcome: Outcome) -> list[float]:
    """One for the winner, shared after a tie."""
    return [(seat in outcome.winners) / len(outcome.winners) for seat in range(len(outcome.ranks))]


def _played_on(observation: Observation[Any], rng: Rng) -> Outcome:
    """How one match ends that is played on at random from a position that agrees with an observation."""
    game = observation.game
    match: Match[Any] = Match(game, start=game.determinize(observation, rng))
    bot = RandomBot()
    while not match.is_over:
        seat = match.actors[0]
        match.play(seat, bot.choose(match.observe(seat), Budget(), rng))
    outcome = match.outcome
    assert outcome is not None
    return outcome


@lru_cache(maxsize=64)
def _game(name: str, options: tuple[tuple[str, OptionValue], ...]) -> Game[Any]:
    return make(name, **dict(options))


@lru_cache(maxsize=64)
def _bot(game: Game[Any], level: str) -> Bot:
    return make_bot(level, game)


def _analyst(game: Game[Any]) -> Analyst | None:
    """A bot that judges positions of a game, if there is one; a new one, which remembers nothing of other positions."""
    try:
        bot = make_bot(ANALYST, game)
    except OptionError:
        return None
    return bot if isinstance(bot, Analyst) else None
