"""Cities as plain data, and what can be counted in them."""

from dataclasses import dataclass, field

from tests.games.wonders.naive.box import CARDS, FACES, LEADERS, Face, Thing

STONES = {"stone pit": 1, "quarry": 2}  #


@dataclass
class City:
    """A city as it lies on a table."""

    board: str = "gizah"
    side: str = "a"
    coins: int = 0
    structures: list[str] = field(default_factory=list)
    # printed stages whose effects it has, as board, side and number: of its own board, or copied
    stages: list[tuple[str, str, int]] = field(default_factory=list)
    markers: list[str] = field(default_factory=list)  # colours of the cards under these stages
    leaders: list[str] = field(default_factory=list)  # in play
    copied: str = ""  # the leader of the Courtesans Guild
    entombed: list[str] = field(default_factory=list)
    victories: list[int] = field(default_factory=list)  # the values of the tokens
    defeats: int = 0
    debts: int = 0
    diplomacy: int = 0
    tiles: int = 0  # of the tower, built and placed
    shields: int = 0  # won by projects
    tokens: dict[str, int] = field(default_factory=dict)  # "stage", "building", "colour"; points per "set" and so on
    penalty: int = 0
    is_blocked: bool = False
    is_power_used: bool = False  # the free building, in this Age
    is_caligula_used: bool = False  # the free black structure, in this Age
    has_joined: bool = False  # in this turn

    @property
    def face(self) -> Face:
        return FACES[self.board, self.side]

    @property
    def effects(self) -> list[str]:
        """All effects of stages, structures and leaders."""
        return [effect for thing in (*self.built_stages(), *self.cards(), *self.guides()) for effect in thing.effects]

    def built_stages(self) -> list[Thing]:
        return [FACES[board, side].stages[number - 1] for board, side, number in self.stages]

    def cards(self, colour: str = "") -> list[Thing]:
        return [CARDS[name] for name in self.structures if colour in {"", CARDS[name].colour}]

    def guides(self) -> list[Thing]:
        """Leaders whose effect holds."""
        return [LEADERS[name] for name in (*self.leaders, *([self.copied] if self.copied else []))]

    def token(self, kind: str) -> int:
        return self.tokens.get(kind, 0)

    def count(self, thing: str) -> int:
        """How many of a kind of things a city has [SW-10.5]."""
        counts = {
            "stage": len(self.stages),
            "defeat": self.defeats,
            "victory": len(self.victories),
            "leader": len(self.leaders),
            "coins3": self.coins // 3,
            "stone": sum(STONES.get(name, 0) for name in self.structures),
        }
        return counts[thing] if thing in counts else len(self.cards(thing))


@dataclass
class Table:
    """All cities, clockwise, and what holds for everybody."""

    cities: list[City]
    players: int
    age: int = 1
    tiles: frozenset[int] = frozenset()  # active
    project: str = ""
    is_project_open: bool = False  # tokens lay on it when the turn began
    is_team_game: bool = False

    def left(self, seat: int) -> City:
        return self.cities[(seat + 1) % len(self.cities)]

    def right(self, seat: int) -> City:
        return self.cities[(seat - 1) % len(self.cities)]

    def whose(self, seat: int, words: list[str]) -> list[City]:
        """The cities meant by "self", "left" and "right"."""
        around = {"self": self.cities[seat], "left": self.left(seat), "right": self.right(seat)}
        return [around[word] for word in words]
