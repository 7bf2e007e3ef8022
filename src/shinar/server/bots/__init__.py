"""The server's bots: playing their seats, and the processes in which they think."""
