"""What is printed on cards, stages, tiles and projects, in words.

There are few such things and they are asked for all the time, so their words are cached.
"""

from collections.abc import Callable
from functools import cache

from shinar.core.story import counted, listed
from shinar.games.wonders.components import (
    BOARD_NAMES,
    BOARD_ROWS,
    CARD_ROWS,
    CARD_TITLES,
    CARDS,
    COLOUR_NAMES,
    ITEM_ROWS,
    KINDS,
    LEADER_NAMES,
    LEADER_ROWS,
    NIBBLE,
    PROJECT_NAMES,
    PROJECT_ROWS,
    RESOURCE_NAMES,
    SIDES,
    TILE_ROWS,
    Row,
)

__all__ = ["bag_text", "board_title", "card_text", "card_title", "coins_text", "cost_text", "counted", "item_text"]
__all__ += ["city_effects_text", "leader_text", "leader_title", "piece_title", "start_text"]
__all__ += ["penalty_text", "project_text", "project_title", "reward_text", "stage_title", "tile_text", "title_case"]

POWERS = {
    "copy a leader": "have the effect of a leader of a neighbour",
    "draw leaders": "add 4 leaders of the pile to your hand",
    "recruit a leader": "recruit another leader at once",
    "buy from the bank": "buy one resource from the bank for 1 coin each turn",
    "coins for buying": "get 1 coin each turn for each neighbour you buy from",
    "free leaders": "recruit leaders without paying",
    "free guilds": "build guilds without paying",
    "defeats to the victor": "give your defeat tokens to the victor",
    "coins for victories": "get 2 coins with each victory token",
    "free building": "build one structure free in each Age",
    "build from discards": "build a discarded card free",
    "seventh card": "play the last card of the hand too",
    "copy a guild": "copy a guild of a neighbour at the end",
    "stages without resources": "build stages without resources",
    "coins from the bank": "get 1 coin more each turn when you take coins from the bank",
    "free black structure": "build one black structure free in each Age",
    "entomb a leader": "turn one of your leaders face down, for 2 points for each of its coins",
    "points for a colour": "1 point for each card of neighbours in the colour of the card under this stage",
    "defeats as shields": "count each of your defeat tokens as a shield",
}
TOKEN_USES = {
    "free stage": "for a stage without resources",
    "free building": "for a free structure",
    "any colour": "to join a project with any colour",
}
REWARDS = {reward: f"a token {use}" for reward, use in TOKEN_USES.items()} | {
    "points per stage": "1 point for each stage of the city",
    "points per set": "3 points for each set of three symbols",
    "points per guild": "1 point for each guild in the city and next to it",
}


SMALL_WORDS = {"of", "the"}
OWNERS = {1: "you have", 2: "your neighbours have", 3: "you and your neighbours have"}
ORDINALS = ("first", "second", "third", "fourth")


@cache
def title_case(name: str) -> str:
    """A name as a heading: `Chamber of Commerce`."""
    return " ".join(word if word in SMALL_WORDS else word.capitalize() for word in name.split())


def card_title(card: int) -> str:
    """A card as it is printed: `East Trading Post`; `Loom` of either Age."""
    return title_case(CARD_TITLES[card])


def leader_title(leader: int) -> str:
    """`Alexander`."""
    return title_case(LEADER_NAMES[leader])


def piece_title(piece: int) -> str:
    """A card or a leader, as it is printed."""
    return card_title(piece) if piece < CARDS else leader_title(piece - CARDS)


def project_title(project: int) -> str:
    """`River Port`."""
    return title_case(PROJECT_NAMES[project])


def board_title(face: int) -> str:
    """`Halikarnassos`."""
    return title_case(BOARD_NAMES[face // SIDES].replace("-", " "))


def stage_title(face: int, stage: int) -> str:
    """`the second stage of Gizah`; stages are counted from 0."""
    return f"the {ORDINALS[stage]} stage of {board_title(face)}"


@cache
def bag_text(bag: int) -> str:
    """`2 wood and 1 glass`, of a bag of resources."""
    counts = [bag >> NIBBLE * kind & (1 << NIBBLE) - 1 for kind in range(KINDS)]
    return listed([f"{count} {name}" for count, name in zip(counts, RESOURCE_NAMES, strict=True) if count])


def coins_text(number: int) -> str:
    """`1 coin`, `2 coins`."""
    return counted(number, "coin")


def cost_text(row: Row) -> str:
    """The printed cost of a card, stage or project."""
    if "copied" in row:
        return "what that costs"
    parts = [coins_text(row["price"])] if "price" in row else []
    parts += [f"{count} {kind}" for kind, count in row.get("cost", {}).items()]
    return ", ".join(parts) or "nothing"


@cache
def card_text(card: int) -> str:
    """A card: colour, cost and effects."""
    row = CARD_ROWS[card]
    free = f", free after {' or '.join(row['after'])}" if "after" in row else ""
    return f"{row['colour']}, costs {cost_text(row)}{free}: {item_text(card)}"


@cache
def leader_text(leader: int) -> str:
    """A leader: the cost and the effect."""
    return f"leader, costs {cost_text(LEADER_ROWS[leader])}: {item_text(CARDS + leader)}"


@cache
def start_text(face: int) -> str:
    """What a board has from the start: a resource, or lower prices."""
    row = BOARD_ROWS[face]
    if "makes" in row:
        return str(row["makes"])
    if "coins" in row:
        return f"{coins_text(row['coins'])} more"
    if "free_leaders" in row:
        return "leaders are free"
    more = coins_text(row["cheaper_for_neighbours"])
    return f"leaders cost {coins_text(row['cheaper_leaders'])} less, those of neighbours {more} less"


@cache
def item_text(item: int) -> str:
    """The effects of a card or a stage."""
    row = ITEM_ROWS[item]
    return ", ".join(words(row) for effect, words in EFFECTS.items() if effect in row)


def _discount_text(row: Row) -> str:
    goods = {"raw": "raw materials", "manufactured": "manufactured goods"}
    return ", ".join(
        f"{goods[kind]} from the {' and the '.join(sides)} cost 1 coin" for kind, sides in row["discount"].items()
    )


def _per_text(row: Row) -> str:
    per = row["per"]
    gains = [counted(per[name], name.removesuffix("s")) for name in ("coins", "points") if name in per]
    if per["things"] == ["stone"]:
        return f"{' and '.join(gains)} for each stone of your structures that make nothing else"
    if per["things"] == ["three coins"]:
        return f"{' and '.join(gains)} for every 3 coins"
    return f"{' and '.join(gains)} for each {_thing_text(per['things'])} {OWNERS[len(per['of'])]}"


def _thing_text(things: list[str]) -> str:
    """`brown or grey structure`, `victory token`, `stage`."""
    if things[0] in COLOUR_NAMES:
        return f"{' or '.join(things)} structure"
    return f"{things[0]} token" if things[0] in {"victory", "defeat"} else things[0]


def _saves_text(row: Row) -> str:
    things = "stages" if row["saves"] == "stage" else f"{row['saves']} structures"
    return f"{things} need one resource less"


def _bonus_text(row: Row) -> str:
    bonus = row["bonus"]
    return f"{coins_text(bonus['coins'])} for {_trigger_text(bonus['on'])}"


def _set_text(row: Row) -> str:
    return f"{counted(row['set']['points'], 'point')} for each set of {listed(row['set']['colours'])}"


def _loss_text(row: Row) -> str:
    each = {"victory": " for each of their victory tokens", "stage": " for each of their stages"}
    return f"all others lose {coins_text(row['loss']['coins'])}{each.get(row['loss'].get('per', ''), '')}"


ADDITIONS = {"made": "that your city makes", "missing": "that your city does not make"}
CITY_EFFECTS: dict[str, Callable[[Row], str]] = {
    "gift": lambda row: f"{coins_text(row['gift'])} for each neighbour",
    "loss": _loss_text,
    "diplomacy": lambda _: "a diplomacy token: you stay out of the next conflicts",
    "adds": lambda row: f"makes one resource {ADDITIONS[row['adds']]}",
    "rebate": lambda row: f"one resource bought from the {row['rebate']} costs 1 coin less each turn",
}


@cache
def city_effects_text(item: int) -> str:
    """What an item does that only Cities knows."""
    row = ITEM_ROWS[item]
    return ", ".join(words(row) for effect, words in CITY_EFFECTS.items() if effect in row)


def _symbol_text(row: Row) -> str:
    is_mask = row["symbol"] == "mask"
    return "mask: the symbol of one green structure of a neighbour" if is_mask else f"symbol {row['symbol']}"


def _copied_text(row: Row) -> str:
    copied = row["copied"]
    which = ORDINALS[copied["stage"] - 1] if copied["stage"] else "last"
    return f"the same as the {which} stage of your {copied['of']} neighbour"


EFFECTS: dict[str, Callable[[Row], str]] = {
    "makes": lambda row: f"makes {' and '.join(row['makes'])}",
    "points": lambda row: counted(row["points"], "point"),
    "shields": lambda row: counted(row["shields"], "shield"),
    "symbol": _symbol_text,
    "coins": lambda row: coins_text(row["coins"]),
    "discount": _discount_text,
    "per": _per_text,
    "saves": _saves_text,
    "bonus": _bonus_text,
    "set": _set_text,
    "symbol_set": lambda row: f"{counted(row['symbol_set'], 'point')} more for each set of three symbols",
    "power": lambda row: POWERS[row["power"]],
    "copied": _copied_text,
    **CITY_EFFECTS,
}


@cache
def tile_text(tile: int) -> str:
    """The effect of a tile."""
    row = TILE_ROWS[tile]
    key = next(name for name in row if name != "number")
    value = row[key]
    names = ", ".join(value) if isinstance(value, list) else value
    amount = row.get("coins") or "1, 2 or 3 (by Age)"
    sentences = {
        "tax": f"pay 1, 2 or 3 (by Age) coins for {_trigger_text(value)}",
        "no_resources": f"no resources are needed for {_trigger_text(value)}",
        "disables": f"without effect: {names}",
        "bonus": f"get {amount} coins for {_trigger_text(value)}",
        "chains_of_neighbours": "chains from neighbours' structures too",
        "coins_for_resources": f"pay a coin for each resource instead of resources for {_trigger_text(value)}",
        "goods": f"{names} goods cost a coin {'less' if row.get('price', 0) < 0 else 'more'} when bought",
        "makes": f"one free {names} each turn",
        "lesser_victories": "victory tokens are one size smaller",
        "unlimited": f"without limit: {names}",
        "double_defeats": "two defeat tokens instead of one",
    }
    return sentences[key]


def _trigger_text(trigger: object) -> str:
    return {"stage": "a stage", "chain": "using a chain"}.get(str(trigger), f"a {trigger} structure")


@cache
def project_text(project: int) -> str:
    """A project: who may join and for what, what success gives and failure takes."""
    row = PROJECT_ROWS[project]
    joining = f"join with a {row['colour']} structure for {cost_text(row)}"
    return f"{joining}; success gives {reward_text(row)} per participation, failure takes {penalty_text(row)}"


def reward_text(row: Row) -> str:
    """What success gives for each participation token."""
    if row["reward"] in REWARDS:
        return REWARDS[row["reward"]]
    if row["reward"] == "victory token":
        return f"a victory token worth {counted(row['amount'], 'point')}"
    return counted(row["amount"], row["reward"].removesuffix("s"))


def penalty_text(row: Row) -> str:
    """What failure takes."""
    if row["penalty"] in COLOUR_NAMES:
        return f"a {row['penalty']} structure"
    return "the resource of the board" if row["penalty"] == "starting resource" else str(row["penalty"])
