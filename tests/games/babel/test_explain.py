"""Names and explanations of all actions. Their sentences are tested beside the rules they are about."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import shinar.games.babel
from shinar.core.compiled.jit import is_compiler_on
from shinar.core.compiled.kernel import kernels
from shinar.core.errors import NotationError
from shinar.core.game import Actions
from shinar.core.match import Match
from shinar.core.rng import below, search_rng
from shinar.games.babel import Babel
from shinar.games.babel.actions import FIRST_CHANCE, NUM_ACTIONS, migrate, migration_source, migration_target
from shinar.games.babel.state import State
from tests.games.babel.players import play_eagerly
from tests.games.babel.positions import BOTH_EDITIONS, GAME, NAMES, at

RULES = Path(shinar.games.babel.__file__).with_name("RULES.md").read_text(encoding="utf-8")
CLAUSES = set(re.findall(r"\*\*\[(BB-\d+\.\d+)\]\*\*", RULES))
# Of each edition; with the compiler off the same tests run once more under coverage, which is slow.
WHOLE_GAMES = 15 if is_compiler_on() else 3  # every position of these …
SAMPLED_GAMES = 600 if is_compiler_on() else 20  # … and some of these
STRIDE = 31


@pytest.mark.parametrize("action", range(NUM_ACTIONS))
def test_an_action_is_found_by_its_name(action: int) -> None:
    assert GAME.parse_action(NAMES[action]) == action
    assert GAME.parse_action(f"  {NAMES[action].upper().replace(' ', '  ')} ") == action


def test_every_kind_of_action_has_its_group() -> None:
    groups = [GAME.action_group(action) for action in range(NUM_ACTIONS)]
    assert {group: groups.count(group) for group in groups} == {
        "end turn": 1,
        "move": 5,
        "deploy": 5,
        "build": 15,
        "migrate": 20,
        "ability": 60,
        "discard": 5,
        "chance": 13,
    }


def test_the_ids_of_actions_do_not_move() -> None:
    """They are public: records and trained bots rely on them."""
    samples = {0: "end turn", 1: "move assyrians", 6: "deploy assyrians", 11: "build assyrians from starting card"}
    samples |= {16: "build assyrians from own stack", 25: "build sumerians from opposing stack"}
    samples |= {26: "migrate assyrians to hittites", 45: "migrate sumerians to persians", 46: "destroy temple"}
    samples |= {53: "steal level by group 4", 54: "desertion of assyrians", 59: "desertion of assyrians by group 2"}
    samples |= {74: "skip level from own stack", 75: "skip level from opposing stack", 82: "change camps"}
    samples |= {86: "halve hand with assyrians", 105: "halve hand with sumerians by group 4", 106: "discard assyrians"}
    samples |= {111: "seat 0 starts", 113: "draw assyrians", 118: "draw level 1", 123: "draw level 6"}
    assert {action: NAMES[action] for action in samples} == samples


def test_a_migration_knows_its_sites() -> None:
    for source in range(5):
        for target in range(5):
            if source != target:
                action = migrate(source, target)
                assert (migration_source(action), migration_target(action)) == (source, target)


def test_a_name_that_does_not_exist_is_refused() -> None:
    with pytest.raises(NotationError, match="babel has no action called 'fly home'"):
        GAME.parse_action("fly home")


# ---- explanations along games -----------------------------------------------------------------------------------


def disagreements(game: Babel, state: State) -> list[str]:
    """Where explanation and rules differ on an action of a seat, or a refusal cites no clause of RULES.md."""
    wrong = []
    for seat in (0, 1):
        legal = set(game.legal_actions(state, seat))
        for action in range(FIRST_CHANCE):
            refusal = game.explain(state, seat, action)
            if (refusal is None) != (action in legal) or (refusal and refusal.clause not in CLAUSES):
                wrong.append(f"seat {seat}, {NAMES[action]}: {refusal}")
    return wrong


def walk(game: Babel, seed: int, stride: int) -> Iterator[State]:
    """Positions of a random game in which a seat is asked, every so many, and its end."""
    state, rng, scratch = game.initial_state(), search_rng(seed), Actions()
    deal = kernels(game.rules, game.num_seats).deal
    number = seed
    deal(state, rng, scratch)
    while not game.is_over(state):
        if number % stride == 0:
            yield state
        (seat,) = game.actors(state)
        actions = game.legal_actions(state, seat)
        game.apply(state, seat, actions[below(rng, len(actions))])
        deal(state, rng, scratch)
        number += 1
    yield state


@pytest.mark.parametrize("game", BOTH_EDITIONS, ids=repr)
def test_explanations_agree_with_the_rules_along_whole_games(game: Babel) -> None:
    for seed in range(WHOLE_GAMES):
        for state in walk(game, seed, 1):
            assert disagreements(game, state) == []


@pytest.mark.parametrize("game", BOTH_EDITIONS, ids=repr)
def test_explanations_agree_with_the_rules_in_samples_of_many_games(game: Babel) -> None:
    for seed in range(SAMPLED_GAMES):
        for state in walk(game, seed, STRIDE):
            assert disagreements(game, state) == []


@pytest.mark.parametrize("game", BOTH_EDITIONS, ids=repr)
def test_explanations_agree_with_the_rules_along_a_game_of_eager_players(game: Babel) -> None:
    """They use abilities that random players hardly meet, and come into the end phase."""
    match, replay = play_eagerly(game, 31), Match(game, deals=False)
    for entry in match.log:
        assert disagreements(game, replay.reveal()) == []
        replay.play(entry.actor, entry.action)
    assert disagreements(game, match.reveal()) == []


@pytest.mark.parametrize(
    ("mine", "theirs", "head"),
    [
        ("@Q hand:AA start", "@Q", "phase:act"),
        ("@M hand:A M:MMM/1 start", "hand:HH M:S", "phase:act"),
        ("@M M:HHHPPP start", "@Q M:-/1 stack:2", "phase:act migrated"),
        ("@M hand:AHMPS M:AAAHHHMMMPPPSSS/1 stack:3", "@M hand:AA M:AHMPS/2 stack:3", "phase:act"),
        ("@M", "@M hand:AA", "phase:discard discard:1"),
        ("@M A:-/6 H:-/6 M:-/6", "@M", "phase:over ending:1"),
    ],
)
def test_every_refusal_is_a_sentence_with_a_clause(mine: str, theirs: str, head: str) -> None:
    """It follows the action's name, which whoever shows it puts there, and names people by placeholders."""
    state = at(mine, theirs, head=head).reveal()
    actor = next(iter(GAME.actors(state)), 0)
    for action in range(NUM_ACTIONS):
        refusal = GAME.explain(state, actor, action)
        if refusal is not None:
            assert refusal.clause in CLAUSES
            assert not refusal.reason.startswith(f"{NAMES[action]}: ")
            assert not refusal.reason.endswith((".", " "))
            assert "opponent" not in refusal.reason


@pytest.mark.parametrize(
    ("mine", "theirs", "action", "reason"),
    [
        ("@H M:A A:-/1", "@Q", "build medes from starting card", "you have already built your starting card"),
        ("@H M:A stack:5", "@Q", "build medes from own stack", "the top card of your stack has level 5"),
        ("@Q hand:H", "@Q", "deploy medes", "you hold no Medes card"),
        ("@M M:HH", "@Q", "steal level by group 2", "{1} has no temple at the Medes site"),
        ("@M M:HH", "M:-/4", "steal level", "you need three Hittites cards in a row"),
        ("@M M:A", "@Q S:AAA", "migrate sumerians to medes", "you have none at the Sumerians site"),
        ("@A A:AA", "A:-/1", "destroy temple", "three Assyrians cards in a row at the Assyrians site"),
    ],
)
def test_the_reason_is_one_that_the_next_try_would_not_mend(mine: str, theirs: str, action: str, reason: str) -> None:
    """[BB-5.4] [BB-6.2] [BB-7.5] Nobody is sent on a useless move."""
    refusal = at(mine, theirs).explain(0, action)
    assert refusal is not None
    assert reason in refusal.reason


def test_random_players_are_refused_nothing_they_are_offered() -> None:
    """A match of any listed actions never raises."""
    match = Match(GAME, seed=5)
    random = Random(5)
    while not match.is_over:
        match.play(match.actors[0], random.choice(match.legal_actions(match.actors[0])))
    assert match.outcome is not None
