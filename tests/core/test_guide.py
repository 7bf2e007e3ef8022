"""What a guide can tell, and how much a seat's own points count in it."""

from shinar.core.guide import PLAIN, Guide, OwnPoints

OWN: OwnPoints[None] = OwnPoints(30, 5, lambda _state: 1000, lambda _state, _seat: 0)


def test_a_guide_judges_with_any_of_its_evaluations() -> None:
    assert Guide(evaluate=lambda _state, _seat: 0).judges
    assert Guide(rate=lambda _state, _seat: 0).judges
    assert Guide(rate_all=lambda _state, _ratings, _seats, _strangers: None).judges
    assert not PLAIN.judges


def test_own_points_count_only_for_a_guide_that_knows_them() -> None:
    assert Guide(own_points=OWN).own_percent == 30
    assert PLAIN.own_percent == 0
