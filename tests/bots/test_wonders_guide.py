"""Which decisions of 7 Wonders a search looks at first, and how often its playouts take them."""

import random
from collections.abc import Callable

import pytest

from shinar.core.game import CHANCE, Actions
from shinar.games.wonders import Wonders
from shinar.games.wonders.components import BUILDING_TOKEN, EXPANSIONS
from shinar.games.wonders.expertise.former import LINEAR, PLAYOUTS_ONLY
from shinar.games.wonders.expertise.guide import GUIDE
from shinar.games.wonders.expertise.habits import weigh_by_habit
from shinar.games.wonders.expertise.player import weigh
from shinar.games.wonders.state import SALVAGE, State
from tests.games.wonders.tables import Table

BOTH = ("tower", "projects")
PLENTY = {"wood": 4, "stone": 4, "ore": 4, "clay": 4, "glass": 2, "papyrus": 2, "loom": 2}


def weights(table: Table, seat: int = 0) -> dict[str, int]:
    """The legal actions of a seat by name, with their weights by habit."""
    actions = Actions()
    table.game.rules.legal_actions(table.state, seat, actions)
    weigh_by_habit(table.state, seat, actions)
    return {table.game.action_name(actions.ids[i]): actions.weights[i] for i in range(actions.n)}


def test_searches_of_seven_wonders_are_guided() -> None:
    expertise = Wonders().expertise()
    assert expertise.guide is GUIDE
    assert expertise.variants == {"linear": LINEAR, "playouts": PLAYOUTS_ONLY}


@pytest.mark.parametrize("weigh_all", [weigh, weigh_by_habit], ids=["network", "habit"])
@pytest.mark.parametrize(("players", "expansions"), [(2, BOTH), (3, ()), (4, BOTH), (3, EXPANSIONS)])
def test_every_legal_action_has_a_weight_that_can_be_added_up(
    players: int, expansions: tuple[str, ...], weigh_all: Callable[[State, int, Actions], None]
) -> None:
    game = Wonders(players=players, expansions=expansions)
    pick = random.Random(players)
    state = game.initial_state()
    actions = Actions()
    while actors := game.actors(state):
        if actors == (CHANCE,):
            game.apply(state, CHANCE, pick.choice(game.chances(state))[0])
            continue
        actions.n = 0
        game.rules.legal_actions(state, actors[0], actions)
        actions.weights[: actions.n] = [0] * actions.n
        weigh_all(state, actors[0], actions)
        assert min(actions.weights[: actions.n]) > 0
        assert sum(actions.weights[: actions.n]) < 1 << 31
        game.apply(state, actors[0], pick.choice(actions.ids[: actions.n]))


def test_a_palace_weighs_more_than_all_discards_together() -> None:
    table = Table(3, age=3)
    table.make(0, **PLENTY)
    table.hold(0, "palace")
    weighed = weights(table)
    assert weighed["build palace"] > sum(weight for name, weight in weighed.items() if name.startswith("discard"))


def test_what_must_be_bought_weighs_less() -> None:
    rich, poor = Table(3), Table(3)
    for table in (rich, poor):
        table.coins(9, 9, 9)
        table.hold(0, "baths")
    rich.make(0, stone=1)
    poor.make(0)
    poor.make(1, stone=1)
    assert weights(rich)["build baths"] > weights(poor)["build baths"] > 0


def test_a_stage_is_weighed_once_for_all_cards_that_can_mark_it() -> None:
    few, many = Table(3), Table(3)
    many.hold(0, "baths", "altar", "tavern", "theater")
    for table in (few, many):
        table.make(0, **PLENTY)
    first, second = (
        sum(weight for name, weight in weights(table).items() if name.startswith("stage")) for table in (few, many)
    )
    assert first * 2 >= second > first // 2


def test_the_cheaper_payment_weighs_more() -> None:
    table = Table(3, boards=("rhodos a", "gizah a", "gizah b"))
    table.coins(20, 3, 3)
    table.stand(0, "west trading post")
    table.hold(0, "baths")
    table.do(0, "build baths")
    assert list(weights(table)) == ["pay 0 left 2 right", "pay 1 left 0 right"]
    assert weights(table)["pay 1 left 0 right"] > weights(table)["pay 0 left 2 right"]


def test_paying_weighs_more_than_a_token_that_can_be_kept() -> None:
    table = Table(3)
    table.coins(9, 9, 9)
    table.hold(0, "baths")
    table.make(0)
    table.make(1, stone=1)
    table.city(0).tokens[BUILDING_TOKEN] = 1
    table.do(0, "build baths")
    assert weights(table)["pay for it"] > weights(table)["use a token"]


def test_joining_a_project_weighs_more_than_staying_out() -> None:
    table = Table(3, "projects")
    table.project("rampart road")
    table.make(0, **PLENTY)
    table.hold(0, "tavern")
    table.do(0, "build tavern")
    assert weights(table)["join the project"] > weights(table)["stay out of the project"]


def test_the_best_of_the_discards_weighs_most() -> None:
    table = Table(3, boards=("halikarnassos a", "gizah a", "rhodos a"), age=3)
    table.city(0).stages = 1
    table.make(0, **PLENTY)
    table.hold(1, "palace")
    table.hold(2, "altar")
    table.do(0, "stage with pawnshop")
    table.do(1, "discard palace")
    table.do(2, "discard altar")
    assert table.state.phase == SALVAGE
    weighed = weights(table)
    assert max(weighed, key=weighed.__getitem__) == "build palace from the discards"


def test_the_least_structure_is_lost_most_often() -> None:
    table = Table(3, "projects", age=3, turn=6)
    table.project("archives")
    table.state.project_tokens = 1
    table.stand(0, "palace", "altar")
    table.rest()
    weighed = weights(table)
    assert weighed["lose altar"] > weighed["lose palace"] > 0
