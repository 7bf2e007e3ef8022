"""The evaluation of positions, and a player that follows it one action ahead."""

import random

import pytest

from shinar.core.compiled.layout import copy_of
from shinar.core.game import CHANCE, Observation
from shinar.games.wonders import Wonders
from shinar.games.wonders.expertise.worth import evaluate
from shinar.games.wonders.state import State
from tests.games.wonders.tables import Table


def greedy(observation: Observation[State], pick: random.Random) -> int:
    """The action after which the position is worth most."""
    worths = {}
    for action in observation.legal_actions():
        record = copy_of(observation.state)
        observation.game.apply(record, observation.seat, action)
        worths[action] = evaluate(record, observation.seat)
    return pick.choice([action for action, worth in worths.items() if worth == max(worths.values())])


def scores_of_a_match(seed: int, game: Wonders) -> tuple[int, ...]:
    """Seat 0 is greedy, the others play at random."""
    pick = random.Random(seed)
    state = game.initial_state()
    while actors := game.actors(state):
        if actors == (CHANCE,):
            actions, odds = zip(*game.chances(state), strict=True)
            game.apply(state, CHANCE, pick.choices(actions, [float(chance) for chance in odds])[0])
        elif actors[0] == 0:
            game.apply(state, 0, greedy(game.observe(state, 0), pick))
        else:
            game.apply(state, actors[0], pick.choice(game.legal_actions(state, actors[0])))
    outcome = game.outcome(state)
    assert outcome is not None
    return outcome.scores


@pytest.mark.parametrize("expansions", [(), ("tower", "projects")], ids="+".join)
def test_a_greedy_player_beats_random_ones(expansions: tuple[str, ...]) -> None:
    game = Wonders(expansions=expansions)
    matches = [scores_of_a_match(seed, game) for seed in range(4)]
    assert sum(scores[0] == max(scores) for scores in matches) >= 3


def test_a_palace_is_worth_more_than_a_discard_when_it_is_free() -> None:
    table = Table(3, age=3)
    table.make(0, wood=1, stone=1, ore=1, clay=1, glass=1, papyrus=1, loom=1)
    table.hold(0, "palace")
    assert greedy(table.game.observe(table.state, 0), random.Random(1)) == table.game.parse_action("build palace")


def test_a_shield_counts_only_where_it_changes_something() -> None:
    table = Table(3, age=3, turn=6)
    table.make(0, wood=8, stone=8, ore=8, loom=2)
    table.hold(0, "arsenal", "town hall")
    table.make(0, wood=2, stone=2, ore=1, glass=1, loom=1)
    table.city(1).shields = table.city(2).shields = 9
    choice = greedy(table.game.observe(table.state, 0), random.Random(1))
    assert table.game.action_name(choice) == "build town hall"
    table.city(1).shields = table.city(2).shields = 2
    choice = greedy(table.game.observe(table.state, 0), random.Random(1))
    assert table.game.action_name(choice) == "build arsenal"
