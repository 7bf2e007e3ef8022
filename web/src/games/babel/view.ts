/** Help with what the server tells of a position of Babel; its types are generated from the game. */

import type { BoardModel } from "../../lib/board.svelte";
import type { View } from "../game";
import type { BabelView, PlayerView, SiteView } from "./generated";

export type { BabelView, PlayerView, SiteView };

export type Nation = "assyrians" | "hittites" | "medes" | "persians" | "sumerians";

export const NATIONS: Nation[] = ["assyrians", "hittites", "medes", "persians", "sumerians"];

/** What three of a nation can do, in two words; printed on the cards. */
export const ABILITY: Record<Nation, string> = {
  assyrians: "Destroy",
  hittites: "Steal level",
  medes: "Desertion",
  persians: "Skip level",
  sumerians: "Change camps",
};

export const asBabel = (view: View): BabelView => view as unknown as BabelView;

/** The player drawn near: mine, or the first for those who only watch. */
export function near(view: BabelView): PlayerView {
  return view.players[Math.max(view.seat, 0)]!;
}

export function far(view: BabelView): PlayerView {
  return view.players[1 - Math.max(view.seat, 0)]!;
}

export function siteOf(player: PlayerView, nation: Nation): SiteView {
  return player.sites[NATIONS.indexOf(nation)]!;
}

/** The nation cards of a hand that I may see, sorted by nation. */
export function cardsOf(player: PlayerView): Nation[] {
  return NATIONS.flatMap((nation) => Array<Nation>(player.hand[nation]).fill(nation));
}

export interface Run {
  nation: Nation;
  count: number;
  start: number; // place of its first card in the row
}

/** Neighbouring equal cards of a row. */
export function runsOf(row: Nation[]): Run[] {
  const runs: Run[] = [];
  row.forEach((nation, index) => {
    const last = runs.at(-1);
    if (last?.nation === nation) last.count++;
    else runs.push({ nation, count: 1, start: index });
  });
  return runs;
}

/** A row in words, oldest first. */
export function rowWords(row: Nation[]): string {
  if (!row.length) return "no cards";
  const name = (run: Run): string => `${run.nation.charAt(0).toUpperCase()}${run.nation.slice(1)}`;
  return runsOf(row)
    .map((run) => (run.count > 1 ? `${name(run)} ${run.count}` : name(run)))
    .join(", ");
}

export const countWords = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? "" : "s"}`;

const PAYING: Record<string, Nation> = {
  "destroy temple": "assyrians",
  "steal level": "hittites",
  desertion: "medes",
  "skip level": "persians",
  "change camps": "sumerians",
};

/** The nation whose card an action put onto the discards, if it did. */
export function discardOf({ verb, args }: { verb: string; args: Record<string, string | number> }): Nation | null {
  if (verb === "move") return (args["site"] as Nation) ?? null;
  if (verb === "discard" || verb === "halve hand") return (args["nation"] as Nation) ?? null;
  return PAYING[verb] ?? null;
}

/** Whose a thing is, as one says it: those who only watch have no side of their own. */
export function whoseWords(kind: string, table: BoardModel): string {
  const view = asBabel(table.view);
  if (table.mySeat !== null) return kind === "mine" ? "your" : "their";
  return `${table.seatName((kind === "mine" ? near(view) : far(view)).seat)}’s`;
}
