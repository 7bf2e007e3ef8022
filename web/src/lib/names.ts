/** Names for what the server only numbers: tables and bots. The same id gets the same name on every page. */

import type { GameInfo, LevelInfo, SeatInfo } from "./protocol";

const BOTS = ["Enheduanna", "Kubaba", "Ninsun", "Shulgi", "Puabi", "Gudea", "Ashurbani", "Nabu", "Sidu", "Adad"];
const PLACES = ["Ur", "Uruk", "Nippur", "Lagash", "Kish", "Eridu", "Mari", "Larsa", "Sippar", "Umma", "Akkad", "Isin"];
const TIMES = ["at dusk", "at dawn", "at noon", "by night", "in spring", "after rain", "at harvest", "under stars"];

function hash(text: string): number {
  let value = 2166136261;
  for (const char of text) value = Math.imul(value ^ char.codePointAt(0)!, 16777619) >>> 0;
  return value;
}

function pick(list: string[], number: number): string {
  return list[number % list.length]!;
}

/** A name for a table, such as “Ur at dusk”. */
export function tableName(id: string): string {
  const number = hash(id);
  return `${pick(PLACES, number)} ${pick(TIMES, number >>> 8)}`;
}

/** What to call who sits on a seat. */
export function seatName(table: string, seat: SeatInfo): string {
  if (seat.kind === "bot") return pick(BOTS, hash(table) + seat.seat * 3);
  return seat.nickname || (seat.kind === "open" ? "Open seat" : `Player ${seat.seat + 1}`);
}

/** The title of a bot's level. */
export function levelTitle(game: GameInfo | undefined, level: string | null): string {
  return game?.levels.find((candidate) => candidate.name === level)?.title ?? level ?? "bot";
}

/** A level with its place on the scale of the game among so many seats, where that was measured. */
export function levelWords({ title, ratings }: LevelInfo, seats: number): string {
  const rating = ratings.find((candidate) => candidate.seats === seats);
  if (!rating) return title;
  return rating.error ? `${title} · ${rating.elo} ± ${rating.error} Elo` : `${title} · ${rating.elo} Elo`;
}

/** A line beneath the name: what kind of player it is. */
export function seatKind(game: GameInfo | undefined, seat: SeatInfo): string {
  if (seat.kind === "bot") return `bot · ${levelTitle(game, seat.level)}`;
  if (seat.kind === "open") return "waiting for a person";
  if (seat.taken_over) return `away, ${levelTitle(game, seat.level)} plays`;
  if (seat.away_since !== null) return `◐ away since ${timeOf(seat.away_since)}`;
  if (seat.connected) return "● here";
  return seat.seen_at ? `◌ gone, left at ${timeOf(seat.seen_at)}` : "◌ not here yet";
}

/** A moment in words: the time today, else the day. */
export function timeOf(seconds: number): string {
  const at = new Date(seconds * 1000);
  const isToday = at.toDateString() === new Date().toDateString();
  return isToday ? at.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }) : at.toLocaleDateString([], { day: "numeric", month: "short" });
}

/** How long something took, in the largest fitting unit. */
export function durationOf(start: number, end: number): string {
  const minutes = Math.max(1, Math.round((end - start) / 60));
  const [count, unit] = minutes < 90 ? [minutes, "minute"] : minutes < 48 * 60 ? [Math.round(minutes / 60), "hour"] : [Math.round(minutes / 1440), "day"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** What is left until a moment: “21 h 40 min” above an hour (“21 h” where there is little room), else “12:30”. */
export function leftUntil(deadline: number, now: number, isShort = false): string {
  const left = Math.max(0, Math.round(deadline - now));
  if (left >= 3600 && isShort) return `${Math.floor(left / 3600)} h`;
  if (left >= 3600) return `${Math.floor(left / 3600)} h ${Math.floor((left % 3600) / 60)} min`;
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}
