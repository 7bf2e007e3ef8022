"""Where the games of a contest are played: here, in processes of this machine, or on a Ray cluster."""

import contextlib
import signal
import socket
from collections import deque
from collections.abc import Callable, Generator
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from threading import current_thread, main_thread
from typing import Any, Protocol

from shinar.bots.private_ray import keep_ray_private
from shinar.core.errors import OptionError, ShinarError

__all__ = ["Backend", "InThisProcess", "LocalProcesses", "OnRay", "WorkersDiedError"]

MAX_DEATHS = 3  # workers that may die in a row, without finishing a game, before we give up
TIME_TO_END = 5.0  # seconds that a worker may take to exit after its pipe was closed
TIME_TO_ANSWER = 10.0  # seconds for a cluster to accept a connection
RUNNING = "auto"  # Ray's word for the cluster that runs on this machine
GAMES_AHEAD = 2  # games queued for each Ray worker


class Playable(Protocol):
    """Games that follow from their numbers: a contest, a sample of a study."""

    def play(self, number: int) -> Any:
        """Play one of them; the result tells its `number`."""
        ...


Games = Generator[Any, None, None]


class Backend(Protocol):
    """Where games are played."""

    def play(self, contest: Playable, numbers: list[int]) -> Games:
        """Play the numbered games, and give the results as they come, in any order."""
        ...


class WorkersDiedError(ShinarError):
    """Workers keep dying before they finish a game."""


class InThisProcess:
    """One game after the other, here."""

    def play(self, contest: Playable, numbers: list[int]) -> Games:
        """In order."""
        for number in numbers:
            yield contest.play(number)


# ---- processes --------------------------------------------------------------------------------------------------


class LocalProcesses:
    """Several processes on this machine. If a worker dies, the game it was playing is played again."""

    def __init__(self, workers: int, tell: Callable[[str], None] | None = None) -> None:
        if workers < 1:
            raise OptionError(f"an arena needs at least one worker, not {workers}")
        self.workers = workers
        self.tell = tell  # called with a sentence when a worker has died

    def play(self, contest: Playable, numbers: list[int]) -> Games:
        """As they are finished."""
        waiting = deque(numbers)
        workers: list[_Worker] = []
        deaths = 0
        try:
            while waiting or any(worker.is_busy for worker in workers):
                self._start_workers(contest, workers)
                _hand_out(workers, waiting)
                for worker in _ready(workers):
                    played = worker.result()
                    deaths = 0 if played else deaths + 1
                    if played:
                        yield played
                    else:
                        workers.remove(worker)
                        waiting.appendleft(worker.number)
                        self._tell_of_death(worker)
                    if deaths > MAX_DEATHS:
                        raise WorkersDiedError("the workers of the arena keep dying before they finish a game")
        finally:
            for worker in workers:
                worker.stop()

    def _tell_of_death(self, worker: "_Worker") -> None:
        if self.tell:
            self.tell(f"a worker has died ({worker.ending}); game {worker.number + 1} is played again")

    def _start_workers(self, contest: Playable, workers: list["_Worker"]) -> None:
        """Start the missing workers. The first plays a game alone: it may have to compile, and the others load that."""
        is_first = not workers
        while len(workers) < (1 if is_first else self.workers):
            workers.append(_Worker(contest))


class _Worker:
    """A process that plays one game after the other, and the pipe to it."""

    def __init__(self, contest: Playable) -> None:
        context = get_context("spawn")  # a fork would copy the threads of compiled code
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(contest, theirs), daemon=True)
        with _interrupts_wait():
            self.process.start()
        theirs.close()
        self.is_busy = False
        self.number = -1

    def send(self, number: int) -> None:
        """Have it play a game. If it has already died, that shows when its result is asked for."""
        self.number = number
        self.is_busy = True
        with contextlib.suppress(OSError):
            self.pipe.send(number)

    def result(self) -> Any:
        """The game it has finished; None if it died during it."""
        self.is_busy = False
        try:
            answer = self.pipe.recv()
        except (EOFError, OSError):
            self.process.join(TIME_TO_END)  # so that `ending` says what it died of, not that we stopped it
            self.stop()
            return None
        if isinstance(answer, Exception):
            raise answer
        return answer

    @property
    def ending(self) -> str:
        """How it ended, in words."""
        code = self.process.exitcode or 0
        return f"killed by signal {-code}" if code < 0 else f"exit code {code}"

    def stop(self) -> None:
        """End it at once."""
        self.process.terminate()
        self.process.join()
        self.pipe.close()


def _hand_out(workers: list[_Worker], waiting: deque[int]) -> None:
    for worker in workers:
        if waiting and not worker.is_busy:
            worker.send(waiting.popleft())


def _ready(workers: list[_Worker]) -> list[_Worker]:
    """Wait for results; the workers that have one."""
    ready = wait([worker.pipe for worker in workers if worker.is_busy])
    return [worker for worker in workers if worker.is_busy and worker.pipe in ready]


@contextlib.contextmanager
def _interrupts_wait() -> Generator[None, None, None]:
    """Hold back Ctrl-C while a worker is started: it inherits this, and no signal comes before it can ignore it."""
    resource_tracker.ensure_running()  # lets interrupts through again when it has to be started itself
    with _interrupts_noted():
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


@contextlib.contextmanager
def _interrupts_noted() -> Generator[None, None, None]:
    """Interrupt at the end. Threads of libraries are sent Ctrl-C too, and then the main one would be interrupted."""
    if current_thread() is not main_thread():  # which alone is interrupted
        yield
        return
    noted: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _frame: noted.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if noted and before is not signal.SIG_IGN:
        raise KeyboardInterrupt


def _work(contest: Playable, pipe: "Connection[Any, Any]") -> None:
    """What a worker does. Ctrl-C is left to the process that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    with contextlib.suppress(EOFError, OSError):
        while True:
            number = pipe.recv()
            try:
                pipe.send(contest.play(number))
            except ShinarError as error:
                pipe.send(error)


def _play(contest: Playable, number: int) -> Any:
    return contest.play(number)


# ---- Ray --------------------------------------------------------------------------------------------------------


class OnRay:
    """The workers of a Ray cluster; without an address, a Ray of its own on this machine."""

    def __init__(self, address: str | None = None, workers: int = 2) -> None:
        if address is None:
            keep_ray_private()
        try:
            import ray
        except ImportError:
            raise OptionError("Ray is not installed; install it with: pip install 'shinar[cluster]'") from None
        if address is not None and address != RUNNING:
            _check_reachable(address)
        self.ray: Any = ray
        self.address = address
        self.workers = workers

    def play(self, contest: Playable, numbers: list[int]) -> Games:
        """As they are finished. Ray itself plays a game again when the machine it was on is lost."""
        is_ours = not self.ray.is_initialized()
        if is_ours:
            self._begin()
        try:
            yield from self._stream(contest, deque(numbers))
        finally:
            if is_ours:
                self.ray.shutdown()

    def _begin(self) -> None:
        settings = {"log_to_driver": False, "logging_level": "ERROR"}
        try:
            if self.address is None:
                self.ray.init(num_cpus=self.workers, include_dashboard=False, **settings)
            else:
                self.ray.init(address=self.address, **settings)
        except Exception as error:  # Ray raises plain ones too, for example when a busy machine starts it too slowly
            raise OptionError(f"no Ray cluster answers at {self.address or 'this machine'}: {error}") from None

    def _stream(self, contest: Playable, waiting: deque[int]) -> Games:
        remote = self.ray.remote(max_retries=MAX_DEATHS)(_play)
        room = GAMES_AHEAD * max(int(self.ray.cluster_resources().get("CPU", 1)), 1)
        flying: list[Any] = []
        while waiting or flying:
            while waiting and len(flying) < room:
                flying.append(remote.remote(contest, waiting.popleft()))
            done, flying = self.ray.wait(flying, num_returns=1)
            yield from self.ray.get(done)


def _check_reachable(address: str) -> None:
    """OptionError if nothing listens at an address: Ray itself would go on trying for many minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal():
        raise OptionError(
            f"{address!r} is not the address of a Ray cluster: write HOST:PORT, ray://HOST:PORT or {RUNNING}"
        )
    try:
        socket.create_connection((host.strip("[]"), int(port)), TIME_TO_ANSWER).close()
    except (OSError, OverflowError) as error:
        raise OptionError(f"no Ray cluster answers at {address}: {error}") from None
