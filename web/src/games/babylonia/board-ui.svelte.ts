/** What one is looking at on the board: the cell aimed at, the city asked about, what has just happened. */

import type { BoardModel } from "../../lib/board.svelte";
import type { ActionInfo, LogLine } from "../../lib/protocol";
import { typedAction, placingOf } from "./action";
import { latestOf } from "./latest";
import { asBabylonia, type BabyloniaView, cellsOf, type Kind, nearPlayer, type Preview, standingOf, tokensOf } from "./view";

const AIM_DELAY = 40; // milliseconds a pointer must rest before the server is asked

export class BoardUi {
  at = $state("12,8"); // the cell that the keyboard is on
  aim = $state<string | null>(null);
  isFocused = $state(false); // whether the board has the keyboard
  effect = $state.raw<Preview | null>(null); // of placing the selected token at `aim`
  inspected = $state<string | null>(null);
  card = $state<number | null>(null); // the chosen one, while a card is taken
  readonly latest = $derived.by(() => latestOf(this.view, this.table.log, this.table.upTo, this.table.isMyTurn ? this.table.mySeat : null));
  taken = $state(0); // which of equal tokens on the stand was touched
  isTall = $state(false);
  shown = $state<number | null>(null); // the player whose things are shown
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
    const typed = typedAction(actions[0]!);
    if (typed.verb !== "place") return;
    this.table.selection = `stand:${typed.args.token}`;
    this.aimAt(cell);
  }

  #anyKind(): Kind {
    return tokensOf(nearPlayer(this.view))[0] ?? "farmer";
  }

  /** Take the next kind of token of the stand that may go to the cell aimed at. */
  switchToken(): void {
    const cell = this.aim;
    const kinds = this.table.actions.flatMap((action) => {
      const typed = typedAction(action);
      return typed.verb === "place" && typed.args.cell === cell ? [typed.args.token] : [];
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

  /** Forget a city that is gone. */
  follow(view: BabyloniaView): void {
    if (this.inspected && !standingOf(view, this.inspected)) this.inspected = null;
  }
}

function isScoring(action: ActionInfo, cell: string): boolean {
  const typed = typedAction(action);
  return typed.verb === "score" && typed.args.cell === cell;
}

function isPlacing(action: ActionInfo, cell: string): boolean {
  const typed = typedAction(action);
  return typed.verb === "place" && typed.args.cell === cell;
}

const uis = new WeakMap<BoardModel, BoardUi>();

/** What is looked at on the board of a table; there is one for each. */
export function uiOf(table: BoardModel): BoardUi {
  const known = uis.get(table);
  if (known) return known;
  const made = new BoardUi(table);
  uis.set(table, made);
  return made;
}
