"""A private Ray cluster. Anyone who can reach a cluster can run programs on it, so nobody else may reach this one."""

import os
import secrets

__all__ = ["keep_ray_private"]

TOKEN_BYTES = 32


def keep_ray_private() -> None:
    """Have a Ray cluster started by this process listen on this machine alone, and require a token.

    Call it before `import ray`: Ray reads these settings when it is imported.
    """
    os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"  # on those systems Ray never listens elsewhere
    os.environ["RAY_AUTH_MODE"] = "token"
    os.environ.setdefault("RAY_AUTH_TOKEN", secrets.token_hex(TOKEN_BYTES))
