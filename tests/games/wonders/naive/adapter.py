"""A position of the engine as plain data for the second opinion."""

from shinar.games.wonders.components import (
    BOARD_NAMES,
    BUILDING_TOKEN,
    CARD_NAMES,
    COLOUR_TOKEN,
    LEADER_NAMES,
    POINTS_PER_GUILD,
    POINTS_PER_SET,
    POINTS_PER_STAGE,
    PROJECT_NAMES,
    SIDE_NAMES,
    SIDES,
    STAGE_TOKEN,
)
from shinar.games.wonders.standing import structures_in
from shinar.games.wonders.state import BUILT, State
from shinar.games.wonders.state import City as EngineCity
from tests.games.wonders.naive.box import CARDS
from tests.games.wonders.naive.cities import City, Table
from tests.games.wonders.naive.conflicts import shields

TOKENS = {
    "stage": STAGE_TOKEN,
    "building": BUILDING_TOKEN,
    "colour": COLOUR_TOKEN,
    "per stage": POINTS_PER_STAGE,
    "per set": POINTS_PER_SET,
    "per guild": POINTS_PER_GUILD,
}
PLACED = 2  # of tile_built


def plain_table(state: State) -> Table:
    """All that lies on the table, in words."""
    cities = [plain_city(state, state.cities[number]) for number in range(state.num_cities)]
    joined = any(city.has_joined for city in cities)
    return Table(
        cities,
        players=int(state.players),
        is_team_game=bool(state.teams),
        age=int(state.age) + 1,
        tiles=frozenset(tile for tile in range(1, 25) if state.active >> tile & 1),
        project=PROJECT_NAMES[state.project - 1] if state.project else "",
        is_project_open=bool(state.project) and (state.project_tokens > 0 or joined),
    )


def plain_city(state: State, city: EngineCity) -> City:
    """A city in words; shields won by projects are what is left when all printed ones are counted."""
    board, side = BOARD_NAMES[city.face // SIDES], SIDE_NAMES[city.face % SIDES]
    used = zip(city.recruits, city.recruit_manner, strict=True)
    found = City(
        board,
        side,
        coins=int(city.coins),
        structures=[CARD_NAMES[card] for card in structures_in(city) if CARD_NAMES[card] in CARDS],
        stages=[(board, side, number) for number in range(1, city.stages + 1)],
        leaders=[LEADER_NAMES[leader - 1] for leader, manner in used if manner == BUILT],
        copied=LEADER_NAMES[city.copied - 1] if city.copied else "",
        victories=[value for value, count in zip((1, 3, 5), city.victories, strict=True) for _ in range(count)],
        defeats=int(city.defeats),
        tiles=sum(built == PLACED for built in city.tile_built),
        tokens={name: int(city.tokens[number]) for name, number in TOKENS.items()},
        penalty=int(city.penalty),
        is_blocked=bool(city.is_blocked),
        is_power_used=city.power_used == state.age + 1,
        is_caligula_used=city.free_black_used == state.age + 1,
        debts=int(city.debts),
        diplomacy=int(city.diplomacy),
        has_joined=bool(city.has_joined),
    )
    defeats = found.defeats if "defeats are shields" in found.effects else 0
    found.shields = int(city.shields) - (shields(found) - defeats)
    return found
