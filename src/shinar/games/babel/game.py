"""Babel as a game: options and endings; connects the files of this package."""

from collections.abc import Iterable
from typing import Any, ClassVar

from shinar.core.action import Action, Entry
from shinar.core.canvas import Canvas, Tint
from shinar.core.errors import NotationError
from shinar.core.game import Game, Observation, Refusal, Rules
from shinar.core.options import Option
from shinar.core.story import StoryLine, counted, default_names
from shinar.core.viewer import Viewer
from shinar.games.babel import actions, audit, explain, notation, observation, rules, sampling, story
from shinar.games.babel import picture as pictures
from shinar.games.babel import view as views
from shinar.games.babel.components import (
    CARDS_PER_NATION,
    MAX_TURNS,
    NATIONS,
    QUARRY,
    SEATS,
    TEMPLE_COPIES,
    Edition,
)
from shinar.games.babel.state import DISCARD, State

__all__ = ["Babel"]

# A nation card goes from hand to row and from row to discards at most once in a turn, a temple card is built once;
# then there are a migration, the end of the turn and five draws. The opening adds who starts and ten cards dealt.
ACTIONS_PER_TURN = 2 * 60 + 45 + 2 + 5
OPENING_ACTIONS = 1 + 10


class Babel(Game[State]):
    """Babel, first or second edition."""

    name: ClassVar[str] = "babel"
    title: ClassVar[str] = "Babel"
    summary: ClassVar[str] = "Two builders, five sites: raise temples with five nations, and tear down the other's."
    rules_version: ClassVar[int] = 1
    rules: ClassVar[Rules[State]] = Rules(
        state=State,
        actors=rules.actors,
        legal_actions=rules.legal_actions,
        chances=rules.chances,
        apply=rules.apply,
        observe=observation.observe,
        determinize=observation.determinize,
        score=rules.score,
        ranking_key=rules.ranking_key,
        ending=rules.ending,
        turn=rules.turn,
        audit=audit.audit,
        deal=sampling.deal,
        random_action=sampling.random_action,
        offer=sampling.offer,
        observe_hidden=observation.observe_hidden,
    )
    option_list: ClassVar[tuple[Option, ...]] = (
        Option(
            "edition",
            "Which printed rules: they differ in the opening hands.",
            ("second", "first"),
            "second",
            ("The starting player is dealt 3 cards, the other 5.", "Both are dealt 5 cards."),
        ),
        Option(
            "starter",
            "Who has the first turn.",
            ("random", 0, 1),
            "random",
            ("Chosen at random.", "Seat 0 starts.", "Seat 1 starts."),
        ),
    )
    num_actions: ClassVar[int] = actions.NUM_ACTIONS
    first_chance_action: ClassVar[int] = actions.FIRST_CHANCE
    max_actions: ClassVar[int] = MAX_TURNS * ACTIONS_PER_TURN + OPENING_ACTIONS
    endings: ClassVar[tuple[tuple[str, str], ...]] = (
        ("", ""),
        ("BB-9.2", "one side has 15 or more, the other 9 or less"),
        ("BB-9.4", "in the end phase one side has 20 or more"),
        ("BB-9.4", "in the end phase one side has 9 or less"),
        ("BB-9.5", "the last temple card was drawn"),
        ("BB-9.7", f"{MAX_TURNS} turns were played"),
    )
    audits: ClassVar[tuple[str, ...]] = (
        "",
        "a nation card was lost or added",
        "a temple card was lost or added",
        "a count is impossible",
        "the game is over without a reason, or goes on although it must end",
        "a hand is not known, as in an observation",
    )
    not_asked_clause: ClassVar[str] = "BB-2.1"
    view_type: ClassVar[Any] = views.BabelView
    expertise_place: ClassVar[str | None] = "shinar.games.babel.expertise:EXPERTISE"

    @property
    def num_seats(self) -> int:
        """Two, always."""
        return SEATS

    @property
    def _edition(self) -> Edition:
        return Edition[str(self.options["edition"]).upper()]

    def initial_state(self) -> State:
        """[BB-1] The starting cards are set aside, pawns in the quarry, nothing dealt."""
        state = State()
        state.edition = self._edition
        state.deck = [CARDS_PER_NATION] * NATIONS
        state.quarry = list(TEMPLE_COPIES)
        for player in state.players:
            player.pawn = QUARRY
            player.start_card = 1
            state.quarry[1] -= 1
        starter = self.options["starter"]
        if isinstance(starter, int):
            rules.choose_starter(state, starter)
        return state

    def action_name(self, action: int) -> str:
        """`deploy medes`, `build hittites from own stack` …"""
        return actions.action_name(action)

    def action_group(self, action: int) -> str:
        """move, deploy, build, migrate, ability, discard, end turn or chance."""
        return actions.action_group(action)

    def action(self, action: int) -> Action:
        """See actions.py."""
        return actions.action_form(action)

    def tell(self, before: State, after: State, entry: Entry, viewer: Viewer) -> list[StoryLine]:
        """See story.py."""
        return story.tell(before, after, entry, viewer)

    def duty(self, state: State, seat: int) -> str:
        """[BB-7.10] Discard from a halved hand, or play on."""
        if state.phase != DISCARD:
            return "finish the turn"
        return f"discard {counted(state.to_discard, 'card')}"

    def duty_clause(self, state: State) -> str:
        """[BB-7.10] A halved hand comes before the turn goes on."""
        return "BB-7.10" if state.phase == DISCARD else self.not_asked_clause

    def refusal(self, state: State, seat: int, action: int) -> Refusal | None:
        """Why an action is not legal."""
        return explain.refusal(state, seat, action)

    def position_text(self, state: State) -> str:
        """See notation.py."""
        return notation.position_text(state)

    def parse_position(self, text: str) -> State:
        """See notation.py; a position of the other edition is not one of this game."""
        state = notation.parse_position(text)
        if state.edition != self._edition:
            theirs, ours = (Edition(edition).name.lower() for edition in (state.edition, self._edition))
            raise NotationError(f"the position is of the {theirs} edition, but this game is of the {ours}")
        return state

    def view(self, observation: Observation[State]) -> dict[str, Any]:
        """See view.py."""
        return dict(views.view(observation.state, observation.seat))

    def render(self, observation: Observation[State], canvas: Canvas) -> str:
        """See view.py."""
        return views.render(observation.state, observation.seat, canvas)

    def picture(self, observation: Observation[State]) -> str:
        """See picture.py."""
        return pictures.picture(views.view(observation.state, observation.seat), default_names())

    def tints(self, text: str) -> Iterable[Tint]:
        """See view.py."""
        return views.tints(text)
