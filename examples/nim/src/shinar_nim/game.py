"""Nim as a game: options, words, positions as text."""

import re
from typing import Any, ClassVar

from shinar.core.action import Action, Entry
from shinar.core.canvas import Canvas
from shinar.core.errors import NotationError
from shinar.core.game import Game, Observation, Refusal, Rules
from shinar.core.options import Option
from shinar.core.story import Narrator, StoryLine
from shinar.core.viewer import Viewer
from shinar_nim.rules import FULL_HEAPS, HEAPS, MAX_TAKEN, RULES, SEATS, State, heap_of, number_of

__all__ = ["Nim"]

POSITION = re.compile(r"heaps:(\d),(\d),(\d) seat:([01]) turn:(\d+)( misere)?")


class Nim(Game[State]):
    """Nim with heaps of 3, 4 and 5."""

    name: ClassVar[str] = "nim"
    title: ClassVar[str] = "Nim"
    summary: ClassVar[str] = "Three heaps, two players: take from one heap, and try to take the last stone."
    rules_version: ClassVar[int] = 1
    rules: ClassVar[Rules[State]] = RULES
    option_list: ClassVar[tuple[Option, ...]] = (
        Option(
            "last",
            "What the last stone brings.",
            ("wins", "loses"),
            "wins",
            ("Whoever takes it wins.", "Whoever takes it loses: misère."),
        ),
    )
    num_actions: ClassVar[int] = HEAPS * MAX_TAKEN
    first_chance_action: ClassVar[int] = HEAPS * MAX_TAKEN  # there are none of chance
    max_actions: ClassVar[int] = sum(FULL_HEAPS)
    endings: ClassVar[tuple[tuple[str, str], ...]] = (("", ""), ("NM-2.1", "the last stone was taken"))
    audits: ClassVar[tuple[str, ...]] = ("", "a heap has an impossible number of stones")
    not_asked_clause: ClassVar[str] = "NM-1.1"

    @property
    def num_seats(self) -> int:
        """Two, always."""
        return SEATS

    def initial_state(self) -> State:
        """[NM-1.1] Full heaps."""
        state = State()
        state.heaps = list(FULL_HEAPS)
        state.is_misere = int(self.options["last"] == "loses")
        return state

    # -- words --

    def action_name(self, action: int) -> str:
        """`take 2 from heap 1`."""
        return f"take {number_of(action)} from heap {heap_of(action) + 1}"

    def action_group(self, action: int) -> str:
        """The heap it takes from."""
        return f"heap {heap_of(action) + 1}"

    def action(self, action: int) -> Action:
        """The same as data."""
        return Action("take", {"number": number_of(action), "heap": heap_of(action) + 1})

    def tell(self, before: State, after: State, entry: Entry, viewer: Viewer) -> list[StoryLine]:
        """All is done in the open: one line for each action."""
        form = self.action(entry.action)
        words = f"take {form.args['number']} from heap {form.args['heap']}"
        return [Narrator(viewer).line(entry.actor, words, form.verb, args=form.args, action=entry.action)]

    def refusal(self, state: State, seat: int, action: int) -> Refusal | None:
        """[NM-1.2] A heap must have as many stones as are taken."""
        left = state.heaps[heap_of(action)]
        if number_of(action) <= left:
            return None
        return Refusal(f"only {left} are left in heap {heap_of(action) + 1}", "NM-1.2")

    # -- positions --

    def position_text(self, state: State) -> str:
        """`heaps:3,0,5 seat:1 turn:2`, and `misere` if the last stone loses."""
        heaps = ",".join(str(heap) for heap in state.heaps)
        return f"heaps:{heaps} seat:{state.turn_of} turn:{state.turns + 1}{' misere' * state.is_misere}"

    def parse_position(self, text: str) -> State:
        """The inverse of `position_text`."""
        found = POSITION.fullmatch(" ".join(text.split()))
        if found is None:
            raise NotationError("a position of nim looks like 'heaps:3,4,5 seat:0 turn:1', and may end in 'misere'")
        state = State()
        state.heaps = [int(found[heap]) for heap in range(1, HEAPS + 1)]
        state.turn_of, state.turns, state.is_misere = int(found[4]), int(found[5]) - 1, int(bool(found[6]))
        return state

    def view(self, observation: Observation[State]) -> dict[str, Any]:
        """The position as plain data."""
        state = observation.state
        return {"game": self.name, "seat": observation.seat, "heaps": list(state.heaps), "turn_of": state.turn_of}

    def render(self, observation: Observation[State], canvas: Canvas) -> str:
        """The heaps as rows of stones."""
        rows = [f"heap {heap + 1}  {'o' * left or '-'}" for heap, left in enumerate(observation.state.heaps)]
        return "\n".join(rows)
