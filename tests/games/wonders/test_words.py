"""Names, texts, views and explanations of 7 Wonders."""

import json
from collections.abc import Callable
from typing import Any

import pytest

import shinar
from shinar.core.canvas import Canvas
from shinar.core.laws import play_at_random
from shinar.core.match import Match
from shinar.core.record import Record
from shinar.core.story import default_names
from shinar.core.viewer import SPECTATOR
from shinar.games.wonders import Wonders
from shinar.games.wonders.actions import DISCARD, action_form, action_name
from shinar.games.wonders.components import CARD_NAMES, CARDS, PROJECT_NAMES, stage_item
from shinar.games.wonders.scoring import SHEET
from shinar.games.wonders.words import card_text, card_title, item_text, project_text, tile_text
from tests.games.wonders.tables import Table

BOTH = ("tower", "projects")
START = "3 players age:1 turn:1 phase:act"


@pytest.mark.parametrize(("players", "expansions"), [(2, BOTH), (5, BOTH)])
def test_a_random_match_goes_as_it_always_did(
    players: int, expansions: tuple[str, ...], golden: Callable[[str, str], None]
) -> None:
    match = play_at_random(Wonders(players=players, expansions=expansions), 7)
    golden(f"wonders_{players}_{'_'.join(expansions)}.txt", Record.of(match).to_text())


def test_positions_are_drawn_as_text(golden: Callable[[str, str], None]) -> None:
    match = Match(Wonders(players=3, expansions=BOTH), seed=11)
    while match.turn < 8:
        seat = match.actors[0]
        match.play(seat, match.legal_actions(seat)[0])
    golden("wonders_view.txt", f"{match.observe(1)}\n")


def test_a_view_is_plain_data_and_shows_a_spectator_no_hand() -> None:
    match = Match(Wonders(players=3), seed=11)
    assert len(json.loads(json.dumps(match.observe(1).view()))["hand"]) == 7
    assert match.observe(SPECTATOR).view()["hand"] == []


def test_the_log_of_a_seat_hides_what_others_decide() -> None:
    """[SW-14.2]"""
    match = Match(Wonders(players=3), seed=11)
    match.play(0, match.legal_actions(0)[-1])
    assert match.story(1)[-1].verb == "deal card"
    assert str(match.story(0)[-1]).startswith("You choose to discard ")
    discarded = match.legal_actions(1)[-1]
    for seat in (1, 2):
        match.play(seat, match.legal_actions(seat)[-1])
    assert [str(line) for line in match.story(1)[-3:]] == [
        "Player 1 discards a card, gaining 3 coins",
        f"You discard {card_title(discarded - DISCARD)}, gaining 3 coins",
        "Player 3 discards a card, gaining 3 coins",
    ]
    dealt = [line for line in match.story(1) if line.verb == "deal card"]
    assert [line.subject == "You" for line in dealt] == [line.action is not None for line in dealt]


@pytest.mark.parametrize(("viewer", "told"), [(1, "You choose to build Barracks"), (0, ""), (2, "")])
def test_the_steps_of_a_decision_are_told_to_nobody_else(viewer: int, told: str) -> None:
    """[SW-14.2] A decision of several steps looks to the others like any other."""
    table = Table(3)
    table.make(0, ore=1)
    table.hold(1, "barracks")
    assert table.told(1, "build barracks", viewer=viewer) == told


@pytest.mark.parametrize("tile", range(1, 25))
def test_every_tile_has_a_sentence(tile: int) -> None:
    assert len(tile_text(tile)) > 10


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("lumber yard", "brown, costs nothing: makes wood"),
        ("sawmill", "brown, costs 1 coin: makes wood and wood"),
        ("palace", "blue, costs 1 wood, 1 stone, 1 ore, 1 clay, 1 glass, 1 papyrus, 1 loom: 8 points"),
        ("barracks", "red, costs 1 ore: 1 shield"),
        ("tavern", "yellow, costs nothing: 5 coins"),
        ("west trading post", "yellow, costs nothing: raw materials from the left cost 1 coin"),
        ("marketplace", "yellow, costs nothing: manufactured goods from the left and the right cost 1 coin"),
        ("forum", "yellow, costs 2 clay, free after east trading post or west trading post: makes glass/papyrus/loom"),
        ("vineyard", "yellow, costs nothing: 1 coin for each brown structure you and your neighbours have"),
        ("arena", "yellow, costs 2 stone, 1 ore, free after dispensary: 3 coins and 1 point for each stage you have"),
        ("scientists guild", "purple, costs 2 wood, 2 ore, 1 papyrus: symbol any"),
        (
            "workers guild",
            "purple, costs 1 wood, 1 stone, 2 ore, 1 clay: 1 point for each brown structure your neighbours have",
        ),
    ],
)
def test_a_card_says_what_it_costs_and_does(name: str, text: str) -> None:
    assert card_text(CARD_NAMES.index(name)) == text


@pytest.mark.parametrize("card", range(CARDS))
def test_every_card_says_what_it_does(card: int) -> None:
    assert len(item_text(card)) > 5


@pytest.mark.parametrize(
    ("board", "side", "stage", "text"),
    [
        ("rhodos", "b", 1, "3 points, 1 shield, 3 coins"),
        ("olympia", "a", 2, "build one structure free in each Age"),
        ("halikarnassos", "b", 1, "2 points, build a discarded card free"),
    ],
)
def test_a_stage_says_what_it_does(board: str, side: str, stage: int, text: str) -> None:
    assert item_text(stage_item(board, side, stage)) == text


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("belvedere", "for 1 coin, 1 clay; success gives a token for a stage without resources per participation, "),
        (
            "double walls",
            "success gives a victory token worth 1 point per participation, failure takes the resource of the board",
        ),
        ("rampart road", "success gives 4 coins per participation, failure takes all coins"),
        ("obelisk", "success gives 1 shield per participation, failure takes a brown structure"),
        ("triumphal arches", "success gives 2 shields per participation, failure takes two victory tokens"),
    ],
)
def test_a_project_says_what_it_asks_and_gives(name: str, text: str) -> None:
    assert text in project_text(PROJECT_NAMES.index(name))


def test_the_end_is_drawn_with_a_score_sheet() -> None:
    """[SW-10.1]"""
    match = play_at_random(Wonders(players=3, expansions=BOTH), 7)
    assert match.outcome is not None
    lines = str(match.observe(SPECTATOR)).splitlines()
    assert lines[-1].split() == ["points", *map(str, match.outcome.scores)]
    assert [line.split()[0] for line in lines[-10:-1]] == [
        kind for kind in SHEET if kind not in {"leaders", "black", "debts"}
    ]


def test_the_drawing_tells_what_the_cards_in_hand_would_cost() -> None:
    """[SW-3.3]"""
    table = Table(3, boards=("rhodos a", "gizah a", "gizah b"))
    table.hold(0, "baths", "palace", "theater")
    table.stand(0, "theater")
    drawn = " ".join(str(table.game.observe(table.state, 0)).split())
    assert "baths blue, costs 1 stone: 3 points (you pay 2 coins)" in drawn
    assert "loom: 8 points (you cannot pay it now)" in drawn
    assert "theater blue, costs nothing: 2 points (you have it)" in drawn
    table = Table(3, age=2)
    table.hold(0, "statue")
    table.stand(0, "theater")
    assert "free after theater: 4 points (free for you)" in str(table.game.observe(table.state, 0))


def test_the_drawing_tells_when_all_stages_are_built() -> None:
    """[SW-7.1]"""
    table = Table(3)
    table.city(0).stages = 3
    assert "All your stages are built." in str(table.game.observe(table.state, 0))


def test_the_log_tells_who_won_conflicts() -> None:
    """[SW-9.2]"""
    table = Table(3, turn=6)
    table.stand(1, "barracks")
    table.do(0, "discard pawnshop")
    table.do(1, "discard pawnshop")
    told = table.told(2, "discard pawnshop", viewer=0)
    assert "Player 2 beats you, 1 shield to 0, for a victory token worth 1 point; you get a defeat token" in told


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("nonsense", "begins with the number of players"),
        ("9 players", "2 to 8 players"),
        (f"{START} | gizah-a", "expected 3 cities and 3 hands"),
        (
            f"{START} colour:red | gizah-a | gizah-a | gizah-a | hand: | hand: | hand:",
            "cannot read colour:red",
        ),
        (
            f"{START} | atlantis-a | gizah-a | gizah-a | hand: | hand: | hand:",
            "there is no board 'atlantis-a'",
        ),
        (
            f"{START} | gizah-a | gizah-a | gizah-a | hand:palace,palace | hand: | hand:",
            "Gizah is in the game twice",
        ),
    ],
)
def test_a_text_that_is_no_position_is_refused_with_a_reason(text: str, reason: str) -> None:
    with pytest.raises(shinar.NotationError, match=reason):
        Wonders().parse_position(text)


def test_too_few_boards_are_refused() -> None:
    """[SW-2.3]"""
    with pytest.raises(shinar.OptionError, match="4 cities need as many boards"):
        Wonders(players=4, boards=("gizah", "rhodos"))


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("build baths", "you do not hold Baths [SW-3.3]"),
        ("leave the last card", "only the last card of the hand, after the sixth turn, can be left [SW-8.2]"),
        ("tower with pawnshop", "the Tower of Babel is not played at this table [SW-12.1]"),
        ("pay 2 left 0 right", "first choose a card and its use [SW-3.3]"),
        (
            "build pawnshop from the discards",
            "only a stage of Halikarnassos opens the discards [SW-8.3]",
        ),
    ],
)
def test_a_refusal_says_what_is_wrong(name: str, reason: str) -> None:
    assert Table().why_not(0, name) == reason


def test_a_worse_payment_is_refused() -> None:
    """[SW-5.7]"""
    table = Table(3, boards=("rhodos a", "gizah a", "gizah b"))
    table.coins(9)
    table.hold(0, "baths")
    table.do(0, "build baths")
    assert (
        table.why_not(0, "pay 0 left 0 right")
        == "what is missing costs 2 coins to Player 3, or 2 coins to Player 2 [SW-5.7]"
    )
    table = Table(3, boards=("rhodos a", "gizah a", "gizah b"), age=2)
    table.coins(20)
    table.stand(1, "quarry", "stone pit")
    table.stand(2, "quarry", "stone pit")
    table.make(0, stone=1)
    table.hold(0, "aqueduct")
    table.do(0, "build aqueduct")
    assert table.options() == ["pay 0 left 4 right", "pay 2 left 2 right", "pay 4 left 0 right"]


def test_raw_materials_and_goods_are_told_apart_in_prices() -> None:
    """[SW-1.2]"""
    table = Table(3, boards=("rhodos a", "gizah a", "ephesos a"))
    table.stand(0, "marketplace")
    assert table.game.observe(table.state, 0).view()["cities"][0]["prices"] == {
        "raw left": 2,
        "raw right": 2,
        "goods left": 1,
        "goods right": 1,
    }


def test_a_number_that_is_no_action_has_no_name() -> None:
    with pytest.raises(AssertionError):
        action_name(-1)
    with pytest.raises(AssertionError):
        action_form(-1)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (f"{START} | gizah-a | gizah-a | gizah-a | hand | hand: | hand:", "expected hand:"),
        (
            f"{START} | gizah-a size:3 | gizah-a | gizah-a | hand: | hand: | hand:",
            "cannot read 'size:3'",
        ),
        (
            f"{START} | gizah-a victories:1,2,3,4 | gizah-a | gizah-a | hand: | hand: | hand:",
            "at most 3 values fit",
        ),
    ],
)
def test_a_word_of_a_position_that_cannot_be_read_is_named(text: str, reason: str) -> None:
    with pytest.raises(shinar.NotationError, match=reason):
        Wonders().parse_position(text)


def test_a_position_names_the_sides_that_are_played() -> None:
    """[SW-2.3]"""
    game = Wonders(sides="b")
    text = game.position_text(game.initial_state())
    assert "sides:b" in text
    assert game.parse_position(text) == game.initial_state()


def test_a_game_can_be_drawn_before_anything_is_dealt() -> None:
    game = Wonders()
    drawn = str(game.observe(game.initial_state(), 0))
    assert drawn == "Before Age I: dealing boards. Discards: 0 cards."


def test_the_draft_is_drawn_with_what_the_tiles_do() -> None:
    """[SW-12.2]"""
    match = Match(Wonders(expansions=("tower",)), seed=3)
    drawn = str(match.observe(0))
    assert drawn.startswith("Before Age I: keeping a tile")
    assert [f"Your tile {tile}: {tile_text(tile)}" in drawn for tile in match.reveal().cities[0].tiles] == [True] * 3
    assert "Your tile" not in str(match.observe(SPECTATOR))


def test_a_project_without_tokens_is_drawn_as_complete() -> None:
    """[SW-13.2] [SW-13.4]"""
    table = Table(3, "projects")
    table.project("rampart road")
    assert "Project rampart road, 2 participation tokens left: join with a yellow" in str(
        table.game.observe(table.state, 0)
    )
    table.state.project_tokens = 0
    drawn = str(table.game.observe(table.state, 0))
    assert "Project rampart road, complete: gives 4 coins per participation at the end of the Age" in drawn


def test_a_tile_that_is_kept_is_told_from_those_that_go_on() -> None:
    """[SW-12.2] Nobody has tiles before the draft is over."""
    match = Match(Wonders(expansions=("tower",)), seed=3)
    kept = match.reveal().cities[0].tiles[0]
    for seat in range(3):
        match.play(seat, match.legal_actions(seat)[0])
    drawn = str(match.observe(0))
    assert [line for line in drawn.split("\n") if line.endswith("(kept)")] == [
        f"Your tile {kept}: {tile_text(kept)} (kept)"
    ]
    assert "tiles kept" not in drawn
    for seat in (0, 1, 2):
        match.play(seat, match.legal_actions(seat)[0])
    assert "has tiles kept: " in str(match.observe(0))


def test_a_city_that_gained_nothing_has_no_coins_in_the_log() -> None:
    table = Table(3)
    table.hold(2, "altar")
    table.do(0, "discard pawnshop")
    table.do(1, "discard pawnshop")
    told = table.told(2, "build altar", viewer=2)
    assert told.endswith("Player 2 discards a card, gaining 3 coins; You build Altar")


# ---- screens of different sizes ---------------------------------------------------------------------------------


def crowded() -> Match[Any]:
    """The second Age of seven cities with both expansions."""
    match: Match[Any] = Match(Wonders(players=7, expansions=BOTH), seed=2)
    while match.turn < 9:
        match.play(match.actors[0], match.legal_actions(match.actors[0])[-1])
    return match


@pytest.fixture(scope="module")
def crowd() -> Match[Any]:
    """One such match for all that only look at it."""
    return crowded()


@pytest.mark.parametrize(("width", "height"), [(100, 60), (100, 40), (100, 32), (100, 24), (80, 19), (80, 17)])
def test_the_drawing_fits_the_screen(crowd: Match[Any], width: int, height: int) -> None:
    lines = drawn_on(crowd, crowd.actors[0], width, height)
    assert len(lines) <= height
    assert max(map(len, lines)) <= width
    assert [line for line in lines if line.startswith("You: ")]
    assert "Your hand:" in lines


def drawn_on(match: Match[Any], who: Any, width: int, height: int) -> list[str]:
    drawing: str = match.game.render(match.observe(who), Canvas(default_names(), width, height))
    return drawing.split("\n")


def test_the_less_room_the_less_is_told_of_others(crowd: Match[Any]) -> None:
    reader = crowd.actors[0]
    assert drawn_on(crowd, reader, 80, 17)[0].endswith("Not shown: 4 cities.")
    assert "Not shown" not in drawn_on(crowd, reader, 100, 40)[0]
    watched = drawn_on(crowd, SPECTATOR, 80, 1)
    assert watched[0].endswith("Not shown: 7 cities.")
    assert [line for line in watched if line.startswith("Tower: tiles ")]
    effects = [line for line in drawn_on(crowd, reader, 100, 40) if line.startswith("Tower, tile")]
    assert effects
    assert not [line for line in drawn_on(crowd, reader, 80, 1) if line.startswith("Tower, tile")]


def test_what_is_chosen_from_is_cut_off_last(crowd: Match[Any]) -> None:
    reader = crowd.actors[0]
    canvas = Canvas(default_names(), 80, 1, "`view all` shows all")
    lines = crowd.game.render(crowd.observe(reader), canvas).split("\n")
    assert "Your hand (`view all` shows all):" in lines
    assert [line for line in lines if line.startswith("  ") and " …" in line]
    room = next(height for height in range(99) if len(drawn_on(crowd, reader, 80, height)) <= height)
    higher = [drawn_on(crowd, reader, 80, height) for height in range(room, room + 12)]
    uncut = next(lines for lines in higher if not any(line.startswith("  ") and " …" in line for line in lines))
    assert ("Your hand:" in uncut, uncut[0].endswith("Not shown: 4 cities.")) == (True, True)


def test_the_cost_of_a_card_is_cut_off_before_what_it_does() -> None:
    table = Table(3, "cities", boards=("gizah a", "rhodos a", "ephesos a"), age=3)
    table.hold(0, "pantheon", "clandestine dock east")
    drawn = table.game.render(table.game.observe(table.state, 0), Canvas(width=80, height=1))
    assert "pantheon               blue, costs 1 ore, …: 7 points (you cannot pay it now)\n" in drawn
    assert "clandestine dock east  black: one resource bought from the right costs 1 …" in drawn
    assert "pawnshop               blue, costs nothing: 3 points\n" in drawn


def test_printed_coins_are_not_repeated_as_the_price() -> None:
    table = Table(3, boards=("gizah a", "rhodos a", "ephesos a"))
    table.hold(0, "timber yard", "baths")
    drawn = str(table.game.observe(table.state, 0))
    assert "costs 1 coin: makes stone/wood\n" in drawn


def test_at_the_end_the_score_sheet_is_enough_for_a_low_screen() -> None:
    """[SW-10.1]"""
    match = play_at_random(Wonders(players=3), 7)
    lines = drawn_on(match, 0, 80, 12)
    assert lines[1].split() == ["You", "Player", "2", "Player", "3"]
    assert lines[-1].startswith("points")


def test_two_players_and_the_free_city_leave_nobody_out() -> None:
    match = Match(Wonders(players=2), seed=1)
    assert not [line for line in drawn_on(match, 0, 80, 1) if "Not shown" in line]


def test_cards_have_the_colours_they_are_printed_in() -> None:
    text = "You build Lumber Yard; a blue structure and the Workers Guild"
    assert [(text[start:end], colour) for start, end, colour in Wonders().tints(text)] == [
        ("Lumber Yard", "brown"),
        ("blue", "blue"),
        ("Workers Guild", "purple"),
    ]
