"""What a study of 7 Wonders looks at."""

from shinar.core.study import FinishedGame, SeatFacts, Study
from shinar.games.wonders.components import (
    BLACK_CARDS,
    CARDS,
    EXPANSIONS,
    GUILDS,
    LEADERS,
    PROJECTS,
    SIDE_NAMES,
    TILES,
    TILES_EACH,
)
from shinar.games.wonders.scoring import sheet_points
from shinar.games.wonders.standing import stands
from shinar.games.wonders.state import BUILT, TILE_PLACED, City, State
from shinar.games.wonders.words import (
    board_title,
    card_title,
    item_text,
    leader_title,
    project_text,
    project_title,
    tile_text,
)

__all__ = ["STUDY"]


def facts(played: FinishedGame[State]) -> tuple[SeatFacts, ...]:
    """The wonder and its side, guilds and black structures, leaders, tiles and projects; and the score sheet."""
    state = played.state
    joined = _projects(played)
    return tuple(
        SeatFacts(_traits(state.cities[seat], joined[seat]), _sheet(state, seat))
        for seat in range(played.game.num_seats)
    )


def _traits(city: City, joined: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    side = SIDE_NAMES[city.face % len(SIDE_NAMES)].upper()
    tiles = [city.tiles[i] for i in range(TILES_EACH) if city.tile_built[i] == TILE_PLACED]
    traits = {
        "wonder": (board_title(city.face),),
        "side": (side,),
        "wonder and side": (f"{board_title(city.face)} {side}",),
        "guild built": tuple(card_title(card) for card in GUILDS if stands(city, card)),
        "leader recruited": tuple(map(leader_title, _leaders(city))),
        "black structure built": tuple(card_title(card) for card in BLACK_CARDS if stands(city, card)),
        "tile of Babel built": tuple(f"tile {tile}" for tile in tiles),
        "Great Project joined": joined,
    }
    return {kind: values for kind, values in traits.items() if values}


def _leaders(city: City) -> list[int]:
    recruits = zip(city.recruits, city.recruit_manner, strict=True)
    return [leader - 1 for leader, manner in recruits if manner == BUILT]


def _projects(played: FinishedGame[State]) -> list[tuple[str, ...]]:
    """The projects in which each seat has taken part."""
    joined: list[dict[str, None]] = [{} for _ in range(played.game.num_seats)]
    if not played.state.has_projects:
        return [()] * played.game.num_seats
    for step in played.steps():
        if step.after.project:
            name = project_title(step.after.project - 1)
            for seat, projects in enumerate(joined):
                if step.after.cities[seat].has_joined:
                    projects[name] = None
    return [tuple(projects) for projects in joined]


def _sheet(state: State, seat: int) -> dict[str, int]:
    return dict(sheet_points(state, seat))


def _notes() -> dict[str, str]:
    """What everything does that has an effect of its own."""
    return {
        **{f"tile {tile}": tile_text(tile) for tile in range(1, TILES + 1)},
        **{project_title(project): project_text(project) for project in range(PROJECTS)},
        **{card_title(card): item_text(card) for card in (*GUILDS, *BLACK_CARDS)},
        **{leader_title(leader): item_text(CARDS + leader) for leader in range(LEADERS)},
    }


STUDY = Study(
    facts,
    {"players": 3},
    (
        {"expansions": ("tower",)},
        {"expansions": ("projects",)},
        {"expansions": ("tower", "projects")},
        {"expansions": ("leaders",)},
        {"expansions": ("cities",)},
        {"expansions": EXPANSIONS},
        {"players": 5},
        {"sides": "a"},
        {"sides": "b"},
    ),
    _notes(),
)
