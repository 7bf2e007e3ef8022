"""Mistakes that a caller can make. Everything else is our mistake and fails as an assertion."""

__all__ = ["IllegalActionError", "NotationError", "OptionError", "ShinarError"]


class ShinarError(Exception):
    """A mistake in what was asked for, explained in one sentence."""


class OptionError(ShinarError, ValueError):
    """There is no such game, option, value or seat."""


class NotationError(ShinarError, ValueError):
    """A text that cannot be read: an action, a position, a record."""


class IllegalActionError(ShinarError, ValueError):
    """An action the rules do not allow now; the sentence says why and cites the clause."""
