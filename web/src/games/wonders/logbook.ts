/** The log of 7 Wonders: what was revealed, not what one chose before; what one was dealt, not that others were dealt something. */

import type { LogLine } from "../../lib/protocol";
import type { Logbook, Part } from "../game";

/** Choices of my own carry their action, what is revealed does not; what is dealt to others is hidden. */
const isTold = (line: LogLine): boolean => (line.actor >= 0 ? line.action === null : line.action !== null || line.seat === null);

/** A hand that was dealt: `get Altar, Press and Theater`. */
function dealt(lines: LogLine[]): Part[] {
  const [first, ...more] = lines.map((line) => line.predicate);
  const verb = `${first!.split(" ", 1)[0]} `;
  return [{ text: [first!, ...more.map((words) => (words.startsWith(verb) ? words.slice(verb.length) : words))].join(", ") }];
}

export const logbook: Logbook = {
  isTold,
  joins: () => false,
  words: (lines) => dealt(lines),
};
