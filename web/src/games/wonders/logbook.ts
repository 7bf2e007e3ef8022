/** The log of 7 Wonders: what was revealed, not what one chose before; what one was dealt, not that others were dealt something. */

import type { LogLine } from "../../lib/protocol";
import type { Logbook, Part } from "../game";
import { cardOf } from "./catalogue";

/** Choices of my own carry their action, what is revealed does not; what is dealt to others is hidden. */
const isTold = (line: LogLine): boolean => (line.actor >= 0 ? line.action === null : line.action !== null || line.seat === null);

/** What was dealt, by the arguments of the line; null where they do not say. */
function dealtName({ args }: LogLine): string | null {
  if ("tile" in args) return `tile ${args["tile"]}`;
  const card = args["card"] ?? args["leader"];
  return card === undefined ? null : cardOf(String(card)).title;
}

/** A hand that was dealt: `get Altar, Press, Theater`. */
function dealt(lines: LogLine[]): Part[] {
  const [first, ...more] = lines;
  return [{ text: [first!.predicate, ...more.map((line) => dealtName(line) ?? line.predicate)].join(", ") }];
}

export const logbook: Logbook = {
  isTold,
  joins: () => false,
  words: (lines) => dealt(lines),
};
