"""What a seat may know [SW-14], and what it cannot."""

from itertools import product

import pytest

from shinar.core.laws import play_at_random
from shinar.core.match import Match
from shinar.core.rng import search_rng
from shinar.core.viewer import SPECTATOR, Viewer
from shinar.games.wonders import Wonders
from shinar.games.wonders.components import AGES, CARD_NAMES, SLOTS, UNSEEN
from shinar.games.wonders.observation import last_held, memory_of_use, place_hand
from shinar.games.wonders.state import BUILT, SALVAGE, SALVAGED, TILE_PLACED, TILE_WAITING, UNUSED, WITH_TILE, State
from tests.games.wonders.tables import Table


def observed(table: Table, seat: int | Viewer) -> State:
    return table.game.observe(table.state, seat).state


def names(cards: list[int]) -> list[str]:
    return [CARD_NAMES[card] for card in cards]


def first_turn(*actions: str) -> Table:
    """Age I with three players, each holding three cards, after one turn."""
    table = Table(3)
    for seat, cards in enumerate((("baths", "altar"), ("tavern", "theater"), ("stockade", "barracks"))):
        table.hold(seat, *cards)
    for seat, action in enumerate(actions):
        table.do(seat, action)
    return table


def test_others_hands_are_hidden_at_first() -> None:
    """[SW-14.2]"""
    table = first_turn()
    record = observed(table, 0)
    assert (record.hands[1].n, record.hands[1].cards[:4]) == (4, [UNSEEN] * 4)
    assert names(record.hands[0].cards[:4]) == ["pawnshop", "pawnshop", "baths", "altar"]


def test_a_hand_passed_on_is_remembered() -> None:
    """[SW-14.3]"""
    record = observed(first_turn("build altar", "build tavern", "discard pawnshop"), 0)
    assert names(record.memory[0].cards[: record.memory[0].n]) == ["pawnshop", "pawnshop", "baths"]


def test_a_card_used_face_down_cannot_be_told_from_those_still_in_the_hand() -> None:
    """[SW-14.3] [SW-14.1]"""
    table = first_turn("build altar", "build tavern", "discard pawnshop")
    table.do(0, "discard pawnshop")
    table.do(1, "discard baths")
    table.do(2, "discard pawnshop")
    record = observed(table, 0)
    assert record.cities[1].used[1] == UNSEEN
    assert names(record.memory[0].cards[: record.memory[0].n]) == ["pawnshop", "pawnshop", "baths"]
    worlds = [table.game.determinize(table.game.observe(table.state, 0), search_rng(seed)) for seed in range(30)]
    assert {CARD_NAMES[world.cities[1].used[1]] for world in worlds} == {"pawnshop", "baths"}


def test_a_card_built_in_the_open_is_known_to_have_left_the_hand() -> None:
    """[SW-14.3]"""
    table = first_turn("build altar", "build tavern", "discard pawnshop")
    table.make(1, stone=1)
    table.do(0, "discard pawnshop")
    table.do(1, "build baths")
    table.do(2, "discard pawnshop")
    record = observed(table, 0)
    assert names(record.memory[0].cards[: record.memory[0].n]) == ["pawnshop", "pawnshop"]


def test_when_a_hand_comes_back_what_was_taken_from_it_is_known_together() -> None:
    """[SW-14.3]"""
    table = first_turn("build altar", "discard tavern", "discard stockade")
    for _ in range(2):
        table.rest()
    assert table.state.turn == 3
    record = observed(table, 0)
    assert names(record.hands[0].cards[:1]) == ["baths"]
    assert names(record.memory[0].cards[: record.memory[0].n]) == ["pawnshop", "pawnshop"]


def test_sealed_decisions_are_seen_by_nobody_else() -> None:
    """[SW-14.2]"""
    table = first_turn()
    before = [observed(table, seat) for seat in (1, 2, SPECTATOR)]
    table.do(0, "discard baths")
    assert [observed(table, seat) for seat in (1, 2, SPECTATOR)] == before
    assert observed(table, 0).cities[0].plan.card == CARD_NAMES.index("baths")


def test_who_looks_through_the_discards_knows_them_from_then_on() -> None:
    """[SW-14.4]"""
    table = Table(3, boards=("halikarnassos b", "gizah a", "rhodos a"))
    table.make(0, ore=2)
    table.hold(1, "tavern")
    table.do(0, "stage with pawnshop")
    table.do(1, "discard tavern")
    table.do(2, "discard pawnshop")
    assert table.state.phase == SALVAGE
    assert CARD_NAMES[observed(table, 0).cities[1].used[0]] == "tavern"
    assert observed(table, 2).cities[1].used[0] == UNSEEN
    table.do(0, "build tavern from the discards")
    assert CARD_NAMES[observed(table, 2).cities[1].used[0]] == "tavern"
    assert CARD_NAMES[observed(table, 0).cities[2].used[0]] == "pawnshop"
    assert observed(table, 1).cities[2].used[0] == UNSEEN


def test_of_several_copies_the_oldest_is_built_from_the_discards() -> None:
    """[SW-14.4]"""
    table = Table(3, boards=("halikarnassos b", "gizah a", "rhodos a"))
    table.make(0, ore=2)
    table.do(0, "stage with pawnshop")
    table.rest()
    table.do(0, "build pawnshop from the discards")
    assert [table.city(number).manner[0] for number in range(3)] == [2, 6, 3]


def test_the_other_players_draw_is_known_once_it_can_be_nothing_else() -> None:
    """[SW-14.5]"""
    table = Table(2, turn=2)
    table.state.drawn[0] = CARD_NAMES.index("altar")
    table.state.drawn[1] = CARD_NAMES.index("baths")
    table.hold(1, "baths")
    assert observed(table, 0).drawn[1] == UNSEEN
    table.do(1, "discard pawnshop", "build pawnshop")
    table.do(0, "discard pawnshop")
    table.deal()
    assert observed(table, 0).drawn[1] == CARD_NAMES.index("baths")


def tiles_dealt(seed: int = 1) -> Match[State]:
    return Match(Wonders(players=4, expansions=("tower",)), seed=seed)


def test_tiles_passed_on_are_remembered() -> None:
    """[SW-14.6]"""
    match = tiles_dealt()
    hands = [city.tiles for city in match.reveal().cities[:4]]
    for seat in range(4):
        match.play(seat, f"keep tile {hands[seat][0]}")
    record = match.observe(0).state
    assert record.cities[3].tiles == [0, *sorted(hands[0][1:])]
    seconds = [match.reveal().cities[seat].tiles for seat in range(4)]
    for seat in range(4):
        match.play(seat, f"keep tile {seconds[seat][1]}")
    record = match.observe(0).state
    assert record.cities[0].passed_tiles == [*sorted(hands[0][1:]), seconds[0][2]]
    assert record.cities[3].tiles == [seconds[0][2], 0, 0]
    assert record.cities[2].tiles == [0, 0, 0]


def test_a_tile_in_the_tower_tells_who_has_the_other() -> None:
    """[SW-14.6]"""
    table = Table(4, "tower")
    table.city(0).passed_tiles = [5, 9, 12]
    table.city(3).tiles, table.city(2).tiles = [5, 12, 20], [1, 2, 9]
    assert (observed(table, 0).cities[3].tiles, observed(table, 0).cities[2].tiles) == ([12, 0, 0], [0, 0, 0])
    table.city(3).tile_built = [2, 0, 0]
    assert (observed(table, 0).cities[3].tiles, observed(table, 0).cities[2].tiles) == ([5, 12, 0], [9, 0, 0])


def test_determinized_hands_use_every_card_that_could_be_there() -> None:
    """[SW-14.3] Fifty imagined worlds of the first turn show each of the unseen kinds of card in another's hand."""
    game = Wonders(players=3)
    match = Match(game, seed=9)
    observation = match.observe(0)
    imagined = set()
    for seed in range(50):
        world = game.determinize(observation, search_rng(seed))
        assert game.rules.audit(world) == 0
        imagined |= set(world.hands[1].cards[:7])
    unseen = {card for card in range(27) if observation.state.deck[card]}
    assert imagined == unseen


def test_a_spectator_sees_no_card_that_is_not_on_the_table() -> None:
    """[SW-14.1]"""
    match = play_at_random(Wonders(players=3), 4)
    record = match.observe(SPECTATOR).state
    for city in record.cities[:3]:
        seen = {manner for card, manner in zip(city.used, city.manner, strict=True) if card != UNSEEN}
        assert seen <= {UNUSED, BUILT, SALVAGED}


def test_what_others_drafted_is_imagined_consistently() -> None:
    """[SW-14.6]"""
    match = Match(Wonders(players=4, expansions=("tower",)), seed=6)
    for _ in range(2):
        observation = match.observe(0)
        for seed in range(5):
            world = match.game.determinize(observation, search_rng(seed))
            assert match.game.observe(world, 0) == observation
            assert match.game.rules.audit(world) == 0
        for seat in range(4):
            match.play(seat, match.legal_actions(seat)[0])


def test_a_tile_that_lies_face_down_is_imagined_where_it_may_be() -> None:
    """[SW-12.3] [SW-14.6] It waits for the end of the turn while the discards are looked through."""
    table = Table(3, "tower", boards=("halikarnassos a", "gizah a", "rhodos a"), turn=2)
    for seat in range(3):
        table.city(seat).tiles = [seat + 1, seat + 7, seat + 13]
    table.city(1).tile_built[0] = TILE_PLACED
    table.city(1).manner[0] = WITH_TILE
    table.city(0).stages = 1
    table.make(0, ore=3)
    table.hold(2, "altar")
    table.do(0, "stage with pawnshop")
    table.do(1, "tower with pawnshop", "tile 8")
    table.do(2, "discard altar")
    assert (table.state.phase, table.city(1).tile_built) == (SALVAGE, [TILE_PLACED, TILE_WAITING, 0])
    observation = table.game.observe(table.state, 0)
    worlds = [table.game.determinize(observation, search_rng(seed)) for seed in range(12)]
    assert {sum(world.cities[1].tile_built) for world in worlds} == {TILE_PLACED + TILE_WAITING}
    assert len({tuple(world.cities[1].tile_built) for world in worlds}) > 1


@pytest.mark.parametrize("players", range(2, 8))
def test_the_table_of_hands_says_what_the_rule_says(players: int) -> None:
    """[SW-14.3] For every seat, every city and every turn, and for spectators."""
    state = State()
    state.players = players
    for seat, number, place in product(range(-1, players), range(3 if players == 2 else players), range(AGES * SLOTS)):
        expected = last_held(state, seat, place_hand(state, number, place))
        assert memory_of_use(state, seat, number, place) == expected
