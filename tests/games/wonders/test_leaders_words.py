"""Leaders in words: what is told, why something is refused, positions as text, and what the reader sees."""

import re

import pytest

from shinar.core.canvas import Canvas
from shinar.core.errors import NotationError
from shinar.core.match import Match
from shinar.core.viewer import SPECTATOR
from shinar.games.wonders import Wonders
from shinar.games.wonders.components import LEADER_NAMES
from shinar.games.wonders.state import ACT, COPY, TILE_PLACED, State
from shinar.games.wonders.words import leader_text, start_text
from tests.games.wonders.tables import Table
from tests.games.wonders.test_leaders import courtesans, draft, drafted, keep, library_with_bilkis, recruiting, rome


def lines(match: Match[State], seat: int) -> list[str]:
    return [line.text for line in match.story(seat)]


# ---- what is told -----------------------------------------------------------------------------------------------


def test_the_draft_and_recruiting_are_told() -> None:
    """[SW-15.3] [SW-15.4]"""
    match = drafted()
    assert "You choose to keep Alexander" in lines(match, 0)
    assert "All keep a leader and pass three to the right" in lines(match, 1)
    match.play(0, match.game.parse_action("recruit caesar"))
    match.play(1, match.game.parse_action("discard bilkis"))
    match.play(2, match.game.parse_action("discard euclid"))
    told = lines(match, 1)
    assert "{0} recruits Caesar, paying 5 coins to the bank" in told
    assert "{2} discards a leader, gaining 3 coins" in told
    assert "You discard Bilkis, gaining 3 coins" in told


def test_dealing_leaders_is_told_to_those_who_get_them() -> None:
    """[SW-15.3]"""
    match = draft()
    assert "You get Alexander" in lines(match, 0)
    assert "{0} gets a leader" in lines(match, 1)


def test_copying_drawing_and_hiring_are_told() -> None:
    """[SW-15.21] [SW-15.23]"""
    table = courtesans("croesus")
    assert table.told(0, "copy croesus", 1) == "Player 1 copies Croesus by the Courtesans Guild, gaining 6 coins"
    table = rome(1, "caesar", "nero", "plato", "midas")
    table.play(0, "stage with pawnshop")
    assert table.told(0, "recruit nobody", 1) == "Player 1 recruits nobody else"
    table = rome(0, "caesar", "nero", "plato", "midas")
    table.play(0, "stage with pawnshop")
    action = table.game.chances(table.state)[0][0]
    before = table.state
    from shinar.core.action import Entry
    from shinar.core.compiled.layout import copy_of
    from shinar.core.game import CHANCE
    from shinar.core.viewer import viewer_of

    after = copy_of(before)
    table.game.apply(after, CHANCE, action)
    assert [str(line) for line in table.game.tell(before, after, Entry(CHANCE, action), viewer_of(1))] == [
        "Player 1 draws a leader from the pile"
    ]


def test_buying_from_the_bank_is_told_to_who_does_it() -> None:
    """[SW-15.9]"""
    table = Table(3, "leaders", boards=("rhodos a", "gizah a", "ephesos b"))
    table.hold(0, "baths")
    table.lead(0, "bilkis")
    table.complete_draft()
    table.do(0, "build baths")
    assert table.told(0, "buy a resource from the bank", 0) == "You choose to buy a resource from the bank"


def test_conflicts_tell_what_nero_and_tomyris_do() -> None:
    """[SW-15.13] [SW-15.14]"""
    table = Table(3, "leaders", turn=6)
    table.lead(0, "nero")
    table.lead(1, "tomyris")
    table.city(0).shields = 1
    for seat in (1, 2):
        table.do(seat, "discard pawnshop")
    told = table.told(0, "discard pawnshop", 2)
    expected = (
        "Player 1 beats Player 2, 1 shield to 0, for a victory token worth 1 point and 2 coins; Player 2 sends over"
    )
    assert expected in told
    assert "you get a defeat token" in told


def test_a_project_tells_what_nero_and_rome_have_of_it() -> None:
    """[SW-15.13] [SW-20.7]"""
    table = Table(3, "leaders", "projects", turn=6, boards=("rome a", "gizah a", "rhodos a"))
    table.project("double walls")
    table.lead(1, "nero")
    table.city(1).part = 2
    table.state.project_tokens = 0
    for seat in (0, 1):
        table.do(seat, "discard pawnshop")
    told = table.told(2, "discard pawnshop", 2)
    assert "Player 2 gets 2 victory tokens worth 1 point each and 4 coins, thanks to Double Walls" in told
    table = Table(3, "leaders", "projects", turn=6, boards=("rome a", "gizah a", "rhodos a"))
    table.project("double walls")
    for seat in (0, 1):
        table.do(seat, "discard pawnshop")
    told = table.told(2, "discard pawnshop", 2)
    assert "Player 1 loses the lower prices of leaders to Double Walls" in told
    assert table.city(0).is_blocked


# ---- what is printed --------------------------------------------------------------------------------------------


def test_leaders_and_rome_in_words() -> None:
    """[SW-22.1] [SW-22.4]"""
    texts = {name: leader_text(leader) for leader, name in enumerate(LEADER_NAMES)}
    assert texts["caesar"] == "leader, costs 5 coins: 2 shields"
    assert texts["archimedes"] == "leader, costs 4 coins: green structures need one resource less"
    assert texts["imhotep"] == "leader, costs 3 coins: stages need one resource less"
    assert texts["justinian"] == "leader, costs 3 coins: 3 points for each set of blue, red and green"
    assert texts["aristotle"] == "leader, costs 3 coins: 3 points more for each set of three symbols"
    assert texts["vitruvius"] == "leader, costs 1 coin: 2 coins for using a chain"
    assert texts["midas"] == "leader, costs 3 coins: 1 point for every 3 coins"
    assert start_text(0) == "glass"
    assert start_text(14) == "leaders are free"
    assert start_text(15) == "leaders cost 2 coins less, those of neighbours 1 coin less"


def test_each_leader_can_be_read_before_it_is_chosen() -> None:
    """[SW-15.3] [SW-15.4]"""
    match = draft()
    text = str(match.observe(0))
    assert "Leaders to choose from:" in text
    assert "leader, costs 3 coins: 1 point for each victory token you have" in text
    keep(match, "alexander", "bilkis", "euclid")
    assert "alexander  leader, costs 3 coins: 1 point for each victory token you have (kept)" in str(match.observe(0))
    text = str(drafted().observe(0))
    assert text.startswith("Age I, before the first turn: choosing a leader and its use.")
    assert "Your leaders:" in text
    small = Wonders(players=3, expansions=("leaders",)).render(drafted().observe(0), Canvas(width=60, height=14))
    assert "caesar" in small


def test_the_tower_own_tiles_and_leaders_share_a_line_of_a_low_screen() -> None:
    """[SW-12.3] [SW-15.6]"""
    match = Match(Wonders(players=3, expansions=("leaders", "tower")), seed=3)
    while match.reveal().phase != ACT:
        match.play(match.actors[0], match.legal_actions(match.actors[0])[-1])
    lines = match.game.render(match.observe(0), Canvas(width=100, height=1)).split("\n")
    assert [
        line for line in lines if re.fullmatch(r"Tower: tiles [\d ]+; your tiles: [\d ]+; your leaders: [a-z, ]+", line)
    ]


def test_leaders_are_drawn_with_their_city_and_their_prices() -> None:
    """[SW-15.22]"""
    table = recruiting("caesar", "sappho", boards=("rome b", "gizah a", "rhodos a"))
    table.complete_draft()
    table.coins(2, 3, 3)
    text = str(table.game.observe(table.state, 0))
    assert "(you cannot pay it now)" in text
    assert "(you pay 0 coins)" in text
    table = courtesans("croesus", "caesar")
    table.complete_draft()
    assert "Leaders to choose from:" in str(table.game.observe(table.state, 0))
    table.do(0, "copy croesus")
    text = str(table.game.observe(table.state, 2))
    assert "leaders: croesus (copied)" in text
    assert "leaders: croesus, caesar" in text
    assert "Your leaders: " in text
    assert "<svg" in table.game.picture(table.game.observe(table.state, 2))


def test_a_view_tells_what_is_known_of_the_leaders_of_others() -> None:
    """[SW-15.26]"""
    match = drafted()
    leaders = match.observe(0).view()["leaders"]
    assert leaders["held"] == ["alexander", "aristotle", "caesar", "hannibal"]
    assert leaders["passed"] == [
        {"seats": [2, 1], "leaders": ["amytis", "archimedes"]},
        {"seats": [2, 1], "leaders": ["cleopatra", "croesus"]},
    ]
    assert leaders["others"][1] == {"seat": 2, "count": 4, "known": ["hatshepsut"]}
    assert leaders["pile"] == 24
    spectator = match.observe(SPECTATOR).view()["leaders"]
    assert (spectator["held"], spectator["passed"], len(spectator["others"])) == ([], [], 3)
    match = draft()
    keep(match, "alexander", "bilkis", "euclid")
    assert match.observe(0).view()["leaders"]["kept"] == ["alexander"]
    assert Wonders(players=3).observe(Wonders(players=3).initial_state(), 0).view()["leaders"] is None


def test_a_view_offers_to_copy_to_hire_and_to_hire_nobody() -> None:
    """[SW-15.21] [SW-15.23]"""
    table = courtesans("croesus", "caesar")
    table.complete_draft()
    offers = table.game.observe(table.state, 0).view()["offers"]
    assert [(offer["verb"], offer["card"]) for offer in offers] == [("copy", "caesar"), ("copy", "croesus")]
    table = rome(1, "caesar", "nero", "plato", "midas")
    table.play(0, "stage with pawnshop")
    table.coins(2, 3, 3)
    table.complete_draft()
    view = table.game.observe(table.state, 0).view()
    hand = {held["card"]: held for held in view["hand"]}
    assert [(offer["verb"], offer["card"]) for offer in view["offers"]] == [("nobody", None)]
    assert [use["verb"] for use in hand["plato"]["uses"] if use["deals"]] == ["build"]
    assert (hand["caesar"]["strip"]["kind"], hand["caesar"]["strip"]["coins"]) == ("poor", 3)


# ---- refusals ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ("recruit caesar", "Caesar costs 5 coins to the bank; you have 3 [SW-5.6]"),
        ("recruit plato", "you do not hold Plato [SW-15.4]"),
        ("build baths", "Baths comes later: first a leader is used [SW-15.4]"),
        ("pay for it", "first choose a leader and its use [SW-15.4]"),
        ("tower with caesar", "the Tower of Babel is not played at this table [SW-12.1]"),
        (
            "stage with caesar",
            "the first stage of Gizah needs 2 stone; even with all that you and your neighbours make, "
            "you are 1 stone short [SW-7.1]",
        ),
    ],
)
def test_why_a_leader_is_not_used(action: str, reason: str) -> None:
    table = recruiting("caesar")
    assert table.why_not(0, action) == reason


def test_why_a_leader_is_not_used_now() -> None:
    table = Table(3, "leaders")
    assert table.why_not(0, "recruit caesar") == "leaders are used before the first turn of an Age [SW-15.4]"
    assert table.why_not(0, "keep caesar") == "leaders are kept before Age I [SW-15.3]"
    assert table.why_not(0, "copy caesar") == "only the Courtesans Guild copies a leader, when it is built [SW-15.21]"
    assert table.why_not(0, "recruit nobody") == "only a stage of Rome lets another leader be recruited [SW-15.23]"
    assert table.why_not(0, "buy a resource from the bank") == "only with Bilkis the bank sells resources [SW-15.9]"
    table.lead(0, "bilkis")
    assert table.why_not(0, "buy a resource from the bank") == "first choose a card and its use [SW-3.3]"
    assert Table().why_not(0, "recruit caesar") == "leaders are not played at this table [SW-15.1]"
    reason = "only a stage of Halikarnassos or Solomon opens the discards [SW-8.3]"
    assert table.why_not(0, "build altar from the discards") == reason


def test_why_a_leader_is_not_kept_hired_or_copied() -> None:
    match = draft()
    assert str(match.explain(0, "keep caesar")) == "Caesar is not among those you choose from [SW-15.3]"
    assert str(match.explain(0, "build baths")) == "first keep a leader [SW-15.3]"
    table = rome(1, "caesar", "nero", "plato", "midas")
    table.play(0, "stage with pawnshop")
    assert table.why_not(0, "recruit sappho") == "you do not hold Sappho [SW-15.4]"
    assert table.why_not(0, "discard nero") == "first choose a leader to recruit, or nobody [SW-15.23]"
    assert table.game.refusal(table.state, 0, table.game.parse_action("recruit nobody")) is None
    table.coins(0, 3, 3)
    assert table.why_not(0, "recruit caesar") == "Caesar costs 3 coins to the bank; you have 0 [SW-5.6]"
    table = courtesans("croesus")
    assert table.state.phase == COPY
    assert table.why_not(0, "copy caesar") == "Caesar lies in no city next to yours [SW-15.21]"
    reason = "first choose the leader that the Courtesans Guild copies [SW-15.21]"
    assert table.why_not(0, "discard pawnshop") == reason


def test_while_a_leader_is_being_used_no_other_is() -> None:
    """[SW-15.4]"""
    table = recruiting("caesar", boards=("rhodos a", "gizah a", "babylon a"))
    table.make(1, wood=2)
    table.make(2, wood=2)
    table.coins(9, 3, 3)
    table.do(0, "stage with caesar")
    assert table.options() == ["pay 0 left 4 right", "pay 2 left 2 right", "pay 4 left 0 right"]
    assert table.why_not(0, "recruit plato") == "you do not hold Plato [SW-15.4]"
    assert table.why_not(0, "recruit caesar") == "first choose whom to pay for the first stage of Rhodos [SW-5.7]"


def test_why_a_payment_with_the_bank_is_not_open() -> None:
    """[SW-15.9] [SW-5.7]"""
    table = library_with_bilkis()
    assert table.why_not(0, "pay 2 left 2 right") == (
        "first choose whether to buy a resource for Library from the bank [SW-15.9]"
    )
    table.do(0, "buy a resource from the bank")
    assert table.options() == ["pay 0 left 2 right", "pay 2 left 0 right"]


def test_a_tile_cannot_be_built_when_all_are() -> None:
    """[SW-12.3]"""
    table = Table(3, "leaders", "tower")
    table.give(0, "caesar")
    table.city(0).tiles, table.city(0).tile_built = [1, 2, 3], [TILE_PLACED] * 3
    assert table.why_not(0, "tower with caesar") == "you have built all your tiles [SW-12.3]"


# ---- positions --------------------------------------------------------------------------------------------------


def text_of(match: Match[State]) -> str:
    return match.game.position_text(match.reveal())


def test_a_position_with_leaders_reads_well() -> None:
    match = drafted()
    text = text_of(match)
    assert text.startswith("3 players leaders age:1 turn:1 phase:recruit boards:")
    assert "is_recruiting:1" in text
    assert "given:alexander,caesar,hannibal,aristotle" in text
    assert match.game.parse_position(text) == match.reveal()


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (" leaders ", " ", "Rome is a board of the expansion leaders: boards:…"),
        ("is_recruiting:1 ", "", "in this phase all recruit: is_recruiting:1"),
        ("phase:recruit", "phase:act", "hand 1 holds 7 cards"),
        ("given:alexander", "given:caesar", "Caesar is in two places"),
        (
            "given:alexander,caesar,hannibal,aristotle",
            "given:alexander,caesar,hannibal,aristotle,plato",
            "was not given so many leaders",
        ),
        ("3 players leaders", "3 players leaders pile:plato", "a leader is missing: pile:…"),
        (
            "given:alexander",
            "1.0=recruit/alexander given:alexander",
            "one leader is used in each Age that has begun: 1.0=…",
        ),
        ("given:alexander", "hired.1=discard/alexander given:alexander", "leaders who are hired later are recruited"),
        ("given:alexander", "draws:1 given:alexander", "draws leaders when the stage for it is built: draws:…"),
        ("given:alexander", "hired.1=recruit/alexander given:alexander", "has too few stages for so many leaders"),
        ("given:alexander", "copied:caesar given:alexander", "cannot copy Caesar"),
        ("given:alexander", "errands:4 given:alexander", "nothing is left to do in"),
        ("3 players leaders", "3 players leaders passed.1:plato,nero", "nobody remembers that: passed.…"),
        (
            "3 players leaders",
            "3 players leaders passed.3:plato,nero",
            "so many leaders were not passed on in this round",
        ),
        ("3 players leaders", "3 players leaders passed.4:plato", "leaders are passed on in rounds 1, 2, 3"),
        ("given:alexander", "given:alexandra", "there is no leader 'alexandra' (did you mean alexander?)"),
        ("given:alexander", "1.0=hire/alexander given:alexander", "there is no use of a leader 'hire'"),
        ("given:alexander", "1.0=recruit/plato 1.0=stage/nero given:alexander", "two leaders are used in 1.0"),
        (
            "given:alexander",
            "given:nero,nero,nero,nero,nero,nero,nero,nero,nero x:alexander",
            "a player is given at most 8 leaders",
        ),
        ("phase:recruit", "phase:hire", "in Alexandria one leader is used in each Age that has begun: 1.0=…"),
        ("phase:recruit", "phase:copy", "leaders are recruited before the first turn of an Age"),
        ("phase:recruit", "phase:draw_leaders", "in Alexandria one leader is used in each Age that has begun: 1.0=…"),
        ("phase:recruit", "phase:leaders", "leaders are recruited before the first turn of an Age"),
    ],
)
def test_what_nobody_could_have_reached_with_leaders_is_refused(old: str, new: str, fault: str) -> None:
    match = drafted()
    text = text_of(match)
    assert old in text
    with pytest.raises(NotationError) as refused:
        match.game.parse_position(text.replace(old, new, 1))
    assert fault in str(refused.value)


def used() -> str:
    """The position after the first leaders were used."""
    match = drafted()
    for seat, action in enumerate(("recruit alexander", "discard bilkis", "discard euclid")):
        match.play(seat, match.game.parse_action(action))
    return text_of(match)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("1.0=discard/bilkis", "1.0=discard/alexander", "Alexander is in two places"),
        ("1.0=discard/bilkis", "1.0=recruit/?", "can be seen"),
        ("1.0=discard/bilkis", "1.0=tile/bilkis", "there are tiles only with the tower"),
        ("1.0=recruit/alexander", "1.0=recruit/alexander hired.1=recruit/alexander", "is used twice"),
        (
            "1.0=recruit/alexander",
            "1.0=recruit/alexander hired.2=recruit/caesar",
            "has too few stages for so many leaders",
        ),
        ("1.0=recruit/alexander", "draws:3 1.0=recruit/alexander", "draws leaders when the stage for it is built"),
    ],
)
def test_uses_of_leaders_that_nobody_could_have_made_are_refused(old: str, new: str, fault: str) -> None:
    game, text = drafted().game, used()
    assert old in text, text
    with pytest.raises(NotationError) as refused:
        game.parse_position(text.replace(old, new, 1))
    assert fault in str(refused.value)


def test_rome_without_leaders_is_refused() -> None:
    """[SW-15.1]"""
    game = Wonders(players=3)
    text = "3 players age:1 turn:6 | rome-a coins:3 | rhodos-a coins:3 | ephesos-a coins:3"
    hands = " | hand:altar,baths | hand:theater,loom-1 | hand:workshop,stockade"
    with pytest.raises(NotationError, match="Rome is a board of the expansion leaders"):
        game.parse_position(text + hands)
    with pytest.raises(NotationError, match="Rome is a board of the expansion leaders: boards"):
        game.parse_position(text.replace("rome-a", "gizah-a").replace("turn:6", "turn:6 boards:rome") + hands)
    with pytest.raises(NotationError, match="leaders need at least three players"):
        game.parse_position(
            "2 players leaders age:1 turn:1 phase:boards boards:gizah,rhodos,olympia"
            " | gizah-a | gizah-a | gizah-a | hand: | hand:"
        )


def test_old_records_are_still_read() -> None:
    """Actions have names in records, so that other ids do not matter."""
    from shinar.core.record import Record

    match = Match(Wonders(players=3), seed=1)
    match.play(0, match.legal_actions(0)[0])
    text = Record.of(match).to_text()
    assert "\nrules 4\n" in text
    for former in (1, 2, 3):
        assert Record.from_text(text.replace("\nrules 4\n", f"\nrules {former}\n")).log == match.log
    with pytest.raises(NotationError, match="version 5 of the rules of wonders, this program has version 4"):
        Record.from_text(text.replace("\nrules 4\n", "\nrules 5\n"))
