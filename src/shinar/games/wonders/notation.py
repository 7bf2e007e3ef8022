"""Positions of 7 Wonders as text: one line that a person can read and paste.

::

    3 players tower age:1 turn:2 phase:play … | babylon-a coins:3 1.1=build/baths … | … | hand:altar,loom-1 | …

Parts are separated by `|`: the head, the cities in order, then the hands. A used card is written with its Age and
turn (`1.7` is the last card of Age I), what became of it, and its name; `?` is a card that is not seen. Cards that are
named nowhere are in the deck. What is left out is empty, or 0. `plan` is what a seat has decided and sealed.
"""

from collections.abc import Iterator

from shinar.core.errors import NotationError
from shinar.games.wonders.components import (
    AGES,
    BOARD_NAMES,
    CARD_NAMES,
    CARDS,
    FIRST_GUILD,
    PROJECT_NAMES,
    SIDE_NAMES,
    SLOTS,
    TILES,
    TURNS,
    UNSEEN,
    colour_of,
    copies,
)
from shinar.games.wonders.payment import refresh_trade
from shinar.games.wonders.state import BUILT, DEAL_BOARDS, UNUSED, City, Hand, Memory, State
from shinar.games.wonders.treasury import coins_in_cities

__all__ = ["parse_position", "position_text"]

PHASES = (
    "boards",
    "tiles",
    "draft",
    "project",
    "deal",
    "draw",
    "play",
    "seventh",
    "last",
    "salvage",
    "penalty",
    "over",
)
MANNERS = ("", "build", "stage", "discard", "tile", "left", "salvaged", "lost")
SIDES_PLAYED = ("random", "a", "b")
HEAD_NUMBERS = ("resolutions", "dealt", "acting", "tiles_placed", "project_tokens")
CITY_NUMBERS = (
    "coins",
    "stages",
    "shields",
    "power_used",
    "defeats",
    "salvages",
    "looked",
    "part",
    "has_joined",
    "penalty",
    "is_blocked",
)
CITY_LISTS = ("victories", "tiles", "tile_built", "passed_tiles", "tokens")
PLAN_NUMBERS = ("step", "use", "card", "ways", "way", "part", "bank", "left", "right", "tile")
MIN_CITIES = 3
EXTRA_GUILDS = 2


def _slug(name: str) -> str:
    return name.replace(" ", "-")


CARD_SLUGS = tuple(_slug(name) for name in CARD_NAMES)
CARD_BY_SLUG = {slug: card for card, slug in enumerate(CARD_SLUGS)} | {"?": UNSEEN}
PROJECT_SLUGS = tuple(_slug(name) for name in PROJECT_NAMES)
FACES = tuple(f"{name}-{side}" for name in BOARD_NAMES for side in SIDE_NAMES)

# ---- writing ----------------------------------------------------------------------------------------------------


def position_text(state: State) -> str:
    """The position as one line; `parse_position` is its inverse."""
    cities = [_city_text(city) for city in state.cities[: state.num_cities]]
    hands = [f"hand:{_cards_text(hand)}" for hand in state.hands[: state.players]]
    return " | ".join([" ".join(_head_words(state)), *cities, *hands])


def _head_words(state: State) -> Iterator[str]:
    yield f"{state.players} players"
    yield from ("tower",) * state.has_tower
    yield from ("projects",) * state.has_projects
    yield f"age:{state.age + 1} turn:{state.turn + 1} phase:{PHASES[state.phase]}"
    if state.sides:
        yield f"sides:{SIDES_PLAYED[state.sides]}"
    if state.boards:
        yield f"boards:{','.join(name for i, name in enumerate(BOARD_NAMES) if state.boards >> i & 1)}"
    yield from (f"{name}:{getattr(state, name)}" for name in HEAD_NUMBERS if getattr(state, name))
    for name in ("tile_deck", "active"):
        if getattr(state, name):
            yield f"{name}:{_numbers_text(_bits(getattr(state, name)))}"
    if any(state.tower):
        yield f"tower:{_numbers_text(state.tower)}"
    if state.project:
        yield f"project:{PROJECT_SLUGS[state.project - 1]}"
    if any(state.drawn):
        yield f"drawn:{_numbers_text(state.drawn)}"
    for number, memory in enumerate(state.memory):
        if memory.n:
            yield f"recall.{number // TURNS + 1}.{number % TURNS + 1}:{_cards_text(memory)}"


def _city_text(city: City) -> str:
    return " ".join([FACES[city.face], *_city_words(city)])


def _city_words(city: City) -> Iterator[str]:
    yield from (f"{name}:{getattr(city, name)}" for name in CITY_NUMBERS if getattr(city, name))
    for name in CITY_LISTS:
        if any(getattr(city, name)):
            yield f"{name}:{_numbers_text(getattr(city, name))}"
    own = {card for card, manner in zip(city.used, city.manner, strict=True) if manner == BUILT}
    for card in range(CARDS):
        if city.built[card] and card not in own:
            yield f"salvage:{CARD_SLUGS[card]}"
    for place, manner in enumerate(city.manner):
        if manner != UNUSED:
            card = city.used[place]
            name = "?" if card == UNSEEN else CARD_SLUGS[card]
            yield f"{place // SLOTS + 1}.{place % SLOTS + 1}={MANNERS[manner]}/{name}"
    numbers = [getattr(city.plan, name) for name in PLAN_NUMBERS]
    if any(numbers):
        yield f"plan:{_numbers_text(numbers)}"
    if any(city.plan.offers):
        yield f"offers:{_numbers_text(city.plan.offers)}"


def _cards_text(hand: Hand | Memory) -> str:
    return ",".join("?" if card == UNSEEN else CARD_SLUGS[card] for card in hand.cards[: hand.n])


def _numbers_text(numbers: list[int]) -> str:
    return ",".join(str(number) for number in numbers)


def _bits(mask: int) -> list[int]:
    return [bit for bit in range(TILES + 1) if mask >> bit & 1]


# ---- reading ----------------------------------------------------------------------------------------------------


def parse_position(text: str) -> State:
    """The position of a text; NotationError names what cannot be read."""
    parts = [part.split() for part in text.split("|")]
    state = State()
    try:
        _read_head(state, parts[0])
        if len(parts) != 1 + state.num_cities + state.players:
            raise NotationError(f"expected {state.num_cities} cities and {state.players} hands after the head")
        for city, words in zip(state.cities[: state.num_cities], parts[1:], strict=False):
            _read_city(city, words)
        for hand, words in zip(state.hands, parts[1 + state.num_cities :], strict=False):
            _read_cards(hand, _value(words, "hand"))
    except (KeyError, ValueError, IndexError) as error:
        raise NotationError(f"cannot read this position of wonders: {error}") from None
    _complete(state)
    return state


def _value(words: list[str], key: str) -> str:
    if len(words) != 1 or not words[0].startswith(f"{key}:"):
        raise NotationError(f"expected {key}:…, not {' '.join(words)!r}")
    return words[0].removeprefix(f"{key}:")


def _read_head(state: State, words: list[str]) -> None:
    if len(words) < 2 or words[1] != "players":
        raise NotationError("a position of wonders begins with the number of players: '3 players …'")
    state.players = int(words[0])
    state.num_cities = max(state.players, MIN_CITIES)
    if not 2 <= state.players <= len(state.cities):
        raise NotationError(f"wonders has 2 to {len(state.cities)} players, not {state.players}")
    for word in words[2:]:
        key, _, value = word.partition(":")
        _read_head_word(state, key, value)


def _read_head_word(state: State, key: str, value: str) -> None:
    if key in {"tower", "projects"} and not value:
        setattr(state, f"has_{key}", 1)
    elif key in {"age", "turn"}:
        setattr(state, key, int(value) - 1)
    elif key in HEAD_NUMBERS:
        setattr(state, key, int(value))
    elif key in {"tile_deck", "active"}:
        setattr(state, key, sum(1 << number for number in _numbers(value)))
    elif key in {"tower", "drawn"}:
        _fill(getattr(state, key), _numbers(value))
    elif key.startswith("recall."):
        _, age, turn = key.split(".")
        _read_cards(state.memory[(int(age) - 1) * TURNS + int(turn) - 1], value)
    else:
        _read_choice(state, key, value)


def _read_choice(state: State, key: str, value: str) -> None:
    if key == "phase":
        state.phase = PHASES.index(value)
    elif key == "sides":
        state.sides = SIDES_PLAYED.index(value)
    elif key == "boards":
        state.boards = sum(1 << BOARD_NAMES.index(name) for name in value.split(","))
    elif key == "project":
        state.project = PROJECT_SLUGS.index(value) + 1
    else:
        raise NotationError(f"cannot read {key}:{value}")


def _read_city(city: City, words: list[str]) -> None:
    city.face = FACES.index(words[0])
    for word in words[1:]:
        if "=" in word:
            _read_use(city, word)
            continue
        key, _, value = word.partition(":")
        if key in CITY_NUMBERS:
            setattr(city, key, int(value))
        elif key in CITY_LISTS:
            _fill(getattr(city, key), _numbers(value))
        elif key == "salvage":
            _stand(city, CARD_BY_SLUG[value])
        elif key == "plan":
            for name, number in zip(PLAN_NUMBERS, _numbers(value), strict=True):
                setattr(city.plan, name, number)
        elif key == "offers":
            _fill(city.plan.offers, _numbers(value))
        else:
            raise NotationError(f"cannot read {word!r}")


def _read_use(city: City, word: str) -> None:
    """`1.3=discard/altar`: in Age I, turn 3, altar was discarded."""
    when, _, what = word.partition("=")
    age, turn = when.split(".")
    manner, name = what.split("/")
    place = (int(age) - 1) * SLOTS + int(turn) - 1
    city.manner[place] = MANNERS.index(manner)
    city.used[place] = CARD_BY_SLUG[name]
    if city.manner[place] == BUILT:
        _stand(city, city.used[place])


def _stand(city: City, card: int) -> None:
    city.built[card] = 1
    city.colours[colour_of(card)] += 1


def _read_cards(hand: Hand | Memory, text: str) -> None:
    cards = [CARD_BY_SLUG[name] for name in text.split(",") if name]
    hand.n = len(cards)
    _fill(hand.cards, cards)


def _fill(field: list[int], numbers: list[int]) -> None:
    if len(numbers) > len(field):
        raise NotationError(f"at most {len(field)} values fit where {len(numbers)} are given")
    field[: len(numbers)] = numbers


def _numbers(text: str) -> list[int]:
    return [int(number) for number in text.split(",")]


def _complete(state: State) -> None:
    """What follows from the rest: bank and deck, what cities make and pay."""
    state.bank = -coins_in_cities(state)
    seen = _seen(state)
    for card in range(CARDS):
        state.deck[card] = copies(card, state.num_cities) - seen.count(card)
        if state.deck[card] < 0:
            raise NotationError(f"there are more {CARD_NAMES[card]} than in the box")
    guilds = sum(card >= FIRST_GUILD for card in seen)
    state.guilds_left = state.num_cities + EXTRA_GUILDS - guilds
    if state.phase != DEAL_BOARDS:
        for number in range(state.num_cities):
            refresh_trade(state, number)


def _seen(state: State) -> list[int]:
    """All cards that are named somewhere."""
    piles: list[Hand | Memory] = [*state.hands, *state.memory]
    seen = [card for pile in piles for card in pile.cards[: pile.n]]
    for city in state.cities[: state.num_cities]:
        seen += [city.used[place] for place in range(AGES * SLOTS) if city.manner[place] != UNUSED]
    return seen
