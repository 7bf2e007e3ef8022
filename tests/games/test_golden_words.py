"""What a game says, in golden files that read well: a sample of refusals, and a whole match as one seat was told it.

A game takes part with an entry in MATCHES: the matches its sentences come from, of which the first is told whole.
"""

import random
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

import shinar
from shinar.core.laws import play_at_random
from shinar.core.match import Match
from shinar.core.story import with_names
from tests.games.babel.players import play_eagerly
from tests.games.babel.positions import GAME as BABEL

MATCHES: Mapping[str, Callable[[], list[Match[Any]]]] = {
    "babel": lambda: [play_eagerly(BABEL, 7), play_eagerly(BABEL, 31)],
    "babylonia": lambda: [
        play_at_random(shinar.make("babylonia", players=3, cards="variant"), seed) for seed in (28, 2, 27)
    ],
}
NAMES = ("Anna", "Ben", "Clara", "Daud", "Enlil", "Fay", "Gil")
REFUSALS = 100
STRIDE = 9  # so many positions of a match are passed over from one that is sampled to the next


def refusals(match: Match[Any]) -> Iterator[str]:
    """Why actions are refused along a match, each with the action it is about."""
    game, walk = match.game, Match(match.game, deals=False)
    names = game.action_names[: game.first_chance_action]
    for number, entry in enumerate(match.log):
        if number % STRIDE == 0:
            state = walk.reveal()
            for seat in range(game.num_seats):
                for name, refusal in zip(names, game.explain_all(state, seat), strict=False):
                    if refusal:
                        yield f"{name}: {with_names(refusal.reason, NAMES)} [{refusal.clause}]"
        walk.play(entry.actor, entry.action)


def sample(sentences: set[str]) -> list[str]:
    """Some sentences, of all kinds in turn: what differs in numbers and names alone is one kind."""
    kinds: dict[str, list[str]] = {}
    for sentence in random.Random(5).sample(sorted(sentences), len(sentences)):
        kind = re.sub(r"\d+|[A-Z]\w+", "", sentence.partition(": ")[2])
        kinds.setdefault(kind, []).append(sentence)
    chosen: list[str] = []
    while len(chosen) < REFUSALS:
        chosen += [kind.pop() for kind in kinds.values() if kind]
    return sorted(chosen[:REFUSALS], key=lambda sentence: sentence.rpartition("[")[2])


@pytest.mark.parametrize("name", MATCHES)
def test_a_sample_of_refusals_reads_well(name: str, golden: Callable[[str, str], None]) -> None:
    found = {sentence for match in MATCHES[name]() for sentence in refusals(match)}
    golden(f"{name}_refusals.txt", "\n".join(sample(found)) + "\n")


@pytest.mark.parametrize("name", MATCHES)
def test_a_whole_story_reads_well(name: str, golden: Callable[[str, str], None]) -> None:
    match = MATCHES[name]()[0]
    assert match.outcome is not None
    lines = [with_names(line.text, NAMES) for line in match.story(0)]
    ending = f"The game is over: {match.outcome.reason}. Points: {match.outcome.scores}"
    golden(f"{name}_story.txt", "\n".join([*lines, ending]) + "\n")
