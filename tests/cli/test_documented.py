"""docs/commands.md describes every command and every option, and nothing that does not exist."""

import re
from pathlib import Path

import pytest

from shinar.cli.app import COMMANDS, command_of
from shinar.cli.terminal.orders import HELP, ORDERS

PAGE = (Path(__file__).parents[2] / "docs" / "commands.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^## `shinar (\S+)`\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL))


def option_names(command: str) -> set[str]:
    """The options of a command, but --help."""
    names = [name for parameter in command_of(command).params for name in (*parameter.opts, *parameter.secondary_opts)]
    return {name for name in names if name.startswith("--")} - {"--help"}


def test_every_command_has_its_section_in_order() -> None:
    assert list(SECTIONS) == [*COMMANDS, "--version"]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_of_a_command_is_described(command: str) -> None:
    described = set(re.findall(r"`(--[a-z-]+)`", SECTIONS[command]))
    assert described == option_names(command)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_an_example(command: str) -> None:
    assert re.search(rf"^\$ shinar {command}\b", SECTIONS[command], re.MULTILINE)


def test_every_order_of_a_match_is_described_in_help_and_on_the_page() -> None:
    assert [order for order in ORDERS if f"`{order}" not in SECTIONS["play"]] == []
    spoken = [order for order in ORDERS if order not in {"?", "exit", "save!"}]
    assert [order for order in spoken if not re.search(rf"^  {order}\b", HELP, re.MULTILINE)] == []
