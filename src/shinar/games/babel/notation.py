"""Positions of Babel as text: one line that a person can read, paste and shorten.

::

    second turn:9 seat:0 phase:act | @H hand:AHS A:HH H:SSSSAPP S:PP | @Q hand:AAAAAAA A:-/123 H:PSAAM/123456

Parts are separated by `|`: the head, seat 0, seat 1, and what is not the players'. A player's part has the pawn
(`@Q` is the quarry), the hand (`+5` are five unseen cards), the temple stack from bottom to top, and each site that is
not empty: the row from bottom to top, then `/` and the levels of the temple. Nations are A H M P S. What is left out
is empty, or 0; nation and temple cards that are named nowhere are in the deck and in the quarry. What follows from the
rest need not be written: without a phase somebody acts, unless a counter belongs to another phase; how many cards are
to be drawn, that the end phase has begun, and how the game ended.
"""

import re
from collections.abc import Callable, Iterator

from shinar.core.errors import NotationError
from shinar.core.piles import push, total
from shinar.core.story import counted
from shinar.games.babel.audit import audit_observation, nation_cards, temple_cards
from shinar.games.babel.components import (
    CARDS_PER_NATION,
    LEVELS,
    MAX_TURNS,
    NATION_LETTERS,
    NATIONS,
    OPENING_HAND,
    OPENING_HAND_OF_STARTER,
    QUARRY,
    SEATS,
    SITES,
    TEMPLE_COPIES,
    Edition,
)
from shinar.games.babel.duty import can_meet_duty
from shinar.games.babel.rules import (
    CARDS_PER_TURN,
    END_PHASE_HIGH,
    END_PHASE_LOW,
    END_PHASE_SCORE,
    LEAD,
    QUARRY_EMPTY,
    SAFE_SCORE,
    TOO_LONG,
    WINNING_SCORE,
    hand_size,
    score,
)
from shinar.games.babel.state import (
    ACT,
    CHOOSE_STARTER,
    DEAL,
    DISCARD,
    DRAW,
    OVER,
    PHASE_NAMES,
    QUARRY_DRAW,
    Player,
    Stack,
    State,
)

__all__ = ["parse_position", "position_text"]

PLACES = NATION_LETTERS + "Q"
COUNTERS = {"turn": "turns", "draw": "to_draw", "discard": "to_discard", "drawn": "first_drawn", "ending": "ending"}
FLAGS = {"migrated": "migrated", "endphase": "end_phase"}
IMPLIED_PHASES = {
    "ending": OVER,
    "drawn": QUARRY_DRAW,
    "discard": DISCARD,
    "draw": DRAW,
}  # by a counter of their own
ENDING_WORDS = (
    "",
    f"one side has {WINNING_SCORE} or more, the other less than {SAFE_SCORE}",
    f"in the end phase one side has {END_PHASE_SCORE} or more",
    f"in the end phase one side has less than {SAFE_SCORE}",
    "the quarry is empty",
    f"{MAX_TURNS} turns were played",
)


# ---- writing ----------------------------------------------------------------------------------------------------


def position_text(state: State) -> str:
    """The position as one line; `parse_position` is its inverse."""
    players = [_player_text(player) for player in state.players]
    return " | ".join([_head_text(state), *players, _supply_text(state)])


def _head_text(state: State) -> str:
    words = [Edition(state.edition).name.lower(), f"seat:{state.turn_of}", f"phase:{PHASE_NAMES[state.phase]}"]
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
    _fill_supplies(state, _keys(supplies))
    if state.edition not in {edition.value for edition in Edition}:
        raise NotationError("a position of babel begins with 'first' or 'second', its edition")
    _derive(state, _keys(parts[0]))
    _check(state)
    return state


def _keys(words: list[str]) -> set[str]:
    return {word.partition(":")[0] for word in words}


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
    elif key == "phase" and value in PHASE_NAMES:
        state.phase = PHASE_NAMES.index(value)
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


# ---- what can be --------------------------------------------------------------------------------------------------


def _derive(state: State, given: set[str]) -> None:
    """What follows from the rest need not be written: the phase, cards to draw, the end phase, the ending."""
    if "phase" not in given:
        state.phase = next((phase for word, phase in IMPLIED_PHASES.items() if word in given), ACT)
    if "draw" not in given and state.phase == DEAL:
        state.to_draw = _opening_cards(state) - _cards_held(state)
    elif "draw" not in given and state.phase == DRAW:
        state.to_draw = CARDS_PER_TURN
    high, low = _scores(state)
    if high >= WINNING_SCORE and low >= SAFE_SCORE:
        state.end_phase = 1
    if "ending" not in given and state.phase == OVER:
        state.ending = _ending_of(state)


def _scores(state: State) -> tuple[int, int]:
    """The higher and the lower score."""
    scores = [score(state, seat) for seat in range(SEATS)]
    return max(scores), min(scores)


def _ending_of(state: State) -> int:
    """Which ending came, as far as the position tells; 0 if none."""
    high, low = _scores(state)
    if state.end_phase and high >= END_PHASE_SCORE:
        return END_PHASE_HIGH
    if state.end_phase and low < SAFE_SCORE:
        return END_PHASE_LOW
    if not state.end_phase and high >= WINNING_SCORE:
        return LEAD
    if total(state.quarry) + state.known_top.n == 0:
        return QUARRY_EMPTY
    return TOO_LONG if state.turns == MAX_TURNS else 0


def _opening_cards(state: State) -> int:
    return OPENING_HAND + OPENING_HAND_OF_STARTER[state.edition]


def _cards_held(state: State) -> int:
    return sum(hand_size(player) for player in state.players)


def _check(state: State) -> None:
    """A position must be one the game can have; unseen cards of an observation are among those of the deck."""
    for faults in (_faults_of_cards, _faults_of_counts, _faults_of_start_cards, _faults_of_end):
        for fault in faults(state):
            raise NotationError(fault)
    assert not audit_observation(state), "the sentences above say all that the audit finds"


def _faults_of_cards(state: State) -> Iterator[str]:
    """[BB-1.1] Every card of the box is somewhere, once."""
    for nation in range(NATIONS):
        if state.deck[nation] < 0 or nation_cards(state, nation) != CARDS_PER_NATION:
            yield f"there must be {CARDS_PER_NATION} {NATION_LETTERS[nation]} cards in all"
    for level in range(1, LEVELS):
        if state.quarry[level] < 0 or temple_cards(state, level) != TEMPLE_COPIES[level]:
            yield f"there must be {TEMPLE_COPIES[level]} temple cards of level {level} in all"
    if sum(player.unseen for player in state.players) > total(state.deck):
        yield "more cards are unseen than there are"
    for player in state.players:
        if any(known > held for known, held in zip(player.known, player.hand, strict=True)):
            yield "nobody can know of a card that is not in the hand: 'known' lists more than 'hand'"


def _faults_of_counts(state: State) -> Iterator[str]:
    """Each counter belongs to a phase, and counts what can be."""
    if state.turns > MAX_TURNS:
        yield f"there are at most {MAX_TURNS} turns"
    yield from _faults_of_draw(state)
    yield from _faults_of_discard(state)
    if state.first_drawn and state.phase != QUARRY_DRAW:
        yield "'drawn' belongs to the phase 'quarry' alone"
    if state.first_drawn >= LEVELS:
        yield f"'drawn' is a level from 1 to {LEVELS - 1}"
    if state.phase <= DEAL and (state.turns or any(map(_has_played, state.players)) or _is_used(state)):
        yield f"in the phase '{PHASE_NAMES[state.phase]}' nobody has had a turn, and nothing is played or discarded"
    if state.phase == CHOOSE_STARTER and _cards_held(state):
        yield "in the phase 'starter' nobody has been dealt a card"


def _has_played(player: Player) -> bool:
    is_at_sites = any(row.n for row in player.rows) or any(player.temples)
    return is_at_sites or player.pawn != QUARRY or not player.start_card or player.stack.n > 0


def _is_used(state: State) -> bool:
    """Whether a nation card was discarded or a temple destroyed."""
    return any(state.discards) or state.known_top.n > 0


def _faults_of_draw(state: State) -> Iterator[str]:
    unseen = sum(player.unseen for player in state.players)
    if state.phase not in {DEAL, DRAW}:
        if state.to_draw:
            yield "'draw' belongs to the phases 'deal' and 'draw' alone"
        return
    if state.phase == DRAW and not 0 < state.to_draw <= CARDS_PER_TURN:
        yield f"in the phase 'draw' there are 1 to {CARDS_PER_TURN} cards to draw"
    if state.phase == DEAL and not _is_deal_in_order(state):
        yield f"of {_opening_cards(state)} cards the player who starts is dealt the first, and 'draw' counts the rest"
    if total(state.deck) <= unseen:
        yield "a card must be drawn, and the deck is empty"


def _is_deal_in_order(state: State) -> bool:
    """[BB-1.5] Who starts is served first."""
    first, second = (hand_size(state.players[seat]) for seat in (state.turn_of, 1 - state.turn_of))
    served = OPENING_HAND_OF_STARTER[state.edition]
    is_in_order = first == served or (first < served and second == 0)
    return is_in_order and state.to_draw == _opening_cards(state) - _cards_held(state) > 0


def _faults_of_discard(state: State) -> Iterator[str]:
    held = hand_size(state.players[1 - state.turn_of])
    if state.phase != DISCARD:
        if state.to_discard:
            yield "'discard' belongs to the phase 'discard' alone"
    elif not state.to_discard:
        yield "the phase 'discard' needs 'discard:', the number of cards that must still be discarded"
    elif state.to_discard > held // 2:
        yield f"of a hand of {counted(held, 'card')} not more than half can still have to be discarded"


def _faults_of_start_cards(state: State) -> Iterator[str]:
    """[BB-2.5] The starting card is built in the first turn; a position without a number of turns leaves it open."""
    mine, theirs = (state.players[seat].start_card for seat in (state.turn_of, 1 - state.turn_of))
    if state.turns == 1 and not theirs:
        yield f"in turn 1 seat {1 - state.turn_of} has not had a turn: its starting card is still to be built ('start')"
    if state.turns > 1 and theirs:
        yield f"seat {1 - state.turn_of} has had a turn: its starting card must have been built"
    if state.turns > SEATS and mine:
        yield f"seat {state.turn_of} has had a turn: its starting card must have been built"
    if not _can_act(state):
        yield f"seat {state.turn_of} could not build its starting card in this position"


def _can_act(state: State) -> bool:
    """Whether the player on turn can build the starting card, as far as the hand is known."""
    return state.phase != ACT or state.players[state.turn_of].unseen > 0 or can_meet_duty(state)


def _faults_of_end(state: State) -> Iterator[str]:
    """[BB-9.2] … [BB-9.5] The game is over exactly when it must be, and for the reason given."""
    ending = _ending_of(state)
    if state.phase != OVER:
        if state.ending:
            yield "'ending' belongs to the phase 'over' alone"
        if ending not in {0, TOO_LONG}:
            yield f"the game is over in this position: {ENDING_WORDS[ending]}"
    elif not ending:
        yield "the game is not over in this position: neither the scores nor the quarry end it"
    elif state.ending != ending:
        yield f"the game did not end that way ('ending:{state.ending}'): {ENDING_WORDS[ending]}"
