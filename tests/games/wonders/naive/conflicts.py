"""The conflicts at the end of an Age [SW-9]."""

from dataclasses import dataclass, field

from tests.games.wonders.naive.cities import City, Table

TOKENS = (1, 3, 5)  # by Age


@dataclass
class Spoils:
    """The tokens that a city takes."""

    victories: list[int] = field(default_factory=list)
    defeats: int = 0


def shields(city: City) -> int:
    """All that counts in a conflict."""
    printed = [effect.split() for effect in city.effects]
    found = sum(int(words[0]) for words in printed if words[1:] == ["shields"])
    if "defeats are shields" in city.effects:
        found += city.defeats
    return found + city.shields


def spoils(table: Table) -> list[Spoils]:
    """What each city takes."""
    found = [Spoils() for _ in table.cities]
    for one, other in team_pairs(table) if table.is_team_game else pairs(table):
        fight(table, one, other, found)
    return found


def pairs(table: Table) -> list[tuple[int, int]]:
    """[SW-9.1] Who meets whom: neighbours, over those who keep out."""
    there = [number for number, city in enumerate(table.cities) if not city.diplomacy]
    if len(there) < 2:
        return []
    if len(there) == 2 < len(table.cities):
        return [(there[0], there[1])]
    return [(there[i], there[(i + 1) % len(there)]) for i in range(len(there))]


def team_pairs(table: Table) -> list[tuple[int, int]]:
    """Two conflicts with the neighbour of another team, less one for each diplomacy token."""
    found = []
    for one in range(1, len(table.cities), 2):
        other = (one + 1) % len(table.cities)
        kept_out = sum(bool(table.cities[number].diplomacy) for number in (one, other))
        found += [(one, other)] * (2 - kept_out)
    return found


def fight(table: Table, one: int, other: int, found: list[Spoils]) -> None:
    """[SW-9.2] [SW-12.10] One comparison."""
    strength = shields(table.cities[one]) - shields(table.cities[other])
    if strength == 0:
        return
    winner, loser = (one, other) if strength > 0 else (other, one)
    value = table.age - (19 in table.tiles)
    if value > 0:
        found[winner].victories.append(TOKENS[value - 1])
    sent = "defeats to victor" in table.cities[loser].effects
    found[winner if sent else loser].defeats += 2 if 22 in table.tiles else 1
