"""What happens automatically at the end of a turn or an Age, line by line: discards, tower, project, conflicts.

Each function is given the position in which its phase begins, and describes what the rules are about to do.
"""

from collections.abc import Callable
from typing import Any

from shinar.core.game import CHANCE
from shinar.core.story import Effect, Narrator, StoryLine, counted, listed
from shinar.core.viewer import SPECTATOR
from shinar.games.wonders.actions import TOKEN_PAIRS, TOKEN_VALUES
from shinar.games.wonders.components import (
    CARD_NAMES,
    COINS_REWARD,
    COLOUR_NAMES,
    COLOURS,
    LOSE_COINS,
    LOSE_START,
    PROJECT_NAMES,
    PROJECT_ROWS,
    RESOURCE_NAMES,
    SHIELDS_REWARD,
    TILES,
    TOKENS,
    project_amount,
    project_penalty,
    project_reward,
    start_coins,
    start_of,
)
from shinar.games.wonders.discards import has_salvage, next_to_salvage
from shinar.games.wonders.expansions.cities.conflicts import NOBODY, is_absent, met_on_left, num_conflicts, strength
from shinar.games.wonders.expansions.cities.effects import bank_coin
from shinar.games.wonders.expansions.cities.losses import loss_for
from shinar.games.wonders.expansions.leaders.effects import sends_defeats, victory_coins
from shinar.games.wonders.expansions.projects.participation import can_choose_loss
from shinar.games.wonders.expansions.tower.effects import are_defeats_doubled, are_victories_lessened, num_spaces
from shinar.games.wonders.seating import is_last_turn, left_of, owner, right_of
from shinar.games.wonders.state import (
    END_AGE,
    END_TURN,
    LEAVE_CARDS,
    LOOK_AT_DISCARDS,
    LOOK_FOR_LOSSES,
    LOST,
    RESOLVE_PROJECT,
    SETTLE_LOSSES,
    SETTLE_PENALTIES,
    TILE_WAITING,
    City,
    State,
)
from shinar.games.wonders.teams import has_partners, rival_of
from shinar.games.wonders.words import REWARDS, TOKEN_USES, card_title, coins_text, project_title

__all__ = ["CityNarrator", "tell_phase"]


class CityNarrator(Narrator):
    """Makes sentences about cities, including the Free City."""

    def city(self, state: State, number: int) -> str:
        """`you`, a placeholder, or the Free City."""
        return "the Free City" if number >= state.players else self.name(number)

    def city_line(self, state: State, number: int, plain: str, verb: str, **details: Any) -> StoryLine:
        """What a city did or got, of a predicate in the plain form."""
        if number < state.players:
            return self.line(number, plain, verb, **details)
        args = {"city": "free city", **details.pop("args", {})}
        words = Narrator(SPECTATOR).predicate(number, plain)
        return StoryLine(CHANCE, verb, args, subject="The Free City", predicate=words, **details)


def tell_phase(state: State, narrator: CityNarrator) -> list[StoryLine]:
    """What is about to happen in a phase in which nobody has to choose."""
    teller = _TELLERS.get(state.phase)
    return teller(state, narrator) if teller else []


def _fact(verb: str, words: str, **args: str | int) -> StoryLine:
    """Something that happens without an actor."""
    return StoryLine(CHANCE, verb, args, predicate=words)


# ---- the end of a turn ------------------------------------------------------------------------------------------


def _left_over(state: State, _narrator: CityNarrator) -> list[StoryLine]:
    """[SW-3.6] What is left of the hands after the last turn."""
    is_left = is_last_turn(state) and any(hand.n for hand in state.hands)
    return [_fact("leave cards", "The last cards of the hands are discarded")] if is_left else []


def _looks(state: State, narrator: CityNarrator) -> list[StoryLine]:
    """[SW-8.3] [SW-20.3] Who looks through the discards next."""
    number = next_to_salvage(state)
    return [] if number < 0 else [narrator.line(owner(state, number), _look(state, number), "look")]


def _look(state: State, number: int) -> str:
    target = "" if number < state.players else " for the Free City"
    found = "" if has_salvage(state, number) else ", finding nothing to build"
    return f"look through the discards{target}{found}"


def _placed(state: State, narrator: CityNarrator) -> list[StoryLine]:
    """[SW-12.4] The tiles of the turn, in the order of their numbers."""
    waiting = [
        (tile, seat) for tile in range(1, TILES + 1) for seat in range(state.players) if _waits(state, seat, tile)
    ]
    tower = list(state.tower)
    lines = []
    for i, (tile, seat) in enumerate(waiting):
        space = (state.tiles_placed + i) % num_spaces(state)
        covered = f", covering tile {tower[space]}" if tower[space] else ""
        lines.append(narrator.line(seat, f"place tile {tile} in the tower{covered}", "place tile", args={"tile": tile}))
        tower[space] = tile
    return lines


def _waits(state: State, seat: int, tile: int) -> bool:
    city = state.cities[seat]
    return (tile, TILE_WAITING) in zip(city.tiles, city.tile_built, strict=True)


def _lost(state: State, narrator: CityNarrator) -> list[StoryLine]:
    """[SW-16.4] What every city loses by what others have built."""
    losses = [(number, _loss_to_tell(state, number)) for number in range(state.num_cities)]
    debts = ": to pay, or to take debts" if state.has_cities else ""
    return [
        narrator.line(number, f"lose {coins_text(coins)}{debts}", "loss", args={"coins": coins})
        for number, coins in losses
        if coins
    ]


def _loss_to_tell(state: State, number: int) -> int:
    """[SW-17.11] Without Cities only coins that are there can be lost."""
    loss = loss_for(state, number)
    return loss if state.has_cities else min(loss, state.cities[number].coins)


def _settled(state: State, narrator: CityNarrator) -> list[StoryLine]:
    """[SW-16.5] What is paid, and the debts that are taken."""
    losing = [number for number in range(state.num_cities) if state.cities[number].owes]
    return [_settlement(state, number, narrator) for number in losing]


def _settlement(state: State, number: int, narrator: CityNarrator) -> StoryLine:
    city = state.cities[number]
    paid, debts = city.plan.bank, city.owes - city.plan.bank
    taken = counted(debts, "debt")
    words = f"take {taken} for what is lost"
    if paid:
        words = f"pay {coins_text(paid)} to the bank for what is lost" + (f", taking {taken}" if debts else "")
    effects = (Effect(number, "coins", -paid), Effect(number, "points", -debts))
    args = {"coins": paid, "debts": debts}
    some = tuple(effect for effect in effects if effect.amount)
    return narrator.line(number, words, "settle", args=args, effects=some)


# ---- projects ---------------------------------------------------------------------------------------------------


def _project(state: State, narrator: CityNarrator) -> list[StoryLine]:
    """[SW-13.4] [SW-13.5] Success with its rewards, or failure with the penalties that leave no choice."""
    name, title = PROJECT_NAMES[state.project - 1], project_title(state.project - 1)
    if state.project_tokens == 0:
        seats = [seat for seat in range(state.players) if state.cities[seat].part]
        return [
            _fact("succeed", f"{title} succeeds", project=name),
            *(_reward(state, seat, narrator) for seat in seats),
        ]
    left = f"{counted(state.project_tokens, 'participation token')} {'is' if state.project_tokens == 1 else 'are'} left"
    punished = [seat for seat in range(state.players) if _is_punished(state, state.cities[seat])]
    lines = [_penalty(state, seat, narrator) for seat in punished]
    return [_fact("fail", f"{title} fails: {left}", project=name), *lines]


def _is_punished(state: State, city: City) -> bool:
    """Whether a penalty takes place at once, because there is nothing to choose."""
    return city.part == 0 and not can_choose_loss(state, city)


def _reward(state: State, seat: int, narrator: CityNarrator) -> StoryLine:
    """[SW-13.7] What all participation tokens of a seat bring."""
    project, parts = state.project - 1, state.cities[seat].part
    reward, amount = project_reward(project), project_amount(project) * parts
    more: tuple[Effect, ...] = ()
    if reward == COINS_REWARD:
        amount += bank_coin(state.cities[seat], amount)
        words, effect = coins_text(amount), Effect(seat, "coins", amount)
    elif reward == SHIELDS_REWARD:
        words, effect = counted(amount, "shield"), Effect(seat, "shields", amount)
    elif reward < TOKENS:
        words, effect = f"{_tokens(parts)} {_token_text(project)}", Effect(seat, "tokens", parts)
    else:
        value = _victory(state)
        words = _victories_text(value, parts)
        effect = Effect(seat, "points", value * parts)
        coins = victory_coins(state.cities[seat]) * parts if value else 0
        coins += bank_coin(state.cities[seat], coins)
        words += f" and {coins_text(coins)}" if coins else ""
        more = (Effect(seat, "coins", coins),) if coins else ()
    effects = (effect, *more) if effect.amount else ()
    plain = f"get {words}, thanks to {project_title(project)}"
    if not effects:
        plain = f"get nothing for {project_title(project)}, because of tile 19"
    return narrator.line(seat, plain, "reward", effects=effects)


def _token_text(project: int) -> str:
    """What a token is good for: `for a free structure`, `worth 1 point for each stage of the city`."""
    reward = PROJECT_ROWS[project]["reward"]
    return TOKEN_USES[reward] if reward in TOKEN_USES else f"worth {REWARDS[reward]}"


def _penalty(state: State, seat: int, narrator: CityNarrator) -> StoryLine:
    """[SW-13.5] [SW-13.6] A penalty without choice, or the points lost instead."""
    city, penalty = state.cities[seat], project_penalty(state.project - 1)
    title = project_title(state.project - 1)
    keeps_start = start_coins(city.face) > 0
    if penalty == LOSE_START and start_of(city.face) < 0 and not keeps_start:
        return narrator.line(seat, f"lose the lower prices of leaders to {title}", "penalty")
    if penalty == LOSE_START and not keeps_start:
        words = f"lose the resource of the board, {RESOURCE_NAMES[start_of(city.face)]}, to {title}"
        return narrator.line(seat, words, "penalty", args={"resource": RESOURCE_NAMES[start_of(city.face)]})
    if penalty == LOSE_COINS and city.coins > 0:
        words, effect = f"lose {coins_text(city.coins)} to {title}", Effect(seat, "coins", -city.coins)
    else:
        points = state.age + 1
        words = f"lose {counted(points, 'point')} to {title}, having {_nothing(penalty)}"
        effect = Effect(seat, "points", -points)
    return narrator.line(seat, words, "penalty", effects=(effect,))


def _nothing(penalty: int) -> str:
    """What a player lacks who cannot pay a penalty."""
    if penalty == LOSE_COINS:
        return "no coins"
    if penalty == LOSE_START:
        return "no resource on the board"
    return f"no {COLOUR_NAMES[penalty]} structure" if penalty < COLOURS else "fewer than two victory tokens"


def _losses(state: State, narrator: CityNarrator) -> list[StoryLine]:
    """[SW-13.5] What was chosen to be lost."""
    seats = [seat for seat in range(state.players) if state.cities[seat].plan.use == LOST]
    return [_loss(state, seat, narrator) for seat in seats]


def _loss(state: State, seat: int, narrator: CityNarrator) -> StoryLine:
    plan, title = state.cities[seat].plan, project_title(state.project - 1)
    if project_penalty(state.project - 1) < COLOURS:
        args, effect = {"card": CARD_NAMES[plan.card]}, Effect(seat, "structures", -1)
        return narrator.line(seat, f"lose {card_title(plan.card)} to {title}", "lose", args=args, effects=(effect,))
    values = [TOKEN_VALUES[value] for value in TOKEN_PAIRS[plan.tile]]
    words = f"lose victory tokens worth {listed([str(value) for value in values])} points to {title}"
    return narrator.line(seat, words, "lose tokens", effects=(Effect(seat, "points", -sum(values)),))


# ---- conflicts --------------------------------------------------------------------------------------------------


def _conflicts(state: State, narrator: CityNarrator) -> list[StoryLine]:
    """[SW-9.1] [SW-16.7] [SW-19.3] Who stays away, and a line for each conflict."""
    numbers = range(state.num_cities)
    absent = [number for number in numbers if is_absent(state.cities[number])]
    words = "stay out of the conflicts, giving a diplomacy token back"
    if has_partners(state):
        words = "have a conflict less, giving a diplomacy token back"
    lines = [narrator.line(number, words, "diplomacy") for number in absent]
    favoured: set[int] = set()  # those who have had their coin of the bank
    return lines + [_conflict(state, one, other, narrator, favoured) for one, other in _meetings(state)]


def _meetings(state: State) -> list[tuple[int, int]]:
    """[SW-9.1] [SW-16.7] [SW-19.3] Every two who meet, as often as they do."""
    numbers = range(state.num_cities)
    if has_partners(state):
        pairs = [
            (number, left_of(state, number)) for number in numbers if rival_of(state, number) != right_of(state, number)
        ]
        return [pair for pair in pairs for _ in range(num_conflicts(state, *pair))]
    met = {number: met_on_left(state, number) for number in numbers if met_on_left(state, number) != NOBODY}
    return [(one, other) for one, other in met.items() if met.get(other) != one or one < other]


def _conflict(state: State, one: int, other: int, narrator: CityNarrator, favoured: set[int]) -> StoryLine:
    """[SW-9.2] [SW-12.10] Who beats whom, and the tokens of both."""
    shields = [strength(state.cities[number]) for number in (one, other)]
    if shields[0] == shields[1]:
        words = f"tie with {narrator.city(state, other)} at {counted(shields[0], 'shield')}"
        return narrator.city_line(state, one, words, "conflict", args={"against": other})
    winner, loser = (one, other) if shields[0] > shields[1] else (other, one)
    value, defeats = _victory(state), 2 if are_defeats_doubled(state) else 1
    score = f"{counted(max(shields), 'shield')} to {min(shields)}"
    name, sent = narrator.city(state, loser), sends_defeats(state.cities[loser])
    coins = victory_coins(state.cities[winner]) if value else 0
    if winner not in favoured and bank_coin(state.cities[winner], coins):
        favoured.add(winner)
        coins += 1
    won = _victories_text(value) + (f" and {coins_text(coins)}" if coins else "")
    gets = "you send" if name == "you" else f"{name} sends"
    lost = f"{gets} over" if sent else f"{name} {'get' if name == 'you' else 'gets'}"
    words = f"beat {name}, {score}, for {won}; {lost} {'two defeat tokens' if defeats > 1 else 'a defeat token'}"
    gains = (
        Effect(winner, "points", value),
        Effect(winner, "coins", coins),
        Effect(winner if sent else loser, "points", -defeats),
    )
    args = {"against": loser, "victory": value, "defeats": defeats}
    effects = tuple(effect for effect in gains if effect.amount)
    return narrator.city_line(state, winner, words, "conflict", args=args, effects=effects)


def _victories_text(value: int, tokens: int = 1) -> str:
    """`a victory token worth 3 points`, `2 victory tokens worth 1 point each`."""
    if value == 0:
        return "no victory token because of tile 19"
    each = " each" if tokens > 1 else ""
    return f"{_tokens(tokens, 'victory token')} worth {counted(value, 'point')}{each}"


def _tokens(number: int, noun: str = "token") -> str:
    """`a token`, `2 tokens`."""
    return f"a {noun}" if number == 1 else counted(number, noun)


def _victory(state: State) -> int:
    """[SW-12.10] The value of a victory token of the Age; 0 if a tile leaves nothing of it."""
    size = state.age - 1 if are_victories_lessened(state) else state.age
    return TOKEN_VALUES[size] if size >= 0 else 0


_TELLERS: dict[int, Callable[[State, CityNarrator], list[StoryLine]]] = {
    LEAVE_CARDS: _left_over,
    LOOK_AT_DISCARDS: _looks,
    LOOK_FOR_LOSSES: _lost,
    SETTLE_LOSSES: _settled,
    END_TURN: _placed,
    RESOLVE_PROJECT: _project,
    SETTLE_PENALTIES: _losses,
    END_AGE: _conflicts,
}
