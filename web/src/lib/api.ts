/** The server's answers over HTTP. */

import type {
  ErrorReply,
  GamesReply,
  Invitation,
  Joined,
  NewTable,
  PlayNow,
  PositionsReply,
  RecordInfo,
  RecordOdds,
  RecordStored,
  RulesReply,
  TableCreated,
  TableKey,
  TablesReply,
} from "./protocol";

/** A refusal of the server, or that it cannot be reached. */
export class ServerError extends Error {
  constructor(
    readonly code: string,
    reason: string,
    readonly clause: string | null = null,
  ) {
    super(reason);
  }
}

async function ask<T>(path: string, body?: unknown, secret?: string): Promise<T> {
  const response = await reach(path, body, secret);
  if (!response.ok) throw await errorOf(response);
  return (await response.json()) as T;
}

async function reach(path: string, body?: unknown, secret?: string): Promise<Response> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["content-type"] = "application/json";
  if (secret) headers["authorization"] = `Bearer ${secret}`;
  const request = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
  try {
    return await fetch(path, request);
  } catch {
    throw new ServerError("offline", "The server does not answer. Is it running?");
  }
}

async function errorOf(response: Response): Promise<ServerError> {
  try {
    const reply = (await response.json()) as ErrorReply;
    return new ServerError(reply.code, reply.reason, reply.clause);
  } catch {
    return new ServerError("failed", `The server answered ${response.status}.`);
  }
}

const PATIENCE = 1500; // milliseconds, when the server asks to wait
const MAX_TRIES = 30;

/** Ask a bot, again and again while the server says that it is too fast; nothing if it refuses otherwise. */
export async function patiently<T>(question: () => Promise<T>): Promise<T | null> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    try {
      return await question();
    } catch (error) {
      if ((error as ServerError).code !== "too-fast") return null;
      await new Promise((resolve) => setTimeout(resolve, PATIENCE));
    }
  }
  return null;
}

const kept = new Map<string, Promise<unknown>>();

/** Ask once and keep the answer; a failure is not kept. */
function once<T>(path: string): Promise<T> {
  if (!kept.has(path)) {
    const answer = ask<T>(path);
    kept.set(path, answer);
    answer.catch(() => kept.delete(path));
  }
  return kept.get(path) as Promise<T>;
}

export const games = (): Promise<GamesReply> => once("/api/games");
export const rules = (game: string): Promise<RulesReply> => once(`/api/games/${game}/rules`);
export const newTable = (body: NewTable): Promise<TableCreated> => ask("/api/tables", body);
export const playNow = (body: PlayNow): Promise<TableCreated> => ask("/api/play", body);
export const myTables = (keys: TableKey[]): Promise<TablesReply> => ask("/api/tables/mine", { keys });
export const join = (table: string, invitation: string, secret: string): Promise<Joined> => ask(`/api/tables/${table}/join`, { secret }, invitation);
export const link = (table: string, secret: string): Promise<Invitation> => ask(`/api/tables/${table}/link`, {}, secret);
export const upload = (text: string): Promise<RecordStored> => ask("/api/records", { text });
export const record = (id: string): Promise<RecordInfo> => once(`/api/records/${id}`);

/** Which positions are asked for; `drawn` as a text too. */
export interface Part {
  first: number;
  count: number;
  drawn: boolean;
}

const queryOf = ({ first, count, drawn }: Part): string => `first=${first}&count=${count}&drawn=${drawn}`;

/** Past positions of a table as a secret's owner saw them. */
export function positions(table: string, secret: string, part: Part): Promise<PositionsReply> {
  return ask(`/api/tables/${table}/positions?${queryOf(part)}`, undefined, secret);
}

/** Positions of a stored record with everything open, or as one seat saw them. */
export function recordPositions(id: string, part: Part, seat: number | null): Promise<PositionsReply> {
  const whose = seat === null ? "" : `&seat=${seat}`;
  return ask(`/api/records/${id}/positions?${queryOf(part)}${whose}`);
}

const knownOdds = new Map<string, ReadonlyMap<number, number[]>>(); // of records, by position

/** Keep what is known of the chances of a match for whoever looks at its record next. */
export const keepOdds = (id: string, chances: ReadonlyMap<number, number[]>): unknown => knownOdds.set(id, chances);

/** Everybody's chance to win at a position of a stored record. */
export async function recordOdds(id: string, number: number): Promise<number[]> {
  const known = knownOdds.get(id)?.get(number);
  return known ?? (await ask<RecordOdds>(`/api/records/${id}/odds?number=${number}`)).chances;
}

/** Make the record of a finished match public under its own address. */
export function share(table: string, secret: string): Promise<RecordStored> {
  return ask(`/api/tables/${table}/share`, {}, secret);
}

/** The record of a finished match in the notation for people. */
export async function recordText(table: string, secret: string): Promise<string> {
  const response = await reach(`/api/tables/${table}/record?form=text`, undefined, secret);
  if (!response.ok) throw await errorOf(response);
  return response.text();
}
