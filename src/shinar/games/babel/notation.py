"""Positions of Babel as text: one line that a person can read, paste and shorten.

::

    second turn:9 seat:0 phase:act | @H hand:AHS A:HH H:SSSSAPP S:PP | @Q hand:AAAAAAA A:-/123 H:PSAAM/123456

Parts are separated by `|`: the head, seat 0, seat 1, and what is not the players'. A player's part has the pawn
(`@Q` is the quarry), the hand (`+5` are five unseen cards), the temple stack from bottom to top, and each site that is
not empty: the row from bottom to top, then `/` and the levels of the temple. Nations are A H M P S. What is left out
is empty, or 0; nation and temple cards that are named nowhere are in the deck and in the quarry.
"""

import re
from collections.abc import Callable

from shinar.core.errors import NotationError
from shinar.core.piles import push, total
from shinar.games.babel.audit import audit_observation, nation_cards, temple_cards
from shinar.games.babel.components import (
    CARDS_PER_NATION,
    LEVELS,
    NATION_LETTERS,
    NATIONS,
    OPENING_HAND,
    QUARRY,
    SEATS,
    SITES,
    TEMPLE_COPIES,
    Edition,
)
from shinar.games.babel.duty import can_meet_duty
from shinar.games.babel.rules import TOO_LONG, hand_size
from shinar.games.babel.state import ACT, DEAL, DISCARD, DRAW, OVER, QUARRY_DRAW, Player, Stack, State

__all__ = ["parse_position", "position_text"]

PHASES = ("starter", "deal", "draw", "act", "discard", "quarry", "over")
PLACES = NATION_LETTERS + "Q"
COUNTERS = {"turn": "turns", "draw": "to_draw", "discard": "to_discard", "drawn": "first_drawn", "ending": "ending"}
FLAGS = {"migrated": "migrated", "endphase": "end_phase"}


# ---- writing ----------------------------------------------------------------------------------------------------


def position_text(state: State) -> str:
    """The position as one line; `parse_position` is its inverse."""
    players = [_player_text(player) for player in state.players]
    return " | ".join([_head_text(state), *players, _supply_text(state)])


def _head_text(state: State) -> str:
    words = [Edition(state.edition).name.lower(), f"seat:{state.turn_of}", f"phase:{PHASES[state.phase]}"]
    words += [f"{word}:{getattr(state, field)}" for word, field in COUNTERS.items() if getattr(state, field)]
    return " ".join(words + [word for word, field in FLAGS.items() if getattr(state, field)])


def _player_text(player: Player) -> str:
    words = [f"@{PLACES[player.pawn]}"]
    if hand_size(player):
        words.append(f"hand:{_letters(player.hand)}{f'+{player.unseen}' if player.unseen else ''}")
    if any(player.known):
        words.append(f"known:{_letters(player.known)}")
    if player.stack.n:
        words.append(f"stack:{_levels(player.stack)}")
    words += [_site_text(player, site) for site in range(SITES) if player.rows[site].n or player.temples[site]]
    return " ".join(words + ["start"] * player.start_card)


def _site_text(player: Player, site: int) -> str:
    row = player.rows[site]
    cards = "".join(NATION_LETTERS[card] for card in row.cards[: row.n])
    temple = "".join(str(level) for level in range(1, LEVELS) if player.temples[site] >> level & 1)
    return f"{NATION_LETTERS[site]}:{cards or '-'}{f'/{temple}' if temple else ''}"


def _supply_text(state: State) -> str:
    words = [f"deck:{_letters(state.deck) or '-'}", f"quarry:{_level_counts(state.quarry) or '-'}"]
    if any(state.discards):
        words.append(f"discards:{_letters(state.discards)}")
    if state.known_top.n:
        words.append(f"top:{_levels(state.known_top)}")
    return " ".join(words)


def _letters(counts: list[int]) -> str:
    return "".join(letter * count for letter, count in zip(NATION_LETTERS, counts, strict=True))


def _levels(stack: Stack) -> str:
    return "".join(str(level) for level in stack.cards[: stack.n])


def _level_counts(counts: list[int]) -> str:
    return "".join(str(level) * counts[level] for level in range(1, LEVELS))


# ---- reading ----------------------------------------------------------------------------------------------------


def parse_position(text: str) -> State:
    """The position of a text; NotationError names what cannot be read or cannot be."""
    parts = [part.split() for part in text.split("|")]
    if len(parts) not in {SEATS + 1, SEATS + 2}:
        raise NotationError("a position of babel has a head and two players, and may have a supply, separated by '|'")
    state = State()
    _read_words(parts[0], state, _read_head_word)
    for player, words in zip(state.players, parts[1:], strict=False):
        player.pawn = QUARRY
        _read_words(words, player, _read_player_word)
    supplies = parts[SEATS + 1] if len(parts) > SEATS + 1 else []
    _read_words(supplies, state, _read_supply_word)
    _fill_supplies(state, {word.partition(":")[0] for word in supplies})
    _check(state)
    return state


def _read_words(words: list[str], target: object, read: Callable[..., bool]) -> None:
    read_before: set[str] = set()
    for word in words:
        key, _, value = word.partition(":")
        name = "@" if key.startswith("@") else key
        if name in read_before:
            raise NotationError(f"{name!r} is given twice in one part of a position of babel")
        read_before.add(name)
        if not read(target, key, value):
            raise NotationError(f"cannot read {word!r} in a position of babel")


def _read_head_word(state: State, key: str, value: str) -> bool:
    if key.upper() in Edition.__members__ and not value:
        state.edition = Edition[key.upper()]
    elif key in FLAGS and not value:
        setattr(state, FLAGS[key], 1)
    elif key == "phase" and value in PHASES:
        state.phase = PHASES.index(value)
    elif key == "seat" and value in {"0", "1"}:
        state.turn_of = int(value)
    elif key in COUNTERS and re.fullmatch(r"\d{1,3}", value):
        setattr(state, COUNTERS[key], int(value))
    else:
        return False
    return True


def _read_player_word(player: Player, key: str, value: str) -> bool:
    if re.fullmatch(f"@[{PLACES}]", key) and not value:
        player.pawn = PLACES.index(key[1])
    elif key == "start" and not value:
        player.start_card = 1
    elif key == "hand" and (match := re.fullmatch(rf"([{NATION_LETTERS}]*)(\+\d{{1,2}})?", value)):
        player.hand = _read_counts(match[1])
        player.unseen = int(match[2] or 0)
    elif key == "known" and re.fullmatch(f"[{NATION_LETTERS}]*", value):
        player.known = _read_counts(value)
    elif key == "stack" and re.fullmatch(r"[1-6]{0,45}", value):
        _push_levels(player.stack, value)
    else:
        return _read_site(player, key, value)
    return True


def _read_site(player: Player, key: str, value: str) -> bool:
    match = re.fullmatch(rf"(-|[{NATION_LETTERS}]{{1,60}})(/(1?2?3?4?5?6?))?", value)
    if key not in tuple(NATION_LETTERS) or match is None:
        return False
    site = NATION_LETTERS.index(key)
    for letter in match[1].strip("-"):
        push(player.rows[site], NATION_LETTERS.index(letter))
    player.temples[site] = sum(1 << int(level) for level in match[3] or "")
    return True


def _read_supply_word(state: State, key: str, value: str) -> bool:
    cards = "" if value == "-" else value
    if key in {"deck", "discards"} and re.fullmatch(f"[{NATION_LETTERS}]*", cards):
        setattr(state, key, _read_counts(cards))
    elif key == "quarry" and re.fullmatch(r"[1-6]*", cards):
        state.quarry = [0, *(cards.count(str(level)) for level in range(1, LEVELS))]
    elif key == "top" and re.fullmatch(r"[1-6]{0,45}", cards):
        _push_levels(state.known_top, cards)
    else:
        return False
    return True


def _read_counts(letters: str) -> list[int]:
    return [letters.count(letter) for letter in NATION_LETTERS]


def _push_levels(stack: Stack, levels: str) -> None:
    for level in levels:
        push(stack, int(level))


def _fill_supplies(state: State, given: set[str]) -> None:
    """Cards that are named nowhere are in the deck and in the quarry."""
    if "deck" not in given:
        state.deck = [CARDS_PER_NATION - nation_cards(state, nation) for nation in range(NATIONS)]
    if "quarry" not in given:
        state.quarry = [0, *(TEMPLE_COPIES[level] - temple_cards(state, level) for level in range(1, LEVELS))]


def _check(state: State) -> None:
    """A position must be one the game can have; unseen cards of an observation are among those of the deck."""
    if state.edition not in {edition.value for edition in Edition}:
        raise NotationError("a position of babel begins with 'first' or 'second', its edition")
    for nation in range(NATIONS):
        if state.deck[nation] < 0 or nation_cards(state, nation) != CARDS_PER_NATION:
            raise NotationError(f"there must be {CARDS_PER_NATION} {NATION_LETTERS[nation]} cards in all")
    for level in range(1, LEVELS):
        if state.quarry[level] < 0 or temple_cards(state, level) != TEMPLE_COPIES[level]:
            raise NotationError(f"there must be {TEMPLE_COPIES[level]} temple cards of level {level} in all")
    if sum(player.unseen for player in state.players) > total(state.deck):
        raise NotationError("more cards are unseen than there are")
    if audit_observation(state) or not _has_counters_of_phase(state):
        raise NotationError("the counters of the position contradict its phase or its cards")
    if not _can_act(state):
        raise NotationError(f"seat {state.turn_of} could not build its starting card in this position")


def _has_counters_of_phase(state: State) -> bool:
    """Each phase needs its own counter, and the cards that it counts."""
    unseen = sum(player.unseen for player in state.players)
    is_drawing = state.phase in {DEAL, DRAW}
    return (
        is_drawing == (0 < state.to_draw <= SEATS * OPENING_HAND)
        and (not is_drawing or total(state.deck) > unseen)
        and (state.phase == DISCARD) == (0 < state.to_discard <= hand_size(state.players[1 - state.turn_of]))
        and (state.first_drawn == 0 or (state.phase == QUARRY_DRAW and state.first_drawn < LEVELS))
        and (state.phase == OVER) == (0 < state.ending <= TOO_LONG)
    )


def _can_act(state: State) -> bool:
    """Whether the player on turn can build the starting card, as far as the hand is known."""
    return state.phase != ACT or state.players[state.turn_of].unseen > 0 or can_meet_duty(state)
