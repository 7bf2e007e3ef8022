"""Babel once more, straight from RULES.md in plain lists and names: slow, and written apart from the package's rules.

Only what the player on turn (or a player whose hand is halved) does is played; chance is left out.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from shinar.games.babel.state import DISCARD, Player, State

__all__ = ["Side", "Table", "after", "groups", "legal"]

NATIONS = ["assyrians", "hittites", "medes", "persians", "sumerians"]
PLACES = [*NATIONS, "quarry"]
SEARCH_DEPTH = 4  # to build the starting card takes a move, a deployment or migration, and the building


@dataclass
class Side:
    """A player's cards."""

    hand: list[str]
    pawn: str
    rows: dict[str, list[str]]
    temples: dict[str, list[int]]
    stack: list[int]
    has_start_card: bool

    @staticmethod
    def of(player: Player) -> "Side":
        """The same cards as lists."""
        return Side(
            [nation for nation, count in zip(NATIONS, player.hand, strict=True) for _ in range(count)],
            PLACES[player.pawn],
            {
                site: [NATIONS[card] for card in row.cards[: row.n]]
                for site, row in zip(NATIONS, player.rows, strict=True)
            },
            {
                site: [level for level in range(1, 7) if bits & 2**level]
                for site, bits in zip(NATIONS, player.temples, strict=True)
            },
            player.stack.cards[: player.stack.n],
            bool(player.start_card),
        )

    def copy(self) -> "Side":
        """The same cards in other lists."""
        rows = {site: list(row) for site, row in self.rows.items()}
        temples = {site: list(temple) for site, temple in self.temples.items()}
        return replace(self, hand=list(self.hand), rows=rows, temples=temples, stack=list(self.stack))

    def level(self, site: str) -> int:
        """[BB-5.5] The level of a temple."""
        return max(self.temples[site], default=0)


@dataclass
class Table:
    """A position, seen by the player on turn."""

    me: Side
    other: Side
    discards: list[str]
    known_top: list[int]
    has_migrated: bool
    to_discard: int

    @staticmethod
    def of(state: State) -> "Table":
        """The same position as lists."""
        discards = [nation for nation, count in zip(NATIONS, state.discards, strict=True) for _ in range(count)]
        return Table(
            Side.of(state.players[state.turn_of]),
            Side.of(state.players[1 - state.turn_of]),
            discards,
            state.known_top.cards[: state.known_top.n],
            bool(state.migrated),
            state.to_discard if state.phase == DISCARD else 0,
        )

    def copy(self) -> "Table":
        """The same position in other lists."""
        discards, known_top = list(self.discards), list(self.known_top)
        return replace(self, me=self.me.copy(), other=self.other.copy(), discards=discards, known_top=known_top)


# ---- what is legal ----------------------------------------------------------------------------------------------


def legal(table: Table) -> set[str]:
    """The names of all that may be done; [BB-2.5] [BB-2.6] in the first turn nothing that spoils the duty."""
    if table.to_discard:
        return {f"discard {nation}" for nation in table.other.hand}
    if not table.me.has_start_card:
        return {"end turn", *actions(table)}
    return {name for name in actions(table) if can_found(after(table, name))} or {"end turn"}


def can_found(table: Table) -> bool:
    """Whether some way to go on builds the starting card: all are tried, the short ones first."""
    return any(can_found_within(table, depth) for depth in range(SEARCH_DEPTH + 1))


def can_found_within(table: Table, depth: int) -> bool:
    """Whether some way of so many actions builds it. What the opponent discards meanwhile does not matter for that."""
    if depth == 0:
        return not table.me.has_start_card
    return any(can_found_within(after(table, name), depth - 1) for name in actions(table))


def actions(table: Table) -> Iterator[str]:
    """All the actions of a turn but its end, the duty of the first turn left aside."""
    me = table.me
    yield from (f"move {nation}" for nation in set(me.hand) if nation != me.pawn)
    if not table.has_migrated:
        yield from (f"migrate {a} to {b}" for a in NATIONS for b in NATIONS if a != b and len(me.rows[a]) >= 3)
    if me.pawn != "quarry":
        yield from (f"deploy {nation}" for nation in set(me.hand))
        yield from builds(table)
        yield from abilities(table)


def builds(table: Table) -> Iterator[str]:
    """[BB-5] At the pawn's site."""
    site = table.me.pawn
    cards = {"own stack": table.me.stack[-1:], "opposing stack": table.other.stack[-1:]}
    cards["starting card"] = [1] if table.me.has_start_card else []
    for source, card in cards.items():
        if card == [table.me.level(site) + 1] and len(table.me.rows[site]) >= card[0]:
            yield f"build {site} from {source}"


def groups(row: list[str]) -> list[tuple[str, int]]:
    """[BB-7.1] The nation and the lowest place of each group in a row."""
    found = []
    for nation, places in groupby(range(len(row)), key=lambda place: row[place]):
        run = list(places)
        if len(run) >= 3:
            found.append((nation, run[0]))
    return found


def abilities(table: Table) -> Iterator[str]:
    """[BB-7.2] Every group of a nation may pay for every effect that it can have."""
    payers = [nation for nation, _ in groups(table.me.rows[table.me.pawn])]
    for number, nation in enumerate(payers):
        earlier = payers[:number].count(nation)
        suffix = f" by group {earlier + 1}" if earlier else ""
        yield from (name + suffix for name in effects(table, nation))


def effects(table: Table, nation: str) -> Iterator[str]:
    """[BB-7.3] What a nation can do here that makes a difference."""
    me, other, site = table.me, table.other, table.me.pawn
    mine, theirs, strength = me.level(site), other.level(site), len(me.rows[site])
    if nation == "assyrians" and theirs:
        yield "destroy temple"
    if nation == "hittites" and mine < theirs and theirs <= strength:
        yield "steal level"
    if nation == "medes":
        yield from (f"desertion of {driven}" for driven in set(other.rows[site]))
    if nation == "persians" and mine + 2 <= strength:
        stacks = {"own": me.stack, "opposing": other.stack}
        yield from (f"skip level from {name} stack" for name, stack in stacks.items() if stack[-1:] == [mine + 2])
    if nation == "sumerians" and other.rows[site]:
        yield "change camps"
    if len(other.hand) // 2:
        yield f"halve hand with {nation}"


# ---- what it does -----------------------------------------------------------------------------------------------


def after(table: Table, name: str) -> Table:
    """The position after an action, but for its end."""
    new = table.copy()
    words = name.split()
    if words[0] in {"move", "deploy"}:
        play_card(new, words[0], words[1])
    elif words[0] == "discard":
        new.other.hand.remove(words[1])
        new.discards.append(words[1])
        new.to_discard -= 1
    elif words[0] == "build":
        build(new, " ".join(words[3:]))
    elif words[0] == "migrate":
        source, target = new.me.rows[words[1]], new.me.rows[words[3]]
        target += source[-3:]
        del source[-3:]
        new.has_migrated = True
    else:
        use_ability(new, words)
    new.discards.sort()
    return new


def play_card(table: Table, verb: str, nation: str) -> None:
    """[BB-3.1] [BB-4.1] A card leaves the hand."""
    table.me.hand.remove(nation)
    if verb == "deploy":
        table.me.rows[table.me.pawn].append(nation)
    else:
        table.discards.append(nation)
        table.me.pawn = nation


def build(table: Table, source: str) -> None:
    """[BB-5.1] [BB-5.4] A card from a stack, or the starting card."""
    if source == "starting card":
        table.me.has_start_card = False
        card = 1
    else:
        card = {"own stack": table.me, "opposing stack": table.other}[source].stack.pop()
    table.me.temples[table.me.pawn].append(card)


def use_ability(table: Table, words: list[str]) -> None:
    """[BB-7] The group pays, then the effect comes."""
    group = int(words[-1]) if words[-2:-1] == ["group"] else 1
    payer = {"destroy": "assyrians", "steal": "hittites", "desertion": "medes", "skip": "persians"}.get(words[0])
    payer = payer or ("sumerians" if words[0] == "change" else words[3])
    row = table.me.rows[table.me.pawn]
    place = [place for nation, place in groups(row) if nation == payer][group - 1]
    table.discards.append(row.pop(place))
    take_effect(table, words)


def take_effect(table: Table, words: list[str]) -> None:
    """[BB-7.4] to [BB-7.9]"""
    me, other, site = table.me, table.other, table.me.pawn
    if words[0] == "destroy":
        table.known_top += sorted(other.temples[site], reverse=True)
        other.temples[site] = []
    elif words[0] == "steal":
        me.temples[site].append(other.temples[site].pop())
    elif words[0] == "desertion":
        table.discards += taken(other.rows[site], words[2])
    elif words[0] == "skip":
        me.temples[site].append((me if words[3] == "own" else other).stack.pop())
    elif words[0] == "change":
        me.rows[site] += taken(other.rows[site], other.rows[site][-1])
    else:
        table.to_discard = len(other.hand) // 2


def taken(row: list[str], nation: str) -> list[str]:
    """Take all cards of a nation out of a row."""
    cards = [card for card in row if card == nation]
    row[:] = [card for card in row if card != nation]
    return cards
