"""What a decision of 7 Wonders brings, in words: the parts of what a structure or a stage is worth.

Worths are in hundredths of a point, as in worth.py. Decisions are sealed: what a seat has planned is judged as if it
were done.
"""

from collections.abc import Iterator

from shinar.core.expertise import Reason
from shinar.core.story import counted, listed
from shinar.core.viewer import viewer_of
from shinar.games.wonders.aftermath import CityNarrator
from shinar.games.wonders.building import has_structure
from shinar.games.wonders.components import (
    CARDS,
    COLOUR_NAMES,
    ITEM_ROWS,
    KINDS,
    NIBBLE,
    NO_CARD,
    PROJECT_ROWS,
    RESOURCE_NAMES,
    SYMBOL_NAMES,
    coins_of,
    coins_per_of,
    fixed_of,
    points_of,
    points_per_of,
    power_of,
    project_reward,
    shields_of,
    symbol_of,
)
from shinar.games.wonders.counting import count_things
from shinar.games.wonders.expertise.worth import (
    COIN,
    MAX_CHILDREN,
    PART_WORTH,
    POINT,
    POWER_WORTH,
    REWARD_WORTH,
    chain_worth,
    child_of,
    city_worth,
    cost_worth,
    leader_worth,
    symbol_worth,
    tower_worth,
    trade_worth,
    war_worth,
)
from shinar.games.wonders.rules import DISCARD_COINS, deciding
from shinar.games.wonders.scoring import science_points
from shinar.games.wonders.seating import left_of, right_of
from shinar.games.wonders.stages import next_stage
from shinar.games.wonders.standing import pull_down, put_up, stands, structures_in
from shinar.games.wonders.state import (
    BUILT,
    COPY,
    DISCARDED,
    DRAFT,
    DRAFT_LEADERS,
    IN_STAGE,
    READY,
    TILE_PLACED,
    WITH_TILE,
    City,
    Plan,
    State,
)
from shinar.games.wonders.words import (
    POWERS,
    card_title,
    city_effects_text,
    coins_text,
    item_text,
    leader_title,
    project_title,
    reward_text,
    tile_text,
)

__all__ = ["reasons"]

LITTLE = 1  # what the evaluation does not count speaks for a decision too, but less than what it counts


def reasons(before: State, after: State, seat: int) -> list[Reason]:
    """What speaks for and against what a seat decides between two positions."""
    number = deciding(before, seat)
    if not 0 <= number < before.players:  # what is good for the Free City is rarely good for those who play for it
        return []
    narrator, plan = CityNarrator(viewer_of(seat)), after.cities[number].plan
    if before.phase in (DRAFT_LEADERS, COPY):
        return _leader(before, number, plan.card - CARDS) if plan.card >= CARDS else []
    if before.phase == DRAFT:
        return [Reason(f"tile {plan.tile}: {tile_text(plan.tile)}", LITTLE)] if plan.tile else []
    if after.resolutions != before.resolutions:
        return _done(before, after, number, narrator)
    return [*_planned(before, number, plan, narrator), *_price(after, number, narrator)]


def _planned(state: State, number: int, plan: Plan, narrator: CityNarrator) -> Iterator[Reason]:
    """What a card will bring in the manner in which it is to be used."""
    city = state.cities[number]
    if plan.use == BUILT and plan.card >= CARDS:
        yield from _leader(state, number, plan.card - CARDS)
    elif plan.use == BUILT:
        yield from _item(state, number, plan.card, narrator)
    elif plan.use == IN_STAGE:
        yield from _item(state, number, next_stage(state, number), narrator)
    elif plan.use == DISCARDED:
        text = f"brings {coins_text(DISCARD_COINS)}; you have {coins_text(city.coins)}"
        yield Reason(text, DISCARD_COINS * COIN)
    elif plan.use == WITH_TILE:
        yield from _tile(city, plan)
    if plan.part:
        reward = project_reward(state.project - 1)
        text = f"joins {project_title(state.project - 1)}: success gives {reward_text(PROJECT_ROWS[state.project - 1])}"
        yield Reason(text, PART_WORTH + REWARD_WORTH[reward] // 2)


def _leader(state: State, number: int, leader: int) -> list[Reason]:
    """What a leader brings, as printed."""
    return [Reason(f"{leader_title(leader)}: {item_text(CARDS + leader)}", leader_worth(state, number, leader))]


def _done(before: State, after: State, number: int, narrator: CityNarrator) -> list[Reason]:
    """What was built at once, by the only one who had to decide."""
    then, now = structures_in(before.cities[number]), structures_in(after.cities[number])
    built = [card for card in now if card not in then]
    return [reason for card in built for reason in _item(before, number, card, narrator)]


def _tile(city: City, plan: Plan) -> Iterator[Reason]:
    """A tile in the tower, and what it changes."""
    placed = sum(built == TILE_PLACED for built in city.tile_built)
    ordinal = ("first", "second", "third")[min(placed, 2)]
    changes = f"; {tile_text(plan.tile)}" if plan.tile else ""
    points = counted(tower_worth(city) // POINT, "point")
    yield Reason(f"builds your {ordinal} tile, worth {points}{changes}", tower_worth(city))


# ---- structures and stages --------------------------------------------------------------------------------------


def _item(state: State, number: int, item: int, narrator: CityNarrator) -> Iterator[Reason]:
    """All parts of what a structure or a stage brings a city."""
    city = state.cities[number]
    yield from _gains(state, number, item)
    if shields_of(item):
        yield _war(state, number, city.shields + shields_of(item), narrator)
    if symbol_of(item) >= 0:
        yield _science(state, number, item)
    if worth := trade_worth(state, city, item):
        yield Reason(_trade_text(city, item), worth)
    if worth := POWER_WORTH[power_of(item)]:
        yield Reason(_power_text(item), worth)
    if worth := city_worth(state, number, item):
        yield Reason(city_effects_text(item) or _power_text(item), worth)
    if item < CARDS and (worth := chain_worth(state, city, item)):
        yield Reason(f"makes {_children(city, item)} free to build", worth)


def _power_text(item: int) -> str:
    return f"lets you {POWERS[ITEM_ROWS[item]['power']]}"


def _gains(state: State, number: int, item: int) -> Iterator[Reason]:
    """Points and coins, printed or counted."""
    if points := points_of(item):
        yield Reason(f"is worth {counted(points, 'point')}", POINT * points)
    if coins := coins_of(item):
        yield Reason(f"brings {coins_text(coins)}", COIN * coins)
    things = count_things(state, number, item) if points_per_of(item) or coins_per_of(item) else 0
    if things * points_per_of(item):
        counts = f"for what it counts now ({', '.join(ITEM_ROWS[item]['per']['things'])})"
        yield Reason(f"is worth {counted(things * points_per_of(item), 'point')} {counts}", things * POINT)
    if things * coins_per_of(item):
        yield Reason(f"brings {coins_text(things * coins_per_of(item))}", things * coins_per_of(item) * COIN)


def _war(state: State, number: int, shields: int, narrator: CityNarrator) -> Reason:
    """How the shields then stand against both neighbours."""
    has = state.cities[number].shields
    stands = []
    for other in dict.fromkeys((left_of(state, number), right_of(state, number))):
        theirs = state.cities[other].shields
        verb = "ahead of" if shields > theirs else "level with" if shields == theirs else "behind"
        stands.append(f"{verb} {narrator.city(state, other)} ({theirs})")
    worth = war_worth(state, number, shields) - war_worth(state, number, has)
    return Reason(f"makes {counted(shields, 'shield')}, {listed(stands)}", worth)


def _science(state: State, number: int, item: int) -> Reason:
    """What the symbols are worth with another one."""
    worth, has = symbol_worth(state, number, item), science_points(state, number, 0)
    points = has + _science_gain(state, number, item)
    symbol = SYMBOL_NAMES[symbol_of(item)]
    name = "a symbol of your choice" if symbol == "any" else f"a {symbol}"
    return Reason(f"adds {name}: science from {has} to {counted(points, 'point')}", worth)


def _science_gain(state: State, number: int, item: int) -> int:
    city, has = state.cities[number], science_points(state, number, 0)
    if item >= CARDS or SYMBOL_NAMES[symbol_of(item)] == "any":
        return science_points(state, number, 1) - has
    if stands(city, item):
        return 0
    put_up(city, item)
    points = science_points(state, number, 0)
    pull_down(city, item)
    return points - has


def _trade_text(city: City, item: int) -> str:
    """Which resources it makes, and whether the city has none of them yet; or which prices it lowers."""
    row = ITEM_ROWS[item]
    if "makes" not in row:
        return "lowers the price of what you buy from neighbours"
    made = [kind for kind in range(KINDS) if fixed_of(item) >> NIBBLE * kind & 15]
    if not made:
        return f"makes {' or '.join(str(row['makes'][0]).split('/'))}, as you need it"
    new = [RESOURCE_NAMES[kind] for kind in made if not city.fixed >> NIBBLE * kind & 15]
    names = listed([RESOURCE_NAMES[kind] for kind in made])
    return f"makes {names}, which you do not make yet" if new else f"makes more {names}"


def _children(city: City, card: int) -> str:
    """The structures that become free, which the city does not have yet."""
    children = [child_of(card, i) for i in range(MAX_CHILDREN)]
    free = [child for child in children if child != NO_CARD and not has_structure(city, child)]
    return listed([f"{card_title(child)} ({COLOUR_NAMES[_colour(child)]})" for child in free])


def _colour(card: int) -> int:
    return COLOUR_NAMES.index(ITEM_ROWS[card]["colour"])


def _price(state: State, number: int, narrator: CityNarrator) -> Iterator[Reason]:
    """What a decision costs, once that is decided."""
    plan = state.cities[number].plan
    if plan.use not in {BUILT, IN_STAGE} or plan.step != READY:
        return
    paid = plan.bank + plan.left + plan.right
    if not paid:
        yield Reason("costs no coins", LITTLE)
        return
    to = [(plan.left, left_of(state, number)), (plan.right, right_of(state, number))]
    whom = [f"{coins} to {narrator.city(state, other)}" for coins, other in to if coins]
    text = f"costs {coins_text(paid)}" + (f", {listed(whom)}" if whom else "")
    yield Reason(text, -cost_worth(state, number))
