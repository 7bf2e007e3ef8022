// Written by scripts/generate_types.py from server/transport/messages.py; change that file, not this one.

export const NAME_LENGTH = 32;
export const CHAT_LENGTH = 500;
export const MAX_POSITIONS = 100;

/** Take an action. Answered by `done` or `refused`; everybody gets an `update`. */
export interface Act {
  id?: number;
  type: "act";
  action: number | string | ActionForm;
  version: number;
}

/** An action as data, as `ActionInfo` gives it. */
export interface ActionForm {
  verb: string;
  args: Record<string, number | string>;
}

/** One legal action. */
export interface ActionInfo {
  id: number;
  name: string;
  group: string;
  verb: string;
  args: Record<string, string | number>;
}

/** What happens when somebody is away: all wait, a bot plays a turn that takes too long, or a bot steps in. */
export interface Away {
  kind: "wait" | "clock" | "bot";
  seconds: number;
}

/** Say something to the table. */
export interface Chat {
  id?: number;
  type: "chat";
  text: string;
}

/** One line of the table's chat: plain text. */
export interface ChatLine {
  number: number;
  seat: number;
  text: string;
  at: number;
}

/** Somebody said something. */
export interface Chatted {
  type: "chatted";
  line: ChatLine;
}

/** One value an option can have. */
export interface ChoiceInfo {
  value: string | number;
  meaning: string;
  needs: Array<string>;
}

/** Sit down with a nickname, or change it. */
export interface Claim {
  id?: number;
  type: "claim";
  nickname: string;
}

/** A clause of the rules, as Markdown. */
export interface ClauseText {
  clause: string;
  text: string;
}

/** The request was carried out. */
export interface Done {
  type: "done";
  id: number;
  version: number;
}

/** Something a seat gained or lost. */
export interface EffectInfo {
  seat: number;
  what: string;
  amount: number;
}

/** Why a request was refused. */
export interface ErrorReply {
  code: Code;
  reason: string;
  clause: string | null;
}

/** An action that a bot expects, of my seat or of another. */
export interface ExpectedAction {
  seat: number;
  action: ActionInfo;
}

/** Ask whether an action is legal and, if not, why. Answered by `explained`. */
export interface Explain {
  id?: number;
  type: "explain";
  action: number | string | ActionForm;
}

/** Why an action is not legal; reason and clause are null if it is. */
export interface Explained {
  type: "explained";
  id: number;
  action: number;
  reason: string | null;
  clause: string | null;
}

/** What the lobby shows of a game. */
export interface GameInfo {
  name: string;
  title: string;
  summary: string;
  rules_version: number;
  options: Array<OptionInfo>;
  num_seats: number;
  seats_option: string | null;
  levels: Array<LevelInfo>;
  default_level: string;
}

/** All games of this server. */
export interface GamesReply {
  version: string;
  games: Array<GameInfo>;
  address: string | null;
}

/** The server lives and reaches its database. */
export interface HealthReply {
  status: "ok";
  version: string;
  tables: number;
}

/** The first message: who I am. Answered by `welcome`, then `update`. */
export interface Hello {
  id?: number;
  type: "hello";
  secret: string;
  known?: number;
  drawn?: boolean;
}

/** Ask what a bot would do on my seat. Answered by `hinted`; only in practice. */
export interface Hint {
  id?: number;
  type: "hint";
}

/** What a bot would do. */
export interface Hinted {
  type: "hinted";
  id: number;
  version: number;
  action: ActionInfo;
  chance: number;
  reasons: Array<string>;
  next_best: ActionInfo | null;
  loss: number;
  expected: Array<ExpectedAction>;
}

/** An invitation to a seat: whoever uses it first gets the seat, with a secret that nobody else has seen. */
export interface Invitation {
  seat: number;
  invitation: string;
}

/** Exchanges an invitation for a secret of one's own making, which must be long and random. */
export interface Join {
  secret: string;
}

/** The seat that the secret opens from now on. */
export interface Joined {
  seat: number;
  game: string;
}

/** Hand my seat to a bot at once. It is mine again when I say hello or act. */
export interface Leave {
  id?: number;
  type: "leave";
}

/** How strong a bot plays. */
export interface LevelInfo {
  name: string;
  title: string;
  help: string;
  minutes: number | null;
  ratings: Array<RatingInfo>;
}

/** One thing that happened, as the seat that reads it has seen it. An action may have none, one or several. */
export interface LogLine {
  number: number;
  turn: number;
  actor: number;
  seat: number | null;
  action: number | null;
  verb: string;
  args: Record<string, string | number>;
  effects: Array<EffectInfo>;
  subject: string;
  predicate: string;
  text: string;
  stand_in: string | null;
}

/** Asks how the tables stand whose secrets a browser holds. */
export interface MyTables {
  keys: Array<TableKey>;
}

/** Asks for a table. */
export interface NewTable {
  game: string;
  options?: Record<string, string | number | Array<string>>;
  seats: Array<SeatChoice>;
  my_seat?: number | null;
  nickname?: string;
  away?: Away;
}

/** Ask for everybody's chance to win. Answered by `odds`; only in practice, or when the match is over. */
export interface Odds {
  id?: number;
  type: "odds";
  number?: number | null;
}

/** Everybody's chance to win, estimated from what my seat knows (from everything once it is over). */
export interface OddsGiven {
  type: "odds";
  id: number;
  number: number;
  chances: Array<number>;
}

/** One thing to choose before a match begins. */
export interface OptionInfo {
  name: string;
  help: string;
  choices: Array<ChoiceInfo>;
  default: string | number | Array<string>;
  many: boolean;
  per_seat: boolean;
  advanced: boolean;
  title: string;
  none_is_all: boolean;
}

/** How a match ended. */
export interface OutcomeInfo {
  scores: Array<number>;
  ranks: Array<number>;
  team_size: number;
  reason: string;
  clause: string | null;
  resigned: number | null;
}

/** Ask for a sign of life. Answered by `pong`. */
export interface Ping {
  id?: number;
  type: "ping";
  looking?: boolean;
}

/** Asks for a table where I play against bots: one click. */
export interface PlayNow {
  game: string;
  options?: Record<string, string | number | Array<string>>;
  level?: string | null;
  nickname?: string;
}

/** A sign of life. */
export interface Pong {
  type: "pong";
  id: number;
}

/** A past position as the asking seat saw it then. */
export interface Position {
  number: number;
  lines: Array<LogLine>;
  actors: Array<number>;
  view: Record<string, unknown>;
  drawing: string | null;
}

/** Some positions of a match in order. */
export interface PositionsReply {
  length: number;
  positions: Array<Position>;
}

/** Ask what a legal action of mine would bring. Answered by `previewed`. */
export interface Preview {
  id?: number;
  type: "preview";
  action: number | string;
}

/** What an action would bring, found from what my seat knows; in the game's own words. */
export interface Previewed {
  type: "previewed";
  id: number;
  version: number;
  action: number;
  effect: Record<string, unknown>;
}

/** A place on the scale of a game, whose first level has 1,000. */
export interface RatingInfo {
  seats: number;
  elo: number;
  error: number;
}

/** A stored record. */
export interface RecordInfo {
  record: string;
  table: string | null;
  game: string;
  title: string;
  options: Record<string, string | number | Array<string>>;
  names: Array<string>;
  num_seats: number;
  length: number;
  log: Array<LogLine>;
  outcome: OutcomeInfo | null;
  text: string;
}

/** Everybody's chance to win at a position of a record, with everything open. */
export interface RecordOdds {
  number: number;
  chances: Array<number>;
}

/** A record that anybody who has its address can open. */
export interface RecordStored {
  record: string;
}

/** A record as text or JSON. */
export interface RecordUpload {
  text: string;
}

/** The request was not carried out; nothing has changed. */
export interface Refused {
  type: "refused";
  id: number;
  code: Code;
  reason: string;
  clause: string | null;
}

/** Ask for another match with the seats swapped; it begins when every person asked. */
export interface Rematch {
  id?: number;
  type: "rematch";
}

/** Give the match up. With more than two seats a bot plays on for me. */
export interface Resign {
  id?: number;
  type: "resign";
}

/** The rules of a game, with the clauses that refusals cite. */
export interface RulesReply {
  game: string;
  title: string;
  sections: Array<RulesSection>;
}

/** A section of the rules; what stands before its first clause is the introduction, as Markdown. */
export interface RulesSection {
  title: string;
  introduction: string;
  clauses: Array<ClauseText>;
}

/** Who shall sit on a seat of a new table. */
export interface SeatChoice {
  kind: "person" | "bot";
  level?: string | null;
}

/** Who sits on a seat. */
export interface SeatInfo {
  seat: number;
  kind: "open" | "person" | "bot";
  nickname: string;
  level: string | null;
  connected: boolean;
  taken_over: boolean;
  seen_at: number;
  away_since: number | null;
}

/** The secret of a seat; whoever holds it plays it. */
export interface SeatKey {
  seat: number;
  secret: string;
}

/** A new table with its keys. They are told this once: the server keeps only their hashes. */
export interface TableCreated {
  table: string;
  my_seat: number | null;
  keys: Array<SeatKey>;
  invitations: Array<Invitation>;
  spectator: string;
}

/** A table, its seats, and who is looking. */
export interface TableInfo {
  id: string;
  game: string;
  title: string;
  options: Record<string, string | number | Array<string>>;
  seats: Array<SeatInfo>;
  my_seat: number | null;
  spectators: number;
  viewers: number;
  is_practice: boolean;
  created_at: number;
  changed_at: number;
  away: Away;
  deadline: number | null;
  rematch_wanted: Array<number>;
  rematch: string | null;
}

/** A table and a secret that opens it. */
export interface TableKey {
  table: string;
  secret: string;
}

/** How one of my tables stands. */
export interface TableSummary {
  table: TableInfo;
  version: number;
  actors: Array<number>;
  my_turn: boolean;
  changed_at: number;
  outcome: OutcomeInfo | null;
}

/** My tables, the one that changed last first; unknown ones are left out. */
export interface TablesReply {
  tables: Array<TableSummary>;
}

/** Take back my last action, as long as nothing new was seen. */
export interface Undo {
  id?: number;
  type: "undo";
  version: number;
}

/** How the table stands now: sent after `hello` and after every change. */
export interface Update {
  type: "update";
  version: number;
  table: TableInfo;
  view: Record<string, unknown>;
  actors: Array<number>;
  actions: Array<ActionInfo>;
  can_undo: boolean;
  length: number;
  log_from: number;
  log: Array<LogLine>;
  outcome: OutcomeInfo | null;
  notice: string | null;
  drawing: string | null;
}

/** The answer to `hello`. */
export interface Welcome {
  type: "welcome";
  id: number;
  server: string;
  my_seat: number | null;
  chat: Array<ChatLine>;
}

export type ClientMessage = Hello | Act | Undo | Explain | Preview | Chat | Resign | Rematch | Hint | Odds | Claim | Leave | Ping;

export type ServerMessage = Welcome | Update | Done | Refused | Explained | Previewed | Hinted | OddsGiven | Chatted | Pong;

export type Code = "bad-message" | "bad-options" | "bad-record" | "busy" | "failed" | "illegal" | "not-allowed" | "not-joined" | "not-found" | "not-over" | "not-your-turn" | "over" | "taken" | "stale" | "too-fast" | "wrong-origin" | "wrong-secret";
