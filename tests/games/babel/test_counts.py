"""What is counted in a position to predict who wins."""

from shinar.core.compiled.scratch import scratch
from shinar.games.babel import Babel
from shinar.games.babel.expertise.counts import COUNTS, NUM_COUNTS, ROWS, count_all, row
from shinar.games.babel.expertise.lessons import LESSONS
from shinar.games.babel.state import State

HEAD = "second turn:9 seat:0 phase:act"


def position(mine: str, theirs: str, head: str = HEAD) -> State:
    return Babel().parse_position(f"{head} | {mine} | {theirs}")


def counted(state: State) -> dict[str, int]:
    """What is counted for the seat on turn, but for what is 0."""
    counts = scratch(2 * len(COUNTS))
    count_all(state, counts, 2)
    start = state.turn_of * NUM_COUNTS
    return {name: number for name, number in zip(COUNTS, counts[start : start + NUM_COUNTS], strict=True) if number}


def test_every_count_has_a_name_and_its_place() -> None:
    assert len(COUNTS) == len(set(COUNTS)) == NUM_COUNTS
    assert (LESSONS.counts, LESSONS.rows, ROWS, row(State())) == (COUNTS, 1, 1, 0)


def test_only_the_seat_on_turn_has_counts() -> None:
    for seat in range(2):
        counts = scratch(2 * NUM_COUNTS)
        count_all(position("@A A:HHH/123", "@Q", f"second turn:9 seat:{seat} phase:act"), counts, 2)
        other = (1 - seat) * NUM_COUNTS
        assert not any(counts[other : other + NUM_COUNTS])
        assert any(counts)


def test_both_sides_are_counted_from_the_point_of_view_of_the_seat_on_turn() -> None:
    sides = "@A hand:H stack:5 A:HHH/12", "@M hand:SS stack:36 M:PPPPP/1234"
    first = counted(position(*sides))
    second = counted(position(*sides, head="second turn:9 seat:1 phase:act"))
    mine = {name.removeprefix("own: "): number for name, number in first.items() if name.startswith("own: ")}
    theirs = {name.removeprefix("opposing: "): number for name, number in second.items() if "opposing: " in name}
    assert mine == theirs


def test_temples_cards_and_score() -> None:
    found = counted(position("@A A:HHPSP/123 M:S/12", "@Q hand:AA P:AAMAA/123456"))
    assert found["own: sites of level 3 with 2 spare cards"] == 1
    assert found["own: sites of level 2 with -1 spare cards"] == 1
    assert found["own: sites of level 0 with 0 spare cards"] == 3
    assert (found["own: score 5"], found["opposing: score 6"], found["own: deployed cards"]) == (1, 1, 6)
    assert (found["own: pawn at level 3"], found["opposing: pawn in the quarry"]) == (1, 1)
    assert (found["sites of levels 3 and 0"], found["sites of levels 0 and 6"]) == (1, 1)
    assert "own: is safe" not in found


def test_levels_that_can_be_built_in_a_turn() -> None:
    ready = counted(position("@A hand:PM stack:43 A:HHH/12 M:A/1", "@Q stack:5"))
    assert ready["own: ready to build on level 2"] == 1  # 3 and 4 from the own stack, 5 from the other
    assert (ready["own: 3 levels at the best site"], ready["own: levels at all sites"]) == (1, 3)
    assert "own: ready to build on level 1" not in ready
    close = counted(position("@A hand:PM stack:2 A:HHH/123 M:A/1", "@Q"))
    assert close["own: close to building on level 1"] == 1  # by a move with M, after P is deployed
    assert close["own: 1 levels at the best site"] == 1
    assert (close["own: level 2 on top"], close["own: level 0 below the top"], close["own: stack"]) == (1, 1, 1)


def test_groups_and_what_could_be_done_with_them() -> None:
    found = counted(position("@A hand:AAHM A:PA H:HHH M:AA P:SS", "@Q A:HH/12 H:PP/12 M:AAM/1234"))
    assert (found["own: groups of hittites"], found["own: pairs of sumerians"]) == (1, 1)
    assert found["own: can destroy level 4"] == 1  # at M, with two more
    assert found["own: can steal level 2"] == 1
    assert "own: can skip" not in found
    assert "own: doomed levels" not in found


def test_a_standing_group_of_assyrians_dooms_a_temple() -> None:
    found = counted(position("@H M:AAA", "@Q M:A/1234"))
    assert found["own: doomed levels"] == 4
    assert found["own: can destroy level 0"] == 1  # but the pawn cannot come


def test_persians_skip_sumerians_and_medes_move_cards() -> None:
    found = counted(position("@A hand:PPP stack:3 A:S/1", "@Q A:MHM"))
    assert found["own: can skip"] == 1
    assert "own: can change camps" not in found
    found = counted(position("@A A:SSSMMM", "@Q A:MHM"))
    assert found["own: can change camps"] == 2
    assert "own: can drive away" not in found
    assert counted(position("@A A:HMMM", "@Q A:MHM"))["own: can drive away"] == 2


def test_the_hand() -> None:
    found = counted(position("@A hand:HHHMMP", "@Q"))
    assert (found["own: hand"], found["own: nations in hand"]) == (6, 3)
    assert [found.get(f"own: {number}hittites in hand") for number in ("", "two ", "three ")] == [3, 1, 1]
    assert [found.get(f"own: {number}medes in hand") for number in ("", "two ", "three ")] == [2, 1, None]


def test_how_far_the_game_has_come() -> None:
    state = position("@A A:AAAAAA/123456 H:HHHH/1234", "@H H:H/123456 M:MMMM/1234")
    found = counted(state)
    assert (found["both are safe"], found["edition"]) == (1, state.edition)
    assert found["level 6 in the quarry"] == 3
    state.quarry[:] = [0, 1, 1, 1, 0, 0, 0]
    assert counted(state)["stage 0"] == 1
