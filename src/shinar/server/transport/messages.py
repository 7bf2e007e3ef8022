"""Everything that goes over the wire, typed once: bodies over HTTP, messages over the WebSocket.

`scripts/generate_types.py` writes the page's TypeScript types from these models; docs/protocol.md explains them; tests
fail when either is stale. Texts from people are cleaned here, so that no other code meets a control character
or an endless name.
"""

import unicodedata
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter

__all__ = ["CLIENT_MESSAGES", "CODES", "SERVER_MESSAGES", "ClientMessage", "ServerMessage", "clean", "client_message"]

NAME_LENGTH = 32  # characters of a nickname
MIN_SECRET_LENGTH = 22  # characters of a secret that a page makes: 128 bits in base64
CHAT_LENGTH = 500  # characters of one line of chat
ACTION_LENGTH = 100  # characters of an action's name
RECORD_LENGTH = 200_000  # characters of an uploaded record
MAX_SEATS = 8
MAX_ARGS = 8  # arguments of an action
MAX_KEYS = 200  # tables a browser may ask about at once
MAX_POSITIONS = 100  # positions in one answer
MAX_NUMBER = 2**31 - 1
MAX_AWAY = 7 * 24 * 3600  # seconds of the longest turn clock

CODES = {
    "bad-message": "The message cannot be read, is too large, or lacks a part.",
    "bad-options": "There is no such game, option, value, level or number of seats.",
    "bad-record": "The record cannot be read or breaks a rule; the reason names the line.",
    "busy": "The server has too much to do just now; try again in a moment.",
    "failed": "The server made a mistake; the table is as it was.",
    "illegal": "The rules do not allow it now; the clause says which.",
    "not-allowed": "This seat, or a spectator, cannot do that.",
    "not-joined": "This is an invitation; exchange it for a secret first.",
    "not-found": "There is no such table, record, position or page.",
    "not-over": "That has to wait until the match is over.",
    "not-your-turn": "Another seat is asked now.",
    "over": "The match is over.",
    "taken": "The invitation has been used; somebody sits there.",
    "stale": "The position has changed since; a fresh update is on its way.",
    "too-fast": "Too many messages; wait a moment.",
    "wrong-origin": "The page that asks comes from another site.",
    "wrong-secret": "The link does not belong to this table.",
}
Code = Literal[
    "bad-message",
    "bad-options",
    "bad-record",
    "busy",
    "failed",
    "illegal",
    "not-allowed",
    "not-found",
    "not-joined",
    "not-over",
    "not-your-turn",
    "over",
    "stale",
    "taken",
    "too-fast",
    "wrong-origin",
    "wrong-secret",
]


MAX_MARKS = 2  # accents and the like on one letter
BLANKS = "\u115f\u1160\u2800\u3164\uffa0"  # letters and symbols that look like nothing


def clean(text: str) -> str:
    """A person's text as plain characters: no control or direction marks, one space between words, at most two accents
    on each letter."""
    kept: list[str] = []
    marks = 0
    for char in text:
        if char.isspace() or char in BLANKS:
            marks = MAX_MARKS  # a blank takes no marks
            kept.append(" ")
        elif unicodedata.category(char) in {"Mn", "Me"}:
            marks += 1
            kept += [char] if kept and marks <= MAX_MARKS else []
        elif _is_plain(char):
            marks = 0
            kept.append(char)
    return " ".join("".join(kept).split())


def _is_plain(char: str) -> bool:
    return unicodedata.category(char) not in {"Cc", "Cf", "Cs", "Co", "Cn"}


class Message(BaseModel):
    """The base of all messages: unknown fields are refused, and a message never changes."""

    model_config = ConfigDict(extra="forbid", frozen=True)


Nickname = Annotated[str, Field(max_length=NAME_LENGTH), AfterValidator(clean)]
Secret = Annotated[str, Field(max_length=64)]
Name = Annotated[str, Field(max_length=40)]
Number = Annotated[int, Field(ge=0, le=MAX_NUMBER)]
Argument = Number | Annotated[str, Field(max_length=ACTION_LENGTH)]
OptionValue = str | int | list[str]
OptionValues = dict[
    Name,
    Annotated[str, Field(max_length=100)]
    | Annotated[int, Field(ge=-MAX_NUMBER, le=MAX_NUMBER)]
    | Annotated[list[Name], Field(max_length=20)],
]

# ---- the lobby, over HTTP ---------------------------------------------------------------------------------------


class ChoiceInfo(Message):
    """One value an option can have."""

    value: str | int
    meaning: str  # a sentence, or empty
    needs: list[str]  # an option and the choice of it without which this one is not offered; empty if it always is


class OptionInfo(Message):
    """One thing to choose before a match begins."""

    name: str
    help: str
    choices: list[ChoiceInfo]
    default: OptionValue
    many: bool  # the value is a list: any of the choices
    per_seat: bool  # the value is a list: a choice for each seat in turn; seats left out have the first choice
    advanced: bool  # shown only to those who look for it; most people leave it alone
    title: str  # what to call it, if its name says too little
    none_is_all: bool  # of `many`: an empty list means all choices


class RatingInfo(Message):
    """A place on the scale of a game, whose first level has 1,000."""

    seats: int
    elo: int
    error: int  # half of the 95 % interval


class LevelInfo(Message):
    """How strong a bot plays."""

    name: str
    title: str
    help: str
    minutes: int | None  # that a match takes, if a person takes a quarter of a minute for each decision
    ratings: list[RatingInfo]  # how strong that is, for each number of seats for which it was measured


class GameInfo(Message):
    """What the lobby shows of a game."""

    name: str
    title: str
    summary: str
    rules_version: int
    options: list[OptionInfo]
    num_seats: int  # with the default options
    seats_option: str | None  # the option that sets the number of seats, if there is one
    levels: list[LevelInfo]  # weakest first
    default_level: str


class GamesReply(Message):
    """All games of this server."""

    version: str
    games: list[GameInfo]
    address: str | None  # of the lobby on the local network, if the server listens there


class ClauseText(Message):
    """A clause of the rules, as Markdown."""

    clause: str
    text: str


class RulesSection(Message):
    """A section of the rules; what stands before its first clause is the introduction, as Markdown."""

    title: str
    introduction: str
    clauses: list[ClauseText]


class RulesReply(Message):
    """The rules of a game, with the clauses that refusals cite."""

    game: str
    title: str
    sections: list[RulesSection]


class SeatChoice(Message):
    """Who shall sit on a seat of a new table."""

    kind: Literal["person", "bot"]
    level: Name | None = None  # of a bot


class Away(Message):
    """What happens when somebody is away: all wait, a bot plays a turn that takes too long, or a bot steps in."""

    kind: Literal["wait", "clock", "bot"] = "wait"
    seconds: Annotated[int, Field(ge=0, le=MAX_AWAY)] = 0  # of a turn, or without a sign; 0: the server's own


class NewTable(Message):
    """Asks for a table."""

    game: Name
    options: OptionValues = {}
    seats: Annotated[list[SeatChoice], Field(min_length=1, max_length=MAX_SEATS)]
    my_seat: Annotated[int, Field(ge=0, lt=MAX_SEATS)] | None = None  # takes the nickname at once
    nickname: Nickname = ""
    away: Away = Away()


class PlayNow(Message):
    """Asks for a table where I play against bots: one click."""

    game: Name
    options: OptionValues = {}
    level: Name | None = None
    nickname: Nickname = ""


class SeatKey(Message):
    """The secret of a seat; whoever holds it plays it."""

    seat: int
    secret: str


class Invitation(Message):
    """An invitation to a seat: whoever uses it first gets the seat, with a secret that nobody else has seen."""

    seat: int
    invitation: str


class TableCreated(Message):
    """A new table with its keys. They are told this once: the server keeps only their hashes."""

    table: str
    my_seat: int | None
    keys: list[SeatKey]  # of my seat, if I have one
    invitations: list[Invitation]  # to the other seats for persons
    spectator: str  # the secret of the spectator link


class Join(Message):
    """Exchanges an invitation for a secret of one's own making, which must be long and random."""

    secret: Annotated[str, Field(min_length=MIN_SECRET_LENGTH, max_length=64)]


class Joined(Message):
    """The seat that the secret opens from now on."""

    seat: int
    game: str


class TableKey(Message):
    """A table and a secret that opens it."""

    table: Name
    secret: Secret


class MyTables(Message):
    """Asks how the tables stand whose secrets a browser holds."""

    keys: Annotated[list[TableKey], Field(max_length=MAX_KEYS)]


class TableSummary(Message):
    """How one of my tables stands."""

    table: "TableInfo"
    version: int
    actors: list[int]
    my_turn: bool
    changed_at: float  # seconds since 1970, of the last action
    outcome: "OutcomeInfo | None"


class TablesReply(Message):
    """My tables, the one that changed last first; unknown ones are left out."""

    tables: list[TableSummary]


# ---- records and past positions, over HTTP ----------------------------------------------------------------------


class Position(Message):
    """A past position as the asking seat saw it then."""

    number: int  # how many actions of the log had been taken
    lines: list["LogLine"]  # what the action that led here brought; none at the start
    actors: list[int]
    view: dict[str, Any]
    drawing: str | None  # the same as a text in lines, if it was asked for


class PositionsReply(Message):
    """Some positions of a match in order."""

    length: int  # actions in the whole log; positions are 0 … length
    positions: list[Position]


class RecordOdds(Message):
    """Everybody's chance to win at a position of a record, with everything open."""

    number: int  # the position
    chances: list[float]  # by seat; they sum to 1


class RecordUpload(Message):
    """A record as text or JSON."""

    text: Annotated[str, Field(max_length=RECORD_LENGTH)]


class RecordStored(Message):
    """A record that anybody who has its address can open."""

    record: str


class RecordInfo(Message):
    """A stored record."""

    record: str
    table: str | None  # where it was played, if here: bots are called as they were called there
    game: str
    title: str
    options: dict[str, OptionValue]
    names: list[str]  # bots by `bot` and their level
    num_seats: int
    length: int
    log: list["LogLine"]  # everything open, chance included
    outcome: "OutcomeInfo | None"
    text: str  # in the notation for people


class ErrorReply(Message):
    """Why a request was refused."""

    code: Code
    reason: str
    clause: str | None = None


class HealthReply(Message):
    """The server lives and reaches its database."""

    status: Literal["ok"]
    version: str
    tables: int  # held in memory by this process


# ---- the table --------------------------------------------------------------------------------------------------


class SeatInfo(Message):
    """Who sits on a seat."""

    seat: int
    kind: Literal["open", "person", "bot"]  # open: for a person who has not come yet
    nickname: str  # of a person; empty if none was given
    level: str | None  # of a bot, or of the bot that plays for an absent person
    connected: bool
    taken_over: bool  # a bot plays for an absent person, who gets the seat back on return
    seen_at: float  # seconds since 1970, when a person who is away was last there; 0 for who is there or never came
    away_since: float | None  # seconds since 1970, for a person who is connected, but has not looked for a while


class TableInfo(Message):
    """A table, its seats, and who is looking."""

    id: str
    game: str
    title: str
    options: dict[str, OptionValue]
    seats: list[SeatInfo]
    my_seat: int | None  # none for a spectator
    spectators: int
    viewers: int  # connections that see my hand, mine included; 0 for a spectator
    is_practice: bool  # one person against bots: hints and odds are allowed
    created_at: float  # seconds since 1970
    changed_at: float  # the same, of the last action
    away: Away
    deadline: float | None  # seconds since 1970, when a bot plays for those asked now, if one will
    rematch_wanted: list[int]  # seats that asked for a rematch
    rematch: str | None  # the table of the rematch; the same secret opens it


class ActionInfo(Message):
    """One legal action."""

    id: int
    name: str
    group: str
    verb: str  # the action as data: what is done …
    args: dict[str, str | int]  # … and with what


class EffectInfo(Message):
    """Something a seat gained or lost."""

    seat: int
    what: str  # points, coins …
    amount: int


class LogLine(Message):
    """One thing that happened, as the seat that reads it has seen it. An action may have none, one or several."""

    number: int  # the place of the action in the log, from 0
    turn: int
    actor: int  # a seat, or -1 for chance
    seat: int | None  # whom the sentence is about: the actor, or whom chance dealt to
    action: int | None  # none where this seat may not know all of it
    verb: str
    args: dict[str, str | int]  # those this seat may know
    effects: list[EffectInfo]
    subject: str  # "You", "{1}", or nothing
    predicate: str  # the rest of the sentence
    text: str  # the whole sentence; other players stand as {0}, {1} … by their seats
    stand_in: str | None = None  # the bot that acted for a person who was away, by the name of its level


class ChatLine(Message):
    """One line of the table's chat: plain text."""

    number: int
    seat: int
    text: str
    at: float  # seconds since 1970


class OutcomeInfo(Message):
    """How a match ended."""

    scores: list[int]
    ranks: list[int]  # 1 is the winner; equal ranks are shared
    team_size: int  # so many seats side by side have won or lost together
    reason: str  # players stand as `{seat}`
    clause: str | None  # none when a player resigned
    resigned: int | None  # the seat that resigned


# ---- from the page to the server, over the WebSocket ------------------------------------------------------------


class Request(Message):
    """The base of what a page sends. The answer carries the same id."""

    id: Number = 0


class Hello(Request):
    """The first message: who I am. Answered by `welcome`, then `update`."""

    type: Literal["hello"]
    secret: Secret  # of a seat or of the spectator link
    known: Number = 0  # lines of the log that I still have; the update begins there
    drawn: bool = False  # whether updates shall carry the position as a text too


class ActionForm(Message):
    """An action as data, as `ActionInfo` gives it."""

    verb: Annotated[str, Field(max_length=ACTION_LENGTH)]
    args: Annotated[dict[Annotated[str, Field(max_length=ACTION_LENGTH)], Argument], Field(max_length=MAX_ARGS)] = {}


class Act(Request):
    """Take an action. Answered by `done` or `refused`; everybody gets an `update`."""

    type: Literal["act"]
    action: Number | Annotated[str, Field(max_length=ACTION_LENGTH)] | ActionForm  # by id, name or form
    version: Number  # of the update I act on


class Undo(Request):
    """Take back my last action, as long as nothing new was seen."""

    type: Literal["undo"]
    version: Number


class Explain(Request):
    """Ask whether an action is legal and, if not, why. Answered by `explained`."""

    type: Literal["explain"]
    action: Number | Annotated[str, Field(max_length=ACTION_LENGTH)] | ActionForm


class Preview(Request):
    """Ask what a legal action of mine would bring. Answered by `previewed`."""

    type: Literal["preview"]
    action: Number | Annotated[str, Field(max_length=ACTION_LENGTH)]


class Chat(Request):
    """Say something to the table."""

    type: Literal["chat"]
    text: Annotated[str, Field(max_length=CHAT_LENGTH), AfterValidator(clean)]


class Resign(Request):
    """Give the match up. With more than two seats a bot plays on for me."""

    type: Literal["resign"]


class Rematch(Request):
    """Ask for another match with the seats swapped; it begins when every person asked."""

    type: Literal["rematch"]


class Hint(Request):
    """Ask what a bot would do on my seat. Answered by `hinted`; only in practice."""

    type: Literal["hint"]


class Odds(Request):
    """Ask for everybody's chance to win. Answered by `odds`; only in practice, or when the match is over."""

    type: Literal["odds"]
    number: Number | None = None  # a past position, else the present one


class Claim(Request):
    """Sit down with a nickname, or change it."""

    type: Literal["claim"]
    nickname: Nickname


class Leave(Request):
    """Hand my seat to a bot at once. It is mine again when I say hello or act."""

    type: Literal["leave"]


class Ping(Request):
    """Ask for a sign of life. Answered by `pong`."""

    type: Literal["ping"]
    looking: bool = True  # whether somebody has the page before them


ClientMessage = Annotated[
    Hello | Act | Undo | Explain | Preview | Chat | Resign | Rematch | Hint | Odds | Claim | Leave | Ping,
    Field(discriminator="type"),
]
client_message: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)

# ---- from the server to the page, over the WebSocket ------------------------------------------------------------


class Welcome(Message):
    """The answer to `hello`."""

    type: Literal["welcome"] = "welcome"
    id: int
    server: str  # its version: a page of another version reloads itself
    my_seat: int | None
    chat: list[ChatLine]  # the last lines


class Update(Message):
    """How the table stands now: sent after `hello` and after every change."""

    type: Literal["update"] = "update"
    version: int  # entries of the stored log; `act` and `undo` carry it back
    table: TableInfo
    view: dict[str, Any]  # what my seat sees, as the game words it
    actors: list[int]  # the seats asked now
    actions: list[ActionInfo]  # what I may do; empty when I am not asked
    can_undo: bool
    length: int  # lines of the whole log
    log_from: int  # lines from here on are replaced by `log`
    log: list[LogLine]
    outcome: OutcomeInfo | None
    notice: str | None  # why one has to wait, if one has to
    drawing: str | None  # what my seat sees as a text in lines, if I asked for it


class Done(Message):
    """The request was carried out."""

    type: Literal["done"] = "done"
    id: int
    version: int


class Refused(Message):
    """The request was not carried out; nothing has changed."""

    type: Literal["refused"] = "refused"
    id: int  # 0 if the request could not be read
    code: Code
    reason: str
    clause: str | None = None


class Explained(Message):
    """Why an action is not legal; reason and clause are null if it is."""

    type: Literal["explained"] = "explained"
    id: int
    action: int
    reason: str | None
    clause: str | None


class Previewed(Message):
    """What an action would bring, found from what my seat knows; in the game's own words."""

    type: Literal["previewed"] = "previewed"
    id: int
    version: int
    action: int
    effect: dict[str, Any]  # empty in games that predict nothing


class ExpectedAction(Message):
    """An action that a bot expects, of my seat or of another."""

    seat: int
    action: ActionInfo


class Hinted(Message):
    """What a bot would do."""

    type: Literal["hinted"] = "hinted"
    id: int
    version: int
    action: ActionInfo
    chance: float  # of my seat to win, from what it knows
    reasons: list[str]  # clauses that speak for it, the weightiest first; other players stand in them as `{0}`, `{1}` …
    next_best: ActionInfo | None  # None if there is nothing else to do
    loss: float  # how much less the next best is worth, 0 … 1; with two players, of the chance to win
    expected: list[ExpectedAction]  # what would follow


class OddsGiven(Message):
    """Everybody's chance to win, estimated from what my seat knows (from everything once it is over)."""

    type: Literal["odds"] = "odds"
    id: int
    number: int  # the position
    chances: list[float]  # by seat; they sum to 1


class Chatted(Message):
    """Somebody said something."""

    type: Literal["chatted"] = "chatted"
    line: ChatLine


class Pong(Message):
    """A sign of life."""

    type: Literal["pong"] = "pong"
    id: int


ServerMessage = Annotated[
    Welcome | Update | Done | Refused | Explained | Previewed | Hinted | OddsGiven | Chatted | Pong,
    Field(discriminator="type"),
]

CLIENT_MESSAGES = (Hello, Act, Undo, Explain, Preview, Chat, Resign, Rematch, Hint, Odds, Claim, Leave, Ping)
SERVER_MESSAGES = (Welcome, Update, Done, Refused, Explained, Previewed, Hinted, OddsGiven, Chatted, Pong)
HTTP_MESSAGES = (
    GamesReply,
    RulesReply,
    NewTable,
    PlayNow,
    TableCreated,
    Join,
    Joined,
    Invitation,
    MyTables,
    TablesReply,
    PositionsReply,
    RecordUpload,
    RecordStored,
    RecordInfo,
    RecordOdds,
    ErrorReply,
    HealthReply,
)
