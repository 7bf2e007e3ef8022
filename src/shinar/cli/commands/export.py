"""`shinar export`: records as a table for data frames."""

from pathlib import Path
from typing import Annotated

import typer

from shinar.cli.files import check_place, read_record
from shinar.cli.terminal.console import out
from shinar.core.errors import OptionError
from shinar.core.record import Record

__all__ = ["export"]

ENDING = ".parquet"
RECORD_ENDINGS = {".txt", ".json"}


def export(
    records: Annotated[list[Path], typer.Argument(help="Records, as text or JSON, or folders of them.")],
    to: Annotated[Path, typer.Option(metavar="FILE", help="The Parquet file to write.")],
) -> None:
    """Write records as a table, a row for each action."""
    from shinar.envs.extra import MissingExtraError, needed
    from shinar.envs.frames import actions_table

    if to.suffix.lower() != ENDING:
        raise OptionError(f"--to {to}: the name must end in {ENDING}")
    try:
        parquet = needed("pyarrow.parquet")
    except MissingExtraError as error:
        raise OptionError(str(error)) from None
    check_place(to)
    table = actions_table(read_all(records))
    parquet.write_table(table, to)
    out().print(f"{table.num_rows} actions of {len(set(table['match'].to_pylist()))} matches are in {to}.")


def read_all(places: list[Path]) -> dict[str, Record]:
    """The records in files, and in files of folders, by their paths; OptionError if a folder has none."""
    return {str(file): read_record(file) for place in places for file in files_of(place)}


def files_of(place: Path) -> list[Path]:
    """A file as it is; of a folder the records in it, by name."""
    if not place.is_dir():
        return [place]
    found = sorted(file for file in place.iterdir() if file.suffix.lower() in RECORD_ENDINGS)
    if not found:
        raise OptionError(f"{place}: there is no record in this folder; their names end in .txt or .json")
    return found
