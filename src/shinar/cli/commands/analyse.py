"""`shinar analyse`: where a match was won and lost, and how much of it was luck."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Column, Table

from shinar.cli.files import check_place, read_record, write_whole
from shinar.cli.options import ColorOption
from shinar.cli.terminal.chart import chance_chart
from shinar.cli.terminal.colours import coloured
from shinar.cli.terminal.console import compiling, out, progress_bar, use_color
from shinar.cli.terminal.names import shown_names
from shinar.cli.terminal.summary import percent, signed_percent, summary

if TYPE_CHECKING:
    from shinar.search.analysis import Analysis, Choice, Estimate

__all__ = ["analyse"]

ITERATIONS = 1000
RUNS = 4
WORST = 10  # choices that the table shows
WIDE = 110  # columns of a terminal in which all of the table fits


def analyse(
    file: Annotated[Path, typer.Argument(help="A record, as text or JSON.")],
    iterations: Annotated[int, typer.Option(min=1, help="How long to think about each position.")] = ITERATIONS,
    runs: Annotated[int, typer.Option(min=2, help="Searches of each position; their spread gives the error.")] = RUNS,
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a chart of chances and luck to this file.")
    ] = None,
    every: Annotated[bool, typer.Option("--every", help="Show every choice and event, not only the worst.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Write JSON, for programs.")] = False,
    color: ColorOption = None,
) -> None:
    """Look at every choice of a match, knowing only what the player knew then, and tell skill from luck."""
    from shinar.search import analysis as bots

    use_color(color)
    record = read_record(file)
    names = shown_names(record.names, record.make_game().num_seats)
    if svg is not None:
        check_place(svg)
    with progress_bar("actions") as bar, compiling(record.game, bar.console):
        ticks = bar.add_task("analysing", total=len(record.log))
        found = bots.analyse(record, iterations, runs, lambda done: bar.update(ticks, completed=done))
    if svg is not None:
        write_whole(svg, chance_chart(found, names))
    if as_json:
        out().print(json.dumps(analysis_data(found), indent=2))
        return
    for sentence in summary(record, found, names):
        out().print(coloured(sentence, found.game, names), soft_wrap=False)
    for table in (choice_table(found, names, every), luck_table(found, names, every), player_table(found, names)):
        out().line()
        out().print(table, soft_wrap=False)


def choice_table(analysis: "Analysis", names: Sequence[str], every: bool) -> Table:
    """The choices that lost most, or all of them in order; narrow terminals show no chances, only what was lost."""
    chances = ("before", "after") if out().width >= WIDE else ()
    table = plain_table("#", "turn", "player", "action", *chances, "lost", "better")
    shown = sorted(analysis.choices, key=lambda choice: -choice.lost.value)[:WORST]
    for choice in analysis.choices if every else shown:
        table.add_row(
            str(choice.number + 1),
            str(choice.turn),
            names[choice.seat],
            analysis.game.action_name(choice.action),
            *[percent(estimate) for estimate in (choice.before, choice.after) if chances],
            percent(choice.lost),
            analysis.game.action_name(choice.better[0].action) if choice.better else "",
        )
    return table


def luck_table(analysis: "Analysis", names: Sequence[str], every: bool) -> Table:
    """The events of chance that changed most, or all of them in order."""
    seats = range(analysis.game.num_seats)
    table = plain_table("#", "turn", "chance brought", *names)
    most = sorted(analysis.lucks, key=lambda luck: -max(abs(luck.gained(seat).value) for seat in seats))
    for luck in analysis.lucks if every else most[:WORST]:
        gains = [signed_percent(luck.gained(seat)) for seat in seats]
        table.add_row(str(luck.number + 1), str(luck.turn), event_words(analysis, luck.action, names), *gains)
    return table


def event_words(analysis: "Analysis", action: int, names: Sequence[str]) -> str:
    """What chance brought; a seat by its name."""
    words = analysis.game.action_name(action)
    seat = analysis.game.action(action).args.get("seat")
    return words if seat is None else words.replace(f"seat {seat}", names[int(seat)])


def player_table(analysis: "Analysis", names: Sequence[str]) -> Table:
    """The sums for each player."""
    table = plain_table("player", "skill lost", "luck")
    for seat, name in enumerate(names):
        table.add_row(name, percent(analysis.skill_lost(seat)), signed_percent(analysis.luck(seat)))
    return table


def plain_table(*titles: str) -> Table:
    """A table without lines, in which only actions are wrapped."""
    columns = [Column(title, no_wrap=title not in {"action", "better", "chance brought"}) for title in titles]
    return Table(*columns, box=None, padding=(0, 2, 0, 0), header_style="bold")


def analysis_data(analysis: "Analysis") -> dict[str, Any]:
    """An analysis as plain data."""
    name = analysis.game.action_name
    seats = range(analysis.game.num_seats)
    return {
        "game": analysis.game.name,
        "choices": [choice_data(analysis, choice) for choice in analysis.choices],
        "luck": [
            {
                "number": luck.number,
                "turn": luck.turn,
                "action": name(luck.action),
                "gained": [estimate_data(luck.gained(seat)) for seat in seats],
            }
            for luck in analysis.lucks
        ],
        "seats": [
            {"skill_lost": estimate_data(analysis.skill_lost(seat)), "luck": estimate_data(analysis.luck(seat))}
            for seat in seats
        ],
    }


def choice_data(analysis: "Analysis", choice: "Choice") -> dict[str, Any]:
    """A choice as plain data."""
    name = analysis.game.action_name
    return {
        "number": choice.number,
        "turn": choice.turn,
        "seat": choice.seat,
        "action": name(choice.action),
        "before": estimate_data(choice.before),
        "after": estimate_data(choice.after),
        "lost": estimate_data(choice.lost),
        "better": [
            {"action": name(one.action), "gain": estimate_data(one.chance - choice.after)} for one in choice.better
        ],
    }


def estimate_data(estimate: "Estimate") -> dict[str, float]:
    """An estimate as plain data."""
    return {"value": round(estimate.value, 4), "error": round(estimate.error, 4)}
