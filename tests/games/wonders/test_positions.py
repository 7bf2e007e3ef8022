"""Texts of positions: what can be derived need not be typed, and what nobody could have reached is refused."""

import re

import pytest

from shinar.core.errors import NotationError
from shinar.games.wonders import Wonders
from shinar.games.wonders.seating import hand_of
from shinar.games.wonders.state import LOST, READY, State
from tests.games.wonders.tables import Table
from tests.games.wonders.test_golden_words import BOTH

HANDS = "hand:sawmill,quarry | hand:temple,statue | hand:walls,school"
SMALL_HANDS = "hand:sawmill,quarry,walls | hand:temple,statue"
LAST_HANDS = "hand:sawmill | hand:temple | hand:walls"
NO_HANDS = "hand: | hand: | hand:"
SIXTH = "age:2 turn:6 phase:act"
CITIES = "gizah-a | rhodos-a | ephesos-a"
VARIANTS = ((3, BOTH), (2, BOTH), (4, ("projects",)), (3, ()))


def parse(head: str, cities: str = CITIES, hands: str = HANDS, players: int = 3, *expansions: str) -> State:
    game = Wonders(players=players, expansions=expansions)
    words = " ".join([f"{players} players", *expansions, head])
    return game.parse_position(f"{words} | {cities} | {hands}")


def test_shields_and_the_deck_need_not_be_typed() -> None:
    """[SW-9.1]"""
    state = parse(SIXTH, "rhodos-a stages:2 1.1=build/barracks | gizah-a | ephesos-a")
    assert state.cities[0].shields == 3
    assert sum(state.deck[27:50]) == 21 - 6
    assert "shields" not in Wonders().position_text(state)


def test_shields_of_a_project_are_typed() -> None:
    """[SW-13.7]"""
    head = f"{SIXTH} project:smelter"
    state = parse(head, "gizah-a shields:2 | rhodos-a part:1 | ephesos-a", HANDS, 3, "projects")
    assert (state.cities[0].shields, state.project_tokens) == (2, 1)
    assert "shields:2" in Wonders(expansions=("projects",)).position_text(state)


def test_tiles_and_tokens_need_not_be_typed() -> None:
    """[SW-12.5] [SW-13.3]"""
    cities = "gizah-a tiles:3,4,5 tile_built:2,0,0 | rhodos-a tiles:6,7,8 | ephesos-a tiles:9,10,11"
    state = parse(f"{SIXTH} tower:3 project:river-port", cities, HANDS, 3, *BOTH)
    assert (state.active, state.tiles_placed, state.project_tokens) == (1 << 3, 1, 2)
    assert state.tile_deck.bit_count() == 24 - 9


def test_hands_are_written_in_the_order_of_seats() -> None:
    """[SW-3.4]"""
    state = parse("age:1 turn:2 phase:act", CITIES, " | ".join(["hand:?,?,?,?,?,?"] * 3))
    assert [hand_of(state, seat).n for seat in range(3)] == [6, 6, 6]
    table = Table(3)
    table.state = parse(SIXTH)
    assert "build temple" in table.options(1) or "discard temple" in table.options(1)
    assert table.game.position_text(table.state).endswith(f"| {HANDS}")


def test_the_former_name_of_a_phase_is_read() -> None:
    assert parse(SIXTH.replace("phase:act", "phase:play")) == parse(SIXTH)


def test_who_has_nothing_to_lose_need_not_be_told() -> None:
    """[SW-13.5]"""
    cities = "gizah-a 1.1=build/lumber-yard | rhodos-a | ephesos-a part:1"
    state = parse("age:2 turn:6 phase:penalty project:obelisk", cities, NO_HANDS, 3, "projects")
    assert [city.plan.step == READY for city in state.cities[:3]] == [False, True, True]


@pytest.mark.parametrize(
    ("head", "cities", "hands", "reason"),
    [
        (SIXTH, "gizah-a 1.1=build/altar 1.2=build/altar | rhodos-a | ephesos-a", HANDS, "Altar stands twice in Gizah"),
        (SIXTH, "gizah-a 1.1=build/loom-1 2.1=build/loom-2 | rhodos-a | ephesos-a", HANDS, "Loom stands twice"),
        (SIXTH, "gizah-a | gizah-b | ephesos-a", HANDS, "Gizah is in the game twice"),
        (SIXTH, "atlantis-a | rhodos-a | ephesos-a", HANDS, "there is no board 'atlantis-a'"),
        (SIXTH, "| rhodos-a | ephesos-a", HANDS, "a city begins with its board"),
        (SIXTH, CITIES, NO_HANDS, "hand 1 holds 2 cards in this phase of turn 6, not 0"),
        (SIXTH, CITIES, HANDS.replace("sawmill", "altar"), "Altar is not a card of Age II"),
        (SIXTH, CITIES, HANDS.replace("sawmill", "?"), "hand 1 must be all seen or all unseen"),
        (SIXTH, CITIES, HANDS.replace("sawmill", "sawmil"), "there is no card 'sawmil' (did you mean sawmill?)"),
        (SIXTH, CITIES, HANDS.replace("sawmill", "temple"), "more Temple cards than the 1 in the game"),
        (SIXTH, "gizah-a 1.1=build/forum | rhodos-a | ephesos-a", HANDS, "Forum is not a card of Age I"),
        (SIXTH, "gizah-a 2.6=build/forum | rhodos-a | ephesos-a", HANDS, "used in 2.6, which is still to come"),
        (SIXTH, "gizah-a 1.1=build/altar 1.1=build/baths | rhodos-a | ephesos-a", HANDS, "two cards are used in 1.1"),
        (SIXTH, "gizah-a 1.9=build/altar | rhodos-a | ephesos-a", HANDS, "there is no turn 1.9"),
        (SIXTH, "gizah-a 1.1=sell/altar | rhodos-a | ephesos-a", HANDS, "there is no use of a card 'sell'"),
        (SIXTH, "gizah-a salvage:altar | rhodos-a | ephesos-a", HANDS, "nobody has taken Altar out of the discards"),
        (SIXTH, "gizah-a stages:4 | rhodos-a | ephesos-a", HANDS, "Gizah has only 3 stages"),
        (SIXTH, "gizah-a shields:2 | rhodos-a | ephesos-a", HANDS, "Gizah has 0 shields, not 2"),
        (SIXTH, "gizah-a coins:many | rhodos-a | ephesos-a", HANDS, "expected a number from 0 on, not 'many'"),
        (SIXTH, "gizah-a plan:1,2 | rhodos-a | ephesos-a", HANDS, "plan: has 10 or 12 numbers, not 2"),
        (SIXTH, "gizah-a plan:5,1,3,0,0,0,0,0,0,0 | rhodos-a | ephesos-a", HANDS, "city 1 cannot have decided that"),
        (SIXTH, "gizah-a salvages:1 | rhodos-a | ephesos-a", HANDS, "is given by acting:"),
        (SIXTH, "gizah-a part:1 | rhodos-a | ephesos-a", HANDS, "only while a project lies open"),
        (SIXTH, "gizah-a penalty:1 | rhodos-a | ephesos-a", HANDS, "only with projects"),
        (SIXTH, "gizah-a tiles:3,0,0 | rhodos-a | ephesos-a", HANDS, "only with the tower"),
        (f"{SIXTH} sides:b", CITIES, HANDS, "Gizah has a side that is not played"),
        (f"{SIXTH} boards:gizah", CITIES, HANDS, "Gizah is dealt and undealt"),
        (f"{SIXTH} seat_boards:any,gizah", CITIES, HANDS, "seat_boards: has 2 boards, and 3 play"),
        (f"{SIXTH} seat_boards:any,giza,any", CITIES, HANDS, "there is no board 'giza' (did you mean gizah?)"),
        (f"{SIXTH} seat_boards:gizah,gizah,any", CITIES, HANDS, "seat_boards: names a board twice"),
        (f"{SIXTH} seat_boards:any,gizah,any", CITIES, HANDS, "gives Gizah to a seat that has Rhodos"),
        (
            "age:1 turn:1 phase:boards dealt:1 boards:rhodos,olympia seat_boards:any,gizah,any",
            CITIES,
            NO_HANDS,
            "Gizah is promised to a seat, and cannot be dealt any more",
        ),
        (f"{SIXTH} dealt:2", CITIES, HANDS, "nothing is being dealt"),
        (f"{SIXTH} acting:1", CITIES, HANDS, "acting: is only for"),
        (f"{SIXTH} drawn:1", CITIES, HANDS, "only two players draw cards"),
        (f"{SIXTH} project:obelisk", CITIES, HANDS, "a project lies open"),
        ("age:4 turn:1 phase:act", CITIES, HANDS, "there are 3 Ages of 6 turns"),
        ("age:1 turn:9 phase:act", CITIES, HANDS, "there are 3 Ages of 6 turns"),
        (SIXTH, "gizah-a stages:9 | rhodos-a | ephesos-a", HANDS, "reached: stages is 9, not 0 to 4"),
        ("age:1 phase:act", CITIES, HANDS, "needs turn:"),
        ("age:2 turn:6 phase:lunch", CITIES, HANDS, "there is no phase 'lunch'"),
        ("age:2 turn:6 phase:deal", CITIES, HANDS, "no turn of the Age has begun"),
        ("age:2 turn:5 phase:seventh", CITIES, HANDS, "after the last turn of an Age"),
        ("age:2 turn:6 phase:over", CITIES, HANDS, "the phase does not fit the Age"),
        ("age:2 turn:6 phase:last", CITIES, HANDS, "only two players have a draw pile"),
        ("age:1 turn:1 phase:draft", CITIES, HANDS, "only with the tower"),
        ("age:2 turn:6 phase:penalty", CITIES, HANDS, "only played with projects"),
        ("age:1 turn:1 phase:boards dealt:1 boards:rhodos", CITIES, NO_HANDS, "too few boards are left"),
        (
            "age:2 turn:6 phase:seventh",
            CITIES,
            LAST_HANDS,
            "Gizah has no stage that lets the last card of the hand be used",
        ),
        ("age:2 turn:6 phase:salvage", CITIES, NO_HANDS, "Gizah has not built a stage that opens"),
        ("age:2 turn:6 phase:salvage acting:5", CITIES, NO_HANDS, "there is no city 5"),
        (SIXTH, "gizah-a coins:1 coins:2 | rhodos-a | ephesos-a", HANDS, "coins: is given twice"),
        (f"{SIXTH} turn:6", CITIES, HANDS, "turn: is given twice"),
        (SIXTH, "gizah-a colour:red | rhodos-a | ephesos-a", HANDS, "cannot read 'colour:red'"),
    ],
)
def test_what_nobody_could_have_reached_is_refused(head: str, cities: str, hands: str, reason: str) -> None:
    with pytest.raises(NotationError, match=re.escape(reason)):
        parse(head, cities, hands)


TILES = "gizah-a tiles:3,4,5 tile_built:2,0,0 | rhodos-a tiles:6,7,8 | ephesos-a tiles:9,10,11"


@pytest.mark.parametrize(
    ("head", "cities", "reason"),
    [
        ("tower:3", TILES.replace("6,7,8", "3,7,8"), "tile 3 is in two places"),
        ("tower:3 tile_deck:3", TILES, "tile 3 is in two places"),
        ("tower:3 tile_deck:30", TILES, "tiles have the numbers 1 to 24"),
        ("tower:6", TILES, "not those that were built"),
        ("tower:3,3", TILES, "each once"),
        ("tower:0,0,0,3", TILES, "3 tiles can be seen"),
        ("tower:3 active:9", TILES, "only tiles that can be seen in the tower are active"),
        ("tower:3", TILES.replace("tiles:9,10,11", "tile_built:1,0,0"), "a tile is built that nobody has"),
    ],
)
def test_tiles_that_cannot_lie_there_are_refused(head: str, cities: str, reason: str) -> None:
    """[SW-12.4]"""
    with pytest.raises(NotationError, match=reason):
        parse(f"{SIXTH} {head}", cities, HANDS, 3, "tower")


@pytest.mark.parametrize(
    ("head", "cities", "reason"),
    [
        (SIXTH, CITIES, "a project lies open"),
        (f"{SIXTH} project:archives", CITIES, "Archives is not a project of Age II"),
        (f"{SIXTH} project:obelisk project_tokens:1", CITIES, "2 participation tokens must be left"),
        (f"{SIXTH} project:obelisk", "gizah-a part:9 | rhodos-a | ephesos-a", "more than once a turn"),
        ("age:2 turn:6 phase:penalty project:river-port", CITIES, "leaves nobody a choice"),
        ("age:2 turn:6 phase:penalty project:obelisk", CITIES, "nobody has anything left to lose"),
    ],
)
def test_projects_that_cannot_be_so_are_refused(head: str, cities: str, reason: str) -> None:
    """[SW-13.1]"""
    hands = NO_HANDS if "penalty" in head else HANDS
    with pytest.raises(NotationError, match=reason):
        parse(head, cities, hands, 3, "projects")


def test_the_free_city_is_refused_what_it_never_has() -> None:
    """[SW-11.1] [SW-13.9]"""
    with pytest.raises(NotationError, match="the Free City has side a"):
        parse(SIXTH, "gizah-a | rhodos-a | ephesos-b", SMALL_HANDS, 2)
    cities = "gizah-a | rhodos-a | ephesos-a part:1"
    with pytest.raises(NotationError, match="the Free City takes no part"):
        parse(f"{SIXTH} project:obelisk", cities, SMALL_HANDS, 2, "projects")


def test_a_position_of_another_game_is_refused() -> None:
    text = f"3 players {SIXTH} | {CITIES} | {HANDS}"
    with pytest.raises(NotationError, match="a position for 3 players, but this game has 4"):
        Wonders(players=4).parse_position(text)
    with pytest.raises(NotationError, match="this game is played with tower"):
        Wonders(expansions=("tower",)).parse_position(text)
    with pytest.raises(NotationError, match="this game is played without projects"):
        Wonders().parse_position(f"3 players projects {SIXTH} project:obelisk | {CITIES} | {HANDS}")


def test_the_draft_and_the_dealing_of_tiles_are_checked() -> None:
    """[SW-12.1]"""
    head, none = "age:1 turn:1 phase:tiles", NO_HANDS
    with pytest.raises(NotationError, match="dealt: is the number of tiles dealt, 1"):
        parse(head, "gizah-a tiles:3,0,0 | rhodos-a | ephesos-a", none, 3, "tower")
    with pytest.raises(NotationError, match="tiles are dealt to the players in order"):
        parse(f"{head} dealt:1", "gizah-a | rhodos-a tiles:3,0,0 | ephesos-a", none, 3, "tower")
    tiles = "gizah-a tiles:1,2,3 plan:5,0,0,0,0,0,0,0,0,1 | rhodos-a tiles:4,5,6 {} | ephesos-a tiles:7,8,9 {}"
    state = parse("age:1 turn:1 phase:draft", tiles.format("", ""), none, 3, "tower")
    assert state.cities[0].plan.tile == 1
    with pytest.raises(NotationError, match="city 1 cannot have decided that"):
        parse("age:1 turn:1 phase:draft", tiles.format("", "").replace(",1 |", ",9 |"), none, 3, "tower")
    ready = ("plan:5,0,0,0,0,0,0,0,0,4", "plan:5,0,0,0,0,0,0,0,0,7")
    with pytest.raises(NotationError, match="all have decided"):
        parse("age:1 turn:1 phase:draft", tiles.format(*ready), none, 3, "tower")


def test_there_are_only_so_many_guilds() -> None:
    """[SW-2.2]"""
    guilds = ["workers", "craftsmens", "traders", "philosophers", "spies", "strategists"]
    uses = [f"3.{turn % 3 + 1}=build/{name}-guild" for turn, name in enumerate(guilds)]
    cities = f"gizah-a {' '.join(uses[:3])} | rhodos-a {' '.join(uses[3:])} | ephesos-a"
    with pytest.raises(NotationError, match="only 5 guilds are in the game"):
        parse("age:3 turn:6 phase:act", cities, "hand:palace,arena | hand:haven,lodge | hand:study,senate")


def test_two_players_hold_as_many_before_a_card_is_drawn() -> None:
    """[SW-11.4]"""
    state = parse("age:2 turn:6 phase:draw", CITIES, "hand:sawmill,quarry | hand:temple,statue", 2)
    assert [hand.n for hand in state.hands[:2]] == [2, 2]


def test_a_choice_of_payments_survives_its_text() -> None:
    """[SW-5.7]"""
    table = Table(3)
    cities = "rhodos-a coins:3 | gizah-a coins:3 1.1=build/lumber-yard | ephesos-a coins:3 1.1=build/timber-yard"
    hands = "hand:altar,stockade | hand:theater,barracks | hand:marketplace,clay-pool"
    table.state = parse("age:1 turn:6 phase:act", cities, hands)
    table.do(0, "build stockade")
    assert "offers:" in table.game.position_text(table.state)
    assert table.game.parse_position(table.game.position_text(table.state)) == table.state


def test_what_is_decided_must_be_possible() -> None:
    """[SW-3.2] [SW-11.4] [SW-13.5]"""
    ready = "plan:5,3,27,0,0,0,0,0,0,0"  # to discard Sawmill
    state = parse(SIXTH, f"gizah-a {ready} | rhodos-a | ephesos-a")
    assert state.cities[0].plan.step == READY
    refused = "city . cannot have decided that"
    with pytest.raises(NotationError, match=refused):
        parse("age:2 turn:1 phase:deal", f"gizah-a {ready} | rhodos-a | ephesos-a", NO_HANDS)
    with pytest.raises(NotationError, match=refused):
        parse(SIXTH, f"gizah-a | rhodos-a | ephesos-a {ready}", SMALL_HANDS, 2)
    with pytest.raises(NotationError, match=refused):
        parse("age:2 turn:6 phase:seventh", f"babylon-b stages:2 {ready} | rhodos-a | ephesos-a", LAST_HANDS)


def test_a_chosen_loss_survives_its_text() -> None:
    """[SW-13.5]"""
    cities = "gizah-a 1.1=build/lumber-yard {} | rhodos-a 1.1=build/clay-pool | ephesos-a part:1"
    head = "age:2 turn:6 phase:penalty project:obelisk"
    assert parse(head, cities.format("plan:5,7,0,0,0,0,0,0,0,0"), NO_HANDS, 3, "projects").cities[0].plan.use == LOST
    with pytest.raises(NotationError, match="city 1 cannot have decided that"):
        parse(head, cities.format("plan:5,7,1,0,0,0,0,0,0,0"), NO_HANDS, 3, "projects")
    with pytest.raises(NotationError, match="city 3 cannot have decided that"):
        parse(head, cities.format("") + " plan:5,7,1,0,0,0,0,0,0,0", NO_HANDS, 3, "projects")
