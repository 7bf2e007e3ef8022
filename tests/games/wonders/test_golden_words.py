"""A hundred refusals and one whole story in golden files, to be read by people."""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain, zip_longest

from shinar.core.match import Match
from shinar.core.story import with_names
from shinar.games.wonders import Wonders
from shinar.games.wonders.actions import BUILD, DISCARD, PARTS, STAGE, TOWER, WAYS
from shinar.games.wonders.seating import hand_of
from shinar.games.wonders.state import State

BOTH = ("tower", "projects")
TABLES = [(3, BOTH, 5), (2, BOTH, 8), (4, BOTH, 3), (5, BOTH, 4), (3, BOTH, 12), (3, BOTH, 13)]
BUILDING = {"build", "stage", "tower", "way", "project"}
MANY = 100
EVERY = 3  # so many decisions lie between two positions that are asked about
OTHERS = 25  # actions tried in each, beside those of the hand
OF_A_KIND = 3  # sentences that differ only in names and numbers
PEOPLE = ("Ashur", "Enki", "Ninsun", "Kubaba", "Sargon")
NAMES = re.compile(r"[A-Z]\w+|\d+|wood|stone|ore|clay|glass|papyrus|loom|of |coins?")


def eager_match(players: int, expansions: tuple[str, ...], seed: int) -> Iterator[tuple[Match[State], int]]:
    """A match whose seats build whenever they can; with each decision, who is about to take it."""
    match, pick = Match(Wonders(players=players, expansions=expansions), seed=seed), random.Random(seed)
    while match.actors:
        seat = pick.choice(match.actors)
        yield match, seat
        legal = match.legal_actions(seat)
        eager = [action for action in legal if match.game.action_group(action) in BUILDING]
        match.play(seat, pick.choice(eager or legal))


def some_actions(match: Match[State], seat: int, pick: random.Random) -> list[int]:
    """All uses of the cards in hand, what follows them, and a few of everything else."""
    hand = hand_of(match.reveal(), seat)
    uses = [first + card for first in (BUILD, STAGE, DISCARD, TOWER) for card in hand.cards[: hand.n]]
    return [*uses, *range(WAYS, PARTS), PARTS + 1, *pick.sample(range(match.game.first_chance_action), OTHERS)]


def refusals() -> Iterator[tuple[str, str]]:
    """Refused actions with their clause, of each kind of sentence only some."""
    kinds: Counter[str] = Counter()
    for players, expansions, seed in TABLES:
        pick = random.Random(seed)
        for number, (match, seat) in enumerate(eager_match(players, expansions, seed)):
            for action in some_actions(match, seat, pick) if number % EVERY == 0 else ():
                refused = match.explain(seat, action)
                if refused is not None and kinds[kind := NAMES.sub("", refused.reason)] < OF_A_KIND:
                    kinds[kind] += 1
                    reason = with_names(refused.reason, PEOPLE)
                    yield refused.clause, f"{match.game.action_name(action)}: {reason} [{refused.clause}]"


def test_a_hundred_refusals_read_well(golden: Callable[[str, str], None]) -> None:
    by_clause: dict[str, list[str]] = {}
    for clause, line in refusals():
        by_clause.setdefault(clause, []).append(line)
    rounds = zip_longest(*by_clause.values())
    lines = list(dict.fromkeys(line for line in chain.from_iterable(rounds) if line is not None))[:MANY]
    assert len(lines) == MANY
    golden("wonders_refusals.txt", "\n".join(sorted(lines, key=lambda line: line.rpartition("[SW-")[2])) + "\n")


def test_a_whole_story_reads_well(golden: Callable[[str, str], None]) -> None:
    match = [match for match, _ in eager_match(3, BOTH, 50)][-1]
    assert match.outcome is not None
    told = [with_names(line.text, PEOPLE) for line in match.story(0)]
    golden("wonders_story.txt", "\n".join(told) + "\n")
