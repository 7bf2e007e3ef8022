"""Babylonia as a game: options and endings; connects the files of this package."""

from collections.abc import Iterable
from typing import Any, ClassVar, cast

from shinar.core.action import Action, Entry
from shinar.core.canvas import Canvas, Tint
from shinar.core.errors import NotationError, OptionError
from shinar.core.game import Game, Observation, Refusal, Rules
from shinar.core.options import Option, OptionValue
from shinar.core.story import StoryLine, default_names
from shinar.core.viewer import Viewer
from shinar.games.babylonia import actions, audit, drawing, explain, notation, observation, rules, story
from shinar.games.babylonia import picture as pictures
from shinar.games.babylonia import preview as previews
from shinar.games.babylonia import view as views
from shinar.games.babylonia.components import CARDS, MAX_SEATS, STANDARD_CARDS, TOKENS
from shinar.games.babylonia.notation import blank_board
from shinar.games.babylonia.state import CHOOSE_CARD, State

__all__ = ["Babylonia"]

# Every token is drawn once and placed once, at least one in a turn; a turn adds the end of placing and a choice about
# the extra turn. Every site is scored once, a ziggurat brings a card. The opening adds tiles, two cards and who starts.
ACTIONS_PER_TOKEN = 2 + 2
SITES_AND_CARDS = 37 + 5
OPENING_ACTIONS = 32 + 2 + 1


class Babylonia(Game[State]):
    """Babylonia for two, three or four."""

    name: ClassVar[str] = "babylonia"
    title: ClassVar[str] = "Babylonia"
    summary: ClassVar[str] = "Clans between two rivers: surround cities, touch ziggurats, bring in the crops."
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
        deal=rules.deal,
        random_action=rules.random_action,
        offer=rules.offer,
        observe_hidden=observation.observe_hidden,
    )
    option_list: ClassVar[tuple[Option, ...]] = (
        Option(
            "players",
            "The number of players.",
            (2, 3, 4),
            2,
            ("The south is not used.", "The north is not used.", "The whole board is used."),
        ),
        Option(
            "cards",
            "Which ziggurat cards are on display.",
            ("standard", "variant"),
            "standard",
            ("Cards 1 to 7.", "Seven of all nine, by chance."),
            advanced=True,
        ),
        Option(
            "field",
            "Which of your tokens next to a field lets a farmer in.",
            ("any", "face-up"),
            "any",
            ("Any token, also one face down in a river.", "Only one that lies face up."),
            advanced=True,
        ),
        Option(
            "noble",
            "When the owner of card 5 places the noble.",
            ("any", "last"),
            "any",
            ("In any order with the farmers.", "After three or more farmers, as the last token."),
            advanced=True,
        ),
        Option(
            "starter",
            "Who has the first turn.",
            ("random", 0, 1, 2, 3),
            "random",
            ("Chosen at random.", "Seat 0 starts.", "Seat 1 starts.", "Seat 2 starts.", "Seat 3 starts."),
            advanced=True,
        ),
    )
    num_actions: ClassVar[int] = actions.NUM_ACTIONS
    first_chance_action: ClassVar[int] = actions.FIRST_CHANCE
    max_actions: ClassVar[int] = MAX_SEATS * TOKENS * ACTIONS_PER_TOKEN + SITES_AND_CARDS + OPENING_ACTIONS
    endings: ClassVar[tuple[tuple[str, str], ...]] = (
        ("", ""),
        ("BN-7.2", "the player on turn has no token left"),
        ("BN-7.3", "at most one city is left on the board"),
    )
    audits: ClassVar[tuple[str, ...]] = (
        "",
        "a token was lost or added",
        "a tile was lost or added",
        "a ziggurat card was lost or added",
        "a token lies on the wrong face",
        "the sites to be scored are not those that are surrounded",
        "a count is impossible",
        "the phase is not one that the rest of the position allows",
        "a token is not known, as in an observation",
    )
    not_asked_clause: ClassVar[str] = "BN-2.1"
    view_type: ClassVar[Any] = views.BabyloniaView
    preview_type: ClassVar[Any] = previews.Preview
    expertise_place: ClassVar[str | None] = "shinar.games.babylonia.expertise:EXPERTISE"

    def __init__(self, **options: OptionValue) -> None:
        super().__init__(**options)
        starter = self.options["starter"]
        if isinstance(starter, int) and starter >= self.num_seats:
            raise OptionError(f"starter cannot be {starter} with {self.num_seats} players")

    @property
    def num_seats(self) -> int:
        """Two, three or four."""
        players = self.options["players"]
        assert isinstance(players, int)
        return players

    def initial_state(self) -> State:
        """[BN-1.2] … [BN-1.6] The board without tiles, all tokens in the pools."""
        state = blank_board(self.num_seats)
        state.display = _card_bits(STANDARD_CARDS if self.options["cards"] == "standard" else CARDS)
        state.needs_face_up = int(self.options["field"] == "face-up")
        state.noble_is_last = int(self.options["noble"] == "last")
        starter = self.options["starter"]
        if isinstance(starter, int):
            rules.choose_starter(state, starter)
        return state

    def action_name(self, action: int) -> str:
        """`place priest 12,6`, `score 9,9`, `take card 2 extra turn` …"""
        return actions.action_name(action)

    def action_group(self, action: int) -> str:
        """place, end placing, score, card, extra turn or chance."""
        return actions.action_group(action)

    def action(self, action: int) -> Action:
        """See actions.py."""
        return actions.action_form(action)

    def tell(self, before: State, after: State, entry: Entry, viewer: Viewer) -> list[StoryLine]:
        """See story.py."""
        return story.tell(before, after, entry, viewer)

    def duty(self, state: State, seat: int) -> str:
        """[BN-5.1] Take a ziggurat card, or play on."""
        return "take a ziggurat card" if state.phase == CHOOSE_CARD else "finish the turn"

    def duty_clause(self, state: State) -> str:
        """[BN-5.1] Who wins a ziggurat takes a card before the turn goes on."""
        return "BN-5.1" if state.phase == CHOOSE_CARD else self.not_asked_clause

    def refusal(self, state: State, seat: int, action: int) -> Refusal | None:
        """Why an action is not legal."""
        return explain.refusal(state, seat, action)

    def position_text(self, state: State) -> str:
        """See notation.py."""
        return notation.position_text(state)

    def parse_position(self, text: str) -> State:
        """See notation.py; a position of other options is not one of this game."""
        state = notation.parse_position(text)
        mine = self.initial_state()
        if state.seats != mine.seats:
            raise NotationError(f"this is a position for {state.seats} players, but this game has {mine.seats}")
        for word, field in notation.FLAGS.items():
            if getattr(state, field) != getattr(mine, field):
                played = "with" if getattr(mine, field) else "without"
                raise NotationError(f"this game is played {played} {word!r}, and the position is not")
        cards = state.display | sum(player.cards for player in state.players)
        if self.options["cards"] == "standard" and cards != mine.display:
            raise NotationError("cards 8 and 9 are used only in the variant, with the option cards=variant")
        return state

    def view(self, observation: Observation[State]) -> dict[str, Any]:
        """See view.py."""
        return cast(dict[str, Any], views.view(observation.state, observation.seat))

    def preview(self, observation: Observation[State], action: int) -> dict[str, Any]:
        """See preview.py."""
        return cast(dict[str, Any], previews.preview(observation.state, action))

    def render(self, observation: Observation[State], canvas: Canvas) -> str:
        """See drawing.py."""
        return drawing.render(observation.state, observation.seat, canvas)

    def picture(self, observation: Observation[State]) -> str:
        """See picture.py."""
        return pictures.picture(views.view(observation.state, observation.seat), default_names())

    def tints(self, text: str) -> Iterable[Tint]:
        """See drawing.py."""
        return drawing.tints(text)


def _card_bits(cards: int) -> int:
    """Cards 1 … n as bits."""
    return sum(1 << card for card in range(1, cards + 1))
