/** What happened in a turn, told from the views before and after it. */

import type { LogLine } from "../../lib/protocol";
import { capital } from "../game";
import { cardOf, stagesOf } from "./catalogue";
import { leftOf, listed, rightOf, type CardUse, type City, type WondersView } from "./view";

export interface Line {
  key: string;
  title: string;
  note: string;
  sign: string; // of the sprite; none for the ring of trade
  isAlways?: boolean; // listed for a city though it has brought nothing yet
}

/** The lines of the score sheet, in its order. */
export const LINES: Line[] = [
  { key: "military", title: "War", note: "tokens", sign: "shield", isAlways: true },
  { key: "treasury", title: "Coins", note: "3 make a point", sign: "coin", isAlways: true },
  { key: "wonder", title: "Wonder", note: "stages", sign: "pyramid", isAlways: true },
  { key: "civilian", title: "Civil", note: "", sign: "b-city", isAlways: true },
  { key: "commerce", title: "Trade", note: "", sign: "", isAlways: true },
  { key: "science", title: "Science", note: "squares, 7 a set", sign: "s-gear", isAlways: true },
  { key: "guilds", title: "Guilds", note: "", sign: "b-priest", isAlways: true },
  { key: "leaders", title: "Leaders", note: "", sign: "i-person" },
  { key: "black", title: "Cities", note: "black", sign: "b-facedown" },
  { key: "debts", title: "Debts", note: "", sign: "debt" },
  { key: "tower", title: "Tower", note: "tiles 2, 5, 10", sign: "ziggurat" },
  { key: "projects", title: "Projects", note: "and penalties", sign: "s-compass" },
];

/** The lines for which some cities have an entry, those that this page has no words for last. */
export function linesOf(cities: City[]): Line[] {
  const keys = new Set(cities.flatMap(({ sheet }) => Object.keys(sheet)));
  const others = [...keys].filter((key) => !LINES.some((line) => line.key === key));
  return [...LINES.filter(({ key }) => keys.has(key)), ...others.map((key) => ({ key, title: capital(key), note: "", sign: "s-tablet" }))];
}

/** What one city did in a turn. */
export interface CityChange {
  number: number;
  use: CardUse | null;
  tile: number | null; // that was laid in the tower
  coins: number; // gained or lost in all
  joined: boolean;
  lost: string[]; // structures that went to the discards
  settled: number; // coins that the project of the Age gave or took
}

/** What became of a card, as a phrase that begins with a verb: `builds Baths`, or of me `build Baths`. */
export function useWords(use: CardUse, isMine = false): string {
  const s = isMine ? "" : "s";
  const title = use.card ? cardOf(use.card).title : null;
  switch (use.manner) {
    case "recruited":
      return `recruit${s} ${title}`;
    case "built":
      return `build${s} ${title}`;
    case "stage":
      return `build${s} a stage with ${title ?? `a ${use.turn ? "card" : "leader"} nobody saw`}`;
    case "discarded":
      return `discard${s} ${title ?? (use.turn ? "a card" : "a leader")}`;
    case "tile":
      return `lay${s} a tile of the tower`;
    case "salvaged":
      return `discarded ${title ?? "a card"}, which was built from there`;
    case "lost":
      return `built ${title} and lost it`;
    case "left over":
      return `leave${s} the last card`;
    default:
      return `use${s} ${title ?? "a card"}`;
  }
}

/** What every city did between two views, if a turn was revealed between them; else nothing. */
export function changesBetween(before: WondersView, after: WondersView): CityChange[] {
  const changes = after.cities.map((city, number) => changeOf(before.cities[number], city, number, after.turns));
  return changes.some((change) => change.use || change.lost.length) ? changes : [];
}

function changeOf(before: City | undefined, after: City, number: number, turns: number): CityChange {
  const fresh = after.uses.filter((use) => !before?.uses.some((old) => old.age === use.age && old.turn === use.turn));
  const use = fresh.find((found) => found.turn <= turns) ?? fresh.find((found) => found.manner !== "left over") ?? null;
  const standing = new Set(Object.values(after.structures).flat());
  const lost = Object.values(before?.structures ?? {}).flat().filter((name) => !standing.has(name));
  return { number, use, tile: laidBetween(before, after), coins: after.coins - (before?.coins ?? after.coins), joined: after.participation > (before?.participation ?? 0), lost, settled: 0 };
}

/** The tile that a city laid between two views. */
function laidBetween(before: City | undefined, after: City): number | null {
  const laid = (city: City | undefined): (number | null)[] => (city?.tiles ?? []).flatMap(({ number, state }) => (state === "placed" ? [number] : []));
  return laid(after).find((tile) => !laid(before).includes(tile)) ?? null;
}

/** Whether conflicts were fought between two views. */
export function wereConflicts(before: WondersView, after: WondersView): boolean {
  return before.age !== after.age || (before.phase !== "over" && after.phase === "over");
}

/** The tokens a city took between two views. */
export function tokensTaken(before: City, after: City): { victories: Record<string, number>; defeats: number } {
  const victories = Object.fromEntries(
    ["1", "3", "5"].map((value) => [value, Math.max(0, (after.victories[value] ?? 0) - (before.victories[value] ?? 0))]),
  );
  return { victories, defeats: Math.max(0, after.defeats - before.defeats) };
}

/** The cities as they sit, mine in the middle. */
export function ringOrder(view: WondersView, near: number): number[] {
  const count = view.cities.length;
  const leftmost = Math.floor((count - 1) / 2);
  return Array.from({ length: count }, (_, index) => (near + leftmost - index + count) % count);
}

/** Me first, then left and right, then the others. */
export function listOrder(view: WondersView, near: number): number[] {
  const count = view.cities.length;
  const others = Array.from({ length: count - 3 }, (_, index) => (near + 2 + index) % count);
  return [near, (near + 1) % count, (near + count - 1) % count, ...others];
}

/** Coins that go from one city to another; null is the bank. */
export interface Flow {
  from: number | null;
  to: number | null;
  coins: number;
}

const PLAYS = ["build", "stage", "discard", "tower", "salvage", "recruit"];

/** What all did in the last turn that was revealed, as the log tells it. */
export function latestPlays(log: LogLine[]): LogLine[] {
  const plays = log.filter((line) => line.action === null && PLAYS.includes(line.verb));
  const last = plays.at(-1)?.number;
  return plays.filter((line) => line.number === last);
}

/** The coins that each seat gained or lost when the project of an Age was settled after some plays. */
export function coinsSettled(log: LogLine[], plays: LogLine[]): Map<number, number> {
  const last = plays.at(-1);
  const lines = last ? log.slice(log.lastIndexOf(last) + 1).filter(({ verb }) => verb === "reward" || verb === "penalty") : [];
  return new Map(lines.map((line) => [line.actor, coinsOfLine(line)]));
}

const coinsOfLine = (line: LogLine): number => line.effects.reduce((sum, effect) => sum + (effect.what === "coins" ? effect.amount : 0), 0);

/** Who paid whom. */
export const flowsOf = (plays: LogLine[], view: WondersView): Flow[] => plays.flatMap((line) => flowsOfPlay(line, view));

/** What became of one city, and of several, when the project of an Age was settled. */
const PUNISHED = ["is punished", "are punished"] as const;
const SETTLED: Record<string, readonly [string, string]> = { reward: ["took part", "took part"], penalty: PUNISHED, lose: PUNISHED, "lose tokens": PUNISHED };

/** How the project of the Age ended, as the log tells it: first the fact, then what became of me, and of whom else. */
export function projectTold(log: LogLine[], me: number | null, name: (seat: number) => string): [string, string] | null {
  const at = log.findLastIndex(({ verb }) => verb === "succeed" || verb === "fail");
  if (at < 0) return null;
  const lines = log.slice(at + 1).filter(({ action, verb }) => action === null && verb in SETTLED);
  const mine = lines.find(({ actor }) => actor === me);
  const others = lines.filter((line) => line !== mine);
  const words = others.length ? SETTLED[others[0]!.verb]![others.length > 1 ? 1 : 0] : "";
  const rest = others.length ? `${listed(others.map(({ actor }) => name(actor)))} ${words}${mine ? " too" : ""}.` : "";
  return [`${log[at]!.text}.`, [mine ? `${mine.text}.` : "", rest].filter(Boolean).join(" ")];
}

/** Whether a city stayed out of the conflicts of an Age: it had a diplomacy token, or got one in the last turn. */
export function stayedOut(before: City, after: City): boolean {
  const names = (city: City): string[] => [...Object.values(city.structures).flat(), ...city.leaders, ...(city.copied_leader ? [city.copied_leader] : [])];
  const had = names(before);
  const items = [...names(after).filter((name) => !had.includes(name)).map(cardOf), ...stagesOf(after).filter((_, index) => after.stage_list[index]!.is_built && !before.stage_list[index]?.is_built)];
  return before.diplomacy + items.reduce((sum, { effects }) => sum + (effects.diplomacy ?? 0), 0) > 0;
}

function flowsOfPlay(line: LogLine, view: WondersView): Flow[] {
  const number = line.actor >= 0 ? line.actor : view.players; // the Free City is nobody's
  const paid = (name: string): number => Number(line.args[name] ?? 0);
  const [bank, left, right] = [paid("bank"), paid("left"), paid("right")];
  const flows: Flow[] = [
    { from: number, to: leftOf(view, number), coins: left },
    { from: number, to: rightOf(view, number), coins: right },
    { from: number, to: null, coins: bank },
    { from: null, to: number, coins: coinsOfLine(line) + bank + left + right },
  ];
  return flows.filter((flow) => flow.coins > 0);
}
