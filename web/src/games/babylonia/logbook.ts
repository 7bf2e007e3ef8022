/** The log of Babylonia: one entry for the tokens of a turn, one for all that a scored city or ziggurat brings. */

import type { LogLine } from "../../lib/protocol";
import type { BoardModel } from "../../lib/board.svelte";
import type { Logbook, Part } from "../game";
import { listed, plainPart, strong } from "./words";

/** What chance dealt in a row: tiles are counted, tokens of mine named. */
export function merge(lines: LogLine[]): Part[] {
  const [first] = lines as [LogLine];
  if (first.verb === "lay") return [{ text: `${lines.length} tiles are laid` }];
  if (lines.length === 1 || first.verb !== "draw") return lines.map((line) => ({ text: line.predicate }));
  const kinds = lines.flatMap((line) => (line.args["token"] ? [String(line.args["token"])] : []));
  const verb = first.predicate.split(" ", 1)[0]!;
  const counts = [...new Set(kinds)].map((kind) => [kinds.filter((other) => other === kind).length, kind] as const);
  if (!kinds.length) return [{ text: `${verb} ${lines.length} tokens` }];
  return [{ text: `${verb} ${listed(counts.map(([count, kind]) => (count === 1 ? `a ${kind}` : `${count} ${kind}s`)))}` }];
}

/** `you`, or a place for the name of another. */
const named = (seat: number, viewer: number | null): string => (seat === viewer ? "you" : `{${seat}}`);

/** What the lines of one scoring bring a seat: `nobles 6`, `cities 1`. */
const partsOf = (lines: LogLine[], seat: number): string[] =>
  lines.flatMap(({ effects }) => effects.filter((effect) => effect.seat === seat).map(({ what, amount }) => (what === "bonus" ? `card 7: ${amount}` : `${what} ${amount}`)));

/** `7 for Shulgi`, for everybody who gets something, in the order of the seats; with what it is for if that is wanted. */
function gainsOf(lines: LogLine[], viewer: number | null, hasParts: boolean): string[] {
  const effects = lines.flatMap((line) => line.effects);
  const seats = [...new Set(effects.map(({ seat }) => seat))].sort((one, other) => one - other);
  return seats.map((seat) => {
    const points = effects.reduce((sum, effect) => sum + (effect.seat === seat ? effect.amount : 0), 0);
    return `${points} for ${named(seat, viewer)}${hasParts ? ` (${partsOf(lines, seat).join(", ")})` : ""}`;
  });
}

/** Who takes it, or why nobody does. */
function outcomeOf(lines: LogLine[], viewer: number | null): string[] {
  return lines
    .filter(({ verb }) => verb === "win")
    .map(({ seat, predicate }) => (seat === null ? `${predicate.charAt(0).toLowerCase()}${predicate.slice(1)}` : `${named(seat, viewer)} ${predicate}`));
}

const isScoring = ([first]: LogLine[]): boolean => first?.verb === "score";

/** All that came of a city or ziggurat: `: 4 for you, 2 for Ninsun; Ninsun takes the city with 3 tokens next to it`. */
function scoringOf(lines: LogLine[], viewer: number | null, hasParts: boolean): string {
  const gains = gainsOf(lines, viewer, hasParts).join(", ");
  return `: ${[...(gains ? [gains] : []), ...outcomeOf(lines, viewer)].join("; ")}`;
}

/** What is said of a scored city or ziggurat, as one sentence; other actions are told as they are written. */
export function told(lines: LogLine[], table: BoardModel): string | null {
  const [first] = lines;
  if (!first || !isScoring(lines)) return null;
  return table.withNames(`${first.subject} ${first.predicate}${scoringOf(lines, table.mySeat, false)}.`);
}

function words(lines: LogLine[], viewer: number | null): Part[] {
  const [first] = lines as [LogLine];
  if (first.actor < 0) return merge(lines);
  if (isScoring(lines)) return [strong(first.predicate), plainPart(scoringOf(lines, viewer, true))];
  return [plainPart(lines.map(({ predicate }) => predicate).join(", then "))];
}

export const logbook: Logbook = {
  // What others draw and that a turn ends goes without saying, once the match has begun.
  isTold: ({ verb, turn, args }) => verb !== "end placing" && (verb !== "draw" || turn === 0 || args["token"] !== undefined),
  joins: (before, next) => (next.verb === "place" ? before.verb === "place" : before.number === next.number),
  words,
};
