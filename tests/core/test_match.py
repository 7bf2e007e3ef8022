"""A match: what it lets happen, what it refuses, what it deals, tells and takes back."""

from typing import Any

import pytest

from shinar.core.errors import IllegalActionError, NotationError, OptionError
from shinar.core.game import CHANCE
from shinar.core.laws import play_at_random
from shinar.core.match import Entry, Match, Step, _drawn
from shinar.core.viewer import NO_SEAT, OPEN, SPECTATOR, Viewer
from tests.core.toy import BOAST, DEAL, END_TURN, PEEK, PRIZE, State, Toy

NOTHING_TO_TAKE_BACK = "nothing to take back: only actions of this turn, until something new is revealed"


def dealt(*, deals: bool = False) -> Match[State]:
    """Seat 0 holds 3 4, seat 1 holds 4 5, seat 2 holds 1 2; they bid for a prize worth 3."""
    log = [Entry(CHANCE, DEAL + value) for value in (3, 5, 2, 4, 4, 1)] + [Entry(CHANCE, PRIZE + 3)]
    return Match(Toy(), 1, log=log, deals=deals)


def won() -> Match[State]:
    """Seat 1 has won the prize and may boast, peek and end its turn."""
    match = dealt()
    for seat, action in ((2, "bid 1"), (1, "bid 4"), (0, "bid 3")):
        match.play(seat, action)
    return match


# ---- looking ----------------------------------------------------------------------------------------------------


def test_a_match_is_dealt_until_a_seat_is_asked() -> None:
    match = Match(Toy(), 1)
    assert [entry.actor for entry in match.log] == [CHANCE] * 7
    assert match.actors == (0, 1, 2)
    assert (match.turn, match.is_over, match.outcome) == (1, False, None)


def test_a_match_that_does_not_deal_leaves_chance_to_the_caller() -> None:
    match = Match(Toy(), deals=False)
    assert (match.actors, match.log) == ((CHANCE,), ())
    match.play(CHANCE, "deal 3")
    match.play(CHANCE, DEAL + 4)
    assert match.log == (Entry(CHANCE, DEAL + 3), Entry(CHANCE, DEAL + 4))
    assert match.length == 2


def test_who_has_sealed_a_choice_is_not_asked_again() -> None:
    match = dealt()
    match.play(1, "bid 4")
    assert match.actors == (0, 2)
    assert match.legal_actions(1) == []


def test_a_finished_match_has_an_outcome_and_asks_nobody() -> None:
    match = play_at_random(Toy(), 3)
    assert (match.is_over, match.actors) == (True, ())
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.clause) == ((1,), "TOY-7")


def test_an_observation_hides_what_the_seat_may_not_know() -> None:
    match = dealt()
    match.play(1, "bid 4")
    assert match.observe(0).state.players[1] == match.observe().state.players[1]
    assert match.observe(0).state.players[1].unseen == 2
    assert (match.observe(1).state.players[1].bid, match.observe(0).state.players[1].bid) == (4, 0)
    assert match.observe().viewer == SPECTATOR


def test_the_true_state_is_given_away_as_a_copy() -> None:
    match = dealt()
    match.reveal().players[0].points = 9
    match.start.round = 9
    assert match.reveal().players[0].points == 0
    assert match.start == Toy().initial_state()


def test_a_given_start_is_copied() -> None:
    start = dealt().reveal()
    match = Match(Toy(), start=start, deals=False)
    start.players[0].points = 9
    assert (match.reveal().players[0].points, match.start.players[0].points) == (0, 0)
    assert (match.is_from_start, dealt().is_from_start) == (False, True)


def test_the_log_is_a_tuple_of_its_own() -> None:
    match = dealt()
    before = match.log
    match.play(0, "bid 3")
    assert len(match.log) == len(before) + 1


# ---- acting -----------------------------------------------------------------------------------------------------


def test_an_action_is_taken_by_id_or_by_name() -> None:
    by_id, by_name = won(), won()
    by_id.play(1, BOAST)
    by_name.play(1, "  Boast ")
    assert by_id.log == by_name.log
    assert by_id.reveal() == by_name.reveal()


@pytest.mark.parametrize(
    ("seat", "action", "message"),
    [
        (0, "bid 5", "bid 5: you hold no such card [TOY-3]"),
        (0, "end turn", "end turn: first all must bid [TOY-4]"),
        (0, "deal 1", "deal 1: that is for chance to decide [TOY-3]"),
        (0, 99, "action 99: toy has no action number 99 [TOY-3]"),
        (0, -1, "action -1: toy has no action number -1 [TOY-3]"),
        (CHANCE, "prize 1", "prize 1: chance cannot bring this now"),
        (CHANCE, 99, "action 99: chance cannot bring this now"),
    ],
)
def test_an_illegal_action_is_refused_with_its_reason(seat: int, action: int | str, message: str) -> None:
    match = dealt()
    before = match.reveal()
    with pytest.raises(IllegalActionError) as caught:
        match.play(seat, action)
    assert str(caught.value) == message
    assert (match.reveal(), len(match.log)) == (before, 7)


@pytest.mark.parametrize("seat", [5, NO_SEAT])
def test_nobody_acts_for_a_seat_that_does_not_exist(seat: int) -> None:
    with pytest.raises(OptionError, match=f"^toy has no seat {seat}; its seats are 0 to 2$"):
        dealt().play(seat, "bid 3")


def test_the_beginnings_of_words_are_enough() -> None:
    match = won()
    match.play(1, "bo")
    match.play(1, "e t")
    assert [match.game.action_name(entry.action) for entry in match.log if entry.actor == 1][-2:] == [
        "boast",
        "end turn",
    ]


def test_a_shortened_name_is_refused_with_the_reason_of_the_only_action_it_can_mean() -> None:
    assert str(dealt().explain(0, "end")) == "first all must bid [TOY-4]"


def test_a_shortened_name_that_fits_several_actions_is_refused() -> None:
    with pytest.raises(NotationError, match=r"^'b' could mean `bid \d` or `bid \d`$"):
        dealt().play(0, "b")


def test_chance_is_named_in_short_too() -> None:
    match = Match(Toy(), deals=False)
    match.play(CHANCE, "d 1")
    assert match.game.action_name(match.log[0].action) == "deal 1"


def test_a_match_tells_the_chances() -> None:
    match = Match(Toy(), deals=False)
    assert match.chances() == match.game.chances(match.reveal()) != []
    assert dealt().chances() == []


def test_a_copy_goes_its_own_way_and_is_dealt_alike() -> None:
    match = won()
    twin, before = match.copy(), (match.reveal(), match.log)
    twin.play(1, "boast")
    twin.undo(1)
    twin.play(1, "end turn")
    assert (match.reveal(), match.log) == before
    match.play(1, "end turn")
    assert (match.reveal(), match.log) == (twin.reveal(), twin.log)


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(NotationError, match="toy has no action called 'fly away'"):
        dealt().play(0, " fly away ")


def test_a_match_explains_an_action_without_taking_it() -> None:
    match = dealt()
    assert match.explain(0, "bid 3") is None
    assert str(match.explain(0, PEEK)) == "first all must bid [TOY-4]"
    assert len(match.log) == 7


def test_nothing_is_allowed_once_it_is_over() -> None:
    with pytest.raises(IllegalActionError, match=r"the game is over \[TOY-7\]"):
        play_at_random(Toy(), 3).play(1, END_TURN)


def test_rules_that_disagree_with_their_explanation_are_our_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Toy, "refusal", lambda *_: None)
    with pytest.raises(AssertionError, match="rules and explanation disagree on bid 5"):
        dealt().play(0, "bid 5")


# ---- chance -----------------------------------------------------------------------------------------------------


def test_the_seed_decides_what_is_dealt() -> None:
    logs = {seed: Match(Toy(), seed).log for seed in range(20)}
    assert logs == {seed: Match(Toy(), seed).log for seed in range(20)}
    assert len(set(logs.values())) > 15


def test_without_a_seed_every_match_is_dealt_anew() -> None:
    assert len({Match(Toy()).log for _ in range(5)}) > 1


def test_what_a_seed_deals_never_changes() -> None:
    names = [Toy().action_name(entry.action) for entry in Match(Toy(), 3).log]
    assert names == ["deal 3", "deal 5", "deal 2", "deal 4", "deal 4", "deal 1", "prize 3"]


def test_a_match_taken_up_from_its_log_is_dealt_on_as_before() -> None:
    whole = play_at_random(Toy(), 5)
    for length in range(len(whole.log)):
        match = Match(Toy(), 5, log=whole.log[:length])
        while not match.is_over:
            entry = whole.log[len(match.log)]
            match.play(entry.actor, entry.action)
        assert match.log == whole.log


def test_a_match_starts_only_from_a_whole_position() -> None:
    observed = Match(Toy(), 3).observe(0).state
    with pytest.raises(NotationError, match=r"^a match cannot start from this position: a card was lost or added$"):
        Match(Toy(), start=observed)


def test_the_repr_of_a_match_tells_how_far_it_is_and_no_secret() -> None:
    assert repr(Match(Toy(), 3)) == "<Match of toy: turn 1, 7 actions, asked: 0, 1, 2>"
    assert repr(Match(Toy(), 3, deals=False)) == "<Match of toy: turn 0, 0 actions, asked: -1>"
    over = play_at_random(Toy(), 3)
    assert repr(over) == f"<Match of toy: turn {over.turn}, {len(over.log)} actions, over>"


def test_a_ticket_falls_on_an_outcome_by_its_exact_probability() -> None:
    outcomes = [(7, 2), (8, 1), (9, 3)]
    tickets = [0.0, 0.3333333333333333, 1 / 3 + 1e-16, 0.49999, 0.5, 0.999]
    assert [_drawn(outcomes, ticket) for ticket in tickets] == [7, 7, 8, 8, 9, 9]


# ---- the story --------------------------------------------------------------------------------------------------


def test_the_story_tells_a_seat_what_it_saw() -> None:
    match = won()
    assert told(match, 0)[:3] == ["You draw a 3", "Player 2 draws a card", "Player 3 draws a card"]
    assert told(match, 0, 6) == ["The prize is 3", "Player 3 bids in secret", "Player 2 bids in secret", "You bid 3"]
    assert told(match, 2, 7) == ["You bid 1", "Player 2 bids in secret", "Player 1 bids 3"]
    assert told(match, SPECTATOR, 7)[0] == "Player 3 bids in secret"
    assert told(match, OPEN, 7) == ["Player 3 bids 1", "Player 2 bids 4", "Player 1 bids 3"]


def told(match: Match[Any], who: int | Viewer, since: int = 0) -> list[str]:
    return [str(line) for line in match.story(who, since)]


def test_the_story_of_a_match_from_a_position_begins_there() -> None:
    match = Match(Toy(), start=won().reveal(), deals=False)
    match.play(1, "boast")
    assert told(match, SPECTATOR) == ["Player 2 boasts"]


# ---- taking back ------------------------------------------------------------------------------------------------


def refuses_undo(match: Match[State], seat: int) -> bool:
    before, log = match.reveal(), match.log
    with pytest.raises(IllegalActionError, match=NOTHING_TO_TAKE_BACK):
        match.undo(seat)
    return not match.can_undo(seat) and match.reveal() == before and match.log == log


def test_nothing_can_be_taken_back_before_anything_was_done() -> None:
    assert refuses_undo(Match(Toy(), deals=False), 0)
    assert refuses_undo(dealt(), 0)


def test_own_actions_of_the_turn_are_taken_back_one_by_one() -> None:
    match = won()
    before = match.reveal()
    match.play(1, "boast")
    match.play(1, "boast")
    match.undo(1)
    assert match.reveal().players[1].boasts == 1
    match.undo(1)
    assert match.reveal() == before
    assert refuses_undo(match, 1)


def test_the_latest_steps_are_those_of_the_last_action_and_what_chance_added() -> None:
    match = Match(Toy(), 3)
    followed, first = list[Step[State]](), len(match.log)
    while not match.is_over:
        seat = match.actors[0]
        match.play(seat, match.legal_actions(seat)[-1])
        followed += match.latest_steps
    assert followed == list(match.steps())[first:]
    assert [step.entry for step in followed] == list(match.log[first:])


def test_after_taking_back_there_is_no_latest_step() -> None:
    match = Match(Toy(), 3)
    seat = match.actors[0]
    match.play(seat, match.legal_actions(seat)[0])
    assert len(match.latest_steps) == 1
    match.undo(seat)
    assert list(match.latest_steps) == []


def test_a_match_goes_on_after_taking_back() -> None:
    match = won()
    match.play(1, "boast")
    match.undo(1)
    match.play(1, "end turn")
    assert match.log[-1] == Entry(1, END_TURN)


def test_what_another_seat_did_cannot_be_taken_back() -> None:
    match = won()
    match.play(1, "boast")
    assert refuses_undo(match, 0)
    assert match.can_undo(1)


def test_an_action_that_revealed_something_cannot_be_taken_back() -> None:
    match = won()
    match.play(1, "boast")
    match.play(1, "peek")
    assert refuses_undo(match, 1)


def test_an_action_after_something_was_revealed_can_be_taken_back() -> None:
    match = won()
    match.play(1, "peek")
    match.play(1, "boast")
    match.undo(1)
    assert match.log[-1] == Entry(1, PEEK)
    assert refuses_undo(match, 1)


def test_an_action_of_an_earlier_turn_cannot_be_taken_back() -> None:
    match = won()
    match.play(1, "end turn")
    assert refuses_undo(match, 1)


def test_nothing_can_be_taken_back_after_chance_acted() -> None:
    match = dealt(deals=True)
    for seat, action in ((2, "bid 1"), (1, "bid 4"), (0, "bid 3"), (1, "end turn")):
        match.play(seat, action)
    assert match.log[-1].actor == CHANCE
    assert refuses_undo(match, 1)


def test_nothing_can_be_taken_back_once_it_is_over() -> None:
    match = Match(Toy(rounds=1), 1)
    while not match.is_over:
        seat = match.actors[0]
        match.play(seat, match.legal_actions(seat)[0])
    assert all(refuses_undo(match, seat) for seat in range(3))


def test_a_sealed_choice_is_taken_back_although_others_have_chosen_since() -> None:
    match = dealt()
    match.play(2, "bid 1")
    match.play(0, "bid 3")
    match.undo(2)
    assert match.log[7:] == (Entry(0, match.game.parse_action("bid 3")),)
    assert match.actors == (1, 2)
    match.play(2, "bid 2")
    match.undo(0)
    assert [player.bid for player in match.reveal().players] == [0, 0, 2]


def test_sealed_choices_are_settled_by_the_last() -> None:
    match = won()
    assert all(refuses_undo(match, seat) for seat in range(3))


def test_a_match_tells_which_actions_others_saw_nothing_of() -> None:
    match = won()
    first = len(match.log) - 3
    assert [match.was_sealed(number) for number in range(first, first + 3)] == [True, True, False]
    assert not match.was_sealed(0)  # chance's


def test_an_action_that_is_known_to_be_legal_is_not_checked_again() -> None:
    checked, unchecked = dealt(), dealt()
    checked.play(2, "bid 1")
    unchecked.play_legal(2, checked.log[-1].action)
    assert unchecked.log == checked.log
    assert unchecked.reveal() == checked.reveal()
