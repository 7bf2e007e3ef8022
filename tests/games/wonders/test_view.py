"""What the page is told beside the hand: neighbours, conflicts, the tower, the project, other hands."""

import subprocess
import sys
from pathlib import Path

from shinar.core.game import CHANCE
from shinar.core.viewer import OPEN, SPECTATOR
from shinar.games.wonders import Wonders
from shinar.games.wonders.catalogue import catalogue
from shinar.games.wonders.outlook import changes_by_tiles, conflicts
from shinar.games.wonders.state import DRAFT, DRAW_CARD
from tests.games.wonders.tables import Table
from tests.games.wonders.test_menu import view_of


def test_a_conflict_is_told_before_it_comes() -> None:
    table = Table(age=2)
    table.stand(0, "barracks")
    table.stand(1, "walls")
    assert conflicts(table.state, 0) == {"left": -1, "right": 3}
    assert view_of(table)["cities"][1]["conflict"] == {"left": 3, "right": 3}


def test_tiles_change_what_a_conflict_brings() -> None:
    table = Table(3, "tower", age=2)
    table.stand(0, "barracks")
    table.tiles(19)
    assert conflicts(table.state, 0) == {"left": 1, "right": 1}
    change = {"thing": "conflicts", "with_tile": 2, "without_tile": 6}
    assert changes_by_tiles(table.state, 0, [], [19]) == {19: [change]}


def test_a_tile_in_force_tells_what_it_changes_for_me() -> None:
    table = Table(3, "tower", age=2)
    table.hold(0, "altar", "walls")
    table.tiles(5, 2)
    tower = view_of(table)["tower"]
    assert tower is not None
    blue, red, empty = tower["spaces"]
    assert blue
    assert red
    assert empty is None
    assert {"thing": "altar", "with_tile": -2, "without_tile": 0} in blue["changes"]
    assert red["changes"] == [{"thing": "walls", "with_tile": 0, "without_tile": None}]
    assert tower["next_space"] == 2


def test_a_tile_that_is_not_laid_yet_tells_what_it_would_change() -> None:
    table = Table(3, "tower", boards=("babylon a", "rhodos a", "gizah a"))
    table.city(0).tiles = [15, 13, 20]
    table.city(0).tile_built = [0, 2, 0]
    table.stand(0, "theater", "altar")
    table.hold(0, "theater")
    tower = view_of(table)["tower"]
    assert tower is not None
    assert [tile["tile"] for tile in tower["mine"]] == [15, 20]
    assert tower["mine"][0]["changes"] == [{"thing": "stage", "with_tile": 0, "without_tile": None}]
    assert view_of(table, 1)["tower"]["mine"] == []  # type: ignore[index]  # the tower is played
    assert [tile["state"] for tile in view_of(table)["cities"][0]["tiles"]] == ["kept", "placed", "kept"]


def test_a_taxed_chain_is_a_change_too() -> None:
    table = Table(3, "tower", age=2)
    table.stand(0, "theater")
    table.hold(0, "statue")
    table.tiles(14)
    tower = view_of(table)["tower"]
    assert tower
    assert tower["spaces"][0]
    assert {"thing": "statue", "with_tile": -2, "without_tile": 0} in tower["spaces"][0]["changes"]


def test_a_city_with_all_stages_has_no_stage_to_change() -> None:
    table = Table(3, "tower")
    table.city(0).stages = 3
    assert changes_by_tiles(table.state, 0, [], [15]) == {15: []}


def test_while_tiles_are_drafted_those_to_choose_from_and_those_kept_are_told() -> None:
    table = Table(3, "tower")
    table.state.phase, table.state.turn = DRAFT, 1
    table.city(0).tiles = [4, 9, 15]
    view = view_of(table)
    assert view["tower"] is not None
    assert ([tile["tile"] for tile in view["tower"]["mine"]], view["tower"]["kept"]) == ([9, 15], [4])
    assert [(offer["verb"], offer["tile"]) for offer in view["offers"]] == [("keep", 9), ("keep", 15)]
    spectator = view_of(table, SPECTATOR)
    assert spectator["tower"] == {"spaces": [None, None, None], "next_space": 0, "mine": [], "kept": []}
    assert (spectator["hand"], spectator["recalled"], spectator["deciding"]) == ([], [], None)


def test_a_project_tells_its_places_and_who_has_joined() -> None:
    table = Table(4, "projects", boards=("gizah a", "rhodos a", "ephesos a", "babylon a"))
    assert view_of(table)["project"] is None
    table.project("double walls")
    table.city(2).part = 1
    table.state.project_tokens = 2
    project = view_of(table)["project"]
    assert project == {"name": "double walls", "places": 3, "tokens": 2, "joined": [0, 0, 1, 0]}


def test_a_hand_passed_on_is_known_less_what_was_built_from_it() -> None:
    table = Table(age=1)
    table.hold(0, "altar", "baths", "theater")
    table.hold(1, "tavern")
    table.play(0, "discard altar")
    known = next(hand for hand in view_of(table)["recalled"] if hand["seat"] == 1)
    assert "altar" in known["gone"]
    assert known["cards"] == len(known["among"])
    table.do(1, "build theater")
    table.rest()
    known = next(hand for hand in view_of(table)["recalled"] if hand["seat"] == 2)
    assert known["gone"] == ["altar", "theater"]


def test_who_may_see_everything_sees_all_hands() -> None:
    table = Table(3)
    for seat, card in enumerate(("altar", "baths", "theater")):
        table.hold(seat, card)
    hands = view_of(table, OPEN)["recalled"]
    assert [hand["seat"] for hand in hands] == [0, 1, 2]
    assert all(card in hand["among"] for hand, card in zip(hands, ("altar", "baths", "theater"), strict=True))
    assert all((len(hand["among"]), hand["gone"]) == (hand["cards"], []) for hand in hands)
    assert view_of(table, SPECTATOR)["recalled"] == []
    assert [hand["seat"] for hand in view_of(table)["recalled"]] == [1, 2]


def test_the_draw_pile_of_two_players_shrinks() -> None:
    table = Table(2, boards=("gizah a", "rhodos a", "ephesos a"), turn=3)
    view = view_of(table)
    assert (view["pile"], view["holder"]) == (4, 0)
    table.state.phase = DRAW_CARD
    assert view_of(table)["pile"] == 5
    assert view_of(Table())["holder"] is None


def test_goods_of_yellow_cards_are_made_but_not_sold() -> None:
    table = Table(boards=("gizah a", "rhodos a", "ephesos a"), age=2)
    table.stand(0, "forum", "clay pit")
    assert view_of(table)["cities"][0]["makes"] == [
        {"kinds": ["stone"], "sold": True},
        {"kinds": ["ore", "clay"], "sold": True},
        {"kinds": ["glass", "papyrus", "loom"], "sold": False},
    ]


def test_the_catalogue_says_what_is_printed() -> None:
    box = catalogue()
    cards = {card["name"]: card for card in box["cards"]}
    assert cards["chamber of commerce"]["title"] == "Chamber of Commerce"
    assert cards["statue"]["after"] == ["Theater"]
    assert "Statue" in cards["theater"]["opens"]
    assert cards["forum"]["effects"] == {"makes": [["glass", "papyrus", "loom"]]}
    assert cards["marketplace"]["effects"] == {"discounts": {"manufactured": ["left", "right"]}}
    vineyard = {"things": ["brown"], "cities": ["own", "left", "right"], "coins": 1, "points": 0}
    assert cards["vineyard"]["effects"] == {"counting": vineyard}
    assert cards["palace"]["resources"].count("clay") == 1
    assert (len(box["boards"]), len(box["leaders"])) == (28, 42)
    assert [tile["number"] for tile in box["tiles"]] == list(range(1, 25))
    assert box["tiles"][16]["of"] == ["wood", "stone"]
    assert box["tiles"][8] == {
        "number": 9,
        "kind": "goods",
        "of": ["manufactured"],
        "amount": -1,
        "text": "manufactured goods cost a coin less when bought",
    }
    assert box["tiles"][6]["of"] == []
    projects = {project["name"]: project for project in box["projects"]}
    assert projects["double walls"]["reward_text"] == "a victory token worth 1 point"
    assert projects["double walls"]["penalty_text"] == "the resource of the board"
    assert projects["war mirror"]["penalty_text"] == "a blue structure"
    assert projects["obelisk"]["reward_text"] == "1 shield"
    assert projects["archives"]["reward_text"] == "3 points for each set of three symbols"
    assert projects["rampart road"]["penalty_text"] == "all coins"


def test_the_page_carries_the_catalogue_as_it_is() -> None:
    script = Path(__file__).parents[3] / "scripts" / "generate_catalogue.py"
    checked = subprocess.run([sys.executable, str(script), "--check"], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr


def test_a_city_has_no_board_until_one_is_dealt() -> None:
    game = Wonders(players=3)
    state = game.initial_state()
    shown = []
    for face in ("board gizah b", "board rhodos a", "board babylon a"):
        cities = game.view(game.observe(state, SPECTATOR))["cities"]
        shown.append([(city["board"], city["side"], city["stages_in_all"]) for city in cities])
        game.apply(state, CHANCE, game.parse_action(face))
    nothing = (None, None, 0)
    assert shown == [
        [nothing] * 3,
        [("gizah", "b", 4), nothing, nothing],
        [("gizah", "b", 4), ("rhodos", "a", 3), nothing],
    ]
    assert game.view(game.observe(state, SPECTATOR))["cities"][2]["board"] == "babylon"
