"""What actions of Babel change, in words: the counts of linear.py, each with what self-play says it is worth."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from shinar.core.expertise import Reason
from shinar.core.piles import top
from shinar.core.story import Narrator, counted, listed
from shinar.core.viewer import viewer_of
from shinar.games.babel.components import NATION_NAMES, SITES
from shinar.games.babel.expertise.linear import WEIGHTS, SideCounts, SiteCounts, side_counts, site_counts
from shinar.games.babel.rules import SAFE_SCORE, WINNING_SCORE, hand_size, score
from shinar.games.babel.state import Player, State

__all__ = ["reasons"]

LEVEL, BUILDING = ("level", "square"), ("support", "is_open", "can_build")
THREAT = ("doomed", "in_reach")
HAND = ("hand", "assyrians", "hittites", "medes", "persians", "sumerians")
HERE = "HERE"  # stands in a text for the site, so that what is said of several sites can be said once
# What linear.py does not count speaks for an action too, but less than what it counts.
LITTLE = 1


class Change(NamedTuple):
    """A site of one player before and after."""

    owner: int
    site: int
    before: SiteCounts
    after: SiteCounts
    sign: int  # 1 for the seat that acts, -1 for the other

    def worth(self, *names: str) -> int:
        """What the change of some counts is worth to the seat that acts."""
        fields = [SiteCounts._fields.index(name) for name in names]
        return self.sign * sum(WEIGHTS.site[i] * (self.after[i] - self.before[i]) for i in fields)


def reasons(before: State, after: State, seat: int) -> list[Reason]:
    """What speaks for and against what a seat does between two positions."""
    narrator = Narrator(viewer_of(seat))
    found = _joined(
        (change.site, reason)
        for change in _changes(before, after, seat)
        for reason in _site_reasons(change, after, narrator)
    )
    for owner in (seat, 1 - seat):
        found += _side_reasons(before, after, owner, 1 if owner == seat else -1, narrator)
    return found + _small_reasons(before, after, seat, narrator)


def _joined(found: Iterable[tuple[int, Reason]]) -> list[Reason]:
    """What is said of several sites, said once."""
    sites: dict[str, list[str]] = {}
    worths: dict[str, int] = {}
    for site, reason in found:
        sites.setdefault(reason.text, []).append(NATION_NAMES[site].capitalize())
        worths[reason.text] = worths.get(reason.text, 0) + reason.worth
    return [Reason(text.replace(HERE, _at(names)), worths[text]) for text, names in sites.items()]


def _at(names: Sequence[str]) -> str:
    """`the Medes site`, `the Medes and Persians sites`, `any site`."""
    if len(names) == SITES:
        return "any site"
    return f"the {listed(names)} site{'s' if len(names) > 1 else ''}"


def _changes(before: State, after: State, seat: int) -> Iterator[Change]:
    for owner in (seat, 1 - seat):
        for site in range(SITES):
            then, now = site_counts(before, owner, site), site_counts(after, owner, site)
            if then != now:
                yield Change(owner, site, then, now, 1 if owner == seat else -1)


def _site_reasons(change: Change, state: State, narrator: Narrator) -> Iterator[Reason]:
    """Temples, what can be built, groups and threats at one site."""
    if change.after.level != change.before.level:
        yield Reason(_level_text(change, narrator), change.worth(*LEVEL))
    elif change.worth(*BUILDING):
        yield Reason(_building_text(change, state, narrator), change.worth(*BUILDING, "cards"))
    elif change.after.cards != change.before.cards:
        cards = counted(change.after.cards, "card")
        yield Reason(f"leaves {narrator.name(change.owner)} {cards} at {HERE}", change.worth("cards"))
    if change.after.groups != change.before.groups:
        verb = "gives" if change.after.groups else "takes from"
        text = f"{verb} {narrator.name(change.owner)} three in a row at {HERE}, which pay for an ability"
        yield Reason(text, change.worth("groups"))
    yield from _threats(change, narrator)


def _level_text(change: Change, narrator: Narrator) -> str:
    whose, level = narrator.whose(change.owner), change.after.level
    if level == 0:
        return f"takes {whose} temple at {HERE} away"
    verb = "raises" if level > change.before.level else "brings down"
    return f"{verb} {whose} temple at {HERE} from level {change.before.level} to level {level}"


def _building_text(change: Change, state: State, narrator: Narrator) -> str:
    """What can be built next, or no longer."""
    name, level = narrator.name(change.owner), change.after.level + 1
    if change.after.can_build > change.before.can_build:
        return f"lets {name} build level {level} at {HERE} next"
    if change.after.can_build < change.before.can_build or change.after.is_open < change.before.is_open:
        return f"leaves no level {level} on a stack for {name} at {HERE}"
    if change.after.is_open > change.before.is_open:
        owner = next(player for player in range(2) if top(state.players[player].stack) == level)
        return f"uncovers a level {level} on {narrator.whose(owner)} stack, which fits at {HERE}"
    supported = change.after.level + change.after.support
    return f"puts {counted(change.after.cards, 'card')} at {HERE}, enough for level {supported}"


def _threats(change: Change, narrator: Narrator) -> Iterator[Reason]:
    """Temples that Assyrians can destroy, and levels that Hittites can steal."""
    whose, victim = narrator.whose(change.owner), narrator.whose(1 - change.owner)
    worth = change.worth(*THREAT)
    if worth:
        is_new = change.after.doomed + change.after.in_reach > change.before.doomed + change.before.in_reach
        verb = "threatens" if change.sign == 1 else f"lets {narrator.name(change.owner)} threaten"
        new = f"{verb} {victim} temple at {HERE} with Assyrians"
        yield Reason(new if is_new else f"lessens the threat of {whose} Assyrians at {HERE}", worth)
    if worth := change.worth("stealable"):
        levels = counted(max(change.after.stealable, change.before.stealable), "level")
        verb = "lets" if change.after.stealable > change.before.stealable else "no longer lets"
        yield Reason(f"{verb} {narrator.name(change.owner)} steal {levels} at {HERE} with Hittites", worth)


def _side_reasons(before: State, after: State, owner: int, sign: int, narrator: Narrator) -> Iterator[Reason]:
    """The score and the hand of a whole side."""
    then, now = side_counts(before, owner), side_counts(after, owner)

    def worth(*names: str) -> int:
        fields = [SideCounts._fields.index(name) for name in names]
        return sign * sum(WEIGHTS.side[i] * (now[i] - then[i]) for i in fields)

    points, whose = score(after, owner), narrator.whose(owner)
    if now.is_safe != then.is_safe:
        verb = "keeps" if now.is_safe else "no longer keeps"
        text = f"brings {whose} score to {points}, which {verb} {narrator.name(owner)} from losing at {WINNING_SCORE}"
        yield Reason(text, worth("is_safe", "near"))
    elif now.near != then.near and points > SAFE_SCORE:
        yield Reason(f"brings {whose} score from {score(before, owner)} to {points}", worth("near"))
    if (cards := now.hand - then.hand) and (sign < 0 or cards > 0):
        amount = f"{counted(abs(cards), 'card')} {'more' if cards > 0 else 'fewer'}"
        yield Reason(f"leaves {narrator.name(owner)} with {amount} in hand", worth(*HAND))


def _small_reasons(before: State, after: State, seat: int, narrator: Narrator) -> list[Reason]:
    """What the counts do not show: a pawn that has moved, a hand to be halved, cards that are kept."""
    me, found = after.players[seat], []
    if me.pawn != before.players[seat].pawn:
        cards = counted(me.rows[me.pawn].n, "card") if me.rows[me.pawn].n else "no cards yet"
        found.append(
            Reason(f"takes your pawn to {_at([NATION_NAMES[me.pawn].capitalize()])}, where you have {cards}", LITTLE)
        )
    if after.to_discard > before.to_discard:
        cards = counted(after.to_discard, "card")
        worth = WEIGHTS.side[SideCounts._fields.index("hand")] * after.to_discard
        found.append(Reason(f"makes {narrator.name(1 - seat)} discard {cards}", worth))
    if _has_finished(before, after) and hand_size(me):
        found.append(Reason(f"keeps {_hand_text(me)} for a later turn", LITTLE))
    return found


def _has_finished(before: State, after: State) -> bool:
    """Whether a turn was ended, or a card of a halved hand discarded."""
    return after.phase != before.phase or before.to_discard > 0


def _hand_text(player: Player) -> str:
    """`2 Medes and 1 Sumerians`."""
    return listed([f"{cards} {NATION_NAMES[nation].capitalize()}" for nation, cards in enumerate(player.hand) if cards])
