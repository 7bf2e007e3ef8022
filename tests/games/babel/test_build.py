"""Section 5 of the rules: temples."""

from tests.games.babel.positions import at, legal, play, refused, side


def test_one_builds_from_either_stack() -> None:
    """[BB-5.1] The top card, at the pawn's site."""
    match = at("@M M:AA stack:21", "@Q stack:31")
    assert legal(match, "build") == ["build medes from own stack", "build medes from opposing stack"]
    assert side(play(at("@M M:AA stack:21", "stack:31"), "build medes from own stack"), 0) == "@M stack:2 M:AA/1"
    match = play(at("@M M:AA stack:21", "stack:31"), "build medes from opposing stack")
    assert [side(match, 0), side(match, 1)] == ["@M stack:21 M:AA/1", "@Q stack:3"]


def test_only_the_top_card_of_a_stack_can_be_built() -> None:
    """[BB-5.1] The 1 below the 2 is out of reach."""
    match = at("@M M:AA stack:12")
    assert legal(match, "build") == []
    assert refused(match, "build medes from own stack") == (
        "you need level 1 at the Medes site, and the top card of your stack has level 2 [BB-5.2]"
    )


def test_one_builds_only_where_the_pawn_stands() -> None:
    """[BB-5.1] Not at another site, and not from the quarry."""
    assert refused(at("@M A:AA stack:1"), "build assyrians from own stack") == (
        "you build only where your pawn stands, and it is at the Medes site [BB-5.1]"
    )
    assert refused(at("@Q A:AA stack:1"), "build assyrians from own stack") == (
        "you build only where your pawn stands, and it is still in the quarry [BB-5.1]"
    )


def test_who_lacks_cards_at_another_site_is_not_sent_there_for_nothing() -> None:
    """[BB-5.3] [BB-5.1] Both are told, since moving there would not be enough."""
    assert refused(at("@M A:A/1 stack:2"), "build assyrians from own stack") == (
        "level 2 needs 2 cards of yours at the Assyrians site, and you have 1 there;"
        " your pawn is at the Medes site [BB-5.3]"
    )


def test_nothing_is_built_from_an_empty_stack() -> None:
    """[BB-5.1] Neither from the own nor from the other."""
    match = at("@M M:AA")
    assert refused(match, "build medes from own stack") == "your temple stack is empty [BB-5.1]"
    assert refused(match, "build medes from opposing stack") == ("Player 2's temple stack is empty [BB-5.1]")


def test_the_next_level_must_be_one_above() -> None:
    """[BB-5.2] On a 2 only a 3."""
    assert legal(at("@M M:AAAA/12 stack:3", "stack:4"), "build") == ["build medes from own stack"]
    assert legal(at("@M M:AAAA/12 stack:2", "stack:1"), "build") == []


def test_where_there_is_no_temple_level_1_is_needed() -> None:
    """[BB-5.2] However many cards lie there."""
    assert legal(at("@M M:AAAA A:AAA/12 stack:3", "stack:1"), "build") == ["build medes from opposing stack"]


def test_a_full_temple_cannot_grow() -> None:
    """[BB-5.2] There is no level 7."""
    match = at("@M M:AAAAAAA/123456 stack:6")
    assert legal(match, "build") == []
    assert "your temple at the Medes site has level 6, the highest there is [BB-5.2]" in refused(
        match, "build medes from own stack"
    )


def test_a_level_needs_as_many_own_cards() -> None:
    """[BB-5.3] Cards of the opponent and at other sites do not count."""
    match = at("@M M:AA/12 A:AAA stack:3", "M:PPPP")
    assert legal(match, "build") == []
    assert refused(match, "build medes from own stack") == (
        "level 3 needs 3 cards of yours at the Medes site, and you have 2 there [BB-5.3]"
    )
    assert legal(at("@M M:AAA/12 stack:3"), "build") == ["build medes from own stack"]


def test_cards_are_needed_only_at_the_moment_of_building() -> None:
    """[BB-5.3] The temple stays when they leave."""
    match = play(at("@M M:AAA/12 stack:3"), "build medes from own stack", "migrate medes to assyrians")
    assert side(match, 0) == "@M A:AAA M:-/123"


def test_the_starting_card_is_built_as_a_level_1() -> None:
    """[BB-5.4] It needs one card, and a site without a temple."""
    match = at("@M hand:A start")
    assert refused(match, "build medes from starting card") == (
        "level 1 needs 1 card of yours at the Medes site, and you have none there [BB-5.3]"
    )
    play(match, "deploy assyrians", "build medes from starting card")
    assert side(match, 0) == "@M M:A/1"


def test_the_starting_card_needs_a_site_without_a_temple() -> None:
    """[BB-5.2] Two levels 1 do not stand upon each other."""
    match = at("@M hand:AS M:A/1 start")
    assert refused(match, "build medes from starting card") == (
        "your starting card has level 1, and you have a temple at the Medes site [BB-5.2]"
    )


def test_the_starting_card_is_built_only_once() -> None:
    """[BB-5.4] Then it is gone."""
    assert refused(at("@M M:A"), "build medes from starting card") == (
        "you have already built your starting card [BB-5.4]"
    )


def test_the_level_of_a_temple_is_its_top_card() -> None:
    """[BB-5.5] Whatever is missing below: upon 1, 3, 5 comes a 6."""
    match = at("@M M:AAAAAA/135 stack:6")
    assert match.observe().view()["players"][0]["score"] == 5
    play(match, "build medes from own stack")
    assert side(match, 0) == "@M M:AAAAAA/1356"


def test_a_missing_level_is_not_filled_in() -> None:
    """[BB-5.5] A 2 does not go below a 3."""
    assert legal(at("@M M:AAAAAA/13 stack:2"), "build") == []


def test_the_rulebooks_example_of_building() -> None:
    """[BB-5.1] A move to four cards, levels 2 to 4, two more cards, levels 5 and 6."""
    match = at("@H hand:AMP stack:62 M:SSHA/1", "stack:543")
    play(match, "move medes", "build medes from own stack")
    assert side(match, 0) == "@M hand:AP stack:6 M:SSHA/12"
    play(match, "build medes from opposing stack", "build medes from opposing stack")
    assert [side(match, 0), side(match, 1)] == ["@M hand:AP stack:6 M:SSHA/1234", "@Q stack:5"]
    assert "level 5 needs 5 cards of yours at the Medes site, and you have 4 there" in refused(
        match, "build medes from opposing stack"
    )
    play(match, "deploy assyrians", "deploy persians", "build medes from opposing stack")
    assert [side(match, 0), side(match, 1)] == ["@M stack:6 M:SSHAAP/12345", "@Q"]
    play(match, "build medes from own stack")
    assert side(match, 0) == "@M M:SSHAAP/123456"
