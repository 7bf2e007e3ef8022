"""Playing in the terminal, typed line by line."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from shinar import Match, Record, make
from shinar.cli.terminal.player import seat_players
from shinar.cli.terminal.table import Table
from tests.cli.conftest import Run

RecordPath = Callable[[], Path]
SEED = "3"  # seat 0 starts with 1 assyrians, 3 medes, 2 sumerians
START = ("play", "babel", "--seed", SEED, "--starter", "0")


def typed_by(first: str, second: str, seed: int) -> list[str]:
    """The names of all actions of seat 0 in a match of two bots; the second acts as it would against a person."""
    match = Match(make("babel"), seed)
    players = seat_players(match.game, (first, second), seed)
    lines = []
    while not match.is_over:
        seat = match.actors[0]
        action = players.choose(match, seat)
        lines += [match.game.action_name(action)] if seat == 0 else []
        match.play(seat, action)
    return lines


# ---- whole matches ----------------------------------------------------------------------------------------------


def test_a_newcomer_is_welcomed_in_six_lines(shinar: Run) -> None:
    welcome, _, _ = shinar(*START, typed=["quit"]).stdout.partition("───")
    assert welcome.startswith("Babel. Two builders")
    assert "You play against Kubaba (greedy)." in welcome
    assert len(welcome.splitlines()) <= 6 + 1  # a summary longer than the screen is wide takes two


def test_a_match_can_be_won(shinar: Run, kept: RecordPath) -> None:
    result = shinar("play", "babel", "--seed", "8", "--bot", "random", typed=typed_by("greedy", "random", 8))
    assert result.exit_code == 0
    assert "You win!" in result.stdout
    assert f"shinar replay {kept()}" in result.stdout
    record = Record.parse(kept().read_text())
    assert record.outcome is not None
    assert record.outcome.winners == (0,)
    assert f"Why: {record.outcome.reason} [{record.outcome.clause}]." in result.stdout
    assert record.names == ("person", "random")


def test_a_match_can_be_lost_by_a_newcomer_who_always_takes_the_first_action(shinar: Run, kept: RecordPath) -> None:
    result = shinar("play", "--seed", "1", typed=["1"] * 400)
    assert (result.exit_code, "Kubaba wins." in result.stdout) == (0, True)
    assert Record.parse(kept().read_text()).outcome is not None


def test_three_seats_that_choose_at_the_same_time_can_play(shinar: Run, kept: RecordPath) -> None:
    result = shinar("play", "toy", "--seed", "5", "--seat", "1", "--rounds", "1", typed=["1"] * 5)
    assert (result.exit_code, "Why: all rounds are played" in result.stdout) == (0, True)
    assert "bids in secret" in result.stdout
    assert Record.parse(kept().read_text()).names == ("greedy", "person", "greedy")


def test_the_seat_can_be_left_to_chance(shinar: Run) -> None:
    command = ("play", "babel", "--seat", "random", "--starter", "0")
    starts = {"Turn 1, your turn" in shinar(*command, "--seed", str(n), typed=["quit"]).stdout for n in range(6)}
    assert starts == {True, False}


# ---- single orders ----------------------------------------------------------------------------------------------


def test_actions_are_numbered_and_grouped_by_kind(shinar: Run) -> None:
    page = shinar(*START, typed=["m m", "quit"]).stdout
    assert "move   1 assyrians   2 medes   3 sumerians" in page
    assert "deploy   3 assyrians   4 medes   5 sumerians" in page


def test_undo_gives_the_card_back(shinar: Run) -> None:
    first, last = (
        shinar(*START, typed=typed).stdout.rpartition("You: hand")[2] for typed in (["quit"], ["2", "undo", "quit"])
    )
    assert first.splitlines()[0] == last.splitlines()[0]


def test_undo_at_the_start_says_what_cannot_be_taken_back(shinar: Run) -> None:
    assert "Nothing to take back" in shinar(*START, typed=["undo", "quit"]).stdout


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("why b hit own", "build hittites from own stack: your temple stack is empty [BB-5.1]"),
        ("why end turn", "[BB-2.5]"),
        ("why move medes", "move medes: you may do that now"),
        ("why 1", "move assyrians: you may do that now"),
        ("why", "Which action?"),
        ("why xyz", "There is no action 'xyz'."),
        ("why mig", "migrate medes to: exactly three cards migrate, and you have none at the Medes site [BB-6.2]"),
        ("why steal", "steal level: your pawn is still in the quarry; move it to a site first [BB-7.1]"),
        ("deploy medes", "[BB-4.2]"),
        ("rules", "5. Build"),
        ("rules 5.2", "Its level must be one above"),
        ("rules BB-5.2", "Its level must be one above"),
        ("rules reshuffled", "the rules of Babel have no clause or word 'reshuffled'."),
        ("rules quarry", "[BB-8.2]"),
        ("log", "draws a nation card (×5)"),
        ("help", "take back your last action"),
        ("?", "take back your last action"),
        ("", "Type a number from the list"),
        ("99", "There is no action number 99; choose 1 to 3."),
        ("m", "`move assyrians`, `move medes` or `move sumerians`: type a little more."),
        ("dance", "There is no action 'dance'"),
        ("[bold]x[/bold]", "There is no action '[bold]x[/bold]'"),
        ("save", "To which file?"),
        ("save nowhere/x.txt", "Cannot save to nowhere/x.txt: No such file or directory."),
        ("save ~nobody-of-this-name/x.txt", "Cannot save to"),
    ],
)
def test_every_order_is_answered(shinar: Run, typed: str, answer: str) -> None:
    result = shinar(*START, typed=[typed, "quit"])
    assert result.exit_code == 0
    assert answer in " ".join(result.stdout.split())


def test_view_draws_the_position_again(shinar: Run) -> None:
    assert shinar(*START, typed=["view", "quit"]).stdout.count("Turn 1, your turn") == 2


def test_news_are_told_once(shinar: Run) -> None:
    assert shinar(*START, typed=["view", "quit"]).stdout.count("draws a nation card") == 1


def test_a_loaded_match_tells_only_what_came_after_the_own_last_action(shinar: Run) -> None:
    shinar(*START, typed=["2", "dep med", "save match.txt", "quit"])
    assert "You move" not in shinar("play", "--load", "match.txt", typed=["quit"]).stdout


# ---- saving, leaving, going on ----------------------------------------------------------------------------------


def test_a_match_is_saved_as_text_or_as_json_by_the_name_of_the_file(shinar: Run) -> None:
    shinar(*START, typed=["2", "save match.txt", "save match.json", "quit"])
    text, json = (Path(f"match.{kind}").read_text() for kind in ("txt", "json"))
    assert Record.from_text(text) == Record.from_json(json)


def test_a_file_that_exists_is_only_overwritten_on_purpose(shinar: Run) -> None:
    Path("match.txt").write_text("mine")
    assert "exists already" in shinar(*START, typed=["2", "save match.txt", "quit"]).stdout
    assert Path("match.txt").read_text() == "mine"
    shinar(*START, typed=["2", "save! match.txt", "quit"])
    assert Record.parse(Path("match.txt").read_text()).log
    Path("match.txt").write_text("mine")
    shinar(*START, typed=["2", "save match.txt !", "quit"])
    assert Record.parse(Path("match.txt").read_text()).log


@pytest.mark.parametrize("typed", [["2", "quit"], ["2", "exit"], ["2"]])
def test_leaving_tells_how_to_go_on_and_that_works(shinar: Run, kept: RecordPath, typed: list[str]) -> None:
    result = shinar(*START, typed=typed)
    assert (result.exit_code, f"shinar play --load {kept()}" in result.stdout) == (0, True)
    again = shinar("play", "--load", str(kept()), typed=["dep med", "quit"])
    assert "You: hand 1 assyrians, 2 medes, 2 sumerians" in again.stdout
    assert Record.parse(kept().read_text()).log[-1].action == make("babel").parse_action("deploy medes")


def test_what_a_bot_does_is_kept_at_once(shinar: Run, kept: RecordPath, monkeypatch: pytest.MonkeyPatch) -> None:
    """A person who is asked and whose machine then stops loses nothing: the file is as far as the match."""
    lengths: list[int] = []

    def stop(table: Table, _seat: int) -> None:
        lengths.append(len(table.match.log))
        raise SystemExit(9)

    monkeypatch.setattr(Table, "_ask", stop)
    assert shinar("play", "babel", "--seed", SEED, "--starter", "0", "--seat", "1").exit_code == 9
    assert len(Record.parse(kept().read_text()).log) == lengths[0]


def test_a_match_loaded_from_elsewhere_is_kept_in_a_file_of_its_own(shinar: Run, kept: RecordPath) -> None:
    shinar(*START, typed=["2", "save match.txt", "quit"])
    kept().unlink()
    saved = Path("match.txt").read_text()
    shinar("play", "babel", "--load", "match.txt", typed=["dep med", "quit"])
    assert Path("match.txt").read_text() == saved
    assert Record.parse(kept().read_text()).log != Record.parse(saved).log


def test_leaving_before_anything_was_played_keeps_nothing(shinar: Run, tmp_path: Path) -> None:
    assert "Nothing was played yet" in shinar(*START, typed=["quit"]).stdout
    assert not (tmp_path / "data").exists()


def test_a_loaded_match_keeps_its_game_and_options(shinar: Run) -> None:
    shinar(*START, typed=["2", "save match.txt", "quit"])
    assert "the record is of babel, not of toy" in shinar("play", "toy", "--load", "match.txt").stderr
    assert "leave out --edition" in shinar("play", "babel", "--load", "match.txt", "--edition", "first").stderr


def test_a_damaged_record_is_named_with_its_line(shinar: Run) -> None:
    shinar(*START, typed=["2", "save match.txt", "quit"])
    Path("match.txt").write_text(Path("match.txt").read_text().replace("move medes", "move hittites"))
    result = shinar("play", "--load", "match.txt")
    assert (result.exit_code, "match.txt: line" in result.stderr) == (2, True)


def test_a_picture_is_no_record(shinar: Run) -> None:
    Path("match.txt").write_bytes(b"\x89PNG\xff\x00")
    assert "match.txt: this is not a text file" in shinar("play", "--load", "match.txt").stderr


def test_a_folder_that_cannot_be_written_is_told_once_and_the_match_goes_on(
    shinar: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("a-file").write_text("")
    monkeypatch.setenv("SHINAR_DATA", "a-file")
    result = shinar(*START, typed=["2", "dep med", "save match.txt", "quit"])
    assert result.exit_code == 0
    assert result.stdout.count("cannot be saved") == 1
    assert Record.parse(Path("match.txt").read_text()).log


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.text(st.characters(exclude_characters="\r\n", exclude_categories=["Cs"]), max_size=30), max_size=6))
def test_nothing_that_is_typed_breaks_a_match(shinar: Run, typed: list[str]) -> None:
    lines = [line for line in typed if not line.strip().lower().startswith("save")]
    assert shinar(*START, typed=lines).exit_code == 0
