"""7 Wonders as a game: options and endings; connects the files of this package."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, ClassVar, cast

from shinar.core.action import Action, Entry
from shinar.core.canvas import Canvas, Tint
from shinar.core.compiled.jit import jit
from shinar.core.compiled.variants import with_parts
from shinar.core.errors import NotationError, OptionError
from shinar.core.game import CHANCE, Game, Observation, Refusal, Rules, Runs
from shinar.core.options import Option, OptionValue
from shinar.core.story import StoryLine, default_names
from shinar.core.viewer import Viewer
from shinar.games.wonders import actions, audit, drawing, explain, notation, observation, rules, scoring, story
from shinar.games.wonders import picture as pictures
from shinar.games.wonders import view as views
from shinar.games.wonders.components import (
    AGES,
    BOARD_BOXES,
    BOARD_NAMES,
    BOARD_NEEDS,
    BOARDS,
    CARDS,
    CITIES,
    EXPANSIONS,
    MAX_CITIES,
    MAX_HAND,
    MAX_TURNS,
    MIN_CITIES,
    SIDES,
    TILES,
    leaders_in_game,
)
from shinar.games.wonders.expansions.absent import WITHOUT_BABEL
from shinar.games.wonders.expansions.cities.absent import WITHOUT_CITIES
from shinar.games.wonders.expansions.leaders.absent import WITHOUT_LEADERS, WITHOUT_VICTORY_THINGS
from shinar.games.wonders.expansions.pack.absent import WITHOUT_PACK
from shinar.games.wonders.seating import num_blacks, num_guilds
from shinar.games.wonders.state import DRAFTED, State, StateOfEight, state_for
from shinar.games.wonders.teams import PAIRS, SEE_HANDS, SPARE_LOSSES, TEAM_PLAYERS, TEAM_SIZE
from shinar.games.wonders.words import board_title

__all__ = ["Wonders"]

ACTIONS_PER_TURN = 5  # card and use, way, participation, the bank, payment: of each city; and a loss to settle
ACTIONS_ALONE = 30  # the seventh card, extra leaders, the discards, penalties: in an Age, of all
LEADER_ACTIONS = DRAFTED + DRAFTED - 1 + AGES * ACTIONS_PER_TURN  # dealt, kept and used: of each city
ANY = "any"  # board, for a seat without one of its own
Parts = dict[Callable[..., Any], Callable[..., Any]]  # what stands in the place of what
BOARD_CLAUSES = {"leaders": "SW-15.1", "cities": "SW-16.2", "pack": "SW-17.1"}  # that add boards
# what each board of an expansion needs
NEEDS = tuple((name, "expansions", box) for name, box in zip(BOARD_NAMES, BOARD_BOXES, strict=True) if box)
ALL_TILES = (1 << TILES + 1) - 2  # as bits, counted from 1


@jit
def no_leader_points(_state: State, _number: int) -> int:
    """The points of leaders where they are not played."""
    return 0


RULES: Rules[State] = Rules(
    state=State,
    actors=rules.actors,
    legal_actions=rules.legal_actions,
    chances=rules.chances,
    apply=rules.apply,
    observe=observation.observe,
    determinize=observation.determinize,
    score=scoring.score,
    ranking_key=scoring.ranking_key,
    ending=rules.ending,
    turn=rules.turn,
    audit=audit.audit,
    deal=rules.deal,
    random_action=rules.random_action,
    observe_hidden=observation.observe_hidden,
)
NO_LEADERS: Parts = {**WITHOUT_LEADERS, scoring.leader_points: no_leader_points}
RULES_OF_EIGHT = replace(RULES, state=StateOfEight)
_variants: dict[tuple[bool, ...], Rules[State]] = {}  # those that were asked for; making all would take long


def rules_for(*, babel: bool, leaders: bool, cities: bool, pack: bool, eighth_city: bool = False) -> Rules[State]:
    """The same game, compiled without what it has no use for. The Wonder Pack and an eighth city need Cities."""
    key = (babel, leaders, cities, pack, eighth_city)
    if key not in _variants:
        parts = _parts_without(babel, leaders, cities, pack)
        rules = RULES_OF_EIGHT if eighth_city else RULES
        _variants.setdefault(key, with_parts(rules, parts) if parts else rules)
    return _variants[key]


def _parts_without(babel: bool, leaders: bool, cities: bool, pack: bool) -> Parts:
    """What stands in the place of the parts that are not played."""
    parts: Parts = {} if babel else dict(WITHOUT_BABEL)
    if not leaders:
        parts |= NO_LEADERS
    if not cities:
        parts |= WITHOUT_CITIES
    if not leaders and not cities:
        parts |= WITHOUT_VICTORY_THINGS
    if not pack:
        parts |= WITHOUT_PACK
    return parts


class Wonders(Game[State]):
    """7 Wonders, first edition, for two to eight players."""

    name: ClassVar[str] = "wonders"
    title: ClassVar[str] = "7 Wonders"
    summary: ClassVar[str] = "Lead a city through three Ages: pass hands, build, trade, and outshine your neighbours."
    rules_version: ClassVar[int] = 4
    # before Leaders, before Cities, before the Wonder Pack: actions had other ids
    former_versions: ClassVar[tuple[int, ...]] = (1, 2, 3)
    former_ids: ClassVar[Mapping[int, Runs]] = {
        1: actions.IDS_BEFORE_LEADERS,
        2: actions.IDS_BEFORE_CITIES,
        3: actions.IDS_BEFORE_PACK,
    }
    rules: ClassVar[Rules[State]] = RULES
    option_list: ClassVar[tuple[Option, ...]] = (
        Option(
            "players",
            "The number of players; with two, a Free City is the third city; eight need Cities.",
            (2, 3, 4, 5, 6, 7, 8),
            3,
            (
                "Two cities and a Free City that both play for.",
                "Three cities, each the neighbour of both others.",
                "Four cities in a ring.",
                "Five cities in a ring.",
                "Six cities in a ring.",
                "Seven cities in a ring.",
                "Eight cities in a ring, with Cities only.",
            ),
            needs=((8, "expansions", "cities"),),
        ),
        Option(
            "expansions",
            "What is added to the base game: parts of Babel; with three and more players Leaders, Cities, boards.",
            EXPANSIONS,
            (),
            (
                "The Tower of Babel: tiles that change the rules.",
                "The Great Projects: build together, or be punished.",
                "Leaders: draft four, and recruit one at the start of each Age.",
                "Cities: black cards, debts and diplomacy, in Ages of seven turns.",
                "The Wonder Pack: three boards more, with Leaders four.",
            ),
            many=True,
        ),
        Option(
            "teams",
            "Whether partners who sit side by side win together: four, six or eight players with Cities.",
            ("none", "pairs"),
            "none",
            ("Everybody plays alone.", "Seats 1 and 2 are partners, 3 and 4, and so on."),
            advanced=True,
            needs=(("pairs", "expansions", "cities"),),
        ),
        Option(
            "partners",
            "What partners have agreed on.",
            ("see_hands", "spare_losses"),
            (),
            ("Partners see each other's hands.", "Partners do not make each other lose coins."),
            many=True,
            advanced=True,
            title="Partners have agreed",
            needs=(("see_hands", "teams", "pairs"), ("spare_losses", "teams", "pairs")),
        ),
        Option(
            "seat_boards",
            "A given board for a given seat; any: dealt at random.",
            (ANY, *BOARD_NAMES),
            (),
            ("Dealt at random.", *(f"The seat has {board_title(board * SIDES)}." for board in range(BOARDS))),
            per_seat=True,
            title="Board of each seat",
            needs=NEEDS,
        ),
        Option(
            "boards",
            "The boards that chance deals from: all, unless some are chosen. A board given to a seat is always used.",
            BOARD_NAMES,
            (),
            tuple(f"{board_title(board * SIDES)} may be dealt." for board in range(BOARDS)),
            many=True,
            title="Boards that may be dealt",
            none_is_all=True,
            needs=NEEDS,
        ),
        Option(
            "sides",
            "Which sides of the boards are played.",
            ("random", "a", "b"),
            "random",
            ("Chosen at random for each.", "All have side A.", "All have side B."),
            title="Sides of the boards",
        ),
    )
    view_type: ClassVar[Any] = views.WondersView
    num_actions: ClassVar[int] = actions.NUM_ACTIONS
    first_chance_action: ClassVar[int] = actions.FIRST_CHANCE
    max_actions: ClassVar[int] = (
        MAX_CITIES
        + TILES
        + (2 + LEADER_ACTIONS) * MAX_CITIES
        + AGES * (1 + MAX_CITIES * (MAX_HAND + (ACTIONS_PER_TURN + 1) * MAX_TURNS + 1) + MAX_TURNS + ACTIONS_ALONE)
    )
    endings: ClassVar[tuple[tuple[str, str], ...]] = (("", ""), ("SW-10.1", "the third Age is over"))
    audits: ClassVar[tuple[str, ...]] = (
        "",
        "a card was lost or added",
        "the number of guilds is wrong",
        "a city counts its structures wrong",
        "a tile was lost or added",
        "a count is impossible",
        "coins were lost or added",
        "tokens were lost or added",
        "a leader was lost or added",
        "black cards, debts or diplomacy tokens are wrong",
    )
    not_asked_clause: ClassVar[str] = "SW-3.2"
    expertise_place: ClassVar[str | None] = "shinar.games.wonders.expertise:EXPERTISE"

    def __init__(self, **options: OptionValue) -> None:
        super().__init__(**options)
        self._check_expansions()
        self._check_teams()
        self._check_seat_boards()
        vars(self)["rules"] = self._variant()
        boards = self._boards()
        if len(boards) < self._num_cities():
            raise OptionError(f"{self._num_cities()} cities need as many boards, not only {', '.join(boards)}")

    def _variant(self) -> Rules[State]:
        """The rules, compiled for what is played."""
        return rules_for(
            babel=self._has("tower") or self._has("projects"),
            leaders=self._has("leaders"),
            cities=self._has("cities") or self._has("pack"),
            pack=self._has("pack"),
            eighth_city=self.num_seats > CITIES,
        )

    def _check_expansions(self) -> None:
        """OptionError for an expansion with two players, eight without Cities, or a board without its expansion."""
        if self._has("leaders") and self.num_seats < MIN_CITIES:
            raise OptionError(f"leaders need at least {MIN_CITIES} players [SW-21.2]")
        if self._has("cities") and self.num_seats < MIN_CITIES:
            raise OptionError(f"cities needs at least {MIN_CITIES} players [SW-21.3]")
        if self.num_seats > CITIES and not self._has("cities"):
            raise OptionError(f"{self.num_seats} players need the expansion cities [SW-18.1]")
        if self._has("pack") and self.num_seats < MIN_CITIES:
            raise OptionError(f"pack needs at least {MIN_CITIES} players [SW-21.4]")
        boards = self.options["boards"]
        assert isinstance(boards, tuple)
        for name, box, other in zip(BOARD_NAMES, BOARD_BOXES, BOARD_NEEDS, strict=True):
            if name in boards + self._seat_boards() and not self._has(box):
                raise OptionError(f"{name} is a board of the expansion {box} [{BOARD_CLAUSES[box]}]")
            if name in boards + self._seat_boards() and not self._has(other):
                raise OptionError(f"{name} needs the expansion {other} [{BOARD_CLAUSES[box]}]")

    def _check_seat_boards(self) -> None:
        """OptionError for more boards than seats, or the same board twice."""
        given = self._seat_boards()
        if len(given) > self.num_seats:
            raise OptionError(f"seat_boards names {len(given)} boards, but there are only {self.num_seats} players")
        named = [board for board in given if board != ANY]
        if twice := next((board for board in named if named.count(board) > 1), None):
            raise OptionError(f"seat_boards gives {twice} to two seats, but each board exists only once")

    @property
    def num_seats(self) -> int:
        """Two to eight."""
        players = self.options["players"]
        assert isinstance(players, int)
        return players

    @property
    def team_size(self) -> int:
        """[SW-19.1] Two in teams."""
        return TEAM_SIZE if self._teams() else 1

    def _teams(self) -> int:
        """What is agreed of teams, as bits."""
        agreed = self.options["partners"]
        assert isinstance(agreed, tuple)
        named = ("see_hands" in agreed) * SEE_HANDS + ("spare_losses" in agreed) * SPARE_LOSSES
        return PAIRS + named if self.options["teams"] == "pairs" else named

    def _check_teams(self) -> None:
        """OptionError for teams that cannot be, or for what partners have agreed on without teams."""
        teams = self._teams()
        if teams and not teams & PAIRS:
            raise OptionError("partners can agree on something only in teams: teams=pairs [SW-19.1]")
        if teams and not self._has("cities"):
            raise OptionError("teams need the expansion cities [SW-19.1]")
        if teams and self.num_seats not in TEAM_PLAYERS:
            raise OptionError(f"teams need 4, 6 or 8 players, not {self.num_seats} [SW-19.1]")

    def _num_cities(self) -> int:
        return max(self.num_seats, MIN_CITIES)

    def _boards(self) -> tuple[str, ...]:
        """The boards that may come into the game."""
        boards = self.options["boards"]
        assert isinstance(boards, tuple)
        needs = zip(BOARD_NAMES, BOARD_BOXES, BOARD_NEEDS, strict=True)
        played = [name for name, box, other in needs if self._has(box) and self._has(other)]
        return tuple(name for name in played if not boards or name in boards + self._seat_boards())

    def _has(self, expansion: str) -> bool:
        """Whether an expansion is played; the base game is always."""
        expansions = self.options["expansions"]
        assert isinstance(expansions, tuple)
        return not expansion or expansion in expansions

    def _seat_boards(self) -> tuple[str, ...]:
        boards = self.options["seat_boards"]
        assert isinstance(boards, tuple)
        return boards

    def initial_state(self) -> State:
        """[SW-2] Nothing is dealt yet."""
        state = state_for(self.num_seats)()
        state.players = self.num_seats
        state.num_cities = self._num_cities()
        state.has_tower = int(self._has("tower"))
        state.has_projects = int(self._has("projects"))
        state.has_leaders = int(self._has("leaders"))
        state.has_cities = int(self._has("cities"))
        state.teams = self._teams()
        state.has_pack = int(self._has("pack"))
        state.tile_deck = ALL_TILES * state.has_tower
        state.leader_deck = leaders_in_game(state.has_cities) * state.has_leaders
        state.boards = sum(1 << board for board in range(BOARDS) if BOARD_NAMES[board] in self._boards())
        for seat, board in enumerate(self._seat_boards()):
            state.seat_boards[seat] = (ANY, *BOARD_NAMES).index(board)
        state.sides = ("random", "a", "b").index(str(self.options["sides"]))
        state.deck = [audit.copies_in(state, card) for card in range(CARDS)]
        state.guilds_left = num_guilds(state)
        state.blacks_left = [num_blacks(state)] * AGES
        return state

    def is_sealed(self, before: State, after: State, entry: Entry) -> bool:
        """[SW-14.2] All decisions are sealed, except the one after which everything is revealed."""
        return not self.reveals(before, after, entry)

    def reveals(self, before: State, after: State, entry: Entry) -> bool:
        """[SW-3.2] When the last player has decided, everything is revealed."""
        return entry.actor == CHANCE or after.resolutions != before.resolutions

    def action_name(self, action: int) -> str:
        """`build baths`, `stage with altar`, `pay 2 left 0 right` …"""
        return actions.action_name(action)

    def action_group(self, action: int) -> str:
        """build, stage, discard, tower, tile, way, project, payment, last card, discards, penalty or chance."""
        return actions.action_group(action)

    def action(self, action: int) -> Action:
        """See actions.py."""
        return actions.action_form(action)

    def tell(self, before: State, after: State, entry: Entry, viewer: Viewer) -> list[StoryLine]:
        """See story.py."""
        return story.tell(before, after, entry, viewer)

    def duty(self, state: State, seat: int) -> str:
        """What a seat must do; no more than that, since how far a decision has come is not shown [SW-14.2]."""
        return explain.DUTIES.get(state.phase, "choose a card and its use")

    def refusal(self, state: State, seat: int, action: int) -> Refusal | None:
        """Why an action is not legal."""
        return explain.refusal(state, seat, action)

    def refusals(self, state: State, seat: int) -> list[Refusal | None]:
        """Why each action is not legal."""
        return explain.refusals(state, seat, range(self.first_chance_action))

    def position_text(self, state: State) -> str:
        """See notation.py."""
        return notation.position_text(state)

    def parse_position(self, text: str) -> State:
        """See notation.py."""
        state = notation.parse_position(text)
        own = self.initial_state()
        if state.players != own.players:
            raise NotationError(f"this is a position for {state.players} players, but this game has {own.players}")
        for name in EXPANSIONS:
            if getattr(state, f"has_{name}") != getattr(own, f"has_{name}"):
                played = "with" if getattr(own, f"has_{name}") else "without"
                raise NotationError(f"this game is played {played} {name}, and the position is not")
        if state.teams != own.teams:
            raise NotationError(
                "the position has other teams than this game, or its partners have agreed on something else"
            )
        return state

    def view(self, observation: Observation[State]) -> dict[str, Any]:
        """See view.py."""
        return cast(dict[str, Any], views.view(observation.state, observation.seat))

    def render(self, observation: Observation[State], canvas: Canvas) -> str:
        """See drawing.py."""
        return drawing.render(observation.state, observation.seat, canvas)

    def picture(self, observation: Observation[State]) -> str:
        """See picture.py."""
        return pictures.picture(views.view(observation.state, observation.seat), default_names())

    def tints(self, text: str) -> Iterable[Tint]:
        """See drawing.py."""
        return drawing.tints(text)
