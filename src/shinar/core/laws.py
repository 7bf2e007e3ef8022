"""The laws every game obeys, for everybody who adds one: `check_laws(game, games=100)`.

Random matches are played, and every law is tried after every action; a broken law is reported by its sentence, what
was found, and the record that leads there. With `compiled=True` the same laws are tried on the compiled rules, and
the two forms of the rules are compared.
"""

import copy
import json
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import pairwise
from typing import Any

from shinar.core.compiled.encoding import Encoding, encoder
from shinar.core.compiled.kernel import rules_through_kernels
from shinar.core.compiled.layout import copy_of, from_data, to_data
from shinar.core.compiled.visibility import out_of_bounds
from shinar.core.errors import OptionError
from shinar.core.game import CHANCE, Actions, Game, Observation, Refusal
from shinar.core.match import Entry, Match
from shinar.core.record import Record
from shinar.core.rng import derive, search_rng
from shinar.core.rulebook import rulebook_of
from shinar.core.viewer import NO_SEAT, SPECTATOR, Viewer, viewer_of

__all__ = ["GAME_LAWS", "MATCH_LAWS", "POSITION_LAWS", "LawBrokenError", "Moment", "check_laws", "check_match"]
__all__ += ["with_compiled_rules"]

REFUSALS_COMPARED = 20  # in each position
SEAT_NUMBER = re.compile(r"\bseats? \d")
SEATS_TRIED = 2  # in each position, by the laws that take long


class LawBrokenError(AssertionError):
    """A law that does not hold, with the record of the match that shows it."""

    def __init__(self, law: str, finding: str, record: str) -> None:
        super().__init__(f"law broken: {law}\n{finding}\n{record}".rstrip())
        self.law, self.finding, self.record = law, finding, record


@dataclass
class Moment:
    """A position of a match while its laws are tried."""

    game: Game[Any]
    match: Match[Any]
    state: Any  # a copy of the true state
    seed: int  # for what a law does at random
    _after: dict[Entry, Any] = field(default_factory=dict)  # the states after actions that were tried

    @cached_property
    def actors(self) -> tuple[int, ...]:
        """Who must choose."""
        return self.game.actors(self.state)

    @cached_property
    def seats(self) -> range:
        """All of them."""
        return range(self.game.num_seats)

    @cached_property
    def legal(self) -> list[list[int]]:
        """The legal actions of each seat; many laws ask for them."""
        return [self.game.legal_actions(self.state, seat) for seat in self.seats]

    @cached_property
    def refusals(self) -> dict[int, list[Refusal | None]]:
        """Why some seats may not take each action, by number; two laws ask for it, and it takes long."""
        return {seat: self.game.explain_all(self.state, seat) for seat in self.some_seats}

    @cached_property
    def reasons(self) -> dict[int, set[Refusal]]:
        """The same without repetition, and without the actions that are allowed."""
        return {seat: {refusal for refusal in set(found) if refusal} for seat, found in self.refusals.items()}

    @cached_property
    def observations(self) -> dict[Viewer, Observation[Any]]:
        """What each seat, and a spectator, may know."""
        viewers = (*(viewer_of(seat) for seat in self.seats), SPECTATOR)
        return {viewer: self.game.observe(self.state, viewer) for viewer in viewers}

    @property
    def some_record(self) -> Any:
        """The state or what one viewer knows of it; another in the next position, so that a match tries them all."""
        known = [observation.state for observation in self.observations.values()]
        return random.Random(self.seed).choice([self.state, *known])

    @cached_property
    def some_seats(self) -> list[int]:
        """Both of two seats; of more, a few, those that are asked first, and others in the next position."""
        shuffled = random.Random(self.seed).sample(self.seats, len(self.seats))
        return sorted(sorted(shuffled, key=lambda seat: seat not in self.actors)[:SEATS_TRIED])

    @cached_property
    def choices(self) -> list[Entry]:
        """One action at random for each of these seats that is asked, or for chance."""
        pick = random.Random(self.seed).choice
        asked = [actor for actor in (CHANCE, *self.some_seats) if actor in self.actors]
        return [Entry(actor, pick(self.possible(actor))) for actor in asked]

    def possible(self, actor: int) -> list[int]:
        """What an actor may do, chance included."""
        if actor == CHANCE:
            return [action for action, _ in self.game.chances(self.state)]
        return self.legal[actor]

    def after(self, entry: Entry) -> Any:
        """The state after an action, not to be changed; many laws ask for it."""
        if entry not in self._after:
            self._after[entry] = copy_of(self.state)
            self.game.apply(self._after[entry], entry.actor, entry.action)
        return self._after[entry]

    def branch(self) -> Match[Any]:
        """A match that goes on from here."""
        return self._branch.copy()

    @cached_property
    def _branch(self) -> Match[Any]:
        return Match(self.game, start=self.state, deals=False)


Law = Callable[[Moment], Iterator[str]]  # yields what is wrong


# ---- laws of a position -----------------------------------------------------------------------------------------


def somebody_must_act_unless_it_is_over(moment: Moment) -> Iterator[str]:
    """Somebody must act exactly when the game is not over."""
    is_over = moment.game.outcome(moment.state) is not None
    if is_over == bool(moment.actors) or is_over != moment.game.is_over(moment.state):
        yield f"over: {is_over}, asked: {moment.actors}"


def legal_actions_are_ascending_and_in_range(moment: Moment) -> Iterator[str]:
    """A seat that is asked has legal actions: ascending, unique, in range, none of chance's."""
    for seat in moment.actors:
        if seat != CHANCE:
            actions = moment.legal[seat]
            in_range = all(0 <= action < moment.game.first_chance_action for action in actions)
            if not actions or actions != sorted(set(actions)) or not in_range:
                yield f"seat {seat}: {actions}"


def who_is_not_asked_cannot_act(moment: Moment) -> Iterator[str]:
    """A seat that is not asked has no legal action, nor has chance; a spectator never has any."""
    if actions := moment.game.legal_actions(moment.state, NO_SEAT):
        yield f"a spectator: {actions}"
    for actor in (*moment.seats, CHANCE):
        if actor not in moment.actors and (actions := moment.possible(actor)):
            yield f"actor {actor}: {actions}"


def explain_agrees_with_legal_actions(moment: Moment) -> Iterator[str]:
    """`explain` and `legal_actions` agree on every action of a seat, and every refusal cites a clause."""
    game, state = moment.game, moment.state
    for seat in moment.some_seats:
        outside = {action: game.explain(state, seat, action) for action in (-1, game.num_actions)}
        allowed = {action for action, refusal in enumerate(moment.refusals[seat]) if refusal is None}
        allowed |= {action for action, refusal in outside.items() if refusal is None}
        for action in sorted(allowed.symmetric_difference(moment.legal[seat])):
            refusal = game.explain(state, seat, action)
            yield f"seat {seat}, {action}: legal {action not in allowed}, explained as {refusal}"
        for refusal in moment.reasons[seat].union(filter(None, outside.values())):
            if not (refusal.reason and refusal.clause):
                yield f"seat {seat} is refused without reason or clause: {refusal!r}"


def refusals_cite_the_rules_and_name_people(moment: Moment) -> Iterator[str]:
    """A refusal cites a clause of the game's rules, speaks to the player, and names no seat by its number."""
    clauses = _clauses(type(moment.game))
    for seat, refusals in moment.reasons.items():
        for reason, clause in refusals:
            if clauses and clause not in clauses:
                yield f"the rules have no clause {clause}: {reason}"
            if SEAT_NUMBER.search(reason) or f"{{{seat}}}" in reason:
                yield f"seat {seat} is told: {reason}"


@cache
def _clauses(game: type[Game[Any]]) -> frozenset[str]:
    """The names of all clauses; none if the game has no rules text."""
    try:
        sections = rulebook_of(game).sections
    except OptionError:
        return frozenset()
    return frozenset(clause.name for section in sections for clause in section.clauses)


def chances_sum_to_one(moment: Moment) -> Iterator[str]:
    """The outcomes of chance are unique and in range, their probabilities positive with sum 1."""
    if moment.actors == (CHANCE,):
        game = moment.game
        outcomes = game.chances(moment.state)
        actions = [action for action, _ in outcomes]
        in_range = all(game.first_chance_action <= action < game.num_actions for action in actions)
        is_positive = all(probability > 0 for _, probability in outcomes)
        if not in_range or not is_positive or len(set(actions)) != len(actions) or sum(p for _, p in outcomes) != 1:
            yield f"{outcomes}"


def components_are_conserved(moment: Moment) -> Iterator[str]:
    """Nothing is lost, made or impossible."""
    if fault := moment.game.rules.audit(moment.state):
        yield moment.game.audits[fault]


def copies_are_independent(moment: Moment) -> Iterator[str]:
    """A copy is equal, and what happens to it does not touch the original."""
    before = to_data(moment.state)
    if copy_of(moment.state) != moment.state:
        yield "a copy differs"
    for entry in moment.choices:
        moment.game.apply(copy_of(moment.state), entry.actor, entry.action)
        if to_data(moment.state) != before:
            yield f"{entry} on a copy changed the original"


def records_survive_json(moment: Moment) -> Iterator[str]:
    """States and observations survive JSON, and views are plain data."""
    json.dumps(random.Random(moment.seed).choice([*moment.observations.values()]).view())
    record = moment.some_record
    if from_data(type(record), json.loads(json.dumps(to_data(record)))) != record:
        yield f"{record}"


def positions_survive_text(moment: Moment) -> Iterator[str]:
    """States and observations survive their text form."""
    record = moment.some_record
    text = moment.game.position_text(record)
    if moment.game.parse_position(text) != record or moment.game.position_text(record) != text:
        yield text


def fields_keep_their_bounds(moment: Moment) -> Iterator[str]:
    """Every field stays within the bounds that the layout gives."""
    yield from out_of_bounds(moment.some_record)


def determinized_observations_look_the_same(moment: Moment) -> Iterator[str]:
    """`observe(determinize(o)) == o`, and the state made in this way is possible: those who are asked can act."""
    for viewer in (*(viewer_of(seat) for seat in moment.some_seats), SPECTATOR):
        observation = moment.observations[viewer]
        other = moment.game.determinize(observation, search_rng(moment.seed, viewer.number))
        if moment.game.observe(other, viewer) != observation:
            yield f"seat {observation.seat}: {moment.game.position_text(observation.state)}"
        if fault := moment.game.rules.audit(other):
            yield f"seat {observation.seat} imagines the impossible: {moment.game.audits[fault]}"
        for actor in moment.actors:
            if actor != CHANCE and not moment.game.legal_actions(other, actor):
                yield f"seat {observation.seat} imagines that seat {actor} cannot act"


def sealed_choices_are_not_seen(moment: Moment) -> Iterator[str]:
    """A sealed choice changes nobody else's observation."""
    for entry in moment.choices:
        after = moment.after(entry)
        if moment.game.is_sealed(moment.state, after, entry):
            for observation in moment.observations.values():
                if observation.seat != entry.actor and moment.game.observe(after, observation.viewer) != observation:
                    yield f"seat {observation.seat} sees {moment.game.action_name(entry.action)} of seat {entry.actor}"


def hidden_things_change_nothing(moment: Moment) -> Iterator[str]:
    """Changing what a seat cannot know changes neither what it may do, nor why not, nor what it sees next."""
    game = moment.game
    for entry in moment.choices:
        if entry.actor == CHANCE or game.reveals(moment.state, moment.after(entry), entry):
            continue
        seat = entry.actor
        other = game.determinize(moment.observations[viewer_of(seat)], search_rng(moment.seed, "other world", seat))
        if game.legal_actions(other, seat) != moment.legal[seat]:
            yield f"seat {seat} may do other things in {game.position_text(other)}"
        elif _some_refusals(moment, other, seat) != _some_refusals(moment, moment.state, seat):
            yield f"seat {seat} is refused with other words in {game.position_text(other)}"
        else:
            game.apply(other, seat, entry.action)
            if game.observe(other, seat) != game.observe(moment.after(entry), seat):
                yield f"seat {seat} sees other things after {game.action_name(entry.action)}"


def _some_refusals(moment: Moment, state: Any, seat: int) -> list[Refusal | None]:
    """Why some actions are not allowed; different ones in the next position, so that matches try them all."""
    actions = range(moment.game.first_chance_action)
    some = random.Random(moment.seed).sample(actions, min(REFUSALS_COMPARED, len(actions)))
    return [moment.game.explain(state, seat, action) for action in some]


def stories_tell_no_secrets(moment: Moment) -> Iterator[str]:
    """What a seat is told of chance or of a sealed choice differs only where the seat sees the difference."""
    game = moment.game
    for entry in moment.choices:
        if entry.actor == CHANCE or game.is_sealed(moment.state, moment.after(entry), entry):
            pick = random.Random(moment.seed + 1).choice
            other = Entry(entry.actor, pick(moment.possible(entry.actor)))
            for seat in (*moment.seats, SPECTATOR):
                told = {_told(moment, choice, seat) for choice in (entry, other)}
                if len(told) > 1 and game.observe(moment.after(entry), seat) == game.observe(moment.after(other), seat):
                    yield f"seat {seat} is told: {' / '.join(sorted(told))}"


def _told(moment: Moment, entry: Entry, who: int | Viewer) -> str:
    """All that a viewer is told of an entry, as one text."""
    lines = moment.game.tell(moment.state, moment.after(entry), entry, moment.game.viewer(who))
    return "; ".join(f"{line.text} {dict(line.args)} {line.effects} {line.action}" for line in lines)


def sealed_choices_look_alike(moment: Moment) -> Iterator[str]:
    """Whatever a seat chooses in secret, and in how many steps, others notice the same until all is revealed."""
    asked = [seat for seat in moment.some_seats if seat in moment.actors]
    for seat in random.Random(moment.seed).sample(asked, min(1, len(asked))):
        one, other = (_noticed(moment, seat, random.Random(derive(moment.seed, way))) for way in range(2))
        for viewer in one:
            if one[viewer] != other[viewer]:
                told = " / ".join(
                    str([list(lines) for *_, lines in noticed]) for noticed in (one[viewer], other[viewer])
                )
                yield f"seat {viewer.number} can tell how seat {seat} chooses: {told}"


def _noticed(moment: Moment, seat: int, chance: random.Random) -> dict[Viewer, list[Any]]:
    """What each other viewer sees and is told, change by change, while a seat decides in secret at random."""
    game, match, duties = moment.game, moment.branch(), _duties(moment.game, moment.state)
    seen = {viewer: known for viewer, known in moment.observations.items() if viewer.seat != seat}
    noticed: dict[Viewer, list[Any]] = {viewer: [(known, duties, ())] for viewer, known in seen.items()}
    while seat in match.actors:
        match.play_legal(seat, chance.choice(match.legal_actions(seat)))
        if not match.was_sealed(len(match.log) - 1):
            break
        (step,) = match.latest_steps
        duties = _duties(game, step.after)
        for viewer, changes in noticed.items():
            lines = tuple(line.text for line in game.tell(step.before, step.after, step.entry, viewer))
            received = game.observe(step.after, viewer), duties, changes[-1][-1] + lines
            if received != changes[-1]:
                changes.append(received)
    return noticed


def _duties(game: Game[Any], state: Any) -> list[tuple[int, str]]:
    """Who must do what, as everybody is told."""
    return [(actor, game.duty(state, actor)) for actor in game.actors(state) if actor != CHANCE]


def encodings_give_observations_back(moment: Moment) -> Iterator[str]:
    """The encoding of an observation is within its bounds and gives the observation back, so no two share one."""
    encoding = Encoding(moment.game)
    observation = random.Random(moment.seed).choice([*moment.observations.values()])
    row = encoding.encode(observation)
    if (row < encoding.low).any() or (row > encoding.high).any():
        yield f"out of bounds: {row.tolist()}"
    if encoding.decode(row.tolist()).state != observation.state:
        yield f"{observation!r} is read as {encoding.decode(row.tolist())!r}"


def worlds_that_look_alike_encode_alike(moment: Moment) -> Iterator[str]:
    """Changing what a seat cannot know changes nothing in what kernels encode for it, nor in its mask."""
    game, encoding = moment.game, Encoding(moment.game)
    seat = random.Random(moment.seed).choice(moment.seats)
    observation = moment.observations[viewer_of(seat)]
    other = game.determinize(observation, search_rng(moment.seed, "encoded world"))
    expected = encoding.encode(observation).tolist()
    for state in (moment.state, other):
        row = [0] * encoding.size
        encoder(game.rules)(state, None, seat, game.rules.state(), None, row)
        if row != expected:
            yield f"seat {seat} is given something else in {game.position_text(state)}"
    if (encoding.mask(game.observe(other, seat)) != encoding.mask(observation)).any():
        yield f"seat {seat} is given another mask in {game.position_text(other)}"


def actions_can_be_taken_back(moment: Moment) -> Iterator[str]:
    """Taking back gives the position before, and is refused once something was revealed."""
    game = moment.game
    for entry in moment.choices:
        if entry.actor != CHANCE:
            match = moment.branch()
            match.play_legal(entry.actor, entry.action)
            if match.can_undo(entry.actor):
                match.undo(entry.actor)
                if match.reveal() != moment.state or match.log:
                    yield f"{entry}"
            elif not (
                match.is_over
                or match.turn != game.turn(moment.state)
                or game.reveals(moment.state, moment.after(entry), entry)
            ):
                yield f"{entry} cannot be taken back"


def sealed_choices_are_taken_back_apart(moment: Moment) -> Iterator[str]:
    """A sealed choice can be taken back even if others have chosen since, and their choices stand."""
    if len(moment.choices) < 2:
        return
    match = moment.branch()
    for entry in moment.choices:
        match.play_legal(entry.actor, entry.action)
        if not match.was_sealed(len(match.log) - 1):
            return
    for first, second in pairwise(moment.choices):
        match.undo(first.actor)
        if match.log != (second,) or match.reveal() != moment.after(second):
            yield f"{first} before {second}"


def quick_choices_are_listed_ones(moment: Moment) -> Iterator[str]:
    """The fast hooks choose and mask only listed actions, and deal until a seat is asked."""
    rules = moment.game.rules
    rng = search_rng(moment.seed, "hooks")
    for seat in moment.actors:
        if seat != CHANCE and rules.random_action is not None:
            action = rules.random_action(moment.state, seat, rng, Actions())
            if action not in moment.legal[seat]:
                yield f"seat {seat}: {moment.game.action_name(action)} is not legal"
        if seat != CHANCE and rules.offer is not None:
            mask = [1] * moment.game.first_chance_action
            action = rules.offer(moment.state, seat, mask, rng, Actions())
            if action not in moment.legal[seat]:
                yield f"seat {seat}: {moment.game.action_name(action)} is offered, and not legal"
            if [action for action, entry in enumerate(mask) if entry] != moment.legal[seat]:
                yield f"seat {seat}: the mask is not what is listed"
    if moment.actors == (CHANCE,) and rules.deal is not None:
        after = copy_of(moment.state)
        rules.deal(after, rng)
        if moment.game.actors(after) == (CHANCE,) or rules.audit(after):
            yield f"dealt to {moment.game.position_text(after)}"


POSITION_LAWS: tuple[Law, ...] = (
    somebody_must_act_unless_it_is_over,
    legal_actions_are_ascending_and_in_range,
    who_is_not_asked_cannot_act,
    explain_agrees_with_legal_actions,
    refusals_cite_the_rules_and_name_people,
    chances_sum_to_one,
    components_are_conserved,
    copies_are_independent,
    records_survive_json,
    positions_survive_text,
    fields_keep_their_bounds,
    determinized_observations_look_the_same,
    sealed_choices_are_not_seen,
    hidden_things_change_nothing,
    stories_tell_no_secrets,
    sealed_choices_look_alike,
    encodings_give_observations_back,
    worlds_that_look_alike_encode_alike,
    actions_can_be_taken_back,
    sealed_choices_are_taken_back_apart,
    quick_choices_are_listed_ones,
)


# ---- laws of a finished match -----------------------------------------------------------------------------------


def matches_end_in_time(moment: Moment) -> Iterator[str]:
    """A match ends within `max_actions`."""
    if not moment.match.is_over or len(moment.match.log) > moment.game.max_actions:
        yield f"{len(moment.match.log)} actions, at most {moment.game.max_actions} are allowed"


def records_replay_exactly(moment: Moment) -> Iterator[str]:
    """A record replays to an equal state, from text and from JSON."""
    record = Record.of(moment.match)
    for read in (Record.from_text(record.to_text()), Record.from_json(record.to_json())):
        if read != record or read.replay().reveal() != moment.state or read.outcome != moment.match.outcome:
            yield "the record read back differs"


def same_seeds_give_the_same_record(moment: Moment) -> Iterator[str]:
    """The same seeds give the same record."""
    if play_at_random(moment.game, moment.seed).log != moment.match.log:
        yield f"two matches of seed {moment.seed} differ"


def interleaved_matches_do_not_disturb_each_other(moment: Moment) -> Iterator[str]:
    """Matches played alternately go as each would alone."""
    others = [_Random(moment.game, seed) for seed in (moment.seed, moment.seed + 1)]
    while not all(other.match.is_over for other in others):
        for other in others:
            other.step()
    if others[0].match.log != moment.match.log:
        yield f"the match of seed {moment.seed} went otherwise beside another"


MATCH_LAWS: tuple[Law, ...] = (
    matches_end_in_time,
    records_replay_exactly,
    same_seeds_give_the_same_record,
    interleaved_matches_do_not_disturb_each_other,
)


# ---- laws of a game ---------------------------------------------------------------------------------------------


def names_survive_parsing(moment: Moment) -> Iterator[str]:
    """Every action has a name of its own, and the name gives the action back."""
    game = moment.game
    for action, name in enumerate(game.action_names):
        if game.parse_action(name) != action or not game.action_group(action):
            yield f"{action}: {name!r}"


def structures_name_actions(moment: Moment) -> Iterator[str]:
    """Every action has a structure of its own, and the structure gives the action back."""
    game = moment.game
    for number, action in enumerate(game.actions):
        if not action.verb or game.action_id(action) != number:
            yield f"{number}: {action!r}"


GAME_LAWS: tuple[Law, ...] = (names_survive_parsing, structures_name_actions)


# ---- trying them ------------------------------------------------------------------------------------------------


class _Random:
    """A match in which every seat plays at random."""

    def __init__(self, game: Game[Any], seed: int) -> None:
        self.match: Match[Any] = Match(game, seed)
        self.choose = random.Random(derive(seed, "random players")).choice

    def step(self) -> None:
        actors = self.match.actors
        if actors:
            seat = actors[0] if len(actors) == 1 else self.choose(actors)
            self.match.play_legal(seat, self.choose(self.match.legal_actions(seat)))


def play_at_random(game: Game[Any], seed: int) -> Match[Any]:
    """A match of random players to its end."""
    players = _Random(game, seed)
    while not players.match.is_over:
        players.step()
    return players.match


def check_laws(
    game: Game[Any],
    games: int = 10,
    *,
    seed: int = 0,
    compiled: bool = False,
    progress: Callable[[], None] = lambda: None,
) -> int:
    """Try every law along random matches; the number of positions tried. LawBrokenError for the first that fails."""
    tried = 0
    for number in range(seed, seed + games):
        tried += check_match(game, number, compiled=compiled)
        progress()
    return tried


def check_match(game: Game[Any], seed: int, *, compiled: bool = False, every: int = 1) -> int:
    """Try every law along one random match, in every n-th position and the last; the number of positions tried."""
    subject = with_compiled_rules(game) if compiled else game
    final = play_at_random(game, seed)
    walk: Match[Any] = Match(game, seed, deals=False)
    _try(GAME_LAWS, Moment(subject, walk, walk.reveal(), seed))
    for number, entry in enumerate(final.log):
        moment = Moment(subject, walk, walk.reveal(), derive(seed, number))
        if number % every == seed % every:
            _try(POSITION_LAWS, moment)
        walk.play_legal(entry.actor, entry.action)
        if compiled and moment.after(entry) != walk.reveal():
            raise LawBrokenError("compiled rules do the same", f"{entry} differs", Record.of(walk).to_text())
    _try(POSITION_LAWS, Moment(subject, walk, walk.reveal(), seed))
    _try(MATCH_LAWS, Moment(game, final, final.reveal(), seed))
    return len(range(seed % every, len(final.log), every)) + 1


def _try(laws: tuple[Law, ...], moment: Moment) -> None:
    for law in laws:
        if finding := _finding(law, moment):
            raise LawBrokenError((law.__doc__ or "").strip(), finding, Record.of(moment.match).to_text())


def _finding(law: Law, moment: Moment) -> str | None:
    """The first thing that is wrong; a law that cannot be tried without an error is broken too."""
    try:
        return next(law(moment), None)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def with_compiled_rules(game: Game[Any]) -> Game[Any]:
    """The same game, whose rules run as compiled code."""
    twin = copy.copy(game)
    vars(twin)["rules"] = rules_through_kernels(game.rules)
    vars(twin)["explain"] = game.explain  # words are never compiled, and asked for every action
    return twin
