"""Making tables: checks what was asked for, deals the opening, makes the secrets."""

import time
from dataclasses import dataclass
from typing import Any

from shinar.core.errors import OptionError
from shinar.core.game import Game
from shinar.core.match import Match
from shinar.core.options import options_from_json, options_to_json
from shinar.core.registry import game_class, make
from shinar.core.rng import fresh_seed
from shinar.server.bots.levels import default_level, levels
from shinar.server.storage.database import Event
from shinar.server.storage.models import SeatRow, TableRow
from shinar.server.tables.table import RefusedError, Table
from shinar.server.transport.messages import (
    Away,
    ChoiceInfo,
    GameInfo,
    Invitation,
    NewTable,
    OptionInfo,
    PlayNow,
    SeatChoice,
    SeatKey,
    TableCreated,
)
from shinar.server.transport.secret import hash_secret, new_address, new_secret

__all__ = ["TableDraft", "game_info", "known_game", "make_table", "play_now", "rematch"]

SEATS_OPTION = "players"  # the name that games give to the option for the number of seats


@dataclass(frozen=True)
class TableDraft:
    """A table that is not stored yet."""

    table: TableRow
    seats: list[SeatRow]
    events: list[Event]  # what chance dealt before the first seat is asked


def known_game(name: str) -> type[Game[Any]]:
    """The class of a game; refused if there is none of that name."""
    try:
        return game_class(name)
    except OptionError as error:
        raise RefusedError("not-found", str(error)) from None


def game_info(name: str) -> GameInfo:
    """What the lobby shows of a game."""
    cls = known_game(name)
    options = [
        OptionInfo(
            name=option.name,
            help=option.help,
            choices=[
                ChoiceInfo(
                    value=choice,
                    meaning=option.meanings[place] if option.meanings else "",
                    needs=option.needs_of(choice),
                )
                for place, choice in enumerate(option.choices)
            ],
            default=list(option.default) if isinstance(option.default, tuple) else option.default,
            many=option.many,
            per_seat=option.per_seat,
            advanced=option.advanced,
            title=option.title,
            none_is_all=option.none_is_all,
        )
        for option in cls.option_list
    ]
    return GameInfo(
        name=name,
        title=cls.title,
        summary=cls.summary,
        rules_version=cls.rules_version,
        options=options,
        num_seats=make(name).num_seats,
        seats_option=SEATS_OPTION if any(option.name == SEATS_OPTION for option in options) else None,
        levels=levels(name),
        default_level=default_level(name),
    )


def play_now(body: PlayNow) -> tuple[TableDraft, TableCreated]:
    """A table where one person plays against bots."""
    game = _game(body.game, body.options)
    bots = [SeatChoice(kind="bot", level=body.level)] * (game.num_seats - 1)
    seats = [SeatChoice(kind="person"), *bots]
    return make_table(NewTable(game=body.game, options=body.options, seats=seats, my_seat=0, nickname=body.nickname))


def make_table(body: NewTable) -> tuple[TableDraft, TableCreated]:
    """A table with a choice for every seat, and its keys."""
    game = _game(body.game, body.options)
    _check_seats(game, body)
    secrets = [new_secret() if choice.kind == "person" else None for choice in body.seats]
    spectator = new_secret()
    made = _made(game, hash_secret(spectator), body.away)
    for number, (choice, secret) in enumerate(zip(body.seats, secrets, strict=True)):
        made.seats.append(_seat_row(made.table, number, choice, secret, is_mine=number == body.my_seat))
    if body.my_seat is not None:
        made.seats[body.my_seat].nickname = body.nickname
    told = [(number, secret) for number, secret in enumerate(secrets) if secret is not None]
    return made, TableCreated(
        table=made.table.id,
        my_seat=body.my_seat,
        keys=[SeatKey(seat=number, secret=secret) for number, secret in told if number == body.my_seat],
        invitations=[Invitation(seat=number, invitation=code) for number, code in told if number != body.my_seat],
        spectator=spectator,
    )


def rematch(old: Table) -> TableDraft:
    """The same people and bots, each one seat further on; secrets are kept, so that no new links need to be sent."""
    made = _made(old.game, old.row.spectator_hash, old.away)
    count = len(old.seats)
    for number in range(count):
        row = old.seats[(number + 1) % count]
        made.seats.append(
            SeatRow(
                table_id=made.table.id,
                seat=number,
                kind=row.kind,
                level=row.level if row.kind == "bot" else None,
                nickname=row.nickname,
                secret_hash=row.secret_hash,
                invitation_hash=row.invitation_hash,
                is_invitation_used=row.is_invitation_used,
                **_nobody_here(has_come=row.has_come),
            )
        )
    return made


def _game(name: str, options: Any) -> Game[Any]:
    try:
        return make(name, **options_from_json(options))
    except OptionError as error:
        raise RefusedError("bad-options", str(error)) from None


def _check_seats(game: Game[Any], body: NewTable) -> None:
    if len(body.seats) != game.num_seats:
        reason = f"{game.title} with these options has {game.num_seats} seats, not {len(body.seats)}"
        raise RefusedError("bad-options", reason)
    known = {level.name for level in levels(game.name)}
    for choice in body.seats:
        if choice.level is not None and choice.level not in known:
            raise RefusedError("bad-options", f"{game.title} has no level {choice.level!r}")
    if body.my_seat is not None and (body.my_seat >= len(body.seats) or body.seats[body.my_seat].kind != "person"):
        raise RefusedError("bad-options", "my_seat must be a seat of a person")


def _made(game: Game[Any], spectator_hash: str, away: Away) -> TableDraft:
    now = time.time()
    seed = fresh_seed()
    table = TableRow(
        id=new_address(),
        game=game.name,
        rules_version=game.rules_version,
        options=options_to_json(game.options),
        seed=seed,
        spectator_hash=spectator_hash,
        created_at=now,
        changed_at=now,
        rematch=None,
        away=away.kind,
        away_seconds=away.seconds,
        runner="",
        runner_until=0.0,
    )
    dealt = [Event("act", entry.actor, entry.action) for entry in Match(game, seed).log]
    return TableDraft(table, [], dealt)


def _seat_row(table: TableRow, number: int, choice: SeatChoice, secret: str | None, *, is_mine: bool) -> SeatRow:
    """A seat whose secret is given out at once, or by an invitation."""
    hashed = None if secret is None else hash_secret(secret)
    level = (choice.level or default_level(table.game)) if choice.kind == "bot" else None
    return SeatRow(
        table_id=table.id,
        seat=number,
        kind=choice.kind,
        level=level,
        nickname="",
        secret_hash=hashed if is_mine else None,
        invitation_hash=None if is_mine else hashed,
        is_invitation_used=False,
        **_nobody_here(has_come=False),
    )


def _nobody_here(*, has_come: bool) -> dict[str, Any]:
    return {"has_come": has_come, "is_here": False, "seen_at": 0.0, "taken_over": False, "wants_rematch": False}
