"""Leaders [SW-15]: how they are drafted and used, what each of them does, and what others know of them."""

import pytest

from shinar.core.errors import OptionError
from shinar.core.game import CHANCE
from shinar.core.match import Match
from shinar.core.rng import search_rng
from shinar.core.viewer import SPECTATOR
from shinar.games.wonders import Wonders
from shinar.games.wonders.actions import DEAL_LEADER, KEEP_LEADER
from shinar.games.wonders.components import (
    BOARD_NAMES,
    CARD_NAMES,
    COLOUR_NAMES,
    LEADER_NAMES,
    LEADER_ROWS,
    RESOURCE_NAMES,
    UNSEEN,
)
from shinar.games.wonders.conflicts import fight
from shinar.games.wonders.expansions.leaders.effects import leaders_of
from shinar.games.wonders.expansions.leaders.recruiting import leaders_held
from shinar.games.wonders.payment import refresh_trade
from shinar.games.wonders.rules import end_age
from shinar.games.wonders.scoring import leader_points, science_points, score, sheet_points
from shinar.games.wonders.standing import stands
from shinar.games.wonders.state import (
    ACT,
    COPY,
    DEAL_CARDS,
    DEAL_LEADERS,
    DISCARDED,
    DRAFT,
    DRAFT_LEADERS,
    DRAW_LEADERS,
    DRAW_PROJECT,
    HIRE,
    RECRUIT,
    SALVAGE,
    State,
)
from tests.games.wonders.printed import LEADERS_PRINTED, Leader
from tests.games.wonders.tables import Table

DEALT = (
    ("alexander", "amytis", "archimedes", "aristotle"),
    ("bilkis", "caesar", "cleopatra", "croesus"),
    ("euclid", "hammurabi", "hannibal", "hatshepsut"),
    ("hiram", "hypatia", "imhotep", "justinian"),
)


def draft(players: int = 3, **options: object) -> Match[State]:
    """A match in which the leaders lie dealt, four to each in the order of their names."""
    game = Wonders(players=players, expansions=("leaders",), **options)  # type: ignore[arg-type]  # any options
    match = Match(game, deals=False)
    for _ in range(players):
        match.play(CHANCE, game.chances(match.reveal())[0][0])
    for leaders in DEALT[:players]:
        for name in leaders:
            match.play(CHANCE, DEAL_LEADER + LEADER_NAMES.index(name))
    return match


def keep(match: Match[State], *leaders: str) -> None:
    """All players keep a leader."""
    for seat, name in enumerate(leaders):
        match.play(seat, KEEP_LEADER + LEADER_NAMES.index(name))


def drafted() -> Match[State]:
    """Three players after the draft: each keeps the first leader of the own four, then the first of what comes."""
    match = draft()
    keep(match, "alexander", "bilkis", "euclid")
    keep(match, "caesar", "hammurabi", "amytis")
    keep(match, "hannibal", "archimedes", "cleopatra")
    return match


def recruiting(
    *leaders: str,
    age: int = 1,
    boards: tuple[str, ...] = ("gizah a", "rhodos a", "ephesos a"),
    more: tuple[str, ...] = (),
) -> Table:
    """A table at which all recruit; the first seat holds certain leaders, the others cheap ones."""
    table = Table(3, "leaders", *more, boards=boards, age=age)
    for hand in table.state.hands:
        hand.n = 0
    table.give(0, *leaders)
    table.give(1, "sappho", "zenobia", "nefertiti")
    table.give(2, "vitruvius", "varro", "xenophon")
    return table


def use(table: Table, action: str) -> None:
    """The first seat uses a leader, the others discard theirs."""
    table.do(0, action)
    table.do(1, "discard sappho")
    table.do(2, "discard vitruvius")


# ---- the box and the draft --------------------------------------------------------------------------------------


def test_cities_start_with_six_coins_and_fourteen_guilds_wait() -> None:
    """[SW-15.1]"""
    match = draft(4)
    assert [city.coins for city in match.reveal().cities[:4]] == [6] * 4
    guilds = [card for card, count in enumerate(match.reveal().deck) if count and CARD_NAMES[card].endswith("guild")]
    assert (len(guilds), match.reveal().guilds_left) == (14, 6)
    base = Wonders(players=4).initial_state()
    assert sum(base.deck[CARD_NAMES.index("workers guild") :]) == 10


def test_rome_is_dealt_only_with_leaders() -> None:
    """[SW-15.1]"""
    assert "rome" in BOARD_NAMES
    assert Wonders(players=3).initial_state().boards.bit_count() == 7
    assert Wonders(players=3, expansions=("leaders",)).initial_state().boards.bit_count() == 8
    for options in ({"boards": ("rome", "gizah", "rhodos")}, {"seat_boards": ("rome",)}):
        with pytest.raises(OptionError, match=r"rome is a board of the expansion leaders \[SW-15.1\]"):
            Wonders(players=3, **options)


def test_leaders_need_three_players() -> None:
    """[SW-21.2]"""
    with pytest.raises(OptionError, match=r"leaders need at least 3 players \[SW-21.2\]"):
        Wonders(players=2, expansions=("leaders",))


def test_there_are_36_leaders_and_six_of_cities_with_their_prices() -> None:
    """[SW-15.2] [SW-22.1]"""
    assert [(row["name"], row["price"]) for row in LEADER_ROWS] == [(row.name, row.price) for row in LEADERS_PRINTED]
    assert len(LEADER_ROWS) == 36 + 6
    for expansions, count in ((("leaders",), 36), (("leaders", "cities"), 42)):
        assert Wonders(players=3, expansions=expansions).initial_state().leader_deck.bit_count() == count


def test_leaders_are_kept_and_passed_to_the_right_until_all_have_four() -> None:
    """[SW-15.3]"""
    match = draft()
    assert match.reveal().phase == DRAFT_LEADERS
    assert [match.game.action_name(action) for action in match.legal_actions(0)] == [f"keep {n}" for n in DEALT[0]]
    keep(match, "alexander", "bilkis", "euclid")
    assert [match.game.action_name(action) for action in match.legal_actions(0)] == [
        "keep caesar",
        "keep cleopatra",
        "keep croesus",
    ]
    keep(match, "caesar", "hammurabi", "amytis")
    keep(match, "hannibal", "archimedes", "cleopatra")
    state = match.reveal()
    kept = [[LEADER_NAMES[given - 1] for given in city.given[:4]] for city in state.cities[:3]]
    assert kept == [
        ["alexander", "caesar", "hannibal", "aristotle"],
        ["bilkis", "hammurabi", "archimedes", "croesus"],
        ["euclid", "amytis", "cleopatra", "hatshepsut"],
    ]
    assert (state.phase, state.leader_deck.bit_count()) == (RECRUIT, 36 - 12)


def test_leaders_come_before_tiles_and_recruiting_before_the_project_and_the_cards() -> None:
    """[SW-20.1] [SW-15.4]"""
    game = Wonders(players=3, expansions=("tower", "projects", "leaders"))
    match = Match(game, seed=3, deals=False)
    phases: list[int] = []
    while match.reveal().age < 1:
        phase = match.reveal().phase
        if not phases or phases[-1] != phase:
            phases.append(phase)
        if match.actors == (CHANCE,):
            match.play(CHANCE, game.chances(match.reveal())[0][0])
        else:
            seat = match.actors[0]
            action = (
                next(a for a in match.legal_actions(seat) if "keep" in game.action_name(a)) if phase <= DRAFT else 0
            )
            discards = [a for a in match.legal_actions(seat) if game.action_name(a).startswith("discard")]
            match.play(seat, action or (discards or match.legal_actions(seat))[0])
    assert phases[1:8] == [DEAL_LEADERS, DRAFT_LEADERS, 3, DRAFT, RECRUIT, DRAW_PROJECT, DEAL_CARDS]


# ---- recruiting -------------------------------------------------------------------------------------------------


def test_a_leader_is_recruited_for_its_price_or_used_for_a_stage_or_for_coins() -> None:
    """[SW-15.4]"""
    table = recruiting("caesar", "sappho")
    table.coins(4, 6, 6)
    table.make(0, stone=2)
    assert table.options() == [
        "recruit sappho",
        "stage with caesar",
        "stage with sappho",
        "discard caesar",
        "discard sappho",
    ]
    table.coins(5, 6, 6)
    use(table, "recruit caesar")
    assert (table.city(0).coins, table.city(1).coins, table.city(0).shields) == (0, 9, 2)
    assert (table.state.phase, table.state.is_recruiting) == (DEAL_CARDS, 0)


def test_all_use_their_leaders_at_the_same_time() -> None:
    """[SW-15.4] [SW-3.2]"""
    table = recruiting("caesar")
    table.coins(9, 9, 9)
    table.complete_draft()
    table.do(0, "recruit caesar")
    assert leaders_of(table.city(0)) == 0
    assert table.game.observe(table.state, 1).state.cities[0].plan.card == 0


def test_a_leader_under_a_board_or_discarded_is_out_of_the_game() -> None:
    """[SW-15.5]"""
    table = recruiting("caesar", "solomon")
    table.make(0, stone=2)
    table.do(0, "stage with caesar")
    table.do(1, "discard sappho")
    table.do(2, "discard vitruvius")
    assert (table.city(0).stages, leaders_of(table.city(0)), table.city(0).shields) == (1, 0, 0)
    view = table.game.observe(table.state, SPECTATOR).view()
    assert (view["discards"], view["cities"][0]["leaders"]) == ([], [])
    assert [use["card"] for use in view["cities"][0]["uses"]] == [None]


def test_one_leader_stays_in_the_hand() -> None:
    """[SW-15.6]"""
    table = Table(3, "leaders", age=3)
    table.lead(0, "sappho", "zenobia", "nefertiti")
    table.city(0).given[3] = LEADER_NAMES.index("plato") + 1
    assert leaders_held(table.city(0)) == 1 << LEADER_NAMES.index("plato")


def test_a_leader_can_build_a_tile_that_holds_from_the_first_turn_of_the_age_on() -> None:
    """[SW-15.4] [SW-20.5]"""
    table = Table(3, "leaders", "tower", age=2)
    for hand in table.state.hands:
        hand.n = 0
    for seat, leader in enumerate(("caesar", "sappho", "vitruvius")):
        table.give(seat, leader)
    table.city(0).tiles = [1, 2, 3]
    table.do(0, "tower with caesar", "tile 1")
    table.do(1, "discard sappho")
    table.do(2, "discard vitruvius")
    assert (table.state.tower[0], table.state.active) == (1, 0)
    while table.state.phase != ACT:
        table.deal()
    assert table.state.active == 1 << 1


def test_taxes_are_those_of_the_age_that_begins() -> None:
    """[SW-20.5]"""
    table = recruiting("caesar", age=2, more=("tower",))
    table.tiles(16)
    table.make(0, stone=2)
    table.coins(1, 6, 6)
    assert "stage with caesar" not in table.options()
    table.coins(2, 6, 6)
    use(table, "stage with caesar")
    assert table.city(0).coins == 0


# ---- what each leader does --------------------------------------------------------------------------------------

# so many of everything, no two alike
COUNTS = {"brown": 2, "grey": 8, "blue": 7, "yellow": 11, "red": 4, "green": 6, "purple": 9, "stage": 1, "victory": 3}
COUNTS["black"] = 10
NOT_AT_ONCE = ("saves", "bank", "free", "defeats", "build")  # tried below, one by one


def counted_table(leader: str) -> Table:
    """A rich city that has some of everything, about to recruit."""
    table = recruiting(leader, more=("cities",))
    city = table.city(0)
    city.colours = [COUNTS[colour] for colour in COLOUR_NAMES]
    city.stages, city.victories, city.coins = 1, [1, 1, 1], 20
    table.stand(0, "workshop", "scriptorium", "apothecary")
    city.colours[5] = COUNTS["green"]
    return table


def expected(leader: Leader, coins: int) -> tuple[int, int, int]:
    """The points, shields and coins that a leader brings at once, of its printed effect."""
    words = leader.effect.replace(",", "").split()
    if leader.effect in {"compass", "gear", "tablet"}:
        return 4 - 1, 0, 0
    if words[0] in NOT_AT_ONCE or words[2:3] == ["on"]:
        return 0, 0, 0
    amount = int(words[0])
    if len(words) == 2 or words[2] == "diplomacy":
        return (amount * (words[1] == "points"), amount * (words[1] == "shields"), amount * (words[1] == "coins"))
    if words[3] == "set":
        return amount * min(COUNTS[colour] for colour in words[4:]), 0, 0
    if words[3] == "symbol":
        return amount, 0, 0
    return amount * (coins // 3 if words[3] == "coins3" else COUNTS[words[3]]), 0, 0


@pytest.mark.parametrize("leader", LEADERS_PRINTED, ids=lambda leader: str(leader.name))
def test_a_leader_brings_what_is_printed(leader: Leader) -> None:
    """[SW-15.7] [SW-15.16] [SW-15.17] [SW-22.1]"""
    table = counted_table(leader.name)
    city = table.city(0)
    before = score(table.state, 0) - city.coins // 3, city.shields, city.coins
    use(table, f"recruit {leader.name}")
    points, shields, coins = expected(leader, 20 - leader.price)
    after = score(table.state, 0) - city.coins // 3, city.shields, city.coins
    assert after == (before[0] + points, before[1] + shields, before[2] + coins - leader.price)
    assert leaders_of(city) == 1 << LEADER_NAMES.index(leader.name)


@pytest.mark.parametrize(
    ("leader", "points"),
    [("euclid", 4 + 4 + 9 + 14), ("pythagoras", 1 + 9 + 9 + 7), ("ptolemy", 1 + 4 + 16 + 7)],
)
def test_a_leader_has_the_symbol_that_is_printed(leader: str, points: int) -> None:
    """[SW-22.1] The city has a compass, two gears and three tablets."""
    table = Table(3, "leaders", age=3)
    table.stand(0, "apothecary", "workshop", "laboratory", "scriptorium", "library", "school")
    assert science_points(table.state, 0, 0) == 1 + 4 + 9 + 7
    table.lead(0, leader)
    assert science_points(table.state, 0, 0) == points


SETS: list[tuple[str, int, tuple[str, ...]]] = [
    ("justinian", 3, ("blue", "red", "green")),
    ("plato", 7, ("brown", "grey", "blue", "yellow", "red", "green", "purple")),
]


@pytest.mark.parametrize(("leader", "points", "colours"), SETS)
def test_a_set_needs_each_of_its_colours_and_no_other(leader: str, points: int, colours: tuple[str, ...]) -> None:
    """[SW-15.16]"""
    table = Table(3, "leaders", "cities", age=3)
    table.lead(0, leader)
    for scarce in colours:
        table.city(0).colours = [1 if name == scarce else 2 * (name in colours) for name in COLOUR_NAMES]
        assert leader_points(table.state, 0) == points
    table.city(0).colours = [2 * (name in colours) for name in COLOUR_NAMES]
    assert leader_points(table.state, 0) == 2 * points


@pytest.mark.parametrize(
    ("leader", "card", "age"),
    [("archimedes", "school", 2), ("hammurabi", "gardens", 3), ("leonidas", "walls", 2)],
)
def test_a_leader_waives_one_resource_of_a_colour(leader: str, card: str, age: int) -> None:
    """[SW-15.8]"""
    cost = {"school": {"wood": 1, "papyrus": 1}, "gardens": {"wood": 1, "clay": 2}, "walls": {"stone": 3}}[card]
    for kind in cost:
        table = Table(3, "leaders", boards=("gizah a", "gizah b", "gizah a"), age=age)
        table.hold(0, card)
        for number in (1, 2):
            table.make(number)
        table.make(0, **{**cost, kind: cost[kind] - 1})
        assert f"build {card}" not in table.options()
        table.lead(0, leader)
        assert f"build {card}" in table.options()
        table.make(0)
        assert (f"build {card}" in table.options()) == (sum(cost.values()) == 1)


def test_imhotep_waives_one_resource_of_each_stage() -> None:
    """[SW-15.8]"""
    table = Table(3, "leaders", boards=("gizah a", "rhodos a", "ephesos a"))
    table.make(0, stone=1)
    assert "stage with pawnshop" not in table.options()
    table.lead(0, "imhotep")
    assert "stage with pawnshop" in table.options()
    table.make(0)
    assert "stage with pawnshop" not in table.options()


def test_what_a_project_costs_is_not_reduced() -> None:
    """[SW-15.8] The Belvedere asks for clay, which the baths do not."""
    table = Table(3, "leaders", "projects", boards=("gizah a", "gizah b", "rhodos a"))
    table.project("belvedere")
    table.hold(0, "baths")
    table.make(0)
    table.make(1)
    table.make(2)
    table.lead(0, "hammurabi")
    assert "build baths" in table.options()
    table.do(0, "build baths")
    assert table.city(0).plan.part == 0
    assert table.city(0).plan.step == 5


def test_where_a_tile_wants_coins_all_resources_are_counted() -> None:
    """[SW-15.8] [SW-12.8]"""
    table = Table(3, "leaders", "tower", age=3)
    table.hold(0, "gardens")
    table.lead(0, "hammurabi")
    table.tiles(8)
    table.coins(2, 3, 3)
    assert "build gardens" not in table.options()
    table.coins(3, 3, 3)
    assert "build gardens" in table.options()


def library_with_bilkis() -> Table:
    """A library is being built; of its two stones one can come from the bank, and both neighbours sell them."""
    table = Table(3, "leaders", boards=("rhodos a", "gizah a", "babylon a"), age=2)
    table.hold(0, "library")
    table.make(0, loom=1)
    table.make(1, stone=1)
    table.make(2, stone=2)
    table.lead(0, "bilkis")
    table.coins(9, 3, 3)
    table.do(0, "build library")
    return table


def test_with_bilkis_one_unit_is_bought_from_the_bank() -> None:
    """[SW-15.9]"""
    table = Table(3, "leaders", boards=("rhodos a", "ephesos a", "ephesos b"))
    table.hold(0, "baths")
    table.make(1)
    table.make(2)
    assert "build baths" not in table.options()
    table.lead(0, "bilkis")
    table.coins(1, 3, 3)
    table.play(0, "build baths")
    assert [table.city(number).coins for number in range(3)] == [0, 6, 6]


def test_who_can_buy_from_a_neighbour_chooses_whether_to_buy_from_the_bank() -> None:
    """[SW-15.9] [SW-5.7] No tile changes the price of the bank."""
    table = Table(3, "leaders", "tower", boards=("rhodos a", "gizah a", "ephesos b"))
    table.hold(0, "baths")
    table.lead(0, "bilkis")
    table.tiles(12)
    table.do(0, "build baths")
    assert table.options() == ["buy nothing from the bank", "buy a resource from the bank"]
    table.play(0, "buy a resource from the bank")
    assert [table.city(number).coins for number in range(3)] == [2, 6, 6]
    table = Table(3, "leaders", boards=("rhodos a", "gizah a", "ephesos b"))
    table.hold(0, "baths")
    table.lead(0, "bilkis")
    table.do(0, "build baths")
    table.play(0, "buy nothing from the bank")
    assert [table.city(number).coins for number in range(3)] == [1, 8, 6]


def test_hatshepsut_brings_a_coin_for_each_neighbour_that_sold_something() -> None:
    """[SW-15.10] She cannot pay with it."""
    table = Table(3, "leaders", boards=("rhodos a", "gizah a", "babylon a"), age=2)
    table.hold(0, "library")
    table.make(0, loom=1)
    table.make(1, stone=1)
    table.make(2, stone=1)
    table.lead(0, "hatshepsut")
    table.coins(3, 3, 3)
    assert "build library" not in table.options()
    table.coins(4, 3, 3)
    table.play(0, "build library")
    assert [table.city(number).coins for number in range(3)] == [2, 8, 8]


def test_hatshepsut_brings_coins_for_what_costs_nothing_even_if_it_is_made() -> None:
    """[SW-15.10] With a trading post and a tile raw materials are free."""
    table = Table(3, "leaders", "tower", boards=("gizah a", "gizah b", "babylon a"))
    table.hold(0, "baths")
    table.stand(0, "west trading post")
    table.tiles(11)
    table.lead(0, "hatshepsut")
    table.coins(0, 3, 3)
    table.play(0, "build baths")
    assert table.city(0).coins == 1


def test_hatshepsut_brings_nothing_for_what_costs_nothing_where_nobody_sells_it() -> None:
    """[SW-15.10] As above, but only the own city makes stone."""
    table = Table(3, "leaders", "tower", boards=("gizah a", "rhodos a", "babylon a"))
    table.hold(0, "baths")
    table.stand(0, "west trading post")
    table.tiles(11)
    table.lead(0, "hatshepsut")
    table.coins(0, 3, 3)
    table.play(0, "build baths")
    assert table.city(0).coins == 0


def test_hatshepsut_brings_nothing_for_a_unit_from_the_bank() -> None:
    """[SW-15.9] [SW-15.10]"""
    table = Table(3, "leaders", boards=("rhodos a", "ephesos a", "ephesos b"))
    table.hold(0, "baths")
    table.make(1)
    table.make(2)
    table.lead(0, "bilkis", "hatshepsut")
    table.coins(1, 3, 3)
    table.play(0, "build baths")
    assert table.city(0).coins == 0


def test_ramses_makes_guilds_free_whatever_tiles_say() -> None:
    """[SW-15.11]"""
    table = Table(3, "leaders", "tower", age=3)
    table.hold(0, "workers guild")
    table.coins(0, 3, 3)
    table.make(0)
    assert "build workers guild" not in table.options()
    table.hold(0, "palace")
    table.lead(0, "ramses")
    assert ("build workers guild" in table.options(), "build palace" in table.options()) == (True, False)
    table.tiles(23)
    assert "build workers guild" in table.options()


def test_solomon_builds_from_the_discards_at_once() -> None:
    """[SW-15.12] [SW-20.4] No project lies there yet, so nobody can join."""
    table = recruiting("solomon", age=2)
    table.city(1).used[0], table.city(1).manner[0] = CARD_NAMES.index("altar"), DISCARDED
    table.coins(3, 3, 3)
    use(table, "recruit solomon")
    assert table.state.phase == SALVAGE
    assert table.options() == ["build altar from the discards", "build nothing from the discards"]
    assert table.why_not(0, "join the project").endswith("[SW-13.1]")
    table.do(0, "build altar from the discards")
    assert stands(table.city(0), CARD_NAMES.index("altar"))
    assert table.state.phase == DEAL_CARDS


def test_nero_brings_two_coins_with_each_victory_token() -> None:
    """[SW-15.13]"""
    table = Table(3, "leaders", turn=6)
    table.lead(0, "nero")
    table.city(0).shields = 3
    end_age(table.state)
    assert (table.city(0).victories, table.city(0).coins) == ([2, 0, 0], 7)


def test_tomyris_gives_her_defeat_tokens_to_the_victor() -> None:
    """[SW-15.14]"""
    table = Table(3, "leaders", "tower", turn=6)
    table.lead(0, "tomyris")
    table.lead(1, "sappho")
    table.city(1).shields = 2
    end_age(table.state)
    assert [table.city(number).defeats for number in range(3)] == [0, 1, 1]
    table = Table(3, "leaders", "tower", turn=6)
    table.tiles(22)
    table.lead(0, "tomyris")
    table.city(1).shields = 2
    fight(table.state, 0, 1, -2)
    assert [table.city(number).defeats for number in range(2)] == [0, 2]


def test_a_victor_with_tomyris_keeps_what_another_tomyris_sends() -> None:
    """[SW-15.14]"""
    table = Table(3, "leaders", turn=6)
    table.lead(0, "tomyris")
    table.city(1).copied = LEADER_NAMES.index("tomyris") + 1
    table.city(1).shields = 2
    fight(table.state, 0, 1, -2)
    fight(table.state, 1, 0, 2)
    assert [table.city(number).defeats for number in range(2)] == [0, 1]


def test_vitruvius_and_xenophon_bring_two_coins() -> None:
    """[SW-15.15] [SW-15.7] They add to what tiles pay, and never act backwards."""
    table = Table(3, "leaders", "tower", age=2)
    table.stand(0, "east trading post")
    table.hold(0, "forum")
    table.coins(0, 3, 3)
    table.lead(0, "vitruvius", "xenophon")
    table.tiles(14)
    assert table.city(0).coins == 0
    table.play(0, "build forum")
    assert table.city(0).coins == 2 + 2 + 2


def test_sets_of_colours_are_as_many_as_the_rarest_colour() -> None:
    """[SW-15.16]"""
    table = Table(3, "leaders")
    table.lead(0, "justinian")
    table.city(0).colours = [0, 0, 3, 0, 2, 4, 0]
    assert leader_points(table.state, 0) == 6
    table.lead(0, "plato")
    assert leader_points(table.state, 0) == 6
    table.city(0).colours = [2, 2, 3, 2, 2, 4, 2]
    assert leader_points(table.state, 0) == 6 + 14


def test_aristotle_counts_in_the_choice_of_free_symbols_and_not_in_tokens() -> None:
    """[SW-15.16]"""
    table = Table(3, "leaders", "projects")
    table.stand(0, "workshop", "scriptorium", "apothecary")
    table.lead(0, "aristotle")
    table.city(0).tokens[4] = 1
    assert science_points(table.state, 0, 0) == 3 + 10 + 3
    sheet = sheet_points(table.state, 0)
    assert (sheet["science"], sheet["leaders"], sheet["projects"]) == (10, 3, 3)


def test_midas_and_the_gamers_guild_add_points_for_coins() -> None:
    """[SW-15.17]"""
    table = Table(3, "leaders")
    table.coins(8, 0, 0)
    table.lead(0, "midas")
    table.stand(0, "gamers guild")
    sheet = sheet_points(table.state, 0)
    assert (sheet["treasury"], sheet["leaders"], sheet["guilds"]) == (2, 2, 2)


# ---- guilds -----------------------------------------------------------------------------------------------------


def courtesans(*leaders: str) -> Table:
    """Somebody builds the Courtesans Guild beside a city with some leaders."""
    table = Table(3, "leaders", age=3)
    table.hold(0, "courtesans guild")
    table.make(0, wood=1, clay=1, glass=1, loom=1)
    table.lead(1, *leaders)
    table.play(0, "build courtesans guild")
    return table


def test_the_courtesans_guild_copies_a_leader_of_a_neighbour() -> None:
    """[SW-15.21] [SW-22.3]"""
    table = courtesans("croesus", "caesar")
    assert (table.state.phase, table.options()) == (COPY, ["copy caesar", "copy croesus"])
    table.do(0, "copy croesus")
    assert (table.city(0).coins, table.city(0).copied - 1) == (9, LEADER_NAMES.index("croesus"))
    assert leaders_of(table.city(1)).bit_count() == 2
    table.complete_draft()
    view = table.game.observe(table.state, 2).view()["cities"][0]
    assert (view["leaders"], view["copied_leader"]) == ([], "croesus")


def test_what_is_copied_counts_as_points_of_leaders_and_is_no_leader() -> None:
    """[SW-15.21] [SW-15.24]"""
    table = courtesans("cleopatra")
    table.do(0, "copy cleopatra")
    assert sheet_points(table.state, 0)["leaders"] == 5
    table.stand(1, "diplomats guild")
    assert sheet_points(table.state, 1)["guilds"] == 0
    table.lead(2, "sappho")
    assert sheet_points(table.state, 1)["guilds"] == 1


def test_the_courtesans_guild_does_nothing_where_neighbours_have_no_leaders() -> None:
    """[SW-15.21]"""
    assert courtesans().state.phase == ACT


def test_a_copied_solomon_builds_from_the_discards_after_those_who_have_stages_for_it() -> None:
    """[SW-20.3]"""
    table = Table(3, "leaders", age=3, boards=("gizah a", "halikarnassos b", "ephesos a"))
    table.hold(0, "courtesans guild")
    table.make(0, wood=1, clay=1, glass=1, loom=1)
    table.make(1, ore=2)
    table.lead(2, "solomon")
    table.city(2).used[0], table.city(2).manner[0] = CARD_NAMES.index("altar"), DISCARDED
    table.city(2).used[1], table.city(2).manner[1] = CARD_NAMES.index("theater"), DISCARDED
    table.do(0, "build courtesans guild")
    table.do(1, "stage with pawnshop")
    table.do(2, "discard pawnshop")
    assert (table.state.phase, table.state.acting) == (COPY, 0)
    text = table.game.position_text(table.state)
    assert "salvages:1" in text
    table.do(0, "copy solomon")
    assert (table.state.phase, table.state.acting) == (SALVAGE, 1)
    table.do(1, "build altar from the discards")
    assert (table.state.phase, table.state.acting) == (SALVAGE, 0)
    table.do(0, "build theater from the discards")
    assert table.state.phase == ACT


def test_who_builds_the_courtesans_guild_from_the_discards_copies_at_once() -> None:
    """[SW-20.3]"""
    table = Table(3, "leaders", age=3, boards=("halikarnassos b", "gizah a", "ephesos a"))
    table.make(0, ore=2)
    table.lead(1, "caesar")
    table.city(2).used[0], table.city(2).manner[0] = CARD_NAMES.index("courtesans guild"), DISCARDED
    table.play(0, "stage with pawnshop")
    table.do(0, "build courtesans guild from the discards")
    assert table.state.phase == COPY
    table.do(0, "copy caesar")
    assert (table.city(0).shields, table.state.phase) == (2, ACT)


def test_two_who_build_from_the_discards_do_so_by_stage_first_and_copies_go_by_seats() -> None:
    """[SW-20.2] [SW-20.6]"""
    table = Table(4, "leaders", age=3)
    for seat in (0, 2):
        table.city(seat).errands = 4
    table.lead(1, "caesar", "sappho")
    table.play(3, "discard pawnshop")
    assert (table.state.phase, table.state.acting) == (COPY, 0)
    table.do(0, "copy caesar")
    assert (table.state.phase, table.state.acting) == (COPY, 2)
    table.do(2, "copy caesar")
    assert table.state.phase == ACT


def test_the_architects_and_diplomats_guilds_count_what_neighbours_have() -> None:
    """[SW-15.24] [SW-22.3]"""
    table = Table(3, "leaders", age=3)
    table.stand(0, "architects guild", "diplomats guild")
    table.stand(1, "workers guild", "spies guild")
    table.lead(2, "sappho", "nero")
    table.city(2).recruit_manner[2] = DISCARDED
    assert sheet_points(table.state, 0)["guilds"] == 3 * 2 + 2


def test_a_copied_courtesans_guild_is_worth_nothing() -> None:
    """[SW-15.25]"""
    table = Table(3, "leaders", age=3, boards=("olympia b", "gizah a", "rhodos a"))
    table.city(0).stages = 3
    table.stand(1, "courtesans guild")
    assert sheet_points(table.state, 0)["guilds"] == 0
    table.stand(1, "gamers guild")
    assert sheet_points(table.state, 0)["guilds"] == 1


# ---- Rome -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("boards", "prices"),
    [
        (("rome a", "gizah a", "rhodos a"), (0, 5, 5)),
        (("rome b", "gizah a", "rhodos a"), (3, 4, 4)),
        (("gizah a", "rhodos a", "ephesos a"), (5, 5, 5)),
    ],
)
def test_rome_recruits_for_less(boards: tuple[str, ...], prices: tuple[int, ...]) -> None:
    """[SW-15.22] [SW-22.4]"""
    table = Table(3, "leaders", boards=boards)
    for seat, price in enumerate(prices):
        table.give(seat, "caesar")
        table.coins(*(99,) * 3)
        table.city(seat).coins = price
        assert "recruit caesar" in table.options(seat)
        if price:
            table.city(seat).coins = price - 1
            assert "recruit caesar" not in table.options(seat)


def test_a_price_is_never_below_nothing_and_maecenas_makes_later_leaders_free() -> None:
    """[SW-15.22]"""
    table = recruiting("sappho", "caesar", boards=("rome b", "gizah a", "rhodos a"))
    table.coins(0, 0, 0)
    assert "recruit sappho" in table.options()
    table = recruiting("caesar")
    table.coins(0, 0, 0)
    table.city(0).copied = LEADER_NAMES.index("maecenas") + 1
    assert "recruit caesar" in table.options()


def test_rome_loses_its_lower_prices_to_a_project() -> None:
    """[SW-20.7]"""
    table = recruiting("caesar", boards=("rome b", "gizah a", "rhodos a"))
    table.give(1, "caesar")
    table.city(0).is_blocked = 1
    table.coins(4, 4, 9)
    table.give(2, "caesar")
    table.coins(4, 4, 4)
    assert "recruit caesar" not in table.options(0) + table.options(1) + table.options(2)
    table.city(0).is_blocked = 0
    assert ["recruit caesar" in table.options(seat) for seat in range(3)] == [True] * 3
    table = recruiting("caesar", boards=("rome a", "gizah a", "rhodos a"))
    table.coins(4, 4, 9)
    assert "recruit caesar" in table.options()
    table.city(0).is_blocked = 1
    refresh_trade(table.state, 0)
    assert "recruit caesar" not in table.options()


def rome(stages: int, *leaders: str) -> Table:
    """Rome B about to build a stage in a turn."""
    table = Table(3, "leaders", boards=("rome b", "gizah a", "rhodos a"))
    table.city(0).given[:4] = [LEADER_NAMES.index(name) + 1 for name in leaders]
    table.city(0).stages = stages
    table.city(0).draws = int(stages > 0)
    table.make(0, **dict.fromkeys(RESOURCE_NAMES, 2))
    return table


def test_the_first_stage_of_rome_draws_four_leaders_unseen_by_others() -> None:
    """[SW-15.23]"""
    table = rome(0, "caesar", "nero", "plato", "midas")
    table.play(0, "stage with pawnshop")
    assert (table.state.phase, table.city(0).coins) == (DRAW_LEADERS, 8)
    table.deal()
    assert leaders_held(table.city(0)).bit_count() == 8
    table.complete_draft()
    assert table.game.observe(table.state, 1).state.cities[0].given[4:] == [0] * 4
    assert table.state.phase == ACT


@pytest.mark.parametrize("stages", [1, 2])
def test_the_later_stages_of_rome_recruit_a_leader_at_once(stages: int) -> None:
    """[SW-15.23] For the price at that time, with the coins of the turn."""
    table = rome(stages, "caesar", "nero", "plato", "midas")
    table.coins(2, 3, 3)
    table.play(0, "stage with pawnshop")
    assert (table.state.phase, table.options()) == (
        HIRE,
        ["recruit midas", "recruit nero", "recruit plato", "recruit nobody"],
    )
    table.do(0, "recruit midas")
    assert (table.city(0).coins, table.city(0).recruit_manner) == (1, [0, 0, 0, 1, 0])
    assert table.state.phase == ACT


def test_rome_may_recruit_nobody_and_is_not_asked_without_coins() -> None:
    """[SW-15.23]"""
    table = rome(1, "caesar", "nero", "plato", "midas")
    table.play(0, "stage with pawnshop")
    table.do(0, "recruit nobody")
    assert (leaders_of(table.city(0)), table.state.phase) == (0, ACT)
    table = rome(1, "caesar", "pericles", "ramses", "ptolemy")
    table.coins(0, 3, 3)
    table.play(0, "stage with pawnshop")
    assert table.state.phase == ACT


# ---- what a seat knows ------------------------------------------------------------------------------------------


def given(state: State, seat: int) -> list[str]:
    return [LEADER_NAMES[leader - 1] if leader else "?" for leader in state.cities[seat].given[:4]]


def test_leaders_passed_on_are_remembered_together() -> None:
    """[SW-15.26] Seat 0 passed three leaders in the first round, two in the second, one in the third."""
    match = drafted()
    seen = match.observe(0).state
    assert given(seen, 0) == ["alexander", "caesar", "hannibal", "aristotle"]
    assert given(seen, 2) == ["?", "?", "?", "hatshepsut"]
    memory = [[name for i, name in enumerate(LEADER_NAMES) if bits >> i & 1] for bits in seen.leader_memory]
    assert memory == [["amytis", "archimedes"], ["cleopatra", "croesus"], []]
    assert match.observe(SPECTATOR).state.cities[0].given == [0] * 8


def test_who_is_recruited_tells_who_has_the_other() -> None:
    """[SW-15.26]"""
    match = drafted()
    match.play(0, match.game.parse_action("discard alexander"))
    match.play(1, match.game.parse_action("recruit archimedes"))
    match.play(2, match.game.parse_action("discard euclid"))
    seen = match.observe(0).state
    assert (given(seen, 1)[2], given(seen, 2)[1]) == ("archimedes", "amytis")
    assert seen.cities[2].recruits[0] == UNSEEN
    assert match.observe(2).state.cities[2].recruits[0] == LEADER_NAMES.index("euclid") + 1


def test_what_is_imagined_agrees_with_the_memory() -> None:
    """[SW-15.26]"""
    match = drafted()
    observation = match.observe(0)
    worlds = [match.game.determinize(observation, search_rng(seed)) for seed in range(60)]
    assert {given(world, 1)[2] for world in worlds} == {"archimedes", "amytis"}
    assert {given(world, 2)[1] for world in worlds} == {"archimedes", "amytis"}
    assert {given(world, 2)[3] for world in worlds} == {"hatshepsut"}
    assert all(match.game.observe(world, 0) == observation for world in worlds)
    assert len({given(world, 1)[0] for world in worlds}) > 10


def test_while_leaders_are_drafted_the_hand_passed_on_is_known() -> None:
    """[SW-15.26]"""
    match = draft(4)
    keep(match, "alexander", "bilkis", "euclid", "hiram")
    seen = match.observe(1).state
    assert given(seen, 0) == ["?", "caesar", "cleopatra", "croesus"]
    keep(match, "caesar", "hammurabi", "hypatia", "amytis")
    memory = match.observe(1).state.leader_memory
    assert [bits.bit_count() for bits in memory] == [3, 0, 0]
    world = match.game.determinize(match.observe(1), search_rng(1))
    assert match.game.observe(world, 1) == match.observe(1)


def test_a_leader_used_face_down_may_be_any_that_the_player_has() -> None:
    """[SW-15.26]"""
    match = drafted()
    for seat, action in enumerate(("discard alexander", "discard bilkis", "discard hatshepsut")):
        match.play(seat, match.game.parse_action(action))
    observation = match.observe(0)
    worlds = [match.game.determinize(observation, search_rng(seed)) for seed in range(80)]
    used = {LEADER_NAMES[world.cities[2].recruits[0] - 1] for world in worlds}
    assert {"hatshepsut", "amytis", "archimedes", "cleopatra", "croesus"} < used
    assert not used & {"alexander", "caesar", "hannibal", "aristotle"}


def test_what_rome_drew_was_not_used_before() -> None:
    """[SW-15.26] [SW-15.23]"""
    game = Wonders(players=3, expansions=("leaders",), seat_boards=("rome",), sides="b")
    match = Match(game, seed=1)
    while match.reveal().phase != RECRUIT:
        seat = match.actors[0]
        match.play(seat, match.legal_actions(seat)[0])
    state = match.reveal()
    state.cities[0].stages, state.cities[0].draws = 1, 2
    state.phase, state.is_recruiting = ACT, 0
    drawn = [leader for leader in range(36) if state.leader_deck >> leader & 1][:4]
    for place, leader in enumerate(drawn):
        state.cities[0].given[4 + place] = leader + 1
        state.leader_deck &= ~(1 << leader)
    for city in state.cities[:3]:
        city.recruits[0], city.recruit_manner[0] = city.given[0], DISCARDED
    observation = game.observe(state, 1)
    for seed in range(40):
        world = game.determinize(observation, search_rng(seed))
        assert world.cities[0].recruits[0] in world.cities[0].given[:4]
        assert game.rules.audit(world) == 0
