// Written by scripts/generate_game_types.py from the game's Python types; change those, not this file.

/** What the observer may place now, and how far this turn has come. */
export interface PlacingView {
  land: Array<string>;
  river: Array<string>;
  can_end: boolean;
  missing: number;
  may_place_many: boolean;
}

/** How many tiles of a kind a game has, and how many of them are still on the board. */
export interface TileCount {
  tile: string;
  on_board: number;
  in_game: number;
}

/** A ziggurat card. */
export interface CardView {
  card: number;
  name: string;
  text: string;
  lasts: boolean;
}

/** A cell of the board and what it holds. */
export interface CellView {
  cell: string;
  row: number;
  column: number;
  region: "north" | "central" | "south" | "tigris" | "euphrates";
  holds: "nothing" | "closed" | "city" | "field" | "ziggurat" | "token";
  seat?: number;
  kind?: string | null;
  tile?: string;
  worth?: number;
  scored?: boolean;
}

/** What one player has at a city or ziggurat. */
export interface Share {
  tokens: number;
  counted: Array<string>;
  nobles: number;
  cities: number;
}

/** What a city would bring if the observer filled its free land with farmers. */
export interface Completion {
  winner: number | null;
  nobles: Array<number>;
  cities: Array<number>;
}

/** How a city or a ziggurat stands. */
export interface Standing {
  cell: string;
  holds: "city" | "ziggurat";
  tile: string | null;
  scored: boolean;
  land: number;
  free: Array<string>;
  winner: number | null;
  shares: Array<Share>;
  completed: Completion | null;
}

/** Tokens by kind. */
export interface TokenCounts {
  merchant: number;
  servant: number;
  priest: number;
  farmer: number;
}

/** A card in front of a player. */
export interface OwnedCardView {
  card: number;
  name: string;
  text: string;
  lasts: boolean;
  spent: boolean;
}

/** What lies in front of a player, as far as the observer may know. */
export interface PlayerView {
  seat: number;
  score: number;
  stand: TokenCounts;
  unseen: number;
  stand_size: number;
  capacity: number;
  pool_size: number;
  out_of_sight: TokenCounts;
  face_down: number;
  cities: Array<string>;
  cards: Array<OwnedCardView>;
  ziggurats: number;
}

/** Everything a seat sees. */
export interface BabyloniaView {
  game: "babylonia";
  seat: number;
  seats: number;
  field: "any" | "face-up";
  noble: "any" | "last";
  turn: number;
  turn_of: number;
  phase: "starter" | "tiles" | "leaveout" | "deal" | "act" | "score" | "card" | "draw" | "extra" | "over";
  phase_text: string;
  chooser: number | null;
  placed: number;
  placing: PlacingView | null;
  to_score: Array<string>;
  cities_left: number;
  tiles_to_lay: number;
  tiles_gone: Array<string>;
  tiles: Array<TileCount>;
  display: Array<CardView>;
  cells: Array<CellView>;
  standings: Array<Standing>;
  players: Array<PlayerView>;
}

/** Points of one player, and for what. */
export interface Gain {
  seat: number;
  source: "field" | "ziggurats" | "nobles" | "cities" | "card";
  points: number;
}

/** A city or ziggurat next to the new token. */
export interface SitePreview {
  cell: string;
  holds: "city" | "ziggurat";
  free: number;
  tokens: Array<number>;
  winner: number | null;
  gains: Array<Gain>;
}

/** A city to which the new token connects more nobles of the player. */
export interface Chain {
  cell: string;
  points: number;
}

/** The effect of an action. */
export interface Preview {
  gains: Array<Gain>;
  sites: Array<SitePreview>;
  chains: Array<Chain>;
}

/** Every action of the game, as data. */
export type BabyloniaAction =
  | { verb: "end placing"; args: Record<string, never> }
  | { verb: "place"; args: { token: "farmer" | "merchant" | "priest" | "servant"; cell: string } }
  | { verb: "score"; args: { cell: "1,9" | "10,4" | "11,13" | "12,0" | "12,16" | "12,6" | "12,8" | "13,11" | "14,14" | "14,2" | "14,4" | "16,12" | "16,8" | "18,10" | "18,14" | "18,16" | "18,2" | "19,5" | "19,7" | "2,12" | "21,1" | "22,12" | "22,14" | "22,4" | "22,8" | "3,1" | "3,3" | "4,14" | "4,6" | "5,11" | "6,0" | "6,8" | "7,15" | "7,5" | "8,12" | "9,1" | "9,9" } }
  | { verb: "take card"; args: { card: number } }
  | { verb: "take extra turn"; args: Record<string, never> }
  | { verb: "keep extra turn"; args: Record<string, never> }
  | { verb: "lay"; args: { tile: "city" | "field"; kind: "5" | "6" | "7" | "city" | "m" | "mp" | "ms" | "msp" | "p" | "s" | "sp" } }
  | { verb: "leave out card"; args: { card: number } }
  | { verb: "start"; args: { seat: number } }
  | { verb: "draw"; args: { token: "farmer" | "merchant" | "priest" | "servant" } };
