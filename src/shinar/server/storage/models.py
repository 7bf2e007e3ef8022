"""What is stored: tables and their seats, the append-only log of each, chat, shared records, and who is where."""

from typing import Any

from sqlalchemy import JSON, BigInteger, Boolean, Float, ForeignKey, Index, Integer, String, Text, false
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

__all__ = ["ChatRow", "EntryRow", "Model", "RecordRow", "SeatRow", "ServerRow", "TableRow", "ViewerRow"]


class Model(DeclarativeBase):
    """The base of all."""


class TableRow(Model):
    """A table. What happened at it is in its entries."""

    __tablename__ = "tables"
    __table_args__ = (Index("tables_by_change", "changed_at"),)

    id: Mapped[str] = mapped_column(String(24), primary_key=True)
    game: Mapped[str] = mapped_column(String(40))
    rules_version: Mapped[int] = mapped_column(Integer)
    options: Mapped[dict[str, Any]] = mapped_column(JSON)
    seed: Mapped[int] = mapped_column(BigInteger)  # deals the match; never leaves the server
    spectator_hash: Mapped[str] = mapped_column(String(64))
    created_at: Mapped[float] = mapped_column(Float)  # all times are seconds since 1970
    changed_at: Mapped[float] = mapped_column(Float)
    length: Mapped[int] = mapped_column(Integer, default=0, server_default="0")  # entries of its log
    rematch: Mapped[str | None] = mapped_column(String(24), nullable=True)  # the table of the rematch
    away: Mapped[str] = mapped_column(String(8), default="bot", server_default="bot")  # wait, clock or bot
    away_seconds: Mapped[int] = mapped_column(
        Integer, default=0, server_default="0"
    )  # of the clock, or until a bot plays
    runner: Mapped[str] = mapped_column(String(32), default="")  # the process whose workers play the bots …
    runner_until: Mapped[float] = mapped_column(Float, default=0.0)  # … until then


class SeatRow(Model):
    """A seat and who is meant to sit there."""

    __tablename__ = "seats"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(8))  # person or bot
    level: Mapped[str | None] = mapped_column(String(40), nullable=True)  # of the bot
    nickname: Mapped[str] = mapped_column(String(32), default="")
    secret_hash: Mapped[str | None] = mapped_column(String(64), nullable=True)  # of a person's seat, once it is taken
    invitation_hash: Mapped[str | None] = mapped_column(String(64), nullable=True)  # is exchanged for a secret, once
    is_invitation_used: Mapped[bool] = mapped_column(Boolean, default=False, server_default=false())
    has_come: Mapped[bool] = mapped_column(Boolean, default=False)  # somebody has used the link
    is_here: Mapped[bool] = mapped_column(Boolean, default=False)  # connected when last seen
    seen_at: Mapped[float] = mapped_column(Float, default=0.0)
    taken_over: Mapped[bool] = mapped_column(Boolean, default=False)  # a bot plays for the person
    wants_rematch: Mapped[bool] = mapped_column(Boolean, default=False)


class EntryRow(Model):
    """One entry of a table's log. It is stored only if its number is the length of the log (see `TableRow`)."""

    __tablename__ = "entries"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(8))  # act, undo, withdraw (a sealed choice) or resign
    actor: Mapped[int] = mapped_column(Integer)  # a seat, or -1 for chance
    action: Mapped[int] = mapped_column(Integer)  # of undo and withdraw: the place in the match's log
    at: Mapped[float] = mapped_column(Float)
    stand_in: Mapped[str | None] = mapped_column(String(40), nullable=True)  # level of a bot that acted for a person


class ChatRow(Model):
    """One line of a table's chat."""

    __tablename__ = "chat"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    seat: Mapped[int] = mapped_column(Integer)
    text: Mapped[str] = mapped_column(Text)
    at: Mapped[float] = mapped_column(Float)


class RecordRow(Model):
    """A record that was uploaded or shared."""

    __tablename__ = "records"
    __table_args__ = (Index("records_by_age", "created_at"),)

    id: Mapped[str] = mapped_column(String(24), primary_key=True)
    game: Mapped[str] = mapped_column(String(40))
    text: Mapped[str] = mapped_column(Text)
    table_id: Mapped[str | None] = mapped_column(String(24), nullable=True, unique=True)  # where it was played
    resigned: Mapped[int | None] = mapped_column(Integer, nullable=True)
    created_at: Mapped[float] = mapped_column(Float)


class ServerRow(Model):
    """A server process that shares the database with others, as long as it gives signs of life."""

    __tablename__ = "servers"

    process: Mapped[str] = mapped_column(String(32), primary_key=True)
    seen_at: Mapped[float] = mapped_column(Float)


class ViewerRow(Model):
    """How many connections to one of these servers see the hand of a seat; if there are none, there is no row."""

    __tablename__ = "viewers"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    process: Mapped[str] = mapped_column(String(32), primary_key=True)
    count: Mapped[int] = mapped_column(Integer)
