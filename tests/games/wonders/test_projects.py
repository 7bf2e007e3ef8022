"""The Great Projects: participation, success, failure, and each of the 15."""

from typing import NamedTuple

import pytest

from shinar.core.game import CHANCE
from shinar.core.viewer import SPECTATOR
from shinar.games.wonders.components import (
    BUILDING_TOKEN,
    CARD_NAMES,
    COLOUR_TOKEN,
    PROJECT_NAMES,
    PROJECT_ROWS,
    STAGE_TOKEN,
)
from shinar.games.wonders.expansions.projects.participation import tokens_on_card
from shinar.games.wonders.standing import stands
from shinar.games.wonders.state import LOST, PENALTY
from tests.games.wonders.tables import Table
from tests.games.wonders.test_menu import view_of


class Project(NamedTuple):
    """What is printed on a project, and a card with which one can participate."""

    name: str
    age: int
    card: str
    coins: int
    kind: str
    penalty: str
    reward: str


PRINTED = [
    Project("belvedere", 1, "pawnshop", 1, "clay", "a red card", "stage token"),
    Project("cranes", 1, "apothecary", 1, "", "a brown card", "building token"),
    Project("double walls", 1, "stockade", 1, "", "the starting resource", "victory 1"),
    Project("factory", 1, "lumber yard", 2, "", "a grey card", "colour token"),
    Project("rampart road", 1, "tavern", 1, "stone", "all coins", "4 coins"),
    Project("obelisk", 2, "pawnshop", 1, "papyrus", "a brown card", "1 shields"),
    Project("river port", 2, "vineyard", 1, "loom", "all coins", "6 coins"),
    Project("sewer network", 2, "school", 2, "", "a red card", "building token"),
    Project("smelter", 2, "sawmill", 2, "", "a grey card", "points per stage"),
    Project("war mirror", 2, "walls", 2, "glass", "a blue card", "victory 3"),
    Project("archives", 3, "study", 4, "", "a blue card", "points per set"),
    Project("giant trebuchet", 3, "circus", 5, "wood", "all coins", "victory 5"),
    Project("grand bazaar", 3, "arena", 4, "ore", "a red card", "12 coins"),
    Project("menagerie", 3, "spies guild", 4, "", "a green card", "points per guild"),
    Project("triumphal arches", 3, "gardens", 5, "", "two victory tokens", "2 shields"),
]
PLENTY = {"wood": 4, "stone": 4, "ore": 4, "clay": 4, "glass": 2, "papyrus": 2, "loom": 2}
TOKENS = ("stage token", "building token", "colour token", "points per stage", "points per set", "points per guild")
LOSABLE = {
    "a red card": "barracks",
    "a brown card": "stone pit",
    "a grey card": "glassworks 1",
    "a blue card": "baths",
    "a green card": "workshop",
}
ONLY_FOR = {"walls": {"stone": 3}, "circus": {"stone": 3, "ore": 1}, "arena": {"stone": 2, "ore": 1}}
JOIN, STAY = "join the project", "stay out of the project"


def at_work(name: str, age: int, turn: int = 1, players: int = 3) -> Table:
    table = Table(players, "projects", age=age, turn=turn)
    table.project(name)
    table.coins(20, 20, 20)
    table.make(0, **PLENTY)
    return table


@pytest.mark.parametrize("project", PRINTED, ids=lambda project: str(project.name))
def test_participation_costs_what_is_printed(project: Project) -> None:
    """[SW-13.2] [SW-13.3]"""
    _, _, card, coins, kind, _, _ = project
    table = at_work(project.name, project.age)
    table.hold(0, card)
    table.do(0, f"build {card}")
    assert table.options() == [STAY, JOIN]
    table.play(0, STAY)
    paid_without = table.city(0).coins
    table = at_work(project.name, project.age)
    table.hold(0, card)
    table.play(0, f"build {card}", JOIN)
    assert (paid_without - table.city(0).coins, table.city(0).part, table.state.project_tokens) == (coins, 1, 1)
    if kind:
        table = at_work(project.name, project.age)
        table.hold(0, card)
        table.make(0, **ONLY_FOR.get(card, {}))
        table.make(1)
        table.make(2)
        table.do(0, f"build {card}")
        assert table.options() != [STAY, JOIN]


@pytest.mark.parametrize("project", PRINTED, ids=lambda project: str(project.name))
def test_success_rewards_every_participation_token(project: Project) -> None:
    """[SW-13.4] [SW-13.7]"""
    reward = project.reward
    table = at_work(project.name, project.age, turn=6)
    table.state.project_tokens = 0
    table.city(0).part = 2
    before = (table.city(0).coins, table.city(0).shields)
    table.rest()
    city = table.city(0)
    if reward in TOKENS:
        assert city.tokens[TOKENS.index(reward)] == 2
    elif reward.startswith("victory"):
        assert city.victories["135".index(reward[-1])] == 2
    elif reward.endswith("coins"):
        assert city.coins == before[0] + 3 + 2 * int(reward.split()[0])
    else:
        assert city.shields == before[1] + 2 * int(reward.split()[0])
    assert (city.part, table.city(1).penalty, sum(table.city(1).tokens)) == (0, 0, 0)


@pytest.mark.parametrize("project", PRINTED, ids=lambda project: str(project.name))
def test_failure_punishes_those_who_did_not_participate(project: Project) -> None:
    """[SW-13.5]"""
    penalty = project.penalty
    table = at_work(project.name, project.age, turn=6)
    table.city(0).part = table.city(2).part = 1
    table.state.project_tokens = 1
    table.city(1).victories = [1, 1, 0]
    if penalty in LOSABLE:
        table.stand(1, LOSABLE[penalty])
    start = table.city(1).fixed
    table.rest()
    if penalty in LOSABLE or penalty == "two victory tokens":
        assert table.game.actors(table.state) == (1,)
        table.do(1, *table.options(1))
    city = table.city(1)
    if penalty in LOSABLE:
        assert sum(city.colours) == 0
    elif penalty == "all coins":
        assert city.coins == 0
    elif penalty == "the starting resource":
        assert (start > 0, city.fixed) == (True, 0)
    else:
        assert city.victories[:2] == [0, 0]
    assert (city.penalty, sum(table.city(0).tokens), table.city(0).coins) == (0, 0, 23)


def test_only_structures_of_the_colour_and_tokens_that_are_there_can_be_lost() -> None:
    """[SW-13.5]"""
    table = at_work("cranes", 1, turn=6)
    table.city(0).part = table.city(2).part = 1
    table.stand(1, "stone pit", "lumber yard", "baths", "glassworks 1")
    table.rest()
    assert table.options(1) == ["lose lumber yard", "lose stone pit"]
    for victories, pairs in (([0, 1, 1], ["3 and 5"]), ([1, 0, 1], ["1 and 5"]), ([0, 2, 0], ["3 and 3"])):
        table = at_work("triumphal arches", 3, turn=6)
        table.city(0).part = table.city(2).part = 1
        table.city(1).victories = victories
        table.rest()
        assert table.options(1) == [f"lose victory tokens {pair}" for pair in pairs]


def test_a_victory_token_of_a_project_is_that_of_its_age() -> None:
    """[SW-13.7] [SW-9.2]"""
    rewards = {row["age"]: row["amount"] for row in PROJECT_ROWS if row["reward"] == "victory token"}
    assert rewards == {1: 1, 2: 3, 3: 5}


def test_everybody_sees_who_has_something_to_choose() -> None:
    """[SW-13.5] [SW-14.1]"""
    table = at_work("cranes", 1, turn=6)
    table.city(0).part = 1
    table.stand(1, "stone pit")
    table.rest()
    assert table.game.actors(table.state) == (1,)
    for seat in (0, 1, 2, SPECTATOR):
        assert table.game.actors(table.game.observe(table.state, seat).state) == (1,)


def test_who_loses_nothing_has_decided_nothing_while_others_choose_what_they_lose() -> None:
    project = next(project for project in PRINTED if project.penalty in LOSABLE)
    table = at_work(project.name, project.age, turn=6)
    table.city(0).part = table.city(2).part = 1
    table.state.project_tokens = 1
    table.stand(1, LOSABLE[project.penalty])
    table.rest()
    assert table.game.actors(table.state) == (1,)
    assert view_of(table, 0)["cities"][0]["plan"] is None


def test_a_penalty_that_cannot_be_paid_costs_points_by_age() -> None:
    """[SW-13.6] The rulebook's example: no coins to lose in Age II cost two points."""
    table = at_work("river port", 2, turn=6)
    table.city(0).part = 1
    for seat, name in ((0, "discard"), (1, "build"), (2, "discard")):
        table.do(seat, f"{name} pawnshop")
        table.city(1).coins = 0
    assert (table.city(1).penalty, table.city(2).penalty, table.city(2).coins) == (2, 0, 0)


def test_one_victory_token_is_not_two() -> None:
    """[SW-13.6]"""
    table = at_work("triumphal arches", 3, turn=6)
    table.city(1).victories = [1, 0, 0]
    table.city(0).part = table.city(2).part = 1
    table.state.project_tokens = 1
    table.rest()
    assert (table.city(1).victories, table.city(1).penalty) == ([1, 0, 0], 3)


def test_the_owner_chooses_which_card_or_tokens_to_lose() -> None:
    """[SW-13.5]"""
    table = at_work("archives", 3, turn=6)
    table.stand(1, "baths", "altar")
    table.city(2).part = 1
    table.rest()
    assert (table.state.phase, table.options(1)) == (PENALTY, ["lose baths", "lose altar"])
    table.do(1, "lose altar")
    assert table.city(1).colours[2] == 1


def test_a_lost_red_card_does_not_fight_any_more() -> None:
    """[SW-13.5] [SW-8.1]"""
    table = at_work("belvedere", 1, turn=6)
    table.stand(1, "barracks")
    table.city(0).part = table.city(2).part = 1
    table.state.project_tokens = 1
    table.rest()
    table.do(1, "lose barracks")
    assert (table.city(1).victories, table.city(0).defeats) == ([0, 0, 0], 0)


def test_river_port_is_joined_with_a_forum_and_a_bought_loom() -> None:
    """[SW-13.3] The rulebook's example: a clay of one's own, a clay bought, a loom bought and a coin to the bank."""
    table = Table(3, "projects", boards=("babylon a", "ephesos a", "halikarnassos a"), age=2)
    table.project("river port")
    table.coins(6, 3, 3)
    table.stand(1, "clay pool")
    table.hold(0, "forum")
    table.play(0, "build forum", JOIN)
    assert [table.city(number).coins for number in range(3)] == [6 - 2 - 2 - 1, 3 + 3 + 2, 3 + 3 + 2]


def test_war_mirror_gives_a_victory_token_for_each_participation() -> None:
    """[SW-13.4] The rulebook's example."""
    table = at_work("war mirror", 2, turn=6)
    table.city(0).part, table.state.project_tokens = 2, 0
    table.rest()
    assert table.city(0).victories == [0, 2, 0]


def test_participation_is_possible_once_a_turn_and_while_tokens_last() -> None:
    """[SW-13.2]"""
    table = at_work("belvedere", 1)
    table.city(0).has_joined = 1
    table.do(0, "build pawnshop")
    assert table.options() == []
    table = at_work("belvedere", 1)
    table.state.project_tokens = 0
    table.do(0, "build pawnshop")
    assert table.options() == []


def test_too_many_participants_all_get_a_token() -> None:
    """[SW-13.3]"""
    table = at_work("belvedere", 1)
    table.state.project_tokens = 1
    for seat in range(3):
        table.make(seat, **PLENTY)
        table.do(seat, "build pawnshop", JOIN)
    assert ([table.city(seat).part for seat in range(3)], table.state.project_tokens) == ([1, 1, 1], 0)


def test_a_free_structure_lets_its_builder_participate_for_the_cost() -> None:
    """[SW-13.3]"""
    table = at_work("obelisk", 2)
    table.stand(0, "altar")
    table.hold(0, "temple")
    table.play(0, "build temple", JOIN)
    assert (table.city(0).coins, table.city(0).part) == (19, 1)


def test_a_structure_from_the_discards_lets_its_builder_participate() -> None:
    """[SW-13.3]"""
    table = Table(3, "projects", boards=("halikarnassos b", "gizah a", "rhodos a"))
    table.project("belvedere")
    table.coins(5, 3, 3)
    table.make(0, ore=2, clay=1)
    table.do(0, "stage with pawnshop")
    table.rest()
    table.do(0, "build pawnshop from the discards", JOIN)
    assert (table.city(0).part, table.city(0).coins) == (1, 4)


def test_the_any_colour_token_waives_the_colour_not_the_cost() -> None:
    """[SW-13.7]"""
    table = at_work("factory", 1)
    table.city(0).tokens[COLOUR_TOKEN] = 1
    table.play(0, "build pawnshop", "join the project by token")
    assert (table.city(0).coins, table.city(0).tokens[COLOUR_TOKEN], table.city(0).part) == (18, 0, 1)


def test_the_building_token_builds_without_cost() -> None:
    """[SW-13.7]"""
    table = Table(3, "projects", age=3)
    table.city(0).tokens[BUILDING_TOKEN] = 1
    table.hold(0, "palace")
    table.play(0, "build palace")
    assert (table.city(0).coins, table.city(0).tokens[BUILDING_TOKEN]) == (3, 0)


def test_the_stage_token_builds_a_stage_without_cost() -> None:
    """[SW-13.7]"""
    table = Table(3, "projects")
    table.city(0).tokens[STAGE_TOKEN] = 1
    table.play(0, "stage with pawnshop")
    assert (table.city(0).stages, table.city(0).coins, table.city(0).tokens[STAGE_TOKEN]) == (1, 3, 0)


def test_tile_19_acts_on_victory_tokens_of_projects() -> None:
    """[SW-12.10]"""
    table = Table(3, "tower", "projects", age=2, turn=6)
    table.project("war mirror")
    table.tiles(19)
    table.city(0).part, table.state.project_tokens = 2, 0
    table.rest()
    assert table.city(0).victories == [2, 0, 0]


@pytest.mark.parametrize(("players", "tokens"), [(2, 2), (3, 2), (4, 3), (5, 4), (6, 5), (7, 6)])
def test_so_many_tokens_lie_on_a_new_project(players: int, tokens: int) -> None:
    """[SW-13.1]"""
    assert tokens_on_card(Table(players, "projects").state) == tokens


def test_a_project_of_the_age_is_turned_up_before_cards_are_dealt() -> None:
    """[SW-13.1]"""
    table = at_work("belvedere", 1, turn=6)
    table.city(0).part = table.city(1).part = table.city(2).part = 1
    table.state.project_tokens = 0
    table.rest()
    chances = [table.game.action_name(action) for action, _ in table.game.chances(table.state)]
    assert chances == [f"project {name}" for name in PROJECT_NAMES[5:10]]
    table.game.apply(table.state, CHANCE, table.game.parse_action(chances[0]))
    assert (table.state.project, table.state.project_tokens) == (6, 2)


def test_a_card_built_from_the_discards_goes_back_there() -> None:
    """[SW-13.5] [SW-8.3]"""
    table = Table(3, "projects", boards=("halikarnassos a", "gizah a", "rhodos a"), age=3, turn=6)
    table.project("archives")
    table.city(0).stages = 1
    table.make(0, **PLENTY)
    table.hold(1, "palace")
    table.do(0, "stage with pawnshop")
    table.do(1, "discard palace")
    table.do(2, "discard pawnshop")
    table.do(0, "build palace from the discards", "lose palace")
    assert stands(table.city(0), CARD_NAMES.index("palace")) == 0
    assert LOST in table.city(1).manner


def test_a_token_for_a_stage_is_no_way_when_it_saves_nothing() -> None:
    """[SW-13.7] [SW-12.8]"""
    table = Table(3, "tower", "projects")
    table.city(0).tokens[STAGE_TOKEN] = 1
    table.tiles(15)
    table.play(0, "stage with pawnshop")
    assert (table.city(0).stages, table.city(0).tokens[STAGE_TOKEN]) == (1, 1)


# ---- structures without cost ------------------------------------------------------------------------------------


def at_the_obelisk() -> Table:
    """Olympia, whose Forum can give the glass of a temple or the papyrus of the obelisk, and nobody else has either."""
    table = Table(3, "projects", boards=("olympia a", "rhodos a", "babylon a"), age=2)
    table.project("obelisk")
    table.stand(0, "forum", "clay pool")
    table.hold(0, "temple")
    return table


@pytest.mark.parametrize("way", ["use the free building", "use a token"])
def test_building_free_may_be_chosen_for_the_participation_that_it_makes_possible(way: str) -> None:
    """[SW-8.4] [SW-13.3] [SW-13.7]"""
    table = at_the_obelisk()
    if way == "use a token":
        table.city(0).tokens[BUILDING_TOKEN] = 1
    else:
        table.city(0).stages = 2
    table.do(0, "build temple")
    assert table.options() == ["pay for it", way]
    table.play(0, way, JOIN)
    assert (table.city(0).part, table.city(0).coins) == (1, 2)


def test_building_free_is_not_offered_where_it_does_not_help_to_participate() -> None:
    """[SW-8.4] [SW-13.3]"""
    table = at_the_obelisk()
    table.city(0).stages = 2
    table.make(0, wood=1, clay=1, glass=1, papyrus=1)
    table.do(0, "build temple")
    assert table.options() == [STAY, JOIN]
    table = at_the_obelisk()
    table.city(0).stages = 2
    table.city(0).has_joined = True
    table.play(0, "build temple")
    assert table.city(0).power_used == 0


def test_a_chain_helps_to_participate_as_much_as_building_free() -> None:
    """[SW-6.1] [SW-13.3]"""
    table = at_the_obelisk()
    table.city(0).stages = 2
    table.stand(0, "forum", "clay pool", "altar")
    table.do(0, "build temple")
    assert table.options() == [STAY, JOIN]
    table.play(0, JOIN)
    assert (table.city(0).part, table.city(0).power_used) == (1, 0)


def test_what_is_built_from_the_discards_is_joined_with_the_resources_there_are_then() -> None:
    """[SW-8.3] The three units of clay build the stage, and one of them joins the project afterwards."""
    table = Table(3, "projects", boards=("halikarnassos b", "gizah a", "rhodos a"), age=1)
    table.project("belvedere")
    table.city(0).stages = 1
    table.make(0, clay=3)
    table.do(0, "stage with pawnshop")
    table.rest()
    table.do(0, "build pawnshop from the discards")
    table.do(0, JOIN)
    assert (table.city(0).part, table.city(0).coins) == (1, 2)
