/** What has just happened, shown for a moment: the reveal of a turn, then the conflicts of an Age. */

import { announcer } from "../../lib/announce.svelte";
import type { BoardModel } from "../../lib/board.svelte";
import { land } from "../../lib/motion";
import { coinsSettled, changesBetween, latestPlays, flowsOf, listOrder, useWords, wereConflicts, type CityChange, type Flow } from "./story";
import { cardOf } from "./catalogue";
import { tileWords } from "./words";
import { listed, nameWithin, whoName, type WondersView } from "./view";

export interface Shown {
  before: WondersView;
  after: WondersView;
  changes: CityChange[];
  flows: Flow[]; // who paid whom
  hasConflicts: boolean;
  asked: number[]; // the seats that had to choose next
}

const REVEAL_TIME = 3500; // milliseconds until the page goes on by itself
const MAX_JUMP = 1; // turns between two views, else nothing is shown: a past position is shown

export class Showing {
  shown = $state.raw<Shown | null>(null);
  step = $state<"" | "reveal" | "conflict">("");
  round = $state(0); // a reveal that is shown once more is drawn anew
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last: WondersView | null = null;
  #later: Shown[] = []; // happened while something else was shown: a seventh card follows at once

  constructor(readonly table: BoardModel) {}

  /** Take a new view; show what happened since the last one. */
  follow(view: WondersView, isLive: boolean): void {
    const before = this.#last;
    this.#last = view;
    if (!before || !isLive || !isNext(before, view)) return;
    const changes = changesBetween(before, view);
    const plays = latestPlays(this.table.log);
    for (const { actor, args } of plays) if ("project" in args && changes[actor]) changes[actor].joined = true; // in the last turn of an Age only the log knows
    for (const [seat, coins] of coinsSettled(this.table.log, plays)) if (changes[seat]) changes[seat].settled = coins;
    const hasConflicts = wereConflicts(before, view);
    if (!changes.length && !hasConflicts) return;
    const shown = { before, after: view, changes, flows: flowsOf(plays, view), hasConflicts, asked: this.table.actors };
    if (this.step) this.#later.push(shown);
    else this.#show(shown);
  }

  #show(shown: Shown): void {
    this.shown = shown;
    this.step = shown.changes.some((change) => change.use) ? "reveal" : "conflict";
    this.table.isShowing = true;
    this.#tell();
    this.again();
  }

  /** Turn the cards once more. Where conflicts follow, the page waits. */
  again = (): void => {
    land();
    this.round++;
    clearTimeout(this.#timer);
    if (!this.shown?.hasConflicts) this.#timer = setTimeout(this.next, REVEAL_TIME);
  };

  /** Go on: from the reveal to the conflicts or to what followed, then back to the table. */
  next = (): void => {
    land();
    if (this.step === "reveal" && this.shown?.hasConflicts) {
      this.step = "conflict";
      return;
    }
    const following = this.#later.shift();
    if (following) this.#show(following);
    else this.close();
  };

  /** Leave everything that is to be shown. */
  close(): void {
    clearTimeout(this.#timer);
    this.#later = [];
    land();
    this.step = "";
    this.table.isShowing = false;
  }

  /** One sentence for each seat, in one message: me, left, right, the others. */
  #tell(): void {
    const { after, changes } = this.shown!;
    const sentences = listOrder(after, this.table.near).flatMap((number) => {
      const change = changes[number];
      if (!change?.use) return [];
      const parts = [says(this.table, change), paid(this.table, this.shown!, number), received(this.table, this.shown!, number)];
      return [`${whoName(this.table, number)} ${parts.filter(Boolean).join(", ")}.`];
    });
    if (sentences.length) announcer.say(sentences.join(" "));
  }
}

/** What a city did, as a phrase that begins with a verb. */
export function says(table: BoardModel, change: CityChange): string {
  const isMine = change.number === table.mySeat;
  const used = !change.use ? `${change.coins < 0 ? "lose" : "wait"}${isMine ? "" : "s"}${change.coins < 0 ? " coins" : ""}` : useWords(change.use, isMine);
  const words = change.tile ? `${isMine ? "lay" : "lays"} tile ${change.tile}: ${tileWords(change.tile, change.use?.age ?? 1).title}` : used;
  const more = [change.joined ? `${isMine ? "join" : "joins"} the project` : "", ...change.lost.map((name) => `${isMine ? "lose" : "loses"} ${cardOf(name).title}`)];
  return [words, ...more.filter(Boolean)].join(", ");
}

/** What a city paid, and to whom. */
export function paid(table: BoardModel, shown: Shown, number: number): string {
  const parts = shown.flows.filter((flow) => flow.from === number);
  const words = parts.map((flow) => `${flow.coins} to ${flow.to === null ? "the bank" : nameWithin(table, flow.to)}`);
  return words.length ? `${number === table.mySeat ? "pay" : "pays"} ${listed(words)}` : "";
}

/** What a city received, and from whom. */
function received(table: BoardModel, shown: Shown, number: number): string {
  const parts = shown.flows.filter((flow) => flow.to === number);
  const words = parts.map((flow) => `${flow.coins} from ${flow.from === null ? "the bank" : nameWithin(table, flow.from)}`);
  return words.length ? `${number === table.mySeat ? "receive" : "receives"} ${listed(words)}` : "";
}

/** Whether one view follows another within a turn or two. */
function isNext(before: WondersView, after: WondersView): boolean {
  const at = (view: WondersView): number => view.age * view.turns + view.turn;
  const jump = at(after) - at(before);
  return jump >= 0 && jump <= MAX_JUMP && before.cities.length === after.cities.length;
}

const models = new WeakMap<BoardModel, Showing>();

export function showingAt(table: BoardModel): Showing {
  let found = models.get(table);
  if (!found) models.set(table, (found = new Showing(table)));
  return found;
}
