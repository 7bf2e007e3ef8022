"""Properties of arbitrary positions: conservation, texts, and agreement with a second, naive set of rules."""

import json
from collections import Counter
from itertools import groupby

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from shinar.core.compiled.layout import copy_of, from_data, to_data
from shinar.core.game import CHANCE, Game
from shinar.core.laws import with_compiled_rules
from shinar.core.match import Match
from shinar.core.piles import push
from shinar.core.record import Record
from shinar.core.viewer import SPECTATOR
from shinar.games.babel import rules
from shinar.games.babel.audit import audit, nation_cards, temple_cards
from shinar.games.babel.components import CARDS_PER_NATION, LEVELS, NATION_NAMES, NATIONS, TEMPLE_COPIES
from shinar.games.babel.duty import can_meet_duty
from shinar.games.babel.state import ACT, Row, State
from tests.games.babel import oracle
from tests.games.babel.positions import GAME, NAMES
from tests.games.babel.strategies import first_turns, halved_hands, positions, rows, scant_first_turns

COMPILED: Game[State] = with_compiled_rules(GAME)
EXAMPLES = 80
any_position = positions() | first_turns() | halved_hands()


def actor_of(state: State) -> int:
    """Who is asked."""
    return GAME.actors(state)[0]


def actions_of(state: State) -> list[int]:
    """What may be done."""
    return GAME.legal_actions(state, actor_of(state))


def after(state: State, action: int, game: Game[State] = GAME) -> State:
    """The position after an action."""
    new = copy_of(state)
    game.apply(new, actor_of(state), action)
    return new


# ---- conservation and texts -------------------------------------------------------------------------------------


@settings(max_examples=EXAMPLES)
@given(any_position)
def test_every_card_is_somewhere_after_every_action(state: State) -> None:
    """[BB-1.1] 60 nation cards and 45 temple cards, and nothing impossible."""
    assert audit(state) == 0
    for action in actions_of(state):
        new = after(state, action)
        assert audit(new) == 0
        assert [nation_cards(new, nation) for nation in range(NATIONS)] == [CARDS_PER_NATION] * NATIONS
        assert [temple_cards(new, level) for level in range(1, LEVELS)] == list(TEMPLE_COPIES[1:])


@settings(max_examples=EXAMPLES)
@given(any_position)
def test_positions_survive_text_and_json(state: State) -> None:
    assume(state.phase != ACT or can_meet_duty(state))
    for record in (state, *(GAME.observe(state, seat).state for seat in (0, 1, SPECTATOR))):
        assert GAME.parse_position(GAME.position_text(record)) == record
        assert from_data(State, json.loads(json.dumps(to_data(record)))) == record


@settings(max_examples=EXAMPLES // 4)
@given(positions() | halved_hands(), st.binary(max_size=10))
def test_records_from_any_position_survive_text_and_json(state: State, choices: bytes) -> None:
    match = Match(GAME, start=state, seed=1)
    for choice in choices:
        if not match.is_over:
            legal = match.legal_actions(match.actors[0])
            match.play(match.actors[0], legal[choice % len(legal)])
    record = Record.of(match)
    for read in (Record.from_text(record.to_text()), Record.from_json(record.to_json())):
        assert read == record
        assert read.replay().reveal() == match.reveal()


# ---- against a naive set of rules -------------------------------------------------------------------------------


@given(rows)
def test_groups_are_the_runs_of_three_or_more(cards: list[int]) -> None:
    """[BB-7.1] Of each nation."""
    row = Row()
    for card in cards:
        push(row, card)
    found = Counter(card for card, run in groupby(cards) if len(list(run)) >= 3)
    counted = rules.groups_in(row)
    assert [rules.groups_of(counted, nation) for nation in range(NATIONS)] == [found[n] for n in range(NATIONS)]
    named = oracle.groups([NATION_NAMES[card] for card in cards])
    assert Counter(nation for nation, _ in named) == {NATION_NAMES[card]: count for card, count in found.items()}


@settings(max_examples=EXAMPLES)
@given(any_position)
def test_legal_actions_are_those_of_the_naive_rules(state: State) -> None:
    """[BB-2.4] Every kind of action, and in the first turn its duty [BB-2.6]."""
    assert {NAMES[action] for action in actions_of(state)} == oracle.legal(oracle.Table.of(state))


@settings(max_examples=EXAMPLES)
@given(scant_first_turns())
def test_with_few_cards_the_duty_leaves_all_that_the_naive_rules_leave(state: State) -> None:
    """[BB-2.6] Where the last cards decide: every way to go on is tried."""
    assert {NAMES[action] for action in actions_of(state)} == oracle.legal(oracle.Table.of(state))


@settings(max_examples=EXAMPLES)
@given(any_position)
def test_actions_do_what_the_naive_rules_say(state: State) -> None:
    """[BB-2.4] Every action but the end of the turn."""
    table = oracle.Table.of(state)
    for action in actions_of(state):
        if NAMES[action] != "end turn":
            assert oracle.Table.of(after(state, action)) == oracle.after(table, NAMES[action])


@settings(max_examples=EXAMPLES)
@given(any_position)
def test_what_is_explained_is_what_is_not_legal(state: State) -> None:
    for seat in (0, 1):
        legal = set(GAME.legal_actions(state, seat))
        allowed = {action for action in range(GAME.num_actions) if GAME.explain(state, seat, action) is None}
        assert allowed == legal


# ---- compiled and plain -----------------------------------------------------------------------------------------


@settings(max_examples=EXAMPLES)
@given(any_position, st.integers(0, 9))
def test_compiled_rules_equal_plain_rules(state: State, choice: int) -> None:
    for seat in (0, 1):
        assert COMPILED.legal_actions(state, seat) == GAME.legal_actions(state, seat)
    for action in actions_of(state)[choice::10]:
        new = after(state, action, COMPILED)
        assert new == after(state, action)
        assert COMPILED.chances(new) == GAME.chances(new)
        assert COMPILED.rules.audit(new) == GAME.rules.audit(new)
        assert [COMPILED.rules.ranking_key(new, seat) for seat in (0, 1)] == [
            rules.ranking_key(new, seat) for seat in (0, 1)
        ]


@settings(max_examples=EXAMPLES)
@given(positions())
def test_compiled_observations_equal_plain_ones(state: State) -> None:
    for seat in (0, 1, SPECTATOR):
        assert COMPILED.observe(state, seat).state == GAME.observe(state, seat).state


@settings(max_examples=EXAMPLES)
@given(positions())
def test_at_the_end_of_a_turn_chance_draws_every_level_that_may_come(state: State) -> None:
    """[BB-8.1] [BB-8.2] The known cards one by one, else any of the quarry."""
    assert state.phase == ACT
    ended = after(state, GAME.parse_action("end turn"))
    assert GAME.actors(ended) == (CHANCE,)
    drawn = [NAMES[action] for action, _ in GAME.chances(ended)]
    known = state.known_top.cards[: state.known_top.n]
    possible = known[-1:] or [level for level in range(1, LEVELS) if state.quarry[level]]
    assert drawn == [f"draw level {level}" for level in possible]
