// Written by scripts/generate_game_types.py from the game's Python types; change those, not this file.

/** Every action of the game, as data. */
export type WondersAction =
  | { verb: "keep tile"; args: { tile: number } }
  | { verb: "build"; args: { card: string } }
  | { verb: "stage"; args: { card: string } }
  | { verb: "discard"; args: { card: string } }
  | { verb: "tower"; args: { card: string } }
  | { verb: "tile"; args: { tile: number } }
  | { verb: "way"; args: { way: "chain" | "pay" | "power" | "token" } }
  | { verb: "project"; args: { part: "join" | "join by token" | "stay out" } }
  | { verb: "pay"; args: { left: number; right: number } }
  | { verb: "leave"; args: Record<string, never> }
  | { verb: "salvage"; args: { card: string } }
  | { verb: "salvage nothing"; args: Record<string, never> }
  | { verb: "lose"; args: { card: string } }
  | { verb: "lose tokens"; args: { first: number; second: number } }
  | { verb: "board"; args: { board: "alexandria" | "babylon" | "ephesos" | "gizah" | "halikarnassos" | "olympia" | "rhodos"; side: "a" | "b" } }
  | { verb: "deal tile"; args: { tile: number } }
  | { verb: "turn up project"; args: { project: "archives" | "belvedere" | "cranes" | "double walls" | "factory" | "giant trebuchet" | "grand bazaar" | "menagerie" | "obelisk" | "rampart road" | "river port" | "sewer network" | "smelter" | "triumphal arches" | "war mirror" } }
  | { verb: "deal card"; args: { card: string } };
