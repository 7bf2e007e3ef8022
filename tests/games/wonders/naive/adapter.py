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
from shinar.games.wonders.state import BUILT, ENTOMBED, IN_STAGE, State
from shinar.games.wonders.state import City as EngineCity
from tests.games.wonders.naive.box import CARDS, FACES
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
    cities = [plain_city(state, number) for number in range(state.num_cities)]
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


def plain_city(state: State, number: int) -> City:
    """A city in words; shields won by projects are what is left when all printed ones are counted."""
    city = state.cities[number]
    board, side = BOARD_NAMES[city.face // SIDES], SIDE_NAMES[city.face % SIDES]
    found = City(
        board,
        side,
        coins=int(city.coins),
        structures=[CARD_NAMES[card] for card in structures_in(city) if CARD_NAMES[card] in CARDS],
        stages=stages_built(state, number),
        markers=markers(city),
        entombed=[LEADER_NAMES[leader - 1] for leader, manner in pairs(city) if manner == ENTOMBED],
        leaders=[LEADER_NAMES[leader - 1] for leader, manner in pairs(city) if manner == BUILT],
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


def pairs(city: EngineCity) -> list[tuple[int, int]]:
    """The leaders that a city has used, and how."""
    return list(zip(city.recruits, city.recruit_manner, strict=True))


def face_of(state: State, number: int) -> tuple[str, str]:
    face = state.cities[number % state.num_cities].face
    return BOARD_NAMES[face // SIDES], SIDE_NAMES[face % SIDES]


def stages_built(state: State, number: int) -> list[tuple[str, str, int]]:
    """[SW-17.3] [SW-17.5] The printed stages whose effects a city has, in the order of building."""
    city, found = state.cities[number], list[tuple[str, str, int]]()
    noted = [city.order >> 2 * place & 3 for place in range(3)]
    for place in range(city.stages):
        whose = copied_from(state, number, place)
        board, side = face_of(state, number if whose is None else whose)
        if board == "great-wall":
            chosen = noted[place] if place < len(noted) else 6 - sum(noted)
            found.append((board, side, chosen + 1))
        elif whose is None:
            found.append((board, side, place + 1))
        else:
            last = len(FACES[board, side].stages)
            found.append((board, side, (1, 2, last)[place]))
    return found


def copied_from(state: State, number: int, place: int) -> int | None:
    """[SW-17.5] Whose stage Manneken Pis copies: left, right, left."""
    if face_of(state, number) != ("manneken-pis", "a"):
        return None
    return number - 1 if place == 1 else number + 1


def markers(city: EngineCity) -> list[str]:
    """The colours of what lies under the stages, in the order of building."""
    found = list[str]()
    slots = len(city.used) // 3
    for age in range(3):
        found += ["white"] * (city.recruit_manner[age] == IN_STAGE)
        cards = zip(city.used, city.manner, strict=True)
        found += [
            CARDS[CARD_NAMES[card]].colour
            for place, (card, manner) in enumerate(cards)
            if place // slots == age and manner == IN_STAGE
        ]
    return found
