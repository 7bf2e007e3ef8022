"""Every card and every stage: it can be built for its cost and for nothing less, and does what is printed.

[SW-4.1] [SW-4.3] [SW-5.2] [SW-5.5] [SW-7.1] [SW-10.3] [SW-10.5]
"""

import pytest

from shinar.games.wonders.components import CARD_NAMES, RESOURCE_NAMES
from shinar.games.wonders.payment import refresh_trade
from shinar.games.wonders.scoring import science_points, score
from shinar.games.wonders.standing import put_up, stands
from shinar.games.wonders.state import IN_STAGE, City
from tests.games.wonders.printed import CARDS_PRINTED, STAGES_PRINTED, Card, Stage
from tests.games.wonders.tables import Table

# What stands around: cards by colour, stages and defeats, of the own city, the left and the right neighbour.
COLOURS = ("brown", "grey", "blue", "yellow", "red", "green", "purple", "black")
THINGS = (*COLOURS, "stage", "defeat", "victory")
AROUND = tuple(
    dict(zip(THINGS, counts, strict=True))
    for counts in (
        (2, 3, 1, 4, 1, 2, 1, 3, 1, 2, 3),
        (5, 1, 2, 3, 9, 1, 2, 1, 2, 3, 1),
        (1, 2, 5, 1, 2, 9, 13, 7, 0, 1, 11),
    )
)
COINS = 20
STONES = {"quarry": 2}  # of the own city, where stones are counted
# what a stage is tried with: the Wonder Pack has stages for Leaders and for Cities
TRIED_WITH = {"pack": ("pack", "leaders", "cities")}
MARKER = "blue"  # the colour of a pawnshop
WHO = {"self": 0, "left": 1, "right": 2}


def around(box: str, stages: bool = True, board: str = "gizah b", age: int = 1) -> Table:
    """A table at which neighbours have certain numbers of everything."""
    expansions = TRIED_WITH.get(box, (box,) if box else ())
    table = Table(3, *expansions, boards=(board, "rhodos a", "ephesos a"), age=age)
    table.coins(COINS, COINS, COINS)
    for city, things in zip(table.state.cities, AROUND, strict=False):
        city.colours = [things[colour] for colour in COLOURS]
        city.defeats, city.victories[0] = things["defeat"], things["victory"]
        city.stages = things["stage"] if stages or city is not table.city(0) else 0
    return table


@pytest.mark.parametrize("card", CARDS_PRINTED, ids=lambda card: str(card.name))
def test_a_card_can_be_built_for_its_cost_and_for_nothing_less(card: Card) -> None:
    table = Table(3, *filter(None, [card.box]), age=card.age)
    table.hold(0, card.name)
    for neighbour in (1, 2):
        table.make(neighbour)
    table.coins(card.price)
    table.make(0, **card.cost)
    assert f"build {card.name}" in table.options()
    for kind in card.cost:
        table.make(0, **{**card.cost, kind: card.cost[kind] - 1})
        assert f"build {card.name}" not in table.options()
    if card.price:
        table.coins(card.price - 1)
        assert f"build {card.name}" not in table.options()


@pytest.mark.parametrize("card", CARDS_PRINTED, ids=lambda card: str(card.name))
def test_a_card_does_what_is_printed(card: Card) -> None:
    table = around(card.box, age=card.age)
    table.hold(0, card.name)
    table.make(0, **card.cost)
    before = Snapshot(table)
    table.play(0, f"build {card.name}")
    assert stands(table.city(0), CARD_NAMES.index(card.name)) == 1
    counted = dict(AROUND[0])
    counted[card.colour] += 1
    before.check(card.effects, counted, card.price)


SYMBOLS = ("compass", "gear", "tablet")
SYMBOL_CARDS = [(card, effect) for card in CARDS_PRINTED for effect in card.effects if effect in SYMBOLS]


@pytest.mark.parametrize(("card", "symbol"), SYMBOL_CARDS, ids=lambda it: it if isinstance(it, str) else it.name)
def test_a_green_structure_has_the_symbol_that_is_printed(card: Card, symbol: str) -> None:
    """[SW-10.4] One of a kind is worth 1; two and an equal one are worth 4, and two that differ 2."""
    for other, name in (("compass", "apothecary"), ("gear", "workshop"), ("tablet", "scriptorium")):
        if name == card.name:
            continue
        table = Table(3)
        table.stand(0, name, card.name)
        assert science_points(table.state, 0, 0) == (4 if other == symbol else 2)


@pytest.mark.parametrize("card", [card for card in CARDS_PRINTED if card.parents], ids=lambda card: str(card.name))
def test_a_chain_makes_a_structure_free(card: Card) -> None:
    """[SW-6.1]"""
    for parent in card.parents:
        table = Table(3, age=card.age)
        table.hold(0, card.name)
        table.coins(0)
        assert f"build {card.name}" not in table.options()
        table.stand(0, parent)
        assert f"build {card.name}" in table.options()


@pytest.mark.parametrize("stage", STAGES_PRINTED, ids=lambda stage: f"{stage.board} {stage.side}{stage.number}")
def test_a_stage_can_be_built_for_its_cost_and_for_nothing_less(stage: Stage) -> None:
    expansions = TRIED_WITH.get(stage.box, (stage.box,) if stage.box else ())
    table = Table(3, *expansions, boards=(f"{stage.board} {stage.side}", "rhodos a", "ephesos a"))
    build_before(table.city(0), stage)
    table.coins(stage.price)
    table.make(0, **stage.cost)
    assert "stage with pawnshop" in table.options()
    for kind in stage.cost:
        table.make(0, **{**stage.cost, kind: stage.cost[kind] - 1})
        assert "stage with pawnshop" not in table.options()
    if stage.price:
        table.coins(stage.price - 1)
        assert "stage with pawnshop" not in table.options()


@pytest.mark.parametrize("stage", STAGES_PRINTED, ids=lambda stage: f"{stage.board} {stage.side}{stage.number}")
def test_a_stage_does_what_is_printed(stage: Stage) -> None:
    table = around(stage.box, board=f"{stage.board} {stage.side}", age=2)
    build_before(table.city(0), stage)
    refresh_trade(table.state, 0)
    starts = [1 << 4 * kind for kind, name in enumerate(RESOURCE_NAMES) if name == stage.start]
    assert table.city(0).fixed == sum(starts)
    table.make(0, **stage.cost)
    if "per stone" in " ".join(stage.effects):
        put_up(table.city(0), CARD_NAMES.index("quarry"))
    before = Snapshot(table)
    table.play(0, "stage with pawnshop")
    assert table.city(0).stages == stage.number
    before.check(stage.effects, AROUND[0], stage.price)


def build_before(city: City, stage: Stage) -> None:
    """Let the stages before one be built, in their order, with markers of another colour."""
    city.stages = stage.number - 1
    for number in range(stage.number - 1):
        city.used[number], city.manner[number] = CARD_NAMES.index("workshop"), IN_STAGE
        city.order |= number << 2 * number if stage.board == "great-wall" else 0


class Snapshot:
    """What a city had before something was built, to compare with."""

    def __init__(self, table: Table) -> None:
        self.table = table
        city = table.city(0)
        self.coins, self.shields, self.choices = city.coins, city.shields, city.num_choices
        self.prices = list(city.prices)
        self.points = self.printed_points()
        self.symbols = science_points(table.state, 0, 0)

    def printed_points(self) -> int:
        """The points that do not come from coins or symbols."""
        city = self.table.city(0)
        return score(self.table.state, 0) - city.coins // 3 - science_points(self.table.state, 0, 0)

    def check(self, effects: list[str], own: dict[str, int], price: int) -> None:
        """The city has changed by exactly these effects."""
        city = self.table.city(0)
        counts = (own, AROUND[1], AROUND[2])
        coins = sum(gain(effect, "coins", counts) for effect in effects)
        points = sum(gain(effect, "points", counts) for effect in effects)
        shields = sum(gain(effect, "shields", counts) for effect in effects)
        assert (city.coins, city.shields) == (self.coins + coins - price, self.shields + shields)
        assert self.printed_points() == self.points + points
        symbols = [effect for effect in effects if effect in {"compass", "gear", "tablet", "any symbol"}]
        assert science_points(self.table.state, 0, 0) - self.symbols == len(symbols)
        assert city.diplomacy == effects.count("diplomacy")
        self.check_trade(city, effects)
        self.check_others(effects)

    def check_trade(self, city: City, effects: list[str]) -> None:
        prices = list(self.prices)
        for effect in effects:
            words = effect.split()
            if words[0] == "cheaper":
                for side in words[2:]:
                    prices[(0 if words[1] == "raw" else 2) + ("left", "right").index(side)] = 1
            if words[0] == "makes" and words[1] in {"more", "missing"}:
                assert city.num_choices == self.choices + 1
            elif words[0] == "makes":
                assert made(city, words[1:]), effect
        assert list(city.prices) == prices

    def check_others(self, effects: list[str]) -> None:
        """[SW-16.4] [SW-16.6] What the others lose, and what both neighbours get."""
        lost = [effect.split() for effect in effects if effect.startswith("others lose")]
        gifts = [int(effect.split()[2]) for effect in effects if effect.startswith("neighbours take")]
        for number in (1, 2):
            coins = sum(int(words[2]) * (AROUND[number][words[4]] if len(words) > 3 else 1) for words in lost)
            city = self.table.city(number)
            assert (city.owes, city.coins) == (coins, COINS + 3 + sum(gifts))
        assert self.table.city(0).owes == 0


def gain(effect: str, what: str, counts: tuple[dict[str, int], ...]) -> int:
    """The coins, points or shields that an effect brings."""
    words = effect.split()
    if len(words) < 2 or words[1] != what:
        return 0
    if len(words) == 2:
        return int(words[0])
    if words[3] == "coins3":
        return int(words[0]) * (COINS // 3)
    if words[3] == "stone":
        return int(words[0]) * sum(STONES.values())
    if words[3] == "marker":
        return int(words[0]) * (counts[1][MARKER] + counts[2][MARKER])
    if words[3] == "leader":
        return 0  # nobody has any; see test_leaders.py
    return int(words[0]) * sum(counts[WHO[who]][words[3]] for who in words[4:])


def made(city: City, words: list[str]) -> bool:
    """Whether a city makes some kinds: one of several, or all of them."""
    kinds = [RESOURCE_NAMES.index(word) for word in words if word != "or"]
    if "or" in words:
        return sum(1 << kind for kind in kinds) in city.choices[: city.num_choices]
    return city.fixed >> 4 * kinds[0] & 15 >= len(kinds)
