"""A course in which a network learns a game by practice: it can be interrupted, and goes on as if it had not been.

Each batch is played at two tables at once, each by a thread of its own. What is random in a batch depends on the seed
of the course and the number of the batch alone. As soon as the network knows the game a little, it watches its rivals:
from then on it practises against imitations of them too.
"""

from collections.abc import Callable, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile

import numpy as np

from shinar.core.errors import NotationError, OptionError
from shinar.core.game import Game
from shinar.core.learning import Practice
from shinar.core.registry import make
from shinar.core.rng import derive, search_rng
from shinar.search.imitation import Looks, imitate, resolute, watch
from shinar.search.practice import STRANGERS, Network, Notes, new_network, play_games, stack_networks
from shinar.search.reinforcement import VALUE_PLACES, Found, Learner, Pace, in_whole_numbers, whole_skill
from shinar.search.skill import Skill

__all__ = ["Training"]

TABLES = 2  # at which a batch is played
SEATS = 3000  # of a table's games in a batch, together
USUAL_SEATS = 3
EXAM_GAMES = 1000
PERCENT = 100
STEP = (2e-3, 1e-4)  # from the first batch to the last …
CURIOSITY = (0.04, 0.002)
ALONE = 6  # one batch of so many is played before there are imitations
WATCHED = 10  # games between two looks at the file
WITH_IMITATIONS = 75  # of a hundred games have strangers, as soon as there are imitations
KNEE = 0.7  # … of a course that is SLOW times as long; after this part of it they fall faster
SLOW = 5 / 3


class Session(NamedTuple):
    """Some games of a rival, to be watched."""

    rival: int
    options: Mapping[str, Any]
    games: int


@dataclass
class Training:
    """What was learned so far."""

    game: str
    practice: Practice[Any]
    seed: int
    batches: int  # in all
    learner: Learner
    done: int = 0
    games: int = 0  # played so far
    watched: int = 0  # sessions
    looks: list[Looks] = field(default_factory=list)  # by rival: what was seen, until it is imitated
    imitations: Network = field(init=False)  # of the rivals; none yet
    log: list[str] = field(default_factory=list)  # the lines that were reported
    exams: list[tuple[int, float]] = field(default_factory=list)  # games, and the mean points after them

    def __post_init__(self) -> None:
        self.imitations = stack_networks(self.practice, ())

    @classmethod
    def begin(cls, game: str, seed: int, games: int | None = None) -> "Training":
        """A course of about so many games in which nothing was learned yet."""
        practice = make(game).expertise().practice
        if practice is None:
            raise OptionError(f"{game} has no network that learns by practice")
        learner = Learner(new_network(practice, derive(seed, "network")))
        return cls(game, practice, seed, batches_of(games or practice.games), learner)

    def resume(self, file: Path) -> None:
        """Go on with what a file holds, if there is one; NotationError if that is not from the same course."""
        if not file.exists():
            return
        try:
            with file.open("rb") as opened, np.load(opened, allow_pickle=False) as kept:
                mark, log, numbers, exams = str(kept["mark"]), kept["log"], kept["numbers"].tolist(), kept["exams"]
                parts = {kind: [kept[f"{kind}-{name}"] for name in Network._fields] for kind in KINDS}
                looks = [
                    Looks(*(kept[f"looks-{rival}-{name}"] for name in Looks._fields))
                    for rival in range(len(self.practice.rivals))
                    if f"looks-{rival}-{Looks._fields[0]}" in kept
                ]
                imitations = [kept[f"imitations-{name}"] for name in Network._fields]
        except (OSError, ValueError, KeyError, EOFError, BadZipFile):
            raise NotationError(f"{file}: this is not what a course has learned") from None
        if mark != self.mark:
            raise NotationError(f"{file} belongs to another course; delete it to start over")
        self.done, self.games, self.watched, self.learner.steps = numbers
        self.log, self.exams = [str(line) for line in log], [(int(games), float(points)) for games, points in exams]
        self.looks, self.imitations = looks, Network(*imitations)
        for kind in KINDS:
            setattr(self.learner, kind, Network(*parts[kind]))

    def save(self, file: Path) -> None:
        """Write down what was learned, so that at every moment a whole file is there."""
        part = file.with_name(f".{file.name}.part.npz")
        kept = {kind: getattr(self.learner, kind) for kind in KINDS}
        kept |= {f"looks-{rival}": looks for rival, looks in enumerate(self.looks)}
        kept["imitations"] = self.imitations
        parts = {f"{kind}-{name}": array for kind, arrays in kept.items() for name, array in arrays._asdict().items()}
        numbers = np.array([self.done, self.games, self.watched, self.learner.steps])
        log = np.array(self.log, dtype=np.str_)
        np.savez(part, mark=self.mark, log=log, numbers=numbers, exams=np.array(self.exams), **parts)
        part.replace(file)

    @property
    def mark(self) -> str:
        """What tells one course from another."""
        tables = [(share, sorted(options.items())) for share, options in self.practice.tables]
        shapes = [part.shape for part in self.learner.network]
        rivals = [(rival.name, rival.share, rival.iterations) for rival in self.practice.rivals]
        sessions = [(rival, sorted(options.items()), games) for rival, options, games in self.sessions]
        return f"{self.game} {self.seed} {self.batches} {shapes} {tables} {rivals} {sessions}"

    # ---- practice -----------------------------------------------------------------------------------------------

    def learn(self, after_batch: Callable[[Found], None], after_session: Callable[[], None] = lambda: None) -> None:
        """Play and learn from all batches that are left, and watch the rivals when it is time."""
        with ThreadPoolExecutor(TABLES) as threads:
            while self.done < self.batches:
                if self.done >= self.batches // ALONE and not self.has_imitations:
                    self._watch_rivals(threads, after_session)
                tables = self._tables()
                played = list(threads.map(self._play, range(TABLES), tables))
                pace, seed = self._pace(), derive(self.seed, "order", self.done)
                found = self.learner.learn(played, pace, seed, threads)
                self.done += 1
                self.games += sum(len(notes.scores) for notes in played)
                after_batch(found)

    def examine(self) -> float:
        """The mean points of a seat at the first of the tables, where all play by the network."""
        return float(self._exam(strangers=0).scores.mean())

    def examine_among_strangers(self) -> float:
        """How often a seat is first at the first of the tables, where all others are strangers."""
        notes = self._exam(strangers=PERCENT)
        seats = notes.scores.shape[1]
        is_own = (notes.strangers[:, None] >> np.arange(seats) & 1) == 0
        is_first = notes.ranks == notes.ranks.max(axis=1, keepdims=True)
        shares = is_first / is_first.sum(axis=1, keepdims=True)
        return float(shares[is_own & (is_own.sum(axis=1, keepdims=True) == 1)].mean())

    def skill(self) -> Skill:
        """What a search takes."""
        return whole_skill(self.learner)

    def skill_of_others(self) -> Skill | None:
        """How a search expects others to act: as the first rival does, if there is one. It does not say what a
        position is worth."""
        if not self.practice.rivals:
            return None
        met = [square > 0 for square in self.learner.squares[:VALUE_PLACES]]
        choices = (np.where(here, part[0], 0) for here, part in zip(met, self.imitations, strict=False))
        return in_whole_numbers(*choices, *(np.zeros_like(part) for part in self.learner.network[VALUE_PLACES:]))

    def _exam(self, strangers: int) -> Notes:
        table = make(self.game, **self.practice.tables[0][1])
        rng = search_rng(derive(self.seed, "exam"))
        network = self.learner.network
        return play_games(table, self.practice, network, EXAM_GAMES, rng, strangers, resolute(self.imitations))

    def _tables(self) -> list[Game[Any]]:
        """Where a batch is played."""
        random = np.random.default_rng(derive(self.seed, "tables", self.done))
        shares = np.array([share for share, _ in self.practice.tables], float)
        chosen = random.choice(len(shares), TABLES, p=shares / shares.sum())
        return [make(self.game, **self.practice.tables[number][1]) for number in chosen]

    def _play(self, thread: int, table: Game[Any]) -> Notes:
        rng = search_rng(derive(self.seed, "play", self.done, thread))
        strangers = WITH_IMITATIONS if self.has_imitations else STRANGERS
        games, network = SEATS // table.num_seats, self.learner.network
        return play_games(table, self.practice, network, games, rng, strangers, resolute(self.imitations))

    def _pace(self) -> Pace:
        """Large steps for long, so that much is found, then ever smaller ones, so that it is played well."""
        knee = KNEE * self.batches
        part = min(self.done, knee) / (SLOW * self.batches)
        if self.done > knee:
            part += (1 - part) * (self.done - knee) / (self.batches - knee)
        step, curiosity = (first + part * (last - first) for first, last in (STEP, CURIOSITY))
        return Pace(step, curiosity)

    # ---- rivals -------------------------------------------------------------------------------------------------

    @property
    def has_imitations(self) -> bool:
        """Whether all rivals are imitated; so it is too where there are none."""
        return len(self.imitations.motives) == len(self.practice.rivals)

    @property
    def sessions(self) -> list[Session]:
        """What is watched, a few games at a time; in a shorter course fewer games."""
        whole, found = batches_of(self.practice.games), []
        for number, rival in enumerate(self.practice.rivals):
            for games, options in rival.tables:
                left = -(-games * min(self.batches, whole) // whole)
                found += [Session(number, options, min(WATCHED, left - begin)) for begin in range(0, left, WATCHED)]
        return found

    def _watch_rivals(self, threads: Executor, after_session: Callable[[], None]) -> None:
        """Watch all sessions that are left, and imitate what was seen."""
        sessions = self.sessions
        while self.watched < len(sessions):
            some = range(self.watched, min(self.watched + TABLES, len(sessions)))
            for number, looks in zip(some, list(threads.map(self._watch, some)), strict=True):
                self._keep(sessions[number].rival, looks)
                self.watched += 1
            after_session()
        rivals = range(len(self.looks))
        self.imitations = stack_networks(self.practice, list(threads.map(self._imitate, rivals)))
        self.looks = []

    def _watch(self, number: int) -> Looks:
        session = self.sessions[number]
        rival = self.practice.rivals[session.rival]
        table = make(self.game, **session.options)
        rng = search_rng(derive(self.seed, "watch", number))
        return watch(table, self.practice, rival.guide, rival.iterations, session.games, rng)

    def _keep(self, rival: int, looks: Looks) -> None:
        if rival == len(self.looks):
            self.looks.append(looks)
        else:
            self.looks[rival] = self.looks[rival].plus(looks)

    def _imitate(self, rival: int) -> Network:
        return imitate(self.learner.network, self.looks[rival], derive(self.seed, "imitate", rival))


def batches_of(games: int) -> int:
    """How many batches have about so many games."""
    return -(-games // (TABLES * SEATS // USUAL_SEATS))


KINDS = ("network", "means", "squares")  # of a learner
