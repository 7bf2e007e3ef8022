"""What the environments need besides the project's own dependencies, and the error when it is missing."""

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

__all__ = ["MissingExtraError", "is_installed", "needed"]

EXTRA = "pip install 'shinar[research]'"


class MissingExtraError(ImportError):
    """A package of the extra `research` is not installed."""


def is_installed(package: str) -> bool:
    """Whether a package is there; it is not imported."""
    return find_spec(package) is not None


def needed(module: str) -> ModuleType:
    """A module of another package; MissingExtraError says what to install if it is not there."""
    try:
        return import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        raise MissingExtraError(f"this needs {package}, which is not installed: {EXTRA}") from error
