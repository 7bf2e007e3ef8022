/** Sentences of Babylonia for the page. Everything they tell is in the view or in a preview; nothing is worked out here. */

import type { BoardModel } from "../../lib/board.svelte";
import { capital, type Part } from "../game";
import { type BabyloniaView, type CellView, type Gain, isRiver, type Kind, neighboursOf, nobleKinds, type Preview, type Standing, standingOf } from "./view";

export const strong = (text: string): Part => ({ text, strong: true });
export const plainPart = (text: string): Part => ({ text });

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
export const numberWord = (count: number): string => NUMBERS[count] ?? String(count);
export const counted = (count: number, thing: string, things = `${thing}s`): string => `${count} ${count === 1 ? thing : things}`;

/** `a`, `a and b`, `a, b and c`. */
export function listed(words: string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

export const isMe = (table: BoardModel, seat: number): boolean => seat === table.mySeat;

/** `you` or a name. */
export const who = (table: BoardModel, seat: number): string => (isMe(table, seat) ? "you" : table.seatName(seat));

export const Who = (table: BoardModel, seat: number): string => capital(who(table, seat));

/** `you take`, `Ninsun takes`. */
export const does = (table: BoardModel, seat: number, verb: string): string => `${who(table, seat)} ${verb}${isMe(table, seat) ? "" : "s"}`;

/** `priests’ city`, `merchants’ and servants’ city`. */
export const cityName = (tile: string): string => `${listed(nobleKinds(tile).map((kind) => `${kind}s’`))} city`;

export const siteName = (standing: Pick<Standing, "holds" | "tile">): string =>
  standing.holds === "ziggurat" ? "ziggurat" : cityName(standing.tile ?? "");

/** `you 10`, `Ninsun 0`, `Player 2: 4`. */
function amountOf(table: BoardModel, seat: number, amount: number): string {
  const name = who(table, seat);
  return /\d$/.test(name) ? `${name}: ${amount}` : `${name} ${amount}`;
}

/** `you 10, Ninsun 0`: an amount for each seat. */
export const bySeat = (table: BoardModel, amounts: number[]): string => amounts.map((amount, seat) => amountOf(table, seat, amount)).join(", ");

/** The points of each seat in a list of gains; seats without any are left out. */
export function gainsBySeat(table: BoardModel, gains: Gain[]): string {
  const seats = [...new Set(gains.map((gain) => gain.seat))];
  return seats.map((seat) => amountOf(table, seat, gainOf(gains, seat))).join(", ");
}

/** The points of one seat in a list of gains. */
export const gainOf = (gains: Gain[], seat: number): number => gains.reduce((sum, gain) => sum + (gain.seat === seat ? gain.points : 0), 0);

export const pointsOf = (effect: Preview): number => effect.gains.reduce((sum, gain) => sum + gain.points, 0);

// ---- what a token would bring -----------------------------------------------------------------------------------

/** The effect of placing a token, one fact after the other, the weightiest first. */
export function effectLines(table: BoardModel, effect: Preview): Part[][] {
  const lines = [nowLine(effect), ...effect.sites.flatMap((site) => siteLine(table, site)), ...chainLine(effect)];
  return lines.length ? lines : [];
}

function nowLine(effect: Preview): Part[] {
  const points = pointsOf(effect);
  if (!points) return [strong("No points now.")];
  return [strong(`+${points} now: `), plainPart(`${reasonsOf(effect)}.`)];
}

/** What the points of a token are for: `you touch two ziggurats`. */
function reasonsOf(effect: Preview): string {
  const reasons = effect.gains.map((gain) =>
    gain.source === "field" ? `the field brings ${gain.points}` : gain.points === 1 ? "you touch one ziggurat" : `you touch ${numberWord(gain.points)} ziggurats`,
  );
  return listed(reasons);
}

function siteLine(table: BoardModel, site: Preview["sites"][number]): Part[][] {
  const name = site.holds === "city" ? `city at ${site.cell}` : `ziggurat at ${site.cell}`;
  const most = site.winner === null ? "a tie: nobody takes it" : site.holds === "city" ? `${does(table, site.winner, "take")} it` : `${does(table, site.winner, "choose")} a card`;
  if (site.free > 1) return [];
  if (site.free === 1) return [[strong(`One short: `), plainPart(`the ${name}. Tokens: ${tokensBySeat(table, site.tokens)}.`)]];
  const points = site.gains.length ? ` Points: ${gainsBySeat(table, site.gains)}.` : "";
  return [[strong(`Surrounds the ${name}: `), plainPart(`tokens ${tokensBySeat(table, site.tokens)}; ${most}.${points}`)]];
}

/** `you 3, Shulgi 1`: only those who have some. */
export const tokensBySeat = (table: BoardModel, tokens: number[]): string =>
  tokens.flatMap((amount, seat) => (amount ? [amountOf(table, seat, amount)] : [])).join(", ");

function chainLine(effect: Preview): Part[][] {
  const longer = effect.chains;
  if (!longer.length) return [];
  const words = longer.slice(0, 3).map((chain) => `${chain.points} more at ${chain.cell}`);
  const rest = longer.length > 3 ? ` and ${longer.length - 3} further` : "";
  return [[strong("Chain: "), plainPart(`${rest ? words.join(", ") : listed(words)}${rest}.`)]];
}

/** The effect as one short sentence for the status line. */
export function effectWords(table: BoardModel, effect: Preview): Part[] {
  const surrounded = effect.sites.find((site) => site.free === 0);
  if (surrounded) {
    const winner = surrounded.winner === null ? "nobody" : who(table, surrounded.winner);
    const points = pointsOf(effect) ? ` +${pointsOf(effect)} now.` : "";
    return [plainPart(`Here it surrounds the ${surrounded.holds} at ${surrounded.cell} for `), strong(winner), plainPart(`.${points}`)];
  }
  if (pointsOf(effect)) return [plainPart(`Here ${reasonsOf(effect)}: `), strong(`+${pointsOf(effect)}`), plainPart(".")];
  const short = effect.sites.find((site) => site.free === 1);
  if (short) return [plainPart(`Here the ${short.holds} at ${short.cell} is one token short.`)];
  const [chain] = effect.chains;
  return [plainPart(chain ? `Here the chain brings ${chain.points} more at ${chain.cell}.` : "No points here now.")];
}

// ---- what is asked now ------------------------------------------------------------------------------------------

/** One line: what is selected, what is still to be placed, what the aimed cell would bring. */
export function sayPlacing(table: BoardModel, view: BabyloniaView, kind: Kind | null, effect: Preview | null): Part[] {
  const placing = view.placing;
  if (!placing) return [];
  const first = kind ? strong(`${capital(kind)} selected. `) : strong(opening(view));
  const duty = kind ? plainPart(`${dutyWords(view)} `) : plainPart(nextWords(table, view));
  return kind && effect ? [first, duty, ...effectWords(table, effect)] : [first, duty];
}

function opening(view: BabyloniaView): string {
  const { can_end, land } = view.placing!;
  if (can_end) return land.length ? "You may end, " : "End the turn. ";
  if (view.turn === 1) return "You start: place exactly one token. ";
  if (view.turn === 2 && !view.placed) return "Place exactly two tokens in this first turn. ";
  return view.placed ? "" : "Your turn. ";
}

/** How many tokens must or may follow. */
export function dutyWords(view: BabyloniaView): string {
  const { missing, can_end, may_place_many, land } = view.placing!;
  if (can_end) return land.length ? "You may also end the turn." : "Nothing more may be placed: end the turn.";
  const many = may_place_many ? (view.placed ? `, or ${numberWord(3 - view.placed)} more farmers on land` : ", or three or more farmers on land") : "";
  if (!view.placed) return `${capital(numberWord(missing))} token${missing === 1 ? "" : "s"} to place${many}.`;
  return `${capital(numberWord(view.placed))} placed, ${numberWord(missing)} more to go${many}.`;
}

function nextWords(table: BoardModel, view: BabyloniaView): string {
  const { can_end, land } = view.placing!;
  if (can_end && land.length === 0) return view.placed ? "No token may follow." : "";
  if (can_end) return `or add ${listed(land.map((kind) => `${kind}s`))}, on land only${reachWords(table, view)}.`;
  if (view.turn === 1) return "Choose it, then its cell.";
  return `${dutyWords(view)}${endWords(view)}`;
}

/** `: 2 fields in reach, +7 and +5`. */
function reachWords(table: BoardModel, view: BabyloniaView): string {
  const legal = new Set(table.actions.map((action) => action.args["cell"]));
  const fields = view.cells.filter((cell) => cell.holds === "field" && legal.has(cell.cell));
  return fields.length ? `: ${counted(fields.length, "field")} in reach, ${listed(fields.map((cell) => `+${cell.worth}`))}` : "";
}

const endWords = (view: BabyloniaView): string => (view.cities_left === 2 ? " One more city scored ends the game." : "");

/** What others are doing, or what is to be chosen. */
export function sayOther(table: BoardModel, view: BabyloniaView): Part[] {
  if (view.phase === "over") return [strong("The game is over.")];
  if (view.phase === "card" && view.chooser !== null) {
    if (isMe(table, view.chooser)) return [strong("Choose a ziggurat card. "), plainPart("It acts from the moment you take it.")];
    return [strong(`${Who(table, view.chooser)} chooses a ziggurat card.`)];
  }
  const mine = isMe(table, view.turn_of);
  if (view.phase === "score" && mine) return sayScoring(view);
  if (view.phase === "extra" && mine) return [strong("Take your extra turn now? "), plainPart("You may keep card 2 for later.")];
  return [strong(`${capital(whose(table, view.turn_of))} turn. `), plainPart(`${capital(view.phase_text)}.${endWords(view)}`)];
}

function sayScoring(view: BabyloniaView): Part[] {
  const sites = view.to_score.map((cell) => `the ${standingOf(view, cell)?.holds ?? "city"} at ${cell}`);
  if (sites.length < 2) return [strong(`${capital(listed(sites))} is surrounded `), plainPart("and scored now.")];
  return [strong("Choose what is scored next: "), plainPart(`${listed(sites)} are surrounded.`)];
}

const whose = (table: BoardModel, seat: number): string => (isMe(table, seat) ? "your" : `${table.seatName(seat)}’s`);

// ---- cells for screen readers -----------------------------------------------------------------------------------

const REGION_WORDS: Record<CellView["region"], string> = { north: "north land", central: "central land", south: "south land", tigris: "Tigris", euphrates: "Euphrates" };

/** Facts first, then possibilities. */
export function cellWords(table: BoardModel, view: BabyloniaView, cell: CellView, effect: Preview | null): string {
  const place = `row ${cell.row}, column ${cell.column}`;
  if (cell.holds === "closed") return `${place}, ${cell.region}, not used by ${numberWord(view.seats)} players.`;
  const facts = [place, REGION_WORDS[cell.region], contentWords(table, view, cell)];
  const possible = table.targets.has(`cell:${cell.cell}`) ? [possibility(table, effect)] : [];
  return `${[...facts, ...neighbourWords(view, cell), ...possible].join(", ")}.`;
}

function contentWords(table: BoardModel, view: BabyloniaView, cell: CellView): string {
  if (cell.holds === "token") return tokenWords(table, cell);
  if (cell.holds === "field") return `field worth ${cell.worth}${cell.tile === "city" ? ", the number of cities taken" : ""}`;
  const standing = standingOf(view, cell.cell);
  return standing ? standingWords(table, standing) : "free";
}

export function tokenWords(table: BoardModel, cell: CellView): string {
  const owner = isMe(table, cell.seat!) ? "yours" : table.seatName(cell.seat!);
  if (isRiver(cell)) return `face-down ${cell.kind ?? "token"} of ${owner}`;
  return `${cell.kind} of ${owner}`;
}

/** How a city or ziggurat stands, in one sentence without an end. */
export function standingWords(table: BoardModel, standing: Standing): string {
  const tokens = standing.shares.map((share) => share.tokens);
  const around = tokens.some(Boolean) ? `tokens: ${tokensBySeat(table, tokens)}` : "no tokens around it";
  const name = standing.holds === "city" ? `city of ${listed(nobleKinds(standing.tile ?? "").map((kind) => `${kind}s`))}` : "ziggurat";
  if (standing.scored) return `${name}, scored; ${around}`;
  const free = standing.free.length ? `${standing.free.length} of ${standing.land} land cells free` : "surrounded";
  const winner = standing.winner === null ? "nobody" : who(table, standing.winner);
  return `${name}, ${free}; ${around}${standing.holds === "city" ? `; would go to ${winner}` : ""}`;
}

function neighbourWords(view: BabyloniaView, cell: CellView): string[] {
  if (cell.holds !== "nothing" || isRiver(cell)) return [];
  return neighboursOf(view, cell.cell).flatMap((other) => {
    const standing = other && standingOf(view, other.cell);
    if (!standing || standing.scored) return [];
    const last = standing.free.length === 1 ? ", the last free cell" : "";
    return [`next to the ${siteName(standing)} at ${standing.cell}${last}`];
  });
}

function possibility(table: BoardModel, effect: Preview | null): string {
  if (!effect) return "placing possible";
  const surrounded = effect.sites.find((site) => site.free === 0);
  if (surrounded) {
    const points = surrounded.gains.length ? `: ${gainsBySeat(table, surrounded.gains)}` : "";
    return `placing surrounds the ${surrounded.holds} at ${surrounded.cell}${points}`;
  }
  return pointsOf(effect) ? `placing brings ${pointsOf(effect)}` : "placing brings no points now";
}
