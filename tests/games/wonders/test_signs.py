"""What a city of 7 Wonders shows to the network that plays for it: no more than its seat may know."""

from collections.abc import Iterator
from typing import Any

import pytest

from shinar.core.game import Actions
from shinar.core.learning import MAX_MOTIVES
from shinar.games.wonders import Wonders
from shinar.games.wonders.actions import KEEP_LEADER
from shinar.games.wonders.components import (
    AGES,
    BUILDING_TOKEN,
    CARD_NAMES,
    CARDS,
    EXPANSIONS,
    KINDS,
    LEADER_NAMES,
    MAX_CITIES,
    MAX_STAGES,
    MAX_TURNS,
    PIECES,
    PROJECT_NAMES,
    RESOURCE_NAMES,
    TILES,
    TURNS,
)
from shinar.games.wonders.expertise.signs import (
    CHOICE,
    CHOICE_SIGNS,
    COINS,
    COLOUR,
    COMMERCE,
    FACE,
    GUILDS,
    LAST_HOLDER,
    LATER_HAND,
    LEAD,
    LEADER_KEEPING,
    MAKES,
    MANY,
    MAX_LEAD,
    MAX_SHIELDS,
    MAX_SIGNS,
    MOTIVES,
    NEXT_HOLDER,
    OWN_HAND,
    PARTING,
    PAYING,
    PLAYED,
    PLAYERS,
    PRICES,
    PROJECT,
    PURSE,
    ROWS,
    SALVAGING,
    SCIENCE,
    SELLS,
    SHIELDS,
    SIDE_COLOUR,
    SIDE_FACE,
    SIDE_MAKES,
    SIDE_STAGES,
    STAGE_PRICE,
    STAGING,
    STANDS,
    SYMBOL_COUNTS,
    TAKES_PART,
    TILE,
    TIME,
    TOKEN,
    TOO_DEAR,
    TOWER_TILES,
    TURN_ROWS,
    UNITS,
    VALUE_SIGNS,
    WAR,
    WAR_STEPS,
    decides,
    motives_of,
    part,
    row,
    show_choice,
    show_position,
)
from shinar.games.wonders.state import DRAFT_LEADERS, RECRUIT, State
from tests.games.wonders.tables import FILLER, Table
from tests.games.wonders.walks import choices_of, positions_of

GAMES: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 3},
    {"players": 5},
    {"players": 2, "expansions": ("tower", "projects")},
    {"players": 3, "expansions": ("tower", "projects")},
    {"players": 5, "expansions": ("tower", "projects")},
    {"players": 3, "expansions": ("leaders",)},
    {"players": 3, "expansions": EXPANSIONS},
    {"players": 5, "expansions": EXPANSIONS, "seat_boards": ("rome", "halikarnassos", "great-wall", "abu-simbel")},
    {"players": 8, "expansions": ("cities",)},
    {"players": 4, "expansions": ("cities",), "teams": "pairs", "partners": ("see_hands",)},
]


def name_of(options: dict[str, Any]) -> str:
    return f"{options['players']} {' '.join(options.get('expansions', ()))}"


pytestmark = pytest.mark.plain

every_game = pytest.mark.parametrize("options", GAMES, ids=name_of)


def decided(options: dict[str, Any]) -> Iterator[tuple[Wonders, State, int, Actions]]:
    """The choices of a game that the network knows."""
    game = Wonders(**options)
    for state, seat, actions in choices_of(game, seed=options["players"]):
        if decides(state, seat, actions):
            yield game, state, seat, actions


def of_choice(state: State, seat: int) -> list[int]:
    into = [-1] * MAX_SIGNS
    return into[: show_choice(state, seat, into)]


def of_position(state: State, seat: int) -> list[int]:
    into = [-1] * MAX_SIGNS
    return into[: show_position(state, seat, into)]


def motives(state: State, seat: int, action: int) -> tuple[int, ...]:
    into = [-1] * MAX_MOTIVES
    return tuple(into[: motives_of(state, seat, action, into)])


# ---- what may be known ------------------------------------------------------------------------------------------


@every_game
def test_a_choice_shows_nothing_that_is_hidden_from_its_seat(options: dict[str, Any]) -> None:
    """Nor do the motives of its actions, or whether the network knows it."""
    checked = 0
    for game, state, seat, actions in decided(options):
        known = game.observe(state, seat).state
        checked += 1
        assert of_choice(known, seat) == of_choice(state, seat)
        assert decides(known, seat, actions)
        assert (part(known), row(known)) == (part(state), row(state))
        for action in actions.ids[: actions.n]:
            assert motives(known, seat, action) == motives(state, seat, action)
    assert checked > 20


# ---- places -----------------------------------------------------------------------------------------------------


def assert_in_place(shown: list[int], end: int, hands: range) -> None:
    """Signs before the end, fewer than there is room for, each once, but for two copies of a card in a hand."""
    assert len(shown) < MAX_SIGNS
    assert 0 <= min(shown) <= max(shown) < end
    assert {sign for sign in shown if shown.count(sign) > 1} <= set(hands)


@every_game
def test_signs_of_choices_have_places_of_their_own(options: dict[str, Any]) -> None:
    for _, state, seat, _ in decided(options):
        assert_in_place(of_choice(state, seat), CHOICE_SIGNS, range(OWN_HAND, STAGE_PRICE))


@every_game
def test_signs_of_positions_have_places_of_their_own(options: dict[str, Any]) -> None:
    game = Wonders(**options)
    for state in positions_of(game, seed=1):
        for number in range(game.num_seats):
            assert_in_place(of_position(state, number), VALUE_SIGNS, range(LATER_HAND, WAR))


@every_game
def test_each_position_belongs_to_a_part_and_a_row_of_it(options: dict[str, Any]) -> None:
    """The rows of an Age are met in order: what comes before its first turn, then its turns. Only what leaders do as
    soon as they are recruited belongs to the first turn already."""
    states = list(positions_of(Wonders(**options), seed=1))
    found = [(part(state), row(state)) for state in states]
    in_order = [
        place for place, state in zip(found, states, strict=True) if not state.is_recruiting or state.phase == RECRUIT
    ]
    assert in_order == sorted(in_order)
    assert {age for age, _ in found} == set(range(AGES))
    assert all(0 <= age * TURN_ROWS <= place < (age + 1) * TURN_ROWS <= ROWS for age, place in found)
    turns = MAX_TURNS if "cities" in options.get("expansions", ()) and options["players"] < 8 else TURNS
    rows = [age * TURN_ROWS + place for age in range(AGES) for place in range(turns + 1)]
    assert {place for _, place in found} == set(rows)


@every_game
def test_actions_of_a_choice_have_different_motives(options: dict[str, Any]) -> None:
    for _, state, seat, actions in decided(options):
        found = [motives(state, seat, action) for action in actions.ids[: actions.n]]
        assert len(set(found)) == len(found)
        assert all(0 <= motive < MOTIVES for each in found for motive in each)
        assert {len(each) for each in found} <= {1, MAX_MOTIVES}


def test_actions_of_two_kinds_share_no_motive_but_the_card_that_leaves_the_hand() -> None:
    kinds: dict[int, set[str]] = {}
    for options in GAMES:
        for game, state, seat, actions in decided(options):
            for action in actions.ids[: actions.n]:
                for motive in motives(state, seat, action):
                    if not (PARTING <= motive < STAGING or motive >= PAYING):
                        kinds.setdefault(motive, set()).add(game.action(action).verb)
    assert [verbs for verbs in kinds.values() if len(verbs) > 1] == []


# ---- one by one -------------------------------------------------------------------------------------------------


def shown(table: Table, first: int, end: int, seat: int = 0) -> list[int]:
    """The signs of a choice between two places, from the first of these on."""
    return sorted(sign - first for sign in of_choice(table.state, seat) if first <= sign < end)


def shown_of_position(table: Table, first: int, end: int, seat: int = 0) -> list[int]:
    return sorted(sign - first for sign in of_position(table.state, seat) if first <= sign < end)


def hand_sign(table: Table, name: str) -> int:
    """What a card of the first hand costs, in steps."""
    first = OWN_HAND + CARD_NAMES.index(name) * (PRICES + 1)
    (step,) = shown(table, first, first + PRICES + 1)
    return step


def test_a_card_of_the_hand_shows_what_it_costs() -> None:
    table = Table(3)
    table.hold(0, "tavern", "baths", "timber yard")
    for number in range(3):
        table.make(number)
    table.make(2, stone=1)
    assert [hand_sign(table, name) for name in ("tavern", "baths", "timber yard")] == [0, 1, 1]
    table.make(0, stone=1)
    assert hand_sign(table, "baths") == 0


def test_a_card_that_costs_more_than_there_are_coins_is_too_dear() -> None:
    table = Table(3)
    table.hold(0, "tavern", "baths", "timber yard")
    for number in range(3):
        table.make(number)
    table.make(1, stone=1)
    table.coins(1, 9, 9)
    assert [hand_sign(table, name) for name in ("tavern", "baths", "timber yard")] == [0, TOO_DEAR, 1]
    table.make(1)
    table.coins(9, 9, 9)
    assert hand_sign(table, "baths") == TOO_DEAR  # nobody sells stone


def test_a_card_that_stands_already_is_too_dear() -> None:
    table = Table(3)
    table.hold(0, "tavern")
    table.stand(0, "tavern")
    assert hand_sign(table, "tavern") == TOO_DEAR


def test_a_card_with_a_chain_costs_nothing() -> None:
    table = Table(3, age=2)
    table.hold(0, "aqueduct")
    for number in range(3):
        table.make(number)
    assert hand_sign(table, "aqueduct") == TOO_DEAR
    table.stand(0, "baths")
    assert hand_sign(table, "aqueduct") == 0


def test_the_next_stage_shows_what_it_costs() -> None:
    table = Table(3, boards=("gizah a", "rhodos a", "ephesos a"))
    for number in range(3):
        table.make(number)
    assert shown(table, STAGE_PRICE, CHOICE_SIGNS) == [TOO_DEAR]
    table.make(0, stone=1)
    table.make(1, stone=1)
    assert shown(table, STAGE_PRICE, CHOICE_SIGNS) == [1]
    table.make(0, stone=2)
    assert shown(table, STAGE_PRICE, CHOICE_SIGNS) == [0]
    table.city(0).stages = 3
    assert shown(table, STAGE_PRICE, CHOICE_SIGNS) == [TOO_DEAR]  # there is none


def test_the_price_of_a_card_is_a_motive_to_build_it() -> None:
    table = Table(3)
    for number in range(3):
        table.make(number)
    table.make(1, stone=1)
    prices = [motives(table.state, 0, table.game.parse_action(f"build {name}"))[1] for name in ("tavern", "baths")]
    assert prices == [PAYING, PAYING + 1]


@pytest.mark.parametrize(("age", "left", "right"), [(1, 0, 1), (2, 1, 0), (3, 0, 1)])
def test_neighbours_are_told_apart_by_who_gets_the_hand_next(age: int, left: int, right: int) -> None:
    """Hands go to the left in Ages I and III, to the right in Age II."""
    table = Table(3, boards=("gizah a", "rhodos a", "gizah b"), age=age)
    table.coins(0, 12, 2)
    table.city(0).shields, table.city(1).shields, table.city(2).shields = 3, 1, 9
    table.city(1).stages = 2
    places = (NEXT_HOLDER, LAST_HOLDER)
    assert shown(table, places[left] + PURSE, places[left] + SIDE_FACE) == [3]
    assert shown(table, places[right] + PURSE, places[right] + SIDE_FACE) == [0]
    assert shown(table, places[left] + LEAD, places[left] + SIDE_STAGES) == [MAX_LEAD + 2]
    assert shown(table, places[right] + LEAD, places[right] + SIDE_STAGES) == [0]
    assert shown(table, places[left] + SIDE_STAGES, places[left] + PURSE) == [2]


def test_what_neighbours_make_and_sell_is_shown() -> None:
    table = Table(3)
    for number in range(3):
        table.make(number)
    table.make(1, wood=1, clay=3)
    table.stand(2, "tree farm")
    wood, clay = (RESOURCE_NAMES.index(name) for name in ("wood", "clay"))
    assert shown(table, NEXT_HOLDER + SIDE_MAKES, NEXT_HOLDER + SELLS) == sorted([2 * wood, 2 * clay + 1])
    assert shown(table, LAST_HOLDER + SELLS, LAST_HOLDER + SIDE_COLOUR) == sorted([wood, clay])


def test_colours_of_neighbours_are_shown() -> None:
    table = Table(3, age=3)
    table.stand(1, "workers guild", "altar", "baths")
    colours = shown(table, NEXT_HOLDER + SIDE_COLOUR, LAST_HOLDER)
    assert [place % MANY for place in colours] == [2, 1]
    assert len(shown(table, LAST_HOLDER + SIDE_COLOUR, TILE)) == 0


def test_what_a_city_makes_is_shown() -> None:
    table = Table(3)
    table.make(0, wood=1, clay=5)
    wood, clay = (RESOURCE_NAMES.index(name) for name in ("wood", "clay"))
    assert shown(table, MAKES, CHOICE) == sorted([UNITS * wood, UNITS * clay + UNITS - 1])
    assert shown(table, CHOICE, CHOICE + KINDS) == []
    table.stand(0, "tree farm")
    assert shown(table, CHOICE, CHOICE + KINDS) == sorted([wood, clay])


def test_what_stands_in_a_city_is_shown_with_its_symbols() -> None:
    table = Table(3)
    table.stand(0, "workshop", "apothecary", "altar")
    assert shown(table, STANDS, STANDS + CARDS) == sorted(
        CARD_NAMES.index(name) for name in ("workshop", "apothecary", "altar")
    )
    assert shown(table, SCIENCE, SHIELDS) == [1, SYMBOL_COUNTS + 1, 2 * SYMBOL_COUNTS, 3 * SYMBOL_COUNTS]
    table.stand(0, "scriptorium")
    assert shown(table, SCIENCE, SHIELDS)[2:] == [2 * SYMBOL_COUNTS + 1, 3 * SYMBOL_COUNTS + 1]
    assert [place % MANY for place in shown(table, COLOUR, NEXT_HOLDER)] == [1, 3]


@pytest.mark.parametrize(("coins", "step"), [(0, 0), (11, 11), (14, 12), (15, 13), (19, 14), (25, 15), (99, 15)])
def test_many_coins_are_shown_roughly(coins: int, step: int) -> None:
    table = Table(3)
    table.coins(coins)
    assert shown(table, COINS, MAKES) == [step]


def test_the_board_the_time_and_the_players_are_shown() -> None:
    table = Table(5, age=2, turn=3)
    table.city(0).stages, table.city(0).shields = 2, 40
    assert shown(table, TIME, PLAYERS) == [TURN_ROWS + 3]
    assert shown(table, PLAYERS, PLAYED) == [5]
    assert shown(table, FACE, COINS) == [table.city(0).face * (MAX_STAGES + 1) + 2]
    assert shown(table, SHIELDS, COLOUR) == [MAX_SHIELDS]
    assert PLAYED - PLAYERS == MAX_CITIES + 1


def test_leaders_are_shown_where_they_are_played() -> None:
    table = Table(3, "leaders")
    table.lead(0, "alexander", "plato")
    assert shown(table, STANDS + CARDS, FACE) == sorted(LEADER_NAMES.index(name) for name in ("alexander", "plato"))
    assert STANDS + PIECES == FACE
    assert shown(table, PLAYED, STANDS) == [0]


def test_tiles_of_a_city_are_shown_in_its_hand_and_in_the_tower() -> None:
    table = Table(3, "tower")
    table.city(0).tiles, table.city(0).tile_built = [3, 8, 20], [0, 2, 0]
    table.city(1).tiles = [4, 9, 21]
    assert shown(table, TILE, TOWER_TILES) == [3 - 1, 20 - 1, TILES + 8 - 1]
    assert shown(table, TOWER_TILES, TOKEN) == [1]


def test_the_project_and_what_projects_have_brought_is_shown() -> None:
    table = Table(3, "projects")
    assert shown(table, PROJECT, TAKES_PART) == [0]
    table.project("rampart road")
    table.city(0).tokens[BUILDING_TOKEN] = 1
    assert shown(table, TOKEN, PROJECT) == [BUILDING_TOKEN]
    assert shown(table, PROJECT, TAKES_PART) == [PROJECT_NAMES.index("rampart road") + 1]
    assert shown(table, TAKES_PART, TAKES_PART + 1) == []
    table.city(0).part = 1
    assert shown(table, TAKES_PART, TAKES_PART + 1) == [0]


def test_a_game_without_expansions_shows_nothing_of_them() -> None:
    table = Table(3)
    assert shown(table, PLAYED, STANDS) == shown(table, TILE, OWN_HAND) == []


# ---- positions --------------------------------------------------------------------------------------------------


def later_hands(table: Table) -> list[list[int]]:
    """The cards that seat 0 could build in this turn and the next ones; those it cannot pay for are negative."""
    found = []
    for later in range(3):
        first = LATER_HAND + 2 * later * CARDS
        places = shown_of_position(table, first, first + 2 * CARDS)
        found.append([place if place < CARDS else CARDS - 1 - place for place in dict.fromkeys(places)])
    return found


@pytest.mark.parametrize(("age", "second", "third"), [(1, 2, 1), (2, 1, 2), (3, 2, 1)])
def test_a_position_shows_the_hands_that_come_next(age: int, second: int, third: int) -> None:
    table = Table(3, age=age)
    for number in range(3):
        table.make(number)
    table.hold(0, "altar")
    table.hold(second, "baths")
    table.hold(third, "theater")
    filler, altar, baths, theater = (CARD_NAMES.index(name) for name in (FILLER, "altar", "baths", "theater"))
    assert later_hands(table) == [sorted([filler, altar]), [filler, -1 - baths], sorted([filler, theater])]


def test_a_position_shows_no_hand_beyond_the_age_and_no_card_that_stands() -> None:
    table = Table(3, turn=5)
    table.stand(0, FILLER)
    table.hold(0, "altar")
    table.hold(2, "theater")
    assert later_hands(table) == [[CARD_NAMES.index("altar")], [CARD_NAMES.index("theater")], []]


def test_a_position_in_which_nobody_chooses_a_card_shows_no_hands() -> None:
    table = Table(3, boards=("halikarnassos b", "gizah a", "rhodos a"))
    table.make(0, ore=2)
    assert later_hands(table)[0] != []
    table.do(0, "stage with pawnshop")
    table.rest()
    assert later_hands(table) == [[], [], []]


def test_a_position_shows_conflicts_and_in_the_last_age_guilds_and_commerce() -> None:
    table = Table(3)
    table.city(0).victories = [2, 1, 0]
    table.city(0).defeats = 1
    assert shown_of_position(table, WAR, WAR + WAR_STEPS) == [7 + 5 - 1]
    assert shown_of_position(table, GUILDS, VALUE_SIGNS) == []
    last = Table(3, age=3)
    last.stand(1, "altar", "baths")
    last.stand(0, "magistrates guild", "arena")
    last.city(0).stages = 2
    assert shown_of_position(last, GUILDS, COMMERCE) == [2]
    assert shown_of_position(last, COMMERCE, VALUE_SIGNS) == [2]


# ---- which choices ----------------------------------------------------------------------------------------------


def is_decided(table: Table, seat: int = 0) -> bool:
    actions = Actions()
    table.game.rules.legal_actions(table.state, seat, actions)
    return decides(table.state, seat, actions)


def test_how_to_pay_is_left_to_habit() -> None:
    table = Table(3, boards=("rhodos a", "gizah a", "gizah b"))
    table.coins(9, 9, 9)
    table.make(0)
    table.hold(0, "baths")
    assert is_decided(table)
    table.do(0, "build baths")
    assert table.options() == ["pay 0 left 2 right", "pay 2 left 0 right"]
    assert not is_decided(table)


def test_what_the_free_city_does_is_left_to_habit() -> None:
    table = Table(2)
    table.hold(0, "altar", "baths", "tavern")
    assert is_decided(table)
    table.do(0, "discard altar")
    assert len(table.options()) > 1
    assert not is_decided(table)


def test_whether_to_join_a_project_and_what_to_salvage_is_decided() -> None:
    table = Table(3, "projects")
    table.project("rampart road")
    table.make(0, wood=4, stone=4, ore=4, clay=4, glass=2, papyrus=2, loom=2)
    table.hold(0, "tavern")
    table.do(0, "build tavern")
    assert "join the project" in table.options()
    assert is_decided(table)
    other = Table(3, boards=("halikarnassos b", "gizah a", "rhodos a"))
    other.make(0, ore=2)
    other.do(0, "stage with pawnshop")
    other.rest()
    assert is_decided(other)
    assert [motives(other.state, 0, other.game.parse_action(name)) for name in other.options()] == [
        (SALVAGING + CARD_NAMES.index(FILLER),),
        (SALVAGING + CARDS,),
    ]


def test_which_leader_to_keep_is_decided() -> None:
    game = Wonders(players=3, expansions=("leaders",))
    drafts = [one for one in choices_of(game, seed=1) if one[0].phase == DRAFT_LEADERS]
    assert len(drafts) >= 9
    for state, seat, actions in drafts:
        assert decides(state, seat, actions)
        for action in actions.ids[: actions.n]:
            assert motives(state, seat, action) == (LEADER_KEEPING + action - KEEP_LEADER,)
