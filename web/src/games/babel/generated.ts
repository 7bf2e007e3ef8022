// Written by scripts/generate_game_types.py from the game's Python types; change those, not this file.

/** The scores that decide. */
export interface Marks {
  safe: number;
  winning: number;
  end_phase: number;
}

/** The temple cards that are left. */
export interface QuarryView {
  cards: number;
  known_top: Array<number>;
}

/** One side of a site. */
export interface SiteView {
  site: "assyrians" | "hittites" | "medes" | "persians" | "sumerians";
  row: Array<"assyrians" | "hittites" | "medes" | "persians" | "sumerians">;
  temple: Array<number>;
  level: number;
}

/** One player. */
export interface PlayerView {
  seat: number;
  score: number;
  pawn: "assyrians" | "hittites" | "medes" | "persians" | "sumerians" | "quarry";
  hand: Record<"assyrians" | "hittites" | "medes" | "persians" | "sumerians", number>;
  unseen: number;
  hand_size: number;
  starting_card: boolean;
  stack: Array<number>;
  sites: Array<SiteView>;
}

/** A position of Babel as a viewer sees it. */
export interface BabelView {
  game: "babel";
  edition: string;
  seat: number;
  turn: number;
  turn_of: number;
  phase: "starter" | "deal" | "draw" | "act" | "discard" | "quarry" | "over";
  to_discard: number;
  migrated: boolean;
  end_phase: boolean;
  marks: Marks;
  deck: number;
  discards: Record<"assyrians" | "hittites" | "medes" | "persians" | "sumerians", number>;
  quarry: QuarryView;
  first_drawn: number;
  players: Array<PlayerView>;
}

/** Every action of the game, as data. */
export type BabelAction =
  | { verb: "end turn"; args: Record<string, never> }
  | { verb: "move"; args: { site: "assyrians" | "hittites" | "medes" | "persians" | "sumerians" } }
  | { verb: "deploy"; args: { nation: "assyrians" | "hittites" | "medes" | "persians" | "sumerians" } }
  | { verb: "build"; args: { site: "assyrians" | "hittites" | "medes" | "persians" | "sumerians"; from: "opposing stack" | "own stack" | "starting card" } }
  | { verb: "migrate"; args: { from: "assyrians" | "hittites" | "medes" | "persians" | "sumerians"; to: "assyrians" | "hittites" | "medes" | "persians" | "sumerians" } }
  | { verb: "destroy temple"; args: { group: number } }
  | { verb: "steal level"; args: { group: number } }
  | { verb: "desertion"; args: { nation: "assyrians" | "hittites" | "medes" | "persians" | "sumerians"; group: number } }
  | { verb: "skip level"; args: { from: "opposing stack" | "own stack"; group: number } }
  | { verb: "change camps"; args: { group: number } }
  | { verb: "halve hand"; args: { nation: "assyrians" | "hittites" | "medes" | "persians" | "sumerians"; group: number } }
  | { verb: "discard"; args: { nation: "assyrians" | "hittites" | "medes" | "persians" | "sumerians" } }
  | { verb: "start"; args: { seat: number } }
  | { verb: "draw"; args: { nation: "assyrians" | "hittites" | "medes" | "persians" | "sumerians" } }
  | { verb: "draw level"; args: { level: number } };
