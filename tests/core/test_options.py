"""Options, the registry and the errors: what is accepted, and every sentence that refuses."""

from typing import Any

import pytest

from shinar.core import registry
from shinar.core.errors import IllegalActionError, NotationError, OptionError, ShinarError
from shinar.core.options import Option, OptionValue, options_from_json, options_to_json
from shinar.core.registry import game_class, game_names, make, register
from tests.core.toy import Toy

EDITION = Option("edition", "Which rules.", ("second", "first"), "second")
SEATS = Option("seats", "How many play.", (2, 3, 4), 2)
EXTRAS = Option("extras", "What is added.", ("tower", "leaders", "cities"), (), many=True)
ALL = (EDITION, SEATS, EXTRAS)
COLOURS = Option("colours", "Who has which.", ("any", "red", "blue"), (), per_seat=True)


@pytest.mark.parametrize(
    ("option", "given", "value"),
    [
        (EDITION, "first", "first"),
        (EDITION, " First ", "first"),
        (SEATS, 3, 3),
        (SEATS, "3", 3),
        (EXTRAS, (), ()),
        (EXTRAS, "none", ()),
        (EXTRAS, "", ()),
        (EXTRAS, "leaders", ("leaders",)),
        (EXTRAS, "cities,tower", ("tower", "cities")),
        (EXTRAS, "cities, tower tower", ("tower", "cities")),
        (EXTRAS, ("cities", "tower"), ("tower", "cities")),
        (COLOURS, (), ()),
        (COLOURS, "none", ()),
        (COLOURS, "blue,any,red", ("blue", "any", "red")),
        (COLOURS, ("any", "red", "any", "any"), ("any", "red")),
        (COLOURS, ["any", "any"], ()),
    ],
)
def test_a_value_is_taken_in_its_proper_form(option: Option, given: OptionValue, value: OptionValue) -> None:
    assert option.resolve(given) == value


@pytest.mark.parametrize(
    ("option", "given", "message"),
    [
        (EDITION, "third", "edition cannot be 'third'; choose from second, first"),
        (EDITION, "", "edition cannot be ''; choose from second, first"),
        (EDITION, ("first",), "edition cannot be ('first',); choose from second, first"),
        (SEATS, 5, "seats cannot be 5; choose from 2, 3, 4"),
        (EXTRAS, "tower,moon", "extras cannot be 'moon'; choose from tower, leaders, cities"),
        (EXTRAS, 7, "extras cannot be 7; choose from tower, leaders, cities"),
        (EXTRAS, None, "extras cannot be None; choose from tower, leaders, cities"),
        (COLOURS, "blue,green", "colours cannot be 'green'; choose from any, red, blue"),
        (EXTRAS, 1.5, "extras cannot be 1.5; choose from tower, leaders, cities"),
    ],
)
def test_a_value_that_does_not_exist_is_refused(option: Option, given: Any, message: str) -> None:
    with pytest.raises(OptionError) as caught:
        option.resolve(given)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("option", "value", "text"),
    [(EDITION, "first", "first"), (SEATS, 3, "3"), (EXTRAS, (), "none"), (EXTRAS, ("tower", "cities"), "tower,cities")],
)
def test_a_value_survives_its_text(option: Option, value: OptionValue, text: str) -> None:
    assert option.text(value) == text
    assert option.resolve(text) == value


def test_what_is_not_chosen_has_its_default() -> None:
    assert Option.resolve_all("toy", ALL, {"seats": "4"}) == {"edition": "second", "seats": 4, "extras": ()}


def test_an_unknown_option_is_refused_with_those_there_are() -> None:
    with pytest.raises(OptionError, match=r"^toy has no option 'colour'; it has edition, seats, extras$"):
        Option.resolve_all("toy", ALL, {"colour": "red"})
    with pytest.raises(OptionError, match=r"^toy has no option 'colour'; it has none$"):
        Option.resolve_all("toy", (), {"colour": "red"})


# ---- the registry -----------------------------------------------------------------------------------------------


def test_a_game_is_made_by_name_with_options() -> None:
    game = make("toy", rounds=1, extras="bell")
    assert isinstance(game, Toy)
    assert game.options == {"rounds": 1, "extras": ("bell",)}


@pytest.fixture
def no_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is installed or registered for one test."""
    monkeypatch.setattr(registry, "OURS", {})
    monkeypatch.setattr(registry, "_installed", dict)
    monkeypatch.setattr(registry, "_registered", {})


@pytest.mark.usefixtures("no_games")
def test_games_are_listed_in_the_order_they_were_registered() -> None:
    register("toy", "tests.core.toy:Toy")
    register("babel", "shinar.games.babel:Babel")
    assert game_names() == ("toy", "babel")
    assert [game_class(name).__name__ for name in game_names()] == ["Toy", "Babel"]


@pytest.mark.usefixtures("no_games")
def test_a_game_is_imported_when_it_is_asked_for() -> None:
    register("ghost", "shinar.ghost:Ghost")
    assert game_names() == ("ghost",)
    with pytest.raises(ModuleNotFoundError):
        game_class("ghost")


@pytest.mark.usefixtures("no_games")
def test_an_unknown_game_is_refused_with_those_there_are() -> None:
    register("babel", "shinar.games.babel:Babel")
    with pytest.raises(OptionError, match=r"^there is no game 'chess'; there is babel$"):
        game_class("chess")
    register("toy", "tests.core.toy:Toy")
    with pytest.raises(OptionError, match=r"^there is no game 'chess'; there are babel, toy$"):
        make("chess")


def test_an_unknown_game_is_answered_with_the_nearest_name() -> None:
    with pytest.raises(OptionError, match=r"^there is no game 'babylon' \(did you mean babylonia"):
        make("babylon")


def test_our_games_are_found_by_their_entry_points_too() -> None:
    assert {name: place for name, place in registry._installed().items() if name in registry.OURS} == registry.OURS


@pytest.mark.parametrize("name", ["name", "self"])
def test_an_option_of_any_name_is_refused_in_words(name: str) -> None:
    with pytest.raises(OptionError, match=rf"^toy has no option '{name}'; it has rounds, extras$"):
        make("toy", **{name: "x"})


# ---- errors -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("error", [OptionError, NotationError, IllegalActionError])
def test_every_mistake_of_a_caller_can_be_caught_at_once(error: type[Exception]) -> None:
    assert issubclass(error, ShinarError)
    assert issubclass(error, ValueError)
    assert not issubclass(error, AssertionError)


def test_options_go_to_json_and_back() -> None:
    options: dict[str, OptionValue] = {"rounds": 2, "extras": ("double", "bell")}
    data = options_to_json(options)
    assert data == {"rounds": 2, "extras": ["double", "bell"]}
    assert options_from_json(data) == options


def test_a_choice_names_the_choice_of_another_option_that_it_needs() -> None:
    boards = Option("boards", "Which may be dealt.", ("gizah", "rome"), (), needs=(("rome", "extras", "leaders"),))
    assert boards.needs_of("rome") == ["extras", "leaders"]
    assert boards.needs_of("gizah") == []
