"""Positions with leaders that cannot be reached, and the sentences that say what is wrong with them."""

from collections import Counter
from collections.abc import Iterator

from shinar.games.wonders.components import (
    AGES,
    COPY_LEADER,
    DRAW_LEADERS,
    ENTOMB_LEADER,
    LEADERS,
    RECRUIT_LEADER,
    UNSEEN,
    leaders_in_game,
    power_of,
)
from shinar.games.wonders.expansions.leaders.knowledge import holder_of, num_given, rounds_passed
from shinar.games.wonders.expansions.leaders.recruiting import can_hire, leaders_nearby, leaders_used
from shinar.games.wonders.seating import left_of, right_of
from shinar.games.wonders.stages import built_stage
from shinar.games.wonders.standing import structures_in
from shinar.games.wonders.state import (
    BUILT,
    COPY,
    DEAL_LEADERS,
    DRAFT_LEADERS,
    DRAFTED,
    ENTOMB,
    ENTOMBED,
    HIRE,
    RECRUIT,
    SALVAGE,
    SETTLE,
    SEVENTH,
    TO_COPY,
    TO_DRAW,
    TO_ENTOMB,
    TO_HIRE,
    UNUSED,
    WITH_TILE,
    City,
    State,
)
from shinar.games.wonders.state import DRAW_LEADERS as DRAW_PHASE
from shinar.games.wonders.words import board_title, leader_title

__all__ = ["faults_of_leaders", "has_stage_with"]

PHASES = (DEAL_LEADERS, DRAFT_LEADERS, RECRUIT, DRAW_PHASE, HIRE, COPY, ENTOMB)
WAITING = {
    SEVENTH: TO_DRAW | TO_HIRE | TO_COPY | TO_ENTOMB,
    DRAW_PHASE: TO_DRAW | TO_HIRE | TO_COPY | TO_ENTOMB,
    HIRE: TO_HIRE | TO_COPY | TO_ENTOMB,
    COPY: TO_COPY | TO_ENTOMB,
    ENTOMB: TO_ENTOMB,
}  # errands of others that may wait
CARRIED_OUT = {DRAW_PHASE: TO_DRAW, HIRE: TO_HIRE, COPY: TO_COPY, ENTOMB: TO_ENTOMB}  # by who acts in a phase
IN_RECRUITING = (RECRUIT, DRAW_PHASE, HIRE, ENTOMB, SALVAGE, SETTLE)  # phases of the turn in which all recruit


def faults_of_leaders(state: State) -> Iterator[str]:
    """What is wrong with the leaders of a position."""
    cities = state.cities[: state.num_cities]
    if not state.has_leaders:
        used = any(any(city.given) or any(city.recruit_manner) or any(city.recruits) for city in state.cities)
        extra = any(city.copied or city.draws or city.errands for city in state.cities)
        if used or extra or state.leader_deck or any(state.leader_memory) or state.is_recruiting:
            yield "there are leaders only with the expansion: leaders"
        if state.phase in PHASES:
            yield "this phase is only played with leaders"
        return
    if state.players < len(cities):
        yield "leaders need at least three players"
    yield from _faults_of_time(state)
    yield from _faults_of_places(state)
    for number, city in enumerate(cities):
        yield from _faults_of_uses(state, city)
        yield from _faults_of_stages(state, number)
    yield from _faults_of_actor(state)


def _faults_of_time(state: State) -> Iterator[str]:
    """[SW-15.4] Recruiting is a turn before the first of an Age."""
    must_recruit = state.phase == RECRUIT
    if must_recruit and not state.is_recruiting:
        yield "in this phase all recruit: is_recruiting:1"
    if state.is_recruiting and (state.phase not in IN_RECRUITING or state.turn):
        yield "leaders are recruited before the first turn of an Age"


def _faults_of_places(state: State) -> Iterator[str]:
    """[SW-15.3] Every leader is with one player or in the pile, and nobody has more than were given."""
    named = Counter(given for city in state.cities for given in city.given if given)
    named.update(leader + 1 for leaders in (state.leader_deck, *state.leader_memory) for leader in _bits(leaders))
    for city in state.cities:
        others = [leader for leader in city.recruits if leader > 0 and leader not in city.given]
        named.update(others)
    if twice := next((leader for leader, count in sorted(named.items()) if count > 1), None):
        yield f"{leader_title(twice - 1)} is in two places"
    for number, city in enumerate(state.cities):
        is_player = number < state.players
        drafted = num_given(state, number, False) if is_player else 0
        drawn = num_given(state, number, True) if is_player else 0
        if any(city.given[drafted:DRAFTED]) or any(city.given[DRAFTED + drawn :]):
            yield f"{board_title(city.face)} was not given so many leaders"
    if len(named) < leaders_in_game(state.has_cities).bit_count():
        yield "a leader is missing: pile:…"
    yield from _faults_of_count(state)


def _bits(leaders: int) -> list[int]:
    return [leader for leader in range(LEADERS) if leaders >> leader & 1]


def _faults_of_count(state: State) -> Iterator[str]:
    """As many leaders are unknown as there are places for them, round by round of the draft."""
    passed = rounds_passed(state)
    for number, leaders in enumerate(state.leader_memory):
        if leaders and (number >= passed or not 1 < leaders.bit_count() < DRAFTED - number):
            yield "so many leaders were not passed on in this round: passed.…"
    if any(state.leader_memory) and not _is_memory_of_somebody(state):
        yield "nobody remembers that: passed.…"
    places = sum(num_given(state, seat, is_drawn) for seat in range(state.players) for is_drawn in (False, True))
    known = {given for city in state.cities for given in (*city.given, *city.recruits) if given > 0}
    unknown = sum(leaders.bit_count() for leaders in state.leader_memory)
    if places - len(known) - unknown < 0 or places - len(known) > unknown + state.leader_deck.bit_count():
        yield "the pile does not hold as many leaders as are unknown: pile:…"


def _is_memory_of_somebody(state: State) -> bool:
    """Whether one seat knows its own leaders and has as many unknown places to its right as it remembers leaders."""
    for seat in range(state.players):
        if not all(state.cities[seat].given[:DRAFTED]):
            continue
        rounds = range(min(rounds_passed(state), DRAFTED - 1))
        blanks = [
            sum(
                state.cities[holder_of(state, seat, passed, step)].given[passed + step] == 0
                for step in range(1, DRAFTED - passed)
            )
            for passed in rounds
        ]
        wanted = [state.leader_memory[passed].bit_count() for passed in rounds]
        if blanks == wanted:
            return True
    return False


def _faults_of_uses(state: State, city: City) -> Iterator[str]:
    """[SW-15.4] One leader in each Age, of those that were given."""
    recruited = state.age + (state.phase > RECRUIT)
    for age in range(AGES):
        if (city.recruit_manner[age] != UNUSED) != (age < recruited and state.phase > DRAFT_LEADERS):
            yield f"in {board_title(city.face)} one leader is used in each Age that has begun: {age + 1}.0=…"
    if any(manner not in {UNUSED, BUILT, ENTOMBED} for manner in city.recruit_manner[AGES:]):
        yield "leaders who are hired later are recruited"
    used = [leader for leader in city.recruits if leader > 0]
    if len(set(used)) < len(used):
        yield f"a leader of {board_title(city.face)} is used twice"
    for leader, manner in zip(city.recruits, city.recruit_manner, strict=True):
        if (leader == 0) != (manner == UNUSED) or (leader == UNSEEN and manner in {BUILT, ENTOMBED}):
            yield f"who is recruited in {board_title(city.face)} can be seen"
    if not state.has_tower and WITH_TILE in city.recruit_manner:
        yield "there are tiles only with the tower"
    yield from _faults_of_given(city)


def _faults_of_given(city: City) -> Iterator[str]:
    """[SW-15.3] What was used was given, if all that was given is known; else there is room for it."""
    places = city.given[:DRAFTED] + (city.given[DRAFTED:] if city.draws else [])
    strangers = [leader for leader in city.recruits if leader > 0 and leader not in places]
    early = [city.recruits[age] for age in range(min(AGES, max(0, city.draws - 1))) if city.draws]
    if (
        len(strangers) > places.count(0)
        or any(leader > 0 and leader in city.given[DRAFTED:] for leader in early)
        or len([leader for leader in early if leader in strangers]) > city.given[:DRAFTED].count(0)
    ):
        yield f"a leader is used in {board_title(city.face)} that was not given there"


def _faults_of_stages(state: State, number: int) -> Iterator[str]:
    """[SW-15.21] [SW-15.23] What stages and guilds have done with leaders, they could do."""
    city = state.cities[number]
    hired = sum(manner != UNUSED for manner in city.recruit_manner[AGES:])
    is_to_draw = city.errands & TO_DRAW != 0
    if (city.draws > 0) != (has_stage_with(state, number, DRAW_LEADERS) > 0 and not is_to_draw):
        yield f"{board_title(city.face)} draws leaders when the stage for it is built: draws:…"
    if city.draws > leaders_used(city) - hired + 1:
        yield f"{board_title(city.face)} had not used so many leaders: draws:…"
    if hired > has_stage_with(state, number, RECRUIT_LEADER):
        yield f"{board_title(city.face)} has too few stages for so many leaders"
    if city.recruit_manner[AGES] == UNUSED and city.recruit_manner[AGES + 1] != UNUSED:
        yield f"in {board_title(city.face)} the second leader is hired before the first"
    has_guild = any(power_of(card) == COPY_LEADER for card in structures_in(city))
    if city.copied and (not has_guild or not _was_nearby(state, number, city.copied)):
        yield f"{board_title(city.face)} cannot copy {leader_title(city.copied - 1)}"
    yield from _faults_of_errands(state, number)


def _was_nearby(state: State, number: int, leader: int) -> bool:
    """Whether a leader, counted from 1, lies in a city next to one, or is entombed there."""
    cities = [state.cities[left_of(state, number)], state.cities[right_of(state, number)]]
    pairs = [pair for city in cities for pair in zip(city.recruits, city.recruit_manner, strict=True)]
    return (leader, BUILT) in pairs or (leader, ENTOMBED) in pairs


def _faults_of_errands(state: State, number: int) -> Iterator[str]:
    """[SW-20.6] What is left to do in this turn waits for another city."""
    city = state.cities[number]
    waiting = WAITING.get(state.phase, 0) & ~(CARRIED_OUT.get(state.phase, 0) if number == state.acting else 0)
    if city.errands & ~(_errands(state, number) & waiting):
        yield f"nothing is left to do in {board_title(city.face)}: errands:…"


def _errands(state: State, number: int) -> int:
    """What the last stage and the guilds of a city may still do, as bits."""
    city = state.cities[number]
    last = power_of(built_stage(state, number, city.stages - 1)) if city.stages else 0
    can_copy = any(power_of(card) == COPY_LEADER for card in structures_in(city))
    errands = {DRAW_LEADERS: TO_DRAW, RECRUIT_LEADER: TO_HIRE, ENTOMB_LEADER: TO_ENTOMB}.get(last, 0)
    return errands | (TO_COPY if can_copy and not city.copied else 0)


def has_stage_with(state: State, number: int, power: int) -> int:
    """How many stages with a power a city has built."""
    return sum(power_of(built_stage(state, number, stage)) == power for stage in range(state.cities[number].stages))


def _faults_of_actor(state: State) -> Iterator[str]:
    """[SW-15.21] [SW-15.23] Who acts alone has something to do with leaders."""
    number, city = state.acting, state.cities[state.acting]
    hired = sum(manner != UNUSED for manner in city.recruit_manner[AGES:])
    if state.phase == DRAW_PHASE and not city.draws:
        yield f"{board_title(city.face)} draws no leaders"
    if state.phase == HIRE and (hired >= has_stage_with(state, number, RECRUIT_LEADER) or not _may_hire(state)):
        yield f"{board_title(city.face)} has no leader to recruit"
    if state.phase == COPY and (city.copied or not leaders_nearby(state, state.acting)):
        yield f"{board_title(city.face)} has no leader to copy"


def _may_hire(state: State) -> bool:
    """Whether a leader can be paid for; who does not see the hand cannot tell."""
    city = state.cities[state.acting]
    is_seen = all(city.given[:DRAFTED]) and all(city.given[DRAFTED:])
    return not is_seen or can_hire(state, state.acting)
