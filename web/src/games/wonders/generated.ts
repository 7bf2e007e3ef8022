// Written by scripts/generate_game_types.py from the game's Python types; change those, not this file.

/** A stage of a city: the board on which it is printed, and its number there; None if that is still to be chosen. */
export interface StageView {
  board: string;
  side: string;
  stage: number | null;
  is_built: boolean;
}

/** Something that makes one unit each turn. */
export interface Producer {
  kinds: Array<string>;
  sold: boolean;
}

/** The points that the conflicts of this Age would bring a city now. */
export interface Conflict {
  left: number;
  right: number;
}

/** What a city did with a card in a turn, or with a leader. */
export interface CardUse {
  age: number;
  turn: number;
  manner: string;
  card: string | null;
}

/** A tile of a player: what is known of it. */
export interface Tile {
  number: number | null;
  state: string;
}

/** What I have decided for a city so far. */
export interface PlanView {
  verb: string;
  card: string;
  way: string;
  joins: string;
  tile: number | null;
  stage: number | null;
  bank: number;
  left: number;
  right: number;
  is_sealed: boolean;
}

/** A city as everybody sees it, and for its own player what is decided. */
export interface CityView {
  number: number;
  board: string | null;
  side: string | null;
  coins: number;
  shields: number;
  stages: number;
  stages_in_all: number;
  stage_list: Array<StageView>;
  structures: Record<string, Array<string>>;
  makes: Array<Producer>;
  prices: Record<string, number>;
  victories: Record<string, number>;
  defeats: number;
  conflict: Conflict;
  uses: Array<CardUse>;
  tiles: Array<Tile>;
  participation: number;
  tokens: Record<string, number>;
  penalty: number;
  debts: number;
  diplomacy: number;
  owes: number;
  is_blocked: boolean;
  has_free_building: boolean;
  score: number;
  sheet: Record<string, number>;
  guilds: Record<string, number>;
  leaders: Array<string>;
  entombed: Array<string>;
  copied_leader: string | null;
  plan: PlanView | null;
}

/** How a city stands to a structure: what to show at the foot of its card. */
export interface Strip {
  kind: string;
  coins: number;
  bank: number;
  left: number;
  right: number;
  gain: number;
  missing: Array<string>;
}

/** One way through all steps of a decision that are left. */
export interface Deal {
  actions: Array<number>;
  way: string;
  joins: string;
  tile: number | null;
  stage: number | null;
  bank: number;
  left: number;
  right: number;
  gain: number;
  own: Array<string>;
  from_left: Array<string>;
  from_right: Array<string>;
  from_bank: Array<string>;
  saved: Array<string>;
}

/** Why something cannot be done, and the clause. */
export interface Why {
  reason: string;
  clause: string;
}

/** What can be done with a card: all deals, or why there is none. */
export interface Use {
  verb: string;
  deals: Array<Deal>;
  why: Why | null;
  gap: Strip | null;
}

/** A card of my hand, or a leader: how my city stands to it, and all that can be done with it. */
export interface HandCard {
  card: string;
  strip: Strip;
  uses: Array<Use>;
  join_why: Why | null;
}

/** Something to choose that is not a card of the hand, with what it means. */
export interface Offer {
  verb: string;
  card: string | null;
  tile: number | null;
  tokens: Array<number>;
  deals: Array<Deal>;
}

/** What I may know of another hand. */
export interface HandKnown {
  seat: number;
  cards: number;
  among: Array<string>;
  gone: Array<string>;
}

/** What a tile changes for a city: the coins for something, with the tile and without; None is impossible. */
export interface Change {
  thing: string;
  with_tile: number | null;
  without_tile: number | null;
}

/** A tile that can be read, and what it changes for me. */
export interface TileView {
  tile: number;
  active: boolean;
  effect: string;
  changes: Array<Change>;
}

/** The tower: its spaces, what lies there, and the space that the next tile covers. */
export interface TowerView {
  spaces: Array<TileView | null>;
  next_space: number;
  mine: Array<TileView>;
  kept: Array<number>;
}

/** The project of the Age. */
export interface ProjectView {
  name: string;
  places: number;
  tokens: number;
  joined: Array<number>;
}

/** What I may know of the leaders in another hand. */
export interface LeadersHeld {
  seat: number;
  count: number;
  known: Array<string>;
}

/** Leaders that I passed on in the draft, and those among whom they are. */
export interface LeadersPassed {
  seats: Array<number>;
  leaders: Array<string>;
}

/** What a viewer sees of leaders beside those in the cities. */
export interface LeadersView {
  kept: Array<string>;
  held: Array<string>;
  others: Array<LeadersHeld>;
  passed: Array<LeadersPassed>;
  pile: number;
}

/** An observation of a game. */
export interface WondersView {
  players: number;
  age: number;
  turn: number;
  turns: number;
  phase: "boards" | "leaders" | "draft_leaders" | "tiles" | "draft" | "recruit" | "project" | "deal" | "draw" | "act" | "seventh" | "last" | "draw_leaders" | "hire" | "copy" | "entomb" | "salvage" | "settle" | "penalty" | "over";
  has_cities: boolean;
  team_size: number;
  is_recruiting: boolean;
  passes_left: boolean;
  cities: Array<CityView>;
  deciding: number | null;
  hand: Array<HandCard>;
  offers: Array<Offer>;
  recalled: Array<HandKnown>;
  discards: Array<string | null>;
  tower: TowerView | null;
  project: ProjectView | null;
  leaders: LeadersView | null;
  holder: number | null;
  pile: number;
  unplaced: Array<string>;
}

/** Every action of the game, as data. */
export type WondersAction =
  | { verb: "keep tile"; args: { tile: number } }
  | { verb: "keep leader"; args: { leader: string } }
  | { verb: "build"; args: { card: string } }
  | { verb: "recruit"; args: { leader: string } }
  | { verb: "stage"; args: { card: string; leader: string } }
  | { verb: "discard"; args: { card: string; leader: string } }
  | { verb: "tower"; args: { card: string; leader: string } }
  | { verb: "tile"; args: { tile: number } }
  | { verb: "choose stage"; args: { stage: number } }
  | { verb: "way"; args: { way: "chain" | "pay" | "power" | "token" } }
  | { verb: "project"; args: { part: "join" | "join by token" | "stay out" } }
  | { verb: "bank"; args: { units: number } }
  | { verb: "pay"; args: { left: number; right: number } }
  | { verb: "leave"; args: Record<string, never> }
  | { verb: "salvage"; args: { card: string } }
  | { verb: "salvage nothing"; args: Record<string, never> }
  | { verb: "copy"; args: { leader: string } }
  | { verb: "entomb"; args: { leader: string } }
  | { verb: "recruit nobody"; args: Record<string, never> }
  | { verb: "lose"; args: { card: string } }
  | { verb: "lose tokens"; args: { first: number; second: number } }
  | { verb: "settle"; args: { coins: number } }
  | { verb: "board"; args: { board: "abu-simbel" | "alexandria" | "babylon" | "byzantium" | "ephesos" | "gizah" | "great-wall" | "halikarnassos" | "manneken-pis" | "olympia" | "petra" | "rhodos" | "rome" | "stonehenge"; side: "a" | "b" } }
  | { verb: "deal tile"; args: { tile: number } }
  | { verb: "turn up project"; args: { project: "archives" | "belvedere" | "cranes" | "double walls" | "factory" | "giant trebuchet" | "grand bazaar" | "menagerie" | "obelisk" | "rampart road" | "river port" | "sewer network" | "smelter" | "triumphal arches" | "war mirror" } }
  | { verb: "deal leader"; args: { leader: string } }
  | { verb: "deal card"; args: { card: string } };
