"""What a command tells the shell when it ends; 0 if all is well."""

__all__ = ["FOUND_A_FAULT", "INTERRUPTED", "MISUSED", "PIPE_CLOSED"]

FOUND_A_FAULT = 1  # a law is broken, an audit failed
MISUSED = 2  # a name, option, file, seat, action or number that does not exist
INTERRUPTED = 130  # Ctrl-C, by the convention of shells
PIPE_CLOSED = 141  # the reader of our output has gone, by the same convention
