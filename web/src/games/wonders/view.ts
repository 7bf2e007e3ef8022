/** The view of 7 Wonders as the server sends it, and what the board asks about it. */

import type { BoardModel } from "../../lib/board.svelte";
import type { View } from "../game";
import { capital } from "../game";
import type { CityView, Deal, PlanView, WondersView } from "./generated";

export type { CardUse, Change, Deal, HandCard, HandKnown, Offer, Strip, TileView, Use, WondersView, Why } from "./generated";
export type City = CityView;
export type Plan = PlanView;

export const asWonders = (view: View): WondersView => view as unknown as WondersView;

const AGES = ["I", "II", "III"];

export const ageName = (age: number): string => AGES[age - 1] ?? String(age);

/** The city that is drawn at the bottom. */
export const nearCity = (table: BoardModel): City => asWonders(table.view).cities[table.near]!;

/** The next city clockwise. */
export const leftOf = (view: WondersView, number: number): number => (number + 1) % view.cities.length;

/** The next city counter-clockwise. */
export const rightOf = (view: WondersView, number: number): number => (number + view.cities.length - 1) % view.cities.length;

/** The cities that are neither mine nor a neighbour's, from the left round to the right. */
export function farCities(view: WondersView, near: number): City[] {
  const found: City[] = [];
  for (let step = 2; step < view.cities.length - 1; step++) found.push(view.cities[(near + step) % view.cities.length]!);
  return found;
}

/** Whether a city belongs to nobody: the third one with two players. */
export const isFree = (view: WondersView, number: number): boolean => number >= view.players;

/** Whether two cities are of one team. */
export const arePartners = (view: WondersView, one: number, other: number): boolean => one !== other && Math.floor(one / view.team_size) === Math.floor(other / view.team_size);

/** Who rules a city, in a word. */
export function rulerName(table: BoardModel, number: number): string {
  return isFree(asWonders(table.view), number) ? "Free City" : table.seatName(number);
}

/** The same, but me by “You”. */
export function whoName(table: BoardModel, number: number): string {
  return number === table.mySeat ? "You" : rulerName(table, number);
}

/** The same within a sentence: “you”, “the Free City”. */
export function nameWithin(table: BoardModel, number: number): string {
  if (number === table.mySeat) return "you";
  return isFree(asWonders(table.view), number) ? "the Free City" : table.seatName(number);
}

/** The name of a board: “Abu Simbel”. */
export const boardWords = (board: string): string => board.split("-").map(capital).join(" ");
/** What a city is called: by its board, once it has one. */
export const boardTitle = (city: City): string => (city.board === null ? "No board yet" : boardWords(city.board));
export const boardName = (city: City): string => (city.board === null ? "no board yet" : `${boardWords(city.board)} ${sideName(city)}`);
export const sideName = (city: City): string => (city.side ?? "").toUpperCase();

/** Where a city lies, seen from mine. */
export function positionOf(view: WondersView, near: number, number: number): string {
  if (number === near) return "you";
  if (number === leftOf(view, near)) return "left";
  if (number === rightOf(view, near)) return "right";
  const steps = (number - near + view.cities.length) % view.cities.length;
  const back = view.cities.length - steps;
  if (steps === back) return "across";
  return steps < back ? `${steps} to the left` : `${back} to the right`;
}

/** The place in the list of its stages of the one that a city builds next: a chosen one, or the first that is not built. */
export function nextStage(city: City, chosen: number | null): number {
  const open = city.stage_list.findIndex(({ is_built }) => !is_built);
  return chosen !== null && city.stage_list[open]?.board === city.board ? chosen - 1 : open;
}

/** Coins of a deal, all together. */
export const coinsOf = (deal: Deal): number => deal.bank + deal.left + deal.right;

export const numStructures = (city: City, colour: string): number => city.structures[colour]?.length ?? 0;

/** A number with its sign; a real minus, as the page writes it. */
export function signed(number: number): string {
  if (number > 0) return `+${number}`;
  return number < 0 ? `−${-number}` : "0";
}

/** “1 coin”, “2 coins”. */
export const counted = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;

const ORDINALS = ["1st", "2nd", "3rd"];

/** “1st”, “4th”: of a place or a tile, fewer than twenty. */
export const ordinal = (number: number): string => ORDINALS[number - 1] ?? `${number}th`;

/** “a, b and c”. */
export function listed(words: string[], last = "and"): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

/** “2 ore and glass”. */
export function unitsText(kinds: string[]): string {
  const counts = new Map<string, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return listed([...counts].map(([kind, count]) => (count > 1 ? `${count} ${kind}` : kind)));
}

/** How many seats still have to choose, told as how many have. */
export function chosenText(table: BoardModel): string {
  const count = table.seats.length;
  const chosen = count - table.actors.length;
  if (!table.actors.length || count < 2) return "";
  return `${chosen} of ${count} have chosen`;
}

/** `Age II, turn 4`: the turns of an Age begin anew. */
export function whenText(view: View): string {
  const { age, turn, phase, is_recruiting } = asWonders(view);
  return BEFORE_TURNS[phase] ?? (is_recruiting ? `Age ${ageName(age)}, leaders` : `Age ${ageName(age)}, turn ${turn}`);
}

/** What goes on before the first turn. */
const BEFORE_TURNS: Record<string, string> = {
  boards: "boards are being dealt",
  leaders: "leaders are being dealt",
  draft_leaders: "leaders",
  tiles: "tiles are being dealt",
  draft: "tiles of the tower",
};

/** `Age II, turn 4 of 6` and `hands pass right`; after the last turn of an Age nothing is passed. */
export function progressOf(view: WondersView): string[] {
  const before = BEFORE_TURNS[view.phase];
  if (before) return ["Before Age I", before];
  if (view.is_recruiting) return [`Age ${ageName(view.age)}`, "leaders"];
  const turn = `Age ${ageName(view.age)}, turn ${view.turn} of ${view.turns}`;
  return view.players > 2 && view.turn < view.turns ? [turn, `hands pass ${view.passes_left ? "left" : "right"}`] : [turn];
}

/** The same of a turn in the log, where the turns of all Ages are counted through. */
export function turnName(turn: number, view: View): string {
  const { turns } = asWonders(view);
  return `Age ${ageName(Math.ceil(turn / turns))}, turn ${((turn - 1) % turns) + 1}`;
}

/** `You win with 47 points, 2 more than Ninsun.` */
export function resultText(table: BoardModel): string {
  const { ranks, scores, resigned } = table.outcome!;
  const seats = ranks.map((_, seat) => seat).sort((one, other) => ranks[one]! - ranks[other]!);
  const [first, second] = seats as [number, number];
  if (resigned !== null) return "";
  const winners = seats.filter((seat) => ranks[seat] === 1);
  const hasTeams = table.outcome!.team_size > 1;
  const points = counted(scores[first]! + (hasTeams ? scores[first ^ 1]! : 0), "point");
  if (hasTeams) return teamsText(table, winners, points);
  if (winners.length > 1) return `${listed(winners.map((seat) => whoName(table, seat)))} have ${points} each.`;
  const lead = scores[first]! - scores[second]!;
  const name = whoName(table, second) === "You" ? "you" : whoName(table, second);
  return `${whoName(table, first)} ${first === table.mySeat ? "win" : "wins"} with ${points}, ${lead ? `${lead} more than ${name}` : `as many as ${name}, but with more coins`}.`;
}

/** `You and Kubaba have 97 points together, and so have Ninsun and Enki.` */
function teamsText(table: BoardModel, winners: number[], points: string): string {
  const [first, ...others] = winners.filter((seat) => seat % 2 === 0).map((seat) => [seat, seat + 1] as const);
  const rest = others.map((team) => `, and so have ${listed(team.map((seat) => nameWithin(table, seat)))}`);
  return `${whoName(table, first![0])} and ${nameWithin(table, first![1])} have ${points} together${rest.join("")}.`;
}
