/** The chances over a match: everybody's at the start of each turn and at the end, asked for one after the other. */

import type { LogLine } from "./protocol";

/** The start of a turn, or the end of the match. */
export interface Moment {
  number: number; // how many actions lead there
  turn: number;
  seat: number | null; // whose turn begins; none at the end
}

const MAX_MOMENTS = 24; // a long match is asked about at fewer of its turns

export class Curve {
  readonly moments: Moment[];
  chances = $state.raw<number[][]>([]); // of each moment, by seat
  isAsking = $state(false);
  #isStopped = false;

  constructor(
    log: LogLine[],
    readonly odds: (number: number) => Promise<number[] | null>,
  ) {
    this.moments = momentsOf(log);
  }

  /** Ask about one moment after the other; what is known by then is drawn. */
  async ask(): Promise<void> {
    this.isAsking = true;
    for (const { number } of this.moments) {
      const chances = await this.odds(number);
      if (!chances || this.#isStopped) break;
      this.chances = [...this.chances, chances];
    }
    this.isAsking = false;
  }

  stop(): void {
    this.#isStopped = true;
  }
}

/** Where each turn begins: somebody has to act for the first time. */
export function startsOfTurns(log: LogLine[]): Moment[] {
  const turns = new Map<number, Moment>();
  for (const { number, turn, actor } of log) {
    if (actor >= 0 && !turns.has(turn)) turns.set(turn, { number, turn, seat: actor });
  }
  return [...turns.values()];
}

function momentsOf(log: LogLine[]): Moment[] {
  const starts = startsOfTurns(log);
  const step = Math.ceil(starts.length / MAX_MOMENTS);
  const last = log.at(-1);
  const end = last ? [{ number: last.number + 1, turn: last.turn, seat: null }] : [];
  return [...starts.filter((_, index) => index % step === 0), ...end];
}
