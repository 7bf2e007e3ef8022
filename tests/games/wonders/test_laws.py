"""The laws that every game obeys, with every number of players and every choice of expansions."""

import pytest

from shinar.core.laws import check_match, play_at_random
from shinar.games.wonders import Wonders

EXPANSIONS = [(), ("tower",), ("projects",), ("tower", "projects")]
WITH_LEADERS = [("leaders",), ("tower", "leaders"), ("projects", "leaders"), ("tower", "projects", "leaders")]
WITH_CITIES = [
    ("cities",),
    ("cities", "leaders"),
    ("cities", "tower", "projects"),
    ("cities", "leaders", "tower", "projects"),
]
WITH_PACK = [
    ("pack",),
    ("pack", "leaders"),
    ("pack", "cities", "projects"),
    ("pack", "cities", "leaders", "tower", "projects"),
]
SIDES = ("random", "a", "b")
POSITIONS = 12  # of a match in which the laws are tried


@pytest.mark.slow
@pytest.mark.parametrize("expansions", EXPANSIONS, ids="+".join)
@pytest.mark.parametrize("players", range(2, 8))
def test_the_laws_hold_with_all_expansions(players: int, expansions: tuple[str, ...]) -> None:
    seed = players * 10 + len(expansions)
    game = Wonders(players=players, expansions=expansions, sides=SIDES[seed % len(SIDES)])
    every = len(play_at_random(game, seed).log) // POSITIONS
    assert check_match(game, seed, every=every) >= POSITIONS


@pytest.mark.plain
@pytest.mark.parametrize("expansions", WITH_LEADERS, ids="+".join)
@pytest.mark.parametrize("players", range(3, 8))
def test_the_laws_hold_with_leaders(players: int, expansions: tuple[str, ...]) -> None:
    seed = players * 10 + len(expansions)
    boards = ("any", "rome") if seed % 2 else ()
    game = Wonders(players=players, expansions=expansions, sides=SIDES[seed % len(SIDES)], seat_boards=boards)
    every = len(play_at_random(game, seed).log) // POSITIONS
    assert check_match(game, seed, every=every) >= POSITIONS


@pytest.mark.slow
@pytest.mark.parametrize("expansions", WITH_CITIES, ids="+".join)
@pytest.mark.parametrize("players", range(3, 9))
def test_the_laws_hold_with_cities(players: int, expansions: tuple[str, ...]) -> None:
    seed = players * 10 + len(expansions)
    boards = ("petra", "byzantium") if seed % 2 else ()
    game = Wonders(players=players, expansions=expansions, sides=SIDES[seed % len(SIDES)], seat_boards=boards)
    every = len(play_at_random(game, seed).log) // POSITIONS
    assert check_match(game, seed, every=every) >= POSITIONS


@pytest.mark.slow
@pytest.mark.parametrize("expansions", WITH_PACK, ids="+".join)
@pytest.mark.parametrize("players", range(3, 8))
def test_the_laws_hold_with_the_wonder_pack(players: int, expansions: tuple[str, ...]) -> None:
    seed = players * 10 + len(expansions)
    boards: tuple[str, ...] = (
        ("stonehenge", "manneken-pis", "great-wall") if seed % 2 else ("great-wall", "manneken-pis")
    )
    boards += ("abu-simbel",) if "leaders" in expansions and len(boards) < players else ()
    game = Wonders(players=players, expansions=expansions, sides=SIDES[seed % len(SIDES)], seat_boards=boards)
    every = len(play_at_random(game, seed).log) // POSITIONS
    assert check_match(game, seed, every=every) >= POSITIONS


@pytest.mark.slow
@pytest.mark.parametrize(("players", "compiled"), [(2, False), (4, False), (3, True)])
def test_a_whole_match_obeys_the_laws(players: int, compiled: bool) -> None:
    assert check_match(Wonders(players=players, expansions=("tower", "projects")), 1, compiled=compiled) > 100


@pytest.mark.slow
def test_a_whole_match_with_leaders_obeys_the_laws() -> None:
    game = Wonders(players=4, expansions=("tower", "projects", "leaders"), seat_boards=("rome",), sides="b")
    assert check_match(game, 1) > 100


@pytest.mark.slow
@pytest.mark.parametrize(
    ("boards", "compiled"),
    [
        (("manneken-pis", "great-wall", "abu-simbel", "rome", "stonehenge"), False),
        (("rome", "great-wall", "abu-simbel"), True),
    ],
)
def test_a_whole_match_with_everything_obeys_the_laws(boards: tuple[str, ...], compiled: bool) -> None:
    everything = ("tower", "projects", "leaders", "cities", "pack")
    game = Wonders(players=len(boards), expansions=everything, seat_boards=boards)
    assert check_match(game, 1, compiled=compiled) > 100
