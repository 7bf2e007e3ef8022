"""A match in a few sentences: who won, whose choices cost most, whom chance helped, and the costliest choice."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from shinar.core.story import listed

if TYPE_CHECKING:
    from shinar.core.game import Outcome
    from shinar.core.record import Record
    from shinar.search.analysis import Analysis, Estimate

__all__ = ["percent", "result_sentence", "signed_percent", "summary"]

PERCENT = 100
CLEAR = 2  # standard errors from which luck is mentioned


def percent(estimate: "Estimate") -> str:
    """An estimate with its error."""
    return f"{PERCENT * estimate.value:.1f} ± {PERCENT * estimate.error:.1f} %"


def signed_percent(estimate: "Estimate") -> str:
    """A gain or loss with its error."""
    return f"{PERCENT * estimate.value:+.1f} ± {PERCENT * estimate.error:.1f} %"


def summary(record: "Record", analysis: "Analysis", names: Sequence[str]) -> list[str]:
    """What an analysis found, in words and names."""
    first = result_sentence(record, analysis.game.title, names)
    return [first, *_skill(analysis, names), *_luck(analysis, names), *_costliest(analysis, names)]


def result_sentence(record: "Record", title: str, names: Sequence[str]) -> str:
    """Who won, with how many points, and ahead of whom."""
    outcome = record.outcome
    if outcome is None:
        return f"This game of {title} is not over: {len(record.log)} actions so far."
    winners = listed([_scored(outcome, seat, names) for seat in outcome.winners])
    if outcome.is_draw:
        return f"This game of {title} was a draw between {winners}."
    others = sorted(set(range(len(names))) - set(outcome.winners), key=lambda seat: outcome.ranks[seat])
    behind = listed([_scored(outcome, seat, names) for seat in others])
    achievement = "shared first place in" if outcome.is_shared else "won"
    return f"{winners} {achievement} this game of {title}, ahead of {behind}."


def _scored(outcome: "Outcome", seat: int, names: Sequence[str]) -> str:
    return f"{names[seat]} ({outcome.scores[seat]})"


def _skill(analysis: "Analysis", names: Sequence[str]) -> list[str]:
    """Whose choices cost most, and whose least."""
    lost = [analysis.skill_lost(seat) for seat in range(len(names))]
    least, most = (pick(range(len(names)), key=lambda seat: lost[seat].value) for pick in (min, max))
    if least == most:
        return []
    return [
        f"{names[most]} gave away most by choice, {percent(lost[most])} of the chance to win in all, "
        f"and {names[least]} least, {percent(lost[least])}."
    ]


def _luck(analysis: "Analysis", names: Sequence[str]) -> list[str]:
    """Whom chance helped, if it clearly helped anybody."""
    if not analysis.lucks:
        return []
    lucky = max(range(len(names)), key=lambda seat: analysis.luck(seat).value)
    luck = analysis.luck(lucky)
    if luck.value <= CLEAR * luck.error:
        return ["Chance helped nobody clearly."]
    return [f"Chance helped {names[lucky]} most: {signed_percent(luck)}."]


def _costliest(analysis: "Analysis", names: Sequence[str]) -> list[str]:
    """The choice that lost most, if any lost something."""
    worst = max(analysis.choices, key=lambda choice: choice.lost.value, default=None)
    if worst is None or not worst.better:
        return []
    taken, better = (analysis.game.action_name(action) for action in (worst.action, worst.better[0].action))
    cost = f"{names[worst.seat]}'s `{taken}` in turn {worst.turn}, which cost {percent(worst.lost)}"
    return [f"The costliest choice was {cost}; `{better}` was better."]
