"""Texts of positions, valid ones damaged and random ones: each is read or refused, and what is read can be played.

A game takes part with an entry in GAMES: a few variants of it.
"""

import random
import re
from collections.abc import Mapping
from functools import cache
from typing import Any, get_args, get_type_hints

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import shinar
from shinar.core.errors import NotationError
from shinar.core.game import Game
from shinar.core.laws import play_at_random
from shinar.core.match import Match

BOTH = ("tower", "projects")
GAMES: Mapping[str, tuple[Mapping[str, Any], ...]] = {
    "babel": ({"edition": "second"}, {"edition": "first"}),
    "babylonia": ({"players": 2}, {"players": 3, "cards": "variant"}, {"players": 4, "noble": "last"}),
    "wonders": (
        {"expansions": BOTH, "boards": ("babylon", "halikarnassos", "olympia"), "sides": "b"},
        {"players": 2, "expansions": BOTH},
        {"players": 4, "expansions": ("projects",)},
        {"players": 4, "expansions": (*BOTH, "leaders"), "sides": "b"},
        {},
        {"players": 5, "expansions": ("cities", "leaders")},
        {"expansions": ("leaders", "pack"), "seat_boards": ("any", "any", "abu-simbel"), "sides": "b"},
        {"players": 8, "expansions": ("cities", "pack"), "teams": "pairs"},
    ),
}
EXAMPLES = 150
SEED = 12  # of matches which together come to every phase
STRIDE = 9  # every so many whole texts are played on from
SAMPLES = 12  # positions of a match whose texts are damaged, beside the first of each phase
PHASE = re.compile(r"phase:(\w+)")
SEPARATORS = re.compile(r"(\W)")  # the smallest words and what stands between them
WORDS = re.compile(r"( )")  # whole words, as `stand:MSFF`
NUMBERS = re.compile(r"(\d+)")
ALPHABET = "AHMPSQFMSP0123456789:|/+-=@?,. abcdefghijklmnopqrstuvwxyz"


@cache
def texts(name: str) -> tuple[tuple[Game[Any], tuple[str, ...]], ...]:
    """For each variant of a game, texts of some positions along a match, of the whole and of what a seat knows."""
    found = []
    for options in GAMES[name]:
        game = shinar.make(name, **options)
        walk: Match[Any] = Match(game, seed=SEED, deals=False)
        log = play_at_random(game, SEED).log
        chosen = set(random.Random(SEED).sample(range(len(log)), min(SAMPLES, len(log))))
        written, phases = [], set()
        for number, entry in enumerate(log):
            if number in chosen or walk.reveal().phase not in phases:
                phases.add(walk.reveal().phase)
                written += [game.position_text(walk.reveal()), game.position_text(walk.observe(0).state)]
            walk.play(entry.actor, entry.action)
        found.append((game, (*written, game.position_text(walk.reveal()))))
    return tuple(found)


@st.composite
def damaged(draw: st.DrawFn, name: str) -> tuple[Game[Any], str]:
    """A text of a position with one to three words left out, doubled, changed, exchanged or taken from another.

    Damage to numbers alone, or to whole words, leaves more that can be read and must be judged.
    """
    game, written = draw(st.sampled_from(texts(name)))
    parts = draw(st.sampled_from([SEPARATORS, WORDS, NUMBERS]))
    words = parts.split(draw(st.sampled_from(written)))
    others = parts.split(draw(st.sampled_from(written)))
    for _ in range(draw(st.integers(1, 3))):
        damage(draw, words, others)
    return game, "".join(words)


def damage(draw: st.DrawFn, words: list[str], others: list[str]) -> None:
    """Do one harm to a list of words."""
    place, other = (draw(st.integers(0, len(words) - 1)) for _ in range(2))
    match draw(st.sampled_from(["drop", "double", "swap", "foreign", "number", "letters"])):
        case "drop":
            words[place] = ""
        case "double":
            words.insert(place, words[other])
        case "swap":
            words[place], words[other] = words[other], words[place]
        case "foreign":
            words[place] = draw(st.sampled_from(others))
        case "number":
            words[place] = str(draw(st.integers(0, 999)))
        case _:
            words[place] = draw(st.text(ALPHABET, max_size=5))


def read(game: Game[Any], text: str) -> None:
    """Read a text: it is refused with a sentence, or survives being written, and can be played to its end."""
    try:
        state = game.parse_position(text)
    except NotationError as error:
        assert str(error)  # noqa: PT017  # refused, with a sentence
        return
    assert game.parse_position(game.position_text(state)) == state
    try:
        match = Match(game, seed=1, start=state)
    except NotationError:  # what a seat knows is a position, but none to play from
        assert game.rules.audit(state)
        return
    play_on(match)


def play_on(match: Match[Any]) -> None:
    """Random actions to the end."""
    choose = random.Random(3).choice
    while not match.is_over:
        assert len(match.log) <= match.game.max_actions
        seat = choose(match.actors)
        match.play(seat, choose(match.legal_actions(seat)))


@pytest.mark.parametrize("name", GAMES)
def test_whole_texts_are_read_and_played(name: str) -> None:
    """Of each phase that anybody reaches in these matches one; what nobody is told cannot be played from."""
    for game, written in texts(name):
        for text in written[::STRIDE]:
            assert game.position_text(game.parse_position(text)) == text
            read(game, text)


def test_every_game_takes_part_with_all_its_phases() -> None:
    assert set(GAMES) == set(shinar.game_names())
    for name in GAMES:
        reached = {found[1] for _, written in texts(name) for text in written if (found := PHASE.search(text))}
        assert reached == set(get_args(get_type_hints(shinar.game_class(name).view_type)["phase"]))


@pytest.mark.parametrize("name", GAMES)
def test_a_damaged_position_is_refused_or_can_be_played(name: str) -> None:
    @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
    @given(damaged(name))
    def check(case: tuple[Game[Any], str]) -> None:
        read(*case)

    check()


@pytest.mark.parametrize("name", GAMES)
def test_random_texts_are_refused_or_can_be_played(name: str) -> None:
    game = shinar.make(name)

    @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
    @given(st.one_of(st.text(ALPHABET, max_size=80), st.text(max_size=40)))
    @example("")
    @example("|" * 9)
    def check(text: str) -> None:
        read(game, text)

    check()
