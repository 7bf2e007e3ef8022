"""Leaders for people: those of a city, those in the reader's hand, and what is known of the others'."""

from typing import TypedDict

from shinar.games.wonders.components import AGES, LEADER_NAMES, UNSEEN, leaders_in_game
from shinar.games.wonders.expansions.leaders.knowledge import holder_of, num_given, rounds_passed
from shinar.games.wonders.expansions.leaders.recruiting import leaders_held, leaders_used
from shinar.games.wonders.state import BUILT, DRAFT_LEADERS, DRAFTED, ENTOMBED, UNUSED, City, State

__all__ = [
    "LeadersHeld",
    "LeadersPassed",
    "LeadersView",
    "city_leaders",
    "entombed_leaders",
    "leader_uses",
    "leaders_view",
]
__all__ += ["held_leaders"]

MANNERS = ("", "recruited", "stage", "discarded", "tile", "entombed")


class LeadersHeld(TypedDict):
    """What I may know of the leaders in another hand."""

    seat: int
    count: int
    known: list[str]  # leaders that this player has been given and not recruited


class LeadersPassed(TypedDict):
    """Leaders that I passed on in the draft, and those among whom they are."""

    seats: list[int]
    leaders: list[str]


class LeadersView(TypedDict):
    """What a viewer sees of leaders beside those in the cities."""

    kept: list[str]  # while drafting: those I have kept
    held: list[str]  # those in my hand
    others: list[LeadersHeld]
    passed: list[LeadersPassed]
    pile: int  # how many were dealt to nobody


def city_leaders(city: City) -> list[str]:
    """The leaders that lie face up in a city."""
    pairs = zip(city.recruits, city.recruit_manner, strict=True)
    return [LEADER_NAMES[leader - 1] for leader, manner in pairs if manner == BUILT]


def entombed_leaders(city: City) -> list[str]:
    """[SW-17.9] The leaders that lie face down beside the board."""
    pairs = zip(city.recruits, city.recruit_manner, strict=True)
    return [LEADER_NAMES[leader - 1] for leader, manner in pairs if manner == ENTOMBED]


def leader_uses(city: City) -> list[tuple[int, int, str, str | None]]:
    """What a city did with its leaders: Age and turn 0; of those recruited later Age 0, and which of them it was."""
    return [
        (
            place + 1 if place < AGES else 0,
            0 if place < AGES else place - AGES + 1,
            MANNERS[manner],
            None if city.recruits[place] == UNSEEN else LEADER_NAMES[city.recruits[place] - 1],
        )
        for place, manner in enumerate(city.recruit_manner)
        if manner != UNUSED
    ]


def held_leaders(state: State, seat: int) -> list[int]:
    """The leaders in the hand of a player, as far as they are known; none while they are still drafted."""
    if not 0 <= seat < state.players or state.phase <= DRAFT_LEADERS:
        return []
    held = leaders_held(state.cities[seat])
    return [leader for leader in range(len(LEADER_NAMES)) if held >> leader & 1]


def leaders_view(state: State, seat: int) -> LeadersView | None:
    """The leaders for a viewer; None where they are not played."""
    if not state.has_leaders:
        return None
    is_seat = 0 <= seat < state.players
    is_drafting = is_seat and state.phase == DRAFT_LEADERS
    kept = [given for given in state.cities[seat].given[: state.turn] if given] if is_drafting else []
    given = sum(num_given(state, other, is_drawn) for other in range(state.players) for is_drawn in (False, True))
    return {
        "kept": [LEADER_NAMES[leader - 1] for leader in kept],
        "held": [LEADER_NAMES[leader] for leader in held_leaders(state, seat)],
        "others": [_held(state, other) for other in range(state.players) if other != seat],
        "passed": _passed(state, seat) if is_seat else [],
        "pile": leaders_in_game(state.has_cities).bit_count() - given,
    }


def _held(state: State, seat: int) -> LeadersHeld:
    count = num_given(state, seat, False) + num_given(state, seat, True) - leaders_used(state.cities[seat])
    return {"seat": seat, "count": count, "known": [LEADER_NAMES[leader] for leader in held_leaders(state, seat)]}


def _passed(state: State, seat: int) -> list[LeadersPassed]:
    """What was passed on and cannot be told apart: the leaders, and who has them."""
    found: list[LeadersPassed] = []
    for passed in range(min(rounds_passed(state), DRAFTED - 1)):
        leaders = [name for i, name in enumerate(LEADER_NAMES) if state.leader_memory[passed] >> i & 1]
        places = [(holder_of(state, seat, passed, step), passed + step) for step in range(1, DRAFTED - passed)]
        seats = [number for number, place in places if state.cities[number].given[place] == 0]
        if leaders:
            found.append({"seats": list(dict.fromkeys(seats)), "leaders": leaders})
    return found
