"""Secrets of seats and spectators: made at random, kept as hashes, compared in constant time, never logged."""

import hashlib
import hmac
import secrets

__all__ = ["hash_secret", "new_address", "new_secret", "verify_secret"]

SECRET_BYTES = 24  # 192 bits
ADDRESS_BYTES = 9  # of tables and records: not secret, but not to be guessed either


def new_secret() -> str:
    """A secret nobody can guess."""
    return secrets.token_urlsafe(SECRET_BYTES)


def new_address() -> str:
    """A short name for a table or a record, made of letters, digits, `-` and `_`."""
    return secrets.token_urlsafe(ADDRESS_BYTES)


def hash_secret(secret: str) -> str:
    """What is stored. A plain hash is enough: a random secret of 192 bits cannot be found by trying."""
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()


def verify_secret(secret: str, stored: str) -> bool:
    """Whether a secret is the one whose hash was stored."""
    return hmac.compare_digest(hash_secret(secret), stored)
