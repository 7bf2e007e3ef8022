"""Sections 3, 4 and 6 of the rules: where the pawn goes, and where nation cards lie."""

from tests.games.babel.positions import at, legal, play, refused, side, supply


def test_a_move_costs_a_card_of_the_sites_nation() -> None:
    """[BB-3.1] The card is discarded."""
    match = play(at("@H hand:AM"), "move medes")
    assert side(match, 0) == "@M hand:A"
    assert supply(match, "discards") == "M"


def test_without_the_card_there_is_no_move() -> None:
    """[BB-3.1] Only the nations in hand can be reached."""
    match = at("@H hand:AM")
    assert legal(match, "move") == ["move assyrians", "move medes"]
    assert refused(match, "move persians") == "you hold no Persians card [BB-3.1]"


def test_the_pawn_must_go_to_another_site() -> None:
    """[BB-3.2] A card of the site where it stands does not help."""
    match = at("@H hand:AH")
    assert legal(match, "move") == ["move assyrians"]
    assert refused(match, "move hittites") == "your pawn already stands at the Hittites site [BB-3.2]"


def test_both_pawns_may_stand_at_one_site() -> None:
    """[BB-3.3] The opponent's pawn is no obstacle."""
    match = play(at("@H hand:A", "@A"), "move assyrians")
    assert [player["pawn"] for player in match.observe().view()["players"]] == ["assyrians", "assyrians"]


def test_no_move_leads_back_to_the_quarry() -> None:
    """[BB-3.3] There is no such action."""
    match = at("@A hand:AHMPS")
    assert legal(match, "move") == ["move hittites", "move medes", "move persians", "move sumerians"]


def test_a_card_is_deployed_from_the_hand() -> None:
    """[BB-4.1] On the own side."""
    match = play(at("@H hand:AM", "@H"), "deploy assyrians")
    assert [side(match, 0), side(match, 1)] == ["@H hand:M H:A", "@H"]


def test_only_cards_of_the_hand_are_deployed() -> None:
    """[BB-4.1] Each nation once in the list."""
    match = at("@H hand:AAM")
    assert legal(match, "deploy") == ["deploy assyrians", "deploy medes"]
    assert refused(match, "deploy persians") == "you hold no Persians card [BB-4.1]"


def test_nothing_is_deployed_from_the_quarry() -> None:
    """[BB-4.2] The pawn must have moved."""
    match = at("@Q hand:AM")
    assert legal(match, "deploy") == []
    assert refused(match, "deploy medes") == ("your pawn is still in the quarry; move it to a site first [BB-4.2]")


def test_cards_are_deployed_where_the_pawn_stands() -> None:
    """[BB-4.2] Whatever their nation."""
    assert side(play(at("@H hand:MM A:S"), "deploy medes"), 0) == "@H hand:M A:S H:M"


def test_a_deployed_card_goes_on_top_of_the_row() -> None:
    """[BB-4.3] The row keeps the order in which it was played."""
    match = play(at("@H hand:AMP H:SS"), "deploy persians", "deploy assyrians", "deploy medes")
    assert side(match, 0) == "@H H:SSPAM"
    sites = match.observe(1).view()["players"][0]["sites"]
    assert sites[1]["row"] == ["sumerians", "sumerians", "persians", "assyrians", "medes"]


def test_the_rulebooks_example_of_deploying() -> None:
    """[BB-4.3] Two cards upon two, then a move and two cards at the new site."""
    match = at("@S hand:AAPSS S:AA")
    play(match, "deploy assyrians", "deploy persians")
    assert side(match, 0) == "@S hand:ASS S:AAAP"
    play(match, "move assyrians")
    assert side(match, 0) == "@A hand:SS S:AAAP"
    assert supply(match, "discards") == "A"
    play(match, "deploy sumerians", "deploy sumerians")
    assert side(match, 0) == "@A A:SS S:AAAP"


# ---- migration --------------------------------------------------------------------------------------------------


def test_one_migrates_at_most_once_in_a_turn() -> None:
    """[BB-6.1] The second is refused."""
    match = play(at("@H M:SSSPPP"), "migrate medes to assyrians")
    assert legal(match) == ["end turn"]
    assert refused(match, "migrate medes to assyrians") == ("you have already migrated this turn [BB-6.1]")


def test_one_may_migrate_again_in_the_next_turn() -> None:
    """[BB-6.1] The flag does not last."""
    match = play(at("@H M:SSS", "@H A:SSS"), "migrate medes to assyrians", "end turn", "draw level 1", "draw level 2")
    play(match, *["draw persians"] * 3)
    assert len(legal(match, "migrate")) == 4


def test_exactly_the_top_three_migrate() -> None:
    """[BB-6.2] What lies below stays."""
    match = play(at("@H M:HASPM"), "migrate medes to persians")
    assert side(match, 0) == "@H M:HA P:SPM"


def test_fewer_than_three_cannot_migrate() -> None:
    """[BB-6.2] Nor can none."""
    match = at("@H A:P M:HA")
    assert legal(match, "migrate") == []
    assert refused(match, "migrate medes to persians") == (
        "exactly three cards migrate, and you have 2 at the Medes site [BB-6.2]"
    )
    assert refused(match, "migrate assyrians to persians") == (
        "exactly three cards migrate, and you have 1 at the Assyrians site [BB-6.2]"
    )
    assert "you have none at the Hittites site" in refused(match, "migrate hittites to persians")


def test_migrants_go_on_top_and_keep_their_order() -> None:
    """[BB-6.3] Upon the cards that lie there."""
    match = play(at("@H M:SPM P:AH"), "migrate medes to persians")
    assert side(match, 0) == "@H P:AHSPM"


def test_one_migrates_from_any_site_to_any_other() -> None:
    """[BB-6.3] Also while the pawn is in the quarry."""
    match = at("@Q A:SSS S:AAA")
    assert legal(match, "migrate") == [
        f"migrate {source} to {target}"
        for source in ("assyrians", "sumerians")
        for target in ("assyrians", "hittites", "medes", "persians", "sumerians")
        if target != source
    ]


def test_the_rulebooks_example_of_migrating() -> None:
    """[BB-6.3] The level 4 stays with one card; level 5 needs five cards again."""
    match = at("@H hand:AAAAM stack:5 M:ASSH/1234 P:PS")
    play(match, "migrate medes to persians")
    assert side(match, 0) == "@H hand:AAAAM stack:5 M:A/1234 P:PSSSH"
    play(match, "move medes", "deploy assyrians", "deploy assyrians", "deploy assyrians")
    assert refused(match, "build medes from own stack") == (
        "level 5 needs 5 cards of yours at the Medes site, and you have 4 there [BB-5.3]"
    )
    play(match, "deploy assyrians", "build medes from own stack")
    assert side(match, 0) == "@M M:AAAAA/12345 P:PSSSH"
