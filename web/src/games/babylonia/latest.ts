/** What has just happened, read from the log: what was scored since the last token was placed, and who got what. */

import type { LogLine } from "../../lib/protocol";
import { type BabyloniaView, cellsOf, standingOf } from "./view";

/** A city or ziggurat that has just been scored. */
export interface Scored {
  cell: string;
  holds: "city" | "ziggurat";
  ring: string[]; // cells with tokens around it
  counted: string[]; // cells of the nobles that brought points
  tokens: number[]; // around it, by seat
  winner: number | null;
}

/** Points that a player has just got, and for what. */
export interface LastGain {
  points: number;
  parts: string;
}

/** All of it, for a position. An update may bring several actions, so positions are not compared. */
export interface Latest {
  scored: Scored[];
  gains: (LastGain | null)[]; // by seat
  number: number; // the action that brought them
}

/** The log may be that of the whole match: `upTo` is how many actions led to the view. A seat is given if it is to act. */
export function latestOf(view: BabyloniaView, log: LogLine[], upTo: number, seat: number | null): Latest {
  const lines = log.filter((line) => line.actor >= 0 && line.number < upTo);
  const since = lines.slice(lines.findLastIndex(isPlacing) + 1);
  const bringing = lastBringing(lines, view.turn, seat);
  return {
    scored: since.filter((line) => line.verb === "score").map((line) => scoredBy(view, since.filter(({ number }) => number === line.number))),
    gains: view.players.map((_, seat) => gainOf(bringing, seat)),
    number: bringing.at(-1)?.number ?? -1,
  };
}

const SOURCES = ["nobles", "cities", "bonus", "field", "ziggurats", "card"]; // in the order in which they are told

const isPlacing = (line: LogLine): boolean => line.verb === "place";

/** The newest lines that brought points: the placing of one turn, or all that was scored in it; for whoever is to act, all since the own turn. */
function lastBringing(lines: LogLine[], turn: number, seat: number | null): LogLine[] {
  const bringing = lines.filter((line) => line.effects.length > 0);
  const last = bringing.at(-1);
  const mine = lines.findLast((line) => line.actor === seat && isPlacing(line) && line.turn < turn);
  if (mine && last && last.turn > mine.turn && last.turn < turn) return bringing.filter((line) => line.turn > mine.turn);
  return last ? bringing.filter((line) => line.turn === last.turn && isPlacing(line) === isPlacing(last)) : [];
}

/** What the lines of one scoring tell. */
function scoredBy(view: BabyloniaView, lines: LogLine[]): Scored {
  const cell = String(lines[0]!.args["cell"]);
  const won = lines.find((line) => line.verb === "win");
  const ring = namesIn(won, "around");
  const owners = ring.map((name) => cellsOf(view).get(name)?.seat);
  return {
    cell,
    holds: standingOf(view, cell) ? "ziggurat" : "city", // a city leaves the board
    ring,
    counted: lines.flatMap((line) => namesIn(line, "counted")),
    tokens: view.players.map(({ seat }) => owners.filter((owner) => owner === seat).length),
    winner: won?.seat ?? null,
  };
}

/** Cells named in an argument, such as `9,13 10,12`. */
const namesIn = (line: LogLine | undefined, name: string): string[] => String(line?.args[name] ?? "").split(" ").filter(Boolean);

function gainOf(lines: LogLine[], seat: number): LastGain | null {
  const effects = lines.flatMap((line) => line.effects.filter((effect) => effect.seat === seat));
  const points = sum(effects.map(({ amount }) => amount));
  const parts = SOURCES.filter((source) => effects.some(({ what }) => what === source)).map((what) => partOf(what, sum(effects.filter((effect) => effect.what === what).map(({ amount }) => amount))));
  return points > 0 ? { points, parts: parts.join(", ") } : null;
}

const sum = (amounts: number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** `nobles 6`, `city 1`; card 1 is the only one that brings points at once, card 7 the only one that adds to those for cities. */
function partOf(what: string, amount: number): string {
  if (what === "card") return "card 1";
  if (what === "bonus") return `card 7: ${amount}`;
  return `${what === "cities" && amount === 1 ? "city" : what} ${amount}`;
}
