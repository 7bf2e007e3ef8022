"""Pictures for notebooks: made of the page's symbols, in its colours."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from shinar.core.game import Outcome
from shinar.core.match import Match
from shinar.core.picture import COLOURS, Picture, symbols, table, text_picture
from shinar.games.babel.picture import COLOURS as BABEL
from shinar.games.babylonia.picture import COLOURS as BABYLONIA
from shinar.games.wonders.picture import COLOURS as WONDERS
from tests.core.toy import Toy

ROOT = Path(__file__).parents[2]
SVG = "{http://www.w3.org/2000/svg}"


def light_tokens(path: Path) -> dict[str, str]:
    """The colours that a file of styles has in the light theme."""
    light = path.read_text(encoding="utf-8").partition('[data-theme="dark"]')[0]
    return dict(re.findall(r"--([a-z0-9-]+):(#[0-9a-f]{6})", light))


def test_the_colours_are_those_of_the_light_page() -> None:
    assert light_tokens(ROOT / "web" / "src" / "styles" / "tokens.css").items() >= COLOURS.items()


@pytest.mark.parametrize(("game", "colours"), [("babel", BABEL), ("babylonia", BABYLONIA), ("wonders", WONDERS)])
def test_the_colours_of_a_game_are_those_of_its_theme(game: str, colours: dict[str, str]) -> None:
    own = colours.keys() - COLOURS.keys()
    theme = light_tokens(ROOT / "web" / "src" / "games" / game / "theme.css")
    assert {name: theme.get(name) for name in own} == {name: colours[name] for name in own}
    assert own


def test_the_page_shows_the_same_symbols() -> None:
    app = (ROOT / "web" / "src" / "App.svelte").read_text(encoding="utf-8")
    assert 'from "../../src/shinar/core/emblems.svg?raw"' in app
    assert '"../../src/shinar/games/*/emblems.svg"' in app
    assert {"step-6", "ziggurat", "seat-8"} <= symbols("shinar.core").keys()
    assert {"n-medes", "pawn"} <= symbols("shinar.games.babel").keys()


def test_no_two_symbols_share_a_name() -> None:
    packages = ["shinar.core", *(f"shinar.games.{game}" for game in ("babel", "babylonia", "wonders"))]
    names = [name for package in packages for name in symbols(package)]
    assert sorted(set(names)) == sorted(names)


def test_a_picture_brings_along_each_symbol_that_it_uses_once_and_no_other() -> None:
    picture = Picture(100, 50, "shinar.games.wonders")
    for x in (0, 20):
        picture.use("coin", x, 0, (20, 20))
    picture.use("seat-1", 40, 0, (20, 20), style="color:#ffffff")
    drawn = ElementTree.fromstring(str(picture))
    assert [symbol.get("id") for symbol in drawn.iter(f"{SVG}symbol")] == ["coin", "seat-1"]
    assert [use.get("href") for use in drawn.iter(f"{SVG}use")] == ["#coin", "#coin", "#seat-1"]
    assert drawn.get("viewBox") == "0 0 100 50"


def test_whatever_is_written_stays_text() -> None:
    picture = Picture(100, 50)
    picture.write(5, 20, "<b>&", fill='"red"')
    texts = [*ElementTree.fromstring(str(picture)).iter(f"{SVG}text")]
    assert [(text.text, text.get("fill")) for text in texts] == [("<b>&", '"red"')]
    assert "<td>&lt;b&gt;</td>" in table(["a & b"], [["<b>"]], "title")
    assert "<th>a &amp; b</th>" in table(["a & b"], [["<b>"]], "title")


def test_a_game_without_a_picture_of_its_own_is_shown_by_its_text() -> None:
    observation = Match(Toy(), seed=1).observe(0)
    lines = [text.text or "" for text in ElementTree.fromstring(observation._repr_svg_()).iter(f"{SVG}text")]
    assert lines == str(observation).splitlines()


def test_no_text_is_an_empty_picture() -> None:
    assert [*ElementTree.fromstring(text_picture("")).iter(f"{SVG}text")] == []


def test_an_outcome_is_a_table_with_the_winner_first() -> None:
    shown = ElementTree.fromstring(Outcome((3, 9), (2, 1), "all is done", "TOY-1")._repr_html_())
    rows = [[cell.text for cell in row.iter("td")] for row in shown.iter("tr")]
    assert rows == [[], ["1", "Player 2", "9"], ["2", "Player 1", "3"]]
    assert [caption.text for caption in shown.iter("caption")] == ["all is done [TOY-1]"]


def test_a_match_shows_what_a_spectator_sees_and_how_it_ended() -> None:
    match = Match(Toy(), seed=1)
    assert match._repr_html_().startswith(match.observe()._repr_svg_())
    assert "<table>" not in match._repr_html_()
    while not match.is_over:
        match.play(match.actors[0], match.legal_actions(match.actors[0])[0])
    assert match.outcome is not None
    assert match._repr_html_().endswith(match.outcome._repr_html_())
    assert f"<li>{match.story()[-1]}</li>" in match._repr_html_()
