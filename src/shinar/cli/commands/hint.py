"""`shinar hint`: what a good player would do in a position, or how a goal can be reached in this turn."""

import json
from typing import Annotated, Any

import typer
from rich.table import Table

from shinar.cli.options import GameOption, read_given
from shinar.cli.terminal.console import compiling, out
from shinar.core.errors import OptionError
from shinar.core.game import CHANCE, Game, Observation
from shinar.core.story import default_names, with_names

__all__ = ["hint"]

ITERATIONS = 2000
RUNS = 4
PERCENT = 100


def hint(
    context: typer.Context,
    position: Annotated[str, typer.Argument(help="The position as text; see docs/games.")],
    name: Annotated[str | None, typer.Option("--game", metavar="G", help="The game.")] = None,
    seat: Annotated[
        int | None, typer.Option(help="Whose choice it is; default: the first seat that must choose.")
    ] = None,
    goal: Annotated[
        str | None,
        typer.Option(help="Find a way to a goal instead, for games with a solver; docs/commands.md lists goals."),
    ] = None,
    iterations: Annotated[int, typer.Option(min=1, help="How long to think, for each of four searches.")] = ITERATIONS,
    as_json: Annotated[bool, typer.Option("--json", help="Write JSON, for programs.")] = False,
    option: GameOption = None,
) -> None:
    """Say what a good player would do in a position, knowing only what the seat may know."""
    game = read_given(context, name, option).make()
    observation = observed(game, position, seat)
    with compiling(game.name):
        data = solution_data(observation, goal) if goal else options_data(observation, iterations)
    if as_json:
        out().print(json.dumps(data, indent=2))
    elif goal:
        print_solution(data)
    else:
        print_options(data, game.num_seats)


def observed(game: Game[Any], position: str, seat: int | None) -> Observation[Any]:
    """What the seat that asks may know of a position; OptionError if it has nothing to choose."""
    state = game.parse_position(position)
    actors = game.actors(state)
    if not actors or actors == (CHANCE,):
        raise OptionError("nobody has a choice in this position")
    chosen = actors[0] if seat is None else seat
    if chosen not in actors:
        raise OptionError(f"seat {chosen} has no choice in this position; seat {actors[0]} has")
    if not game.legal_actions(state, chosen):
        raise OptionError("this cannot be a position of the game: the seat that must choose has no legal action")
    return game.observe(state, chosen)


def options_data(observation: Observation[Any], iterations: int) -> dict[str, Any]:
    """The actions with their chances to win, and what speaks for the first."""
    from shinar.search.advice import advise

    found, game = advise(observation, iterations, RUNS), observation.game
    return {
        "seat": observation.seat,
        "reasons": list(found.reasons),
        "expected": [{"seat": one.actor, "action": game.action_name(one.action)} for one in found.expected],
        "options": [
            {
                "action": game.action_name(one.action),
                "chance": round(one.chance.value, 4),
                "error": round(one.chance.error, 4),
                "visits": one.visits,
            }
            for one in found.options
        ],
    }


def print_options(data: dict[str, Any], seats: int) -> None:
    """The table, what speaks for the first action, and what would follow it."""
    out().print(options_table(data), soft_wrap=False)
    names = default_names(seats)
    for reason in data["reasons"]:
        out().print(f"- it {with_names(reason, names)}")
    if data["expected"]:
        line = [f"{names[one['seat']]} {one['action']}" for one in data["expected"]]
        out().print(f"Then it expects: {', '.join(line)}")


def options_table(data: dict[str, Any]) -> Table:
    """A line for each action, the most promising first."""
    table = Table("action", "chance to win", "looked at", box=None, padding=(0, 2, 0, 0), header_style="bold")
    for one in data["options"]:
        chance = f"{PERCENT * one['chance']:.1f} ± {PERCENT * one['error']:.1f} %"
        table.add_row(one["action"], chance, f"{one['visits']:,}")
    return table


def solution_data(observation: Observation[Any], goal: str) -> dict[str, Any]:
    """Whether a goal can be reached in this turn, and how."""
    solve_goal = observation.game.expertise().solve_goal
    if solve_goal is None:
        raise OptionError(f"{observation.game.name} has no solver, so --goal does not work with it")
    solution = solve_goal(observation, goal)
    return {
        "goal": goal,
        "answer": solution.answer.name.lower(),
        "actions": [observation.game.action_name(action) for action in solution.actions],
        "positions": solution.positions,
    }


def print_solution(data: dict[str, Any]) -> None:
    """The answer in words."""
    sentences = {
        "possible": f"{data['goal']}: possible in {len(data['actions'])} actions",
        "impossible": f"{data['goal']}: impossible this turn with the known cards",
        "undecided": f"{data['goal']}: not decided",
    }
    out().print(f"{sentences[data['answer']]} ({data['positions']:,} positions looked at)", style="bold")
    for number, action in enumerate(data["actions"], 1):
        out().print(f"{number:3}. {action}")
