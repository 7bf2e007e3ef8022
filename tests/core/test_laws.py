"""Every law holds for the toy game, and every law can fail: each has a game, or a match, that breaks it alone."""

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

import numpy as np
import pytest

from shinar.core import laws
from shinar.core.action import Action, Entry
from shinar.core.compiled.encoding import Encoding, encoder
from shinar.core.compiled.jit import jit_as
from shinar.core.compiled.layout import copy_of
from shinar.core.errors import IllegalActionError
from shinar.core.game import CHANCE, Actions, Game, Refusal, add, asked
from shinar.core.laws import GAME_LAWS, MATCH_LAWS, POSITION_LAWS, Law, LawBrokenError, check_laws, check_match
from shinar.core.match import Match
from shinar.core.record import Record
from shinar.core.rng import Rng
from shinar.core.story import StoryLine
from shinar.core.viewer import NO_SEAT, Viewer, viewer_of
from tests.core import toy
from tests.core.conftest import Switch
from tests.core.toy import BID, BIDDING, BOAST, PEEK, QUICK_RULES, RULES, SEATS, Player, State, Toy, apply

Patch = pytest.MonkeyPatch


# ---- they hold --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"rounds": 1}, {"extras": "double"}])
def test_the_toy_game_obeys_every_law(options: dict[str, Any]) -> None:
    assert check_laws(Toy(**options), games=10) > 100


@pytest.mark.usefixtures("is_compiled")
def test_the_toy_game_obeys_every_law_through_its_kernels() -> None:
    assert check_laws(Toy(), games=2, compiled=True) == check_laws(Toy(), games=2)


def test_the_toy_game_obeys_every_law_with_its_hooks(monkeypatch: Patch) -> None:
    monkeypatch.setattr(Toy, "rules", QUICK_RULES)
    assert check_laws(Toy(), games=5) > 50


def test_progress_is_told_after_every_game() -> None:
    ticks: list[None] = []
    check_laws(Toy(rounds=1), games=3, progress=lambda: ticks.append(None))
    assert len(ticks) == 3


def test_games_are_numbered_from_the_seed(monkeypatch: Patch) -> None:
    asked_for: list[tuple[int, bool]] = []

    def note(_game: Toy, seed: int, *, compiled: bool) -> int:
        asked_for.append((seed, compiled))
        return 10

    monkeypatch.setattr(laws, "check_match", note)
    assert check_laws(Toy(), games=3, seed=7, compiled=True) == 30
    assert asked_for == [(7, True), (8, True), (9, True)]


def test_random_players_choose_in_any_order_when_several_are_asked() -> None:
    orders = {
        tuple(
            entry.actor for entry in laws.play_at_random(Toy(), seed).log if entry.action > PEEK and entry.actor >= 0
        )[:3]
        for seed in range(60)
    }
    assert len(orders) == 6


def test_every_law_says_what_it_demands() -> None:
    demands = [law.__doc__ for law in (*GAME_LAWS, *POSITION_LAWS, *MATCH_LAWS)]
    assert all(demands)
    assert len(set(demands)) == len(demands)


# ---- they can fail ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Broken:
    """A way to break a law, and what is reported then."""

    law: Law
    finding: str
    break_it: Callable[[Patch], None]


def with_rules(**changes: Any) -> Callable[[Patch], None]:
    return lambda patch: patch.setattr(Toy, "rules", replace(RULES, **changes))


def with_method(name: str, method: Any) -> Callable[[Patch], None]:
    return lambda patch: patch.setattr(Toy, name, method)


def with_match(name: str, method: Any) -> Callable[[Patch], None]:
    return lambda patch: patch.setattr(Match, name, method)


def is_always_over(_state: State) -> int:
    return 1


def list_backwards(state: State, seat: int, into: Actions) -> None:
    toy.legal_actions(state, seat, into)
    into.ids[: into.n] = into.ids[: into.n][::-1]


def list_for_everybody(state: State, seat: int, into: Actions) -> None:
    toy.legal_actions(state, seat, into)
    if into.n == 0:
        add(into, BOAST)


def allow_everything(_game: Toy, _state: State, _seat: int, _action: int) -> None:
    return None


def refuse_without_a_clause(game: Toy, state: State, seat: int, action: int) -> Refusal | None:
    return None if action in game.legal_actions(state, seat) else Refusal("no", "")


def refuse_by_number(game: Toy, state: State, seat: int, action: int) -> Refusal | None:
    refusal = usual_refusal(game, state, seat, action)
    return refusal and refusal._replace(reason="it is up to seat 1")


def refuse_as_a_stranger(game: Toy, state: State, seat: int, action: int) -> Refusal | None:
    refusal = usual_refusal(game, state, seat, action)
    return refusal and refusal._replace(reason=f"{{{seat}}} may not do that")


def deal_the_first_twice(state: State, into: Actions) -> None:
    toy.chances(state, into)
    if into.n > 0:
        into.ids[into.n], into.weights[into.n] = into.ids[0], into.weights[0]
        into.n += 1


def lose_a_card(state: State, actor: int, action: int) -> None:
    toy.apply(state, actor, action)
    if action == BOAST:
        state.discards[1] -= 1


def lose_a_prize(state: State, actor: int, action: int) -> None:
    toy.apply(state, actor, action)
    if action == BOAST:
        state.prizes[1] -= 1


def share_players_between_copies(patch: Patch) -> None:
    patch.setattr(State, "__copy__", copy_with("players", lambda players: players))


def copy_wrongly(patch: Patch) -> None:
    patch.setattr(State, "__copy__", copy_with("double", lambda double: 1 - double))


def copy_with(name: str, duplicate: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A way to copy states that is wrong in one field."""
    usual: Any = vars(State)["__copy__"]

    def copy(state: State) -> State:
        new: State = usual(state)
        setattr(new, name, duplicate(getattr(state, name)))
        return new

    return copy


def observe_a_tuple(state: State, seat: int, into: State) -> None:
    toy.observe(state, seat, into)
    into.discards = tuple(into.discards)  # type: ignore[assignment]  # that is what is wrong with it


def forget_points(game: Toy, state: State) -> str:
    pointless = copy_of(state)
    pointless.players[0].points = 0
    return usual_position_text(game, pointless)


usual_position_text = Toy.position_text


def write_nonsense(_game: Toy, _state: State) -> str:
    return "nonsense"


def show_everything(state: State, _seat: int, into: State) -> None:
    for name in State.__slots__:  # type: ignore[attr-defined]  # made by `layout`
        setattr(into, name, getattr(state, name))


def mask_by_a_count(patch: Patch) -> None:
    calls = count()
    patch.setattr(Encoding, "mask", lambda *_: np.array([next(calls)]))


def give_points(state: State, seat: int, rng: Rng) -> None:
    toy.determinize(state, seat, rng)
    state.players[0].points += 1


def leave_hands_unseen(_state: State, _seat: int, _rng: Rng) -> None:
    return None


def show_bids(state: State, seat: int, into: State) -> None:
    toy.observe(state, seat, into)
    for owner in range(toy.SEATS):
        into.players[owner].bid = state.players[owner].bid


def peek_only_at_fives(state: State, seat: int, into: Actions) -> None:
    toy.legal_actions(state, seat, into)
    if into.n and into.ids[into.n - 1] == PEEK and state.players[toy.following(seat)].hand[5] == 0:
        into.n -= 1


def allow_peeking_only_at_fives(patch: Patch) -> None:
    patch.setattr(Toy, "rules", replace(RULES, legal_actions=peek_only_at_fives))
    patch.setattr(Toy, "refusal", lambda game, state, seat, action: refusal_by_list(game, state, seat, action))


def refusal_by_list(game: Toy, state: State, seat: int, action: int) -> Refusal | None:
    return None if action in game.legal_actions(state, seat) else Refusal("no", "TOY-1")


def tell_the_next_hand(game: Toy, state: State, seat: int, action: int) -> Refusal | None:
    refusal = usual_refusal(game, state, seat, action)
    return refusal and refusal._replace(reason=f"{refusal.reason}, {state.players[toy.following(seat)].hand}")


usual_refusal = Toy.refusal


def name_every_action(game: Toy, _before: State, _after: State, entry: Entry, _viewer: Viewer) -> list[StoryLine]:
    return [StoryLine(entry.actor, "", predicate=game.action_name(entry.action))]


def name_sealed_bids(game: Toy, before: State, after: State, entry: Entry, viewer: Viewer) -> list[StoryLine]:
    return usual_tell(game, before, after, entry, viewer if entry.actor == CHANCE else viewer_of(entry.actor))


usual_tell = Toy.tell


def is_thinking_twice(player: Player) -> bool:
    """Whether somebody has bid, but not the lowest card in the hand."""
    return player.bid != 0 and any(player.hand[value] for value in range(1, player.bid))


def ask_twice(state: State) -> int:
    mask = toy.actors(state)
    if state.phase == BIDDING:
        for seat in range(SEATS):
            mask |= asked(seat) if is_thinking_twice(state.players[seat]) else 0
    return mask


def bid_less_the_second_time(state: State, seat: int, into: Actions) -> None:
    player = state.players[seat]
    if state.phase != BIDDING or seat == NO_SEAT or player.bid == 0:
        toy.legal_actions(state, seat, into)
    for value in range(1, player.bid if state.phase == BIDDING and seat != NO_SEAT else 0):
        if player.hand[value]:
            add(into, BID + value)


def bid_in_two_steps(state: State, actor: int, action: int) -> None:
    if state.phase == BIDDING:
        state.players[actor].bid = action - BID
    if state.phase != BIDDING or ask_twice(state) == 0:
        toy.apply(state, actor, action)


def think_twice_about_high_bids(patch: Patch) -> None:
    """Who bids the higher card must bid again: each step is sealed, but there are two of them."""
    patch.setattr(
        Toy,
        "rules",
        replace(RULES, actors=ask_twice, legal_actions=bid_less_the_second_time, apply=bid_in_two_steps),
    )
    patch.setattr(Toy, "refusal", refusal_by_list)
    patch.setattr(Toy, "reveals", lambda _game, before, after, entry: is_revealing(before, after, entry))
    patch.setattr(Toy, "is_sealed", lambda _game, before, after, entry: not is_revealing(before, after, entry))


def is_revealing(before: State, after: State, entry: Entry) -> bool:
    return entry.actor == CHANCE or before.phase != BIDDING or after.phase != BIDDING


def show_a_ninth_prize(state: State, seat: int, into: State) -> None:
    toy.observe(state, seat, into)
    into.prize = 9


def boast_always(_state: State, _seat: int, _rng: Rng, _actions: Actions) -> int:
    return BOAST


def offer_and_mask_nothing(state: State, seat: int, mask: list[int], _rng: Rng, actions: Actions) -> int:
    mask[:] = [0] * len(mask)
    RULES.legal_actions(state, seat, actions)
    return actions.ids[0]


def offer_a_boast(state: State, seat: int, _mask: list[int], rng: Rng, actions: Actions) -> int:
    return boast_always(state, seat, rng, actions)


def deal_nothing(_state: State, _rng: Rng) -> None:
    return None


def undo_the_last(match: Match[Any], _seat: int) -> None:
    taken_up: Match[Any] = Match(match.game, start=match.start, log=match.log[:-1], deals=False)
    match._log, match._state = list(taken_up.log), taken_up.reveal()


def begin_otherwise_every_time(patch: Patch) -> None:
    begun = count()

    def initial_state(game: Toy) -> State:
        state = usual_initial_state(game)
        state.prizes[0] = next(begun)  # a slot that no rule looks at
        return state

    usual_initial_state = Toy.initial_state
    patch.setattr(Toy, "initial_state", initial_state)
    patch.setattr(Toy, "rules", replace(RULES, audit=lambda _state: 0))


def deal_in_any_order(patch: Patch) -> None:
    shuffle = random.Random(1).shuffle

    def weighted_chances(game: Toy, state: State) -> list[Any]:
        outcomes = usual_chances(game, state)
        shuffle(outcomes)
        return outcomes

    usual_chances = Toy.weighted_chances
    patch.setattr(Toy, "weighted_chances", weighted_chances)


def deal_by_a_count_shared_by_matches(patch: Patch) -> None:
    applied = [0]

    def initial_state(game: Toy) -> State:
        applied[0] = 0
        return usual_initial_state(game)

    def apply(state: State, actor: int, action: int) -> None:
        applied[0] += 1
        toy.apply(state, actor, action)

    def weighted_chances(game: Toy, state: State) -> list[Any]:
        outcomes = usual_chances(game, state)
        return outcomes[::-1] if applied[0] % 2 else outcomes

    usual_initial_state, usual_chances = Toy.initial_state, Toy.weighted_chances
    patch.setattr(Toy, "initial_state", initial_state)
    patch.setattr(Toy, "weighted_chances", weighted_chances)
    patch.setattr(Toy, "rules", replace(RULES, apply=apply))


def list_for_spectators(game: Toy, state: State, seat: int) -> list[int]:
    """The actions of a seat, and some for those who have none."""
    return [BOAST] if seat == NO_SEAT else Game.legal_actions(game, state, seat)


BROKEN = (
    Broken(laws.names_survive_parsing, "0: 'act'", with_method("action_name", lambda _game, _action: "act")),
    Broken(laws.names_survive_parsing, "0: 'end turn'", with_method("action_group", lambda _game, _action: "")),
    Broken(laws.somebody_must_act_unless_it_is_over, "over: True, asked: (-1,)", with_rules(ending=is_always_over)),
    Broken(laws.legal_actions_are_ascending_and_in_range, "seat 0: [5, 3]", with_rules(legal_actions=list_backwards)),
    Broken(laws.who_is_not_asked_cannot_act, "actor 0: [1]", with_rules(legal_actions=list_for_everybody)),
    Broken(
        laws.who_is_not_asked_cannot_act,
        "a spectator: [1]",
        with_method("legal_actions", list_for_spectators),
    ),
    Broken(
        laws.explain_agrees_with_legal_actions,
        "seat 0, 0: legal False, explained as None",
        with_method("refusal", allow_everything),
    ),
    Broken(
        laws.explain_agrees_with_legal_actions,
        "seat 0 is refused without reason or clause: Refusal(reason='no', clause='')",
        with_method("refusal", refuse_without_a_clause),
    ),
    Broken(
        laws.refusals_cite_the_rules_and_name_people,
        "seat 0 is told: it is up to seat 1",
        with_method("refusal", refuse_by_number),
    ),
    Broken(
        laws.refusals_cite_the_rules_and_name_people,
        "seat 0 is told: {0} may not do that",
        with_method("refusal", refuse_as_a_stranger),
    ),
    Broken(
        laws.refusals_cite_the_rules_and_name_people,
        "the rules have no clause TOY-3: wait until everything is dealt",
        lambda patch: patch.setattr(laws, "_clauses", lambda _game: {"TOY-4"}),
    ),
    Broken(laws.chances_sum_to_one, "[(8, Fraction(1, 6)), ", with_rules(chances=deal_the_first_twice)),
    Broken(laws.components_are_conserved, "a card was lost or added", with_rules(apply=lose_a_card)),
    Broken(laws.components_are_conserved, "a prize was lost or added", with_rules(apply=lose_a_prize)),
    Broken(
        laws.copies_are_independent,
        "Entry(actor=-1, action=11) on a copy changed the original",
        share_players_between_copies,
    ),
    Broken(laws.copies_are_independent, "a copy differs", copy_wrongly),
    Broken(laws.records_survive_json, "discards=(0, 0, 0, 0, 0, 0)", with_rules(observe=observe_a_tuple)),
    Broken(
        laws.records_survive_json,
        "TypeError: Object of type object is not JSON serializable",
        with_method("view", lambda _game, _observation: {"thing": object()}),
    ),
    Broken(laws.positions_survive_text, "points:", with_method("position_text", forget_points)),
    Broken(
        laws.positions_survive_text,
        "NotationError: a position of toy has a head and three seats",
        with_method("position_text", write_nonsense),
    ),
    Broken(laws.determinized_observations_look_the_same, "seat 0: ", with_rules(determinize=give_points)),
    Broken(
        laws.determinized_observations_look_the_same,
        "seat 1 imagines the impossible: a card was lost or added",
        with_rules(determinize=leave_hands_unseen),
    ),
    Broken(
        laws.determinized_observations_look_the_same,
        "imagines that seat 1 cannot act",
        with_rules(determinize=leave_hands_unseen, audit=lambda _state: 0),
    ),
    Broken(laws.sealed_choices_are_not_seen, "seat 1 sees bid ", with_rules(observe=show_bids)),
    Broken(laws.hidden_things_change_nothing, "sees other things after bid ", with_method("reveals", Game.reveals)),
    Broken(laws.hidden_things_change_nothing, "may do other things in ", allow_peeking_only_at_fives),
    Broken(
        laws.hidden_things_change_nothing,
        "is refused with other words in ",
        with_method("refusal", tell_the_next_hand),
    ),
    Broken(laws.fields_keep_their_bounds, "State.prize is 9, not 0 to 3", with_rules(observe=show_a_ninth_prize)),
    Broken(laws.structures_name_actions, "0: Action('same', {})", with_method("action", lambda *_: Action("same"))),
    Broken(laws.stories_tell_no_secrets, "is told: deal ", with_method("tell", name_every_action)),
    Broken(laws.stories_tell_no_secrets, "is told: You bid ", with_method("tell", name_sealed_bids)),
    Broken(
        laws.sealed_choices_look_alike,
        "can tell how seat",
        think_twice_about_high_bids,
    ),
    Broken(
        laws.encodings_give_observations_back,
        "out of bounds: [",
        lambda patch: patch.setattr(Encoding, "low", 1),
    ),
    Broken(
        laws.encodings_give_observations_back,
        " is read as ",
        lambda patch: patch.setattr(Encoding, "decode", lambda encoding, _: encoding.game.observe(State(), 0)),
    ),
    Broken(
        laws.worlds_that_look_alike_encode_alike,
        "is given something else in ",
        lambda patch: patch.setattr(laws, "encoder", lambda _: encoder(replace(RULES, observe=show_everything))),
    ),
    Broken(
        laws.worlds_that_look_alike_encode_alike,
        "is given another mask in ",
        mask_by_a_count,
    ),
    Broken(
        laws.actions_can_be_taken_back,
        "Entry(actor=0, action=3)",
        with_match("undo", lambda _match, _seat: None),
    ),
    Broken(laws.actions_can_be_taken_back, "cannot be taken back", with_match("can_undo", lambda _match, _seat: False)),
    Broken(laws.sealed_choices_are_taken_back_apart, "Entry(actor=0, action=", with_match("undo", undo_the_last)),
    Broken(laws.quick_choices_are_listed_ones, "seat 0: boast is not legal", with_rules(random_action=boast_always)),
    Broken(laws.quick_choices_are_listed_ones, "the mask is not what is", with_rules(offer=offer_and_mask_nothing)),
    Broken(laws.quick_choices_are_listed_ones, "boast is offered, and not legal", with_rules(offer=offer_a_boast)),
    Broken(laws.quick_choices_are_listed_ones, "dealt to deck:0,2,2,2,2,2", with_rules(deal=deal_nothing)),
    Broken(laws.matches_end_in_time, "actions, at most 5 are allowed", with_method("max_actions", 5)),
    Broken(laws.records_replay_exactly, "the record read back differs", begin_otherwise_every_time),
    Broken(laws.same_seeds_give_the_same_record, "two matches of seed 0 differ", deal_in_any_order),
    Broken(
        laws.interleaved_matches_do_not_disturb_each_other,
        "the match of seed 0 went otherwise beside another",
        deal_by_a_count_shared_by_matches,
    ),
)


@pytest.mark.parametrize("broken", BROKEN, ids=lambda broken: broken.law.__name__)
def test_a_broken_law_is_named_with_what_was_found(broken: Broken, monkeypatch: Patch) -> None:
    broken.break_it(monkeypatch)
    with pytest.raises(LawBrokenError) as caught:
        check_laws(Toy(), games=20)
    assert caught.value.law == broken.law.__doc__, caught.value.finding
    assert broken.finding in caught.value.finding


def test_every_law_has_been_broken_once() -> None:
    assert {broken.law for broken in BROKEN} == {*GAME_LAWS, *POSITION_LAWS, *MATCH_LAWS}


def test_a_broken_law_comes_with_the_record_that_shows_it(monkeypatch: Patch) -> None:
    monkeypatch.setattr(Toy, "rules", replace(RULES, apply=lose_a_card))
    with pytest.raises(LawBrokenError) as caught:
        check_laws(Toy(), games=20)
    record = Record.from_text(caught.value.record)
    assert record.log[-1].action == BOAST
    assert str(caught.value).startswith("law broken: Nothing is lost, made or impossible.\na card was lost or added\n")
    assert str(caught.value).endswith(caught.value.record.rstrip())


def test_a_repaired_game_obeys_again(monkeypatch: Patch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(Toy, "max_actions", 5)
        with pytest.raises(LawBrokenError):
            check_match(Toy(), 0)
    assert check_match(Toy(), 0) > 10


def boast_silently(state: State, actor: int, action: int) -> None:
    if action != BOAST:
        apply(state, actor, action)


@jit_as(boast_silently)
def apply_otherwise_when_compiled(state: State, actor: int, action: int) -> None:
    apply(state, actor, action)


def test_compiled_rules_that_do_something_else_are_found(switch_compiler: Switch, monkeypatch: Patch) -> None:
    switch_compiler(True)
    monkeypatch.setattr(Toy, "rules", replace(RULES, apply=apply_otherwise_when_compiled))
    with pytest.raises(LawBrokenError, match="law broken: compiled rules do the same"):
        check_laws(Toy(), games=20, compiled=True)


def test_a_broken_rule_that_only_raises_is_reported_by_its_law(monkeypatch: Patch) -> None:
    def refuse(_match: Match[Any], _seat: int) -> None:
        raise IllegalActionError("never")

    monkeypatch.setattr(Match, "undo", refuse)
    with pytest.raises(LawBrokenError) as caught:
        check_laws(Toy(), games=1)
    assert caught.value.law == laws.actions_can_be_taken_back.__doc__
    assert caught.value.finding == "IllegalActionError: never"


def test_chance_cannot_be_asked_beside_a_seat() -> None:
    assert Toy().actors(Toy().initial_state()) == (CHANCE,)
