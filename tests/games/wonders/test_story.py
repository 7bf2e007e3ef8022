"""What is told of a turn and of the end of an Age: everything once, with what it brings as data."""

from collections import Counter

import pytest

from shinar.core.laws import play_at_random
from shinar.core.story import StoryLine
from shinar.core.viewer import SPECTATOR, viewer_of
from shinar.games.wonders import Wonders
from shinar.games.wonders.components import COLOUR_TOKEN, POINTS_PER_STAGE
from shinar.games.wonders.rules import STARTING_COINS
from tests.games.wonders.tables import Table
from tests.games.wonders.test_golden_words import BOTH, eager_match

VALUES = (1, 3, 5)


def told(table: Table, seat: int, name: str, viewer: int | None = 0) -> list[str]:
    """Take an action; the lines that a viewer is told of it."""
    return [str(line) for line in lines_of(table, seat, name, viewer)]


def lines_of(table: Table, seat: int, name: str, viewer: int | None = 0) -> list[StoryLine]:
    return table.lines(seat, name, SPECTATOR if viewer is None else viewer_of(viewer))


def discard_all_but(table: Table, *seats: int) -> None:
    for seat in range(table.state.players):
        if seat not in seats:
            table.do(seat, "discard pawnshop")


# ---- decisions --------------------------------------------------------------------------------------------------


def test_a_decision_of_several_steps_is_one_line_for_the_others() -> None:
    """[SW-14.2] [SW-5.4]"""
    table = Table(3, "projects", boards=("rhodos a", "gizah a", "gizah b"))
    table.project("belvedere")
    table.make(0, clay=1)
    table.hold(0, "baths")
    discard_all_but(table, 0)
    assert told(table, 0, "build baths", viewer=1) == []
    assert told(table, 0, "join the project", viewer=1) == []
    lines = lines_of(table, 0, "pay 2 left 0 right", viewer=1)
    assert [str(line) for line in lines] == [
        "Player 1 builds Baths, joining Belvedere, paying 1 coin to the bank and 2 to you",
        "You discard Pawnshop, gaining 3 coins",
        "Player 3 discards a card, gaining 3 coins",
        "You get 2 coins from Player 1 for resources",
    ]
    effects = [(effect.seat, effect.what, effect.amount) for line in lines for effect in line.effects]
    assert effects == [(0, "coins", -3), (1, "coins", 3), (2, "coins", 3), (1, "coins", 2)]
    assert dict(lines[0].args) == {"card": "baths", "project": "belvedere", "bank": 1, "left": 2}


def test_the_own_steps_are_told_at_once_by_the_names_of_things() -> None:
    """[SW-14.2]"""
    table = Table(3, "projects", boards=("rhodos a", "gizah a", "gizah b"))
    table.project("rampart road")
    table.make(0, stone=1)
    table.hold(0, "marketplace")
    assert told(table, 0, "build marketplace") == ["You choose to build Marketplace"]
    assert told(table, 0, "stay out of the project") == ["You choose to stay out of Rampart Road"]
    table = Table(3, boards=("rhodos a", "gizah a", "gizah b"))
    table.hold(0, "baths")
    table.do(0, "build baths")
    assert told(table, 0, "pay 0 left 2 right") == ["You choose to pay 2 coins to Player 3"]


@pytest.mark.parametrize(
    ("board", "stages", "tokens", "card", "way", "line"),
    [
        ("olympia a", 2, 0, "baths", "use the free building", "You build Baths using the free building"),
        ("gizah a", 0, 1, "guard tower", "use a token", "You build Guard Tower using a token"),
    ],
)
def test_the_way_in_which_something_is_built_is_told(
    board: str, stages: int, tokens: int, card: str, way: str, line: str
) -> None:
    """[SW-8.4] [SW-13.7]"""
    table = Table(3, "projects", boards=(board, "babylon a", "rhodos a"))
    table.city(0).stages, table.city(0).tokens[1] = stages, tokens
    table.make(2, stone=1)
    table.hold(0, card)
    discard_all_but(table, 0)
    table.do(0, f"build {card}")
    assert told(table, 0, way)[1] == line


def test_a_chain_a_stage_and_a_token_are_told() -> None:
    """[SW-6.1] [SW-7.1] [SW-13.7]"""
    table = Table(3, "projects", age=2)
    table.project("smelter")
    table.stand(1, "theater")
    table.make(0, stone=2)
    table.hold(1, "statue")
    table.hold(2, "altar")
    table.city(2).tokens[COLOUR_TOKEN] = 1
    table.do(0, "stage with pawnshop")
    table.do(1, "build statue")
    table.do(2, "build altar")
    assert told(table, 2, "join the project by token") == [
        "You build the first stage of Gizah",
        "Player 2 builds Statue using a chain",
        "Player 3 builds Altar, joining Smelter with a token, paying 2 coins to the bank",
    ]


def test_the_last_card_of_the_hand_may_be_told_as_left() -> None:
    """[SW-8.2] [SW-3.6]"""
    table = Table(3, boards=("babylon b", "gizah a", "rhodos a"), turn=6)
    table.city(0).stages = 2
    table.rest()
    assert told(table, 0, "leave the last card", viewer=1)[:2] == [
        "Player 1 leaves the last card of the hand",
        "The last cards of the hands are discarded",
    ]


def test_who_looks_through_the_discards_is_told_and_what_is_built_from_them() -> None:
    """[SW-8.3]"""
    table = Table(3, boards=("halikarnassos b", "gizah a", "rhodos a"))
    table.make(0, ore=2)
    table.do(0, "stage with pawnshop")
    table.do(1, "discard pawnshop")
    assert told(table, 2, "discard pawnshop", viewer=1)[-1] == "Player 1 looks through the discards"
    assert told(table, 0, "build pawnshop from the discards", viewer=1) == [
        "Player 1 builds Pawnshop from the discards"
    ]
    table = Table(3, boards=("halikarnassos b", "gizah a", "rhodos a"))
    table.make(0, ore=2)
    table.stand(0, "pawnshop")
    table.do(0, "stage with pawnshop")
    table.do(1, "discard pawnshop")
    line = "You look through the discards, finding nothing to build"
    assert told(table, 2, "discard pawnshop")[-1] == line
    table = Table(2, boards=("gizah a", "rhodos a", "halikarnassos a"))
    table.city(2).stages = 1
    table.make(2, ore=3)
    table.do(1, "discard pawnshop")
    table.do(0, "discard pawnshop")
    assert told(table, 0, "stage with pawnshop")[-1] == "You look through the discards for the Free City"
    assert told(table, 0, "build nothing from the discards", viewer=1) == [
        "The Free City builds nothing from the discards"
    ]


def test_tiles_are_told_when_they_are_placed() -> None:
    """[SW-12.4]"""
    table = Table(3, "tower")
    table.tiles(3, 4, 5)
    table.city(0).tiles, table.city(1).tiles = [9, 10, 11], [6, 12, 13]
    table.do(0, "tower with pawnshop", "tile 10")
    table.do(1, "tower with pawnshop", "tile 6")
    assert told(table, 2, "discard pawnshop", viewer=1) == [
        "Player 1 discards a card to build a tile of the tower",
        "You discard Pawnshop to build a tile of the tower",
        "Player 3 discards a card, gaining 3 coins",
        "You place tile 6 in the tower, covering tile 3",
        "Player 1 places tile 10 in the tower, covering tile 4",
    ]


# ---- projects ---------------------------------------------------------------------------------------------------


def end_of_age(project: str, *, age: int = 1, parts: tuple[int, ...] = (0, 0, 0), left: int = 1) -> Table:
    """The sixth turn, with a project that is about to succeed or to fail."""
    table = Table(3, "tower", "projects", age=age, turn=6)
    table.project(project)
    for seat, part in enumerate(parts):
        table.city(seat).part = part
    table.state.project_tokens = left
    return table


def ended(table: Table, viewer: int | None = 0) -> list[StoryLine]:
    """The lines of the end of the Age, after those of the turn."""
    discard_all_but(table, 2)
    lines = lines_of(table, 2, "discard pawnshop", viewer)
    return lines[[line.verb for line in lines].index("leave cards") + 1 :]


@pytest.mark.parametrize(
    ("project", "age", "parts", "line"),
    [
        ("rampart road", 1, 1, "You get 4 coins, thanks to Rampart Road"),
        ("cranes", 1, 1, "You get a token for a free structure, thanks to Cranes"),
        ("river port", 2, 2, "You get 12 coins, thanks to River Port"),
        ("obelisk", 2, 1, "You get 1 shield, thanks to Obelisk"),
        ("war mirror", 2, 2, "You get 2 victory tokens worth 3 points each, thanks to War Mirror"),
        ("war mirror", 2, 3, "You get 3 victory tokens worth 3 points each, thanks to War Mirror"),
        ("smelter", 2, 3, "You get 3 tokens worth 1 point for each stage of the city, thanks to Smelter"),
    ],
)
def test_success_and_its_rewards_are_told(project: str, age: int, parts: int, line: str) -> None:
    """[SW-13.4] [SW-13.7]"""
    table = end_of_age(project, age=age, parts=(parts, 0, 0), left=0)
    title = line.partition(", thanks to ")[2]
    assert [str(found) for found in ended(table)[:2]] == [f"{title} succeeds", line]


def test_rewards_are_told_as_data() -> None:
    """[SW-13.7]"""
    effects = {
        "river port": (0, "coins", 12),
        "obelisk": (0, "shields", 2),
        "war mirror": (0, "points", 6),
        "smelter": (0, "tokens", 2),
    }
    for project, expected in effects.items():
        (effect,) = ended(end_of_age(project, age=2, parts=(2, 0, 0), left=0))[1].effects
        assert (effect.seat, effect.what, effect.amount) == expected


def test_tile_19_may_leave_nothing_of_a_reward_or_of_a_victory() -> None:
    """[SW-12.10]"""
    table = end_of_age("double walls", parts=(1, 0, 0), left=0)
    table.tiles(19, 22)
    table.stand(1, "barracks")
    lines = ended(table)
    assert [str(line) for line in lines[1:3]] == [
        "You get nothing for Double Walls, because of tile 19",
        "Player 2 beats you, 1 shield to 0, for no victory token because of tile 19; you get two defeat tokens",
    ]
    assert lines[1].effects == ()
    assert [(effect.seat, effect.amount) for effect in lines[2].effects] == [(0, -2)]


def test_a_failed_rampart_road_is_told_as_what_it_is() -> None:
    """[SW-13.5] [SW-13.6]"""
    table = end_of_age("rampart road", parts=(0, 1, 0), left=1)
    table.coins(0, 3, 3)
    table.hold(0, "altar")
    table.do(0, "build altar")
    table.do(1, "discard pawnshop")
    lines = lines_of(table, 2, "discard pawnshop")
    assert [str(line) for line in lines[:7]] == [
        "You build Altar",
        "Player 2 discards a card, gaining 3 coins",
        "Player 3 discards a card, gaining 3 coins",
        "The last cards of the hands are discarded",
        "Rampart Road fails: 1 participation token is left",
        "You lose 1 point to Rampart Road, having no coins",
        "Player 3 loses 6 coins to Rampart Road",
    ]
    assert [(effect.seat, effect.what, effect.amount) for line in lines[5:7] for effect in line.effects] == [
        (0, "points", -1),
        (2, "coins", -6),
    ]


def test_a_lost_resource_is_told() -> None:
    """[SW-13.5]"""
    lines = [str(line) for line in ended(end_of_age("double walls", parts=(1, 1, 0), left=2))]
    assert lines[:2] == [
        "Double Walls fails: 2 participation tokens are left",
        "Player 3 loses the resource of the board, papyrus, to Double Walls",
    ]


def test_chosen_losses_are_told_when_all_have_chosen() -> None:
    """[SW-13.5]"""
    table = end_of_age("cranes", parts=(0, 0, 1), left=1)
    table.stand(0, "lumber yard")
    table.stand(1, "clay pool")
    assert [str(line) for line in ended(table)] == ["Cranes fails: 1 participation token is left"]
    assert told(table, 1, "lose clay pool") == []
    assert told(table, 0, "lose lumber yard")[:3] == [
        "You choose to lose Lumber Yard",
        "You lose Lumber Yard to Cranes",
        "Player 2 loses Clay Pool to Cranes",
    ]


def test_lost_victory_tokens_are_told_and_points_for_who_has_not_two() -> None:
    """[SW-13.5] [SW-13.6]"""
    table = end_of_age("triumphal arches", age=3, parts=(0, 0, 1), left=1)
    table.city(0).victories = [1, 1, 0]
    assert str(ended(table)[1]) == "Player 2 loses 3 points to Triumphal Arches, having fewer than two victory tokens"
    lines = lines_of(table, 0, "lose victory tokens 1 and 3", viewer=1)
    assert str(lines[0]) == "Player 1 loses victory tokens worth 1 and 3 points to Triumphal Arches"
    assert [(effect.seat, effect.what, effect.amount) for effect in lines[0].effects] == [(0, "points", -4)]


# ---- conflicts --------------------------------------------------------------------------------------------------


def test_conflicts_are_told_pair_by_pair_with_both_tokens() -> None:
    """[SW-9.2]"""
    table = Table(3, age=2, turn=6)
    table.stand(1, "barracks", "stables")
    lines = ended(table)
    assert [str(line) for line in lines] == [
        "Player 2 beats you, 3 shields to 0, for a victory token worth 3 points; you get a defeat token",
        "Player 2 beats Player 3, 3 shields to 0, for a victory token worth 3 points; Player 3 gets a defeat token",
        "Player 3 ties with you at 0 shields",
    ]
    assert dict(lines[0].args) == {"against": 0, "victory": 3, "defeats": 1}
    assert [(effect.seat, effect.what, effect.amount) for effect in lines[0].effects] == [
        (1, "points", 3),
        (0, "points", -1),
    ]


def test_the_end_of_an_age_of_two_is_told_with_the_last_card_of_the_draw_pile() -> None:
    """[SW-11.6] [SW-11.7]"""
    match = play_at_random(Wonders(players=2), 3)
    lines = [str(line) for line in match.story()]
    ends = [i for i, line in enumerate(lines) if line == "The last card of the draw pile is discarded"]
    assert len(ends) == 3
    assert all("beats" in line or "ties" in line for i in ends for line in lines[i + 1 : i + 4])
    assert any(line.startswith("The Free City ") for line in lines)


# ---- all together -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 5), (3, 19), (5, 4)])
def test_what_is_told_adds_up_to_what_there_is(players: int, seed: int) -> None:
    """[SW-3.5] Coins, points of tokens, and kept tokens: all that cities have was told, once."""
    match = [match for match, _ in eager_match(players, BOTH, seed)][-1]
    state = match.reveal()
    sums: Counter[tuple[int, str]] = Counter()
    for line in match.story():
        for effect in line.effects:
            sums[effect.seat, effect.what] += effect.amount
    for number, city in enumerate(state.cities[: state.num_cities]):
        points = sum(value * count for value, count in zip(VALUES, city.victories, strict=True))
        assert sums[number, "coins"] == city.coins - STARTING_COINS
        assert sums[number, "points"] == points - city.defeats - city.penalty
        assert sums[number, "tokens"] >= sum(city.tokens[POINTS_PER_STAGE:])
