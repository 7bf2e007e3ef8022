"""What a person may type for an action."""

import pytest

from shinar import Match, make
from shinar.cli.terminal.picker import MatchingActions, pick

GAME = make("babel")
LEGAL = [
    GAME.parse_action(name)
    for name in (
        "end turn",
        "move hittites",
        "move medes",
        "deploy medes",
        "build hittites from own stack",
        "build hittites from opposing stack",
        "migrate medes to hittites",
        "migrate hittites to medes",
    )
]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("1", "end turn"),
        ("4", "deploy medes"),
        ("end", "end turn"),
        ("e", "end turn"),
        ("END  Turn", "end turn"),
        ("dep med", "deploy medes"),
        ("d", "deploy medes"),
        ("b hit own", "build hittites from own stack"),
        ("b opp", "build hittites from opposing stack"),
        ("m m", "move medes"),
        ("mig med", "migrate medes to hittites"),
        ("migrate hittites to medes", "migrate hittites to medes"),
    ],
)
def test_numbers_names_and_beginnings_of_words_are_understood(typed: str, expected: str) -> None:
    picked = pick(GAME, LEGAL, typed)
    assert ([GAME.action_name(action) for action in picked.actions], picked.is_legal) == ([expected], True)


@pytest.mark.parametrize(("typed", "count"), [("b", 2), ("m", 4), ("m h", 1), ("mig", 2), ("mig m h", 1), ("b s", 2)])
def test_an_unclear_text_gives_all_it_may_mean(typed: str, count: int) -> None:
    picked = pick(GAME, LEGAL, typed)
    assert (len(picked.actions), picked.is_legal) == (count, True)


@pytest.mark.parametrize("typed", ["0", "9", "99999999999999999999999999", "-1", "²", "edn", "move to", "", "  "])
def test_what_names_nothing_gives_nothing(typed: str) -> None:
    assert pick(GAME, LEGAL, typed).actions == ()


def test_an_action_that_is_not_legal_is_recognised_as_such() -> None:
    picked = pick(GAME, LEGAL, "dep per")
    assert ([GAME.action_name(action) for action in picked.actions], picked.is_legal) == (["deploy persians"], False)


def test_a_number_in_a_name_is_not_shortened() -> None:
    """`5,1` is no cell in play; it must not be taken for 5,13, the only one that begins so."""
    match = Match(make("babylonia", players=3, starter=0), seed=5)
    legal = match.legal_actions(0)
    assert pick(match.game, legal, "p f 5,1") == MatchingActions((match.game.parse_action("place farmer 5,1"),), False)
    assert pick(match.game, legal, "p f 5,13") == MatchingActions((match.game.parse_action("place farmer 5,13"),), True)


def test_what_chance_does_cannot_be_typed() -> None:
    assert pick(GAME, LEGAL, "draw medes").actions == ()
