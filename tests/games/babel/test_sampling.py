"""Random players and chance without lists give exactly what the lists give."""

import shinar
from shinar.core.compiled.layout import copy_of
from shinar.core.game import Actions
from shinar.core.laws import play_at_random
from shinar.core.match import Match
from shinar.core.piles import pick
from shinar.core.rng import search_rng
from shinar.games.babel.actions import FIRST_CHANCE
from shinar.games.babel.sampling import choices_of, deal, nth_action, number_of_actions, offer
from shinar.games.babel.state import ACT, State


def counted_actions(state: State) -> list[int]:
    """The actions of the player on turn as random players count them."""
    actions = Actions()
    choices = choices_of(state, actions)
    me = state.players[state.turn_of]
    return sorted(nth_action(me, choices, actions, n) for n in range(number_of_actions(choices)))


def test_counting_gives_every_legal_action_exactly_once() -> None:
    """[BB-2.4] So all are equally likely."""
    game = shinar.make("babel")
    compared = 0
    for seed in range(30):
        walk: Match[State] = Match(game, seed, deals=False)
        for entry in play_at_random(game, seed).log:
            walk.play(entry.actor, entry.action)
            state = walk.reveal()
            if state.phase == ACT and not state.players[state.turn_of].start_card:
                assert counted_actions(state) == game.legal_actions(state, state.turn_of)
                compared += 1
    assert compared > 1000


def test_what_is_offered_is_what_is_listed_and_any_of_it_may_be_picked() -> None:
    """[BB-2.4] In every phase, the duty of the first turn and halved hands included."""
    game, rng = shinar.make("babel"), search_rng(5)
    for seed in range(10):
        walk: Match[State] = Match(game, seed, deals=False)
        for entry in play_at_random(game, seed).log:
            if entry.actor >= 0:
                mask, legal = [1] * FIRST_CHANCE, walk.legal_actions(entry.actor)
                assert offer(walk.reveal(), entry.actor, mask, rng, Actions()) in legal
                assert [action for action in range(FIRST_CHANCE) if mask[action]] == legal
            walk.play(entry.actor, entry.action)


def test_cards_are_drawn_in_proportion_to_their_number() -> None:
    rng = search_rng(1)
    drawn = [pick([6, 0, 3, 1, 0], rng) for _ in range(10_000)]
    assert [round(drawn.count(kind) / 1000) for kind in range(5)] == [6, 0, 3, 1, 0]


def test_dealing_quickly_ends_where_somebody_is_asked() -> None:
    game = shinar.make("babel")
    state = copy_of(game.initial_state())
    deal(state, search_rng(2))
    assert state.phase == ACT
    assert [sum(player.hand) for player in state.players] == ([6, 5] if state.turn_of == 0 else [5, 6])
