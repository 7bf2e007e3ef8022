"""Studies: games that are kept and gone on with, and what a report makes of them."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from shinar.arena.report import (
    TITLE_LETTERS,
    TITLE_SIZE,
    Part,
    bar_picture,
    deal_share,
    estimate,
    rates_of,
    report_page,
    sources_of,
)
from shinar.arena.study import Sample, StudiedGame, play_sample, study_of
from shinar.core.errors import NotationError, OptionError
from shinar.core.registry import make
from shinar.core.rng import search_rng
from shinar.games.babel import Babel
from shinar.search.selfplay import record_game

SAMPLES = {
    "babel": Sample("babel", 2, 2, seed=3),
    "babylonia": Sample("babylonia", 2, 2, seed=3, options={"players": 3}),
    "wonders": Sample("wonders", 2, 2, seed=3, options={"players": 3, "expansions": ("tower", "projects")}),
}


@pytest.fixture(autouse=True)
def plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """So few games are played sooner in plain Python than a kernel is compiled."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")


def tell_nobody(_done: int) -> None:
    """Nobody listens."""


@pytest.mark.parametrize("game", SAMPLES)
def test_sources_add_up_to_the_points(game: str) -> None:
    for number in range(2):
        played = SAMPLES[game].play(number)
        assert tuple(sum(points.values()) for points in played.points) == played.scores
        assert all(traits for traits in played.traits)


def test_games_of_one_deal_begin_alike() -> None:
    sample = SAMPLES["babylonia"]
    game = sample.make_game()
    guide = game.expertise().guide
    logs = [record_game(game, guide, 1, search_rng(1, n), search_rng(1, "deal", n // 2)).log for n in range(4)]
    openings = [[entry for entry in log if entry.actor < 0][:20] for log in logs]
    assert openings[0] == openings[1]
    assert openings[2] == openings[3]
    assert openings[0] != openings[2]


def test_an_interrupted_study_goes_on_and_comes_to_the_same(tmp_path: Path) -> None:
    sample = SAMPLES["babel"]
    whole = play_sample(sample, tmp_path / "whole.jsonl", tell_nobody)
    file = tmp_path / "part.jsonl"
    play_sample(replace(sample, games=1), file, tell_nobody)
    with file.open("a", encoding="utf-8") as lines:
        lines.write('{"number": 1, "sco')
    done: list[int] = []
    assert play_sample(sample, file, done.append) == whole
    assert done == [1, 2]
    assert play_sample(sample, file, tell_nobody) == whole


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"format": "something else"}\n', "holds the games of another study"),
        ("HEAD\nnothing\n", "this is not a game of a study"),
        ('HEAD\n{"number": 1}\n', "this is not a game of a study"),
    ],
)
def test_a_file_that_is_no_part_of_the_study_is_refused(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "file.jsonl"
    head = json.dumps({"format": "shinar study 1", **SAMPLES["babel"].identity})
    file.write_text(text.replace("HEAD", head), encoding="utf-8")
    with pytest.raises(NotationError, match=message):
        play_sample(SAMPLES["babel"], file, tell_nobody)


def test_a_game_that_says_nothing_cannot_be_studied(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Babel, "expertise", lambda *_: replace(make("babylonia").expertise(), study=None))
    with pytest.raises(OptionError, match="babel does not say what to study"):
        study_of("babel")


# ---- the report -------------------------------------------------------------------------------------------------


def drawn(number: int, first: int, lead: int) -> StudiedGame:
    """A game in which the seat with the lyre is first or not."""
    scores = (10 + lead, 10) if first == 0 else (10, 10 + lead)
    ranks = (1, 2) if first == 0 else (2, 1)
    traits: tuple[dict[str, tuple[str, ...]], ...] = ({"holds": ("lyre",)}, {"holds": ("drum", "horn")})
    points = tuple({"songs": score - 4, "dances": 4} for score in scores)
    return StudiedGame(number, scores, ranks, 20, 100, "XX-1", traits, points)


GAMES = [drawn(number, first=0 if number % 4 else 1, lead=3) for number in range(80)]


def test_a_trait_is_told_with_its_interval() -> None:
    lyre, drum, horn = rates_of(GAMES, "holds")
    assert (lyre[0], lyre[1].value, lyre[1].count) == ("lyre", 75.0, 80)
    assert lyre[1].low < 75 < lyre[1].high
    assert (drum[1].value, horn[1].value) == (25.0, 25.0)
    assert rates_of(GAMES[:20], "holds") == []  # too few to tell


def test_points_are_told_by_source_for_the_first_and_the_others() -> None:
    songs, dances = sources_of(GAMES)
    assert (songs[0], songs[1].value, songs[2].value) == ("songs", 9.0, 6.0)
    assert (dances[1].value, dances[2].value) == (4.0, 4.0)


def test_what_the_deal_decides_is_the_likeness_of_its_games() -> None:
    alike = [drawn(number, first=number // 2 % 2, lead=3) for number in range(200)]
    unlike = [drawn(number, first=number % 2, lead=3) for number in range(200)]
    same = [drawn(number, first=0, lead=3) for number in range(20)]
    assert deal_share(alike).value == pytest.approx(100)
    assert deal_share(unlike).value == pytest.approx(-100)
    assert deal_share(same).value == 0  # nothing differs, so nothing is decided


def test_one_value_tells_nothing_of_its_error() -> None:
    assert estimate([3.0]).high == float("inf")


def test_a_report_has_a_picture_for_every_trait_and_a_line_for_every_option() -> None:
    page, pictures = report_page("Music", "About it.", Part("usual", GAMES), [Part("loud", GAMES[:40])], "images")
    assert page.startswith("# A study of Music\n\nAbout it.\n")
    assert set(pictures) == {"usual-holds.svg", "usual-points.svg"}
    assert all(f"](images/{name})" in page for name in pictures)
    assert "| lyre | 80 | 75.0 % (" in page
    assert "| loud | 40 |" in page
    assert "| usual, the first 40 games | 20 |" in page  # the deals that both have, to compare what they decide
    assert "fair share 50.0" in pictures["usual-holds.svg"]


def test_what_only_a_variation_has_is_reported_for_the_first_that_has_it() -> None:
    flutes: list[StudiedGame] = [replace(game, traits=({"plays": ("flute",)}, {})) for game in GAMES]
    others = [Part("rare", flutes[:8]), Part("loud", flutes), Part("fast", flutes)]  # eight are too few to tell
    page, _ = report_page("Music", "", Part("usual", GAMES), others, ".")
    assert "## Plays (loud)" in page
    assert "## Plays (fast)" not in page


def test_a_report_says_what_a_trait_does_where_the_game_does() -> None:
    page, _ = report_page("Music", "", Part("usual", GAMES), [], ".", {"lyre": "soothes a lion"})
    assert "| holds | seats | first place | points | what it does |\n|---|---|---|---|---|" in page
    assert next(line for line in page.splitlines() if line.startswith("| lyre |")).endswith("| soothes a lion |")
    assert next(line for line in page.splitlines() if line.startswith("| drum |")).endswith("|  |")


def test_a_source_that_brought_nobody_points_is_left_out() -> None:
    silent = [replace(game, points=tuple({**points, "chants": 0} for points in game.points)) for game in GAMES]
    assert [name for name, *_ in sources_of(silent)] == ["songs", "dances"]


def test_leaders_and_black_structures_are_traits_of_a_city() -> None:
    sample = Sample("wonders", 1, 1, seed=3, options={"players": 3, "expansions": ("leaders", "cities")})
    traits = sample.play(0).traits
    kinds = {kind for seat in traits for kind in seat}
    assert {"wonder", "leader recruited", "black structure built"} <= kinds
    notes = study_of("wonders").notes
    named = {
        name for seat in traits for kind in ("leader recruited", "black structure built") for name in seat.get(kind, ())
    }
    assert named
    assert named <= set(notes)


def test_a_long_title_is_written_smaller() -> None:
    short, long = "first places by side", "x" * 2 * TITLE_LETTERS
    assert f'font-size="{TITLE_SIZE}"' in bar_picture(short, [], None)
    assert f'font-size="{TITLE_SIZE // 2}"' in bar_picture(long, [], None)
