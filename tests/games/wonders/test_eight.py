"""Eight players [SW-18]: which decks they use, what they may know, and the room for an eighth city."""

import pickle
from itertools import combinations, product

import pytest

from shinar.core.compiled.layout import dtype_of, fields_of
from shinar.core.errors import NotationError, OptionError
from shinar.core.laws import play_at_random
from shinar.core.match import Match
from shinar.core.record import Record
from shinar.core.rng import search_rng
from shinar.games.wonders import Wonders
from shinar.games.wonders.components import AGES, BLACK_CARDS, CARD_NAMES, CARDS, GUILDS, SLOTS, UNSEEN, age_of
from shinar.games.wonders.expansions.projects.participation import tokens_on_card
from shinar.games.wonders.expansions.tower.effects import num_spaces
from shinar.games.wonders.observation import last_held, memory_of_use, place_hand
from shinar.games.wonders.rules import end_age
from shinar.games.wonders.seating import slot
from shinar.games.wonders.state import ACT, DISCARDED, LEFT_OVER, SEVENTH, UNUSED, State, StateOfEight
from tests.games.wonders.tables import FILLER, Table

EVERYTHING = ("tower", "projects", "leaders", "cities")
PLAYERS = 8


def eight(**options: tuple[str, ...]) -> Wonders:
    return Wonders(players=PLAYERS, **({"expansions": ("cities",)} | options))


def test_eight_players_need_cities() -> None:
    """[SW-18.1]"""
    for expansions in ((), ("tower", "projects", "leaders")):
        with pytest.raises(OptionError, match=r"8 players need the expansion cities \[SW-18.1\]"):
            Wonders(players=PLAYERS, expansions=expansions)
    cities = " | ".join(f"{board}-a" for board in ("gizah", "rhodos", "ephesos", "olympia", "babylon", "petra"))
    hands = " | ".join(["hand:"] * PLAYERS)
    with pytest.raises(NotationError, match="eight players need Cities"):
        eight().parse_position(f"8 players age:1 turn:1 phase:deal | {cities} | byzantium-a | rome-a | {hands}")


def test_eight_cities_need_eight_boards() -> None:
    """[SW-18.1]"""
    base = ("alexandria", "babylon", "ephesos", "gizah", "halikarnassos", "olympia", "rhodos")
    with pytest.raises(OptionError, match="8 cities need as many boards"):
        eight(boards=base)
    assert eight(boards=(*base, "petra")).num_seats == PLAYERS


def test_eight_players_use_the_decks_of_seven_with_seven_black_cards() -> None:
    """[SW-18.2] 49 cards and seven black ones are seven for each."""
    for expansions in (("cities",), EVERYTHING):
        state = eight(expansions=expansions).initial_state()
        seven = Wonders(players=7, expansions=expansions).initial_state()
        assert (state.deck, state.guilds_left, state.blacks_left) == (seven.deck, 9, [7, 7, 7])
        for age in range(AGES):
            own = [state.deck[card] for card in range(CARDS) if age_of(card) == age]
            unseen = [card for card in (*GUILDS, *BLACK_CARDS) if age_of(card) == age]
            others = sum(own) - sum(state.deck[card] for card in unseen)
            assert others + state.guilds_left * (age == 2) + state.blacks_left[age] == PLAYERS * 7


def test_an_age_of_eight_has_six_turns() -> None:
    """[SW-18.2]"""
    match = play_at_random(eight(seat_boards=("gizah",)), 3)
    state = match.reveal()
    for city in state.cities:
        for age in range(AGES):
            assert UNUSED not in city.manner[slot(age, 0) : slot(age, 6)]
            assert city.manner[slot(age, 7)] == UNUSED
    assert state.cities[0].manner[slot(0, 6)] == LEFT_OVER
    dealt = Match(eight(), seed=1).reveal()
    assert (dealt.phase, [hand.n for hand in dealt.hands]) == (ACT, [7] * PLAYERS)


def test_the_last_card_of_babylon_is_the_seventh() -> None:
    """[SW-18.2] [SW-8.2]"""
    boards = ("babylon b", "rhodos a", "ephesos a", "gizah a", "alexandria a", "olympia a", "petra a", "byzantium a")
    table = Table(PLAYERS, "cities", boards=boards, turn=6)
    table.city(0).stages = 2
    assert "after the sixth turn" in table.why_not(0, "leave the last card")
    table.play(0, f"discard {FILLER}")
    assert (table.state.phase, table.state.acting) == (SEVENTH, 0)
    table.do(0, f"discard {FILLER}")
    assert table.city(0).manner[slot(0, 6)] == DISCARDED


def test_a_project_of_eight_has_six_tokens_and_the_tower_four_spaces() -> None:
    """[SW-18.3]"""
    state = eight(expansions=EVERYTHING).initial_state()
    assert (tokens_on_card(state), num_spaces(state)) == (6, 4)
    drafted = Match(eight(expansions=("tower", "cities")), seed=2).reveal()
    assert drafted.tile_deck == 0


def test_the_eighth_city_meets_the_first_and_the_seventh() -> None:
    """[SW-9.1] [SW-1.3]"""
    table = Table(PLAYERS, "cities", turn=6)
    table.stand(7, "barracks")
    end_age(table.state)
    assert [city.defeats for city in table.state.cities] == [1, 0, 0, 0, 0, 0, 1, 0]
    assert table.city(7).victories == [2, 0, 0]


# ---- knowledge --------------------------------------------------------------------------------------------------


def test_no_two_hands_of_eight_share_a_memory() -> None:
    """[SW-14.3] Hand, turn and Age are packed into one number: the eighth hand is not the first of the next turn."""
    state = eight().initial_state()
    for age in range(AGES):
        for turn in range(6):
            origins = [place_hand(state, number, slot(age, turn)) for number in range(PLAYERS)]
            assert len(set(origins)) == PLAYERS
            held = [last_held(state, 0, origin) for origin in origins]
            known = [memory for memory in held if memory >= 0]
            assert len(known) == len(set(known)) == turn + 1


def test_when_a_hand_of_eight_was_last_held_is_the_same_looked_up_and_reckoned() -> None:
    """[SW-14.3]"""
    state = eight().initial_state()
    for place in range(AGES * SLOTS):
        for number in range(PLAYERS):
            for seat in range(PLAYERS):
                expected = last_held(state, seat, place_hand(state, number, place))
                assert memory_of_use(state, seat, number, place) == expected


def test_a_hand_passed_on_among_eight_is_remembered() -> None:
    """[SW-14.3]"""
    table = Table(PLAYERS, "cities")
    table.hold(7, "baths", "altar")
    table.play(7, "build altar")
    record = table.game.observe(table.state, 7).state
    memory = record.memory[0]
    assert [CARD_NAMES[card] for card in memory.cards[: memory.n]] == ["pawnshop", "pawnshop", "baths"]
    assert record.hands[7].cards[0] == UNSEEN


@pytest.mark.parametrize("expansions", [("cities",), EVERYTHING])
def test_what_is_imagined_agrees_with_what_the_eighth_seat_knows(expansions: tuple[str, ...]) -> None:
    """[SW-14]"""
    match = Match(eight(expansions=expansions), seed=5)
    game, seen = match.game, 0
    while seen < 10:
        for seat in match.actors:
            match.play(seat, match.legal_actions(seat)[-1])
        seen += 1
        observation = match.observe(7)
        world = game.determinize(observation, search_rng(seen))
        assert game.observe(world, 7) == observation
        assert game.rules.audit(world) == 0


# ---- room -------------------------------------------------------------------------------------------------------


def test_only_games_of_eight_carry_the_room_for_an_eighth_city() -> None:
    """[SW-18.1]"""
    lengths = {field.name: field.length for field in fields_of(State)}
    longer = {field.name: field.length for field in fields_of(StateOfEight) if field.length != lengths[field.name]}
    assert longer == {"seat_boards": 8, "cities": 8, "hands": 8}
    assert dtype_of(StateOfEight).itemsize > dtype_of(State).itemsize
    for players, expansions in ((2, ()), (7, ("cities",)), (7, EVERYTHING)):
        game = Wonders(players=players, expansions=expansions)
        assert type(game.initial_state()) is game.rules.state is State
    assert type(eight().initial_state()) is eight().rules.state is StateOfEight


def test_positions_of_eight_are_text_and_can_be_pickled() -> None:
    match = play_at_random(eight(expansions=EVERYTHING, seat_boards=("any",) * 7 + ("petra",)), 4)
    state = match.reveal()
    assert match.game.parse_position(match.game.position_text(state)) == state
    assert pickle.loads(pickle.dumps(state)) == state
    assert repr(state).startswith("StateOfEight(players=8")


def test_a_record_of_eight_is_read_whatever_the_order_of_its_options() -> None:
    """[SW-18.1] The number of players comes before the expansion that it needs."""
    text = Record.of(play_at_random(eight(), 6)).to_text()
    assert "option players 8\noption expansions cities\n" in text
    assert Record.from_text(text).to_text() == text
    without = text.replace("option expansions cities", "option expansions tower")
    with pytest.raises(NotationError, match=r"line 10: 8 players need the expansion cities \[SW-18.1\]"):
        Record.from_text(without)


# ---- which combinations exist -----------------------------------------------------------------------------------

BOXES = ("tower", "projects", "leaders", "cities", "pack")
SUBSETS = [chosen for size in range(len(BOXES) + 1) for chosen in combinations(BOXES, size)]


def is_allowed(players: int, chosen: tuple[str, ...], teams: str) -> bool:
    """[SW-18.1] [SW-19.1] [SW-21.2] [SW-21.3] [SW-21.4] As the table in docs/games/wonders.md has it."""
    if teams == "pairs" and (players not in (4, 6, 8) or "cities" not in chosen):
        return False
    return set(chosen) <= {"tower", "projects"} if players == 2 else players < 8 or "cities" in chosen


@pytest.mark.parametrize("players", range(2, 9))
def test_every_combination_is_played_or_refused_with_its_clause(players: int) -> None:
    for chosen, teams in product(SUBSETS, ("none", "pairs")):
        if is_allowed(players, chosen, teams):
            assert Wonders(players=players, expansions=chosen, teams=teams).num_seats == players
        else:
            with pytest.raises(OptionError, match=r"^[^\n]+ \[SW-(18|19|21)\.\d\]$"):
                Wonders(players=players, expansions=chosen, teams=teams)
