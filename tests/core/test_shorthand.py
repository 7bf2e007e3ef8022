"""Actions by the beginnings of their words; tests/cli/test_picker.py tries more of it."""

import pytest

from shinar.core.shorthand import actions_meant, listed
from tests.core.toy import Toy


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("e", ["end turn"]),
        ("end turn", ["end turn"]),
        ("END  T", ["end turn"]),
        ("t", []),  # the first word must be meant
        ("bid", ["bid 1", "bid 2", "bid 3", "bid 4", "bid 5"]),
        ("b 2", ["bid 2"]),
        ("b", ["boast"]),  # as many words beat more words
        ("", []),
    ],
)
def test_words_may_be_shortened(text: str, meant: list[str]) -> None:
    game = Toy()
    assert [game.action_name(action) for action in actions_meant(game, range(game.num_actions), text)] == meant


def test_a_long_list_of_names_is_cut() -> None:
    assert listed(["one", "two"]) == "`one` or `two`"
    assert listed([str(number) for number in range(8)]) == "`0`, `1`, `2`, `3`, `4`, `5` or 2 more"
