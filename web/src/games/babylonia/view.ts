/** What the server tells of a position of Babylonia, and lookups in it; see src/shinar/games/babylonia/view.py. */

import type { View } from "../game";
import type { BabyloniaView, CellView, PlayerView, Standing } from "./generated";

export type { BabyloniaView, CardView, CellView, Gain, PlayerView, Preview, Standing } from "./generated";

export type Kind = "merchant" | "servant" | "priest" | "farmer";
export const KINDS: Kind[] = ["merchant", "servant", "priest", "farmer"];
export const EMBLEM: Record<Kind, string> = { merchant: "b-merchant", servant: "b-servant", priest: "b-priest", farmer: "b-farmer" };
export const KIND_OF_LETTER: Record<string, Kind> = { M: "merchant", S: "servant", P: "priest" };

export const asBabylonia = (view: View): BabyloniaView => view as unknown as BabyloniaView;

export const isRiver = (cell: CellView): boolean => cell.region === "tigris" || cell.region === "euphrates";

/** The cells of a view by name; made once for each view. */
export function cellsOf(view: BabyloniaView): Map<string, CellView> {
  const known = maps.get(view);
  if (known) return known;
  const made = new Map(view.cells.map((cell) => [cell.cell, cell]));
  maps.set(view, made);
  return made;
}
const maps = new WeakMap<BabyloniaView, Map<string, CellView>>();

export const standingOf = (view: BabyloniaView, cell: string): Standing | undefined =>
  view.standings.find((standing) => standing.cell === cell);

/** Steps to the six neighbours, clockwise from the top of a flat-topped cell. */
export const STEPS = [[-2, 0], [-1, 1], [1, 1], [2, 0], [1, -1], [-1, -1]] as const;

export function neighboursOf(view: BabyloniaView, name: string): (CellView | undefined)[] {
  const cells = cellsOf(view);
  const cell = cells.get(name);
  return cell ? STEPS.map(([down, right]) => cells.get(`${cell.row + down},${cell.column + right}`)) : [];
}

/** The player whose stand is drawn: mine, or for those who only watch the one on turn. */
export const nearPlayer = (view: BabyloniaView): PlayerView => view.players[view.seat >= 0 ? view.seat : view.turn_of]!;

/** The tokens of a stand that I may see, one by one, nobles first. */
export const tokensOf = (player: PlayerView): Kind[] => KINDS.flatMap((kind) => Array<Kind>(player.stand[kind]).fill(kind));

/** The nobles a city shows. */
export const nobleKinds = (tile: string): Kind[] => [...tile].flatMap((letter) => KIND_OF_LETTER[letter] ?? []);
