"""What a study of Babel looks at."""

from shinar.core.study import FinishedGame, SeatFacts, Study, turn_order
from shinar.games.babel.components import NATION_NAMES, SITES
from shinar.games.babel.rules import height
from shinar.games.babel.state import State

__all__ = ["STUDY"]


def facts(played: FinishedGame[State]) -> tuple[SeatFacts, ...]:
    """Who began, how often each ability was used, and the temples at the end."""
    state = played.state
    used = _abilities(played)
    return tuple(
        SeatFacts(
            {"first turn": (turn_order(played, seat),), "ability used": used[seat]},
            {f"temple at {NATION_NAMES[site]}": height(state.players[seat], site) for site in range(SITES)},
        )
        for seat in range(played.game.num_seats)
    )


def _abilities(played: FinishedGame[State]) -> list[tuple[str, ...]]:
    """The verbs of what each seat did besides moving and deploying, once each."""
    used: list[dict[str, None]] = [{} for _ in range(played.game.num_seats)]
    for entry in played.log:
        if entry.actor >= 0:
            used[entry.actor][played.game.action(entry.action).verb] = None
    return [tuple(sorted(verb for verb in verbs if verb not in USUAL)) for verbs in used]


USUAL = {"move", "deploy", "end turn", "discard", "build"}
STUDY = Study(facts, variations=({"edition": "first"},))
