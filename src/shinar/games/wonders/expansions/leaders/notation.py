"""Leaders in the text of a position.

A city has `given:caesar,-,nero`, the leaders it was given by the round of the draft in which it kept them, then those
it drew; `-` is one that is not known. `1.0=recruit/caesar` is the leader used when recruiting in Age I, `hired.1=…` one
recruited later, `copied:nero` the one that a guild copies. The head has `passed.1:…`, the leaders passed on in a round
of which it is not known who has which, and `pile:…` where that does not follow from the rest.
"""

from collections.abc import Iterator

from shinar.core.errors import NotationError
from shinar.core.nearest import did_you_mean
from shinar.games.wonders.components import AGES, LEADER_NAMES, UNSEEN, leaders_in_game
from shinar.games.wonders.state import RECRUITS, UNUSED, City, State

__all__ = ["LEADER_WORDS", "is_use_of_leader", "leader_city_words", "leader_head_words"]
__all__ += ["read_leader_head", "read_leader_word", "read_use_of_leader", "unnamed_leaders"]

LEADER_WORDS = ("given", "copied")
MANNERS = ("", "recruit", "stage", "discard", "tile", "entombed")
PLACES = (*(f"{age}.0" for age in range(1, AGES + 1)), *(f"hired.{n}" for n in range(1, RECRUITS - AGES + 1)))
NOT_KNOWN, NONE = "-", "none"


# ---- writing ----------------------------------------------------------------------------------------------------


def leader_head_words(state: State) -> Iterator[str]:
    """The pile, where it does not follow from the rest, and what is remembered of the draft."""
    if state.leader_deck != unnamed_leaders(state):
        yield f"pile:{_names(state.leader_deck)}"
    for number, leaders in enumerate(state.leader_memory):
        if leaders:
            yield f"passed.{number + 1}:{_names(leaders)}"


def leader_city_words(city: City) -> Iterator[str]:
    """What a player was given and has used."""
    if any(city.given):
        names = [LEADER_NAMES[given - 1] if given else NOT_KNOWN for given in city.given]
        last = max(place for place, given in enumerate(city.given) if given)
        yield f"given:{','.join(names[: last + 1])}"
    for place, manner in enumerate(city.recruit_manner):
        if manner != UNUSED:
            leader = city.recruits[place]
            yield f"{PLACES[place]}={MANNERS[manner]}/{'?' if leader == UNSEEN else LEADER_NAMES[leader - 1]}"
    if city.copied:
        yield f"copied:{LEADER_NAMES[city.copied - 1]}"


def _names(leaders: int) -> str:
    return ",".join(name for i, name in enumerate(LEADER_NAMES) if leaders >> i & 1) or NONE


# ---- reading ----------------------------------------------------------------------------------------------------


def read_leader_head(state: State, key: str, value: str) -> None:
    """`pile:…` or `passed.1:…`."""
    leaders = 0 if value == NONE else sum({1 << _leader(name) for name in value.split(",")})
    if key == "pile":
        state.leader_deck = leaders
        return
    rounds = [str(number + 1) for number in range(len(state.leader_memory))]
    if key.removeprefix("passed.") not in rounds:
        raise NotationError(f"leaders are passed on in rounds {', '.join(rounds)}")
    state.leader_memory[rounds.index(key.removeprefix("passed."))] = leaders


def read_leader_word(city: City, key: str, value: str) -> None:
    """`given:…` or `copied:…`."""
    if key == "copied":
        city.copied = _leader(value) + 1
        return
    given = [0 if name == NOT_KNOWN else _leader(name) + 1 for name in value.split(",")]
    if len(given) > len(city.given):
        raise NotationError(f"a player is given at most {len(city.given)} leaders")
    city.given[: len(given)] = given


def is_use_of_leader(when: str) -> bool:
    """Whether a use is that of a leader: `1.0`, `hired.1`."""
    return when in PLACES


def read_use_of_leader(city: City, when: str, what: str) -> None:
    """`recruit/caesar`, `discard/?`."""
    manner, _, name = what.partition("/")
    place = PLACES.index(when)
    if manner not in MANNERS[1:]:
        raise NotationError(f"there is no use of a leader {manner!r}{did_you_mean(manner, MANNERS[1:])}")
    if city.recruit_manner[place] != UNUSED:
        raise NotationError(f"two leaders are used in {when}")
    city.recruit_manner[place] = MANNERS.index(manner)
    city.recruits[place] = UNSEEN if name == "?" else _leader(name) + 1


def unnamed_leaders(state: State) -> int:
    """The leaders that are named nowhere, as bits."""
    named = sum({1 << given - 1 for city in state.cities for given in (*city.given, *city.recruits) if given > 0})
    for leaders in state.leader_memory:
        named |= leaders
    return leaders_in_game(state.has_cities) & ~named if state.has_leaders else 0


def _leader(name: str) -> int:
    if name not in LEADER_NAMES:
        raise NotationError(f"there is no leader {name!r}{did_you_mean(name, LEADER_NAMES)}")
    return LEADER_NAMES.index(name)
