"""A live table: the match, who sits where, and what each of them is told. Knows no network and no database.

The log that is stored has entries of four kinds: an action, the taking back of one (which others see, or of a sealed
choice, which they do not), a resignation. Replaying it gives the table again, here and in any other process.

A table is changed on a copy, which takes its place when the change is stored (see `manager`): each method that changes
it gives what is to be stored.
"""

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

from pydantic_core import to_json

from shinar.core.action import Action
from shinar.core.errors import IllegalActionError, NotationError
from shinar.core.game import CHANCE, Game
from shinar.core.match import Entry, Match, Step
from shinar.core.options import OptionValue, options_from_json
from shinar.core.registry import make
from shinar.core.story import default_names, listed
from shinar.core.viewer import SPECTATOR, Viewer, viewer_of
from shinar.server.bots.levels import level_title
from shinar.server.storage.database import Addition, Change, Event, NewLine, SeatChange, Stored
from shinar.server.storage.models import ChatRow, EntryRow, SeatRow, TableRow
from shinar.server.tables.cached_view import CachedView, action_info, action_json
from shinar.server.tables.order import length_for, place_for, round_start
from shinar.server.tables.story import LineData, Story, log_lines
from shinar.server.transport.messages import (
    ActionForm,
    ActionInfo,
    Away,
    ChatLine,
    Code,
    LogLine,
    OutcomeInfo,
    Position,
    TableInfo,
    TableSummary,
    Update,
)
from shinar.server.transport.secret import hash_secret, verify_secret

__all__ = ["HERE_SECONDS", "PositionHistory", "RefusedError", "Table", "chat_line", "outcome_info", "shared_game"]

Options = tuple[tuple[str, OptionValue], ...]  # of a game, in order
SeatsTold = tuple[list[SeatRow], list[bool], dict[int, float], list[dict[str, Any]]]  # what was found for which seats
AWAY_SECONDS = 120.0  # somebody whose page is open but was not looked at for so long is away
TAKEN_BACK = {"undo", "withdraw"}  # kinds of entries: everybody saw what was taken back, or it was sealed
HERE_SECONDS = 30.0  # a seat that no process has seen for so long is not connected


class RefusedError(Exception):
    """A request that is not carried out, with its code and a sentence for the person who asked."""

    def __init__(self, code: Code, reason: str, clause: str | None = None) -> None:
        super().__init__(reason)
        self.code: Code = code
        self.reason = reason
        self.clause = clause

    def __reduce__(self) -> "tuple[type[RefusedError], tuple[Code, str, str | None]]":
        """So that it comes back whole from another process."""
        return RefusedError, (self.code, self.reason, self.clause)


@dataclass
class Presence:
    """Who is connected to this process."""

    seats: list[int]  # connections per seat
    looked: list[float]  # per seat: seconds since 1970, when somebody last had the page before them
    spectators: int = 0


class Table:
    """One table as this process knows it."""

    def __init__(self, stored: Stored) -> None:
        self.row: TableRow = stored.table
        self.seats: list[SeatRow] = stored.seats
        self.chat: list[ChatRow] = list(stored.chat)
        self.game = shared_game(stored.table.game, _frozen(stored.table.options))
        self._action_json = action_json(self.game)  # writes one of its actions
        self.is_practice = sum(seat.kind == "person" for seat in self.seats) == 1  # one person plays against bots
        self.presence = Presence([0] * len(stored.seats), [0.0] * len(stored.seats))
        self.viewers_elsewhere = stored.viewers  # connections to other processes, by seat
        self.notice: str | None = None
        self._seen: dict[Viewer, CachedView] = {}  # what those who looked have seen, until it changes
        self._seats_told: SeatsTold | None = None
        self._fixed: tuple[TableRow, dict[str, Any]] | None = None  # what is told of which row
        self._replay(stored.entries)

    def copy(self) -> "Table":
        """A table to be changed, stored, and put in the place of this one. Who is connected is known to both."""
        new = object.__new__(Table)
        new.__dict__.update(self.__dict__)
        new.match, new._seen, new.stand_ins = self.match.copy(), dict(self._seen), self.stand_ins.copy()
        new.story = self.story.copy(new.match)
        return new

    def _replay(self, entries: Sequence[EntryRow]) -> None:
        log: list[Entry] = []
        self.stand_ins: list[str | None] = []  # for each entry of the match's log: the level of the bot that stood in
        self.resigned: int | None = None
        for entry in entries:
            if entry.kind == "act":
                log.append(Entry(entry.actor, entry.action))
                self.stand_ins.append(entry.stand_in)
            elif entry.kind in TAKEN_BACK:
                del log[entry.action]
                del self.stand_ins[entry.action]
            else:
                self.resigned = entry.actor
        self.version = len(entries)
        self.taken_back = sum(entry.kind in TAKEN_BACK for entry in entries)
        self.match: Match[Any] = Match(self.game, self.row.seed, log=log)
        self.story = Story(self.match)
        self._sealed_by = self._count_sealed(entries)
        self.moved_at = self._last_move(entries)

    def _count_sealed(self, entries: Sequence[EntryRow]) -> tuple[int, ...]:
        """How many entries of each seat no other seat has noticed: what was taken back counts with its taking back."""
        counts = [0] * self.game.num_seats
        for number, taken in enumerate(self.match.log):
            counts[taken.actor] += self.match.was_sealed(number)
        for entry in entries:
            counts[entry.actor] += 2 * (entry.kind == "withdraw")
        return tuple(counts)

    def _last_move(self, entries: Sequence[EntryRow]) -> float:
        """When something happened that everybody saw: what was sealed since is left out."""
        last, sealed = len(entries), self.match.length - round_start(self.match, self.match.length)
        while last > 0 and (entries[last - 1].kind == "withdraw" or (entries[last - 1].kind == "act" and sealed > 0)):
            sealed += 1 if entries[last - 1].kind == "withdraw" else -1
            last -= 1
        return entries[last - 1].at if last > 0 else self.row.created_at

    # -- looking --

    @property
    def id(self) -> str:
        """Its address."""
        return self.row.id

    @property
    def is_over(self) -> bool:
        """Whether the match has ended, by the rules or by a resignation."""
        return not self.actors

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats asked now."""
        return () if self.resigned is not None else self.match.actors  # nobody, too, if it is over by the rules

    @property
    def bot_seats(self) -> list[int]:
        """The seats asked now for which a bot plays."""
        return [seat for seat in self.actors if self.seats[seat].kind == "bot" or self.seats[seat].taken_over]

    @property
    def away(self) -> Away:
        """What happens when somebody is away."""
        kind = self.row.away
        assert kind in {"wait", "clock", "bot"}
        return Away.model_construct(kind=kind, seconds=self.row.away_seconds)

    @property
    def deadline(self) -> float | None:
        """When a bot plays for a person who is asked now, as far as that is known."""
        away: dict[str, Any] = self._fixed_info()["away"]
        kind, seconds = str(away["kind"]), float(away["seconds"])
        if self.is_practice or kind == "wait" or not seconds:
            return None
        asked = [self.seats[seat] for seat in self.actors if self.seats[seat].kind == "person"]
        if asked and kind == "clock":
            return self.moved_at + seconds
        gone = [row.seen_at for row in asked if row.has_come and not self.is_connected(row.seat)]
        return min(gone) + seconds if gone else None

    @property
    def names(self) -> tuple[str, ...]:
        """What records call the players."""
        return tuple(seat.nickname or self._unnamed(seat) for seat in self.seats)

    def _unnamed(self, row: SeatRow) -> str:
        return f"bot {level_title(self.game.name, row.level or '')}" if row.kind == "bot" else default_names()[row.seat]

    def viewer_of(self, secret: str) -> Viewer:
        """The seat of a secret, or SPECTATOR; refused if it is neither. Every hash is compared, whichever matches."""
        found = [
            viewer_of(seat.seat)
            for seat in self.seats
            if seat.secret_hash is not None and verify_secret(secret, seat.secret_hash)
        ]
        if verify_secret(secret, self.row.spectator_hash):
            found.append(SPECTATOR)
        if not found and self._invited(secret):
            raise RefusedError("not-joined", "this is an invitation: exchange it for a secret first")
        if not found:
            raise RefusedError("wrong-secret", "this link does not belong to this table")
        return found[0]

    def _invited(self, invitation: str) -> list[SeatRow]:
        """The seats whose invitation this is. Every hash is compared, whichever matches."""
        seats = [row for row in self.seats if row.invitation_hash is not None]
        return [row for row in seats if verify_secret(invitation, row.invitation_hash or "")]

    def viewer_of_link(self, secret: str) -> Viewer:
        """As `viewer_of`; whoever holds no more than an invitation sees what spectators see."""
        return SPECTATOR if self._invited(secret) else self.viewer_of(secret)

    def is_connected(self, seat: int) -> bool:
        """Whether a person is at the seat now, in this process or another."""
        row = self.seats[seat]
        return self.presence.seats[seat] > 0 or (row.is_here and row.seen_at > time.time() - HERE_SECONDS)

    def viewers(self, viewer: Viewer) -> int:
        """How many connections, to this process or another, see the hand of a seat; 0 for a spectator."""
        seat = viewer.seat
        return 0 if seat is None else self.presence.seats[seat] + self.viewers_elsewhere.get(seat, 0)

    def version_for(self, viewer: Viewer) -> int:
        """How many entries a viewer has noticed. Sealed choices of others never count: their number would tell."""
        own = 0 if viewer.seat is None else self._sealed_by[viewer.seat]
        return self.version - sum(self._sealed_by) + own

    def has_changed_for(self, viewer: Viewer, before: "Table") -> bool:
        """Whether a viewer notices a difference to the table as it was before."""
        if self.version_for(viewer) != before.version_for(viewer) or self.actors != before.actors:
            return True
        return self._info(viewer) != before._info(viewer)

    @property
    def away_seats(self) -> list[int]:
        """The persons who are connected to this process, but have not looked for a while."""
        earliest = time.time() - AWAY_SECONDS
        here = enumerate(zip(self.presence.seats, self.presence.looked, strict=True))
        return [seat for seat, (connections, looked) in here if connections and looked < earliest]

    def outcome(self) -> OutcomeInfo | None:
        """How it ended, once it has."""
        return outcome_info(self.match, self.resigned)

    # -- telling --

    def info(self, viewer: Viewer) -> TableInfo:
        """The table as somebody sees it."""
        return TableInfo(**self._info(viewer))

    def _info(self, viewer: Viewer) -> dict[str, Any]:
        """The fields of a `TableInfo`. They go over the wire as they are: everybody is sent them after every action."""
        fixed = self._fixed_info()
        return {
            "id": fixed["id"],
            "game": self.game.name,
            "title": self.game.title,
            "options": fixed["options"],
            "seats": self._seat_infos(),
            "my_seat": viewer.seat,
            "spectators": self.presence.spectators,
            "viewers": self.viewers(viewer),
            "is_practice": self.is_practice,
            "created_at": fixed["created_at"],
            "changed_at": self.moved_at,
            "away": fixed["away"],
            "deadline": self.deadline,
            "rematch_wanted": [seat.seat for seat in self.seats if seat.wants_rematch] if self.is_over else [],
            "rematch": self.row.rematch,
        }

    def _fixed_info(self) -> dict[str, Any]:
        """Those of them that stay as they are stored, read once: reading a field of a row takes long."""
        row = self.row
        if self._fixed is None or self._fixed[0] is not row:
            away = {"kind": row.away, "seconds": row.away_seconds}
            self._fixed = row, {"id": row.id, "options": row.options, "created_at": row.created_at, "away": away}
        return self._fixed[1]

    def _seat_infos(self) -> list[dict[str, Any]]:
        """The fields of each `SeatInfo`; rebuilt only if somebody has come, gone, or looked away."""
        here = [self.is_connected(seat) for seat in range(len(self.seats))]
        away = {seat: self.presence.looked[seat] for seat in self.away_seats}
        if self._seats_told is None or self._seats_told[:3] != (self.seats, here, away):
            found = [_seat_info(row, here[row.seat], away.get(row.seat)) for row in self.seats]
            self._seats_told = self.seats, here, away, found
        return self._seats_told[3]

    def update(self, viewer: Viewer, known: int = 0, *, drawn: bool = False) -> Update:
        """How the table stands for a viewer who has the lines of the log before `known`."""
        return Update.model_validate_json(self.update_json(viewer, known, drawn=drawn), strict=True)

    def update_json(self, viewer: Viewer, known: int = 0, *, drawn: bool = False) -> str:
        """The same as it goes over the wire. Its largest parts are JSON already, and are put in their places."""
        seen, length = self.seen(viewer), length_for(self.match, viewer)
        first = min(known, length)
        before = {"type": "update", "version": self.version_for(viewer), "table": self._info(viewer)}
        after = {
            "can_undo": viewer.seat is not None and not self.is_over and self.match.can_undo(viewer.seat),
            "length": length,
            "log_from": first,
            "log": self._lines(viewer, first),
            "outcome": self.outcome(),
            "notice": self.notice,
            "drawing": seen.drawing if drawn else None,
        }
        actors = ",".join(map(str, self.actors))
        parts = f'"view":{seen.view_json},"actors":[{actors}],"actions":{seen.actions_json}'
        return f"{to_json(before).decode()[:-1]},{parts},{to_json(after).decode()[1:]}"

    def _lines(self, viewer: Viewer, first: int) -> list[LineData]:
        """Lines of the viewer's log, which say so where a bot acted for a person."""
        lines = self.story.lines(viewer, first)
        if not any(self.stand_ins):
            return lines
        levels = {
            place_for(self.match, viewer, number): level_title(self.game.name, level)
            for number, level in enumerate(self.stand_ins)
            if level is not None
        }
        return [{**line, "stand_in": levels.get(line["number"])} for line in lines]

    def seen(self, viewer: Viewer) -> CachedView:
        """What a viewer sees now."""
        if viewer not in self._seen:
            is_asked = viewer.seat in self.actors
            self._seen[viewer] = CachedView(self.match.observe(viewer), self._action_json, is_asked=is_asked)
        return self._seen[viewer]

    def action_info(self, action: int) -> ActionInfo:
        """An action with its words."""
        return action_info(self.game, action)

    def chat_lines(self, last: int) -> list[ChatLine]:
        """The last lines of the chat."""
        return [chat_line(row) for row in self.chat[-last:]]

    def summary(self, viewer: Viewer) -> TableSummary:
        """How it stands, for a list."""
        return TableSummary(
            table=self.info(viewer),
            version=self.version_for(viewer),
            actors=list(self.actors),
            my_turn=viewer.seat in self.actors,
            changed_at=self.moved_at,
            outcome=self.outcome(),
        )

    def explain(self, seat: int, action: int | str | ActionForm) -> tuple[int, str | None, str | None]:
        """The id of an action, and why a seat may not take it; found from what the seat knows."""
        number = self.action_id(action)
        if self.resigned is not None:
            return number, "the match is over", None
        refusal = self.game.explain(self.seen(viewer_of(seat)).observation.state, seat, number)
        if refusal is None:
            return number, None, None
        return number, refusal.reason, refusal.clause

    def preview(self, seat: int, action: int | str | ActionForm) -> tuple[int, dict[str, Any]]:
        """The id of a legal action, and what it would bring; found from what the seat knows."""
        number, reason, clause = self.explain(seat, action)
        if reason is not None:
            raise RefusedError("illegal", reason, clause)
        return number, self.game.preview(self.seen(viewer_of(seat)).observation, number)

    def action_id(self, action: int | str | ActionForm) -> int:
        """The id of an action given by id, name or form; refused if there is none."""
        try:
            if isinstance(action, ActionForm):
                return self.game.action_id(Action(action.verb, action.args))
            return self.game.parse_action(action) if isinstance(action, str) else action
        except NotationError as error:
            raise RefusedError("illegal", str(error)) from None

    # -- changing a copy: each gives what is to be stored --

    def act(
        self, seat: int, action: int | str | ActionForm, version: int, *, stand_in: str | None = None
    ) -> list[Change]:
        """A seat takes an action, or a bot for it; what chance brings then is part of it."""
        self._check_version(seat, version)
        self._check_asked(seat)
        number = self.action_id(action)
        if number not in self.seen(viewer_of(seat)).actions:
            _, reason, clause = self.explain(seat, number)
            assert reason is not None, "rules and explanation disagree"
            raise RefusedError("illegal", reason, clause)
        before = self.match.length
        self._play(seat, number, stand_in)
        added = zip(self.match.log[before:], self.stand_ins[before:], strict=True)
        return self._appended([Event("act", entry.actor, entry.action, level) for entry, level in added])

    def _play(self, seat: int, action: int, stand_in: str | None) -> None:
        before = self.match.length
        self.match.play_legal(seat, action)
        entries = self.match.length - before
        self.stand_ins += [stand_in, *[None] * (entries - 1)]
        self.story.follow()
        self._note_change(seat, entries, is_sealed=entries == 1 and self.match.was_sealed(before))

    def undo(self, seat: int, version: int) -> list[Change]:
        """A seat takes back its last action."""
        self._check_version(seat, version)
        self._check_seat(seat)
        return self._appended([self._take_back_action(seat)])

    def _take_back_action(self, seat: int) -> Event:
        """Take back the last action of a seat; the entry that says so, with its place in the log."""
        before = self.match.copy()
        try:
            self.match.undo(seat)
        except IllegalActionError as error:
            raise RefusedError("illegal", str(error)) from None
        after = self.match.log
        place = next((i for i, entry in enumerate(after) if entry != before.log[i]), len(after))
        del self.stand_ins[place]
        self.story = Story(self.match)
        self.taken_back += 1
        is_sealed = before.was_sealed(place)
        self._note_change(seat, 1, is_sealed=is_sealed)
        return Event("withdraw" if is_sealed else "undo", seat, place)

    def resign(self, seat: int) -> list[Change]:
        """A seat gives the match up; only with two seats does that end it."""
        self._check_seat(seat)
        self.resigned = seat
        self._note_change(seat, 1, is_sealed=False)
        return self._appended([Event("resign", seat, 0)])

    def _note_change(self, seat: int, entries: int, *, is_sealed: bool) -> None:
        """The log has grown: for everybody who noticed, what was chosen on older versions is stale."""
        self.version += entries
        self._seen = {viewer: seen for viewer, seen in self._seen.items() if is_sealed and viewer.seat != seat}
        if is_sealed:
            self._sealed_by = tuple(count + (other == seat) for other, count in enumerate(self._sealed_by))

    def _appended(self, events: list[Event]) -> list[Change]:
        return [Addition(self.id, self.version - len(events), events)]

    def change_seat(self, seat: int, expected: Mapping[str, Any] | None = None, /, **values: Any) -> list[Change]:
        """Give fields of a seat new values."""
        row = self.seats[seat]
        old = {column.key: getattr(row, column.key) for column in SeatRow.__table__.columns}
        self.seats = [SeatRow(**old | values) if other is row else other for other in self.seats]
        return [SeatChange(self.id, seat, values, expected or {})]

    def join(self, invitation: str, secret: str) -> tuple[int, list[Change]]:
        """Exchange an invitation for a secret; the seat. The same exchange a second time changes nothing."""
        invited = self._invited(invitation)
        if not invited:
            raise RefusedError("wrong-secret", "this link does not belong to this table")
        row = invited[0]
        if row.is_invitation_used:
            if row.secret_hash is not None and verify_secret(secret, row.secret_hash):
                return row.seat, []
            raise RefusedError("taken", "this invitation has already been used: somebody sits there")
        values = {"secret_hash": hash_secret(secret), "is_invitation_used": True}
        expected = {"invitation_hash": row.invitation_hash, "is_invitation_used": False}
        return row.seat, self.change_seat(row.seat, expected, **values)

    def invite(self, seat: int, invitation: str) -> list[Change]:
        """Make a new invitation to a seat: whoever uses it gets the seat, and its secret ends."""
        return self.change_seat(seat, invitation_hash=hash_secret(invitation), is_invitation_used=False)

    def take_back(self, seat: int) -> list[Change]:
        """A person is at the seat, and plays it from now on."""
        row = self.seats[seat]
        if row.has_come and row.is_here and not row.taken_over:
            return []
        return self.change_seat(seat, has_come=True, is_here=True, seen_at=time.time(), taken_over=False)

    def say(self, seat: int, words: str) -> list[Change]:
        """A seat says something."""
        line = NewLine(self.id, len(self.chat), seat, words, time.time())
        self.chat = [*self.chat, ChatRow(**asdict(line))]
        return [line]

    def _check_version(self, seat: int, version: int) -> None:
        """Refuse what was chosen before something happened that the seat could see."""
        present = self.version_for(viewer_of(seat))
        if version != present:
            raise RefusedError("stale", f"the table is at version {present}, your message answers {version}")

    def _check_seat(self, seat: int) -> None:
        if self.is_over:
            raise RefusedError("over", "the match is over")

    def _check_asked(self, seat: int) -> None:
        self._check_seat(seat)
        if seat not in self.actors:
            asked = listed([f"{{{actor}}}" for actor in self.actors])
            raise RefusedError("not-your-turn", f"{asked} must choose now", self.game.not_asked_clause)

    # -- catching up with the database, on a copy --

    def note_stored(self, before: "Table", at: float) -> None:
        """What happened since `before` was stored at that time."""
        if self.version_for(SPECTATOR) != before.version_for(SPECTATOR):
            self.moved_at = at

    def refresh(self, stored: Stored) -> None:
        """Take over what other processes have stored."""
        self.row, self.seats, self.viewers_elsewhere = stored.table, stored.seats, stored.viewers
        self.chat = [*self.chat, *(line for line in stored.chat if line.number >= len(self.chat))]
        for entry in stored.entries:
            if entry.number >= self.version:  # chance's were dealt along with the action before
                self._follow(entry)
        if self.version != stored.table.length:
            raise ValueError("the table in memory is not the one that is stored")

    def _follow(self, entry: EntryRow) -> None:
        """Carry out one entry of another process."""
        seen = self.version_for(SPECTATOR)
        if entry.kind == "resign":
            self.resign(entry.actor)
        elif entry.kind in TAKEN_BACK:
            self._take_back_action(entry.actor)
        else:
            self._play(entry.actor, entry.action, entry.stand_in)
        if self.version_for(SPECTATOR) != seen:
            self.moved_at = entry.at


@dataclass(frozen=True)
class PositionHistory:
    """A start, and what followed."""

    game: Game[Any]
    start: Any
    steps: Iterable[Step[Any]]
    is_drawn: bool = False  # whether positions carry a text too

    def positions(self, viewer: Viewer, numbers: range) -> list[Position]:
        """Some positions as a viewer saw them then."""
        found = [self._position(0, self.start, [], viewer)] if 0 in numbers else []
        for step in self.steps:
            number = step.number + 1
            if number >= numbers.stop:
                break
            if number >= numbers.start:
                found.append(self._position(number, step.after, log_lines(self.game, step, viewer), viewer))
        return found

    def _position(self, number: int, state: Any, lines: list[LogLine], viewer: Viewer) -> Position:
        seen = self.game.observe(state, viewer)
        drawing = str(seen) if self.is_drawn else None
        return Position(number=number, lines=lines, actors=self._seats(state), view=seen.view(), drawing=drawing)

    def _seats(self, state: Any) -> list[int]:
        return [actor for actor in self.game.actors(state) if actor != CHANCE]


def outcome_info(match: Match[Any], resigned: int | None) -> OutcomeInfo | None:
    """How a match ended, by the rules or by a resignation; None if it has not. Points are those that everybody sees."""
    outcome = match.outcome
    if outcome is not None:
        ranks, reason, clause = list(outcome.ranks), outcome.reason, outcome.clause
        return OutcomeInfo(
            scores=list(outcome.scores),
            ranks=ranks,
            team_size=outcome.team_size,
            reason=reason,
            clause=clause,
            resigned=None,
        )
    if resigned is None:
        return None
    seats, seen = range(match.game.num_seats), match.observe(SPECTATOR).state
    return OutcomeInfo(
        scores=[match.game.rules.score(seen, seat) for seat in seats],
        ranks=[2 if seat == resigned else 1 for seat in seats],
        team_size=1,  # only one of two can resign
        reason=f"{{{resigned}}} resigned",
        clause=None,
        resigned=resigned,
    )


def _seat_info(row: SeatRow, is_connected: bool, away_since: float | None) -> dict[str, Any]:
    """The fields of a `SeatInfo`."""
    is_open = row.kind == "person" and not row.has_come
    is_here = row.kind == "person" and is_connected
    return {
        "seat": row.seat,
        "kind": "open" if is_open else "bot" if row.kind == "bot" else "person",
        "nickname": row.nickname,
        "level": row.level,
        "connected": is_here,
        "taken_over": row.taken_over,
        "seen_at": 0.0 if is_here else row.seen_at,
        "away_since": away_since,
    }


def chat_line(row: ChatRow) -> ChatLine:
    """A stored line of chat as it is sent."""
    return ChatLine(number=row.number, seat=row.seat, text=row.text, at=row.at)


def _frozen(options: dict[str, Any]) -> Options:
    return tuple(options_from_json(options).items())


@lru_cache(maxsize=256)
def shared_game(name: str, options: Options) -> Game[Any]:
    """One game object for all tables with the same options."""
    return make(name, **dict(options))
