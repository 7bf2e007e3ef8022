"""How fast are our environments beside others that researchers use? All are driven the same way, in one run.

    pip install 'shinar[research]' 'pettingzoo[classic]'
    python benchmarks/peers.py [--seconds 2]

Each is stepped by random legal actions, and at every step asked for what the acting seat observes and what it may do.
Figures are steps in a second of processor time, the best of several rounds, so that a busy machine
distorts them little. It prints the table of benchmarks/results.md.
"""

import argparse
import random
import time
from collections.abc import Callable, Iterator
from typing import Any

import gymnasium
import pyspiel

import shinar
import shinar.envs

ROUNDS = 5  # the best counts
GAMES: dict[str, dict[str, Any]] = {"babel": {}, "babylonia": {"players": 2}, "wonders": {"players": 3}}
SPIEL_GAMES = ("connect_four", "backgammon", "gin_rummy")  # in C++, with chance and hidden cards
VECTOR_GAMES = 4096

Steps = Callable[[int], int]  # takes so many steps, or a few more; how many they were


def main() -> None:
    """Measure everything and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=2.0, help="of processor time for each, roughly")
    seconds = parser.parse_args().seconds
    print("| game | through | steps/s | processor time of a step |\n|---|---|---|---|")
    for game, through, steps in everything():
        rate = best_rate(steps, seconds)
        print(f"| {game} | {through} | {rate:,.0f} | {1e6 / rate:,.2f} µs |", flush=True)


def everything() -> Iterator[tuple[str, str, Steps]]:
    """All that is measured: a game, the interface, and how it is stepped."""
    yield from zoo_peers()
    for name in SPIEL_GAMES:
        yield name, "OpenSpiel, C++ driven from Python", spiel_steps(pyspiel.load_game(name))
    for name, options in GAMES.items():
        yield f"**{name}**", "`shinar.envs.openspiel`", spiel_steps(shinar.envs.openspiel(name, **options))
        yield f"**{name}**", "`shinar.envs.aec`", aec_steps(shinar.envs.aec(name, **options))
        yield f"**{name}**", "`shinar.envs.parallel`", parallel_steps(shinar.envs.parallel(name, **options))
        yield f"**{name}**", "`gymnasium.make`, against `random`", single_steps(name, options)
        yield f"**{name}**", f"`shinar.envs.vector`, {VECTOR_GAMES} games", vector_steps(name, options)


def zoo_peers() -> Iterator[tuple[str, str, Steps]]:
    """PettingZoo's own games."""
    from pettingzoo.classic import connect_four_v3, texas_holdem_v4

    yield "connect four", "PettingZoo", aec_steps(connect_four_v3.env())
    yield "Texas hold'em", "PettingZoo", aec_steps(texas_holdem_v4.env())


def best_rate(steps: Steps, seconds: float) -> float:
    """Steps in a second of processor time, at the best of some rounds."""
    count, spent = 1, timed(steps, 1)[0]  # the first step may compile
    while spent < seconds / ROUNDS / 2:
        count *= 2
        spent = timed(steps, count)[0]
    return max(done / spent for spent, done in (timed(steps, count) for _ in range(ROUNDS)))


def timed(steps: Steps, count: int) -> tuple[float, int]:
    """The processor time of so many steps, all threads together, and how many they were."""
    begin = time.process_time()
    done = steps(count)
    return time.process_time() - begin, done


# ---- one way to drive each interface ------------------------------------------------------------------------------


def aec_steps(env: Any) -> Steps:
    """PettingZoo, one agent after the other."""
    env.reset(seed=1)

    def steps(count: int) -> int:
        for _ in range(count):
            seen, _, termination, truncation, _ = env.last()
            if termination or truncation:
                env.reset()
                seen = env.last()[0]
            env.step(random.choice(seen["action_mask"].nonzero()[0]))
        return count

    return steps


def parallel_steps(env: Any) -> Steps:
    """PettingZoo, all agents in each cycle; the actions of those who are asked are counted."""
    seen = env.reset(seed=1)[0]

    def steps(count: int) -> int:
        nonlocal seen
        done = 0
        while done < count:
            legal = {agent: what["action_mask"].nonzero()[0] for agent, what in seen.items()}
            seen = env.step({agent: random.choice(ids) if len(ids) else 0 for agent, ids in legal.items()})[0]
            done += sum(len(ids) > 0 for ids in legal.values())
            if not env.agents:
                seen = env.reset()[0]
        return done

    return steps


def single_steps(name: str, options: dict[str, Any]) -> Steps:
    """Gymnasium, one seat against a bot; only the steps of this seat are counted."""
    env = gymnasium.make(f"shinar/{name.capitalize()}-v0", opponents=["random"], **options)
    info = env.reset(seed=1)[1]

    def steps(count: int) -> int:
        nonlocal info
        for _ in range(count):
            _, _, is_over, _, info = env.step(random.choice(info["action_mask"].nonzero()[0]))
            if is_over:
                info = env.reset()[1]
        return count

    return steps


def spiel_steps(game: Any) -> Steps:
    """OpenSpiel; outcomes of chance are dealt, and not counted."""
    state = game.new_initial_state()

    def steps(count: int) -> int:
        nonlocal state
        done = 0
        while done < count:
            if state.is_terminal():
                state = game.new_initial_state()
            elif state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, weights)[0])
            else:
                state.observation_tensor(state.current_player())
                state.apply_action(random.choice(state.legal_actions()))
                done += 1
        return done

    return steps


def vector_steps(name: str, options: dict[str, Any]) -> Steps:
    """Thousands of games at once, in one thread."""
    env = shinar.envs.vector(shinar.make(name, **options), n=VECTOR_GAMES, threads=1)
    env.reset(seed=1)

    def steps(count: int) -> int:
        for _ in range(-(-count // VECTOR_GAMES)):
            env.step(env.random_actions())
        return -(-count // VECTOR_GAMES) * VECTOR_GAMES

    return steps


if __name__ == "__main__":
    main()
