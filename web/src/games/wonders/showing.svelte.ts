/** What has just happened, shown for a moment: the reveal of a turn, then the conflicts of an Age. */

import { announcer } from "../../lib/announce.svelte";
import type { BoardModel } from "../../lib/board.svelte";
import { land } from "../../lib/motion";
import { deedsBetween, flowsOf, listOrder, myUseWords, useWords, wereConflicts, type Deed, type Flow } from "./story";
import { signed, whoName, type WondersView } from "./view";

export interface Shown {
  before: WondersView;
  after: WondersView;
  deeds: Deed[];
  flows: Flow[]; // who paid whom
  hasConflicts: boolean;
}

const REVEAL_TIME = 3500; // milliseconds until the page goes on by itself
const MAX_JUMP = 1; // turns between two views, else nothing is shown: a past position is shown

export class Showing {
  shown = $state.raw<Shown | null>(null);
  step = $state<"" | "reveal" | "conflict">("");
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last: WondersView | null = null;

  constructor(readonly table: BoardModel) {}

  /** Take a new view; show what happened since the last one. */
  follow(view: WondersView, isLive: boolean): void {
    const before = this.#last;
    this.#last = view;
    if (!before || !isLive || !isNext(before, view)) return;
    const deeds = deedsBetween(before, view);
    const hasConflicts = wereConflicts(before, view);
    if (!deeds.length && !hasConflicts) return;
    this.shown = { before, after: view, deeds, flows: flowsOf(this.table.log, view), hasConflicts };
    this.step = deeds.some((deed) => deed.use) ? "reveal" : "conflict";
    this.#tell();
    clearTimeout(this.#timer);
    if (!hasConflicts) this.#timer = setTimeout(() => this.close(), REVEAL_TIME);
  }

  /** Go on: from the reveal to the conflicts, then back to the table. */
  next = (): void => {
    land();
    if (this.step === "reveal" && this.shown?.hasConflicts) this.step = "conflict";
    else this.close();
  };

  again(): void {
    if (this.shown) this.step = this.shown.deeds.length ? "reveal" : "conflict";
  }

  close(): void {
    clearTimeout(this.#timer);
    land();
    this.step = "";
  }

  /** One sentence for each seat, in one message: me, left, right, the others. */
  #tell(): void {
    const { after, deeds } = this.shown!;
    const sentences = listOrder(after, this.table.near).flatMap((number) => {
      const deed = deeds[number];
      if (!deed?.use) return [];
      const words = number === this.table.mySeat ? myUseWords(deed.use) : useWords(deed.use);
      return [`${whoName(this.table, number)} ${words}${deed.coins ? `, ${signed(deed.coins).replace("−", "minus ")} coins` : ""}.`];
    });
    if (sentences.length) announcer.say(sentences.join(" "));
  }
}

/** Whether one view follows another within a turn or two. */
function isNext(before: WondersView, after: WondersView): boolean {
  const at = (view: WondersView): number => view.age * 6 + view.turn;
  const jump = at(after) - at(before);
  return jump >= 0 && jump <= MAX_JUMP && before.cities.length === after.cities.length;
}

const models = new WeakMap<BoardModel, Showing>();

export function showingAt(table: BoardModel): Showing {
  let found = models.get(table);
  if (!found) models.set(table, (found = new Showing(table)));
  return found;
}
