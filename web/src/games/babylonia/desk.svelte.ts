/** What one is looking at on the board: the cell aimed at, the city asked about, what was just scored. */

import type { BoardModel } from "../../lib/board.svelte";
import type { ActionInfo, LogLine } from "../../lib/protocol";
import { deedOf, placingOf } from "./deed";
import { asBabylonia, type BabyloniaView, cellsOf, type Kind, neighboursOf, type Preview, standingOf, tokensOf, nearPlayer } from "./view";

/** A city or ziggurat that has just been scored. */
export interface Scored {
  cell: string;
  holds: "city" | "ziggurat";
  tile: string | null;
  ring: string[]; // cells with tokens around it
  counted: string[][]; // cells of the nobles that brought points, by seat
  tokens: number[]; // around it, by seat
  winner: number | null;
}

/** Points that a player has just got, and for what. */
export interface LastGain {
  points: number;
  parts: string;
}

const AIM_DELAY = 40; // milliseconds a pointer must rest before the server is asked

export class Desk {
  at = $state("12,8"); // the cell that the keyboard is on
  aim = $state<string | null>(null);
  isFocused = $state(false); // whether the board has the keyboard
  effect = $state.raw<Preview | null>(null); // of placing the selected token at `aim`
  inspected = $state<string | null>(null);
  card = $state<number | null>(null); // the chosen one, while a card is taken
  scored = $state.raw<Scored | null>(null);
  gains = $state.raw<(LastGain | null)[]>([]);
  taken = $state(0); // which of equal tokens on the stand was touched
  isTall = $state(false);
  shown = $state<number | null>(null); // the player whose things are shown
  #before: BabyloniaView | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly table: BoardModel) {}

  get view(): BabyloniaView {
    return asBabylonia(this.table.view);
  }

  /** The kind of token that is selected. */
  get kind(): Kind | null {
    const place = this.table.selection;
    return place?.startsWith("stand:") ? (place.slice("stand:".length) as Kind) : null;
  }

  /** The action of placing the selected token on a cell. */
  placing(cell: string): ActionInfo | null {
    return this.table.targets.get(`cell:${cell}`)?.[0]?.action ?? null;
  }

  /** The action of scoring a city or ziggurat. */
  scoring(cell: string): ActionInfo | null {
    return this.table.actions.find((action) => isScoring(action, cell)) ?? null;
  }

  /** Look at a cell with the selected token in hand; the server is asked what it would bring. */
  aimAt(cell: string | null): void {
    if (cell === this.aim) return;
    this.aim = cell;
    this.askEffect();
  }

  askEffect(): void {
    clearTimeout(this.#timer);
    this.effect = null;
    const cell = this.aim;
    const action = cell === null ? null : (this.scoring(cell) ?? this.placing(cell));
    if (action) this.#timer = setTimeout(() => void this.#foretell(cell!, action), AIM_DELAY);
  }

  async #foretell(cell: string, action: ActionInfo): Promise<void> {
    const effect = (await this.table.foretell(action)) as Preview | null;
    if (this.aim === cell && this.kind !== null && this.placing(cell)?.id === action.id) this.effect = effect;
  }

  /** The cell of a line of the log that tells of a token placed. */
  cellOf(line: LogLine): string | null {
    return line.verb === "place" ? String(line.args["cell"]) : null;
  }

  // -- touching --

  /** A tap or Enter on a cell. On small boards the first tap looks and the second places. */
  touch(cell: string, looksFirst: boolean): void {
    this.table.settle();
    this.at = cell;
    const scoring = this.scoring(cell);
    if (scoring) return void this.table.perform(scoring);
    const holds = cellsOf(this.view).get(cell)?.holds;
    const place = `cell:${cell}`;
    if (this.kind && this.table.targets.has(place)) return this.#place(cell, looksFirst);
    if (holds === "city" || holds === "ziggurat") return this.inspect(cell);
    this.inspected = null;
    if (this.kind) return this.table.bring(this.table.selection!, place);
    this.#chooseToken(cell, looksFirst);
  }

  #place(cell: string, looksFirst: boolean): void {
    this.inspected = null;
    this.table.quiet();
    if (looksFirst && this.aim !== cell) return this.aimAt(cell);
    this.table.bring(this.table.selection!, `cell:${cell}`);
    this.aimAt(null);
  }

  /** Nothing is selected yet: which token shall go there? */
  #chooseToken(cell: string, looksFirst: boolean): void {
    const actions = this.table.actions.filter((action) => isPlacing(action, cell));
    if (!actions.length) {
      if (this.table.isMyTurn) void this.table.refuse(`cell:${cell}`, { action: placingOf(this.#anyKind(), cell) });
      return;
    }
    if (!looksFirst && actions.length > 1) return this.table.offer(`cell:${cell}`, actions);
    const deed = deedOf(actions[0]!);
    if (deed.verb !== "place") return;
    this.table.selection = `stand:${deed.args.token}`;
    this.aimAt(cell);
  }

  #anyKind(): Kind {
    return tokensOf(nearPlayer(this.view))[0] ?? "farmer";
  }

  /** Take the next kind of token of the stand that may go to the cell aimed at. */
  switchToken(): void {
    const cell = this.aim;
    const kinds = this.table.actions.flatMap((action) => {
      const deed = deedOf(action);
      return deed.verb === "place" && deed.args.cell === cell ? [deed.args.token] : [];
    });
    const next = kinds[(kinds.indexOf(this.kind!) + 1) % kinds.length];
    if (!next) return;
    this.table.selection = `stand:${next}`;
    this.askEffect();
  }

  inspect(cell: string | null): void {
    this.table.quiet();
    this.inspected = this.inspected === cell ? null : cell;
    this.shown = null;
    if (cell) this.aimAt(null);
  }

  /** Show what lies in front of a player; once more hides it. */
  show(seat: number | null): void {
    this.table.quiet();
    this.inspected = null;
    this.shown = this.shown === seat ? null : seat;
  }

  letGo(): void {
    this.inspected = null;
    this.shown = null;
    this.aimAt(null);
  }

  // -- what has just happened --

  /** Compare a new position with the last one: what was scored, who got what. */
  follow(view: BabyloniaView): void {
    const before = this.#before;
    this.#before = view;
    if (!before || before.seats !== view.seats) return;
    if (this.inspected && !standingOf(view, this.inspected)) this.inspected = null;
    if (!hasActed(before, view)) return;
    if (isJump(before, view)) {
      this.scored = null;
      this.gains = [];
      return;
    }
    const isBack = view.turn < before.turn || (view.turn === before.turn && view.placed < before.placed);
    const scored = isBack ? null : scoredBetween(before, view);
    if (scored || before.placed !== view.placed || isBack) this.scored = scored;
    const gains = gainsBetween(before, view, scored);
    if (gains.some(Boolean)) this.gains = gains;
    else if (before.turn !== view.turn || isBack) this.gains = isBack ? [] : this.gains;
  }
}

/** Whether anybody has done anything between two positions; of several cities one is scored within a phase. */
function hasActed(before: BabyloniaView, after: BabyloniaView): boolean {
  return before.placed !== after.placed || before.turn !== after.turn || before.phase !== after.phase || before.to_score.length !== after.to_score.length;
}

/** Whether more than one action lies between two positions, as when one looks through a record. */
function isJump(before: BabyloniaView, after: BabyloniaView): boolean {
  return Math.abs(before.turn - after.turn) > 1 || Math.abs(tokensOn(before) - tokensOn(after)) > 1;
}

const tokensOn = (view: BabyloniaView): number => view.cells.filter((cell) => cell.holds === "token").length;

function isScoring(action: ActionInfo, cell: string): boolean {
  const deed = deedOf(action);
  return deed.verb === "score" && deed.args.cell === cell;
}

function isPlacing(action: ActionInfo, cell: string): boolean {
  const deed = deedOf(action);
  return deed.verb === "place" && deed.args.cell === cell;
}

function scoredBetween(before: BabyloniaView, after: BabyloniaView): Scored | null {
  for (const standing of before.standings) {
    const now = standingOf(after, standing.cell);
    const isScored = standing.holds === "city" ? !now : now?.scored && !standing.scored;
    if (!isScored) continue;
    const around = neighboursOf(before, standing.cell);
    return {
      cell: standing.cell,
      holds: standing.holds,
      tile: standing.tile,
      ring: around.flatMap((cell) => (cell?.holds === "token" ? [cell.cell] : [])),
      counted: standing.shares.map((share) => share.counted),
      tokens: standing.shares.map((share) => share.tokens),
      winner: standing.winner,
    };
  }
  return null;
}

function gainsBetween(before: BabyloniaView, after: BabyloniaView, scored: Scored | null): (LastGain | null)[] {
  return after.players.map((player, seat) => {
    const points = player.score - before.players[seat]!.score;
    return points > 0 ? { points, parts: sourcesOf(before, after, seat, points, scored) } : null;
  });
}

/** What points were for: the standing before tells a city's parts, a field that is gone its worth. */
function sourcesOf(before: BabyloniaView, after: BabyloniaView, seat: number, points: number, scored: Scored | null): string {
  if (scored?.holds === "city") {
    const { nobles, cities } = standingOf(before, scored.cell)!.shares[seat]!;
    const parts = [nobles ? `nobles ${nobles}` : "", cities ? `${cities === 1 ? "city" : "cities"} ${cities}` : ""];
    return parts.filter(Boolean).join(", ");
  }
  if (after.players[seat]!.cards.length > before.players[seat]!.cards.length) return "card 1";
  const field = before.cells.find((cell) => cell.holds === "field" && cellsOf(after).get(cell.cell)?.holds === "token");
  if (!field) return `ziggurats ${points}`;
  const rest = points - (field.worth ?? 0);
  return rest > 0 ? `field ${field.worth}, ziggurats ${rest}` : `field ${points}`;
}

const desks = new WeakMap<BoardModel, Desk>();

/** The desk of a table; there is one for each. */
export function deskOf(table: BoardModel): Desk {
  const known = desks.get(table);
  if (known) return known;
  const made = new Desk(table);
  desks.set(table, made);
  return made;
}
