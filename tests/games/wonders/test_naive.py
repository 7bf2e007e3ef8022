"""The second opinion itself, on examples counted by hand."""

from tests.games.wonders.naive.box import CARDS, FACES, LEADERS
from tests.games.wonders.naive.cities import City, Table
from tests.games.wonders.naive.conflicts import Spoils, spoils
from tests.games.wonders.naive.decisions import Decision, decisions_to_build
from tests.games.wonders.naive.payment import Outlay, ways_to_pay
from tests.games.wonders.naive.scoring import sheet, total


def around(city: City, left: City | None = None, right: City | None = None, **table: object) -> Table:
    """A table of three: a city and its neighbours."""
    return Table([city, left or City(), right or City()], players=3, **table)  # type: ignore[arg-type]  # any fields


def lines(table: Table) -> dict[str, int]:
    """The lines of the score sheet of the first seat that are not empty."""
    return {line: points for line, points in sheet(table, 0).items() if points}


def coins(*outlays: tuple[int, int, int]) -> set[Outlay]:
    return {Outlay(*outlay) for outlay in outlays}


def test_the_lists_hold_all_boxes() -> None:
    assert (len(CARDS), len(LEADERS), len(FACES)) == (78 + 27 + 7, 36 + 6, 14 + 2 + 4 + 8)


# ---- points -----------------------------------------------------------------------------------------------------


def test_tokens_and_coins() -> None:
    """[SW-9.2] [SW-10.2] 1 + 3 + 5 - 3 is 6; of 14 coins 12 count."""
    city = City(coins=14, victories=[1, 3, 5], defeats=3)
    assert lines(around(city)) == {"military": 6, "treasury": 4}


def test_symbols() -> None:
    """[SW-10.4] Three tablets, two compasses and a gear: 9 + 4 + 1 + 7."""
    city = City(structures=["scriptorium", "library", "school", "apothecary", "dispensary", "workshop"])
    assert lines(around(city)) == {"science": 21}
    city.structures.append("scientists guild")
    assert lines(around(city)) == {"science": 31}  # a second gear: 9 + 4 + 4 + 14


def test_a_copied_guild_counts_for_the_copier() -> None:
    """[SW-10.6] The Workers Guild of the left counts the brown structures of the left and the right."""
    city = City("olympia", "b", stages=[("olympia", "b", number) for number in (1, 2, 3)])
    left = City(structures=["workers guild", "lumber yard", "stone pit"])
    right = City(structures=["ore vein", "spies guild"])
    assert lines(around(city, left, right)) == {"wonder": 5, "guilds": 3}


def test_tokens_of_projects() -> None:
    """[SW-13.8] Two stages, three guilds, one set; two points lost."""
    city = City(
        stages=[("gizah", "a", 1), ("gizah", "a", 2)],
        structures=["apothecary", "workshop", "scriptorium", "spies guild"],
        tokens={"per stage": 1, "per guild": 1, "per set": 1},
        penalty=2,
    )
    left, right = City(structures=["workers guild", "builders guild"]), City()
    assert lines(around(city, left, right)) == {"wonder": 8, "science": 10, "projects": 2 + 3 + 3 - 2}


def test_tiles_of_the_tower() -> None:
    """[SW-12.11]"""
    assert [total(around(City(tiles=tiles)), 0) for tiles in range(4)] == [0, 2, 5, 10]


# ---- conflicts --------------------------------------------------------------------------------------------------


def test_a_conflict_with_each_neighbour() -> None:
    """[SW-9.2] Two shields against one and against none."""
    table = around(City(structures=["walls"]), City(structures=["stockade"]), age=2)
    assert spoils(table) == [Spoils([3, 3]), Spoils([3], 1), Spoils([], 2)]


def test_tiles_change_tokens() -> None:
    """[SW-12.10] Victories of Age I are worth nothing, defeats count twice."""
    table = around(City(structures=["walls"]), tiles=frozenset({19, 22}))
    assert spoils(table) == [Spoils(), Spoils([], 2), Spoils([], 2)]


# ---- payments ---------------------------------------------------------------------------------------------------


def test_missing_units_are_bought_from_either_side() -> None:
    """[SW-5.3] [SW-5.4] Wood is sold by both."""
    wood = City("olympia", "a")
    table = around(City("rhodos", "a", coins=4), wood, wood)
    assert ways_to_pay(table, 0, ("wood", "ore")) == coins((0, 2, 0), (0, 0, 2))
    assert ways_to_pay(table, 0, ("wood", "wood")) == coins((0, 2, 2))
    assert ways_to_pay(table, 0, ("wood", "wood", "wood")) == set()


def test_discounts_and_tiles_change_prices() -> None:
    """[SW-5.5] [SW-12.7] The West Trading Post and the tile together make wood from the left free."""
    wood = City("olympia", "a")
    city = City("rhodos", "a", coins=2, structures=["west trading post"])
    assert ways_to_pay(around(city, wood, wood), 0, ("wood",)) == coins((0, 1, 0), (0, 0, 2))
    assert ways_to_pay(around(city, wood, wood, tiles=frozenset({11})), 0, ("wood",)) == coins((0, 0, 0))


def test_a_tax_on_chains_leaves_a_choice() -> None:
    """[SW-6.2] [SW-12.6]"""
    city = City("gizah", "a", coins=2, structures=["baths", "stone pit", "timber yard"])
    table = around(city, age=2, tiles=frozenset({13}))
    expected = {Decision("chain", "", Outlay(2, 0, 0)), Decision("pay", "", Outlay(0, 0, 0))}
    assert decisions_to_build(table, 0, "aqueduct") == expected
    assert decisions_to_build(around(city, age=2), 0, "aqueduct") == {Decision("chain", "", Outlay(0, 0, 0))}
