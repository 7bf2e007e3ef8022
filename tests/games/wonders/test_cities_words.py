"""Cities for people [SW-16]: positions as text, what is refused, told, drawn and shown."""

import pytest

from shinar.cli.terminal.colours import PALETTE, coloured
from shinar.core.compiled.layout import copy_of
from shinar.core.errors import NotationError
from shinar.core.laws import play_at_random
from shinar.core.viewer import SPECTATOR, viewer_of
from shinar.games.wonders import Wonders
from shinar.games.wonders.catalogue import catalogue
from shinar.games.wonders.components import CARD_NAMES, CARDS, COLOUR_NAMES, LEADER_NAMES, PROJECT_ROWS
from shinar.games.wonders.expertise.reasons import reasons
from shinar.games.wonders.expertise.worth import city_worth, item_worth, plan_worth
from shinar.games.wonders.menu import Menu
from shinar.games.wonders.state import SETTLE
from shinar.games.wonders.view import view
from shinar.games.wonders.words import card_text, city_effects_text, item_text, leader_text
from tests.games.wonders.tables import FILLER, Table
from tests.games.wonders.test_cities import card, cities, losing

GAME = Wonders(players=3, expansions=("cities",))
SETTLING = (
    "3 players cities age:2 turn:7 phase:settle | petra-b 2.7=build/lair | rhodos-a coins:3 owes:2 | gizah-a owes:2"
    " | hand: | hand: | hand:"
)


# ---- positions --------------------------------------------------------------------------------------------------


def test_a_position_with_cities_reads_well() -> None:
    position = GAME.parse_position(SETTLING)
    assert position.phase == SETTLE
    assert position.blacks_left == [3, 2, 3]
    assert GAME.parse_position(GAME.position_text(position)) == position
    assert [GAME.action_name(action) for action in GAME.legal_actions(position, 1)] == [
        "pay 0 of the loss",
        "pay 1 of the loss",
        "pay 2 of the loss",
    ]
    assert GAME.actors(position) == (1,)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("3 players cities", "3 players", "owed only while losses are settled|only with Cities|Age"),
        ("phase:settle", "phase:penalty", "only played with projects"),
        (" owes:2", "", "owed only while losses are settled"),
        ("petra-b 2.7", "petra-b causes:1,0,0 2.7", "is settled in each turn: causes"),
        ("petra-b 2.7", "petra-b free_black_used:3 2.7", "an Age that is still to come"),
        ("rhodos-a coins:3 owes:2", "rhodos-a owes:2", "nobody has to decide about a loss"),
        ("rhodos-a coins:3", "rhodos-a coins:3 plan:5,0,0,0,0,0,9,0,0,0", "cannot have decided that"),
        ("turn:7", "turn:8", "there are 3 Ages of 7 turns"),
        (
            "petra-b 2.7=build/lair",
            "petra-b 2.7=build/lair 2.6=build/spy-ring 2.5=build/mercenaries 2.4=build/consulate",
            "only 3 black cards of an Age are in the game",
        ),
    ],
)
def test_what_nobody_could_have_reached_with_cities_is_refused(old: str, new: str, fault: str) -> None:
    game = GAME if "cities" in new or "cities" not in old else Wonders(players=3)
    with pytest.raises(NotationError, match=fault):
        game.parse_position(SETTLING.replace(old, new))


def test_cities_and_its_things_are_not_for_two_or_without_it() -> None:
    with pytest.raises(NotationError, match="Cities needs three players"):
        Wonders(players=2).parse_position(
            "2 players cities age:1 turn:1 phase:act | gizah-a | rhodos-a | ephesos-a | hand:? | hand:?"
        )
    base = "3 players age:1 turn:1 phase:deal | gizah-a | rhodos-a | ephesos-a | hand: | hand: | hand:"
    with pytest.raises(NotationError, match="only with Cities"):
        Wonders(players=3).parse_position(base.replace("gizah-a", "gizah-a debts:1"))
    with pytest.raises(NotationError, match="Petra is a board of the expansion cities"):
        Wonders(players=3).parse_position(base.replace("gizah-a", "petra-a"))
    with pytest.raises(NotationError, match="Byzantium is a board of the expansion cities: boards"):
        Wonders(players=3).parse_position(base.replace("phase:deal", "phase:deal boards:byzantium"))
    with pytest.raises(NotationError, match="played with cities, and the position is not"):
        GAME.parse_position(base)


def test_a_decision_about_a_loss_can_be_written_and_read() -> None:
    position = GAME.parse_position(
        SETTLING.replace("gizah-a owes:2", "gizah-a coins:4 owes:2 plan:5,0,0,0,0,0,1,0,0,0")
    )
    assert position.cities[2].plan.bank == 1
    assert GAME.actors(position) == (1,)
    seen = GAME.position_text(GAME.observe(position, 1).state)
    assert "plan" not in seen.split(" | ")[3]


# ---- words ------------------------------------------------------------------------------------------------------


def test_every_black_card_and_leader_of_cities_can_be_read() -> None:
    texts = {name: card_text(number) for number, name in enumerate(CARD_NAMES) if "black" in card_text(number)}
    assert len(texts) == 27 + 1
    assert texts["hideout"] == "black, costs nothing: 2 points, all others lose 1 coin"
    assert texts["sepulcher"].endswith("4 points, all others lose 1 coin for each of their victory tokens")
    assert texts["builders union"].endswith("all others lose 1 coin for each of their stages")
    assert texts["residence"].endswith("1 point, a diplomacy token: you stay out of the next conflicts")
    assert texts["gambling den"].endswith("6 coins, 1 coin for each neighbour")
    assert texts["pigeon loft"].endswith("mask: the symbol of one green structure of a neighbour")
    assert texts["secret warehouse"].endswith("makes one resource that your city makes")
    assert texts["black market"].endswith("makes one resource that your city does not make")
    assert texts["clandestine dock east"].endswith("one resource bought from the right costs 1 coin less each turn")
    assert texts["architect cabinet"].endswith("2 points, build stages without resources")
    leaders = [leader_text(leader) for leader in range(36, len(LEADER_NAMES))]
    assert all(text.partition(": ")[2] for text in leaders)
    assert city_effects_text(card("baths")) == ""
    assert item_text(card("capitol")) == "8 points"


def test_the_catalogue_has_what_the_page_draws() -> None:
    cards = {found["name"]: found for found in catalogue()["cards"]}
    assert cards["lair"]["effects"] == {"points": 3, "loss": {"coins": 2}}
    assert cards["gambling den"]["effects"] == {"coins": 6, "gift": 1}
    assert cards["clandestine dock west"]["effects"] == {"rebate": "left"}
    assert cards["black market"]["effects"] == {"adds": "missing"}


# ---- story ------------------------------------------------------------------------------------------------------


def test_losses_and_debts_are_told() -> None:
    table = losing(5, 3)
    table.city(2).coins = 0
    table.do(2, "pay 0 of the loss")
    told = table.told(1, "pay 1 of the loss", 1)
    assert "choose to pay 1 of the coins you lose" in told
    assert "You pay 1 coin to the bank for what is lost, taking 1 debt" in told
    assert "takes 2 debts for what is lost" in told
    table = cities(age=2)
    table.hold(0, "lair")
    table.make(0, wood=1, glass=1)
    table.do(0, "build lair")
    table.do(1, f"discard {FILLER}")
    assert "You lose 2 coins: to pay, or to take debts" in table.told(2, f"discard {FILLER}", 2)


def test_a_loss_that_nobody_can_pay_is_told_at_once() -> None:
    table = cities(age=2)
    table.hold(0, "lair")
    table.make(0, wood=1, glass=1)
    for number in (1, 2):
        table.make(number, wood=2)
    table.coins(10, 0, 0)
    table.city(2).face = table.city(1).face
    table.do(0, "build lair")
    table.do(1, f"stage with {FILLER}")
    told = table.told(2, f"stage with {FILLER}", 2)
    assert "take 2 debts for what is lost" in told


def test_gifts_of_gambling_are_told_apart() -> None:
    table = cities()
    table.hold(0, "gambling den")
    table.do(0, "build gambling den")
    table.do(1, f"discard {FILLER}")
    told = table.told(2, f"discard {FILLER}", 2)
    assert "You discard Pawnshop, gaining 3 coins" in told
    assert "You get 1 coin from the bank by Gambling Den" in told


def test_who_stays_out_of_conflicts_is_told() -> None:
    table = cities(3, turn=7)
    table.city(1).diplomacy, table.city(0).shields = 1, 2
    table.do(0, f"discard {FILLER}")
    table.do(1, f"discard {FILLER}")
    told = table.told(2, f"discard {FILLER}", 2)
    assert "Player 2 stays out of the conflicts, giving a diplomacy token back" in told
    assert told.count("beats you, 2 shields to 0") == 1
    assert told.count("beats") == 1


def test_the_coin_of_berenice_is_told_with_what_brings_it() -> None:
    table = Table(3, "cities", "leaders", turn=7)
    table.lead(0, "berenice", "nero")
    table.city(0).shields = 5
    table.do(0, f"discard {FILLER}")
    table.do(1, f"discard {FILLER}")
    told = table.told(2, f"discard {FILLER}", 0)
    assert "You discard Pawnshop, gaining 4 coins" in told
    assert told.count("and 3 coins;") == 1
    assert told.count("and 2 coins;") == 1


def test_the_coin_of_berenice_is_told_with_the_rewards_of_projects() -> None:
    for row in PROJECT_ROWS:
        if row["reward"] in {"coins", "victory token"}:
            table = Table(3, "cities", "leaders", "projects", turn=7, age=row["age"])
            table.project(row["name"])
            table.lead(0, "berenice", "nero")
            table.city(0).part, table.state.project_tokens = 1, 0
            before = table.city(0).coins
            table.do(0, f"discard {FILLER}")
            table.do(1, f"discard {FILLER}")
            lines = table.lines(2, f"discard {FILLER}", viewer_of(0))
            told = sum(effect.amount for line in lines for effect in line.effects if effect[:2] == (0, "coins"))
            assert table.city(0).coins == before + told


# ---- the terminal and the page ----------------------------------------------------------------------------------


def test_the_terminal_shows_losses_debts_diplomacy_and_the_score_sheet() -> None:
    table = losing(5, 5)
    table.city(1).diplomacy, table.city(1).debts = 1, 4
    drawn = " ".join(str(table.game.observe(table.state, 1)).split())
    assert "settling losses" in drawn
    assert "You lose 2 coins: a debt for each you do not pay costs a point" in drawn
    assert "1 × diplomacy" in drawn
    assert "4 × debt" in drawn
    match = play_at_random(GAME, 3)
    assert [line.split()[0] for line in str(match.observe(SPECTATOR)).splitlines() if line][-3:-1] == ["black", "debts"]


def test_every_colour_of_cards_has_a_colour_on_the_screen() -> None:
    text = ", ".join((*COLOUR_NAMES, "militia", "hideout"))
    assert str(coloured(text, GAME, (), 0)) == text
    assert set(COLOUR_NAMES) <= set(PALETTE)


def test_the_view_offers_every_way_to_settle() -> None:
    table = losing(5, 5)
    shown = view(table.game.observe(table.state, 1).state, 1)
    assert (shown["phase"], shown["turns"], shown["has_cities"]) == ("settle", 7, True)
    assert [(offer["verb"], offer["deals"][0]["bank"]) for offer in shown["offers"]] == [
        ("settle", 0),
        ("settle", 1),
        ("settle", 2),
    ]
    assert (shown["cities"][1]["owes"], shown["cities"][1]["debts"], shown["cities"][1]["diplomacy"]) == (2, 0, 0)
    table.do(1, "pay 2 of the loss")
    plan = view(table.game.observe(table.state, 1).state, 1)["cities"][1]["plan"]
    assert plan is not None
    assert (plan["verb"], plan["bank"], plan["is_sealed"]) == ("settle", 2, True)


def test_a_deal_names_the_units_that_a_dock_makes_cheaper() -> None:
    table = cities()
    table.stand(0, "clandestine dock west", "clandestine dock east")
    table.hold(0, "baths")
    table.make(0)
    table.make(1, stone=1)
    table.make(2, stone=1)
    deals = Menu(table.state, 0).build(card("baths"))["deals"]
    assert [(deal["left"], deal["right"], deal["from_left"], deal["from_right"]) for deal in deals] == [
        (0, 1, [], ["stone"]),
        (1, 0, ["stone"], []),
    ]
    table.do(0, "build baths")
    assert table.why_not(0, "pay 2 left 0 right").startswith("what is missing costs 1 coin to")


def test_the_gain_of_a_deal_counts_the_coin_of_berenice() -> None:
    table = Table(3, "cities", "leaders")
    table.lead(0, "berenice")
    uses = {use["verb"]: use for use in Menu(table.state, 0).uses_of(card(FILLER))}
    assert uses["discard"]["deals"][0]["gain"] == 4


# ---- refusals ---------------------------------------------------------------------------------------------------


def test_the_way_of_caligula_is_explained() -> None:
    table = Table(3, "cities", "leaders")
    table.lead(0, "caligula")
    table.hold(0, "militia", "lumber yard")
    assert table.why_not(0, "use the free building") == "first choose a card and its use [SW-3.3]"
    table.city(0).free_black_used = 1
    assert "no stage that lets a structure be built" in table.why_not(0, "use the free building")


def test_what_caligula_builds_is_not_refused_for_its_cost() -> None:
    table = Table(3, "cities", "leaders", age=2)
    table.lead(0, "caligula")
    table.hold(0, "architect cabinet")
    for number in range(3):
        table.make(number)
    action = table.game.parse_action("build architect cabinet")
    assert action in table.game.legal_actions(table.state, 0)
    assert table.game.refusal(table.state, 0, action) is None


def test_a_project_can_be_joined_with_what_caligula_builds() -> None:
    table = Table(3, "cities", "leaders", "projects")
    table.project("factory")
    table.lead(0, "caligula")
    table.city(0).tokens[2] = 1
    table.hold(0, "militia")
    table.coins(2, 3, 3)
    assert table.why_not(0, "join the project by token") == "first choose a card and its use [SW-3.3]"


# ---- bots -------------------------------------------------------------------------------------------------------


def test_the_greedy_bot_counts_what_cities_adds() -> None:
    table = cities(age=2)
    for name in ("lair", "consulate", "black market", "clandestine dock west", "architect cabinet", "sepulcher"):
        assert city_worth(table.state, 0, card(name)) >= 0
    assert city_worth(table.state, 0, card("gambling house")) < 0
    assert city_worth(Table().state, 0, card("lair")) == 0
    for number in range(3):
        table.city(number).stages, table.city(number).victories = 1, [1, 0, 0]
    assert city_worth(table.state, 0, card("builders union")) == city_worth(table.state, 0, card("sepulcher")) > 0
    table.stand(1, "workshop")
    assert item_worth(table.state, 0, card("spy ring")) > 100
    leader = LEADER_NAMES.index("aspasia")
    assert item_worth(table.state, 0, CARDS + leader) > 200


def test_the_greedy_bot_pays_what_it_loses() -> None:
    table = losing(5, 5)
    worths = []
    for coins in range(3):
        table.city(1).plan.bank = coins
        worths.append(plan_worth(table.state, 1))
    assert worths == sorted(worths)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("lair", "all others lose 2 coins"),
        ("architect cabinet", "lets you build stages without resources"),
        ("spy ring", "adds a mask: science from 0 to 1 point"),
        ("black market", "makes one resource that your city does not make"),
    ],
)
def test_a_hint_says_what_a_black_structure_brings(name: str, words: str) -> None:
    table = cities(age=2)
    table.hold(0, name)
    table.stand(1, "workshop")
    table.make(0, wood=1, stone=1, ore=1, clay=1, glass=1, papyrus=1, loom=1)
    before = copy_of(table.state)
    table.do(0, f"build {name}")
    assert words in [reason.text for reason in reasons(before, table.state, 0)]
