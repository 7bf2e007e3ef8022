/** How 7 Wonders is learnt: six steps, the same for the coach and for “How to play”. */

import type { BoardModel } from "../../lib/board.svelte";
import type { ActionInfo } from "../../lib/protocol";
import type { Lessons, Place } from "../game";
import { asWonders, leftOf, rightOf } from "./view";

const USES = ["build", "stage", "discard", "tower"];

const isUse = (action: ActionInfo): boolean => USES.includes(action.verb);

/** The cards of my hand whose strip is of some kinds. */
function cards(table: BoardModel, ...kinds: string[]): Place[] {
  const hand = asWonders(table.view).hand;
  return hand.flatMap((held, index) => (kinds.includes(held.strip.kind) ? [`hand:${index}`] : []));
}

const lessons: Lessons = {
  goal: "Lead a city through three Ages of six turns; most points win.",
  pictures: () => import("./LessonPicture.svelte"),
  steps: [
    {
      title: "Play one card a turn",
      text: "Choose a card, then what to do with it: build it, put it under a stage of your wonder, or discard it for 3 coins. The rest of the hand goes to your neighbour.",
      clause: "SW-3.3",
      places: (table) => (table.isMyTurn ? cards(table, "free", "own", "coins", "chain") : []),
      isDone: isUse,
    },
    {
      title: "Read the foot of a card",
      text: "Green: your city makes all it needs. Gold: what it costs, and from whom. Blue: free by a chain. Red: what is missing.",
      clause: "SW-5.2",
      places: (table) => (table.isMyTurn ? cards(table, "free", "own") : []),
      isDone: (action) => action.verb === "build",
    },
    {
      title: "Buy from your neighbours",
      text: "What you lack you buy from the cities left and right of you, for 2 coins a unit. They cannot refuse and lose nothing.",
      clause: "SW-5.3",
      places: neighbours,
      isDone: isUse,
    },
    {
      title: "Build your wonder",
      text: "Any card can mark the next stage; only the cost of the stage counts. Use a card that your neighbour should not get.",
      clause: "SW-7.1",
      places: (table) => (table.isMyTurn ? ["use:stage"] : []),
      isDone: isUse,
    },
    {
      title: "Mind the shields",
      text: "At the end of an Age your shields are compared with both neighbours': 1, 3 or 5 points for more, minus 1 for fewer.",
      clause: "SW-9.2",
      places: neighbours,
      isDone: isUse,
    },
    {
      title: "Collect symbols",
      text: "Green structures count squared: three equal symbols are 9 points. Each set of three different ones brings 7 more.",
      clause: "SW-10.4",
      places: (table) => (table.isMyTurn ? cards(table, "own", "chain", "coins") : []),
      isDone: isUse,
    },
  ],
};

function neighbours(table: BoardModel): Place[] {
  const view = asWonders(table.view);
  return table.isMyTurn ? [`city:${leftOf(view, table.near)}`, `city:${rightOf(view, table.near)}`] : [];
}

export default lessons;
