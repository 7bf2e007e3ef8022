"""Games that a network plays against itself, and what is noted in them."""

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest

from shinar.core.guide import PLAIN
from shinar.core.learning import MAX_MOTIVES, NO_MOTIVE, Rival
from shinar.core.rng import Rng, search_rng
from shinar.games.wonders import Wonders
from shinar.games.wonders.expertise.player import PRACTICE as OF_WONDERS
from shinar.search import practice as practising
from shinar.search.practice import (
    Network,
    Notes,
    fill_chances,
    fill_units,
    make_notes,
    new_network,
    pick,
    pick_kind,
    pick_strangers,
    play_games,
    predict,
    stack_networks,
)
from shinar.search.skill import shapes_of, stranger_sign
from tests.bots.toy_practice import CARD, CLOSING, HIGHEST, OWN_POINTS, PRACTICE, PRIZE
from tests.core.toy import BOAST, SEATS, VALUES, Toy

GAMES = 20
NETWORK = new_network(PRACTICE, seed=1)


@pytest.fixture
def _plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")


def played(seed: int = 1, strangers: int = 0, network: Network = NETWORK, **options: Any) -> Notes:
    """The notes of some games."""
    return play_games(Toy(**options), PRACTICE, network, GAMES, search_rng(seed), strangers)


def signs_of(notes: Notes, choice: int) -> list[int]:
    """What was seen before a choice."""
    return list(notes.signs[choice, : notes.num_signs[choice]].tolist())


# ---- a new network ----------------------------------------------------------------------------------------------


def test_a_network_has_the_parts_of_a_skill() -> None:
    assert Network._fields == tuple(shapes_of(PRACTICE))
    assert [part.shape for part in NETWORK] == list(shapes_of(PRACTICE).values())


def test_a_new_network_knows_nothing_and_depends_on_the_seed_alone() -> None:
    assert not NETWORK.motive_biases.any()
    assert not NETWORK.values.any()
    first, again, other = (new_network(PRACTICE, seed) for seed in (1, 1, 2))
    assert all(np.array_equal(one, two) for one, two in zip(first, again, strict=True))
    assert not np.array_equal(first.motives, other.motives)


# ---- what a network says ----------------------------------------------------------------------------------------


def test_units_add_up_signs_as_far_as_they_are_positive() -> None:
    weights, biases = np.array([[1, -5], [2, 1], [9, 9]], np.float32), np.array([0.5, 1], np.float32)
    units = np.empty(2, np.float32)
    fill_units([0, 1], 2, weights, biases, units)
    assert units.tolist() == [3.5, 0]


def test_actions_are_as_likely_as_the_exponentials_of_what_their_motives_add_up_to() -> None:
    network = new_network(PRACTICE, seed=1)
    network.motive_biases[2, :3] = 1, 2, 4
    network.motives[:] = 0
    network.motives[1, 2] = 1, 2, 3, 4
    units = np.array([0.5, 0, 0, 0.25], np.float32)
    motives = [0, NO_MOTIVE, 1, 2, 0, 0]
    chances = np.empty(3)
    fill_chances(network, 1, 2, units, motives, chances, PRACTICE.motives)
    odds = [math.exp(logit) for logit in (1, 2 + 4 + 0.5 + 4 * 0.25, 1 + 1)]
    assert chances.tolist() == pytest.approx([one / sum(odds) for one in odds])


def test_chances_of_very_strong_motives_can_be_told() -> None:
    network = new_network(PRACTICE, seed=1)
    network.motive_biases[0, :2] = 5000, -5000
    chances = np.empty(2)
    fill_chances(network, 0, 0, np.zeros(4, np.float32), [0, NO_MOTIVE, 1, NO_MOTIVE], chances, PRACTICE.motives)
    assert chances.tolist() == [1, 0]


def test_a_prediction_is_what_signs_are_worth_alone_and_by_units() -> None:
    network = new_network(PRACTICE, seed=1)
    network.value_units[:], network.value_biases[:] = 0, 0
    network.value_units[1, 3, :4] = 1, -1, 0, 2
    network.values[1, 3], network.values[1, 5] = (0.5, 7), (0.25, 1)
    network.outputs[2, :, :4] = ((1, 9, 9, 0), (0, 9, 9, -1))
    into = np.zeros(2, np.float32)
    predict(network, [3, 5], 2, 1, 2, into)
    assert into.tolist() == [0.5 + 0.25 + 1, 7 + 1 - 2]


def test_places_are_picked_as_often_as_they_are_likely() -> None:
    rng, chances = search_rng(1), np.array([0.2, 0.0, 0.5, 0.3])
    counts = np.bincount([pick(rng, chances) for _ in range(4000)], minlength=4)
    assert counts / 4000 == pytest.approx(chances, abs=0.03)
    assert counts[1] == 0


# ---- what is noted of a game ------------------------------------------------------------------------------------


@pytest.mark.usefixtures("_plain_python")
def test_every_choice_is_noted_with_what_the_seat_sees_of_it() -> None:
    notes = played(rounds=1)
    bids = [choice for choice in range(notes.used[0]) if notes.motives[choice, 0] < CLOSING]
    assert 0 < len(bids) <= GAMES * SEATS
    for choice in bids:
        *cards, prize = signs_of(notes, choice)
        low, high = sorted((card - CARD) % VALUES for card in cards)
        assert low < high, "two equal cards are no choice"
        assert PRIZE < prize < OWN_POINTS
        assert notes.num_actions[choice] == 2
        assert notes.motives[choice, : 2 * MAX_MOTIVES].tolist() == [low, NO_MOTIVE, high, HIGHEST]
        assert (notes.parts[choice], notes.rows[choice]) == (1, 1)


@pytest.mark.usefixtures("_plain_python")
def test_what_the_network_does_not_decide_is_not_noted() -> None:
    """Whether somebody boasts again."""
    notes = played()
    closings = [choice for choice in range(notes.used[0]) if notes.motives[choice, 0] >= CLOSING]
    twice = [(notes.games[choice], notes.seats[choice]) for choice in closings if notes.chosen[choice] == BOAST]
    assert len(set(twice)) == len(twice) > 0
    assert (3 * notes.scores - notes.ranks).max() == 2


@pytest.mark.usefixtures("_plain_python")
def test_actions_are_taken_as_often_as_the_network_finds_them_likely() -> None:
    network = new_network(PRACTICE, seed=1)
    network.motives[:], network.motive_biases[:, HIGHEST] = 0, math.log(4)
    notes = play_games(Toy(rounds=1), PRACTICE, network, 300, search_rng(1), strangers=0)
    bids = np.flatnonzero(notes.motives[: notes.used[0], 0] < CLOSING)
    assert notes.chosen[bids].mean() == pytest.approx(0.8, abs=0.04)
    assert np.exp(notes.likely[bids]) == pytest.approx(np.where(notes.chosen[bids] == 1, 0.8, 0.2))


@pytest.mark.usefixtures("_plain_python")
def test_positions_are_noted_before_something_is_dealt_and_when_somebody_acts() -> None:
    """The bids of the first round, the second round before its prize is turned up, and its bids."""
    notes = played()
    assert set(notes.num_positions.tolist()) == {3}
    assert notes.open_rows[:, :3].tolist() == [[1, 2, 2]] * GAMES
    assert notes.open_parts[:, :3].tolist() == [[0, 1, 1]] * GAMES
    for game, position, seat in product(range(GAMES), range(3), range(SEATS)):
        *_, prize, points = notes.open_signs[game, position, seat, : notes.num_open_signs[game, position, seat]]
        assert (prize > PRIZE) == (position != 1)
        assert (points == OWN_POINTS) or position > 0


@pytest.mark.usefixtures("_plain_python")
def test_a_choice_knows_its_game_its_seat_and_the_position_noted_before_it() -> None:
    notes = played()
    used = notes.used[0]
    assert sorted(set(notes.games[:used].tolist())) == list(range(GAMES))
    assert set(notes.seats[:used].tolist()) == {0, 1, 2}
    assert set(notes.positions[:used].tolist()) == {0, 2}
    for choice in np.flatnonzero(notes.motives[:used, 0] < CLOSING).tolist():
        game, position, seat = notes.games[choice], notes.positions[choice], notes.seats[choice]
        shown = notes.open_signs[game, position, seat, : notes.num_open_signs[game, position, seat]].tolist()
        assert shown[:-1] == signs_of(notes, choice)


@pytest.mark.usefixtures("_plain_python")
def test_what_was_predicted_is_noted() -> None:
    notes, into = played(), np.zeros(2, np.float32)
    for seat in range(SEATS):
        signs, count = notes.open_signs[3, 1, seat], notes.num_open_signs[3, 1, seat]
        predict(NETWORK, signs, count, notes.open_parts[3, 1], notes.open_rows[3, 1], into)
        assert notes.predicted[3, 1, seat].tolist() == into.tolist()


@pytest.mark.usefixtures("_plain_python")
def test_the_end_is_noted() -> None:
    notes = played()
    assert notes.usual.tolist() == [1] * GAMES
    assert notes.scores.max() > 0
    boasts = 3 * notes.scores - notes.ranks
    assert (boasts.min(), boasts.max() > 0) == (0, True)


@pytest.mark.usefixtures("_plain_python")
def test_the_same_seed_gives_the_same_notes() -> None:
    first, again, other = played(), played(), played(seed=2)
    assert_alike(first, again, Notes._fields)
    assert not np.array_equal(first.scores, other.scores)


BY_CHOICE = Notes._fields[1 : Notes._fields.index("num_positions")]


@pytest.mark.usefixtures("_plain_python")
def test_where_there_is_no_more_room_the_last_choice_is_noted_over(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = played()

    def make_few(*given: Any) -> Notes:
        notes = make_notes(*given)
        return notes._replace(**{name: getattr(notes, name)[:10] for name in BY_CHOICE})

    monkeypatch.setattr(practising, "make_notes", make_few)
    notes = played()
    assert (notes.used[0], whole.used[0] > 10) == (10, True)
    last = whole.used[0] - 1
    assert signs_of(notes, 9) == signs_of(whole, last)
    for name in ("games", "seats", "chosen", "likely"):
        assert getattr(notes, name).tolist() == getattr(whole, name)[[*range(9), last]].tolist()
    assert np.array_equal(notes.scores, whole.scores)


@pytest.mark.usefixtures("_plain_python")
def test_what_is_beyond_the_room_for_positions_is_not_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(practising, "MAX_POSITIONS", 2)
    notes = played()
    assert set(notes.num_positions.tolist()) == {2}
    assert set(notes.positions[: notes.used[0]].tolist()) == {0, 1}


@pytest.mark.usefixtures("_plain_python")
def test_where_too_much_is_legal_nothing_is_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(practising, "MAX_LISTED", 1)
    assert played().used[0] == 0


# ---- strangers --------------------------------------------------------------------------------------------------


def strangers_picked(count: int) -> list[int]:
    """The sets of strangers at some tables of three."""
    rng = search_rng(1)
    return [pick_strangers(rng, 3) for _ in range(count)]


def test_at_every_table_with_strangers_somebody_plays_by_the_network() -> None:
    assert set(strangers_picked(500)) == {0, 1, 2, 4, 3, 5, 6}


def test_often_all_the_others_are_strangers() -> None:
    """In half of the games with strangers, and in a quarter of the others by chance."""
    alone = [mask for mask in strangers_picked(2000) if mask.bit_count() == 2]
    assert len(alone) / 2000 == pytest.approx(0.5 + 0.5 / 4, abs=0.04)


@pytest.mark.usefixtures("_plain_python")
def test_what_strangers_do_is_not_noted() -> None:
    alone, with_strangers = (played(strangers=percent).used[0] for percent in (0, 100))
    assert 0 < with_strangers < alone * 0.8


@pytest.mark.usefixtures("_plain_python")
def test_strangers_are_in_so_many_of_a_hundred_games(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = 0

    def count(_rng: Rng, _seats: int) -> int:
        nonlocal tables
        tables += 1
        return 0

    monkeypatch.setattr(practising, "pick_strangers", count)
    play_games(Toy(), PRACTICE, NETWORK, 400, search_rng(1), strangers=25)
    assert tables / 400 == pytest.approx(0.25, abs=0.06)


@pytest.mark.usefixtures("_plain_python")
def test_it_is_noted_who_the_strangers_are() -> None:
    assert not played().strangers.any()
    notes = played(strangers=100)
    used = notes.used[0]
    assert set(notes.strangers.tolist()) <= {0b000, 0b001, 0b010, 0b100, 0b011, 0b101, 0b110}, "one seat is never one"
    assert np.mean(notes.strangers > 0) > 0.7
    assert not (notes.strangers[notes.games[:used]] >> notes.seats[:used] & 1).any()


@pytest.mark.usefixtures("_plain_python")
def test_positions_show_whose_seats_are_played_by_strangers() -> None:
    notes = played(strangers=100)
    for game, position, seat in product(range(GAMES), range(3), range(SEATS)):
        shown = notes.open_signs[game, position, seat, : notes.num_open_signs[game, position, seat]].tolist()
        assert (stranger_sign(PRACTICE) in shown) == bool(notes.strangers[game] >> seat & 1)
    assert stranger_sign(PRACTICE) not in played().open_signs


def test_strangers_are_of_all_kinds_in_proportion_to_their_shares() -> None:
    rng, shares = search_rng(1), np.array([15, 60, 0, 25])
    counts = np.bincount([pick_kind(rng, shares) for _ in range(4000)], minlength=4)
    assert counts / 4000 == pytest.approx(shares / 100, abs=0.03)
    assert counts[2] == 0


def test_networks_are_stacked_part_by_part() -> None:
    other = new_network(PRACTICE, seed=2)
    stack = stack_networks(PRACTICE, (NETWORK, other))
    for both, one, two in zip(stack, NETWORK, other, strict=True):
        assert np.array_equal(both, [one, two])
    assert [part.shape for part in stack_networks(PRACTICE, ())] == [(0, *part.shape) for part in NETWORK]


@pytest.mark.usefixtures("_plain_python")
@pytest.mark.parametrize(("bids", "number"), [(4.0, 0), (-4.0, 1)], ids=["high", "low"])
def test_strangers_act_as_their_imitation_does(monkeypatch: pytest.MonkeyPatch, bids: float, number: int) -> None:
    """The second of two imitations bids high, or low; a seat against it learns of the other bids what they are."""
    imitations = [new_network(PRACTICE, seed) for seed in (1, 2)]
    for one in imitations:
        one.motives[:] = 0
    imitations[1].motive_biases[:, HIGHEST] = bids
    rivals = tuple(Rival(name, PLAIN, share, 1, ()) for name, share in (("first", 0), ("second", 1)))
    monkeypatch.setattr(practising, "HABITS_SHARE", 0)
    acted: list[int] = []

    def note(rng: Rng, chances: Any) -> int:
        place = pick(rng, chances)
        if chances.max() > 0.9:
            acted.append(place)
        return place

    monkeypatch.setattr(practising, "pick", note)
    practice, stack = replace(PRACTICE, rivals=rivals), stack_networks(PRACTICE, imitations)
    game, network = Toy(rounds=1), new_network(PRACTICE, seed=1)
    network.motives[:] = 0
    play_games(game, practice, network, 60, search_rng(1), strangers=100, imitations=stack)
    assert len(acted) > 60
    assert np.mean(acted) == pytest.approx(1 - number, abs=0.06)


# ---- compiled ---------------------------------------------------------------------------------------------------


def assert_alike(first: Notes, second: Notes, exact: Sequence[str]) -> None:
    """Compare notes; sums of rounded numbers depend a little on their order."""
    for name in Notes._fields:
        one, two = getattr(first, name), getattr(second, name)
        if name in exact:
            assert np.array_equal(one, two), name
        else:
            assert one == pytest.approx(two, abs=1e-4), name


EXACT = [name for name in Notes._fields if name not in ("likely", "predicted")]


def test_compiled_games_are_those_of_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = played(strangers=30)
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert_alike(compiled, played(strangers=30), EXACT)


def test_compiled_games_with_imitations_are_those_of_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    practice = replace(PRACTICE, rivals=(Rival("other", PLAIN, 40, 1, ()),))
    stack = stack_networks(practice, (new_network(practice, seed=2),))

    def play() -> Notes:
        return play_games(Toy(), practice, NETWORK, GAMES, search_rng(1), strangers=60, imitations=stack)

    compiled = play()
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert_alike(compiled, play(), EXACT)


@pytest.mark.slow
def test_compiled_games_of_7_wonders_are_those_of_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    practice = replace(OF_WONDERS, units=4)
    network, game = new_network(practice, seed=1), Wonders(players=3)
    compiled = play_games(game, practice, network, 2, search_rng(1), strangers=50)
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert_alike(compiled, play_games(game, practice, network, 2, search_rng(1), strangers=50), EXACT)
