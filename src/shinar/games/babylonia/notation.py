"""Positions of Babylonia as text: one line that a person can read, paste and shorten.

::

    2 turn:3 seat:0 phase:act placed:1 farmers:1 | M:7,5+9,9 MS:3,3 5:6,0 city:9,1 | score:4 stand:MSFF
    farmers:4,4 down:5,9P | score:2 stand:+5 priests:8,6 down:2,2? cards:3

(on one line). Parts are separated by `|`: the head, the table, and a part for each player. The head begins with the
number of players. The table lists where the tiles are (M … MSP are cities, 5, 6, 7 and `city` are fields), ziggurats
already scored, the cards on display, and before the game the tiles still to lay. A player's part has points, stand
(`+5` are five unseen tokens), city tiles, cards, those of them spent, and where the tokens are; `down` are face-down
ones with their kind, or `?` if it is unknown. What is left out is empty, or 0; without `cards` in the table, cards 1 to
7 are on display as far as nobody has taken them. Without a phase somebody acts, unless a word belongs to another phase.
Card 1 is spent when it is taken, and how a game ended follows from the rest. Tokens that are named nowhere are in the
pool, or for an observer anywhere out of sight; tiles that are named nowhere have left the game.
"""

import re
from collections.abc import Callable, Iterator
from itertools import chain

from shinar.core.errors import NotationError
from shinar.core.story import counted
from shinar.games.babylonia.audit import audit_observation, surrounded_sites, tiles_of_kind, tokens_on_board
from shinar.games.babylonia.board import (
    CELLS,
    CLOSED_REGION,
    OFF_BOARD,
    REGION,
    RIVER_CELLS,
    ZIGGURAT_CELLS,
    cell_name,
    is_location,
    parse_cell,
)
from shinar.games.babylonia.components import (
    CARDS,
    EXTRA_TURN,
    FARMER,
    FIRST_FIELD,
    KIND_LETTERS,
    KIND_NAMES,
    KINDS,
    MAX_SEATS,
    MIN_SEATS,
    NOBLE_WITH_FARMERS,
    NOBLES,
    STANDARD_CARDS,
    TEN_POINTS,
    THREE_NOBLES,
    TILE_KINDS,
    TILE_NAMES,
    TOKENS,
    TOKENS_OF_KIND,
    tile_count,
)
from shinar.games.babylonia.observation import is_unknown
from shinar.games.babylonia.rules import (
    ANY_TWO,
    CITIES_SCORED,
    LAST_CITIES,
    STAND_EMPTY,
    max_tokens_this_turn,
    must_add_farmer,
    stand_capacity,
    stand_size,
)
from shinar.games.babylonia.scoring import cities_left, has_card, is_surrounded, site_winner
from shinar.games.babylonia.state import (
    ACT,
    CHOOSE_CARD,
    DRAW_TOKENS,
    EXTRA,
    FACE_DOWN,
    FREE,
    LAY_TILES,
    OUT,
    OVER,
    PHASE_NAMES,
    SCORE,
    SCORED_ZIGGURAT,
    UNKNOWN,
    ZIGGURAT,
    Player,
    State,
    is_token,
    kind_of,
    owner_of,
    token,
)

__all__ = ["blank_board", "parse_position", "position_text"]

PHASES: dict[str, int] = {name: phase for phase, name in enumerate(PHASE_NAMES)}
PHASES |= {"place": ACT, "refill": DRAW_TOKENS}  # former names, still read
IMPLIED_PHASES = {"ending": OVER, "chooser": CHOOSE_CARD, "lay": LAY_TILES}  # by a word of their own
COUNTERS = {"turn": "turns", "seat": "turn_of", "chooser": "chooser", "placed": "placed", "farmers": "farmers"}
COUNTERS |= {"ending": "ending"}
FLAGS = {"faceup": "needs_face_up", "noblelast": "noble_is_last"}
CARD_WORDS = {"cards": "cards", "spent": "spent"}
FACES = {f"{name}s": kind for kind, name in enumerate(KIND_NAMES)}  # the words for tokens that lie face up
DOWN_LETTERS = KIND_LETTERS + "?"


def blank_board(seats: int) -> State:
    """[BN-1.2] [BN-1.4] The board for so many players, with ziggurats but without tiles; all tokens in the pools."""
    state = State()
    state.seats = seats
    state.cells[OFF_BOARD] = OUT
    for cell in range(CELLS):
        if REGION[cell] == CLOSED_REGION[seats]:
            state.cells[cell] = OUT
        elif cell in ZIGGURAT_CELLS:
            state.cells[cell] = ZIGGURAT
    state.tiles = [tile_count(seats, tile) for tile in range(TILE_KINDS)]
    for player in state.players[:seats]:
        player.pool = list(TOKENS_OF_KIND)
    return state


# ---- writing ----------------------------------------------------------------------------------------------------


def position_text(state: State) -> str:
    """The position as one line; `parse_position` is its inverse."""
    places = _places(state)
    players = [_player_text(state, seat, places) for seat in range(state.seats)]
    return " | ".join([_head_text(state), _table_text(state, places), *players])


def _places(state: State) -> dict[int, str]:
    """The cells that hold a thing, by thing, as text."""
    names: dict[int, list[str]] = {}
    for cell, content in enumerate(state.cells[:CELLS]):
        if content > FREE:
            names.setdefault(content, []).append(cell_name(cell))
    return {content: "+".join(cells) for content, cells in names.items()}


def _head_text(state: State) -> str:
    words = [str(state.seats), *(word for word, field in FLAGS.items() if getattr(state, field))]
    words.append(f"phase:{PHASE_NAMES[state.phase]}")
    words += [f"{word}:{getattr(state, field)}" for word, field in COUNTERS.items() if getattr(state, field)]
    return " ".join(words + [f"nobles:{_letters_of_bits(state.nobles)}"] * bool(state.nobles))


def _letters_of_bits(kinds: int) -> str:
    return "".join(KIND_LETTERS[kind] for kind in range(NOBLES) if kinds >> kind & 1)


def _table_text(state: State, places: dict[int, str]) -> str:
    words = [f"cards:{_card_digits(state.display) or '-'}"]
    words += [f"{TILE_NAMES[tile]}:{places[tile]}" for tile in range(1, TILE_KINDS) if tile in places]
    if SCORED_ZIGGURAT in places:
        words.append(f"scored:{places[SCORED_ZIGGURAT]}")
    return " ".join(words + [f"lay:{_tile_list(state.tiles)}"] * any(state.tiles))


def _card_digits(cards: int) -> str:
    return "".join(str(card) for card in range(1, CARDS + 1) if cards >> card & 1)


def _tile_list(counts: list[int]) -> str:
    return "+".join(TILE_NAMES[tile] for tile in range(TILE_KINDS) for _ in range(counts[tile]))


def _player_text(state: State, seat: int, places: dict[int, str]) -> str:
    player = state.players[seat]
    words = [f"score:{player.score}"]
    if any(player.stand) or player.unseen:
        unseen = f"+{player.unseen}" if player.unseen else ""
        words.append(f"stand:{_letters(player.stand)}{unseen}")
    if any(player.cities):
        words.append(f"cities:{_tile_list(player.cities)}")
    words += [f"{word}:{_card_digits(getattr(player, word))}" for word in CARD_WORDS if getattr(player, word)]
    words += [f"{word}:{places[token(seat, kind)]}" for word, kind in FACES.items() if token(seat, kind) in places]
    if down := _face_down_text(state, seat):
        words.append(f"down:{down}")
    return " ".join(words)


def _letters(counts: list[int]) -> str:
    return "".join(letter * count for letter, count in zip(KIND_LETTERS, counts, strict=True))


def _face_down_text(state: State, seat: int) -> str:
    own = [cell for cell in RIVER_CELLS if owner_of(state.cells[cell]) == seat]
    return "+".join(f"{cell_name(cell)}{_down_letter(state.cells[cell])}" for cell in own)


def _down_letter(content: int) -> str:
    return "?" if is_unknown(content) else KIND_LETTERS[kind_of(content)]


# ---- reading ----------------------------------------------------------------------------------------------------


def parse_position(text: str) -> State:
    """The position of a text; NotationError names what cannot be read or cannot be."""
    parts = [part.split() for part in text.split("|")]
    seats = _read_seats(parts[0])
    if len(parts) != seats + 2:
        raise NotationError(f"a position of babylonia for {seats} players has {seats + 2} parts, separated by '|'")
    state = blank_board(seats)
    state.tiles = [0] * TILE_KINDS
    _read_words(parts[0][1:], state, _read_head_word)
    _read_words(parts[1], state, _read_table_word)
    for seat, words in enumerate(parts[2:]):
        _read_words(words, (state, seat), _read_player_word)
    _fill(state, {word.partition(":")[0] for word in parts[1]})
    _derive(state, {word.partition(":")[0] for word in chain(*parts[:2])})
    _check(state)
    return state


def _read_seats(head: list[str]) -> int:
    if not head or head[0] not in {str(seats) for seats in range(MIN_SEATS, MAX_SEATS + 1)}:
        raise NotationError("a position of babylonia begins with the number of players")
    return int(head[0])


def _read_words(words: list[str], target: object, read: Callable[..., bool]) -> None:
    read_before: set[str] = set()
    for word in words:
        key, _, value = word.partition(":")
        if key in read_before:
            raise NotationError(f"{key!r} is given twice in one part of a position of babylonia")
        read_before.add(key)
        if not read(target, key, value):
            raise NotationError(f"cannot read {word!r} in a position of babylonia")


def _read_head_word(state: State, key: str, value: str) -> bool:
    if key in FLAGS and not value:
        setattr(state, FLAGS[key], 1)
    elif key == "phase" and value in PHASES:
        state.phase = PHASES[value]
    elif key == "nobles" and re.fullmatch(f"[{KIND_LETTERS[:NOBLES]}]+", value):
        state.nobles = sum(1 << kind for kind in range(NOBLES) if KIND_LETTERS[kind] in value)
    elif key in COUNTERS and re.fullmatch(r"\d{1,3}", value):
        setattr(state, COUNTERS[key], int(value))
    else:
        return False
    return True


def _read_table_word(state: State, key: str, value: str) -> bool:
    if key == "cards" and (value == "-" or _is_card_list(value)):
        state.display = _card_bits(value)
    elif key == "lay" and (tiles := _read_tiles(value)) is not None:
        state.tiles = tiles
    elif key == "scored" and value:
        _put_all(state, value, SCORED_ZIGGURAT, ZIGGURAT)
    elif key in TILE_NAMES[1:] and value:
        _put_all(state, value, TILE_NAMES.index(key), FREE)
    else:
        return False
    return True


def _is_card_list(value: str) -> bool:
    return re.fullmatch("[1-9]+", value) is not None and len(set(value)) == len(value)


def _card_bits(value: str) -> int:
    return sum(1 << int(digit) for digit in value.strip("-"))


def _read_tiles(value: str) -> list[int] | None:
    names = value.split("+")
    if any(name not in TILE_NAMES[1:] for name in names):
        return None
    return [names.count(name) if name else 0 for name in TILE_NAMES]


def _put_all(state: State, cells: str, content: int, instead_of: int) -> None:
    for name in cells.split("+"):
        _put(state, parse_cell(name), content, instead_of)


def _put(state: State, cell: int, content: int, instead_of: int = FREE) -> None:
    """Put something on a cell, which must hold what is expected and be of the right sort."""
    is_right_sort = is_token(content) or content == SCORED_ZIGGURAT or is_location(cell)
    if state.cells[cell] != instead_of or not is_right_sort:
        raise NotationError(f"cell {cell_name(cell)} cannot hold that, or holds something else")
    state.cells[cell] = content


def _read_player_word(target: tuple[State, int], key: str, value: str) -> bool:
    state, seat = target
    player = state.players[seat]
    if key == "score" and re.fullmatch(r"\d{1,4}", value):
        player.score = int(value)
    elif key == "stand" and (match := re.fullmatch(rf"([{KIND_LETTERS}]*)(\+\d)?", value)):
        player.stand = [match[1].count(letter) for letter in KIND_LETTERS]
        player.unseen = int(match[2] or 0)
    elif key == "cities" and (cities := _read_tiles(value)) is not None:
        player.cities = cities
    elif key in CARD_WORDS and _is_card_list(value):
        setattr(player, key, _card_bits(value))
    elif key in FACES and value:
        _put_all(state, value, token(seat, FACES[key]), FREE)
    else:
        return key == "down" and _read_face_down(state, seat, value)
    return True


def _read_face_down(state: State, seat: int, value: str) -> bool:
    for item in value.split("+"):
        if item[-1:] not in tuple(DOWN_LETTERS):
            return False
        kind = UNKNOWN if item[-1] == "?" else FACE_DOWN + KIND_LETTERS.index(item[-1])
        _put(state, parse_cell(item[:-1]), token(seat, kind))
    return True


def _fill(state: State, given: set[str]) -> None:
    """What is named nowhere: cards on display, tokens in pools, tiles that left the game, and what is surrounded."""
    if "cards" not in given:
        state.display = _card_bits("".join(str(card) for card in range(1, STANDARD_CARDS + 1)))
        state.display &= ~sum(player.cards for player in state.players)
    tokens = tokens_on_board(state)
    for seat, player in enumerate(state.players[: state.seats]):
        on_board = tokens[seat * KINDS : (seat + 1) * KINDS]
        player.pool = [TOKENS_OF_KIND[kind] - player.stand[kind] - on_board[kind] for kind in range(KINDS)]
    state.gone = [0, *(tile_count(state.seats, tile) - tiles_of_kind(state, tile) for tile in range(1, TILE_KINDS))]
    state.surrounded = surrounded_sites(state)


# ---- what can be ------------------------------------------------------------------------------------------------


def _derive(state: State, given: set[str]) -> None:
    """What follows from the rest need not be written: the phase, that card 1 is spent, and how the game ended."""
    if "phase" not in given:
        state.phase = next((phase for word, phase in IMPLIED_PHASES.items() if word in given), ACT)
    for player in state.players:
        player.spent |= player.cards & 1 << TEN_POINTS
    if state.phase == OVER and "ending" not in given:
        is_out_of_tokens = stand_size(state.players[state.turn_of]) == 0
        state.ending = STAND_EMPTY if is_out_of_tokens else CITIES_SCORED


FAULTS = (
    "",
    "a player has more tokens of a kind than there are",
    "there are more tiles of a kind than there can be",
    "seven cards must be on display or taken, each once",
    "tokens lie face down in rivers and nowhere else",
    "the sites to be scored are wrong",
    "more tokens are unseen than there can be",
    "the set-up has not come to this phase yet, or is past it",
)


def _check(state: State) -> None:
    """A position must be one the game can have."""
    if state.turn_of >= state.seats or state.chooser >= state.seats:
        raise NotationError(f"there are only {state.seats} seats")
    for faults in (_faults_of_counts, _faults_of_placing, _faults_of_cards, _faults_of_phase):
        for fault in faults(state):
            raise NotationError(f"this position is impossible: {fault}")
    if found := audit_observation(state):
        raise NotationError(f"this position is impossible: {FAULTS[found]}")


def _faults_of_counts(state: State) -> Iterator[str]:
    """What is wrong whatever the phase."""
    if state.turns > state.seats * TOKENS:
        yield f"{state.seats} players have at most {state.seats * TOKENS} turns"
    for seat, player in enumerate(state.players[: state.seats]):
        if min(player.pool) < 0:
            kind = KIND_NAMES[player.pool.index(min(player.pool))]
            yield f"seat {seat} has more than {TOKENS_OF_KIND[KIND_NAMES.index(kind)]} {kind}s"
        if stand_size(player) > stand_capacity(player):
            yield f"a stand holds {stand_capacity(player)} tokens, and that of seat {seat} has {stand_size(player)}"
        if any(player.cities[FIRST_FIELD:]):
            yield f"seat {seat} has a field among its cities; fields leave the game"
    if (state.phase == OVER) != (state.ending != 0):
        yield "'ending' belongs to the phase 'over' alone"
    if state.chooser and state.phase != CHOOSE_CARD:
        yield "'chooser' belongs to the phase 'card' alone"


def _faults_of_placing(state: State) -> Iterator[str]:
    """[BN-3.1] … [BN-3.6] [BN-8.4] [BN-8.5] What was placed this turn is on the board, and was allowed."""
    nobles = state.nobles.bit_count()
    if state.turns and state.placed > max_tokens_this_turn(state):
        yield f"in turn {state.turns} at most {counted(max_tokens_this_turn(state), 'token')} can be placed"
    if state.farmers + nobles > state.placed:
        yield "more farmers and nobles than tokens have been placed this turn"
    if state.placed > ANY_TWO and state.farmers + nobles != state.placed:
        yield "three or more tokens of a turn all lie on land: 'farmers' and 'nobles' must count them"
    if state.placed > ANY_TWO and nobles and not _is_set_of_card(state, nobles):
        yield "three or more tokens with nobles among them take card 4 or card 5"
    own = [content for cell, content in enumerate(state.cells[:CELLS]) if owner_of(content) == state.turn_of]
    kinds = [token(state.turn_of, kind) for kind in range(NOBLES) if state.nobles >> kind & 1]
    is_missing = own.count(token(state.turn_of, FARMER)) < state.farmers or any(kind not in own for kind in kinds)
    if len(own) < state.placed or is_missing:
        yield f"seat {state.turn_of} has placed tokens this turn that are not on the board"


def _is_set_of_card(state: State, nobles: int) -> bool:
    """[BN-8.4] [BN-8.5] Whether more than two tokens with nobles among them may have been placed."""
    me = state.players[state.turn_of]
    if nobles == 1:
        return bool(me.cards >> NOBLE_WITH_FARMERS & 1)
    return state.placed == nobles == NOBLES and bool(me.cards >> THREE_NOBLES & 1)


def _faults_of_cards(state: State) -> Iterator[str]:
    """[BN-5.1] Cards are taken for ziggurats that have been scored, and only two kinds are ever spent."""
    scored = [cell for cell in ZIGGURAT_CELLS if state.cells[cell] == SCORED_ZIGGURAT]
    taken = sum(player.cards.bit_count() for player in state.players)
    if any(not is_surrounded(state, cell) for cell in scored):
        yield "a ziggurat that has been scored has tokens on all land next to it"
    if state.phase == CHOOSE_CARD and all(site_winner(state, cell) != state.chooser for cell in scored):
        yield f"seat {state.chooser} has won no ziggurat for which to take a card"
    if taken + (state.phase == CHOOSE_CARD) > len(scored):
        yield f"a card is taken for each ziggurat that has been scored: {taken} taken, {len(scored)} scored"
    for player in state.players:
        if player.spent & ~player.cards:
            yield "a card that is spent must have been taken"
        if player.spent & ~(1 << TEN_POINTS | 1 << EXTRA_TURN):
            yield "only cards 1 and 2 are ever spent"


def _faults_of_phase(state: State) -> Iterator[str]:
    """What a phase needs."""
    if state.phase >= ACT and state.turns == 0:
        yield "the game has begun, so the number of the turn is at least 1 ('turn:1')"
    if state.phase < ACT and (state.turns or state.placed):
        yield "the game has not begun: there is no turn yet, and nothing is placed"
    if state.phase >= ACT and any(state.tiles):
        yield "the game has begun, so no tile is still to be laid"
    if state.phase in {ACT, EXTRA} and cities_left(state) <= LAST_CITIES:
        yield "with at most one city left on the board the game is over"
    if state.phase == ACT and not state.placed and state.surrounded:
        yield "what is surrounded was scored in the turn before"
    if state.phase == SCORE and not state.surrounded:
        yield "nothing is surrounded that could be scored"
    if state.phase in {DRAW_TOKENS, EXTRA, OVER} and state.surrounded:
        yield "what is surrounded is scored before the stand is refilled"
    if state.phase in {ACT, DRAW_TOKENS, EXTRA, OVER}:
        yield from _faults_of_turn(state, state.players[state.turn_of])


def _faults_of_turn(state: State, me: Player) -> Iterator[str]:
    """[BN-3.12] [BN-6.1] [BN-7.2] [BN-7.3] [BN-8.2] What a phase asks of the player on turn."""
    seat, held, capacity = state.turn_of, stand_size(me), stand_capacity(me)
    if state.phase == ACT and not held and not state.placed:
        yield f"seat {seat} has no token to place"
    if state.phase == ACT and must_add_farmer(state) and not me.stand[FARMER] and not me.unseen:
        yield f"seat {seat} must place a third farmer and has none"
    if state.phase == DRAW_TOKENS and (held == capacity or not any(me.pool)):
        yield f"the stand of seat {seat} cannot be refilled"
    if state.phase == EXTRA and (not held or not has_card(me, EXTRA_TURN)):
        yield f"seat {seat} can take no extra turn"
    if state.phase == OVER and held and cities_left(state) > LAST_CITIES:
        yield f"the game is not over: seat {seat} has tokens, and more than one city is left"
    if state.phase == OVER and state.ending != (CITIES_SCORED if held else STAND_EMPTY):
        yield f"the game did not end that way ('ending:{state.ending}')"
