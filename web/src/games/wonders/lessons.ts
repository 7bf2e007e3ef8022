/** How 7 Wonders is learnt: six steps, the same for the coach and for “How to play”. */

import type { BoardModel } from "../../lib/board.svelte";
import type { ActionInfo } from "../../lib/protocol";
import type { Lesson, Lessons, Place } from "../game";
import { cardOf } from "./catalogue";
import { choosingAt } from "./choosing.svelte";
import { showingAt } from "./showing.svelte";
import { asWonders, leftOf, rightOf } from "./view";

const USES = ["build", "stage", "discard", "tower"];

/** The table lies open, and I have nothing in my fingers yet. */
function isOpen(table: BoardModel): boolean {
  const { item, city, shows } = choosingAt(table);
  return table.isMyTurn && asWonders(table.view).phase === "act" && item === null && city === null && !shows && !showingAt(table).step;
}

/** The cards of my hand of some kind, else any. */
function cards(table: BoardModel, isWanted: (card: string, kind: string) => boolean): Place[] {
  if (!isOpen(table)) return [];
  const hand = asWonders(table.view).hand;
  const found = hand.findIndex(({ card, strip }) => isWanted(card, strip.kind));
  return hand.length ? [`hand:${Math.max(found, 0)}`] : [];
}

const neighbour = (table: BoardModel, side: typeof leftOf): Place[] => (isOpen(table) ? [`city:${side(asWonders(table.view), table.near)}`] : []);

/** One step a turn: each tells how to see something, and is done when a card has been played with it in sight. */
const step = (title: string, text: string, clause: string, places: Lesson["places"]): Lesson => ({
  title,
  text,
  clause,
  places,
  isRead: true,
  isDone: (action: ActionInfo) => USES.includes(action.verb),
  show: (place) => document.querySelector<HTMLElement>(`[data-place="${place}"]`)?.click(),
});

const lessons: Lessons = {
  goal: "Lead a city through three Ages of six turns; most points win.",
  pictures: () => import("./LessonPicture.svelte"),
  steps: [
    step(
      "Play one card a turn",
      "Choose a card, then what to do with it: build it, put it under a stage of your wonder, or discard it for 3 coins. The rest of the hand goes to your neighbour.",
      "SW-3.3",
      (table) => cards(table, (_, kind) => kind === "free" || kind === "own"),
    ),
    step(
      "Read the foot of a card",
      "Green: your city makes all it needs. Gold: what it costs, and from whom. Blue: free by a chain. Red: what is missing.",
      "SW-5.2",
      (table) => cards(table, (_, kind) => kind !== "free"),
    ),
    step(
      "Buy from your neighbours",
      "What you lack you buy from the cities left and right of you, for 2 coins a unit. They cannot refuse and lose nothing.",
      "SW-5.3",
      (table) => neighbour(table, leftOf),
    ),
    step(
      "Build your wonder",
      "Any card can mark the next stage; only the cost of the stage counts. Use a card that your neighbour should not get.",
      "SW-7.1",
      (table) => (isOpen(table) ? [`city:${table.near}`] : []),
    ),
    step(
      "Mind the shields",
      "At the end of an Age your shields are compared with both neighbours': 1, 3 or 5 points for more, minus 1 for fewer.",
      "SW-9.2",
      (table) => neighbour(table, rightOf),
    ),
    step(
      "Collect symbols",
      "Green structures count squared: three equal symbols are 9 points. Each set of three different ones brings 7 more.",
      "SW-10.4",
      (table) => cards(table, (card) => cardOf(card).colour === "green"),
    ),
  ],
};

export default lessons;
