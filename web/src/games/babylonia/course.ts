/** How the points came: by turn for a chart, by source for a table. Everything is summed up from the log. */

import type { LogLine } from "../../lib/protocol";

export type Source = "nobles" | "cities" | "field" | "ziggurats" | "card";
const BONUS = "bonus"; // what card 7 adds to the points for cities

export interface Course {
  turns: number[][]; // points by seat after each turn, from 0 on
  sources: Record<Source, number>[]; // points by source, for each seat
}

export function courseOf(log: LogLine[], seats: number): Course {
  const scores = Array<number>(seats).fill(0);
  const sources = scores.map(() => ({ nobles: 0, cities: 0, field: 0, ziggurats: 0, card: 0 }));
  const turns: number[][] = [[...scores]];
  for (const line of log) {
    for (const { seat, what, amount } of line.effects) {
      scores[seat] = (scores[seat] ?? 0) + amount;
      const source = what === BONUS ? "card" : what;
      if (source in sources[seat]!) sources[seat]![source as Source] += amount;
    }
    while (turns.length <= line.turn) turns.push([...turns.at(-1)!]);
    turns[line.turn] = [...scores];
  }
  return { turns, sources };
}
