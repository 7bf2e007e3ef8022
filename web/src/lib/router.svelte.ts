/** Where the page is. Addresses live behind the `#`, so that the secret of a seat never reaches a server's log. */

export type Place =
  | { page: "lobby" }
  | { page: "new"; game: string }
  | { page: "table"; table: string; secret: string }
  | { page: "join"; table: string; invitation: string }
  | { page: "record"; record: string; number: number | null }
  | { page: "rules"; game: string; clause: string | null };

/** The place an address names; anything unknown is the lobby. */
export function placeOf(hash: string): Place {
  const [page, first = "", second = ""] = hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
  if (page === "table" && first && second) return { page, table: first, secret: second };
  if (page === "join" && first && second) return { page, table: first, invitation: second };
  if (page === "record" && first) return { page, record: first, number: second ? Number(second) : null };
  if (page === "rules" && first) return { page, game: first, clause: second || null };
  if (page === "new") return { page, game: first };
  return { page: "lobby" };
}

/** The address of a place; `placeOf` is its inverse. */
export function hashOf(place: Place): string {
  const parts = {
    lobby: () => [],
    new: () => [place.page === "new" ? place.game : ""],
    table: () => (place.page === "table" ? [place.table, place.secret] : []),
    join: () => (place.page === "join" ? [place.table, place.invitation] : []),
    record: () => (place.page === "record" ? [place.record, place.number ?? ""] : []),
    rules: () => (place.page === "rules" ? [place.game, place.clause ?? ""] : []),
  }[place.page]();
  const filled = parts.map((part) => encodeURIComponent(part)).filter(Boolean);
  return place.page === "lobby" ? "#/" : `#/${[place.page, ...filled].join("/")}`;
}

/**
 * The whole address of a place, to give to somebody else. The name of the game stands before the `#`: a chat that
 * shows a preview of the link asks the server for that alone.
 */
export function linkOf(place: Place, game = "", origin = location.origin): string {
  return `${origin.replace(/\/$/, "")}/${game}${hashOf(place)}`;
}

const LOCAL_NAMES = ["localhost", "127.0.0.1", "[::1]"];

/** Whether this page was opened by a name that means only this computer. */
export const isLocal = (): boolean => LOCAL_NAMES.includes(location.hostname);

/** Whether links can be opened on this computer alone: the server has no other address. */
export const isOnlyHere = (address: string | null): boolean => isLocal() && address === null;

class Router {
  place = $state<Place>(placeOf(location.hash));

  constructor() {
    addEventListener("hashchange", () => (this.place = placeOf(location.hash)));
  }

  go(place: Place): void {
    location.hash = hashOf(place);
  }

  /** Go there so that "back" does not lead here again. */
  replace(place: Place): void {
    location.replace(hashOf(place));
  }
}

export const router = new Router();
