/** The seats this browser holds: secrets are told once, so they are kept here. */

import { join, myTables, ServerError } from "./api";
import type { TableCreated, TableKey } from "./protocol";
import { store, stored } from "./settings.svelte";

export interface Held extends TableKey {
  seat: number | null; // none: as a spectator
  game: string;
  others: { seat: number; invitation: string }[]; // seats of persons that I may hand out
  spectator: string | null;
}

const KEY = "shinar.seats";
const ACCEPTED = "shinar.invitations"; // the secrets for which invitations were exchanged
const MOST = 100;

/** All seats of this browser, the latest first. */
export function heldSeats(): Held[] {
  return stored<Held[]>(KEY, []);
}

/** The seat of this browser at a table. */
export function heldAt(table: string, secret: string): Held | undefined {
  return heldSeats().find((held) => held.table === table && held.secret === secret);
}

/** Keep a seat; one that is already kept moves to the front and keeps its links. */
export function hold(held: Held): void {
  const others = heldSeats().filter((other) => other.table !== held.table || other.secret !== held.secret);
  store(KEY, [held, ...others].slice(0, MOST));
}

/** Forget a table. */
export function release(table: string): void {
  store(
    KEY,
    heldSeats().filter((held) => held.table !== table),
  );
}

/** Keep what a new table gave: my seat, and the links for the others. */
export function holdCreated(created: TableCreated, game: string): Held {
  const mine = created.keys.find((key) => key.seat === created.my_seat);
  const held: Held = {
    table: created.table,
    secret: mine?.secret ?? created.spectator,
    seat: mine ? created.my_seat : null,
    game,
    others: created.invitations,
    spectator: created.spectator,
  };
  hold(held);
  return held;
}

/** Which game a table plays: kept with the seat, else asked of the server. */
export async function gameOf(table: string, secret: string): Promise<string> {
  const known = heldAt(table, secret);
  if (known) return known.game;
  const reply = await myTables([{ table, secret }]);
  const found = reply.tables[0];
  if (!found) throw new ServerError("wrong-secret", "There is no such table, or the link is not complete.");
  return found.table.game;
}

const SECRET_BYTES = 24;

/** A secret nobody can guess, as the server makes them too. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}

/** Take the seat of an invitation. The secret is kept before it is sent, so that a lost answer does not lose the seat. */
export async function accept(table: string, invitation: string): Promise<Held> {
  const before = stored<Record<string, string>>(ACCEPTED, {});
  const secret = before[invitation] ?? newSecret();
  store(ACCEPTED, { ...before, [invitation]: secret });
  const { seat, game } = await join(table, invitation, secret);
  const held = { table, secret, seat, game, others: [], spectator: null };
  hold(held);
  return held;
}
