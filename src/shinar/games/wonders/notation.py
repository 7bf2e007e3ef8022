"""Positions of 7 Wonders as text: one line that a person can read and paste.

::

    3 players tower age:1 turn:2 phase:act … | babylon-a coins:3 1.1=build/baths … | … | hand:altar,loom-1 | …

Parts are separated by `|`: the head, the cities in the order of seats, then the hands in the same order. A used card is
written with its Age and turn (`1.7` is the last card of Age I, with Cities `1.8`), what became of it, and its name; `?`
is a card that is not seen. Cards and tiles that are named nowhere are in the deck. `plan` is what a seat has decided
and sealed. What is left out is empty, or 0, or follows from the rest: without a phase all choose a card; the shields of
structures and stages, the tokens left on a project, which tiles are active and how many were placed. What nobody could
have reached is refused; see reachable.py.
"""

import re
from collections.abc import Iterator, Sequence

from shinar.core.errors import NotationError
from shinar.core.nearest import did_you_mean
from shinar.games.wonders.audit import copies_in, shields_in
from shinar.games.wonders.building import has_structure
from shinar.games.wonders.components import (
    AGES,
    BOARD_NAMES,
    CARD_NAMES,
    CARDS,
    EXPANSIONS,
    GUILDS,
    MAX_CITIES,
    MAX_TURNS,
    MIN_CITIES,
    PROJECT_NAMES,
    SIDE_NAMES,
    SLOTS,
    TILES,
    UNSEEN,
    colour_of,
    first_black,
    stages_of,
)
from shinar.games.wonders.expansions.cities.losses import can_pay_loss
from shinar.games.wonders.expansions.leaders.notation import (
    LEADER_WORDS,
    is_use_of_leader,
    leader_city_words,
    leader_head_words,
    read_leader_head,
    read_leader_word,
    read_use_of_leader,
    unnamed_leaders,
)
from shinar.games.wonders.expansions.projects.participation import can_choose_loss, tokens_on_card
from shinar.games.wonders.payment import refresh_trade
from shinar.games.wonders.reachable import faults, faults_of_plans
from shinar.games.wonders.seating import hand_of, num_blacks, num_guilds, num_turns, slot
from shinar.games.wonders.standing import put_up, structures_in
from shinar.games.wonders.state import (
    ACT,
    BUILT,
    DEAL_BOARDS,
    PENALTY,
    PHASE_NAMES,
    READY,
    SETTLE,
    TILE_PLACED,
    UNUSED,
    City,
    Hand,
    Memory,
    State,
    state_for,
)
from shinar.games.wonders.teams import PAIRS, SEE_HANDS, SPARE_LOSSES
from shinar.games.wonders.treasury import coins_in_cities
from shinar.games.wonders.words import board_title, card_title

__all__ = ["parse_position", "position_text"]

FORMER_PHASES = {"play": "act"}  # still read
MANNERS = ("", "build", "stage", "discard", "tile", "left", "salvaged", "lost")
SIDES_PLAYED = ("random", "a", "b")
BOARD_CHOICES = ("any", *BOARD_NAMES)
TEAM_WORDS = {"teams": PAIRS, "see_hands": SEE_HANDS, "spare_losses": SPARE_LOSSES}
HEAD_NUMBERS = ("resolutions", "dealt", "is_recruiting", "acting", "tiles_placed", "project_tokens")
CITY_NUMBERS = (
    "coins",
    "stages",
    "order",
    "shields",
    "power_used",
    "defeats",
    "salvages",
    "part",
    "has_joined",
    "penalty",
    "is_blocked",
    "draws",
    "errands",
    "debts",
    "diplomacy",
    "owes",
    "free_black_used",
    "has_bank_coin",
)
CITY_LISTS = ("victories", "tiles", "tile_built", "passed_tiles", "tokens", "causes")
PLAN_NUMBERS = ("step", "use", "card", "ways", "way", "part", "bank", "left", "right", "tile", "buys", "brought")
FEW_PLAN_NUMBERS = 10  # the last two are left out where they are 0
NONE = "none"
NUMBER = re.compile(r"-?[0-9]{1,3}")


def _slug(name: str) -> str:
    return name.replace(" ", "-")


CARD_SLUGS = tuple(_slug(name) for name in CARD_NAMES)
PROJECT_SLUGS = tuple(_slug(name) for name in PROJECT_NAMES)
FACES = tuple(f"{name}-{side}" for name in BOARD_NAMES for side in SIDE_NAMES)

# ---- writing ----------------------------------------------------------------------------------------------------


def position_text(state: State) -> str:
    """The position as one line; `parse_position` is its inverse."""
    cities = [_city_text(state, number) for number in range(state.num_cities)]
    hands = [f"hand:{_cards_text(hand_of(state, seat))}" for seat in range(state.players)]
    return " | ".join([" ".join(_head_words(state)), *cities, *hands])


def _head_words(state: State) -> Iterator[str]:
    yield f"{state.players} players"
    yield from ("tower",) * state.has_tower
    yield from ("projects",) * state.has_projects
    yield from ("leaders",) * state.has_leaders
    yield from ("cities",) * state.has_cities
    yield from ("pack",) * state.has_pack
    yield from (word for word, bit in TEAM_WORDS.items() if state.teams & bit)
    yield f"age:{state.age + 1} turn:{state.turn + 1} phase:{PHASE_NAMES[state.phase]}"
    if state.sides:
        yield f"sides:{SIDES_PLAYED[state.sides]}"
    if any(state.seat_boards):
        yield f"seat_boards:{','.join(BOARD_CHOICES[board] for board in state.seat_boards[: state.players])}"
    if state.boards:
        yield f"boards:{','.join(name for i, name in enumerate(BOARD_NAMES) if state.boards >> i & 1)}"
    derived = _derived(state)
    numbers = {name: getattr(state, name) for name in HEAD_NUMBERS}
    yield from (f"{name}:{number}" for name, number in numbers.items() if number != derived.get(name, 0))
    for name in ("tile_deck", "active"):
        if getattr(state, name) != derived[name]:
            yield f"{name}:{_numbers_text(_bits(getattr(state, name))) or NONE}"
    yield from leader_head_words(state)
    if any(state.tower):
        yield f"tower:{_numbers_text(state.tower)}"
    if state.project:
        yield f"project:{PROJECT_SLUGS[state.project - 1]}"
    if any(state.drawn):
        yield f"drawn:{_numbers_text(state.drawn)}"
    for number, memory in enumerate(state.memory):
        if memory.n:
            yield f"recall.{number // MAX_TURNS + 1}.{number % MAX_TURNS + 1}:{_cards_text(memory)}"


def _city_text(state: State, number: int) -> str:
    return " ".join([FACES[state.cities[number].face], *_city_words(state, number)])


def _city_words(state: State, number: int) -> Iterator[str]:
    city = state.cities[number]
    derived = {"shields": shields_in(state, number)}
    yield from (f"{name}:{getattr(city, name)}" for name in CITY_NUMBERS if getattr(city, name) != derived.get(name, 0))
    if city.looked:
        yield f"looked:{city.looked // SLOTS * _slots(state) + city.looked % SLOTS}"
    for name in CITY_LISTS:
        if any(getattr(city, name)):
            yield f"{name}:{_numbers_text(getattr(city, name))}"
    own = {card for card, manner in zip(city.used, city.manner, strict=True) if manner == BUILT}
    yield from (f"salvage:{CARD_SLUGS[card]}" for card in structures_in(city) if card not in own)
    for place, manner in enumerate(city.manner):
        if manner != UNUSED:
            card = city.used[place]
            name = "?" if card == UNSEEN else CARD_SLUGS[card]
            yield f"{place // SLOTS + 1}.{place % SLOTS + 1}={MANNERS[manner]}/{name}"
    yield from leader_city_words(city)
    numbers = [getattr(city.plan, name) for name in PLAN_NUMBERS]
    if not any(numbers[FEW_PLAN_NUMBERS:]):
        numbers = numbers[:FEW_PLAN_NUMBERS]
    if any(numbers):
        yield f"plan:{_numbers_text(numbers)}"
    if any(city.plan.offers):
        yield f"offers:{_numbers_text(city.plan.offers)}"


def _slots(state: State) -> int:
    """The uses of cards by a city in an Age: `looked:` counts them."""
    return num_turns(state) + 1


def _cards_text(hand: Hand | Memory) -> str:
    return ",".join("?" if card == UNSEEN else CARD_SLUGS[card] for card in hand.cards[: hand.n])


def _numbers_text(numbers: list[int]) -> str:
    return ",".join(str(number) for number in numbers)


def _bits(mask: int) -> list[int]:
    return [bit for bit in range(TILES + 1) if mask >> bit & 1]


# ---- reading ----------------------------------------------------------------------------------------------------


def parse_position(text: str) -> State:
    """The position of a text; NotationError says what cannot be read, or what nobody could have reached."""
    parts = [part.split() for part in text.split("|")]
    players = _read_players(parts[0])
    state = state_for(players)()
    state.players, state.num_cities = players, max(players, MIN_CITIES)
    typed = _read_head(state, parts[0])
    if len(parts) != 1 + state.num_cities + state.players:
        raise NotationError(f"expected {state.num_cities} cities and {state.players} hands after the head")
    cities = zip(state.cities, parts[1 : 1 + state.num_cities], strict=False)
    shields = [_read_city(state, city, words) for city, words in cities]
    for seat, words in enumerate(parts[1 + state.num_cities :]):
        _read_cards(hand_of(state, seat), _value(words, "hand"))
    _complete(state, typed, shields)
    _refuse(faults(state))
    _refresh(state)
    _refuse(faults_of_plans(state))
    return state


def _refuse(found: Iterator[str]) -> None:
    """NotationError if anything is wrong."""
    if fault := next(found, None):
        raise NotationError(f"this position cannot be reached: {fault}")


def _value(words: list[str], key: str) -> str:
    if len(words) != 1 or not words[0].startswith(f"{key}:"):
        raise NotationError(f"expected {key}:…, not {' '.join(words)!r}")
    return words[0].removeprefix(f"{key}:")


def _read_players(words: list[str]) -> int:
    """The number of players, with which the head begins."""
    if len(words) < 2 or words[1] != "players":
        raise NotationError("a position of wonders begins with the number of players: '3 players …'")
    players = _number(words[0])
    if not 2 <= players <= MAX_CITIES:
        raise NotationError(f"wonders has 2 to {MAX_CITIES} players, not {players}")
    return players


def _read_head(state: State, words: list[str]) -> set[str]:
    """The rest of the head; the keys that were typed."""
    _refuse_twice(words[2:])
    typed = {key for word in words[2:] for key, colon, _ in [word.partition(":")] if colon}
    if missing := [key for key in ("age", "turn") if key not in typed]:
        raise NotationError(f"the head of a position of wonders needs {missing[0]}:…")
    state.phase = ACT  # unless another is given
    for word in words[2:]:
        key, _, value = word.partition(":")
        _read_head_word(state, key, value)
    return typed


def _refuse_twice(words: list[str]) -> None:
    """NotationError if the same thing is given twice."""
    keys = ["".join(word.partition(":")[:2]) for word in words]  # `tower` and `tower:` are two things
    if twice := next((key for key in keys if keys.count(key) > 1), None):
        raise NotationError(f"{twice} is given twice")


def _read_head_word(state: State, key: str, value: str) -> None:
    if key in EXPANSIONS and not value:
        setattr(state, f"has_{key}", 1)
    elif key in TEAM_WORDS and not value:
        state.teams |= TEAM_WORDS[key]
    elif key in {"age", "turn"}:
        setattr(state, key, _number(value, least=1) - 1)
    elif key in HEAD_NUMBERS:
        setattr(state, key, _number(value))
    elif key in {"tile_deck", "active"}:
        setattr(state, key, _tile_bits(value))
    elif key in {"tower", "drawn"}:
        _fill(getattr(state, key), _numbers(value))
    elif key == "pile" or key.startswith("passed."):
        read_leader_head(state, key, value)
    elif key.startswith("recall."):
        age, turn = _when(key.removeprefix("recall."), MAX_TURNS)
        _read_cards(state.memory[age * MAX_TURNS + turn], value)
    else:
        _read_choice(state, key, value)


def _read_choice(state: State, key: str, value: str) -> None:
    if key == "phase":
        state.phase = _index(PHASE_NAMES, FORMER_PHASES.get(value, value), "phase")
    elif key == "sides":
        state.sides = _index(SIDES_PLAYED, value, "choice of sides")
    elif key == "seat_boards":
        boards = [_index(BOARD_CHOICES, name, "board") for name in value.split(",")]
        if len(boards) != state.players:
            raise NotationError(f"seat_boards: has {len(boards)} boards, and {state.players} play")
        state.seat_boards[: state.players] = boards
    elif key == "boards":
        state.boards = sum({1 << _index(BOARD_NAMES, name, "board") for name in value.split(",")})
    elif key == "project":
        state.project = _index(PROJECT_SLUGS, value, "project") + 1
    else:
        raise NotationError(f"cannot read {key}:{value}")


def _read_city(state: State, city: City, words: list[str]) -> bool:
    """A city; whether its shields were typed."""
    if not words:
        raise NotationError("a city begins with its board: gizah-a …")
    city.face = _index(FACES, words[0], "board")
    _refuse_twice([word for word in words[1:] if "=" not in word and not word.startswith("salvage:")])
    for word in words[1:]:
        key, colon, value = word.partition(":")
        if "=" in word:
            _read_use(city, word)
        elif key in LEADER_WORDS:
            read_leader_word(city, key, value)
        elif key == "looked":
            age, turn = divmod(_number(value), _slots(state))
            city.looked = slot(age, turn)
        elif colon and key in CITY_NUMBERS:
            setattr(city, key, _number(value))
        elif colon and key in CITY_LISTS:
            _fill(getattr(city, key), _numbers(value))
        else:
            _read_city_word(city, key, value)
    return any(word.startswith("shields:") for word in words)


def _read_city_word(city: City, key: str, value: str) -> None:
    if key == "salvage":
        _stand(city, _card(value))
    elif key == "plan":
        numbers = _numbers(value)
        if len(numbers) not in {FEW_PLAN_NUMBERS, len(PLAN_NUMBERS)}:
            raise NotationError(f"plan: has {FEW_PLAN_NUMBERS} or {len(PLAN_NUMBERS)} numbers, not {len(numbers)}")
        for name, number in zip(PLAN_NUMBERS, numbers, strict=False):
            setattr(city.plan, name, number)
    elif key == "offers":
        _fill(city.plan.offers, _numbers(value))
    else:
        raise NotationError(f"cannot read {f'{key}:{value}' if value else key!r}")


def _read_use(city: City, word: str) -> None:
    """`1.3=discard/altar`: in Age I, turn 3, altar was discarded."""
    when, _, what = word.partition("=")
    if is_use_of_leader(when):
        read_use_of_leader(city, when, what)
        return
    age, turn = _when(when, SLOTS)
    manner, _, name = what.partition("/")
    place = age * SLOTS + turn
    if city.manner[place] != UNUSED:
        raise NotationError(f"two cards are used in {when}")
    city.manner[place] = _index(MANNERS[1:], manner, "use of a card") + 1
    city.used[place] = UNSEEN if name == "?" else _card(name)
    if city.manner[place] == BUILT:
        _stand(city, _card(name))


def _stand(city: City, card: int) -> None:
    """[SW-4.2] A structure; no two have the same name."""
    if has_structure(city, card):
        raise NotationError(f"{card_title(card)} stands twice in {board_title(city.face)}")
    put_up(city, card)
    city.colours[colour_of(card)] += 1


def _read_cards(hand: Hand | Memory, text: str) -> None:
    cards = sorted(UNSEEN if name == "?" else _card(name) for name in text.split(",") if name)
    hand.n = len(cards)
    _fill(hand.cards, cards)


def _card(name: str) -> int:
    return _index(CARD_SLUGS, name, "card")


def _index(names: Sequence[str], name: str, kind: str) -> int:
    """The number of a name."""
    if name not in names:
        raise NotationError(f"there is no {kind} {name!r}{did_you_mean(name, names)}")
    return names.index(name)


def _when(text: str, turns: int) -> tuple[int, int]:
    """`2.5`: an Age and a turn, both from 0."""
    age, _, turn = text.partition(".")
    found = _number(age, least=1) - 1, _number(turn, least=1) - 1
    if found[0] >= AGES or found[1] >= turns:
        raise NotationError(f"there is no turn {text}")
    return found


def _fill(field: list[int], numbers: list[int]) -> None:
    if len(numbers) > len(field):
        raise NotationError(f"at most {len(field)} values fit where {len(numbers)} are given")
    field[: len(numbers)] = numbers


def _tile_bits(text: str) -> int:
    """The tiles of a list, as bits."""
    numbers = [] if text == NONE else _numbers(text)
    if any(not 1 <= number <= TILES for number in numbers):
        raise NotationError(f"tiles have the numbers 1 to {TILES}")
    return sum({1 << number for number in numbers})


def _numbers(text: str) -> list[int]:
    return [_number(number, least=UNSEEN) for number in text.split(",")]


def _number(text: str, least: int = 0) -> int:
    """A number of at most three digits."""
    if not NUMBER.fullmatch(text) or int(text) < least:
        raise NotationError(f"expected a number from {least} on, not {text!r}")
    return int(text)


def _complete(state: State, typed: set[str], shields: list[bool]) -> None:
    """What follows from the rest and was not typed: bank and deck, shields, tiles and tokens."""
    for name, value in _derived(state).items():
        if name not in typed:
            setattr(state, name, value)
    for number, is_typed in enumerate(shields):
        city = state.cities[number]
        if not is_typed:
            city.shields = shields_in(state, number) if city.stages <= stages_of(city.face) else 0
    if "pile" not in typed:
        state.leader_deck = unnamed_leaders(state)
    state.bank = -coins_in_cities(state)
    seen = _seen(state)
    for card in range(CARDS):
        state.deck[card] = copies_in(state, card) - seen.count(card)
    guilds = sum(card in GUILDS for card in seen)
    state.guilds_left = num_guilds(state) - guilds
    for age in range(AGES):
        blacks = sum(card in range(first_black(age), first_black(age + 1)) for card in seen)
        state.blacks_left[age] = num_blacks(state) - blacks


def _derived(state: State) -> dict[str, int]:
    """What usually follows from the rest of the head and the cities."""
    cities = state.cities[: state.num_cities]
    tiles = {int(tile) for city in cities for tile in city.tiles}
    unnamed = sum(1 << tile for tile in range(1, TILES + 1) if tile not in tiles)
    parts = sum(int(city.part) for city in cities)
    return {
        "tile_deck": unnamed * int(state.has_tower),
        "active": sum({1 << tile for tile in state.tower if tile > 0}),
        "tiles_placed": sum(built == TILE_PLACED for city in cities for built in city.tile_built),
        "project_tokens": max(0, tokens_on_card(state) - parts) if state.project else 0,
    }


def _refresh(state: State) -> None:
    """What cities make and pay, and who has nothing to choose when something is lost."""
    if state.phase != DEAL_BOARDS:
        for number in range(state.num_cities):
            refresh_trade(state, number)
    if state.phase == PENALTY:
        for city in state.cities[: state.players]:
            if not can_choose_loss(state, city):
                city.plan.step = READY
    if state.phase == SETTLE:
        for city in state.cities[: state.players]:
            if not can_pay_loss(city):
                city.plan.step = READY


def _seen(state: State) -> list[int]:
    """All cards that are named somewhere."""
    piles: list[Hand | Memory] = [*state.hands, *state.memory]
    seen = [card for pile in piles for card in pile.cards[: pile.n]]
    for city in state.cities[: state.num_cities]:
        seen += [city.used[place] for place in range(AGES * SLOTS) if city.manner[place] != UNUSED]
    return seen
