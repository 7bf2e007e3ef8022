"""Positions with leaders that went wrong: the audit finds them, and as texts they are refused with a reason."""

from collections.abc import Callable
from functools import cache
from inspect import signature

import pytest

from shinar.core.compiled.layout import copy_of
from shinar.core.errors import NotationError
from shinar.core.game import Actions
from shinar.core.laws import play_at_random
from shinar.core.match import Match
from shinar.core.rng import search_rng
from shinar.games.wonders import Wonders
from shinar.games.wonders.audit import audit
from shinar.games.wonders.building import Quote
from shinar.games.wonders.components import CARD_NAMES, LEADER_NAMES, PURPLE
from shinar.games.wonders.expansions.leaders import absent, effects
from shinar.games.wonders.expansions.leaders.reachable import faults_of_leaders
from shinar.games.wonders.state import BUILT, COPY, DRAW_LEADERS, HIRE, RECRUIT, SEVENTH, State
from tests.games.wonders.test_leaders import library_with_bilkis

DEAR = ("alexander", "caesar", "euclid", "hypatia", "pericles", "ptolemy", "ramses", "solomon")
PLATO = LEADER_NAMES.index("plato") + 1
GUILD_BUILDER, ROME = 0, 3  # who does something with leaders alone in the match


@cache
def moments() -> dict[int, tuple[State, State]]:
    """The first positions of a match in which one city does something with leaders, and what Rome knows of them."""
    game = Wonders(players=4, expansions=("tower", "projects", "leaders"), sides="b")
    walk = Match(game, seed=12, deals=False)
    found: dict[int, tuple[State, State]] = {}
    for entry in play_at_random(game, seed=12).log:
        found.setdefault(walk.reveal().phase, (walk.reveal(), walk.observe(ROME).state))
        walk.play(entry.actor, entry.action)
    return found


def moment(phase: int) -> State:
    return copy_of(moments()[phase][0])


# ---- the audit --------------------------------------------------------------------------------------------------


def lose_a_leader(state: State) -> None:
    state.cities[0].given[0] = 0


def lose_a_leader_of_the_pile(state: State) -> None:
    state.leader_deck = 0


def hold_a_leader_twice(state: State) -> None:
    state.cities[1].given[3] = state.cities[0].given[0]


def use_nobody(state: State) -> None:
    state.cities[0].recruits[0] = 0


def use_a_leader_of_another(state: State) -> None:
    state.cities[0].recruits[0] = state.cities[1].given[0]


@pytest.mark.parametrize(
    "mishap",
    [
        lose_a_leader,
        lose_a_leader_of_the_pile,
        hold_a_leader_twice,
        use_nobody,
        use_a_leader_of_another,
    ],
)
def test_the_audit_finds_a_lost_leader(mishap: Callable[[State], None]) -> None:
    """[SW-15.3] [SW-15.5]"""
    state = moment(HIRE)
    assert audit(state) == 0
    mishap(state)
    assert Wonders.audits[audit(state)] == "a leader was lost or added"


def test_without_leaders_there_is_no_pile_of_them() -> None:
    state = Match(Wonders(), seed=1).reveal()
    state.leader_deck = 1
    for rules in (Wonders.rules, Wonders().rules):
        assert Wonders.audits[rules.audit(state)] == "a leader was lost or added"


# ---- what nobody could have reached -----------------------------------------------------------------------------


def draw_nothing(state: State) -> None:
    state.cities[ROME].draws = 0


def draw_too_late(state: State) -> None:
    state.cities[ROME].draws = 5


def hire_the_second_first(state: State) -> None:
    rome = state.cities[ROME]
    rome.recruits[3:] = [0, PLATO]
    rome.recruit_manner[3:] = [0, BUILT]


def hire_once_too_often(state: State) -> None:
    rome = state.cities[ROME]
    rome.recruits[3] = next(leader for leader in rome.given if leader not in rome.recruits)
    rome.recruit_manner[3] = BUILT


def run_out_of_coins(state: State) -> None:
    state.cities[ROME].coins = 0
    state.cities[ROME].given[:] = [LEADER_NAMES.index(name) + 1 for name in DEAR]


def copy_twice(state: State) -> None:
    state.cities[GUILD_BUILDER].copied = PLATO


def remember_too_many(state: State) -> None:
    """Two of the pile, though it is known who has what was passed on."""
    for _ in range(2):
        lowest = state.leader_deck & -state.leader_deck
        state.leader_deck -= lowest
        state.leader_memory[0] += lowest


def use_a_stranger(state: State) -> None:
    state.cities[0].recruits[0] = PLATO
    state.cities[0].given[:4] = [leader if leader != PLATO else 1 for leader in state.cities[0].given[:4]]


@pytest.mark.parametrize(
    ("phase", "mishap", "fault"),
    [
        (DRAW_LEADERS, draw_nothing, "Rome draws no leaders"),
        (HIRE, draw_too_late, "Rome had not used so many leaders: draws:…"),
        (HIRE, hire_the_second_first, "in Rome the second leader is hired before the first"),
        (HIRE, hire_once_too_often, "Rome has no leader to recruit"),
        (HIRE, run_out_of_coins, "Rome has no leader to recruit"),
        (COPY, copy_twice, "has no leader to copy"),
        (HIRE, remember_too_many, "the pile does not hold as many leaders as are unknown: pile:…"),
        (HIRE, use_a_stranger, "that was not given there"),
    ],
)
def test_what_stages_and_guilds_could_not_do_with_leaders_is_found(
    phase: int, mishap: Callable[[State], None], fault: str
) -> None:
    """[SW-15.21] [SW-15.23]"""
    state = moment(phase)
    assert list(faults_of_leaders(state)) == []
    mishap(state)
    assert any(fault in found for found in faults_of_leaders(state)), list(faults_of_leaders(state))


def test_where_leaders_are_not_played_nothing_of_them_is_there() -> None:
    """[SW-15.1]"""
    state = Match(Wonders(), seed=1).reveal()
    assert list(faults_of_leaders(state)) == []
    state.cities[0].draws = 1
    assert list(faults_of_leaders(state)) == ["there are leaders only with the expansion: leaders"]
    state.cities[0].draws, state.phase = 0, RECRUIT
    assert list(faults_of_leaders(state)) == ["this phase is only played with leaders"]


@pytest.mark.parametrize("phase", [DRAW_LEADERS, HIRE, COPY])
def test_what_others_know_of_rome_and_the_guild_can_be_written_and_read(phase: int) -> None:
    """[SW-15.26]"""
    game = Wonders(players=4, expansions=("tower", "projects", "leaders"), sides="b")
    for state in moments()[phase]:
        assert game.parse_position(game.position_text(state)) == state


def test_while_one_acts_alone_no_other_has_decided() -> None:
    game = Wonders(players=4, expansions=("tower", "projects", "leaders"), sides="b")
    for phase in (DRAW_LEADERS, COPY, HIRE):
        state = moment(phase)
        state.cities[1].plan.use = BUILT
        with pytest.raises(NotationError, match="city 2 cannot have decided that: plan:…"):
            game.parse_position(game.position_text(state))


def test_a_unit_from_the_bank_is_part_of_a_plan_as_text() -> None:
    """[SW-15.9] The last two numbers of a plan are written only where they say something."""
    table = library_with_bilkis()
    library = CARD_NAMES.index("library")
    assert f" plan:6,1,{library},1,0,0,0,0,0,0 " in table.game.position_text(table.state)
    table.do(0, "buy a resource from the bank", "pay 0 left 2 right")
    assert f" plan:5,1,{library},1,0,0,1,0,2,0,2,0 " in table.game.position_text(table.state)


def test_who_will_look_through_the_discards_may_wait_for_the_last_card_of_another() -> None:
    """[SW-8.1] [SW-20.3]"""
    game = Wonders(players=3, seat_boards=("babylon", "halikarnassos"), sides="b")
    walk = Match(game, seed=69, deals=False)
    for entry in play_at_random(game, seed=69).log:
        if walk.reveal().phase == SEVENTH and walk.reveal().cities[1].salvages:
            break
        walk.play(entry.actor, entry.action)
    state = walk.reveal()
    assert game.parse_position(game.position_text(state)) == state
    state.cities[0].salvages = 1
    with pytest.raises(NotationError, match="who may look through the discards is given by acting:"):
        game.parse_position(game.position_text(state))


# ---- rules without leaders --------------------------------------------------------------------------------------


def test_what_stands_for_a_rule_of_leaders_is_called_in_the_same_way() -> None:
    for rule, other in absent.WITHOUT_LEADERS.items():
        assert len(signature(rule).parameters) == len(signature(other).parameters), rule


def test_where_leaders_are_not_played_their_rules_do_nothing() -> None:
    state = Match(Wonders(), seed=1).reveal()
    before, city, actions = copy_of(state), state.cities[0], Actions()
    absent.deal_leader(state, 3)
    absent.nobody_drafts(state)
    absent.pass_leaders(state)
    absent.nothing_happens(state, 0)
    absent.no_bank(state, 0, Quote(0, 0, 0), 3)
    absent.observe_leaders(state, 0, state)
    absent.determinize_leaders(state, 0, search_rng(1))
    absent.add_kept_leaders(state, city, actions)
    absent.add_leader_choices(state, 0, actions)
    assert state == before
    assert actions.n == 0
    assert not absent.has_no_effect(city, 1)
    assert (absent.pick_leader(state, search_rng(1)), absent.no_price(state, 0, 3)) == (0, 0)


@pytest.mark.parametrize("seat", range(3))
def test_without_leaders_both_forms_of_the_rules_say_the_same(seat: int) -> None:
    """What is asked in a game without leaders has the same answer whichever way it is compiled."""
    state = Match(Wonders(), seed=1).reveal()
    city = state.cities[seat]
    assert effects.saved_kinds(city, 0, 5) == absent.saved_kinds(city, 0, 5)
    assert effects.are_guilds_free(city, PURPLE) == absent.no_colour_is_free(city, PURPLE)
    for asked, constant in absent.WITHOUT_LEADERS.items():
        if len(signature(asked).parameters) == 1 and constant in {absent.is_never, absent.no_number}:
            assert asked(city) == constant(city)
        if constant is absent.none_of:
            assert asked(city, 1) == constant(city, 1)
