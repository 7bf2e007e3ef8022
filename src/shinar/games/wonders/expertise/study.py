"""What a study of 7 Wonders looks at."""

from shinar.core.study import FinishedGame, SeatFacts, Study
from shinar.games.wonders.components import PROJECT_NAMES, SIDE_NAMES
from shinar.games.wonders.expansions.tower.effects import TILE_PLACED, TILES_EACH
from shinar.games.wonders.scoring import sheet_points
from shinar.games.wonders.state import City, State
from shinar.games.wonders.words import board_title, title_case

__all__ = ["STUDY"]


def facts(played: FinishedGame[State]) -> tuple[SeatFacts, ...]:
    """The wonder and its side, the tiles it built, the projects it joined; and the score sheet."""
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
        "tile of Babel built": tuple(f"tile {tile}" for tile in tiles),
        "Great Project joined": joined,
    }
    return {kind: values for kind, values in traits.items() if values}


def _projects(played: FinishedGame[State]) -> list[tuple[str, ...]]:
    """The projects in which each seat has taken part."""
    joined: list[dict[str, None]] = [{} for _ in range(played.game.num_seats)]
    if not played.state.has_projects:
        return [()] * played.game.num_seats
    for step in played.steps():
        if step.after.project:
            name = title_case(PROJECT_NAMES[step.after.project - 1])
            for seat, projects in enumerate(joined):
                if step.after.cities[seat].has_joined:
                    projects[name] = None
    return [tuple(projects) for projects in joined]


def _sheet(state: State, seat: int) -> dict[str, int]:
    return dict(sheet_points(state, seat))


STUDY = Study(
    facts,
    {"players": 3},
    (
        {"expansions": ("tower",)},
        {"expansions": ("projects",)},
        {"expansions": ("tower", "projects")},
        {"players": 5},
        {"sides": "a"},
        {"sides": "b"},
    ),
)
