"""What every registered game must have: rules that obey the laws, golden files, counts, notation, and its pages.

A game that lacks one of these fails here by its name. What only one game has is tested in its own folder.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints
from xml.etree import ElementTree

import pytest

from shinar import Match, Record, game_class, game_names, make
from shinar.cli.options import Given, variants
from shinar.core.compiled.jit import is_compiler_on
from shinar.core.compiled.kernel import SoakReport, from_array, kernels, new_array, to_array
from shinar.core.compiled.layout import copy_of
from shinar.core.errors import NotationError
from shinar.core.game import CHANCE, Actions, Game
from shinar.core.guide import PLAIN
from shinar.core.laws import check_match, play_at_random
from shinar.core.options import Option
from shinar.core.rng import search_rng
from shinar.core.rulebook import rulebook_of
from shinar.core.viewer import NO_SEAT, OPEN, SPECTATOR

ROOT = Path(__file__).parents[2]
Golden = Callable[[str, str], None]
SVG = "{http://www.w3.org/2000/svg}"

GAMES = game_names()
VARIANTS = [variant for name in GAMES for variant in variants(Given(name, {}))]
SEED = 7
DRAWN = 4  # positions of a match of which pictures are made
POSITIONS = 15  # of a match in which the laws are tried, whatever its length
SOAKED_GAMES = 2000
FEW_GAMES = 5  # where rules are ordinary Python
# All options that the same machine code plays, and where it is made quickly all numbers of players.
SOAKED = [one for one in VARIANTS if one.name == "babylonia" or one.num_seats == make(one.name).num_seats]
PERFT_DEPTH = 3
MAX_LINE_SPREAD = 5  # every so many positions are written and read

every_game = pytest.mark.parametrize("name", GAMES)


def is_compiled(game: Game[Any]) -> bool:
    """Whether machine code is made of its rules here: of a game as it comes, and with all its options together."""
    kinds = [*{id(one.rules): one.rules for one in SOAKED if one.name == game.name}.values()]
    return game.rules is kinds[0] or game.rules is kinds[-1]


def spacing(game: Game[Any]) -> int:
    """How many actions lie between the positions that are tried."""
    return max(1, len(play_at_random(game, SEED).log) // POSITIONS)


# ---- pictures ---------------------------------------------------------------------------------------------------


@pytest.mark.plain
@pytest.mark.parametrize("game", VARIANTS, ids=repr)
def test_every_position_has_a_picture_for_every_viewer(game: Game[Any]) -> None:
    """The beginning is among them; drawings are well-formed, and use only symbols that they bring along."""
    steps = [*play_at_random(game, SEED).steps()]
    for position in [game.initial_state(), *(step.after for step in steps[:: len(steps) // DRAWN])]:
        for viewer in (0, SPECTATOR, OPEN):
            drawn = ElementTree.fromstring(game.observe(position, viewer)._repr_svg_())
            brought = {f"#{symbol.get('id')}" for symbol in drawn.iter(f"{SVG}symbol")}
            assert {use.get("href") for use in drawn.iter(f"{SVG}use")} == brought


# ---- laws -------------------------------------------------------------------------------------------------------


@pytest.mark.plain
@pytest.mark.parametrize("game", VARIANTS, ids=repr)
def test_what_a_viewer_is_given_is_what_the_rules_let_them_observe(game: Game[Any]) -> None:
    """`Game.observe` may put an observation together in a shorter way than the rules do."""
    steps = [*play_at_random(game, SEED).steps()]
    for position in [game.initial_state(), *(step.after for step in steps[:: spacing(game)])]:
        for seat in (NO_SEAT, *range(game.num_seats)):
            observed = game.rules.state()
            game.rules.observe(position, seat, observed)
            assert game.observe(position, SPECTATOR if seat == NO_SEAT else seat).state == observed


@pytest.mark.plain
@pytest.mark.parametrize("game", VARIANTS, ids=repr)
def test_the_laws_hold_with_each_choice_of_each_option(game: Game[Any]) -> None:
    assert check_match(game, SEED, every=spacing(game)) >= POSITIONS


@pytest.mark.slow  # what is compiled here nothing else needs
@every_game
def test_the_laws_hold_of_compiled_rules(name: str) -> None:
    game = make(name)
    assert check_match(game, SEED, compiled=True, every=spacing(game)) >= POSITIONS


@pytest.mark.slow
@pytest.mark.parametrize("game", [variant for variant in VARIANTS if variant.name != "wonders"], ids=repr)
def test_a_whole_match_obeys_the_laws(game: Game[Any]) -> None:
    """7 Wonders has its own: its positions are large, and seven choose in each."""
    assert check_match(game, SEED) > 100


@pytest.mark.parametrize("game", [one for one in SOAKED if is_compiled(one)], ids=repr)
def test_a_soak_finds_no_fault(game: Game[Any]) -> None:
    check_soak(game, SOAKED_GAMES if is_compiler_on() else FEW_GAMES)


@pytest.mark.parametrize("game", [one for one in SOAKED if not is_compiled(one)], ids=repr)
def test_a_soak_without_the_compiler_finds_no_fault(game: Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Of options with machine code of their own, which takes a minute to make and differs in what is left out alone."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    check_soak(game, FEW_GAMES)


def check_soak(game: Game[Any], games: int) -> None:
    """Conservation, bounds and the reasons of the end after every action of many random games."""
    soaked = soak(game, games)
    assert (game.audits[soaked.fault], soaked.games) == ("", games)
    assert sum(soaked.wins) + soaked.draws == sum(soaked.endings) == games
    assert soaked.endings[0] == 0
    assert soaked.longest <= game.max_actions


@every_game
def test_random_games_end_by_dealing_quickly(name: str) -> None:
    """The kernel that deals and chooses without listing plays to the end too."""
    game = make(name)
    states, rngs = starting(game), to_array(search_rng(3))
    assert kernels(game.rules, game.num_seats).random_games(states, rngs, new_array(Actions, 1), 20) > 20
    final = from_array(game.rules.state, states)
    assert game.is_over(final)
    assert game.rules.audit(final) == 0


def starting(game: Game[Any]) -> Any:
    """What kernels play on, and where each game begins."""
    states = new_array(game.rules.state, 2)
    states[1] = to_array(game.initial_state())[0]
    return states


def soak(game: Game[Any], games: int) -> SoakReport:
    """Play random games, checking after every action."""
    soakeds, rngs = new_array(SoakReport, 1), to_array(search_rng(0))
    run = kernels(game.rules, game.num_seats)
    run.soak(starting(game), rngs, new_array(Actions, 1), soakeds, 0, games, game.max_actions)
    return from_array(SoakReport, soakeds)


# ---- golden files and counts ------------------------------------------------------------------------------------


@every_game
def test_a_random_match_goes_as_it_always_went(name: str, golden: Golden) -> None:
    match = play_at_random(make(name), 2026)
    record = Record.of(match)
    golden(f"{name}_random.txt", record.to_text())
    for read in (Record.from_text(record.to_text()), Record.from_json(record.to_json())):
        assert (read, read.replay().reveal()) == (record, match.reveal())


@every_game
def test_the_order_of_actions_is_pinned(name: str, golden: Golden) -> None:
    """It is in records and in trained networks."""
    game = make(name)
    lines = [f"{action:4} {game.action_group(action):9} {words}\n" for action, words in enumerate(game.action_names)]
    golden(f"{name}_actions.txt", "".join(lines))


@every_game
def test_the_counts_from_the_start_do_not_change(name: str, golden: Golden) -> None:
    game = make(name)
    counts = [perft(game, depth) for depth in range(1, PERFT_DEPTH + 1)]
    golden(f"{name}_perft_from_start.txt", "".join(f"{depth} {count}\n" for depth, count in enumerate(counts, 1)))
    assert counts[:2] == [naive_perft(game, game.initial_state(), depth) for depth in (1, 2)]


def perft(game: Game[Any], depth: int) -> int:
    """The number of ways to go on from the start, counted by the kernel."""
    states, actions = new_array(game.rules.state, depth + 1), new_array(Actions, depth + 1)
    states[0] = to_array(game.initial_state())[0]
    return int(kernels(game.rules, game.num_seats).perft(states, actions, depth))


def naive_perft(game: Game[Any], state: Any, depth: int) -> int:
    """The same, counted by plain recursion through the game's contract."""
    if depth == 0:
        return 1
    ways = 0
    for actor in game.actors(state):
        chances = [action for action, _ in game.chances(state)]
        for action in chances if actor == CHANCE else game.legal_actions(state, actor):
            after = copy_of(state)
            game.apply(after, actor, action)
            ways += naive_perft(game, after, depth - 1)
    return ways


# ---- notation ---------------------------------------------------------------------------------------------------


def texts_along_a_match(game: Game[Any]) -> set[str]:
    """Positions as text, and what everybody knows of them; each is read back."""
    walk: Match[Any] = Match(game, SEED, deals=False)
    texts = set()
    for number, entry in enumerate(play_at_random(game, SEED).log):
        walk.play(entry.actor, entry.action)
        if number % MAX_LINE_SPREAD == 0:
            seen = [walk.observe(who).state for who in (*range(game.num_seats), SPECTATOR)]
            for state in (walk.reveal(), *seen):
                text = game.position_text(state)
                assert game.parse_position(text) == state
                texts.add(text)
    return texts


@every_game
def test_positions_survive_text_and_every_word_of_them_is_documented(name: str) -> None:
    texts = {text for game in variants(Given(name, {}))[-2:] for text in texts_along_a_match(game)}
    words = {word for text in texts for word in text.split()}
    keys = {word.partition(":")[0] for word in words if ":" in word and not word[0].isdigit()}
    section = page_of(name).partition("## Positions as text")[2].partition("\n## ")[0]
    assert section, f"docs/games/{name}.md has no section 'Positions as text'"
    assert {key for key in keys if f"`{key.partition('.')[0]}" not in section} == set()


SHARED_PHASES = {"deal", "draw", "act", "over"}  # every game has these; what they mean is in docs/adding-a-game.md


@every_game
def test_phases_have_one_name_in_texts_views_and_docs(name: str) -> None:
    """The words that mean the same in all games are the same in all games."""
    game = make(name)
    seen_states = [walked.observe(0) for walked in walks(game)][::MAX_LINE_SPREAD]
    in_texts = [re.findall(r"phase:(\w+)", game.position_text(seen.state))[0] for seen in seen_states]
    assert in_texts == [seen.view()["phase"] for seen in seen_states]
    row = next(line for line in page_of(name).splitlines() if line.startswith("| `phase:` |")).partition(":`")[2]
    documented = re.findall(r"`(\w+)`", row.partition(":")[0])
    assert set(in_texts) | SHARED_PHASES <= set(documented) == set(get_args(get_type_hints(game.view_type)["phase"]))


def walks(game: Game[Any]) -> Iterator[Match[Any]]:
    """The same match after each of its actions."""
    walk: Match[Any] = Match(game, SEED, deals=False)
    for entry in play_at_random(game, SEED).log:
        walk.play(entry.actor, entry.action)
        yield walk


@every_game
def test_a_position_without_a_phase_is_one_in_which_somebody_acts(name: str) -> None:
    game = make(name)
    acting = next(walk.reveal() for walk in walks(game) if "phase:act" in game.position_text(walk.reveal()))
    text = game.position_text(acting)
    assert game.parse_position(text.replace(" phase:act", "")) == acting


@every_game
def test_what_is_no_position_is_refused(name: str) -> None:
    with pytest.raises(NotationError):
        make(name).parse_position("nonsense")


# ---- rules ------------------------------------------------------------------------------------------------------


@every_game
def test_the_clauses_that_a_game_cites_of_itself_are_in_its_rules(name: str) -> None:
    game = game_class(name)
    clauses = {clause.name for section in rulebook_of(game).sections for clause in section.clauses}
    assert {game.not_asked_clause, *(clause for clause, _ in game.endings[1:])} - clauses == set()


# ---- pages ------------------------------------------------------------------------------------------------------


def page_of(name: str) -> str:
    """The page of a game in the docs."""
    page = ROOT / "docs" / "games" / f"{name}.md"
    assert page.exists(), f"docs/games/{name}.md is missing"
    return page.read_text(encoding="utf-8")


@every_game
def test_a_game_has_a_page_in_the_docs_that_names_every_option_and_choice(name: str) -> None:
    rows = [line for line in page_of(name).splitlines() if line.startswith("| `")]
    for option in game_class(name).option_list:
        row = next((line for line in rows if line.startswith(f"| `{option.name}` |")), "")
        assert missing_choices(option, row) == [], f"in the row of {option.name}"
    assert f"docs/games/{name}.md" in (ROOT / "README.md").read_text(encoding="utf-8")


def missing_choices(option: Option, row: str) -> list[str]:
    """What a row of a page leaves out; a row of numbers may say `2 … 7`."""
    span = re.search(r"(\d+) … (\d+)", row)
    named = set(re.findall(r"[\w-]+", row)) | (set(map(str, range(int(span[1]), int(span[2]) + 1))) if span else set())
    return [str(choice) for choice in option.choices if str(choice) not in named and "names of boards" not in row]


@every_game
def test_a_game_has_a_ladder_of_its_levels(name: str) -> None:
    page = ROOT / "docs" / f"ladder-{name}.md"
    assert page.exists(), f"docs/ladder-{name}.md is missing: shinar ladder {name} --page docs/ladder-{name}.md"
    text = page.read_text(encoding="utf-8")
    for level in game_class(name).expertise().levels:
        assert f"| {level.number} | {level.name} | {level.summary} |" in text


@every_game
def test_a_level_knows_the_game_only_if_it_says_so(name: str) -> None:
    expertise = game_class(name).expertise()
    for level in expertise.levels:
        assert (expertise.guide_of(level) is not PLAIN) == level.is_guided


@every_game
def test_ratings_follow_from_the_steps_of_the_ladder(name: str) -> None:
    """What the lobby shows was measured: leads add up, and so do the squares of their errors."""
    text = (ROOT / "docs" / f"ladder-{name}.md").read_text(encoding="utf-8")
    for seats, ratings in game_class(name).expertise().ratings.items():
        played = re.split(rf"\n## {seats} players.*\n", text)[1].partition("\n## ")[0]
        steps = re.findall(r"\| level\d\S* \| level\d \| 400 \|.*?\| \+(\d+) \(\+(\d+) … \+(\d+)\)", played)
        assert len(steps) == len(ratings) - 1
        elo, square = 1000.0, 0.0
        for rating, (lead, low, high) in zip(ratings[1:], steps, strict=True):
            elo, square = elo + int(lead), square + ((int(high) - int(low)) / 2) ** 2
            assert rating.elo == pytest.approx(elo, abs=len(ratings) / 2)
            assert rating.error == pytest.approx(square**0.5, abs=2)


@every_game
def test_a_game_has_a_board_on_the_page_or_says_that_it_has_none(name: str) -> None:
    module = ROOT / "web" / "src" / "games" / name / "index.ts"
    assert module.exists(), f"{module.relative_to(ROOT)} is missing: a board, or `fallback({name!r})`"
    assert re.search(r"\bBoard\b|\bfallback\(", module.read_text(encoding="utf-8"))
