"""Teams of two [SW-19]: who fights whom, what partners share, and what they may know of each other."""

import pytest

from shinar.core.errors import NotationError, OptionError
from shinar.core.laws import check_match, play_at_random
from shinar.core.match import Match
from shinar.core.rng import search_rng
from shinar.games.wonders import Wonders
from shinar.games.wonders.actions import SETTLE_LOSS
from shinar.games.wonders.components import AGES, CARD_NAMES, SLOTS, UNSEEN
from shinar.games.wonders.expansions.cities.losses import loss_for
from shinar.games.wonders.expertise.value import rate, rate_city
from shinar.games.wonders.expertise.worth import best_other_ranking_key
from shinar.games.wonders.observation import last_held, memory_of_use, place_hand
from shinar.games.wonders.outlook import conflicts
from shinar.games.wonders.rules import end_age
from shinar.games.wonders.scoring import own_key, ranking_key, score
from shinar.games.wonders.seating import hand_of
from shinar.games.wonders.state import OVER, SALVAGE, State
from shinar.games.wonders.teams import partner_of, rival_of
from tests.games.wonders.tables import FILLER, Table

EVERYTHING = ("tower", "projects", "leaders", "cities")


def teams(players: int = 4, *partners: str, expansions: tuple[str, ...] = ("cities",)) -> Wonders:
    return Wonders(players=players, expansions=expansions, teams="pairs", partners=partners)


class TeamTable(Table):
    """A table at which seats 0 and 1 are partners, 2 and 3, and so on."""

    def __init__(self, players: int = 4, *partners: str, boards: tuple[str, ...] = (), turn: int = 1) -> None:
        if boards:
            super().__init__(players, "cities", boards=boards, turn=turn)
        else:
            super().__init__(players, "cities", turn=turn)
        self.game = teams(players, *partners)
        self.state.teams = self.game.initial_state().teams


def observed(table: Table, seat: int) -> State:
    return table.game.observe(table.state, seat).state


# ---- who plays --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 5, 7])
def test_teams_need_an_even_number_of_at_least_four(players: int) -> None:
    """[SW-19.1]"""
    with pytest.raises(OptionError, match=r"\[SW-(19.1|21.3)\]"):
        teams(players)


def test_teams_need_cities_and_partners_need_teams() -> None:
    """[SW-19.1]"""
    with pytest.raises(OptionError, match=r"teams need the expansion cities \[SW-19.1\]"):
        Wonders(players=4, teams="pairs")
    with pytest.raises(OptionError, match=r"only in teams: teams=pairs \[SW-19.1\]"):
        Wonders(players=4, expansions=("cities",), partners=("see_hands",))


def test_partners_sit_side_by_side() -> None:
    """[SW-19.1]"""
    state = teams(6).initial_state()
    assert [partner_of(seat) for seat in range(6)] == [1, 0, 3, 2, 5, 4]
    assert [rival_of(state, seat) for seat in range(6)] == [5, 2, 1, 4, 3, 0]
    assert (teams(6).team_size, Wonders(players=6, expansions=("cities",)).team_size) == (2, 1)


def test_teams_are_part_of_a_position() -> None:
    """[SW-19.1]"""
    game = teams(4, "see_hands", "spare_losses")
    text = game.position_text(Match(game, seed=1).reveal())
    assert text.startswith("4 players cities teams see_hands spare_losses age:1")
    assert game.position_text(game.parse_position(text)) == text
    for other in (teams(4), Wonders(players=4, expansions=("cities",))):
        with pytest.raises(NotationError, match="other teams"):
            other.parse_position(text)
    for wrong in (text.replace(" teams", ""), text.replace(" cities", "")):
        with pytest.raises(NotationError, match="teams need Cities and 4, 6 or 8 players"):
            game.parse_position(wrong)


# ---- results ----------------------------------------------------------------------------------------------------


def test_the_points_of_both_partners_are_added_up_then_their_coins() -> None:
    """[SW-19.2] The best city loses with a poor partner."""
    table = TeamTable()
    table.coins(30, 0, 17, 18)
    table.state.age, table.state.phase = AGES - 1, OVER
    outcome = table.game.outcome(table.state)
    assert outcome is not None
    assert (outcome.scores, outcome.ranks, outcome.team_size) == ((10, 0, 5, 6), (3, 3, 1, 1), 2)
    table.coins(31, 2, 17, 15)  # ten points each; 33 coins and 32
    outcome = table.game.outcome(table.state)
    assert outcome is not None
    assert (outcome.ranks, outcome.is_shared) == ((1, 1, 3, 3), False)
    table.coins(30, 2, 15, 17)
    outcome = table.game.outcome(table.state)
    assert outcome is not None
    assert (outcome.is_draw, outcome.is_shared) == (True, True)


def test_what_is_worth_something_to_a_seat_is_worth_it_to_the_partner() -> None:
    """[SW-19.2]"""
    state = play_at_random(teams(), 3).reveal()
    for seat in range(4):
        assert ranking_key(state, seat) == ranking_key(state, partner_of(seat))
        assert ranking_key(state, seat) == own_key(state, seat) + own_key(state, partner_of(seat))
        assert rate(state, seat) == rate_city(state, seat) + rate_city(state, partner_of(seat))
        assert best_other_ranking_key(state, seat) == ranking_key(state, rival_of(state, seat))
    alone = Wonders(players=4, expansions=("cities",))
    state = play_at_random(alone, 3).reveal()
    assert [rate(state, seat) for seat in range(4)] == [rate_city(state, seat) for seat in range(4)]
    assert best_other_ranking_key(state, 0) == max(ranking_key(state, seat) for seat in (1, 2, 3))


# ---- conflicts and losses ---------------------------------------------------------------------------------------


def fought(*cities: tuple[int, int]) -> Table:
    """An Age that ends: shields and diplomacy tokens of each city."""
    table = TeamTable(len(cities), turn=7 if len(cities) < 8 else 6)
    for number, (shields, tokens) in enumerate(cities):
        table.city(number).shields, table.city(number).diplomacy = shields, tokens
    return table


def spoils(table: Table) -> list[tuple[int, int]]:
    end_age(table.state)
    return [(sum(city.victories), city.defeats) for city in table.state.cities[: table.state.num_cities]]


def test_each_partner_meets_the_other_neighbour_twice() -> None:
    """[SW-19.3]"""
    assert spoils(fought((3, 0), (9, 0), (2, 0), (1, 0))) == [(2, 0), (2, 0), (0, 2), (0, 2)]
    eight = [(0, 2)] + [(0, 0)] * 6 + [(2, 0)]
    assert spoils(fought(*[(0, 0)] * 7, (1, 0))) == eight


def test_a_diplomacy_token_takes_away_one_of_two_conflicts() -> None:
    """[SW-19.3] [SW-16.7]"""
    table = fought((3, 1), (9, 1), (2, 1), (1, 0))
    assert spoils(table) == [(1, 0), (0, 0), (0, 0), (0, 1)]
    assert [city.diplomacy for city in table.state.cities[:4]] == [0, 0, 0, 0]


def test_the_outlook_knows_the_conflicts_of_teams() -> None:
    """[SW-19.3]"""
    table = fought((3, 0), (9, 0), (2, 1), (1, 0))
    assert [conflicts(table.state, number) for number in range(4)] == [
        {"left": 0, "right": 2},
        {"left": 1, "right": 0},
        {"left": 0, "right": -1},
        {"left": -2, "right": 0},
    ]


def test_every_conflict_of_teams_is_told() -> None:
    """[SW-19.3]"""
    table = fought((3, 0), (0, 0), (0, 1), (1, 0))
    for seat in range(3):
        table.do(seat, f"discard {FILLER}")
    told = table.told(3, f"discard {FILLER}", viewer=0)
    assert told.count("You beat Player 4, 3 shields to 1, for a victory token worth 1 point") == 2
    assert "Player 3 has a conflict less, giving a diplomacy token back" in told
    assert told.count("ties with Player 3 at 0 shields") == 1


def test_losses_hit_the_partner_unless_it_is_agreed_otherwise() -> None:
    """[SW-19.4]"""
    for partners, losses in (((), [0, 2, 2, 2]), (("spare_losses",), [0, 0, 2, 2])):
        table = TeamTable(4, *partners)
        table.city(0).causes[0] = 2
        assert [loss_for(table.state, number) for number in range(4)] == losses


def test_who_is_spared_has_nothing_to_settle() -> None:
    """[SW-19.4] [SW-16.5]"""
    table = TeamTable(4, "spare_losses")
    table.hold(0, "hideout")
    table.do(0, "build hideout")
    for seat in range(1, 4):
        table.do(seat, f"discard {FILLER}")
    assert [table.game.legal_actions(table.state, seat) for seat in (0, 1)] == [[], []]
    assert table.game.legal_actions(table.state, 2) == [SETTLE_LOSS, SETTLE_LOSS + 1]


# ---- knowledge --------------------------------------------------------------------------------------------------


def test_nobody_sees_the_hand_of_the_partner() -> None:
    """[SW-19.5] [SW-14.2]"""
    assert observed(TeamTable(), 0).hands[1].cards[0] == UNSEEN


def test_partners_who_agreed_to_see_each_others_hands() -> None:
    """[SW-19.5]"""
    table = TeamTable(4, "see_hands")
    table.hold(1, "baths")
    for seat, seen in ((0, True), (1, True), (2, False), (3, False)):
        record = observed(table, seat)
        assert (record.hands[1].cards[0] != UNSEEN) == seen
        assert record.cities[1].plan.step == 0
    known = table.game.view(table.game.observe(table.state, 0))["recalled"][0]
    assert known == {"seat": 1, "cards": 3, "among": ["pawnshop", "pawnshop", "baths"], "gone": []}
    before = observed(table, 0)
    table.do(1, "discard baths")
    assert observed(table, 0) == before  # decisions stay sealed


def test_what_a_partner_has_used_is_known_after_the_turn() -> None:
    """[SW-19.5] [SW-14.3]"""
    for partners, is_known in (((), False), (("see_hands",), True)):
        table = TeamTable(4, *partners)
        table.hold(1, "baths")
        table.play(1, "discard baths")
        assert (observed(table, 0).cities[1].used[0] != UNSEEN) == is_known


def test_both_know_a_hand_as_the_partner_who_held_it_later() -> None:
    """[SW-19.5] Seat 1 holds it after seat 0 in Age I, before it in Age II."""
    state = teams(8, "see_hands").initial_state()
    for place in range(AGES * SLOTS):
        later = 0 if place // SLOTS == 1 else 1
        alone = Wonders(players=8, expansions=("cities",)).initial_state()
        for number in range(2, 8):
            origin = place_hand(state, number, place)
            expected = last_held(alone, later, origin)
            assert [last_held(state, seat, origin) for seat in (0, 1)] == [expected] * 2
            assert [memory_of_use(state, seat, number, place) for seat in (0, 1)] == [expected] * 2


def test_a_hand_that_left_the_team_is_remembered_by_both() -> None:
    """[SW-19.5]"""
    table = TeamTable(4, "see_hands")
    table.hold(1, "baths", "altar")
    table.play(1, "discard altar")
    for seat in (0, 1):
        memory = observed(table, seat).memory[0]
        assert [CARD_NAMES[card] for card in memory.cards[: memory.n]] == ["pawnshop", "pawnshop", "baths"]


def test_partners_know_the_discards_that_either_looked_through() -> None:
    """[SW-19.5] [SW-14.4]"""
    boards = ("halikarnassos b", "gizah a", "rhodos a", "ephesos a", "babylon a", "olympia a")
    table = TeamTable(6, "see_hands", boards=boards)
    table.make(0, ore=2)
    table.hold(2, "tavern")
    table.do(0, f"stage with {FILLER}")
    table.do(1, f"discard {FILLER}")
    table.do(2, "discard tavern")
    for seat in (3, 4, 5):
        table.do(seat, f"discard {FILLER}")
    assert table.state.phase == SALVAGE
    known = [observed(table, seat).cities[2].used[0] != UNSEEN for seat in range(6)]
    assert known == [True, True, True, True, False, False]


@pytest.mark.parametrize("players", [4, 6, 8])
def test_what_is_imagined_agrees_with_what_partners_see(players: int) -> None:
    """[SW-19.5]"""
    match = Match(teams(players, "see_hands", expansions=EVERYTHING), seed=players)
    game, rounds = match.game, 0
    while not match.is_over and rounds < 14:
        for seat in match.actors:
            match.play(seat, match.legal_actions(seat)[-1])
        rounds += 1
        seat = rounds % players
        observation = match.observe(seat)
        world = game.determinize(observation, search_rng(rounds))
        assert game.observe(world, seat) == observation
        assert game.rules.audit(world) == 0
        state = match.reveal()
        partner = hand_of(state, partner_of(seat))
        assert hand_of(observation.state, partner_of(seat)).cards == partner.cards


@pytest.mark.plain
@pytest.mark.parametrize(("players", "partners"), [(4, ()), (6, ("spare_losses",)), (8, ("see_hands", "spare_losses"))])
def test_the_laws_hold_in_teams(players: int, partners: tuple[str, ...]) -> None:
    game = teams(players, *partners, expansions=EVERYTHING)
    every = len(play_at_random(game, players).log) // 10
    assert check_match(game, players, every=every) >= 10


def test_the_view_tells_of_teams() -> None:
    """[SW-19.1]"""
    assert [Match(game, seed=1).observe(0).view()["team_size"] for game in (teams(), Wonders(players=4))] == [2, 1]


def test_scores_are_those_of_each_city() -> None:
    """[SW-19.2]"""
    state = play_at_random(teams(), 5).reveal()
    outcome = teams().outcome(state)
    assert outcome is not None
    assert outcome.scores == tuple(score(state, seat) for seat in range(4))


def test_the_terminal_says_who_are_partners() -> None:
    """[SW-19.1]"""
    text = str(Match(teams(), seed=1).observe(0))
    assert "Player 2 (to your left, your partner)" in text
    assert "Player 3 (with Player 4)" in text
    assert "Player 4 (to your right, with Player 3)" in text


def test_in_all_else_a_partner_is_a_neighbour_like_any_other() -> None:
    """[SW-19.6] The Gambling Den brings both neighbours a coin; both sell."""
    table = TeamTable(4, "spare_losses")
    table.hold(0, "gambling den")
    table.play(0, "build gambling den")
    assert [city.coins for city in table.state.cities[:4]] == [3 + 6, 3 + 3 + 1, 3 + 3, 3 + 3 + 1]
    table = TeamTable()
    table.make(1, stone=1)
    table.make(3, stone=1)
    table.make(0, clay=1)
    table.hold(0, "baths")
    table.do(0, "build baths")
    actions = [table.game.action_name(action) for action in table.game.legal_actions(table.state, 0)]
    assert actions == ["pay 0 left 2 right", "pay 2 left 0 right"]
