"""`shinar soak`: very many random games with compiled rules, everything audited after every action."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from shinar.cli.exit_codes import FOUND_A_FAULT
from shinar.cli.files import write_whole
from shinar.cli.options import GAME_HELP, GameOption, options_text, read_given, variants
from shinar.cli.terminal.console import compiling, out, progress_bar
from shinar.cli.terminal.histogram import histogram_lines
from shinar.core.compiled.kernel import NOBODY_CAN_ACT, TOO_MANY_ACTIONS, SoakReport, from_array, new_array
from shinar.core.compiled.workbench import Workbench, workbench
from shinar.core.game import CHANCE, CHANCE_ASKED, NOBODY_ASKED, Actions, Game, deal_one, first_asked, pick_action
from shinar.core.match import Entry, Match
from shinar.core.record import Record
from shinar.core.rng import Rng, reseed

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

__all__ = ["soak"]

GAMES = 100_000
CHUNK = 2_000  # games a thread plays before it reports
WORKERS = 2
PERCENT = 100
FAULTS = {
    TOO_MANY_ACTIONS: "the game is longer than `max_actions` allows",
    NOBODY_CAN_ACT: "a seat is asked but has no legal action",
}


def soak(
    context: typer.Context,
    game: Annotated[str | None, typer.Argument(help=GAME_HELP)] = None,
    games: Annotated[int, typer.Option(min=1, metavar="N", help="Games for each set of options.")] = GAMES,
    workers: Annotated[int, typer.Option(min=1, max=256, help="Parallel threads.")] = WORKERS,
    option: GameOption = None,
) -> int:
    """Audit many random games after every action; if no game option is given, for every choice of each."""
    for variant in variants(read_given(context, game, option)):
        with compiling(variant.name):
            soak_chunk(workbench(variant), 0, 1)
        total = soak_all(variant, games, workers)
        if total.fault:
            report_fault(variant, total)
            return FOUND_A_FAULT
        report(variant, total)
    return 0


@dataclass
class Total:
    """What all chunks counted together."""

    fault: int = 0
    faulty_game: int = 0
    games: int = 0
    actions: int = 0
    draws: int = 0
    longest: int = 0
    lengths: list[int] = field(default_factory=list)
    wins: list[int] = field(default_factory=list)
    endings: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=list)

    def add(self, soaked: SoakReport) -> None:
        """Add a chunk. Of several faults the one in the first game counts, so that it does not depend on threads."""
        if soaked.fault and (not self.fault or soaked.faulty_game < self.faulty_game):
            self.fault, self.faulty_game = soaked.fault, soaked.faulty_game
        self.games += soaked.games
        self.actions += soaked.actions
        self.draws += soaked.draws
        self.longest = max(self.longest, soaked.longest)
        for name in ("lengths", "wins", "endings", "points"):
            mine, more = getattr(self, name), getattr(soaked, name)
            setattr(self, name, [a + b for a, b in zip(mine or [0] * len(more), more, strict=True)])


# ---- playing ----------------------------------------------------------------------------------------------------


def soak_all(game: Game[Any], games: int, workers: int) -> Total:
    """Games 0 … games-1, in threads: compiled code runs beside other Python threads."""
    from concurrent.futures import ThreadPoolExecutor  # slow to import

    total = Total()
    with progress_bar() as bar, ThreadPoolExecutor(workers) as pool:
        ticks = bar.add_task(f"{game.name} {options_text(game)}", total=games)
        for soaked in pool_results(pool, game, games, workers):
            total.add(soaked)
            bar.advance(ticks, soaked.games)
            if total.fault:
                break
    return total


def pool_results(pool: "ThreadPoolExecutor", game: Game[Any], games: int, workers: int) -> Iterator[SoakReport]:
    """The chunks, one per thread in each round, so that a fault or Ctrl-C soon stops them all."""
    benches = [workbench(game) for _ in range(workers)]
    for first in range(0, games, CHUNK * workers):
        starts = [start for start in range(first, first + CHUNK * workers, CHUNK) if start < games]
        counts = [min(CHUNK, games - start) for start in starts]
        yield from pool.map(soak_chunk, benches, starts, counts)


def soak_chunk(bench: Workbench, first: int, count: int) -> SoakReport:
    """That many games, numbered from `first`."""
    soakeds = new_array(SoakReport, 1)
    bench.kernels.soak(bench.states, bench.rngs, bench.actions, soakeds, first, count, bench.game.max_actions)
    return from_array(SoakReport, soakeds)


# ---- reporting --------------------------------------------------------------------------------------------------


def report(game: Game[Any], total: Total) -> None:
    """Lengths, results, endings and points of all games."""
    screen = out()
    screen.print(f"{game.name} {options_text(game)}: {total.games:,} games, no fault", style="bold")
    screen.print(f"{total.actions:,} actions of seats; the longest game had {total.longest:,} with those of chance")
    screen.print("\nactions of seats in a game")
    for line in histogram_lines(total.lengths):
        screen.print(line)
    screen.print("\nresults")
    for seat in range(game.num_seats):
        mean = total.points[seat] / total.games
        screen.print(f"  seat {seat}: wins {share(total.wins[seat], total)}, {mean:.2f} points on average")
    screen.print(f"  draws: {share(total.draws, total)}")
    screen.print("\nendings")
    for (clause, reason), count in zip(game.endings, total.endings, strict=False):
        if count:
            screen.print(f"  {share(count, total)}  {reason} [{clause}]")
    screen.print()


def share(count: int, total: Total) -> str:
    """A share of all games, in percent."""
    return f"{PERCENT * count / total.games:6.2f} %"


def report_fault(game: Game[Any], total: Total) -> None:
    """Say what is wrong in which game, and keep its record."""
    number = total.faulty_game
    out().print(f"{game.name} {options_text(game)}, game {number}: {fault_text(game, total.fault)}.", style="bold red")
    match, fault = replayed(game, number)
    if fault != total.fault:
        out().print("With the compiler off the same game shows no such fault: compiled and plain rules differ.")
    file = Path(f"fault-{game.name}-{number}.txt")
    write_whole(file, Record.of(match).to_text())
    out().print(f"record: {file}")


def fault_text(game: Game[Any], fault: int) -> str:
    """A fault in words."""
    return FAULTS[fault] if fault in FAULTS else game.audits[fault]


def replayed(game: Game[Any], number: int) -> tuple[Match[Any], int]:
    """The game of a number as plain Python plays it, up to its fault: the same steps as the kernel takes."""
    match: Match[Any] = Match(game, deals=False)
    state, rng = game.initial_state(), Rng()
    reseed(rng, number)
    log: list[Entry] = []
    fault = 0
    while not fault and game.rules.actors(state) != NOBODY_ASKED:
        fault, entry = one_action(game, state, rng)
        log += [] if entry is None else [entry]
        fault = fault or (TOO_MANY_ACTIONS if len(log) > game.max_actions else 0)
    match = Match(game, log=log, deals=False)
    return match, fault


def one_action(game: Game[Any], state: Any, rng: Rng) -> tuple[int, Entry | None]:
    """One random action of a seat that is asked, or of chance, and the audit after it."""
    rules, actions = game.rules, Actions()
    mask = rules.actors(state)
    if mask == CHANCE_ASKED:
        rules.chances(state, actions)
    else:
        rules.legal_actions(state, first_asked(mask), actions)
    if actions.n == 0:
        return NOBODY_CAN_ACT, None
    entry = drawn(game, state, rng, actions)
    rules.apply(state, entry.actor, entry.action)
    return rules.audit(state), entry


def drawn(game: Game[Any], state: Any, rng: Rng, actions: Actions) -> Entry:
    """What chance brings, or what the random player takes."""
    mask = game.rules.actors(state)
    if mask == CHANCE_ASKED:
        return Entry(CHANCE, deal_one(actions, rng))
    seat = first_asked(mask)
    if game.rules.random_action is not None:
        return Entry(seat, game.rules.random_action(state, seat, rng, actions))
    return Entry(seat, pick_action(actions, rng))
