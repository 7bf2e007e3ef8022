"""Section 7 of the rules: three of a kind in a row, and what they do."""

import pytest

from tests.games.babel.positions import at, hand_sizes, head, legal, play, refused, side, supply

# ---- groups -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", ["AAA", "AAAP", "PAAA", "PSAAAAH"])
def test_three_in_a_row_form_a_group_wherever_they_lie(row: str) -> None:
    """[BB-7.1] At the bottom, at the top or between."""
    assert legal(at(f"@M M:{row}", "M:-/1"), "ability") == ["destroy temple"]


@pytest.mark.parametrize("row", ["AA", "AAPA", "APAPA", "AAPPAA"])
def test_a_broken_row_is_no_group(row: str) -> None:
    """[BB-7.1] Three must lie directly upon each other."""
    match = at(f"@M M:{row}", "M:-/1")
    assert legal(match, "ability") == []
    assert refused(match, "destroy temple") == "you need three Assyrians cards in a row at the Medes site [BB-7.1]"


def test_a_group_counts_only_where_the_pawn_stands() -> None:
    """[BB-7.1] Not at another site, and not from the quarry."""
    assert legal(at("@H M:AAA", "H:-/1 M:-/1"), "ability") == []
    match = at("@Q M:AAA", "M:-/1")
    assert legal(match, "ability") == []
    assert refused(match, "destroy temple") == "your pawn is still in the quarry; move it to a site first [BB-7.1]"


def test_an_ability_costs_one_card_of_the_group() -> None:
    """[BB-7.1] It is discarded, the others close up."""
    match = play(at("@M M:PAAAS", "M:-/1"), "destroy temple")
    assert side(match, 0) == "@M M:PAAS"
    assert supply(match, "discards") == "A"


def test_an_ability_is_used_again_while_three_are_left() -> None:
    """[BB-7.1] Five cards of a nation serve three times."""
    match = at("@M M:MMMMM", "M:AHPS")
    play(match, "desertion of assyrians", "desertion of sumerians", "desertion of hittites")
    assert side(match, 0) == "@M M:MM"
    assert legal(match, "ability") == []


def test_the_player_says_which_group_pays() -> None:
    """[BB-7.2] The rows that remain differ."""
    match = at("@M M:AAAPAAAA", "M:-/1")
    assert legal(match, "ability") == ["destroy temple", "destroy temple by group 2"]
    assert side(play(at("@M M:AAAPAAAA", "M:-/1"), "destroy temple"), 0) == "@M M:AAPAAAA"
    assert side(play(at("@M M:AAAPAAAA", "M:-/1"), "destroy temple by group 2"), 0) == "@M M:AAAPAAA"


def test_groups_are_counted_by_nation_from_the_bottom() -> None:
    """[BB-7.2] Groups of other nations and shorter runs are not counted."""
    match = at("@M M:AAPPPAAASAAAPAAA", "hand:HH M:-/1")
    assert legal(match, "ability") == [
        "destroy temple",
        "destroy temple by group 2",
        "destroy temple by group 3",
        "halve hand with assyrians",
        "halve hand with assyrians by group 2",
        "halve hand with assyrians by group 3",
        "halve hand with persians",
    ]
    play(match, "destroy temple by group 2")
    assert side(match, 0) == "@M M:AAPPPAAASAAPAAA"


def test_a_nation_has_at_most_four_groups() -> None:
    """[BB-7.2] Twelve cards, three by three."""
    match = at("@M M:MMMAMMMHMMMSMMM", "M:P")
    assert len(legal(match, "ability")) == 4
    assert side(play(match, "desertion of persians by group 4"), 0) == "@M M:MMMAMMMHMMMSMM"


def test_a_group_that_is_not_there_cannot_pay() -> None:
    """[BB-7.2] There is one, but not a second."""
    assert refused(at("@M M:AAA", "M:-/1"), "destroy temple by group 2") == (
        "you have no second group of Assyrians at the Medes site [BB-7.2]"
    )


def test_an_ability_without_effect_cannot_be_used() -> None:
    """[BB-7.3] All five groups are there, but nothing to harm and nothing to take."""
    row = "AAAHHHMMMPPPSSS"
    assert legal(at(f"@M M:{row}", "@M hand:H A:AAA/12"), "ability") == []
    match = at(f"@M M:{row}", "@M hand:HH stack:2 M:A/1")
    assert legal(match, "ability") == [
        "destroy temple",
        "steal level",
        "desertion of assyrians",
        "skip level from opposing stack",
        "change camps",
        *(f"halve hand with {nation}" for nation in ("assyrians", "hittites", "medes", "persians", "sumerians")),
    ]


# ---- the five abilities -----------------------------------------------------------------------------------------


def test_assyrians_put_the_whole_temple_on_the_quarry() -> None:
    """[BB-7.4] The highest card first, so the lowest is on top."""
    match = play(at("@M M:AAA", "@M M:HH/1246 A:-/1"), "destroy temple")
    assert side(match, 1) == "@M A:-/1 M:HH"
    assert supply(match, "top") == "6421"


def test_a_starting_card_that_was_built_is_an_ordinary_card() -> None:
    """[BB-5.4] Destroyed it can be drawn by anybody, and stolen it is the other's."""
    built = play(at("@M hand:M start", "@M M:AAAHHH"), "deploy medes", "build medes from starting card", "end turn")
    play(built, "draw level 2", "draw level 3", "draw medes", "draw medes", "draw medes")
    destroyed = play(built.copy(), "destroy temple")
    assert (supply(destroyed, "top"), side(destroyed, 0)) == ("1", "@M stack:32 M:M")
    assert side(play(built.copy(), "steal level"), 1).endswith("M:AAAHH/1")


def test_a_second_destruction_lies_upon_the_first() -> None:
    """[BB-7.4] The last destroyed is drawn first."""
    match = at("@M hand:A A:AAA M:AAA", "@M A:-/12 M:-/13")
    play(match, "destroy temple", "move assyrians", "destroy temple")
    assert supply(match, "top") == "3121"


def test_without_an_opposing_temple_nothing_is_destroyed() -> None:
    """[BB-7.4] The own temple is no target."""
    assert refused(at("@M M:AAA/12", "A:-/1"), "destroy temple") == (
        "that would do nothing: Player 2 has no temple at the Medes site [BB-7.3]"
    )


def test_hittites_take_the_top_card_and_uncover_what_is_below() -> None:
    """[BB-7.5] Gaps are left: of 1, 3, 6 the 6 goes, 3 is the level then."""
    match = play(at("@M M:HHHSSS/1", "M:-/136"), "steal level")
    assert [side(match, 0), side(match, 1)] == ["@M M:HHSSS/16", "@Q M:-/13"]
    assert [player["score"] for player in match.observe().view()["players"]] == [6, 3]


def test_there_need_not_be_an_own_temple_to_steal() -> None:
    """[BB-7.5] Levels may be skipped."""
    assert side(play(at("@M M:HHH", "M:-/3"), "steal level"), 0) == "@M M:HH/3"


def test_the_paying_card_still_counts_for_a_theft() -> None:
    """[BB-7.5] Three cards steal a 3, but not a 4."""
    assert legal(at("@M M:HHH", "M:-/123"), "ability") == ["steal level"]
    match = at("@M M:HHH", "M:-/1234")
    assert legal(match, "ability") == []
    assert (
        refused(match, "steal level")
        == "level 4 needs 4 cards of yours at the Medes site, and you have 3 there [BB-7.5]"
    )


@pytest.mark.parametrize("mine", ["2", "123"])
def test_only_a_higher_level_is_stolen(mine: str) -> None:
    """[BB-7.5] Not an equal one, nor a lower one."""
    match = at(f"@M M:HHHH/{mine}", "M:-/12")
    assert legal(match, "ability") == []
    assert refused(match, "steal level") == (
        f"Player 2's temple at the Medes site has level 2, and yours already has level {mine[-1]} [BB-7.5]"
    )


def test_without_an_opposing_temple_nothing_is_stolen() -> None:
    """[BB-7.5] Nothing is there."""
    assert refused(at("@M M:HHH"), "steal level") == "Player 2 has no temple at the Medes site [BB-7.5]"


def test_a_temple_is_stolen_down_level_by_level() -> None:
    """[BB-7.5] Only while what is uncovered is still higher than the own level."""
    match = play(at("@M M:HHHHH", "M:-/123"), "steal level")
    assert legal(match, "ability") == []
    assert [side(match, 0), side(match, 1)] == ["@M M:HHHH/3", "@Q M:-/12"]


def test_medes_drive_one_nation_away() -> None:
    """[BB-7.6] All its cards at the site, the others keep their order."""
    match = play(at("@M M:MMMS A:S", "M:SASSHS A:S"), "desertion of sumerians")
    assert [side(match, 0), side(match, 1)] == ["@M A:S M:MMS", "@Q A:S M:AH"]
    assert supply(match, "discards") == "MSSSS"


def test_who_is_driven_away_no_longer_parts_the_others() -> None:
    """[BB-7.6] A A S A close up, and are a group in the opponent's turn."""
    match = play(at("@M M:MMM/1", "@M M:AASA"), "desertion of sumerians", "end turn", "draw level 1", "draw level 2")
    play(match, *["draw persians"] * 3)
    assert legal(match, "ability") == ["destroy temple"]


def test_the_nation_must_be_there_to_be_driven_away() -> None:
    """[BB-7.6] On the opponent's side of the site."""
    match = at("@M M:MMMS", "M:AH A:P")
    assert legal(match, "ability") == ["desertion of assyrians", "desertion of hittites"]
    assert refused(match, "desertion of persians") == (
        "that would do nothing: Player 2 has no Persians card at the Medes site [BB-7.3]"
    )


def test_persians_skip_one_level() -> None:
    """[BB-7.7] From either stack: exactly two levels up."""
    match = at("@M M:PPP/1 stack:3", "stack:33")
    assert legal(match, "ability") == ["skip level from own stack", "skip level from opposing stack"]
    play(match, "skip level from opposing stack")
    assert [side(match, 0), side(match, 1)] == ["@M stack:3 M:PP/13", "@Q stack:3"]
    assert side(play(at("@M M:PPP/1 stack:3"), "skip level from own stack"), 0) == "@M M:PP/13"


def test_a_skip_from_an_empty_site_builds_level_2() -> None:
    """[BB-7.7] Two above none."""
    assert side(play(at("@M M:PPP stack:2"), "skip level from own stack"), 0) == "@M M:PP/2"


def test_the_paying_card_still_counts_for_a_skip() -> None:
    """[BB-7.7] Three cards carry a 3, but not a 4."""
    assert legal(at("@M M:PPP/1 stack:3"), "ability") == ["skip level from own stack"]
    match = at("@M M:PPP/2 stack:4")
    assert legal(match, "ability") == []
    assert refused(match, "skip level from own stack") == (
        "level 4 needs 4 cards of yours at the Medes site, and you have 3 there [BB-7.7]"
    )


def test_a_skip_is_exactly_two_levels() -> None:
    """[BB-7.7] Neither one nor three, and from a stack that has a card."""
    match = at("@M M:PPPPPP/1 stack:2")
    assert legal(match, "ability") == []
    assert refused(match, "skip level from own stack") == (
        "you can skip only to level 3 at the Medes site, and the top card of your stack has level 2 [BB-7.7]"
    )
    assert refused(match, "skip level from opposing stack") == ("Player 2's temple stack is empty [BB-7.7]")


def test_sumerians_win_over_the_nation_of_the_top_card() -> None:
    """[BB-7.8] All its cards at the site go onto the own row, the others stay."""
    match = play(at("@M M:SSSA", "M:PAPHP A:P"), "change camps")
    assert [side(match, 0), side(match, 1)] == ["@M M:SSAPPP", "@Q A:P M:AH"]
    assert supply(match, "discards") == "S"


def test_without_opposing_cards_nobody_changes_camps() -> None:
    """[BB-7.8] At this site."""
    assert (
        refused(at("@M M:SSS", "A:P"), "change camps")
        == "that would do nothing: Player 2 has no cards at the Medes site [BB-7.3]"
    )


@pytest.mark.parametrize("nation", ["assyrians", "hittites", "medes", "persians", "sumerians"])
def test_any_nation_can_halve_the_opposing_hand(nation: str) -> None:
    """[BB-7.9] One card of the group pays."""
    letter = nation[0].upper()
    match = play(at(f"@M M:{letter * 3}", "hand:AHHM"), f"halve hand with {nation}")
    assert side(match, 0) == f"@M M:{letter * 2}"
    assert head(match) == "second seat:0 phase:discard discard:2"


@pytest.mark.parametrize(("held", "left"), [(2, 1), (3, 2), (5, 3), (7, 4), (12, 6)])
def test_half_of_the_hand_is_rounded_down(held: int, left: int) -> None:
    """[BB-7.9] In the opponent's favour."""
    match = play(at("@M M:AAA", f"hand:{'S' * held}"), "halve hand with assyrians")
    play(match, *["discard sumerians"] * (held - left))
    assert hand_sizes(match) == [0, left]
    assert match.actors == (0,)


@pytest.mark.parametrize(("hand", "words"), [("", "no cards"), ("hand:A", "a single card")])
def test_a_hand_of_one_card_cannot_be_halved(hand: str, words: str) -> None:
    """[BB-7.9] Half of it is none."""
    match = at("@M M:AAA", hand)
    assert legal(match, "ability") == []
    assert refused(match, "halve hand with assyrians") == (f"that would do nothing: Player 2 holds {words} [BB-7.3]")


def test_the_opponent_chooses_what_to_discard() -> None:
    """[BB-7.10] One card after the other, then the turn goes on."""
    match = play(at("@M M:AAA", "hand:HHMPP"), "halve hand with assyrians")
    assert match.actors == (1,)
    assert legal(match) == ["discard hittites", "discard medes", "discard persians"]
    play(match, "discard medes")
    assert legal(match) == ["discard hittites", "discard persians"]
    play(match, "discard persians")
    assert side(match, 1) == "@Q hand:HHP"
    assert supply(match, "discards") == "AMP"
    assert (match.actors, head(match)) == ((0,), "second seat:0 phase:act")


def test_while_a_hand_is_halved_nothing_else_happens() -> None:
    """[BB-7.10] Neither by the one nor by the other."""
    match = play(at("@M M:AAA", "@M hand:HHMPP"), "halve hand with assyrians")
    assert refused(match, "end turn") == "Player 2 must first discard 2 cards [BB-7.10]"
    assert refused(match, "deploy medes", seat=1) == ("Player 1 has halved your hand: discard 2 cards first [BB-7.10]")
    play(match, "discard persians")
    assert "discard 1 card first" in refused(match, "deploy medes", seat=1)
    assert refused(match, "discard assyrians", seat=1) == "you hold no Assyrians card [BB-7.10]"


def test_nobody_discards_without_being_made_to() -> None:
    """[BB-7.10] Not in the own turn."""
    assert refused(at("@M hand:A"), "discard assyrians") == (
        "you discard cards only when Player 2 has halved your hand [BB-7.10]"
    )


# ---- the rulebooks' long example --------------------------------------------------------------------------------


def test_the_rulebooks_long_example() -> None:
    """[BB-7.1] How to destroy the level 6 temple, and more, step by step."""
    match = at("@H hand:AHS A:HH H:SSSSAPP S:PP", "hand:AAHHHMM A:-/123 H:PSAAM/123456")

    play(match, "change camps")
    assert [side(match, 0), side(match, 1)] == [
        "@H hand:AHS A:HH H:SSSAPPM S:PP",
        "@Q hand:AAHHHMM A:-/123 H:PSAA/123456",
    ]
    play(match, "migrate hittites to sumerians")
    assert side(match, 0) == "@H hand:AHS A:HH H:SSSA S:PPPPM"
    play(match, "change camps")
    assert [side(match, 0), side(match, 1)] == [
        "@H hand:AHS A:HH H:SSAAA S:PPPPM",
        "@Q hand:AAHHHMM A:-/123 H:PS/123456",
    ]
    play(match, "destroy temple")
    assert [side(match, 0), side(match, 1)] == ["@H hand:AHS A:HH H:SSAA S:PPPPM", "@Q hand:AAHHHMM A:-/123 H:PS"]
    assert supply(match, "top") == "654321"
    play(match, "move assyrians")
    assert side(match, 0) == "@A hand:HS A:HH H:SSAA S:PPPPM"
    play(match, "deploy hittites")
    assert side(match, 0) == "@A hand:S A:HHH H:SSAA S:PPPPM"
    play(match, "steal level")
    assert [side(match, 0), side(match, 1)] == ["@A hand:S A:HH/3 H:SSAA S:PPPPM", "@Q hand:AAHHHMM A:-/12 H:PS"]
    play(match, "move sumerians")
    assert side(match, 0) == "@S A:HH/3 H:SSAA S:PPPPM"
    play(match, "halve hand with persians", *["discard hittites"] * 3)
    assert hand_sizes(match) == [0, 4]
    play(match, "halve hand with persians", *["discard assyrians"] * 2)
    assert hand_sizes(match) == [0, 2]
    assert [side(match, 0), side(match, 1)] == ["@S A:HH/3 H:SSAA S:PPM", "@Q hand:MM A:-/12 H:PS"]
    assert supply(match, "discards") == "AAAAHHHHPPSSS"
    play(match, "end turn", "draw level 1", "draw level 2")
    assert side(match, 0) == "@S stack:21 A:HH/3 H:SSAA S:PPM"
    assert supply(match, "top") == "6543"
    assert head(match) == "second seat:1 phase:draw turn:1 draw:3"
